// See table_header.h.
#include "html/table_header.h"

#include <algorithm>
#include <cstdlib>

#include "base/text.h"
#include "html/visible.h"

namespace gleaner::html {
namespace {

constexpr uint32_t kMostColumns = 1000;  // as the standard limits colspan
constexpr uint32_t kMostRows = 65534;    // ... and rowspan

bool is_table(const Tree& tree, NodeId n) { return tree.tag(n) == tag_id("table"); }
bool is_cell(const Tree& tree, NodeId n) {
  return tree.tag(n) == tag_id("td") || tree.tag(n) == tag_id("th");
}

uint32_t spanned(const Tree& tree, NodeId cell, std::string_view attribute, uint32_t most) {
  auto value = tree.attribute(cell, attribute);
  if (!value) return 1;
  const unsigned long n = std::strtoul(std::string(*value).c_str(), nullptr, 10);
  return uint32_t(std::clamp<unsigned long>(n, 1, most));
}

// All that is seen of a cell stands in b, strong or th.
bool is_bold(const Tree& tree, NodeId cell) {
  if (tree.tag(cell) == tag_id("th")) return true;
  bool any = false;
  for (NodeId n = cell; n < tree.subtree_end(cell); ++n) {
    if (!tree.is_text(n) || tree.blank(n)) continue;
    NodeId up = tree.parent(n);
    while (up != cell && tree.tag(up) != tag_id("b") && tree.tag(up) != tag_id("strong"))
      up = tree.parent(up);
    if (up == cell) return false;
    any = true;
  }
  return any;
}

std::vector<NodeId> cells_of(const Tree& tree, NodeId row) {
  std::vector<NodeId> out;
  for (NodeId n = tree.first_child(row); n != kNoNode; n = tree.next_sibling(n))
    if (is_cell(tree, n)) out.push_back(n);
  return out;
}

}  // namespace

const std::string& TableHeaders::above(NodeId node) const {
  static const std::string none;
  while (node != kNoNode && !is_cell(tree_, node)) node = tree_.parent(node);
  if (node == kNoNode) return none;
  const Table& table = table_at(node);
  auto it = table.columns.find(node);
  return it == table.columns.end() || it->second >= table.headers.size() ? none : table.headers[it->second];
}

const TableHeaders::Table& TableHeaders::table_at(NodeId node) const {
  while (node != kNoNode && !is_table(tree_, node)) node = tree_.parent(node);
  const std::lock_guard lock(mutex_);
  auto [it, fresh] = tables_.try_emplace(node);
  if (fresh && node != kNoNode) it->second = lay_out(node);
  return it->second;
}

TableHeaders::Table TableHeaders::lay_out(NodeId table) const {
  Table out;
  std::vector<uint32_t> taken;  // by column: rows below that a cell above still spans
  bool leading = true;
  for (NodeId row = table + 1; row < tree_.subtree_end(table);) {
    if (is_table(tree_, row)) {
      row = tree_.subtree_end(row);
      continue;
    }
    if (tree_.tag(row) != tag_id("tr")) {
      ++row;
      continue;
    }
    const std::vector<NodeId> cells = cells_of(tree_, row);
    const bool in_head = tree_.tag(tree_.parent(row)) == tag_id("thead");
    const bool spanned_into = std::ranges::any_of(taken, [](uint32_t rows) { return rows > 0; });
    const bool header = in_head || (leading && (cells.size() > 1 || spanned_into) &&
                                    std::ranges::all_of(cells, [&](NodeId c) { return is_bold(tree_, c); }));
    leading = leading && (header || cells.size() <= 1);
    uint32_t column = 0;
    for (NodeId cell : cells) {
      while (column < taken.size() && taken[column]) ++column;
      const uint32_t wide = spanned(tree_, cell, "colspan", kMostColumns);
      const uint32_t high = spanned(tree_, cell, "rowspan", kMostRows);
      if (column + wide > kMostColumns) break;
      if (taken.size() < column + wide) taken.resize(column + wide, 0);
      if (header && out.headers.size() < column + wide) out.headers.resize(column + wide);
      const std::string text = header ? collapse(visible_text(tree_, cell)) : std::string();
      for (uint32_t i = column; i < column + wide; ++i) {
        taken[i] = high;
        if (header) out.headers[i] = text;
      }
      if (!header) out.columns[cell] = column;
      column += wide;
    }
    for (uint32_t& rows : taken) rows -= rows > 0;
    ++row;  // nested tables stand in its cells and are passed over
  }
  return out;
}

}  // namespace gleaner::html
