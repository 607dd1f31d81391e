// How values are compared: as they are.
//
//  - "01234" is not "1234". A text of JSON is no number. Numbers of any length are compared exactly.
//  - Typed readings (money, date) are compared by the reading. EUR and USD cannot be compared.
//  - A text that nobody has typed (a piece of a page) is compared with a number as a
//    number, if it is written as one.
//  - A text that is no number is neither smaller nor larger than a number: order() gives
//    nothing, and the caller says so.
//
// null is left to the caller: in a query a comparison with null is null, elsewhere null is equal to null.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "script/value.h"

namespace gleaner::script {

bool equal(const Value& a, const Value& b);  // by content
// -1, 0, 1; nothing where the two cannot be ordered.
std::optional<int> order(const Value& a, const Value& b);
// A total order for sorting: numbers, then texts, then the other kinds; null last.
int compare(const Value& a, const Value& b);

// Values in the same group have equal keys.
std::string group_key(const Value& value);
// For look-ups of what equal() accepts: two equal values have a key in common. One, rarely two.
std::vector<std::string> lookup_keys(const Value& value);
// Written or read as a number: what sums and extremes of a mixed column are made of.
bool counts_as_number(const Value& value);
// The currency of a reading; empty: none.
std::string_view unit_of(const Value& value);

void walk();  // pays for one value of a long walk, see Payer

}  // namespace gleaner::script
