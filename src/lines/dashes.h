// Dashes where a line has no value: `10.0.0.7 - alice [12/Nov/2026...` and `10.0.0.8 - - [12/Nov/2026...`.
//
// Who labels the second line leaves the user out. Taken as lines of two kinds, each would be known from half
// of the labels, and the dash would be read as a word between fields. So a labelled line that lacks a field
// gets a place for it where a lone dash stands as the value does in another labelled line: beside the same
// field, with the same marks. The production is `('-' | user=[^ ]+)`, and such a line has no user. Cost:
// labelled lines squared, times fields.
#pragma once

#include <vector>

#include "lines/pattern.h"

namespace gleaner::lines {

// The places stay in the order of the line.
void add_dashes(std::vector<Example>& examples);

}  // namespace gleaner::lines
