// Which place of a text is meant, where labels are written down in the order of the page.
//
// Somebody who labels a play with its scenes and their lines writes them down in the order of the
// page. So the values of a label form a chain of places, each behind the one before. Of all such
// chains the most regular one is meant:
//
//  - Values of one field stand in elements that look alike (path of tags and classes). What elements of a
//    field look like is counted over all places of its values; rare texts count most.
//  - What belongs together stands close together.
//  - The fields of a record stand in one order. It is seen from texts that stand once on the page. If there
//    is none (a place that both scenes have), the order is taken that gives the most regular chain.
//
// A dynamic program over the values in order: each place of a value looks back at the nearest places of
// the value before it, and at the best of those further away. Cost: linear in the places. Values that
// fit into no chain keep all their places. Where that is true of many, the labels are not in the order
// of the page, and nothing is changed.
#pragma once

#include "page/document.h"
#include "wrap/label.h"

namespace gleaner::label {

// REQUIRES: places are in page order.
void settle_in_order(wrap::Label& label, const Document& document);
// The same where records hold records; other labels stay as they are.
void settle_nested(wrap::Label& label, const Document& document);

}  // namespace gleaner::label
