// See box_tables.h.
#include "tables/box_tables.h"

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <set>
#include <tuple>

#include "layout/cell_tables.h"
#include "tables/genuine.h"
#include "tables/limits.h"
#include "tables/roles.h"

namespace gleaner::tables {
namespace {

using html::NodeId;

struct BoxedText {
  NodeId node;
  CellText text;
  std::string look;
  bool link = false;  // nothing but a link
};

bool is_whole_link(const html::Tree& tree, const TextReader& reader, NodeId n, const std::string& text) {
  static const html::TagId a = html::tag_id("a");
  for (NodeId up = n; up != html::kNoNode; up = tree.parent(up))
    if (tree.tag(up) == a) return true;
  for (NodeId at = n + 1; at < tree.subtree_end(n); ++at)
    if (tree.tag(at) == a) return reader.read(at).text == text;
  return false;
}

class BoxTableReader {
 public:
  BoxTableReader(const html::Tree& tree, const TextReader& reader) : tree_(tree), reader_(reader) {}

  std::vector<Table> read(const std::vector<Table>& marked, bool layout, Budget& budget) {
    collect(marked);
    std::vector<size_t> all(texts_.size());
    std::iota(all.begin(), all.end(), size_t(0));
    if (!all.empty()) search(0, std::move(all), budget);
    std::vector<Table> out;
    for (Table& table : found_) {
      const bool again = std::ranges::any_of(
          out, [&](const Table& t) { return t.span == table.span && t.rows == table.rows; });
      if (table.genuine || (layout && !again)) out.push_back(std::move(table));
    }
    return out;
  }

 private:
  // A table is what all of an element shows, or nearly all; else its parts are asked, then
  // what they left. Gives the texts that are in no table. Cost: a sort of the texts for each
  // level of the tree that parts them.
  std::vector<size_t> search(NodeId element, std::vector<size_t> texts, Budget& budget) {
    if (texts.size() < kFewestTexts || !budget.spend_steps(texts.size())) return texts;
    while (child_above(element, texts.front()) == child_above(element, texts.back()) &&
           element != texts_[texts.front()].node)
      element = child_above(element, texts.front());
    if (texts.size() <= kMostTexts && take(texts, kWholeShare)) return texts;
    std::vector<size_t> left;
    for (size_t from = 0; from < texts.size();) {
      const NodeId child = child_above(element, texts[from]);
      size_t to = from + 1;
      while (to < texts.size() && child_above(element, texts[to]) == child) ++to;
      std::vector<size_t> own(texts.begin() + long(from), texts.begin() + long(to));
      if (child != element) own = search(child, std::move(own), budget);
      left.insert(left.end(), own.begin(), own.end());
      from = to;
    }
    if (left.size() >= kFewestTexts && left.size() <= kMostTexts) take(left, 0);
    return left;
  }

  // The child of an element in which a text stands.
  NodeId child_above(NodeId element, size_t text) const {
    NodeId n = texts_[text].node;
    while (n != element && tree_.parent(n) != element && tree_.parent(n) != html::kNoNode)
      n = tree_.parent(n);
    return n;
  }

  // Tables of data among these texts that hold at least this share of them; their texts are taken away.
  bool take(std::vector<size_t>& texts, double share) {
    std::vector<layout::Box> boxes;
    for (size_t i : texts) boxes.push_back(boxes_[i]);
    std::vector<bool> used(texts.size(), false);
    bool any = false;
    for (layout::CellTable& found : layout::tables_of_cells(boxes)) {
      if (double(found.cells.size()) < share * double(texts.size())) continue;
      std::vector<size_t> own;
      for (layout::CellTable::Cell& cell : found.cells)
        own.push_back(cell.index), cell.index = texts[cell.index];
      Table made = build(found);
      const bool good = made.genuine;
      found_.push_back(std::move(made));
      if (!good) continue;
      any = true;
      for (size_t i : own) used[i] = true;
    }
    size_t kept = 0;
    for (size_t i = 0; i < texts.size(); ++i)
      if (!used[i]) texts[kept++] = texts[i];
    texts.resize(kept);
    return any;
  }

  // Texts with boxes outside of marked tables.
  void collect(const std::vector<Table>& marked) {
    size_t next = 0;
    for (NodeId n = 0; n < tree_.size(); ++n) {
      while (next < marked.size() && marked[next].node < n) ++next;
      if (next < marked.size() && marked[next].node == n) {
        n = tree_.subtree_end(n) - 1;
        continue;
      }
      if (!tree_.may_have_attributes(n)) continue;
      const auto look = tree_.attribute(n, "data-look");
      if (!look) continue;
      const auto written = tree_.attribute(n, "data-box");
      layout::Box box;
      if (!written || std::sscanf(std::string(*written).c_str(), "%lf %lf %lf %lf", &box.x0, &box.y0, &box.x1,
                                  &box.y1) != 4)
        continue;
      if (box.width() <= 0 || box.height() <= 0 || reader_.is_hidden(n)) continue;
      CellText text = reader_.read(n);
      if (text.text.empty()) continue;
      const bool link = is_whole_link(tree_, reader_, n, text.text);
      boxes_.push_back(box);
      texts_.push_back({n, std::move(text), std::string(*look), link});
    }
  }

  Table build(const layout::CellTable& found) const {
    Table t;
    t.rows = uint32_t(found.rows);
    t.columns = uint32_t(found.columns);
    t.slots.assign(size_t(t.rows) * t.columns, kNoCell);
    std::vector<std::set<std::string>> looks(t.rows);  // of the cells that begin in the row
    for (const layout::CellTable::Cell& at : found.cells) place(t, at, looks);
    t.node = common_parent(found);
    t.span = tree_.span(t.node);
    mark_headings(t, looks);
    find_roles(t, std::vector<RowGroup>(t.rows, RowGroup::body), true);
    std::tie(t.genuine, t.why) = is_data(t, found);
    return t;
  }

