// Fields that are made of the same parts in nearly every record are several values written on one line: "PHP
// 945 267 Updated a day ago", "Price: 31.00 28.00". Running text is not, because what is linked or set bold
// in it differs from record to record.
//
// A part is a text told by its path below the field, the class of its element and how often that came before.
// Parts that nearly all fields have make the field; parts in elements that mean something (a class, a link)
// may be missing in some. Punctuation between parts is left out; a constant word belongs to the part after it
// ("by Joel"; lead.cc may take it off again), a constant label that ends in a colon becomes a column, which
// names the one after it (names.cc).
#include <algorithm>
#include <map>

#include "base/text.h"
#include "html/tags.h"
#include "records/fields.h"
#include "records/weights.h"

namespace gleaner::records {
namespace {

class Splitter {
 public:
  Splitter(const Outline& outline, Table& table, const Choices* choices, uint64_t scope)
      : outline_(outline),
        table_(table),
        choices_(choices),
        scope_(scope),
        tags_(html::Tags::all()),
        uses_(table.columns.size()) {}

  void run() {
    for (const auto& row : table_.rows)
      for (const Table::Cell& cell : row) count(cell);
    bool any = false;
    for (uint32_t c = 0; c < uses_.size(); ++c) any = decide(c) || any;
    if (any) rebuild();
  }

 private:
  struct Part {
    uint64_t key;
    uint32_t leaf;
    bool own;  // in an element that means something
  };
  struct Use {
    std::vector<const FieldPlace*> fields;
    std::map<uint64_t, std::pair<uint32_t, bool>> keys;  // fields with it; Part::own
    uint32_t several = 0;
    uint64_t chars = 0;
    std::vector<uint64_t> chosen;  // sorted keys of the parts; empty: not split
    std::vector<uint64_t> words;   // sorted keys of those that belong to the part after them
    uint64_t main = 0;             // the part that fields made otherwise go to
  };

  // The leaves of a field, told apart; none if there are too many.
  std::vector<Part> parts_of(const FieldPlace& field) const {
    std::vector<Part> out;
    if (field.leaf_end - field.leaf_begin > kSplitParts) return out;
    std::vector<uint64_t> plain;
    for (uint32_t leaf = field.leaf_begin; leaf < field.leaf_end; ++leaf) {
      const uint32_t text = outline_.leaves()[leaf].node, parent = outline_[text].parent;
      uint64_t key = outline_.path_from(field.node, text);
      if (parent != field.node) key ^= first_class_hash(outline_[parent].classes);
      plain.push_back(key);
      const auto before = std::count(plain.begin(), plain.end() - 1, key);
      out.push_back({(key + uint64_t(before)) * 0x9e3779b97f4a7c15ull | 1, leaf, is_own(field, leaf)});
    }
    return out;
  }

  // Is a part inside more than formatting (a link, a span with a class, time)?
  bool is_own(const FieldPlace& field, uint32_t leaf) const {
    for (uint32_t n = outline_[outline_.leaves()[leaf].node].parent; n != field.node && n != kNone;
         n = outline_[n].parent)
      if (!outline_[n].classes.empty() ||
          (!tags_.is(outline_[n].tag, kInsideText) && outline_[n].tag != tags_.span))
        return true;
    return false;
  }

  void count(const Table::Cell& cell) {
    Use& use = uses_[cell.column];
    use.fields.push_back(&cell.field);
    use.chars += outline_.chars(cell.field.leaf_begin, cell.field.leaf_end);
    if (cell.field.leaf_end - cell.field.leaf_begin < 2) return;
    ++use.several;
  }

  bool decide(uint32_t c) {
    Use& use = uses_[c];
    const uint64_t key = column_key(table_.columns[c]) ^ scope_;
    const ColumnChoice* choice = nullptr;
    if (choices_)
      if (auto at = choices_->split.find(key); at != choices_->split.end()) choice = &at->second;
    if (use.several == 0 && !(choice && choice->split)) {
      if (!use.fields.empty()) table_.votes.push_back({key, 0, false, {}, {}});
      return false;
    }
    for (const FieldPlace* field : use.fields)
      for (const Part& part : parts_of(*field)) {
        auto& [times, own] = use.keys[part.key];
        ++times, own = part.own;
      }
    std::vector<uint64_t> parts = is_stable(use) ? vocabulary(use) : std::vector<uint64_t>();
    table_.votes.push_back({key, uint32_t(use.fields.size()), !parts.empty(), parts, {}});
    if (choice) parts = choice->split ? choice->parts : std::vector<uint64_t>();
    use.chosen = std::move(parts);
    if (!use.chosen.empty()) find_words(use);
    return !use.chosen.empty();
  }

  // Parts that nearly all fields have, and parts of their own that some have. A constant one that some have
  // is a word that was searched for, marked up.
  std::vector<uint64_t> vocabulary(const Use& use) const {
    std::vector<uint64_t> out;
    const double fields = double(use.fields.size());
    for (const auto& [key, counted] : use.keys) {
      const auto [times, own] = counted;
      if (times >= kSplitShare * fields) out.push_back(key);
      else if (own && times >= 2 && times >= kOptionalPart * fields && varies(use, key)) out.push_back(key);
    }
    return out;
  }

  bool is_stable(const Use& use) const {
    const double fields = double(use.fields.size());
    if (use.fields.size() < kSplitFields || use.several < 2 || double(use.chars) > kSplitChars * fields)
      return false;
    const std::vector<uint64_t> parts = vocabulary(use);
    if (parts.size() < 2 || parts.size() > kSplitParts) return false;
    uint32_t made = 0, fixed = 0;
    for (const FieldPlace* field : use.fields) made += is_made_of(parts_of(*field), parts);
    if (made < kSplitShare * fields) return false;
    bool own = false;
    for (uint64_t key : parts)
      own = own || use.keys.at(key).second, fixed += use.keys.at(key).first >= kSplitShare * fields;
    return fixed > 0 && (own || has_fixed_part(use, parts));
  }

