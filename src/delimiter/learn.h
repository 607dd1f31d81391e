// Learning a wrapper of one class from labelled pages: exact, that is, a wrapper is found exactly when one
// exists.
//
// The parts: right delimiters and the left ones of flat classes but the first are independent of everything
// (ranges.h); l1 with h and t, and all left delimiters of nested classes, are solved in nested.h; o and c in
// open_close.h. Then the rule of choice (choice.h) picks among what fits, and the result is run on the
// examples once more before it is given. Oracle: learn_test.cc enumerates all wrappers of small pages.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "delimiter/delimiters.h"
#include "delimiter/example.h"

namespace gleaner::delimiter {

struct Alternatives {
  std::string name;    // "l1", "r3", "h"
  uint64_t count = 0;  // valid choices of this one, the others as they are; at least, for h t o c
};

struct Learnt {
  Delimiters delimiters;
  std::vector<Alternatives> alternatives;
  uint64_t fitting = 0;  // wrappers of the class that fit; a lower bound for all classes but LR
};

struct Outcomes {
  std::optional<Learnt> learnt;
  Reason reason;  // when there is none
};

// REQUIRES: pages satisfy the rules of Example; at least one has items. `also`: texts of unlabelled pages.
Outcomes learn(Class kind, const std::vector<Example>& pages, size_t attributes,
               const std::vector<std::string_view>& also, Budget& budget);

}  // namespace gleaner::delimiter
