// See reader.h. The grid follows the HTML standard, "forming a table": rows of thead first and of tfoot last,
// a cell takes the first free column, a rowspan ends with its row group (0: reaches to it), a slot that is
// taken stays with the cell that took it. Elements of the role "table" are read the same way by the roles of
// what is in them (WAI-ARIA): rows and cells may stand at any depth.
#include "tables/reader.h"

#include <algorithm>

#include "base/text.h"
#include "html/attributes.h"
#include "html/hidden.h"
#include "html/tags.h"
#include "html/visible.h"
#include "tables/box_tables.h"
#include "tables/cell_text.h"
#include "tables/genuine.h"
#include "tables/limits.h"
#include "tables/roles.h"

namespace gleaner::tables {
namespace {

using html::NodeId;
using html::TagId;

struct SourceRow {
  NodeId node;
  uint32_t group;
  RowGroup kind;
};

// The number at the start of an attribute, as browsers read it.
uint32_t span_of(const html::Tree& tree, NodeId n, std::string_view name, uint32_t lowest, uint32_t highest) {
  const auto value = tree.attribute(n, name);
  if (!value) return 1;
  std::string_view text = trim(*value);
  if (text.starts_with('+')) text.remove_prefix(1);
  uint64_t number = 0;
  size_t digits = 0;
  while (digits < text.size() && is_digit(text[digits]) && number <= highest)
    number = number * 10 + uint64_t(text[digits++] - '0');
  return digits ? uint32_t(std::clamp<uint64_t>(number, lowest, highest)) : 1;
}

// What is said by role, where no tag says it: tables made of divs.
std::string_view role_of(const html::Tree& tree, NodeId n) {
  return tree.is_element(n) && tree.may_have_attributes(n) ? tree.attribute(n, "role").value_or("") : "";
}
bool is_table_role(std::string_view role) { return role == "table" || role == "grid" || role == "treegrid"; }
bool is_heading_role(std::string_view role) { return role == "columnheader" || role == "rowheader"; }
bool is_cell_role(std::string_view role) {
  return role == "cell" || role == "gridcell" || is_heading_role(role);
}

// The outermost elements below `root` that are wanted, no deeper than tables inside.
template <class Wanted>
std::vector<NodeId> below(const html::Tree& tree, NodeId root, Wanted&& wanted) {
  std::vector<NodeId> out;
  for (NodeId n = root + 1; n < tree.subtree_end(root);) {
    const std::string_view role = role_of(tree, n);
    const bool found = wanted(role);
    if (found) out.push_back(n);
    n = found || is_table_role(role) || tree.tag(n) == html::Tags::all().table ? tree.subtree_end(n) : n + 1;
  }
  return out;
}

class GridReader {
 public:
  GridReader(const html::Tree& tree, const TextReader& reader, NodeId node)
      : tree_(tree),
        reader_(reader),
        tags_(html::Tags::all()),
        by_roles_(tree.tag(node) != tags_.table),
        column_span_(by_roles_ ? "aria-colspan" : "colspan"),
        row_span_(by_roles_ ? "aria-rowspan" : "rowspan"),
        spans_(html::is_attribute_used(tree, column_span_) || html::is_attribute_used(tree, row_span_)) {
    t_.node = node;
  }

  // No cells where `data_only` and it is surely laid out: texts of such tables, which hold
  // others, are not read again and again.
  Table read(bool data_only) {
    if (by_roles_) collect_rows_by_role();
    else collect_rows();
    place_cells();
    set_width();
    if (data_only && is_surely_layout(tree_, t_)) return {};
    for (Cell& cell : t_.cells) {
      CellText read = reader_.read(cell.node);
      cell.text = std::move(read.text);
      cell.span = read.span;
    }
    fill_slots();
    mark_strong();
    std::vector<RowGroup> groups;
    for (uint32_t r = 0; r < t_.rows; ++r) groups.push_back(rows_[r].kind);
    find_roles(t_, groups, tree_.attribute(t_.node, "data-box").has_value());
    return std::move(t_);
  }

 private:
  void collect_rows() {
    std::vector<SourceRow> by_kind[3];
    uint32_t group = 0;
    for (NodeId n = tree_.first_child(t_.node); n != html::kNoNode; n = tree_.next_sibling(n)) {
      const TagId tag = tree_.tag(n);
      if (tag == tags_.caption && t_.caption.empty()) t_.caption = reader_.read(n).text;
      const RowGroup kind = tag == tags_.thead   ? RowGroup::head
                            : tag == tags_.tfoot ? RowGroup::foot
                                                 : RowGroup::body;
      if (tag == tags_.tr) by_kind[size_t(RowGroup::body)].push_back({n, 0, RowGroup::body});
      if (tag != tags_.thead && tag != tags_.tbody && tag != tags_.tfoot) continue;
      ++group;
      for (NodeId r = tree_.first_child(n); r != html::kNoNode; r = tree_.next_sibling(r))
        if (tree_.tag(r) == tags_.tr && !reader_.is_hidden(r))
          by_kind[size_t(kind)].push_back({r, group, kind});
    }
    for (RowGroup kind : {RowGroup::head, RowGroup::body, RowGroup::foot})
      rows_.insert(rows_.end(), by_kind[size_t(kind)].begin(), by_kind[size_t(kind)].end());
  }

