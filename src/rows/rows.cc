// See rows.h.
#include "rows/rows.h"

#include <algorithm>

namespace gleaner::rows {
namespace {

// Is the value, found by where its column stands, in a column that another field knows by its header?
bool is_of_another(const Page& page, const Found& found, const std::vector<FieldModel>& fields) {
  const std::string& header = page.header_above(found.unit.node);
  return !header.empty() && std::any_of(fields.begin(), fields.end(), [&](const FieldModel& field) {
    return !field.rules.empty() && field.rules[0].kind == KeyKind::header &&
           field.rules[0].header() == header;
  });
}

}  // namespace

std::vector<RowValue> row_of(const Page& page, Stretch record, const std::vector<FieldModel>& fields,
                             const std::vector<Stretch>& holes) {
  std::vector<RowValue> out;
  const Member& member = page.member(record, holes);
  for (size_t f = 0; f < fields.size(); ++f)
    for (size_t r = 0; r < fields[f].rules.size(); ++r)
      if (auto found = fields[f].rules[r].values(page, member); !found.empty()) {
        if (fields[f].rules[r].unheaded &&
            (page.has_header(fields[f].rules[0].header()) || is_of_another(page, found[0], fields)))
          continue;
        out.push_back({f, r, std::move(found)});
        break;
      }
  return out;
}

}  // namespace gleaner::rows
