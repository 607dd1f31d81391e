// Rules for fields that are lists: every unit of a key, or the parts of one unit between signs.
#pragma once

#include <optional>
#include <vector>

#include "rows/learn_fields.h"

namespace gleaner::rows {

// A label in the record that holds it.
struct Labelled {
  size_t sample;
  const LabelledCell* cell;
  bool in_attribute;
};

struct Scored {
  FieldRule rule;
  std::vector<std::optional<Found>> values;  // a sample; the first of a list
};

// Best first; none where no rule gives most of the labelled values.
std::vector<Scored> list_rules(const std::vector<Sample>& samples, const std::vector<Labelled>& have);

}  // namespace gleaner::rows