  // Rows of headings alone above the others are the head.
  void collect_rows_by_role() {
    t_.caption = tree_.attribute(t_.node, "aria-label").value_or("");
    bool head = true;
    for (NodeId n : below(tree_, t_.node, [](std::string_view role) { return role == "row"; })) {
      if (reader_.is_hidden(n)) continue;
      head &= std::ranges::all_of(below(tree_, n, is_cell_role),
                                  [&](NodeId cell) { return role_of(tree_, cell) == "columnheader"; });
      rows_.push_back({n, head ? 0u : 1u, head ? RowGroup::head : RowGroup::body});
    }
  }

  std::vector<NodeId> cells_of(NodeId row) const {
    if (by_roles_) return below(tree_, row, is_cell_role);
    std::vector<NodeId> out;
    for (NodeId n = tree_.first_child(row); n != html::kNoNode; n = tree_.next_sibling(n))
      if (tree_.tag(n) == tags_.th || tree_.tag(n) == tags_.td) out.push_back(n);
    return out;
  }
  bool is_heading(NodeId cell) const {
    return by_roles_ ? is_heading_role(role_of(tree_, cell)) : tree_.tag(cell) == tags_.th;
  }

  struct Open {  // a cell of a column that reaches down to before `until`
    uint32_t cell = kNoCell, until = 0;
  };
  // The cells that reach down in a column, first come first; one that another covers comes out below it.
  using Column = std::vector<Open>;
  static const Open* taken(Column& column, uint32_t r) {
    while (!column.empty() && column.front().until <= r) column.erase(column.begin());
    return column.empty() ? nullptr : &column.front();
  }
  struct Extent {
    uint32_t width = 0;
    bool several = false;  // more than one cell in the row
  };

  void place_cells() {
    std::vector<Column> open;
    std::vector<uint32_t> group_end(rows_.size());
    for (size_t i = rows_.size(); i-- > 0;)
      group_end[i] =
          i + 1 < rows_.size() && rows_[i + 1].group == rows_[i].group ? group_end[i + 1] : uint32_t(i + 1);
    uint64_t looked = 0;
    t_.cells.reserve(4 * rows_.size());
    for (uint32_t r = 0; r < rows_.size(); ++r) {
      looked += place_row(r, group_end[r], open);
      extents_.push_back(extent_of(r, open));
      looked += open.size();
      if (looked > kMaxSlots) {
        t_.cut = r + 1 < rows_.size();
        rows_.resize(r + 1);
      }
    }
    t_.rows = uint32_t(rows_.size());
  }

  // Gives the columns that its cells claim.
  uint64_t place_row(uint32_t r, uint32_t group_end, std::vector<Column>& open) {
    uint32_t c = 0;
    uint64_t claimed = 0;
    for (NodeId n : cells_of(rows_[r].node)) {
      if (reader_.is_hidden(n)) continue;
      while (c < open.size() && taken(open[c], r)) ++c;
      Cell cell;
      cell.row = r;
      cell.column = c;
      cell.node = n;
      cell.heading = is_heading(n);
      if (spans_ && tree_.may_have_attributes(n)) {
        cell.column_span = span_of(tree_, n, column_span_, 1, kMaxColumnSpan);
        cell.row_span = span_of(tree_, n, row_span_, 0, kMaxRowSpan);
      }
      cell.row_span = cell.row_span ? std::min(cell.row_span, group_end - r) : group_end - r;
      if (c + cell.column_span > kMaxColumns) {
        t_.cut = true;
        if (c >= kMaxColumns) return claimed;
        cell.column_span = kMaxColumns - c;
      }
      if (open.size() < c + cell.column_span) open.resize(c + cell.column_span);
      for (uint32_t x = c; x < c + cell.column_span; ++x)
        open[x].push_back({uint32_t(t_.cells.size()), r + cell.row_span});
      claimed += cell.column_span;
      c += cell.column_span;
      t_.cells.push_back(std::move(cell));
    }
    return claimed;
  }

  static Extent extent_of(uint32_t r, std::vector<Column>& open) {
    Extent out;
    uint32_t first = kNoCell;
    for (uint32_t c = 0; c < open.size(); ++c) {
      const Open* here = taken(open[c], r);
      if (!here) continue;
      out.width = c + 1;
      if (first == kNoCell) first = here->cell;
      out.several |= here->cell != first;
    }
    return out;
  }

