// See page_facts.h. Elements are learned from the top down, along the path to the candidate in work.
#include "pattern/match/page_facts.h"

#include <algorithm>

#include "base/text.h"
#include "html/attributes.h"
#include "html/names.h"
#include "pattern/weights.h"

namespace gleaner::pattern {

PageFacts::PageFacts(const Filter& filter, const Unit& unit)
    : filter_(filter),
      unit_(unit),
      page_(unit.page()),
      tree_(page_.tree()),
      texts_(page_.texts()),
      base_(unit.begin()),
      first_(unit.text_begin()),
      count_(unit.text_end() - first_) {
  above_of_.assign(unit_.end() - base_, 0);
  above_.reserve((unit_.end() - base_) / 3 + 8);
  if (filter_.neighbours || filter_.blocks) plain_.assign(count_ + 1, kUnknown);
}

bool PageFacts::quoted_before(uint32_t x) {
  for (uint32_t back = 1; back <= html::Texts::kLabelReach && back <= x; ++back)
    if (quoted_text(x - back)) return true;
  return false;
}

uint32_t PageFacts::count_own_texts(NodeId e) {
  if (own_count_.empty()) {
    own_count_.assign(unit_.end() - base_ + 1, 0);
    own_index_.resize(count_);
  }
  // a run's own texts stand in the one parent of all
  uint32_t& count = own_count_[unit_.holds(e) ? e - base_ + 1 : 0];
  if (count) return count;
  const uint32_t end = std::min(texts_.end(e), unit_.text_end());
  for (uint32_t i = std::max(texts_.begin(e), first_); i < end; ++i)
    if (texts_[i].element == e) own_index_[i - first_] = count++;
  return count;
}

uint64_t PageFacts::element_text(NodeId n) {
  const uint32_t from = texts_.begin(n), to = texts_.end(n);
  if (from == to) return quoted({});
  if (!filter_.starts.may_begin(texts_[from].text, to - from > 1)) return 0;
  return quoted(texts_.joined(n, weights::kQuotedBytes));
}

uint64_t PageFacts::sibling_text(NodeId n) {
  const uint32_t from = texts_.begin(n), to = texts_.end(n);
  if (from == to || texts_[from].text.size() > weights::kSiblingBytes) return 0;
  if (!filter_.starts.may_begin(texts_[from].text, to - from > 1)) return 0;
  std::string text = texts_.joined(n, weights::kQuotedBytes);
  return text.size() > weights::kSiblingBytes ? 0 : quoted(text);
}

uint32_t PageFacts::learn_chain(NodeId n) {
  pending_.clear();
  while (unit_.inside(n) && !above_of_[n - base_]) {
    pending_.push_back(n);
    n = tree_.parent(n);
  }
  uint32_t over = unit_.inside(n) ? above_of_[n - base_] : 0;
  while (!pending_.empty()) {
    over = learn_element(pending_.back(), over);
    pending_.pop_back();
  }
  return over;
}

uint32_t PageFacts::learn_element(NodeId n, uint32_t over) {
  above_.emplace_back();
  Above& a = above_.back();
  const uint32_t own = uint32_t(above_.size());
  a.node = n;
  a.parent = over;
  a.level = over ? above_[over - 1].level + 1 : 1;
  if (filter_.rows) a.cell = tags_.is(tree_.tag(n), html::kCell) ? n : over ? above_[over - 1].cell : kNoNode;
  if (filter_.upward) {
    if (filter_.names_above) read_attributes(a);
    if (filter_.siblings) {
      NodeId before = html::previous_element(tree_, n);
      if (before != kNoNode && unit_.holds(before)) a.sibling = sibling_text(before);
    }
    if (filter_.blocks) {
      uint32_t from = texts_.begin(n);
      a.block = texts_.end(n) - from < weights::kBlockTexts && from < unit_.text_end() &&
                quoted_text(from - first_);
    }
    const bool says = a.names != a.names_end || a.sibling || a.block;
    a.nearest = says ? own : over ? above_[over - 1].nearest : 0;
  }
  return above_of_[n - base_] = own;
}

void PageFacts::read_attributes(Above& a) {
  const NodeId n = a.node;
  const uint64_t tag = page_.tag_hash(n);
  const auto& kinds = filter_.name_kinds;
  a.names = a.names_end = uint32_t(names_.size());
  a.classes = mix(kNameStart, tag);
  if (filter_.names.empty() && filter_.classes.empty()) return;
  std::string_view classes;
  if (!tree_.may_have_attributes(n)) {
    // half of a page's elements
  } else if (kinds[2]) {
    for (html::AttributeWalk at(tree_, n); !at.done(); at.next()) {
      switch (at.known()) {
        case html::KnownAttribute::class_names: classes = at.value(); break;
        case html::KnownAttribute::id: read_id(at.value()); break;
        case html::KnownAttribute::other:
          if (html::semantic_attribute(at.name())) read_semantic(at.name(), at.value());
          break;
        default: break;
      }
    }
  } else {
    if (kinds[0] || kinds[1])
      if (auto id = html::find_attribute(tree_, n, html::KnownAttribute::id)) read_id(*id);
    if (auto found = html::find_attribute(tree_, n, html::KnownAttribute::class_names)) classes = *found;
  }
  if (!classes.empty()) read_classes(classes, a);
  if (kinds[5] && tags_.is(tree_.tag(n), html::kTelling)) add_name(mix(kNameStart + 5, tag), 5);
  a.names_end = uint32_t(names_.size());
}

// Whether it looks generated is asked only where it matters.
void PageFacts::read_id(std::string_view id) {
  if (id.empty()) return;
  const auto& kinds = filter_.name_kinds;
  const uint64_t plain = kinds[0] ? mix(kNameStart + 1, hash_text(id)) : 0;
  const bool quoted = plain && filter_.names.contains(plain);
  if (!quoted && !kinds[1]) return;
  if (html::looks_generated(id)) {
    mask_digits_into(scratch_, id);
    add_name(mix(kNameStart + 2, hash_text(scratch_)), 1);
  } else if (quoted) {
    names_.push_back({plain, 0});
  }
}

void PageFacts::read_semantic(std::string_view name, std::string_view value) {
  if (!value.empty() && value.size() < weights::kNameBytes)
    add_name(mix(mix(kNameStart + 3, hash_text(name)), hash_text(value)), 2);
}

// Most classes come again.
void PageFacts::read_classes(std::string_view classes, Above& a) {
  const uint64_t key = mix(page_.tag_hash(a.node), hash_text(classes));
  Classes& seen = classes_[key & (classes_.size() - 1)];
  if (seen.key == key && !seen.named) {
    a.classes = seen.classes;
    a.bare = seen.bare;
    return;
  }
  const size_t before = names_.size();
  take_classes_apart(classes, a);
  seen = {key, a.classes, a.bare, names_.size() > before};
}

void PageFacts::take_classes_apart(std::string_view classes, Above& a) {
  uint64_t words[weights::kClassWords];
  size_t count = 0;
  for_each_word(classes, [&](std::string_view text) {
    const uint64_t word = hash_text(text);
    a.classes = mix(a.classes, word);
    if (count < weights::kClassWords) words[count] = word;
    ++count;
  });
  if (!count) return;
  a.bare = false;
  if (filter_.name_kinds[3]) add_name(a.classes, 3);
  if (filter_.name_kinds[4])
    for (size_t w = 0; w < count && w < weights::kClassWords; ++w) add_name(mix(kNameStart + 4, words[w]), 4);
}

}  // namespace gleaner::pattern
