// Fields and columns. See fields.h.
#include "records/fields.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "base/contains.h"
#include "base/text.h"
#include "html/struck.h"
#include "html/tags.h"
#include "records/names.h"
#include "records/weights.h"

namespace gleaner::records {

namespace {

// Which column of its table a cell of a row stands in, for the leaves of the row in order. Counted once a
// row.
class CellColumn {
 public:
  CellColumn(const Outline& outline, uint32_t row)
      : outline_(outline), is_row_(outline[row].tag == html::Tags::all().tr) {
    if (is_row_) cell_ = outline.first_child(row);
  }
  // A number to be mixed into a path; 0 outside of rows.
  uint64_t of(uint32_t text) {
    if (!is_row_) return 0;
    while (cell_ != kNone && outline_[cell_].end <= text) {
      const std::string_view span = outline_.attribute(cell_, "colspan");
      const bool wide = span.size() == 1 && span[0] > '1' && span[0] <= '9';
      if (!outline_.is_text(cell_)) column_ += wide ? uint64_t(span[0] - '0') : 1;
      cell_ = outline_.next_sibling(cell_);
    }
    return (column_ + 1) * 0xd6e8feb86659fd93ull;
  }

 private:
  const Outline& outline_;
  const bool is_row_;
  uint32_t cell_ = kNone;
  uint64_t column_ = 0;
};

// Words with a blank between them: such a text is no part of a word or of an amount.
bool has_words(std::string_view text) {
  text = trim(text);
  for (size_t i = 1; i + 1 < text.size(); ++i)
    if (is_space(text[i]) && (is_letter_byte(text[i - 1]) || is_letter_byte(text[i + 1]))) return true;
  return false;
}

// Is the place between two texts that touch each other the bound of two values? "Berlin" and "3.200 EUR",
// "Keller GmbH" and "Graz", "EZ 07/2013" and "132 kW"; but "$" "12", "12" ".90", "12" "EUR" and "W" "elcome"
// are one.
bool is_bound(std::string_view left, std::string_view right) {
  const char last = left.back(), first = right.front();
  if (is_letter_byte(last) && (is_digit(first) || first == '$')) return true;
  if (last >= 'a' && last <= 'z' && first >= 'A' && first <= 'Z') return true;
  if ((first >= 'a' && first <= 'z') || !(has_words(left) || has_words(right))) return false;
  return is_digit(last) ? is_digit(first) : is_letter_byte(last) && is_letter_byte(first);
}

// Are two texts of an element that has none of its own words of two values: in spans that touch each other?
bool touch_apart(const Outline& outline, uint32_t node, uint32_t a, uint32_t b) {
  if (outline[node].mixed) return false;
  auto child_with = [&](uint32_t n) {
    while (n != kNone && outline[n].parent != node) n = outline[n].parent;
    return n;
  };
  const uint32_t left = child_with(a), right = child_with(b);
  const html::TagId span = html::Tags::all().span;
  if (left == kNone || right == kNone || left == right || outline[left].tag != span ||
      outline[right].tag != span)
    return false;
  const html::Tree& tree = outline.tree();
  for (html::NodeId n = outline[a].id + 1; n < outline[b].id; ++n)
    if (tree.is_text(n) && tree.blank(n)) return false;
  return is_bound(tree.text(outline[a].id), tree.text(outline[b].id));
}

// Inside of the field's element.
bool is_struck_in(const Outline& outline, uint32_t node, uint32_t text) {
  constexpr int kLevels = 4;
  uint32_t n = outline[text].parent;
  for (int level = 0; level < kLevels && n != kNone && n != node; ++level, n = outline[n].parent)
    if (html::strikes(outline.tree(), outline[n].id)) return true;
  return false;
}

// A figure and a struck one: the price before the sale is another value, whichever stands first.
constexpr uint64_t kStruckPath = 0x5bd1e9955bd1e995ull;
enum class Struck : uint8_t { none, before, behind };
Struck struck_beside(const Outline& outline, const FieldPlace& field, uint32_t leaf) {
  auto text = [&](uint32_t l) { return outline.leaves()[l].node; };
  if (!outline.digits(field.leaf_end - 1, field.leaf_end) || !outline.digits(leaf, leaf + 1))
    return Struck::none;
  const bool before = is_struck_in(outline, field.node, text(field.leaf_end - 1));
  const bool here = is_struck_in(outline, field.node, text(leaf));
  if (before == here) return Struck::none;
  if (here) return Struck::behind;
  // behind words of its own the whole text is told apart by its parts: "Price: 31.00 28.00"
  return is_struck_in(outline, field.node, text(field.leaf_begin)) ? Struck::before : Struck::none;
}

}  // namespace

std::vector<FieldPlace> fields_of(const Outline& outline, Stretch record) {
  std::vector<FieldPlace> out;
  const uint32_t base = outline[record.first].parent;
  uint32_t previous = kNone;  // node of the leaf before
  for (uint32_t root = record.first; root != kNone; root = outline.next_sibling(root)) {
    CellColumn cells(outline, root);
    for (uint32_t leaf = outline[root].leaf_begin; leaf < outline[root].leaf_end; ++leaf) {
      const uint32_t text = outline.leaves()[leaf].node;
      uint32_t node = outline[text].parent;
      if (node != base) {  // a bare text among the record's nodes stays where it is
        node = outline[node].top;
        if (outline[node].depth < outline[root].depth) node = root;
      }
      bool joins = !out.empty() && out.back().node == node &&
                   outline[text].hard_before == outline[previous].hard_before &&
                   !touch_apart(outline, node, previous, text);
      const Struck struck = joins ? struck_beside(outline, out.back(), leaf) : Struck::none;
      if (joins && struck == Struck::none) {
        out.back().leaf_end = leaf + 1;
      } else {
        if (struck == Struck::before) out.back().path ^= kStruckPath;
        out.push_back({leaf, leaf + 1, node,
                       (node == base ? 0 : outline.path_from(base, node) ^ cells.of(text)) ^
                           (struck == Struck::behind ? kStruckPath : 0)});
      }
      previous = text;
    }
    if (root == record.last) break;
  }
  return out;
}

std::string field_text(const Outline& outline, const FieldPlace& field) {
  const html::Tree& tree = outline.tree();
  std::string raw;
  html::NodeId last = html::kNoNode;
  for (uint32_t leaf = field.leaf_begin; leaf < field.leaf_end; ++leaf) {
    html::NodeId id = outline[outline.leaves()[leaf].node].id;
    if (last != html::kNoNode)
      for (html::NodeId n = last + 1; n < id; ++n)
        if (tree.is_text(n) && measure(tree.text(n)).chars == 0) {
          raw += ' ';
          break;
        }
    std::string_view text = tree.text(id);
    if (leaf + 1 == field.leaf_end) text.remove_suffix(field.drop);
    raw += leaf == field.leaf_begin ? text.substr(field.skip) : text;
    last = id;
  }
  return collapse(raw);
}

Span field_span(const Outline& outline, const FieldPlace& field) {
  if (field.skip == 0 && field.drop == 0) {
    Span span = outline.leaf_span(field.leaf_begin);
    for (uint32_t leaf = field.leaf_begin + 1; leaf < field.leaf_end; ++leaf)
      span = span.hull(outline.leaf_span(leaf));
    return span;
  }
  auto part = [&](uint32_t leaf, uint32_t skip, uint32_t drop) {
    const html::NodeId id = outline[outline.leaves()[leaf].node].id;
    std::string_view text = outline.tree().text(id);
    text = text.substr(skip, text.size() - skip - drop);
    const Measured inside = measure(text);
    return outline.tree().text_span(id, skip + inside.begin, skip + inside.end);
  };
  const uint32_t first = field.leaf_begin, last = field.leaf_end - 1;
  if (first == last) return part(first, field.skip, field.drop);
  return part(first, field.skip, 0).hull(part(last, 0, field.drop));
}

namespace {

bool is_in(const std::vector<LeafRange>& ranges, uint32_t leaf) {
  auto after = std::upper_bound(ranges.begin(), ranges.end(), leaf,
                                [](uint32_t l, LeafRange r) { return l < r.begin; });
  return after != ranges.begin() && leaf < (after - 1)->end;
}

// First class of the node a field climbed to: "stock soon" and "stock" are one thing in two states.
uint64_t first_class(const Outline& outline, const FieldPlace& field) {
  const uint64_t hash = first_class_hash(outline[field.node].classes);
  return hash ? hash | 1 : 0;
}

// What kind of value it is: a price is no town, whichever of them is missing.
uint64_t kind_of_field(const Outline& outline, const FieldPlace& field) {
  return stable_hash(kind_of_value(field_text(outline, field))) | 1;
}

// What the page calls it: the dt before its dd, the th of its row; of such a label
// itself, what it says. 0: nothing.
uint64_t label_of_field(const Outline& outline, const FieldPlace& field) {
  const html::Tags& tags = html::Tags::all();
  for (uint32_t n = field.node; n != kNone; n = outline[n].parent) {
    const html::TagId tag = outline[n].tag;
    if (tag != tags.dt && tag != tags.dd && tag != tags.th && tag != tags.td) continue;
    const html::TagId label = tag == tags.dt || tag == tags.dd ? tags.dt : tags.th;
    while (n != kNone && outline[n].tag != label) n = outline[n].previous;
    if (n == kNone || !outline.has_text(n) || outline[n].leaf_end - outline[n].leaf_begin > 1) return 0;
    return stable_hash(outline.leaf_text(outline[n].leaf_begin)) | 1;
  }
  return 0;
}

// The label that it begins with: "Teacher: Eva Blum" is no fee.
uint64_t label_inside(const Outline& outline, const FieldPlace& field) {
  const uint32_t end = std::min(field.leaf_end, field.leaf_begin + 2);
  const std::string text = outline.text(field.leaf_begin, end);
  const std::string_view label = label_of(text);
  return label.empty() ? 1 : stable_hash(label) | 1;
}

// Fields of one path that a record has several of are told apart by counting, which shifts when an optional
// one is missing. Where labels, classes, or kinds of values tell them apart (each at most once a record, few
// in all: `more` than one record has), these become part of the path.
void tell_apart(const Outline& outline, std::vector<std::vector<FieldPlace>>& rows,
                uint64_t (*key_of)(const Outline&, const FieldPlace&), uint32_t more) {
  struct Use {
    std::map<uint64_t, uint32_t> classes;  // records with it
    // fields in one record; records in which a class stands twice or none stands
    uint32_t most = 0, unclear = 0;
  };
  std::unordered_map<uint64_t, Use> uses;
  std::unordered_set<uint64_t> several;  // paths that some record has several of
  std::vector<uint64_t> paths;
  for (const auto& row : rows) {
    paths.clear();
    for (const FieldPlace& field : row) paths.push_back(field.path);
    std::ranges::sort(paths);
    for (size_t i = 1; i < paths.size(); ++i)
      if (paths[i] == paths[i - 1]) several.insert(paths[i]);
  }
  if (several.empty()) return;
  for (const auto& row : rows) {
    std::map<uint64_t, std::map<uint64_t, uint32_t>> here;
    for (const FieldPlace& field : row)
      if (several.count(field.path)) ++here[field.path][key_of(outline, field)];
    for (const auto& [path, classes] : here) {
      Use& use = uses[path];
      uint32_t fields = 0;
      bool unclear = classes.count(0) > 0;
      for (auto [name, times] : classes) fields += times, unclear = unclear || times > 1, ++use.classes[name];
      use.most = std::max(use.most, fields);
      use.unclear += unclear;
    }
  }
  auto apart = [&](uint64_t path) {
    if (!several.count(path)) return false;
    const Use& use = uses[path];
    return use.most > 1 && use.unclear * kUnclearClasses <= rows.size() &&
           use.classes.size() <= use.most + more;
  };
  for (auto& row : rows)
    for (FieldPlace& field : row)
      if (apart(field.path)) field.path = (field.path ^ key_of(outline, field)) * 0x9e3779b97f4a7c15ull;
}

}  // namespace

Table make_table(const Outline& outline, const std::vector<Stretch>& records,
                 const std::vector<LeafRange>& except, const Choices* choices, uint64_t scope) {
  struct KeyHash {
    size_t operator()(const std::pair<uint64_t, uint32_t>& key) const { return key.first * 31 + key.second; }
  };
  Table table;
  std::unordered_map<std::pair<uint64_t, uint32_t>, uint32_t, KeyHash> at;
  std::unordered_map<uint64_t, uint32_t> times;
  std::vector<std::vector<FieldPlace>> found;
  for (Stretch record : records) {
    found.push_back(fields_of(outline, record));
    if (!except.empty())
      std::erase_if(found.back(), [&](const FieldPlace& f) { return is_in(except, f.leaf_begin); });
  }
  tell_apart(outline, found, label_of_field, kMoreLabels);
  tell_apart(outline, found, label_inside, kMoreLabels);
  tell_apart(outline, found, first_class, kMoreClasses);
  tell_apart(outline, found, kind_of_field, kMoreClasses);
  for (const std::vector<FieldPlace>& fields : found) {
    std::vector<Table::Cell> row;
    times.clear();
    for (size_t j = 0; j < fields.size(); ++j) {
      uint32_t occurrence = ++times[fields[j].path];
      auto [place, added] = at.try_emplace({fields[j].path, occurrence}, uint32_t(table.columns.size()));
      if (added) table.columns.push_back({fields[j].path, occurrence, 0, 0});
      TableColumn& column = table.columns[place->second];
      ++column.count;
      column.place += double(j) / double(std::max<size_t>(1, fields.size() - 1));
      row.push_back({place->second, fields[j]});
    }
    table.rows.push_back(std::move(row));
  }
  split_columns(outline, table, choices, scope);
  strip_leads(outline, table, choices, scope);
  for (TableColumn& column : table.columns) column.place /= std::max<uint32_t>(1, column.count);
  const std::vector<uint32_t> rank = sort_by_place(table.columns);
  for (auto& row : table.rows)
    for (Table::Cell& cell : row) cell.column = rank[cell.column];
  return table;
}

std::vector<uint64_t> join_running(const Outline& outline, Table& table, const std::vector<uint64_t>& known) {
  struct Use {
    uint32_t columns = 0, first = kNone, cells = 0,
             fewest = kNone;  // `fewest`: records that have all of them
    uint64_t chars = 0;
  };
  std::map<uint64_t, Use> uses;
  for (uint32_t c = 0; c < table.columns.size(); ++c) {
    if (table.columns[c].whole != 0) continue;
    Use& use = uses[table.columns[c].path];
    ++use.columns;
    if (table.columns[c].occurrence == 1) use.first = c;
    use.fewest = std::min(use.fewest, table.columns[c].count);
  }
  for (const auto& row : table.rows)
    for (const Table::Cell& cell : row) {
      if (table.columns[cell.column].whole != 0) continue;
      Use& use = uses[table.columns[cell.column].path];
      ++use.cells, use.chars += outline.chars(cell.field.leaf_begin, cell.field.leaf_end);
    }
  std::vector<uint64_t> out;
  std::vector<uint32_t> to(table.columns.size());
  for (uint32_t c = 0; c < to.size(); ++c) to[c] = c;
  for (const auto& [path, use] : uses) {
    if (use.first == kNone) continue;
    const bool told = contains(known, path);
    const bool runs = use.columns >= kRunningFields && use.chars >= kRunningChars * use.cells &&
                      use.fewest < table.columns[use.first].count;
    if (!told && !runs) continue;
    out.push_back(path);
    table.columns[use.first].list = true;
    for (uint32_t c = 0; c < to.size(); ++c)
      if (table.columns[c].path == path && table.columns[c].whole == 0) to[c] = use.first;
  }
  if (out.empty()) return out;
  std::vector<TableColumn> kept;
  std::vector<uint32_t> at(to.size(), kNone);
  for (uint32_t c = 0; c < to.size(); ++c)
    if (to[c] == c) at[c] = uint32_t(kept.size()), kept.push_back(std::move(table.columns[c]));
  for (auto& row : table.rows)
    for (Table::Cell& cell : row) cell.column = at[to[cell.column]];
  table.columns = std::move(kept);
  return out;
}

}  // namespace gleaner::records
