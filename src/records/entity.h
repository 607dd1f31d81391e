// One page that is one thing, seen alone: a record of its heading, its prices, and
// its pairs of a label and a value.
//
// Several pages of a site show what varies (detail.h). One page shows only what it says itself: a text that
// ends in ":", stands in dt or th or in the first of two cells names what follows, and so does an itemprop.
// Labels that come again and again belong to a list, and what stands in nav, footer and aside to the site:
// neither is taken. Cost: linear in the page's texts.
#pragma once

#include <string>
#include <vector>

#include "records/fields.h"

namespace gleaner::records {

struct EntityValue {
  std::string name, label;  // the label as written; "" where markup or its kind names it
  FieldPlace place;
};

// In document order, named apart. None where the page says too little of this kind.
std::vector<EntityValue> entity_values(const Outline& outline);

}  // namespace gleaner::records
