// See learn_page.h.
#include "rows/learn_page.h"

#include <algorithm>

#include "base/lists.h"
#include "base/unicode.h"
#include "rows/signs.h"
#include "rows/weights.h"

namespace gleaner::rows {
namespace {

bool overlaps(Span a, Span b) { return a.begin < b.end && b.begin < a.end; }

// The places of a label: where its span says, else wherever its letters stand.
LabelledCell cell_of(const Page& page, const std::string& field, const wrap::Value& value) {
  LabelledCell cell{field, value.text, letters_and_signs(value.text), {}};
  cell.places = page.find(cell.letters);
  if (cell.places.empty()) {  // the page has its signs among the letters, or not at all
    cell.letters = letters_of(value.text);
    cell.places = page.find(cell.letters);
  }
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
  if (!document.is_html()) return false;
  const std::string_view text = document.text();
  auto in_tag = [&](Span span) {
    const size_t open = text.rfind('<', span.begin), close = text.rfind('>', span.begin);
    return open != std::string_view::npos && (close == std::string_view::npos || close < open) &&
           open < span.begin;
  };
  if (value.span) return in_tag(*value.span);
  return !value.places.empty() && std::ranges::all_of(value.places, in_tag);
}

namespace {

void collect_inner(const std::vector<LabelledList>& lists, std::vector<LabelledCell>& into) {
  for (const LabelledList& list : lists)
    for (const LabelledRow& row : list.rows) {
      into.insert(into.end(), row.cells.begin(), row.cells.end());
      collect_inner(row.lists, into);
    }
}

bool is_list_of_records(const wrap::Value& value) {
  return value.is_list() && !value.items.empty() && value.items[0].is_record();
}

// Of several places of a text one may have been chosen by the order of records that know nothing of lists in
// them: in records with lists all count.
wrap::Value with_all_places(wrap::Value value) {
  if (value.places.size() > 1) value.span.reset();
  for (wrap::Value& item : value.items) item = with_all_places(std::move(item));
  return value;
}

LabelledRow row_from(const Page& page, const std::vector<wrap::Field>& fields, bool whole, bool nested) {
  LabelledRow row;
  row.whole = whole;
  nested = nested || std::ranges::any_of(fields, [](const wrap::Field& field) {
             return field.value.is_record() || is_list_of_records(field.value);
           });
  for (const wrap::Field& field : fields) {
    if (field.value.kind == wrap::Value::Kind::null) row.absent.push_back(field.name);
    if (field.value.is_record() || is_list_of_records(field.value)) {
      LabelledList list{field.name, {}, field.value.is_record()};
      if (list.single) list.rows.push_back(row_from(page, field.value.fields, whole, true));
      else
        for (const wrap::Value& item : field.value.items)
          if (item.is_record()) list.rows.push_back(row_from(page, item.fields, whole, true));
      row.lists.push_back(std::move(list));
      continue;
    }
    if (!field.value.is_text() && !field.value.is_list()) continue;
    const wrap::Value value = nested ? with_all_places(field.value) : field.value;
    LabelledCell cell =
        value.is_list() ? list_cell(page, field.name, value) : cell_of(page, field.name, value);
    if (!cell.places.empty()) row.cells.push_back(std::move(cell));
  }
  std::vector<LabelledCell> inner;
  collect_inner(row.lists, inner);
  for (size_t i = 0, n = std::min(inner.size(), kInnerCells); i < n; ++i)
    row.inner.push_back(inner[i * inner.size() / n]);
  return row;
}

void add_fields(const LabelledRow& row, std::vector<std::string>& fields) {
  for (const LabelledCell& cell : row.cells) add_new(fields, cell.field);
}

// Only the places inside of the record of the level above.
void narrow(const Page& page, Stretch bound, LabelledRow& row) {
  auto outside = [&](const Place& place) { return !page.holds(bound, place); };
  for (std::vector<LabelledCell>* cells : {&row.cells, &row.inner}) {
    for (LabelledCell& cell : *cells) std::erase_if(cell.places, outside);
    std::erase_if(*cells, [](const LabelledCell& cell) { return cell.places.empty(); });
  }
  for (LabelledList& list : row.lists)
    for (LabelledRow& below : list.rows) narrow(page, bound, below);
}

}  // namespace

LearnPage read_page(const wrap::LabelledPage& given, const PageOptions& options, Budget& budget,
                    std::vector<std::string>& fields) {
  LearnPage page;
  page.given = &given;
  page.page = std::make_shared<Page>(given.document, budget, options);
  page.scope = std::make_shared<Scope>(*page.page);
  page.labelled = given.label.records.size();
  const size_t looked_at = std::min(page.labelled, kLabelledRows);
  for (size_t i = 0; i < looked_at; ++i) {
    LabelledRow row = row_from(*page.page, given.label.records[i * page.labelled / looked_at].fields,
                               given.label.complete, false);
    add_fields(row, fields);
    page.cells += row.cells.size();
    if (!row.cells.empty()) page.rows.push_back(std::move(row));
  }
  for (size_t i = 0; i < given.label.negative.size(); ++i)
    if (LabelledCell cell = cell_of(*page.page, given.label.negative_field[i], given.label.negative[i]);
        !cell.places.empty())
      page.negatives.push_back(std::move(cell));
  return page;
}

std::optional<LearnPage> inner_page(const LearnPage& page, const std::vector<FieldModel>& own,
                                    const std::string& name, std::vector<std::string>& fields) {
  LearnPage inner;
  inner.page = page.page, inner.given = page.given;
  inner.scope = std::make_shared<Scope>(*page.page, page.members, value_nodes(*page.page, page.members, own));
  std::vector<LabelledRow> all;
  for (size_t q = 0; q < page.rows.size(); ++q)
    for (const LabelledList& list : page.rows[q].lists)
      if (list.name == name && page.member_of[q] >= 0)
        for (const LabelledRow& row : list.rows) {
          all.push_back(row);
          narrow(*page.page, page.members[size_t(page.member_of[q])], all.back());
          if (all.back().cells.empty()) all.pop_back();
        }
  inner.labelled = all.size();
  for (size_t i = 0, n = std::min(all.size(), kLabelledRows); i < n; ++i) {
    LabelledRow& row = all[i * all.size() / n];
    add_fields(row, fields);
    inner.cells += row.cells.size();
    inner.rows.push_back(std::move(row));
  }
  for (LabelledCell negative : page.negatives) {
    if (!negative.field.empty() && !negative.field.starts_with(name + ".")) continue;
    if (!negative.field.empty()) negative.field.erase(0, name.size() + 1);
    inner.negatives.push_back(std::move(negative));
  }
  if (inner.rows.empty()) return std::nullopt;
  return inner;
}

}  // namespace gleaner::rows
