// The rule of choice among delimiters that all fit the examples: stated here and nowhere else.
//
// The paper leaves it open: short delimiters generalise, long ones are safe. Ours, in this order:
//
//  1. What also explains the unlabelled pages best, if any are given (learn.cc tries the alternatives).
//  2. Delimiters that begin (left) or end (right) at a boundary of markup: before <, behind >, at a quote; in
//     plain text at white space; never inside a character. They hold more than white space, which says little
//     about where a value ends. Right ones end before the next attribute begins.
//  3. The shorter one.
//
// h, t, o and c are whole tags (lines, in plain text). t stands nowhere before the tail. If h may be empty,
// it is, because the empty text cannot be missing on the next page.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "delimiter/ranges.h"

namespace gleaner::delimiter {

// Lengths of the range, best first. `limit` bounds how many are given: the rest are those that nobody would
// choose.
std::vector<uint32_t> ranked_left(const Range& range, size_t limit);
std::vector<uint32_t> ranked_right(const Range& range, size_t limit);

// Candidates for h, t, o, c from a stretch of text: pieces that begin and end at boundaries, best first.
std::vector<std::string_view> ranked_pieces(std::string_view text, size_t limit);
// Candidates for t, from the shortest tail of the examples.
std::vector<std::string_view> ranked_tails(const ExampleSet& examples, size_t limit);

}  // namespace gleaner::delimiter