  static bool is_made_of(const std::vector<Part>& field, const std::vector<uint64_t>& parts) {
    return !field.empty() && std::ranges::all_of(field, [&](const Part& part) {
      return std::binary_search(parts.begin(), parts.end(), part.key);
    });
  }

  struct Spread {
    uint32_t values = 0, most = 0, numbers = 0;  // of one text at most; short ones with digits
    std::string commonest;
  };
  Spread spread(const Use& use, uint64_t key) const {
    Spread out;
    std::map<std::string, uint32_t> texts;
    for (const FieldPlace* field : use.fields)
      for (const Part& part : parts_of(*field)) {
        if (part.key != key) continue;
        ++out.values;
        out.numbers +=
            outline_.digits(part.leaf, part.leaf + 1) > 0 && outline_.chars(part.leaf, part.leaf + 1) <= 12;
        std::string text = outline_.leaf_text(part.leaf);
        if (const uint32_t times = ++texts[text]; times > out.most)
          out.most = times, out.commonest = std::move(text);
      }
    return out;
  }

  bool varies(const Use& use, uint64_t key) const {
    const Spread s = spread(use, key);
    return s.most < std::max(2.0, kSplitShare * s.values);
  }

  // A part that is a number, or the same text, in nearly every field, beside one that varies: "<b>12</b>
  // answers", "<b>Price</b> 9.90".
  bool has_fixed_part(const Use& use, const std::vector<uint64_t>& parts) const {
    bool fixed = false, varies = false;
    for (uint64_t key : parts) {
      const Spread s = spread(use, key);
      fixed = fixed || std::max(s.numbers, s.most) >= kSplitShare * s.values;
      varies = varies || s.most < kSplitShare * s.values;
    }
    return fixed && varies;
  }

  void find_words(Use& use) const {
    uint32_t most = 0;
    use.main = use.chosen[0];
    for (uint64_t key : use.chosen) {
      const Spread s = spread(use, key);
      if (const uint32_t varying = s.values - s.most; varying > most) use.main = key, most = varying;
      auto at = use.keys.find(key);
      if (at == use.keys.end() || at->second.second || s.commonest.empty() || s.commonest.back() == ':')
        continue;
      if (s.most >= kSplitShare * s.values && measure(s.commonest).word) use.words.push_back(key);
    }
  }

  void rebuild() {
    std::map<std::pair<uint32_t, uint64_t>, uint32_t> at;  // column, part
    std::vector<TableColumn> columns;
    for (auto& row : table_.rows) {
      std::vector<Table::Cell> cells;
      for (const Table::Cell& cell : row) put(cell, cells, columns, at);
      for (size_t j = 0; j < cells.size(); ++j) {
        TableColumn& column = columns[cells[j].column];
        ++column.count;
        column.place += double(j) / double(std::max<size_t>(1, cells.size() - 1));
      }
      row = std::move(cells);
    }
    table_.columns = std::move(columns);
  }

  void put(const Table::Cell& cell, std::vector<Table::Cell>& cells, std::vector<TableColumn>& columns,
           std::map<std::pair<uint32_t, uint64_t>, uint32_t>& at) const {
    const Use& use = uses_[cell.column];
    const std::vector<Part> parts = use.chosen.empty() ? std::vector<Part>() : parts_of(cell.field);
    if (!is_made_of(parts, use.chosen)) {
      cells.push_back({column_of(columns, at, cell.column, use.main, false), cell.field});
      return;
    }
    uint32_t from = kNone;  // where words before a part begin
    for (const Part& part : parts) {
      if (parts.size() > 1 && !measure(outline_.leaf_text(part.leaf)).word) continue;
      if (part.leaf + 1 < cell.field.leaf_end &&
          std::binary_search(use.words.begin(), use.words.end(), part.key)) {
        if (from == kNone) from = part.leaf;
        continue;
      }
      FieldPlace field = cell.field;
      field.leaf_begin = from == kNone ? part.leaf : from, field.leaf_end = part.leaf + 1;
      from = kNone;
      const uint32_t parent = outline_[outline_.leaves()[part.leaf].node].parent;
      if (parent != field.node) field.node = parent;  // so that its class can name it
      strip_dividers(outline_, field);
      cells.push_back({column_of(columns, at, cell.column, part.key, !part.own), field});
    }
  }

  uint32_t column_of(std::vector<TableColumn>& columns, std::map<std::pair<uint32_t, uint64_t>, uint32_t>& at,
                     uint32_t old, uint64_t part, bool plain) const {
    auto [place, added] = at.try_emplace({old, part}, uint32_t(columns.size()));
    if (added) {
      const TableColumn& from = table_.columns[old];
      TableColumn made;
      made.path = part == 0 ? from.path : column_key(from) * 0x9e3779b97f4a7c15ull + part;
      made.occurrence = part == 0 ? from.occurrence : 1;
      made.whole = part == 0 ? 0 : old + 1;
      made.plain = plain;
      columns.push_back(std::move(made));
    }
    return place->second;
  }

  const Outline& outline_;
  Table& table_;
  const Choices* choices_;
  const uint64_t scope_;
  const html::Tags& tags_;
  std::vector<Use> uses_;
};

}  // namespace

void split_columns(const Outline& outline, Table& table, const Choices* choices, uint64_t scope) {
  Splitter(outline, table, choices, scope).run();
}

}  // namespace gleaner::records
