// Names of columns from what stands around them. See names.h.
#include "records/names.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>

#include "base/text.h"
#include "html/tags.h"
#include "records/weights.h"

namespace gleaner::records {
namespace {

class Namer {
 public:
  Namer(const Outline& outline, const Table& table, const std::vector<std::vector<std::string>>& texts,
        const std::vector<Stretch>& records)
      : outline_(outline),
        table_(table),
        texts_(texts),
        tags_(html::Tags::all()),
        columns_(table.columns.size()) {
    for (size_t r = 0; r < table.rows.size(); ++r)
      for (size_t j = 0; j < table.rows[r].size(); ++j) {
        Column& column = columns_[table.rows[r][j].column];
        if (column.node == kNone) column.node = table.rows[r][j].field.node;
        column.values.push_back(texts[r][j]);
      }
    find_labels();
    if (!records.empty()) header_.emplace(outline, records[0]), root_depth_ = outline[records[0].first].depth;
  }

  std::vector<NamedColumn> run() {
    std::vector<NamedColumn> out;
    for (size_t c = 0; c < columns_.size(); ++c)
      out.push_back({to_name(name_of(columns_[c], table_.columns[c])), columns_[c].is_label});
    return out;
  }

 private:
  struct Column {
    uint32_t node = kNone;
    std::vector<std::string_view> values;
    bool is_label = false;
    uint32_t leads = 0;                      // values right before another part of their field
    bool plain = false;                      // such a part, in no element of its own
    std::map<std::string, uint32_t> before;  // labels that stand before its values
  };

  bool names_what_follows(const Column& column) const {
    const double values = double(column.values.size());
    const bool part = column.leads >= kLabelConstant * values && column.plain;
    const html::TagId tag = outline_[column.node].tag;
    const bool stated = tag == tags_.th || tag == tags_.dt;  // a label however few records have it
    if (values <= 2 || (values < kLabelPresent * double(table_.rows.size()) && !part && !stated))
      return false;
    std::unordered_map<std::string_view, uint32_t> counts;
    std::string_view commonest;
    uint32_t most = 0;
    for (std::string_view value : column.values)
      if (uint32_t count = ++counts[value]; count > most) most = count, commonest = value;
    if (most < kLabelConstant * values || commonest.size() >= kLabelChars ||
        std::ranges::none_of(commonest, is_letter_byte))
      return false;
    return part || stated || commonest.back() == ':' || tag == tags_.label;
  }

  void find_labels() {
    for (size_t c = 0; c < columns_.size(); ++c) columns_[c].plain = table_.columns[c].plain;
    for (const auto& row : table_.rows)
      for (size_t j = 1; j < row.size(); ++j) {
        const uint32_t whole = table_.columns[row[j - 1].column].whole;
        columns_[row[j - 1].column].leads += whole != 0 && whole == table_.columns[row[j].column].whole;
      }
    for (Column& column : columns_) column.is_label = names_what_follows(column);
    for (size_t r = 0; r < table_.rows.size(); ++r)
      for (size_t j = 1; j < table_.rows[r].size(); ++j) {
        const Column& label = columns_[table_.rows[r][j - 1].column];
        Column& value = columns_[table_.rows[r][j].column];
        if (label.is_label && !value.is_label) ++value.before[to_name(texts_[r][j - 1])];
      }
  }

  static bool is_plain_word(std::string_view token) {
    return token.size() >= 3 && token.size() <= 25 && is_alpha(token[0]) &&
           std::ranges::all_of(token, [](char c) { return is_alpha(c) || c == '_' || c == '-'; });
  }

  std::string from_attributes(uint32_t node, bool classes) const {
    for (int up = 0; up < 2 && node != kNone; ++up, node = outline_[node].parent) {
      if (outline_.is_text(node)) continue;
      if (!classes) {
        std::string_view property = outline_.attribute(node, "itemprop");
        if (!property.empty()) return std::string(property);
      } else {
        if (outline_[node].depth <= root_depth_) break;  // the record's own class names the record
        for (std::string_view token : words(outline_[node].classes))
          if (is_plain_word(token)) return std::string(token);
      }
    }
    return {};
  }