  // The widest row of several cells; columns that only an over-long colspan reaches are none.
  void set_width() {
    uint32_t width = 0, widest = 0, real = 0, starts = 0;
    for (const Extent& extent : extents_) {
      if (extent.several) width = std::max(width, extent.width);
      widest = std::max(widest, extent.width);
    }
    if (!width) width = widest;
    for (const Cell& cell : t_.cells) {
      if (cell.column_span == 1) real = std::max(real, cell.column + 1);
      starts = std::max(starts, cell.column + 1);
    }
    if (!real) real = width;
    if (real < width && std::max(real, starts) >= 2) width = std::max(real, starts);
    t_.columns = width;
    if (width && uint64_t(t_.rows) * width > kMaxSlots) {
      t_.rows = uint32_t(kMaxSlots / width);
      t_.cut = true;
    }
    std::erase_if(t_.cells, [&](const Cell& cell) { return cell.column >= width || cell.row >= t_.rows; });
    for (Cell& cell : t_.cells) {
      cell.column_span = std::min(cell.column_span, width - cell.column);
      cell.row_span = std::min(cell.row_span, t_.rows - cell.row);
    }
  }

  // Authors who know no th make their headings bold.
  void mark_strong() {
    if (std::ranges::any_of(t_.cells, [](const Cell& cell) { return cell.heading; })) return;
    for (Cell& cell : t_.cells) cell.strong = !cell.text.empty() && is_strong(cell.node);
  }
  bool is_strong(NodeId cell) const {
    for (NodeId n : {cell, tree_.parent(cell)})
      if (const auto classes = tree_.attribute(n, "class");
          classes && lower_ascii(*classes).find("head") != std::string::npos)
        return true;
    static const TagId b = html::tag_id("b"), strong = html::tag_id("strong");
    for (NodeId n = cell + 1; n < tree_.subtree_end(cell); ++n) {
      if (tree_.tag(n) == b || tree_.tag(n) == strong) n = tree_.subtree_end(n) - 1;
      else if (tree_.is_text(n) && !trim(tree_.text(n)).empty()) return false;
    }
    return true;
  }

  void fill_slots() {
    t_.slots.assign(size_t(t_.rows) * t_.columns, kNoCell);
    for (uint32_t k = 0; k < t_.cells.size(); ++k) {
      const Cell& cell = t_.cells[k];
      for (uint32_t r = cell.row; r < cell.row + cell.row_span; ++r)
        for (uint32_t c = cell.column; c < cell.column + cell.column_span; ++c)
          if (uint32_t& slot = t_.slots[size_t(r) * t_.columns + c]; slot == kNoCell) slot = k;
    }
  }

  const html::Tree& tree_;
  const TextReader& reader_;
  const html::Tags& tags_;
  const bool by_roles_;
  const std::string_view column_span_, row_span_;  // names of attributes
  const bool spans_;                               // some cell of the page may be larger than one slot
  Table t_;
  std::vector<SourceRow> rows_;
  std::vector<Extent> extents_;
};

// Without asking where all the other elements of the page end, if its own tags say it.
Span span_of(const html::Tree& tree, NodeId table) {
  const Span start = tree.start_tag(table), end = tree.end_tag(table);
  return start.empty() || end.empty() ? tree.span(table) : start.hull(end);
}

}  // namespace

std::vector<Table> read_tables(const html::Tree& tree, const ReadOptions& options, Budget& budget) {
  const TagId table = html::Tags::all().table;
  const bool boxed = html::is_attribute_used(tree, "data-look");
  std::vector<NodeId> nodes;
  const bool roles = html::is_attribute_used(tree, "role");
  for (NodeId n = 0; n < tree.size(); ++n)
    if (tree.tag(n) == table || (roles && is_table_role(role_of(tree, n)))) nodes.push_back(n);
  std::vector<Table> out;
  if (nodes.empty() && !boxed) return out;
  const TextReader reader(tree, options.styles ? html::hidden_by_styles(tree, budget) : std::vector<bool>());
  NodeId hidden_until = 0;
  for (NodeId n : nodes) {
    if (n < hidden_until) continue;
    if (reader.is_hidden(n)) {
      hidden_until = tree.subtree_end(n);
      continue;
    }
    if (!budget.spend_steps(tree.subtree_end(n) - n)) break;
    Table made = GridReader(tree, reader, n).read(!options.layout);
    if (made.cells.empty()) continue;
    judge(tree, made);
    made.continues = tree.attribute(n, "data-continues").has_value();
    if (!made.genuine && !options.layout) continue;
    made.span = span_of(tree, n);
    out.push_back(std::move(made));
  }
  if (!boxed) return out;
  for (Table& made : read_box_tables(tree, out, reader, options.layout, budget))
    out.push_back(std::move(made));
  std::ranges::stable_sort(out, [](const Table& a, const Table& b) { return a.span.begin < b.span.begin; });
  return out;
}

}  // namespace gleaner::tables
