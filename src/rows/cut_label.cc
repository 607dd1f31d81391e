// See cut_label.h.
#include "rows/cut_label.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "base/text.h"
#include "base/unicode.h"
#include "rows/weights.h"

namespace gleaner::rows {

bool is_near(std::string_view label, std::string_view value) {
  const double share = double(label.size()) / double(value.size());
  return value.starts_with(label) &&
         (label.size() > kNearLetters ? share > kNearShare
                                      : label.size() > kNearlyLetters && share > kNearlyShare);
}

std::string word_behind(std::string_view label, std::string_view text) {
  if (label.size() < kCutLetters) return {};
  const std::vector<Word> words = letter_words(text);
  for (size_t i = 0; i + 1 < words.size() && label.starts_with(words[i].folded); ++i) {
    label.remove_prefix(words[i].folded.size());
    if (!label.empty()) continue;
    const std::string_view between = text.substr(words[i].end, words[i + 1].begin - words[i].end);
    return std::ranges::all_of(between, is_space) ? words[i + 1].folded : std::string();
  }
  return {};
}

bool is_end_word(std::string_view word, const std::vector<std::string>& texts) {
  size_t with = 0, most = 0;
  std::map<std::string, size_t> before;  // texts that have a word, not behind the first `word`
  for (const std::string& text : texts) {
    std::set<std::string> seen;
    for (Word& one : letter_words(text)) {
      if (one.folded == word) {
        ++with;
        break;
      }
      seen.insert(std::move(one.folded));
    }
    for (const std::string& one : seen) most = std::max(most, ++before[one]);
  }
  return double(with) >= kEndWord * double(texts.size()) && double(most) < kCommonWord * double(with);
}

}  // namespace gleaner::rows
