// Ranges: all valid choices of one delimiter that does not depend on the others.
//
// A right delimiter is a prefix u of the text behind every instance; u must not be found earlier when it is
// looked for from the instance's start. A left delimiter is a suffix u of every gap that is not found earlier
// from the gap's start. In both cases a longer u fits where a shorter one does, as far as the examples agree.
// So the valid ones are those of length least..most, and both bounds come from one linear pass (match.h):
// most is where two examples differ, least is one more than the longest piece of u that stands too early.
//
// Deviation from the paper: its right delimiters end before the next attribute. Execution does not
// ask for that, so here they may go on as long as all examples agree. The rule of choice
// (choice.h) prefers those that do not.
#pragma once

#include <string>

#include "delimiter/example.h"
#include "delimiter/match.h"

namespace gleaner::delimiter {

struct Range {
  std::string longest;  // of length most
  size_t least = 0;     // valid lengths are least..longest.size()
  size_t within = 0;    // right: the part that stands before the next attribute everywhere; left: all of it

  // The two places that decide `most`, and the place that decides `least`: what a person is told when none is
  // left.
  PageSpan one, other;
  // one and other differ behind (before) the common text; else a page or gap ends there
  bool bounded = false;
  PageSpan early;  // the text that is found too early
  bool feasible() const { return least <= longest.size(); }
  size_t count() const { return feasible() ? longest.size() - least + 1 : 0; }
};

Range right_range(const ExampleSet& examples, uint32_t attribute);

// The common suffix of all texts before the attribute. `least` counts the gaps (and heads, if told) in which
// it must be first found.
Range left_range(const ExampleSet& examples, uint32_t attribute, bool heads_count);

// Words for a range that is not feasible.
Reason explain_right(const ExampleSet& examples, uint32_t attribute, const Range& range);
Reason explain_left(const ExampleSet& examples, uint32_t attribute, const Range& range);

// A piece of text as a person can read it: quoted, control characters escaped, long ones shortened.
std::string show(std::string_view text, size_t limit = 40);
std::string show_end(std::string_view text, size_t limit = 40);  // keeps the end, not the beginning

}  // namespace gleaner::delimiter
