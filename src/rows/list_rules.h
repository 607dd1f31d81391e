// Rules for fields that are lists: every unit of a key, or the parts of one unit between signs.
#pragma once

#include <algorithm>
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

// Is a field a list? One label that is one says so.
inline bool are_list(const std::vector<Labelled>& have) {
  return std::ranges::any_of(have, [](const Labelled& label) { return label.cell->list; });
}
// The places of a label's text that its record holds, and no record inside of it.
std::vector<Place> places_inside(const Sample& sample, const LabelledCell& cell);

struct Scored {
  FieldRule rule;
  std::vector<std::optional<Found>> values;  // a sample; the first of a list
};

inline bool is_better(const Scored& a, const Scored& b) { return a.rule.score > b.rule.score; }
bool gives_the_same(const Scored& a, const Scored& b);
// What a key of the labelled records says; null: it is none of theirs.
const KeyInfo* key_info(const std::vector<Sample>& samples, const std::vector<Labelled>& have, uint64_t key);

// Best first; none where no rule gives most of the labelled values.
std::vector<Scored> list_rules(const std::vector<Sample>& samples, const std::vector<Labelled>& have);

}  // namespace gleaner::rows
