// Places of labels that are written down in the order of the page: which of the places of a text is meant.
//
// Somebody who labels a play with its scenes and their lines writes them down in the order of the page. So
// all values of a label form one chain of places, each behind the one before, and of all such chains the
// most regular one is meant: values of a field stand in elements that look alike (path of tags and
// classes), and what belongs together stands close together. What elements of a field look like is counted
// over all its places, those of rare texts counting most; in which order a record's fields stand on the
// page is seen from texts that stand once, or where there is none (a place that both scenes have) from
// which order gives the most regular chain.
//
// A dynamic program over the values in order; of a value's places each looks back at the nearest
// places of the value before it, and at the best of those further away. Cost: linear in the places.
// Values that fit into no chain keep all their places; where many do, the labels are not in the order
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
