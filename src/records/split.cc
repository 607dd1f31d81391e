// Fields that are made of the same parts in nearly every record are several values written on one line: "PHP 945 267 Updated
// a day ago", "asked 2 May by Joel". Running text is not, because what is linked or set bold in it differs from record to record.
#include <algorithm>
#include <map>

#include "records/fields.h"
#include "records/tags.h"
#include "records/weights.h"

namespace gleaner::records {
namespace {

class Splitter {
 public:
  Splitter(const Outline& outline, Table& table, const SplitChoices* choices)
      : outline_(outline), table_(table), choices_(choices), tags_(Tags::get()), shapes_(table.columns.size()) {}

  void run() {
    starts_.resize(table_.columns.size());
    fields_.resize(table_.columns.size());
    for (const auto& row : table_.rows)
      for (const Table::Cell& cell : row) {
        const uint64_t shape = shape_of(cell.field);
        if (shape == 0) continue;
        ++shapes_[cell.column][shape];
        fields_[cell.column].push_back({shape, &cell.field});
      }
    const size_t columns = table_.columns.size();
    std::vector<uint64_t> chosen(columns, 0);  // the shape that is split, 0: none
    bool any = false;
    for (uint32_t c = 0; c < columns; ++c) {
      auto [shape, count] = commonest(c);
      if (shape == 0) continue;
      bool split = is_stable(c, shape, count);
      const uint64_t key = column_key(table_.columns[c]);
      table_.votes.push_back({key, table_.columns[c].count, split});
      if (choices_)
        if (auto at = choices_->find(key); at != choices_->end()) split = at->second;
      if (!split) continue;
      chosen[c] = shape, any = true;
      starts_[c] = part_starts(c, shape);
    }
    if (any) rebuild(chosen);
  }

 private:
  // Hash of the places of a field's leaves below its node; 0 for a single leaf.
  uint64_t shape_of(const FieldPlace& field) const {
    const uint32_t parts = field.leaf_end - field.leaf_begin;
    if (parts < 2 || parts > kSplitParts) return 0;
    uint64_t hash = parts;
    for (uint32_t leaf = field.leaf_begin; leaf < field.leaf_end; ++leaf)
      hash = hash * 0x9e3779b97f4a7c15ull + (outline_[outline_.leaves()[leaf].node].path ^ (hash >> 31));
    return hash | 1;
  }

  std::pair<uint64_t, uint32_t> commonest(uint32_t column) const {
    std::pair<uint64_t, uint32_t> best{0, 0};
    for (auto [shape, count] : shapes_[column])
      if (shape != 0 && count > best.second) best = {shape, count};
    return best;
  }

  bool is_stable(uint32_t column, uint64_t shape, uint32_t count) const {
    const TableColumn& info = table_.columns[column];
    if (info.count < kSplitFields || count < kSplitShare * info.count) return false;
    std::vector<const FieldPlace*> fields;
    uint64_t chars = 0;
    for (const auto& [own, field] : fields_[column]) {
      if (own != shape) continue;
      fields.push_back(field);
      chars += outline_.chars(field->leaf_begin, field->leaf_end);
    }
    if (chars > kSplitChars * fields.size()) return false;
    return crosses_elements(*fields[0]) || has_fixed_part(fields);
  }

  // Is a part inside more than formatting (a link, a span with a class, time)?
  bool crosses_elements(const FieldPlace& field) const {
    for (uint32_t leaf = field.leaf_begin; leaf < field.leaf_end; ++leaf)
      for (uint32_t n = outline_[outline_.leaves()[leaf].node].parent; n != field.node && n != kNone; n = outline_[n].parent)
        if (!tags_.is(outline_[n].tag, kFormatting) && !(outline_[n].tag == tags_.span && outline_[n].classes.empty())) return true;
    return false;
  }

  // A part that is a number, or the same text, in nearly every field, beside one that varies: "<b>12</b> answers", "<b>Price</b> 9.90".
  bool has_fixed_part(const std::vector<const FieldPlace*>& fields) const {
    const uint32_t parts = fields[0]->leaf_end - fields[0]->leaf_begin;
    bool fixed = false, varies = false;
    for (uint32_t part = 0; part < parts; ++part) {
      uint32_t digits = 0;
      std::map<std::string, uint32_t> texts;
      uint32_t most = 0;
      for (const FieldPlace* field : fields) {
        const uint32_t leaf = field->leaf_begin + part;
        digits += outline_.digits(leaf, leaf + 1) > 0 && outline_.chars(leaf, leaf + 1) <= 12;
        most = std::max(most, ++texts[outline_.leaf_text(leaf)]);
      }
      const double nearly_all = kSplitShare * double(fields.size());
      fixed = fixed || std::max(digits, most) >= nearly_all;
      varies = varies || most < nearly_all;
    }
    return fixed && varies;
  }

