// Fields and columns. See fields.h.
#include "records/fields.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "base/text.h"
#include "records/weights.h"

namespace gleaner::records {

std::vector<FieldPlace> fields_of(const Outline& outline, Stretch record) {
  std::vector<FieldPlace> out;
  const uint32_t base = outline[record.first].parent;
  uint32_t previous = kNone;  // node of the leaf before
  for (uint32_t root = record.first; root != kNone; root = outline.next_sibling(root)) {
    for (uint32_t leaf = outline[root].leaf_begin; leaf < outline[root].leaf_end; ++leaf) {
      const uint32_t text = outline.leaves()[leaf].node;
      uint32_t node = outline[text].parent;
      if (node != base) {  // a bare text among the record's nodes stays where it is
        node = outline[node].top;
        if (outline[node].depth < outline[root].depth) node = root;
      }
      bool joins = !out.empty() && out.back().node == node && outline[text].hard_before == outline[previous].hard_before;
      if (joins) out.back().leaf_end = leaf + 1;
      else out.push_back({leaf, leaf + 1, node, node == base ? 0 : outline.path_from(base, node)});
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
    raw += leaf == field.leaf_begin ? tree.text(id).substr(field.skip) : tree.text(id);
    last = id;
  }
  return collapse(raw);
}

Span field_span(const Outline& outline, const FieldPlace& field) {
  Span span = outline.leaf_span(field.leaf_begin);
  if (field.skip > 0) {
    const html::NodeId id = outline[outline.leaves()[field.leaf_begin].node].id;
    span = outline.tree().text_span(id, field.skip, measure(outline.tree().text(id)).end);
  }
  for (uint32_t leaf = field.leaf_begin + 1; leaf < field.leaf_end; ++leaf) span = span.hull(outline.leaf_span(leaf));
  return span;
}

namespace {

bool is_in(const std::vector<LeafRange>& ranges, uint32_t leaf) {
  auto after = std::upper_bound(ranges.begin(), ranges.end(), leaf, [](uint32_t l, LeafRange r) { return l < r.begin; });
  return after != ranges.begin() && leaf < (after - 1)->end;
}

// First class of the node a field climbed to: "stock soon" and "stock" are one thing in two states.
uint64_t first_class(const Outline& outline, const FieldPlace& field) {
  std::vector<std::string_view> classes = words(outline[field.node].classes);
  return classes.empty() ? 0 : stable_hash(classes.front()) | 1;
}

// Fields of one path that a record has several of are told apart by counting, which shifts when an optional one is missing. Where classes
// tell them apart (each at most once a record, few in all), the class becomes part of the path.
void tell_apart_by_class(const Outline& outline, std::vector<std::vector<FieldPlace>>& rows) {
  struct Use {
    std::map<uint64_t, uint32_t> classes;  // records with it
    uint32_t most = 0, unclear = 0;        // fields in one record; records in which a class stands twice or none stands
  };
  std::unordered_map<uint64_t, Use> uses;
  for (const auto& row : rows) {
    std::map<uint64_t, std::map<uint64_t, uint32_t>> here;
    for (const FieldPlace& field : row) ++here[field.path][first_class(outline, field)];
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
    const Use& use = uses[path];
    return use.most > 1 && use.unclear * kUnclearClasses <= rows.size() && use.classes.size() <= use.most + kMoreClasses;
  };
  for (auto& row : rows)
    for (FieldPlace& field : row)
      if (apart(field.path)) field.path = (field.path ^ first_class(outline, field)) * 0x9e3779b97f4a7c15ull;
}

}  // namespace

Table make_table(const Outline& outline, const std::vector<Stretch>& records, const std::vector<LeafRange>& except,
                 const Choices* choices, uint64_t scope) {
  struct KeyHash {
    size_t operator()(const std::pair<uint64_t, uint32_t>& key) const { return key.first * 31 + key.second; }
  };
  Table table;
  std::unordered_map<std::pair<uint64_t, uint32_t>, uint32_t, KeyHash> at;
  std::unordered_map<uint64_t, uint32_t> times;
  std::vector<std::vector<FieldPlace>> found;
  for (Stretch record : records) {
    found.push_back(fields_of(outline, record));
    if (!except.empty()) std::erase_if(found.back(), [&](const FieldPlace& f) { return is_in(except, f.leaf_begin); });
  }
  tell_apart_by_class(outline, found);
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
  std::vector<uint32_t> order(table.columns.size()), rank(table.columns.size());
  for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return table.columns[a].place < table.columns[b].place; });
  std::vector<TableColumn> sorted;
  for (uint32_t i = 0; i < order.size(); ++i) rank[order[i]] = i, sorted.push_back(table.columns[order[i]]);
  table.columns = std::move(sorted);
  for (auto& row : table.rows)
    for (Table::Cell& cell : row) cell.column = rank[cell.column];
  return table;
}

}  // namespace gleaner::records
