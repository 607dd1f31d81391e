// The backtracking-free matcher of object patterns; see object.h.
#include "byexample/object.h"

#include <algorithm>

namespace gleaner::byexample {

// One component in its sequence. An atom has occurrences; a record or a list has a sequence of its own.
struct ObjectMatcher::Item {
  const Component* component = nullptr;
  std::vector<const Occurrence*> viable;  // atom: by left_begin; only those behind which the rest still fits
  std::unique_ptr<Sequence> inner;        // list (of atoms: one item), record
};

struct ObjectMatcher::Sequence {
  std::vector<Item> items;
  const Sequence* parent = nullptr;
  size_t index = 0;      // in the parent
  bool element = false;  // of a list, or optional: may be left out
  bool once = false;     // optional
  int64_t last = -1;     // last position from which it and all behind it fits; -1: nowhere
};

ObjectMatcher::ObjectMatcher(const ObjectPattern& pattern, const Occurrences& occurrences)
    : root_(std::make_unique<Sequence>()) {
  build(*root_, pattern.root, occurrences);
  root_->last = limit(*root_, int64_t{kNowhere});
}

ObjectMatcher::~ObjectMatcher() = default;
ObjectMatcher::ObjectMatcher(ObjectMatcher&&) noexcept = default;

void ObjectMatcher::build(Sequence& sequence, const Component& component, const Occurrences& occurrences) {
  auto add_atom = [&](Sequence& to, const Component& atom) {
    Item& item = to.items.emplace_back();
    item.component = &atom;
    for (const Occurrence& occurrence : occurrences.of[atom.attribute])
      if (atom.patterns.empty() ||
          std::binary_search(atom.patterns.begin(), atom.patterns.end(), occurrence.pattern))
        item.viable.push_back(&occurrence);
  };
  sequence.items.reserve(component.children.size());
  for (const Component& child : component.children) {
    if (child.atom && !child.list && !child.optional) {
      add_atom(sequence, child);
      continue;
    }
    Item& item = sequence.items.emplace_back();
    item.component = &child;
    item.inner = std::make_unique<Sequence>();
    item.inner->parent = &sequence;
    item.inner->index = sequence.items.size() - 1;
    item.inner->element = child.list || child.optional;
    item.inner->once = !child.list || child.optional;
    if (child.atom) add_atom(*item.inner, child);
    else build(*item.inner, child, occurrences);
  }
}

// Walks the sequence backwards; `after` is the last good position behind it. Drops what does not fit.
int64_t ObjectMatcher::limit(Sequence& sequence, int64_t after) {
  for (size_t i = sequence.items.size(); i-- > 0;) {
    Item& item = sequence.items[i];
    if (item.inner) {
      const int64_t inside = limit(*item.inner, after);
      item.inner->last = inside;
      if (!item.inner->element) after = inside;  // a list may be empty
      continue;
    }
    std::erase_if(item.viable, [&](const Occurrence* o) { return int64_t{end_of(*o)} > after; });
    after = item.viable.empty() ? -1 : int64_t{item.viable.back()->left_begin};
  }
  return after;
}

// Where the first value of items[item..] would begin, within this sequence. `optional` is left true when all
// of them may be empty, so that what lies further out may come first.
uint32_t ObjectMatcher::earliest(const Sequence& sequence, size_t item, uint32_t from, bool& optional) const {
  uint32_t best = kNowhere;
  for (; item < sequence.items.size() && optional; ++item) {
    const Item& it = sequence.items[item];
    if (it.inner) {
      bool inner_optional = true;
      best = std::min(best, earliest(*it.inner, 0, from, inner_optional));
      optional = inner_optional || it.inner->element;
      continue;
    }
    auto found = std::lower_bound(it.viable.begin(), it.viable.end(), from,
                                  [](const Occurrence* o, uint32_t at) { return o->left_begin < at; });
    if (found != it.viable.end()) best = std::min(best, (*found)->left_begin);
    optional = false;
  }
  return best;
}

// Where whatever comes behind items[item] would begin, outwards as far as nothing in between must come first.
// `last` is left true when nothing of this object must come, so that the next object may.
// An element may not be left empty: the innermost one began at `begun`.
uint32_t ObjectMatcher::follow(const Sequence& sequence, size_t item, uint32_t from, uint32_t begun,
                               bool& last) const {
  uint32_t best = earliest(sequence, item + 1, from, last);
  if (!last || !sequence.parent) return best;
  if (sequence.element && !sequence.once) {
    if (from == begun) return last = false, best;
    bool again = true;
    best = std::min(best, earliest(sequence, 0, from, again));
  }
  return std::min(best, follow(*sequence.parent, sequence.index, from,
                               sequence.element && !sequence.once ? kNowhere : begun, last));
}

// Does the list at items[item] go on with another element? REQUIRES: it can.
bool ObjectMatcher::takes_another(const Sequence& sequence, size_t item, uint32_t at, uint32_t begun) const {
  bool optional = true, last = true;
  const uint32_t element = earliest(*sequence.items[item].inner, 0, at, optional);
  if (element == kNowhere || element >= follow(sequence, item, at, begun, last)) return false;
  optional = true;
  return !last || element <= earliest(*root_, 0, at, optional);
}

void ObjectMatcher::run(const Sequence& sequence, uint32_t& at, uint32_t begun, ObjectMatch& match) const {
  for (size_t i = 0; i < sequence.items.size(); ++i) {
    const Item& item = sequence.items[i];
    if (!item.inner) {
      auto found = std::lower_bound(item.viable.begin(), item.viable.end(), at,
                                    [](const Occurrence* o, uint32_t p) { return o->left_begin < p; });
      if (found == item.viable.end()) return;  // cannot be: `last` was asked
      match.events.push_back({Event::Kind::value, item.component, *found});
      at = end_of(**found);
      continue;
    }
    auto inside = [&] {
      match.events.push_back({Event::Kind::open, item.component, nullptr});
      run(*item.inner, at, item.inner->element && !item.inner->once ? at : begun, match);
      match.events.push_back({Event::Kind::close, item.component, nullptr});
    };
    if (!item.inner->element) {
      inside();
      continue;
    }
    while (int64_t{at} <= item.inner->last && takes_another(sequence, i, at, begun)) {
      const uint32_t before = at;
      inside();
      if (at == before || item.inner->once) break;
    }
  }
}

bool ObjectMatcher::next(uint32_t from, ObjectMatch& match) const {
  match.events.clear();
  if (int64_t{from} > root_->last) return false;
  uint32_t at = from;
  run(*root_, at, kNowhere, match);
  match.extent = {kNowhere, 0};
  for (const Event& event : match.events)
    if (event.kind == Event::Kind::value) match.extent = match.extent.hull(event.occurrence->value);
  return match.extent.begin != kNowhere;
}

}  // namespace gleaner::byexample