  // Where the parts begin. A word that is the same in nearly every field belongs to what follows it: "by Joel", "asked 2 May".
  std::vector<uint32_t> part_starts(uint32_t column, uint64_t shape) const {
    std::vector<const FieldPlace*> fields;
    for (const auto& [own, field] : fields_[column])
      if (own == shape) fields.push_back(field);
    const uint32_t parts = fields[0]->leaf_end - fields[0]->leaf_begin;
    std::vector<uint32_t> out = {0};
    for (uint32_t part = 1; part < parts; ++part)
      if (!is_word_before(fields, part - 1)) out.push_back(part);
    return out;
  }

  bool is_word_before(const std::vector<const FieldPlace*>& fields, uint32_t part) const {
    std::map<std::string, uint32_t> texts;
    std::string commonest;
    uint32_t most = 0;
    for (const FieldPlace* field : fields) {
      std::string text = outline_.leaf_text(field->leaf_begin + part);
      if (uint32_t n = ++texts[text]; n > most) most = n, commonest = text;
    }
    return most >= kSplitShare * double(fields.size()) && commonest.back() != ':';
  }

  void rebuild(const std::vector<uint64_t>& chosen) {
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> at;  // column, part
    std::vector<TableColumn> columns;
    for (auto& row : table_.rows) {
      std::vector<Table::Cell> cells;
      for (const Table::Cell& cell : row) {
        const bool split = chosen[cell.column] != 0 && shape_of(cell.field) == chosen[cell.column];
        const std::vector<uint32_t>& starts = starts_[cell.column];
        const uint32_t parts = split ? uint32_t(starts.size()) : 1;
        for (uint32_t part = 0; part < parts; ++part) {
          FieldPlace field = cell.field;
          if (parts > 1) {
            field.leaf_begin = cell.field.leaf_begin + starts[part];
            field.leaf_end = part + 1 < parts ? cell.field.leaf_begin + starts[part + 1] : cell.field.leaf_end;
            field.node = field.leaf_end - field.leaf_begin == 1 ? part_node(cell.field.node, field.leaf_begin) : cell.field.node;
          }
          cells.push_back({column_of(columns, at, cell.column, part), field});
        }
      }
      for (size_t j = 0; j < cells.size(); ++j) {
        TableColumn& column = columns[cells[j].column];
        ++column.count;
        column.place += double(j) / double(std::max<size_t>(1, cells.size() - 1));
      }
      row = std::move(cells);
    }
    table_.columns = std::move(columns);
  }

  // The element of the part itself, so that its class can name it.
  uint32_t part_node(uint32_t node, uint32_t leaf) const {
    const uint32_t parent = outline_[outline_.leaves()[leaf].node].parent;
    return parent == node ? node : parent;
  }

  uint32_t column_of(std::vector<TableColumn>& columns, std::map<std::pair<uint32_t, uint32_t>, uint32_t>& at, uint32_t old,
                     uint32_t part) const {
    auto [place, added] = at.try_emplace({old, part}, uint32_t(columns.size()));
    if (added) {
      const TableColumn& from = table_.columns[old];
      columns.push_back({part == 0 ? from.path : column_key(from) * 0x9e3779b97f4a7c15ull + part, part == 0 ? from.occurrence : 1, 0, 0});
    }
    return place->second;
  }

  const Outline& outline_;
  Table& table_;
  const SplitChoices* choices_;
  const Tags& tags_;
  std::vector<std::map<uint64_t, uint32_t>> shapes_;
  std::vector<std::vector<uint32_t>> starts_;  // where the parts begin, of columns that are split
  std::vector<std::vector<std::pair<uint64_t, const FieldPlace*>>> fields_;  // of several leaves, a column
};

}  // namespace

void split_columns(const Outline& outline, Table& table, const SplitChoices* choices) { Splitter(outline, table, choices).run(); }

}  // namespace gleaner::records
