// Units of measure: length, mass, volume, area, storage, power, temperature is none of them
// (its zero is elsewhere). "1,5 kg", "500g", "2 ft 3 in", "16 GB": the number times a factor,
// sums of parts of one dimension.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gleaner::flow {

struct Unit {
  std::string_view name;  // as people write it
  std::string_view dimension;
  double factor;  // to the dimension's own unit: m, g, l, m2, byte, W
};

// As written, else in any case where only one unit is written so; null: no unit.
const Unit* find_unit(std::string_view name);
std::vector<std::string> unit_names();  // that may be asked for, for messages

}  // namespace gleaner::flow