  std::string name_of(Column& column, const TableColumn& info) {
    std::string name;
    if (info.whole != 0 && !info.plain) name = own_class(column.node);  // one of several values of its cell
    if (name.empty()) name = header_ ? header_->above(column.node) : std::string();
    if (name.empty()) name = from_attributes(column.node, false);
    if (name.empty() && column.is_label) return "label";
    if (name.empty()) name = from_label(column);
    if (name.empty() && ends_with_colon(info.lead)) name = info.lead;
    if (name.empty()) name = from_attributes(column.node, true);
    if (name.empty()) name = from_kind(column);
    if (name.empty()) name = info.lead;
    if (name.empty() && !titled_ && is_title(column.node)) name = "title", titled_ = true;
    return name;
  }

  std::string own_class(uint32_t node) const {
    for (std::string_view token : words(outline_[node].classes))
      if (is_plain_word(token)) return std::string(token);
    return {};
  }

  std::string from_label(const Column& column) const {
    for (const auto& [label, count] : column.before)
      if (count >= kLabelBefore * double(column.values.size())) return label;
    return {};
  }

  std::string from_kind(const Column& column) const {
    std::map<std::string_view, uint32_t> counts;
    for (std::string_view value : column.values) ++counts[kind_of_value(value)];
    for (const auto& [kind, count] : counts)
      if (!kind.empty() && count >= kKindShare * double(column.values.size())) return std::string(kind);
    return {};
  }

  bool is_title(uint32_t node) const {
    for (int up = 0; up < 2 && node != kNone; ++up, node = outline_[node].parent)
      if (outline_[node].tag == tags_.a || tags_.is(outline_[node].tag, html::kHeading)) return true;
    return false;
  }

  const Outline& outline_;
  const Table& table_;
  const std::vector<std::vector<std::string>>& texts_;
  const html::Tags& tags_;
  std::vector<Column> columns_;
  std::optional<HeaderRow> header_;
  uint32_t root_depth_ = 0;
  bool titled_ = false;
};

}  // namespace

HeaderRow::HeaderRow(const Outline& outline, Stretch record) : outline_(outline) {
  const html::Tags& tags = html::Tags::all();
  if (outline_[record.first].tag != tags.tr || record.first != record.last) return;
  const size_t cells = cells_of(record.first).size();
  if (cells < 2) return;
  std::vector<uint32_t> rows;  // nearest first
  for (uint32_t n = outline_[record.first].previous; n != kNone && rows.size() < 2; n = outline_[n].previous)
    if (outline_[n].tag == tags.tr) rows.push_back(n);
  if (rows.empty()) collect_thead(outline_[record.first].parent, rows);
  for (uint32_t row : rows) {
    std::vector<uint32_t> heads = cells_of(row);
    size_t full = size_t(std::ranges::count_if(heads, [&](uint32_t c) { return outline_.has_text(c); }));
    if (heads.size() != cells || full < 2) continue;
    for (uint32_t c : heads)
      texts_.push_back(
          outline_.text(outline_[c].leaf_begin, std::min(outline_[c].leaf_end, outline_[c].leaf_begin + 8)));
    return;
  }
}

std::vector<uint32_t> HeaderRow::cells_of(uint32_t row) const {
  std::vector<uint32_t> out;
  for (uint32_t c = outline_.first_child(row); c != kNone; c = outline_.next_sibling(c))
    if (html::is_cell(outline_[c].tag)) out.push_back(c);
  return out;
}

void HeaderRow::collect_thead(uint32_t body, std::vector<uint32_t>& rows) const {
  const html::Tags& tags = html::Tags::all();
  for (uint32_t n = body == kNone ? kNone : outline_[body].previous; n != kNone; n = outline_[n].previous) {
    if (outline_[n].tag != tags.thead) continue;
    for (uint32_t row = outline_.first_child(n); row != kNone; row = outline_.next_sibling(row))
      if (outline_[row].tag == tags.tr) rows.insert(rows.begin(), row);
    if (rows.size() > 2) rows.resize(2);
    return;
  }
}

std::string HeaderRow::above(uint32_t node) const {
  if (texts_.empty()) return {};
  while (node != kNone && !html::is_cell(outline_[node].tag)) node = outline_[node].parent;
  if (node == kNone) return {};
  size_t place = 0;
  for (uint32_t n = outline_[node].previous; n != kNone; n = outline_[n].previous)
    place += html::is_cell(outline_[n].tag);
  return place < texts_.size() && texts_[place].size() <= kLabelChars ? texts_[place] : std::string();
}

std::vector<NamedColumn> name_columns(const Outline& outline, const Table& table,
                                      const std::vector<std::vector<std::string>>& texts,
                                      const std::vector<Stretch>& records) {
  return Namer(outline, table, texts, records).run();
}

}  // namespace gleaner::records
