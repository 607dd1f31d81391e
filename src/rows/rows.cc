// See rows.h.
#include "rows/rows.h"

namespace gleaner::rows {

std::vector<RowValue> row_of(const Page& page, Stretch record, const std::vector<FieldModel>& fields) {
  std::vector<RowValue> out;
  const Member& member = page.member(record);
  for (size_t f = 0; f < fields.size(); ++f)
    for (size_t r = 0; r < fields[f].rules.size(); ++r)
      if (auto found = fields[f].rules[r].values(page, member); !found.empty()) {
        out.push_back({f, r, std::move(found)});
        break;
      }
  return out;
}

}  // namespace gleaner::rows
