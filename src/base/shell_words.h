// Words as a shell takes them: commands that a person copies or that a shell runs.
#pragma once

#include <string>
#include <vector>

#include "base/text.h"

namespace gleaner {

// In quotes where it needs them.
inline std::string shell_word(const std::string& word) {
  const bool plain =
      !word.empty() &&
      word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=,:@%+") ==
          std::string::npos;
  if (plain) return word;
  std::string out = "'";
  for (char c : word) {
    if (c == '\'') out += "'\\''";
    else out += c;
  }
  return out + "'";
}

inline std::string command_line(const std::vector<std::string>& words) {
  return joined(words, shell_word, " ");
}

}  // namespace gleaner
