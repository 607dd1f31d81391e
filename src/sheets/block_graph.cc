// See block_graph.h.
#include "sheets/block_graph.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

namespace gleaner::sheets {
namespace {

constexpr double kSameLine = 0.5;  // of the lower height: so much vertical overlap is one line
constexpr double kAligned = 3;     // points: ends nearer than this are aligned
constexpr std::string_view kNames[kSides] = {"left", "above", "right", "below", "row", "column"};

std::optional<layout::Box> box_of(std::string_view text) {
  layout::Box box;
  const std::string whole(text);
  if (std::sscanf(whole.c_str(), "%lf %lf %lf %lf", &box.x0, &box.y0, &box.x1, &box.y1) != 4)
    return std::nullopt;
  return box;
}

double common_height(const layout::Box& a, const layout::Box& b) {
  return std::min(a.y1, b.y1) - std::max(a.y0, b.y0);
}

bool on_one_line(const layout::Box& a, const layout::Box& b) {
  return common_height(a, b) > kSameLine * std::min(a.y1 - a.y0, b.y1 - b.y0);
}

// One above the other: their widths overlap, or they begin or end at the same place.
bool in_one_column(const layout::Box& a, const layout::Box& b) {
  return std::min(a.x1, b.x1) > std::max(a.x0, b.x0) || std::abs(a.x0 - b.x0) < kAligned ||
         std::abs(a.x1 - b.x1) < kAligned;
}

// How far `to` stands from `from` on that side; nothing where it does not.
std::optional<double> distance(const layout::Box& from, const layout::Box& to, Side side) {
  switch (side) {
    case Side::left:
      return on_one_line(from, to) && to.x0 < from.x0 ? std::optional(from.x0 - to.x1) : std::nullopt;
    case Side::right:
      return on_one_line(from, to) && to.x0 > from.x0 ? std::optional(to.x0 - from.x1) : std::nullopt;
    case Side::above:
      return !on_one_line(from, to) && to.y0 < from.y0 && in_one_column(from, to)
                 ? std::optional(from.y0 - to.y1)
                 : std::nullopt;
    case Side::below:
      return !on_one_line(from, to) && to.y0 > from.y0 && in_one_column(from, to)
                 ? std::optional(to.y0 - from.y1)
                 : std::nullopt;
    default: return std::nullopt;
  }
}

}  // namespace

std::string_view name_of(Side side) { return kNames[size_t(side)]; }

BlockGraph::BlockGraph(const Document& document, Budget& budget) {
  if (!document.is_html() || document.text().find("data-box") == std::string_view::npos) return;
  const html::Tree& tree = document.view<html::Tree>();
  read(tree);
  connect(budget);
  connect_cells(tree);
}

void BlockGraph::read(const html::Tree& tree) {
  double wide = 1, high = 1;
  for (html::NodeId n = 0; n < tree.size(); ++n) {
    if (!tree.may_have_attributes(n)) continue;
    if (const auto size = tree.attribute(n, "data-size")) {
      ++sheets_;
      std::sscanf(std::string(*size).c_str(), "%lf %lf", &wide, &high);
    }
    const auto written = tree.attribute(n, "data-box");
    const auto box = written ? box_of(*written) : std::nullopt;
    if (!box) continue;
    while (!blocks_.empty() && tree.span(blocks_.back().node).contains(tree.span(n)))
      blocks_.pop_back();  // the innermost counts
    add_lines(tree, n, *box, wide, high);
  }
}

// Lines that <br> parts are blocks of their own, each with its share of the box.
void BlockGraph::add_lines(const html::Tree& tree, html::NodeId n, const layout::Box& box, double wide,
                           double high) {
  std::vector<std::pair<html::NodeId, html::NodeId>> lines;  // first and last child; none: all of it
  bool broken = false;
  html::NodeId first = html::kNoNode, last = html::kNoNode;
  for (html::NodeId child = tree.first_child(n); child != html::kNoNode; child = tree.next_sibling(child)) {
    if (!tree.is_text(child) && tree.name(child) == "br") {
      broken = true;
      if (first != html::kNoNode) lines.push_back({first, last});
      first = html::kNoNode;
      continue;
    }
    if (first == html::kNoNode) first = child;
    last = child;
  }
  if (first != html::kNoNode && broken) lines.push_back({first, last});
  if (lines.empty()) lines.push_back({html::kNoNode, html::kNoNode});
  const double height = (box.y1 - box.y0) / double(lines.size());
  for (size_t i = 0; i < lines.size(); ++i) {
    const layout::Box own{box.x0, box.y0 + height * double(i), box.x1, box.y0 + height * double(i + 1)};
    Block block{n,
                std::max(1u, sheets_),
                own,
                own.x0 / std::max(1.0, wide),
                own.y0 / std::max(1.0, high),
                lines[i].first == html::kNoNode ? html::VisibleText(tree, n)
                                                : html::VisibleText(tree, lines[i].first, lines[i].second),
                std::string(tree.name(n)),
                {}};
    block.next.fill(-1);
    if (!block.text.text().empty()) blocks_.push_back(std::move(block));
  }
}

void BlockGraph::connect(Budget& budget) {
  for (size_t i = 0; i < blocks_.size() && budget.spend_steps(blocks_.size()); ++i)
    for (Side side : {Side::left, Side::above, Side::right, Side::below}) {
      double nearest = 1e9;
      for (size_t k = 0; k < blocks_.size(); ++k) {
        if (k == i || blocks_[k].sheet != blocks_[i].sheet) continue;
        const auto away = distance(blocks_[i].box, blocks_[k].box, side);
        if (away && *away < nearest) nearest = *away, blocks_[i].next[size_t(side)] = int(k);
      }
    }
}

// A cell's row begins with the first cell of its row; its column with the first cell of
// the table below which it stands.
void BlockGraph::connect_cells(const html::Tree& tree) {
  std::map<html::NodeId, std::vector<size_t>> tables;
  std::map<html::NodeId, size_t> rows;
  for (size_t i = 0; i < blocks_.size(); ++i) {
    const html::NodeId row = tree.parent(blocks_[i].node);
    if (row == html::kNoNode || tree.name(row) != "tr") continue;
    html::NodeId table = row;
    while (table != html::kNoNode && tree.name(table) != "table") table = tree.parent(table);
    if (const size_t head = rows.try_emplace(row, i).first->second; head != i)
      blocks_[i].next[size_t(Side::row_head)] = int(head);
    std::vector<size_t>& before = tables[table];
    for (const size_t k : before) {
      const bool over =
          !on_one_line(blocks_[k].box, blocks_[i].box) && in_one_column(blocks_[k].box, blocks_[i].box);
      if (!over) continue;
      blocks_[i].next[size_t(Side::column_head)] = int(k);
      break;
    }
    before.push_back(i);
  }
}

int BlockGraph::block_at(Span span) const {
  for (size_t i = 0; i < blocks_.size(); ++i)
    if (blocks_[i].text.span().contains(span)) return int(i);
  return -1;
}

}  // namespace gleaner::sheets
