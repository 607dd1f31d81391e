// Kinds of lines without labels: lines that say the same, with the parts that vary.
//
//   Failed password for <*> from <*> port <*> ssh2
// Words with numbers, addresses, paths and what stands behind `key=` are masked; lines with the same masked
// words are one kind. Then, again and again, a place where otherwise equal lines have several words is a
// variable, too. One setting for all logs. Merging kinds that are merely similar, as Drain does, was measured
// to make it worse: kinds often differ in a single word. Cost: one pass of masks, then a pass over the
// distinct kinds for each round.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gleaner::lines {

inline constexpr std::string_view kVariable = "<*>";

struct Kinds {
  std::vector<uint32_t> of;                         // by text: its kind
  std::vector<std::vector<std::string>> templates;  // by kind: its words
  std::vector<uint32_t> counts;                     // by kind
  std::string words(uint32_t kind) const;           // "session opened for user <*>"
};
// Kinds are numbered by first appearance.
Kinds group_kinds(const std::vector<std::string_view>& texts);

}  // namespace gleaner::lines