  // Two texts in one slot are one cell.
  void place(Table& t, const layout::CellTable::Cell& at, std::vector<std::set<std::string>>& looks) const {
    const BoxedText& text = texts_[at.index];
    looks[size_t(at.row)].insert(text.look);
    uint32_t& slot = t.slots[size_t(at.row) * t.columns + size_t(at.column)];
    if (slot != kNoCell) {
      Cell& cell = t.cells[slot];
      cell.text += " " + text.text.text;
      cell.span = cell.span.hull(text.text.span);
      return;
    }
    Cell cell;
    cell.row = uint32_t(at.row), cell.column = uint32_t(at.column);
    cell.row_span = uint32_t(at.row_span), cell.column_span = uint32_t(at.column_span);
    cell.text = text.text.text;
    cell.span = text.text.span;
    cell.node = text.node;
    const auto role = tree_.attribute(text.node, "role");
    cell.heading = role && (*role == "columnheader" || *role == "rowheader");
    for (uint32_t r = cell.row; r < std::min(t.rows, cell.row + cell.row_span); ++r)
      for (uint32_t c = cell.column; c < cell.column + cell.column_span; ++c)
        if (uint32_t& taken = t.slots[size_t(r) * t.columns + c]; taken == kNoCell)
          taken = uint32_t(t.cells.size());
    t.cells.push_back(std::move(cell));
  }

  NodeId common_parent(const layout::CellTable& found) const {
    NodeId n = texts_[found.cells.front().index].node;
    for (const layout::CellTable::Cell& cell : found.cells)
      while (tree_.parent(n) != html::kNoNode &&
             !(n <= texts_[cell.index].node && texts_[cell.index].node < tree_.subtree_end(n)))
        n = tree_.parent(n);
    return n;
  }

  // Leading rows whose looks come in no row below.
  static void mark_headings(Table& t, const std::vector<std::set<std::string>>& looks) {
    std::vector<bool> several(t.rows, false);  // rows of more than one cell: others are titles and sections
    for (const Cell& cell : t.cells)
      if (cell.column_span < t.columns) several[cell.row] = true;
    uint32_t header = 0;
    while (header < t.rows && (!several[header] || differs_below(looks, several, header))) ++header;
    if (header == t.rows) return;
    for (Cell& cell : t.cells)
      if (cell.row < header && several[cell.row]) cell.heading = true;
  }
  static bool differs_below(const std::vector<std::set<std::string>>& looks, const std::vector<bool>& several,
                            uint32_t row) {
    for (size_t r = row + 1; r < looks.size(); ++r)
      for (const std::string& look : looks[r])
        if (several[r] && looks[row].count(look)) return false;
    return row + 1 < looks.size();
  }

  // Rows and columns are everywhere on a page. A table of data has a header that looks like one, or says it
  // is a table, or has columns of figures beside others; it holds no paragraphs, is no list of links, and its
  // columns are alike from row to row.
  std::pair<bool, std::string> is_data(const Table& t, const layout::CellTable& found) const {
    for (NodeId n = t.node; n != html::kNoNode; n = tree_.parent(n))
      if (const auto role = tree_.attribute(n, "role");
          role && (*role == "table" || *role == "grid" || *role == "treegrid"))
        return {true, "its role says so"};
    if (t.rows < 3) return {false, "two rows of boxes"};
    size_t links = 0;
    for (const layout::CellTable::Cell& cell : found.cells) links += texts_[cell.index].link;
    if (double(links) > kMostLinks * double(found.cells.size())) return {false, "its cells are links"};
    const std::vector<uint32_t> header = t.header_rows();
    const bool headed = !header.empty() && t.at(header[0], 0) && t.at(header[0], 0)->heading;
    const Measures seen = measure(tree_, t);
    if (seen.mean_length() > kLongestMean) return {false, "its cells hold paragraphs"};
    if (double(seen.empty_slots) > kMostEmpty * double(t.slots.size())) return {false, "most of it is empty"};
    if (seen.alike < kAlike) return {false, "its rows are not alike"};
    const bool figures = seen.figures && seen.words;
    if (!figures && is_written_down(found)) return {false, "each column is written on its own: cards"};
    if (!headed && !figures) return {false, "nothing says that it is a table of data"};
    return {true, headed ? "its first row looks like a header"
                         : "columns of figures stand beside columns of words"};
  }

  // Does the page go down the columns, one after the other?
  static bool is_written_down(const layout::CellTable& found) {
    std::vector<const layout::CellTable::Cell*> order;
    for (const layout::CellTable::Cell& cell : found.cells) order.push_back(&cell);
    std::ranges::sort(order, [](const auto* a, const auto* b) { return a->index < b->index; });
    size_t down = 0, across = 0;
    for (size_t i = 1; i < order.size(); ++i) {
      down += order[i]->column == order[i - 1]->column;
      across += order[i]->row == order[i - 1]->row;
    }
    return down > across;
  }

  const html::Tree& tree_;
  const TextReader& reader_;
  std::vector<layout::Box> boxes_;
  std::vector<BoxedText> texts_;  // of each box
  std::vector<Table> found_;
};

}  // namespace

std::vector<Table> read_box_tables(const html::Tree& tree, const std::vector<Table>& marked,
                                   const TextReader& reader, bool layout, Budget& budget) {
  return BoxTableReader(tree, reader).read(marked, layout, budget);
}

}  // namespace gleaner::tables
