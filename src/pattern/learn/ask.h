// Questions: the page and text whose label would tell the remaining rules apart best (seed 002, section 2.2:
// interaction).
//
// Doubt of an answer is how close the second text comes to the first in the vote, or how close an absent
// value comes to being given. The page and field with the greatest doubt is asked about; below kDoubt all
// pages count as agreed.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "pattern/wrapper.h"

namespace gleaner::pattern {

struct Question {
  size_t page = 0;  // index into the pages given
  std::string field;
  std::string text;          // what the wrapper would say; empty: absent
  std::optional<Span> span;  // of the text, or of the rival when absent
  std::string rival;         // the next best text
  double doubt = 0;          // 0..1
};

// Nothing when all pages agree. `answered` are page and field numbers that were asked before.
std::optional<Question> next_question(const PatternWrapper& wrapper, const std::vector<DocumentPtr>& pages,
                                      const std::set<std::pair<size_t, std::string>>& answered);

}  // namespace gleaner::pattern
