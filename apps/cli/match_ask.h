// gleaner match --ask: the pairs whose label helps most, as questions on a terminal or as lines to be answered elsewhere.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "match/matcher.h"

namespace gleaner::cli {

// What the records and the reasons are, for people: used by --ask and --explain.
std::string pair_text(const match::Matcher& matcher, const match::Table& left, const match::Table& right,
                      uint32_t left_row, uint32_t right_row, size_t reasons);
std::string pair_json(const match::Matcher& matcher, const match::Table& left, const match::Table& right,
                      uint32_t left_row, uint32_t right_row);

struct MatchQuestions {
  size_t count = 0;
  std::string labels_file;  // answers are added to it
};
// On a terminal asks, and learns again after every few answers; `labels` grow. Gives how many were answered.
Result<size_t> ask_pairs(match::Matcher& matcher, const match::Table& left, const match::Table& right,
                         const MatchQuestions& questions, std::vector<match::Label>& labels);

}  // namespace gleaner::cli
