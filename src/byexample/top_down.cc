// Whole objects by object patterns; see assemble.h.
#include <algorithm>

#include "byexample/assemble.h"

namespace gleaner::byexample {
namespace {

Assembled tree_of(const Model& model, const ObjectMatch& match, const Occurrences& occurrences) {
  Assembled root;
  root.by = Strategy::top_down;
  root.object_pattern = match.pattern;
  root.extent = match.extent;
  std::vector<Assembled*> open = {&root};
  for (const Event& event : match.events) {
    if (event.kind == Event::Kind::value) {
      const Occurrence& o = *event.occurrence;
      for (uint32_t i = 0; i < o.count; ++i)
        open.back()->cells.push_back(
            {event.component->attribute, occurrences.values[o.first + i], o.pattern});
    }
    if (event.component->atom || !model.shapes[event.component->shape].list) continue;
    if (event.kind == Event::Kind::open) {
      Assembled& element = open.back()->elements.emplace_back();
      element.shape = event.component->shape;
      element.by = Strategy::top_down;
      open.push_back(&element);
    } else if (event.kind == Event::Kind::close) {
      set_extent(*open.back());
      open.pop_back();
    }
  }
  return root;
}

struct MatchTrial {
  ObjectMatch match;
  bool alive = false;
  int swallowed = 0;
  size_t values = 0;
};

// Does the match hold a second value of a component that has one only, one that it does not use itself?
int swallowed_by(const ObjectMatch& match, const Model& model, const Occurrences& occurrences) {
  std::vector<Span> used;
  for (const Event& event : match.events)
    if (event.kind == Event::Kind::value) used.push_back(event.occurrence->value);
  std::ranges::sort(used);
  int swallowed = 0;
  for (const Event& event : match.events) {
    if (event.kind != Event::Kind::value) continue;
    const Attribute& attribute = model.attributes[event.component->attribute];
    if (attribute.level != 0 || attribute.list || attribute.over > 0) continue;
    const auto& list = occurrences.of[event.component->attribute];
    auto at = first_from(list, match.extent.begin);
    for (; at != list.end() && at->left_begin < match.extent.end; ++at) {
      if (at->value.empty() || at->value.end > match.extent.end || model.patterns[at->pattern].loose)
        continue;
      if (std::binary_search(used.begin(), used.end(), at->value)) continue;
      ++swallowed;
      break;  // one is enough, and keeps this linear
    }
  }
  return swallowed;
}

bool better(const MatchTrial& a, const MatchTrial& b) {
  if (a.match.extent.begin != b.match.extent.begin) return a.match.extent.begin < b.match.extent.begin;
  if ((a.swallowed > 0) != (b.swallowed > 0)) return a.swallowed == 0;
  if (a.values != b.values && a.swallowed == 0) return a.values > b.values;
  return a.match.extent.end < b.match.extent.end;
}

}  // namespace

std::vector<Assembled> top_down(const Model& model, const Occurrences& occurrences, Budget& budget) {
  std::vector<ObjectMatcher> matchers;
  matchers.reserve(model.objects.size());
  for (const ObjectPattern& pattern : model.objects) matchers.emplace_back(pattern, occurrences);
  std::vector<MatchTrial> next(matchers.size());
  std::vector<Assembled> out;
  uint32_t from = 0;
  for (bool first = true;; first = false) {
    const MatchTrial* best = nullptr;
    for (size_t m = 0; m < matchers.size(); ++m) {
      MatchTrial& candidate = next[m];
      if (first || (candidate.alive && candidate.match.extent.begin < from)) {
        candidate.alive = matchers[m].next(from, candidate.match);
        candidate.match.pattern = uint32_t(m);
        if (candidate.alive) {
          candidate.swallowed = swallowed_by(candidate.match, model, occurrences);
          candidate.values = 0;
          for (const Event& e : candidate.match.events)
            candidate.values += e.kind == Event::Kind::value && !e.occurrence->value.empty();
        }
      }
      if (candidate.alive && (!best || better(candidate, *best))) best = &candidate;
    }
    if (!best || !budget.spend_steps(1 + best->match.events.size())) break;
    from = std::max(best->match.extent.end, from + 1);
    if (best->values > 0) out.push_back(tree_of(model, best->match, occurrences));
  }
  return out;
}

}  // namespace gleaner::byexample
