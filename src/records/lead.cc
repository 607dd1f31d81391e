// What the values of a column begin with, and are not: a label ("Price: EUR 9.90") or a joining word ("by
// Joel", "posted 2 May").
//
// A label is letters up to a colon; joining words are written small, with a value after them. Either must
// open nearly all values and what is left must vary, so that neither titles nor running text lose their
// beginning.
#include <algorithm>
#include <array>
#include <map>

#include "base/text.h"
#include "records/fields.h"
#include "records/weights.h"

namespace gleaner::records {
namespace {

constexpr std::string_view kWideColon = "\xef\xbc\x9a";

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }

// The first `count` words if all are written small and a value follows.
std::string_view words_of(std::string_view text, size_t count) {
  size_t at = 0;
  for (size_t i = 0; i < count; ++i) {
    const size_t from = i == 0 ? 0 : at + 1;
    at = from;
    while (at < text.size() && is_lower(text[at])) ++at;
    if (at == from || at + 1 >= text.size() || text[at] != ' ') return {};
  }
  return text.substr(0, at);
}

class LeadFinder {
 public:
  explicit LeadFinder(const std::vector<std::string>& texts) : texts_(texts) {}

  std::string run() const {
    if (texts_.size() < kSplitFields) return {};
    std::string best = accept([](std::string_view text) { return label_of(text); });
    for (size_t count = 1; count <= kLeadWords && best.empty() == (count == 1); ++count) {
      std::string longer = accept([&](std::string_view text) { return words_of(text, count); });
      if (longer.empty()) break;
      best = std::move(longer);
    }
    return best;
  }

 private:
  template <class Lead>
  std::string accept(Lead lead) const {
    std::map<std::string_view, uint32_t> leads, rests;
    std::string_view commonest;
    for (const std::string& text : texts_)
      if (std::string_view own = lead(text); !own.empty() && ++leads[own] > leads[commonest]) commonest = own;
    const double nearly_all = kLeadShare * double(texts_.size());
    if (commonest.empty() || leads[commonest] < nearly_all) return {};
    for (const std::string& text : texts_)
      if (lead(text) == commonest && ++rests[std::string_view(text).substr(commonest.size())] >= nearly_all)
        return {};
    return std::string(commonest);
  }

  const std::vector<std::string>& texts_;
};

}  // namespace

bool ends_with_colon(std::string_view text) { return text.ends_with(':') || text.ends_with(kWideColon); }

std::string_view label_of(std::string_view text) {
  const size_t colon = std::min(text.find(':'), text.find(kWideColon));
  if (colon == text.npos || colon == 0 || colon >= kLabelChars) return {};
  const size_t end = colon + (text[colon] == ':' ? 1 : kWideColon.size());
  if (end == text.size()) return {};
  std::string_view label = text.substr(0, colon);
  if (is_digit(label[0]) || label.find_first_of("0123456789()[]\"/") != label.npos || text[end] == '/')
    return {};
  return text.substr(0, end);
}

std::string common_lead(const std::vector<std::string>& texts) { return LeadFinder(texts).run(); }

bool strip_lead(const Outline& outline, FieldPlace& field, std::string_view lead) {
  if (lead.empty() || field.skip > 0) return false;
  std::string_view raw = outline.tree().text(outline[outline.leaves()[field.leaf_begin].node].id);
  const Measured inside = measure(raw);
  size_t at = inside.begin;
  auto skip_space = [&] {
    while (at < inside.end && measure(raw.substr(at, raw[at] == '\xc2' ? 2 : 1)).chars == 0)
      at += raw[at] == '\xc2' ? 2 : 1;
  };
  for (char c : lead) {
    if (c == ' ') skip_space();
    else if (at < inside.end && raw[at] == c) ++at;
    else return false;
  }
  skip_space();
  if (at < inside.end) field.skip = uint32_t(at);
  else if (field.leaf_end - field.leaf_begin > 1) ++field.leaf_begin;
  else return false;
  return true;
}

void strip_dividers(const Outline& outline, FieldPlace& field) {
  static constexpr std::string_view kDividers[] = {",", ";", "|", "\xc2\xb7", "\xe2\x80\xa2", "\xe2\x80\xba"};
  auto text_of = [&](uint32_t leaf) { return outline.tree().text(outline[outline.leaves()[leaf].node].id); };
  std::string_view last = text_of(field.leaf_end - 1), first = text_of(field.leaf_begin);
  const Measured at_end = measure(last), at_start = measure(first);
  for (std::string_view divider : kDividers) {
    if (last.substr(0, at_end.end).ends_with(divider))
      field.drop = uint32_t(last.size() - at_end.end + divider.size());
    if (field.skip == 0 && first.substr(at_start.begin).starts_with(divider))
      field.skip = uint32_t(at_start.begin + divider.size());
  }
  const bool one = field.leaf_end - field.leaf_begin == 1;
  const size_t left =
      one ? (field.skip + field.drop < last.size() ? last.size() - field.skip - field.drop : 0) : 1;
  if (left == 0 || (one && !measure(last.substr(field.skip, left)).word)) field.skip = field.drop = 0;
}

namespace {

// Columns nearly all of whose values begin with the same byte: only their texts need to be looked at.
std::vector<bool> begin_alike(const Outline& outline, const Table& table) {
  std::vector<std::array<uint32_t, 256>> firsts(table.columns.size(), std::array<uint32_t, 256>{});
  for (const auto& row : table.rows)
    for (const Table::Cell& cell : row) {
      std::string_view text = outline.tree().text(outline[outline.leaves()[cell.field.leaf_begin].node].id);
      const size_t at = text.find_first_not_of(" \t\r\n\f", cell.field.skip);
      if (at != text.npos) ++firsts[cell.column][static_cast<unsigned char>(text[at])];
    }
  std::vector<bool> out;
  for (size_t c = 0; c < table.columns.size(); ++c)
    out.push_back(table.columns[c].count >= kSplitFields &&
                  *std::ranges::max_element(firsts[c]) >= kLeadShare * table.columns[c].count);
  return out;
}

}  // namespace

void strip_leads(const Outline& outline, Table& table, const Choices* choices, uint64_t scope) {
  std::vector<std::vector<std::string>> texts(table.columns.size());
  const std::vector<bool> alike = begin_alike(outline, table);
  for (const auto& row : table.rows)
    for (const Table::Cell& cell : row)
      if (!alike[cell.column]) continue;
      else if (outline.chars(cell.field.leaf_begin, cell.field.leaf_end) <= kLeadChars)
        texts[cell.column].push_back(field_text(outline, cell.field));
      else texts[cell.column].emplace_back();
  for (size_t c = 0; c < table.columns.size(); ++c) {
    const uint64_t key = column_key(table.columns[c]) ^ scope;
    std::string& lead = table.columns[c].lead = common_lead(texts[c]);
    table.leads.push_back({key, table.columns[c].count, false, {}, lead});
    if (choices)
      if (auto at = choices->lead.find(key); at != choices->lead.end()) lead = at->second.lead;
  }
  for (auto& row : table.rows)
    for (Table::Cell& cell : row) cell.led = strip_lead(outline, cell.field, table.columns[cell.column].lead);
}

}  // namespace gleaner::records
