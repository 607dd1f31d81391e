// See section_fields.h.
#include "rows/section_fields.h"

#include <algorithm>
#include <map>

#include "rows/refused.h"

namespace gleaner::rows {
namespace {

constexpr size_t kRowsShown = 2;  // labelled rows that must agree

// The highest element whose whole text stands at the place; kNone where the text is a part only.
uint32_t element_at(const Page& page, const Place& place) {
  if (place.node != kNone || place.end <= place.begin) return kNone;
  const Outline& o = page.outline();
  uint32_t best = kNone;
  for (uint32_t n = o[o.leaves()[page.leaf_at(place.begin)].node].parent; n != kNone; n = o[n].parent) {
    const Place here = page.place_of({n, n});
    if (here.begin < place.begin || here.end > place.end) break;
    if (here.begin == place.begin && here.end == place.end) best = n;
  }
  return best;
}

Unit unit_of(const Page& page, uint32_t node) {
  return {page.outline()[node].leaf_begin, page.outline()[node].leaf_end, node};
}

// A labelled row of a page, and its record.
struct Row {
  const LearnPage* page;
  Stretch record;
  const LabelledCell* cell;
};

std::vector<Row> rows_with(const std::vector<LearnPage>& pages, const std::string& field) {
  std::vector<Row> out;
  for (const LearnPage& page : pages)
    for (size_t q = 0; q < page.member_of.size(); ++q)
      if (const LabelledCell* cell = page.rows[q].find(field); cell && page.member_of[q] >= 0)
        out.push_back({&page, page.members[size_t(page.member_of[q])], cell});
  return out;
}

std::vector<Stretch> records_of(const LearnPage& page, const Model& model) {
  std::vector<Stretch> records = page.members;
  std::erase_if(records, [&](const Stretch& m) { return why_refused(model, *page.page, m).has_value(); });
  return records;
}

bool gives(const Row& row, const std::string& of, const Model& model) {
  const Page& page = *row.page->page;
  const uint32_t head = SectionHeads(page, of, records_of(*row.page, model)).above(row.record);
  return head != kNone && page.letters(unit_of(page, head)) == row.cell->letters;
}

}  // namespace

SectionHeads::SectionHeads(const Page& page, std::string_view of, const std::vector<Stretch>& records)
    : outline_(page.outline()) {
  size_t at = 0;  // records in document order
  for (uint32_t n = 0; n < outline_.size(); ++n) {
    while (at < records.size() && outline_[records[at].last].end <= n) ++at;
    if (outline_.is_text(n) || !outline_.has_text(n)) continue;
    if (at < records.size() && records[at].first < outline_[n].end) continue;  // in a record, or around one
    if (page.with_classes(n) == of) nodes_.push_back(n);
  }
}

uint32_t SectionHeads::above(Stretch record) const {
  const auto behind = std::ranges::lower_bound(nodes_, record.first);
  return behind == nodes_.begin() ? kNone : *(behind - 1);
}

bool are_sections(const LearnPage& page, const Model& model, const SectionField& field) {
  const std::vector<Stretch> records = records_of(page, model);
  const SectionHeads heads(*page.page, field.of, records);
  std::map<uint32_t, size_t> below;
  for (const Stretch& record : records)
    if (const uint32_t head = heads.above(record); head != kNone) ++below[head];
  const auto with_several = std::ranges::count_if(below, [](const auto& one) { return one.second > 1; });
  return below.size() > 1 && 2 * size_t(with_several) >= below.size();
}

std::optional<SectionField> section_field(const std::vector<LearnPage>& pages, const Model& model,
                                          const std::string& field) {
  const std::vector<Row> rows = rows_with(pages, field);
  if (rows.empty()) return std::nullopt;
  for (const Place& place : rows[0].cell->places) {
    const uint32_t head = element_at(*rows[0].page->page, place);
    if (head == kNone || head >= rows[0].record.first) continue;
    SectionField out{field, rows[0].page->page->with_classes(head)};
    if (!std::ranges::all_of(rows, [&](const Row& row) { return gives(row, out.of, model); })) continue;
    if (rows.size() >= kRowsShown || are_sections(*rows[0].page, model, out)) return out;
  }
  return std::nullopt;
}

std::optional<Found> found_above(const Page& page, uint32_t head) {
  if (head == kNone) return std::nullopt;
  const Unit unit = unit_of(page, head);
  return Found{unit, 0, std::string::npos, std::string(page.letters(unit))};
}

}  // namespace gleaner::rows
