// See learn_page.h.
#include "rows/learn_page.h"

#include <algorithm>

#include "base/unicode.h"
#include "rows/weights.h"

namespace gleaner::rows {
namespace {

bool overlaps(Span a, Span b) { return a.begin < b.end && b.begin < a.end; }

// The places of a label: where its span says, else wherever its letters stand.
LabelledCell cell_of(const Page& page, const std::string& field, const wrap::Value& value) {
  LabelledCell cell{field, value.text, letters_of(value.text), page.find(value.text)};
  if (cell.places.empty()) cell.places = page.find_attribute(value.text, value.span);
  if (!value.span || cell.in_attribute()) return cell;
  std::vector<Place> there;
  for (const Place& place : cell.places) {
    const uint32_t first = page.leaf_at(place.begin), last = page.leaf_at(place.end - 1);
    const Span hull = page.outline().leaf_span(first).hull(page.outline().leaf_span(last));
    if (overlaps(hull, *value.span)) there.push_back(place);
  }
  if (there.empty()) there = page.find_attribute(value.text, value.span);
  cell.places = std::move(there);
  return cell;
}

LabelledCell list_cell(const Page& page, const std::string& field, const wrap::Value& value) {
  LabelledCell cell;
  cell.field = field;
  cell.list = true;
  for (const wrap::Value& item : value.items) {
    if (!item.is_text()) continue;
    LabelledCell one = cell_of(page, field, item);
    if (one.places.empty()) continue;
    if (cell.places.empty() || one.places.size() < cell.places.size()) cell.places = one.places;
    cell.text += (cell.text.empty() ? "" : " ") + one.text;
    cell.letters += one.letters;
    cell.items.push_back(std::move(one.letters));
  }
  return cell;
}

}  // namespace

bool stands_in_attribute(const Document& document, const wrap::Value& value) {
  if (!value.span || !document.is_html()) return false;
  const std::string_view text = document.text();
  const size_t open = text.rfind('<', value.span->begin), close = text.rfind('>', value.span->begin);
  return open != std::string_view::npos && (close == std::string_view::npos || close < open) &&
         open < value.span->begin;
}

LearnPage read_page(const wrap::LabelledPage& given, const PageOptions& options, Budget& budget,
                    std::vector<std::string>& fields) {
  LearnPage page;
  page.given = &given;
  page.page = std::make_unique<Page>(given.document, budget, options);
  const size_t labelled = given.label.records.size(), looked_at = std::min(labelled, kLabelledRows);
  for (size_t i = 0; i < looked_at; ++i) {
    const wrap::Record& record = given.label.records[i * labelled / looked_at];
    LabelledRow row;
    row.whole = given.label.complete;
    for (const wrap::Field& field : record.fields) {
      if (field.value.kind == wrap::Value::Kind::null) row.absent.push_back(field.name);
      if (!field.value.is_text() && !field.value.is_list()) continue;
      LabelledCell cell = field.value.is_list() ? list_cell(*page.page, field.name, field.value)
                                                : cell_of(*page.page, field.name, field.value);
      if (cell.places.empty()) continue;
      if (std::find(fields.begin(), fields.end(), field.name) == fields.end()) fields.push_back(field.name);
      row.cells.push_back(std::move(cell));
      ++page.cells;
    }
    if (!row.cells.empty()) page.rows.push_back(std::move(row));
  }
  for (size_t i = 0; i < given.label.negative.size(); ++i)
    if (LabelledCell cell = cell_of(*page.page, given.label.negative_field[i], given.label.negative[i]);
        !cell.places.empty())
      page.negatives.push_back(std::move(cell));
  return page;
}

}  // namespace gleaner::rows
