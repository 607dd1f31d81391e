// See rows.h.
#include "rows/rows.h"

#include <algorithm>

namespace gleaner::rows {
namespace {

// Is the value, found by where its column stands, in a column that another field knows by its header?
bool is_of_another(const Page& page, const Found& found, const std::vector<FieldModel>& fields) {
  const std::string& header = page.header_above(found.unit.node);
  return !header.empty() && std::ranges::any_of(fields, [&](const FieldModel& field) {
    return !field.rules.empty() && field.rules[0].kind == KeyKind::header &&
           field.rules[0].header() == header;
  });
}

// In a record that is shorter than others what counts from the end may come upon another
// field's place: then it is not there.
void drop_shifted(const std::vector<FieldModel>& fields, std::vector<RowValue>& values) {
  auto from_end = [&](const RowValue& value) { return fields[value.field].rules[value.rule].nth < 0; };
  if (std::ranges::none_of(values, from_end)) return;
  std::vector<RowValue> kept;
  for (const RowValue& value : values)
    if (!from_end(value) || std::ranges::none_of(values, [&](const RowValue& other) {
          return !from_end(other) && other.found[0].same_place(value.found[0]);
        }))
      kept.push_back(value);
  values = std::move(kept);
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
  drop_shifted(fields, out);
  return out;
}

std::vector<uint32_t> value_nodes(const Page& page, const std::vector<Stretch>& records,
                                  const std::vector<FieldModel>& fields) {
  std::vector<uint32_t> out;
  const Outline& o = page.outline();
  for (const Stretch& record : records)
    for (const RowValue& value : row_of(page, record, fields))
      for (const Found& found : value.found)
        out.push_back(found.unit.attribute || found.unit.empty() ? found.unit.node
                                                                 : o.leaves()[found.unit.leaf_begin].node);
  std::ranges::sort(out);
  return out;
}

}  // namespace gleaner::rows
