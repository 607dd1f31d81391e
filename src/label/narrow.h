// Places of labels on long lists, narrowed by the order of the records.
//
// A maker's name that stands a thousand times on a page of ten thousand records means the one in its own
// record. Where the texts that stand once follow each other in the order of the labelled records, a value's
// places are those between the records before and behind its own. Without it every ambiguous text keeps all
// its places, and learning grows with the square of the list. Cost: linear in the places.
#pragma once

#include "wrap/label.h"

namespace gleaner::label {

// Changes nothing on short lists, nor where the order of the records is not that of the page, nor where a
// value would be left without a place.
void narrow_places(wrap::Label& label);

}  // namespace gleaner::label
