// Field rules from labelled rows, inside the bounds of records.
//
// Rules are voted for by the labelled rows, then by what the unlabelled members of the list show: values of
// the same kind, whole runs of text where the labels are, presence, variety. Two
// fields do not take one place.
#pragma once

#include <string>
#include <vector>

#include "rows/field_rule.h"
#include "rows/rows.h"

namespace gleaner::rows {

// A record that rules are tried on: of any page.
struct Sample {
  const Page* page = nullptr;
  Stretch record;
  const LabelledRow* row = nullptr;                      // null: unlabelled
  const std::vector<LabelledCell>* negatives = nullptr;  // of the page: texts that are no values
  std::vector<Stretch> holes = {};                       // records inside of it: theirs is not its own
  const Member& member() const {
    if (!made) made = &page->member(record, holes);
    return *made;
  }
  mutable const Member* made = nullptr;
};

// `kept` holds alignments alive that members remember. `rival` > 0: with the n-th rule that was
// nearly chosen instead of a field's own and gives other values in some unlabelled record;
// nothing where there are not so many.
std::vector<FieldModel> learn_fields(const std::vector<Sample>& samples,
                                     const std::vector<std::string>& fields, std::vector<SlotsPtr>& kept,
                                     size_t rival = 0);

}  // namespace gleaner::rows
