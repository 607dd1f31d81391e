// Which strategy to believe where they disagree; see assemble.h.
#include <algorithm>

#include "byexample/assemble.h"
#include "byexample/costs.h"

namespace gleaner::byexample {
namespace {

void all_cells(const Assembled& object, std::vector<FoundValue>& out) {
  for (const FoundValue& cell : object.cells)
    if (!cell.span.empty()) out.push_back({cell.attribute, cell.span, 0});
  for (const Assembled& element : object.elements) all_cells(element, out);
}

// The same values in the same elements.
bool same(const Assembled& a, const Assembled& b) {
  if (a.extent != b.extent || a.elements.size() != b.elements.size() || cells_of(a) != cells_of(b))
    return false;
  for (size_t i = 0; i < a.elements.size(); ++i)
    if (!same(a.elements[i], b.elements[i])) return false;
  return true;
}

// Filled places, less signs that two elements were run together: a second value of its kind inside, or a
// boundary.
int evidence(const Model& model, std::string_view text, const Occurrences& occurrences,
             const Assembled& object) {
  int sum = 0;
  const std::vector<FoundValue> used = cells_of(object);
  std::vector<Span> own;
  for (const FoundValue& cell : object.cells) {
    if (cell.span.empty()) continue;
    ++sum;
    own.push_back(cell.span);
    const Attribute& attribute = model.attributes[cell.attribute];
    if (attribute.list || attribute.over > 0) continue;
    const auto& list = occurrences.of[cell.attribute];
    auto at = first_from(list, object.extent.begin);
    for (int looked = 0; at != list.end() && at->left_begin < object.extent.end && looked < 8;
         ++at, ++looked) {
      if (at->value.empty() || at->value.end > object.extent.end || model.patterns[at->pattern].loose)
        continue;
      const bool mine = std::ranges::any_of(used, [&](const FoundValue& c) { return c.span == at->value; });
      if (!mine) {
        sum -= kSwallowPenalty;
        break;
      }
    }
  }
  for (const Assembled& element : object.elements) {
    sum += evidence(model, text, occurrences, element);
    own.push_back(element.extent);
  }
  std::ranges::sort(own);
  for (size_t i = 1; i < own.size(); ++i)
    if (has_boundary(text, {own[i - 1].end, own[i].begin}, model.shapes[object.shape].boundaries))
      sum -= kSeparatorPenalty;
  return sum;
}

}  // namespace

void set_extent(Assembled& object) {
  Span extent{kNowhere, 0};
  for (const FoundValue& cell : object.cells) extent = extent.hull(cell.span);
  for (const Assembled& element : object.elements) extent = extent.hull(element.extent);
  object.extent = extent.begin == kNowhere ? Span{} : extent;
}

std::vector<FoundValue> cells_of(const Assembled& object) {
  std::vector<FoundValue> cells;
  all_cells(object, cells);
  std::ranges::sort(cells);
  return cells;
}

uint32_t components(const Assembled& object) {
  std::vector<uint32_t> seen;
  for (const FoundValue& cell : object.cells)
    if (!cell.span.empty()) seen.push_back(cell.attribute);
  for (const Assembled& element : object.elements) seen.push_back(0x80000000u | element.shape);
  std::ranges::sort(seen);
  return uint32_t(std::unique(seen.begin(), seen.end()) - seen.begin());
}

std::vector<std::string> missing(const Model& model, const Assembled& object) {
  std::vector<std::string> out;
  for (const Attribute& attribute : model.attributes) {
    if (attribute.level != object.shape) continue;
    const uint32_t index = uint32_t(&attribute - model.attributes.data());
    const bool has = std::ranges::any_of(
        object.cells, [&](const FoundValue& c) { return c.attribute == index && !c.span.empty(); });
    if (!has) out.push_back(attribute.path);
  }
  for (uint32_t s = 1; s < model.shapes.size(); ++s) {
    if (model.leaf(s) || !model.shapes[s].list || model.level_of(model.shapes[s].parent) != object.shape)
      continue;
    const bool has = std::ranges::any_of(object.elements, [&](const Assembled& e) { return e.shape == s; });
    if (!has) out.push_back(model.shapes[s].name);
  }
  return out;
}

std::vector<Assembled> combine(const Model& model, std::string_view text, const Occurrences& occurrences,
                               std::vector<Assembled> from_top, std::vector<Assembled> from_bottom,
                               std::vector<Difference>* differences) {
  std::vector<Assembled> out;
  size_t t = 0, b = 0;
  while (t < from_top.size() || b < from_bottom.size()) {
    if (t < from_top.size() && b < from_bottom.size() && same(from_top[t], from_bottom[b])) {
      out.push_back(std::move(from_bottom[b++]));
      out.back().object_pattern = from_top[t++].object_pattern;
      out.back().by = Strategy::both;
      continue;
    }
    // A cluster: everything that hangs together by overlapping, as small as possible.
    const size_t t0 = t, b0 = b;
    Span cluster{kNowhere, 0};
    const uint32_t first_top = t < from_top.size() ? from_top[t].extent.begin : kNowhere;
    const uint32_t first_bottom = b < from_bottom.size() ? from_bottom[b].extent.begin : kNowhere;
    cluster = first_top <= first_bottom ? from_top[t++].extent : from_bottom[b++].extent;
    for (bool grown = true; grown;) {
      grown = false;
      while (t < from_top.size() && from_top[t].extent.begin < cluster.end)
        cluster = cluster.hull(from_top[t++].extent), grown = true;
      while (b < from_bottom.size() && from_bottom[b].extent.begin < cluster.end)
        cluster = cluster.hull(from_bottom[b++].extent), grown = true;
    }
    Difference difference{cluster, Strategy::bottom_up};
    for (size_t i = t0; i < t; ++i)
      difference.top_down_evidence += evidence(model, text, occurrences, from_top[i]);
    for (size_t i = b0; i < b; ++i)
      difference.bottom_up_evidence += evidence(model, text, occurrences, from_bottom[i]);
    const bool top = difference.top_down_evidence > difference.bottom_up_evidence;
    if (top) difference.taken = Strategy::top_down;
    if (differences) differences->push_back(difference);
    auto& taken = top ? from_top : from_bottom;
    for (size_t i = top ? t0 : b0; i < (top ? t : b); ++i) {
      // An object that the other strategy gives too is by both, even inside a cluster that differs elsewhere.
      const auto& other = top ? from_bottom : from_top;
      for (size_t j = top ? b0 : t0; j < (top ? b : t); ++j)
        if (same(taken[i], other[j])) {
          taken[i].by = Strategy::both;
          break;
        }
      out.push_back(std::move(taken[i]));
    }
  }
  return out;
}

std::vector<Assembled> extract_objects(const Model& model, std::string_view text,
                                       const Occurrences& occurrences, Budget& budget,
                                       std::vector<Difference>* differences) {
  if (model.strategy == Strategy::top_down) return top_down(model, occurrences, budget);
  std::vector<Assembled> bottom = bottom_up(model, text, occurrences, budget);
  if (model.strategy == Strategy::bottom_up || model.single) return bottom;
  return combine(model, text, occurrences, top_down(model, occurrences, budget), std::move(bottom),
                 differences);
}

}  // namespace gleaner::byexample
