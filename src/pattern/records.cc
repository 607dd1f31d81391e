#include "pattern/records.h"

namespace gleaner::pattern {

std::vector<Region> find_records(const RecordModel& model, const Unit& unit, Budget* budget) {
  (void)model;
  (void)unit;
  (void)budget;
  return {};
}

}  // namespace gleaner::pattern
