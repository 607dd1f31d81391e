// See section_rows.h.
#include "rows/section_rows.h"

#include <algorithm>
#include <set>

#include "html/tags.h"
#include "rows/weights.h"

namespace gleaner::rows {
namespace {

// The colspan of a row that is one cell over several columns, "" of others.
std::string width_of_only_cell(const Page& page, Stretch record) {
  const Outline& o = page.outline();
  if (record.first != record.last || o[record.first].tag != html::Tags::all().tr) return {};
  uint32_t only = kNone;
  for (uint32_t c = o.first_child(record.first); c != kNone; c = o.next_sibling(c)) {
    if (o.is_text(c)) continue;
    if (only != kNone) return {};
    only = c;
  }
  const std::string_view wide = only == kNone ? std::string_view{} : o.attribute(only, "colspan");
  return wide.empty() || wide == "1" ? std::string{}
                                     : std::string(page.tag(only)) + "[colspan=" + std::string(wide) + "]";
}

void refuse_wide_rows(const LearnPage& page, Model& model) {
  std::set<std::string> wide;
  for (const Stretch& m : page.members)
    if (std::string width = width_of_only_cell(*page.page, m); !width.empty()) wide.insert(std::move(width));
  for (const std::string& width : wide) {
    const uint64_t key = hash_of_key(KeyKind::attribute, width);
    const bool in_rows = std::ranges::any_of(page.members, [&](const Stretch& m) {
      return width_of_only_cell(*page.page, m).empty() && !page.page->member(m).at(key).empty();
    });
    const bool labelled = std::ranges::any_of(page.member_of, [&](int m) {
      return m >= 0 && !page.page->member(page.members[size_t(m)]).at(key).empty();
    });
    const bool known = std::ranges::any_of(
        model.refuse, [&](const KeyInfo& k) { return k.kind == KeyKind::attribute && k.of == width; });
    if (!in_rows && !labelled && !known) model.refuse.push_back({KeyKind::attribute, width});
  }
}

// Lines of a sheet's table know nothing of cells over several columns. Each stands above a whole row, and
// they are few; else they are rows with gaps.
void refuse_label_rows(const LearnPage& page, Model& model) {
  std::vector<bool> alone;
  for (const Stretch& m : page.members) alone.push_back(is_label_row(*page.page, m));
  size_t labels = 0;
  for (size_t i = 0; i < alone.size(); ++i) {
    if (alone[i] && (i + 1 == alone.size() || alone[i + 1])) return;
    labels += alone[i];
  }
  for (const int m : page.member_of)
    if (m >= 0 && alone[size_t(m)]) return;
  if (labels > 0 && double(labels) <= kMostSections * double(alone.size())) model.refuse_labels = true;
}

}  // namespace

bool is_label_row(const Page& page, Stretch record) {
  const Outline& o = page.outline();
  if (record.first != record.last || o[record.first].tag != html::Tags::all().tr) return false;
  uint32_t cells = 0;
  for (uint32_t c = o.first_child(record.first); c != kNone; c = o.next_sibling(c)) {
    if (o.is_text(c)) continue;
    if (o.has_text(c) != (cells == 0) || (cells == 0 && o.attribute(c, "data-box").empty())) return false;
    ++cells;
  }
  return cells >= kSectionCells;
}

void refuse_section_rows(const LearnPage& page, Model& model) {
  refuse_wide_rows(page, model);
  refuse_label_rows(page, model);
}

}  // namespace gleaner::rows
