// See css_match.h. Selectors made ready; the walk; the tests; what is kept with the page.
#include "html/css_match.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/sorted.h"

namespace gleaner::html {
namespace {

constexpr size_t kMostParts = 64;  // bits of a prefix set; levels of nesting

bool is_class(std::string_view list, std::string_view wanted, bool ignore_case) {
  auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r'; };
  auto same = [&](std::string_view word) {
    if (!ignore_case) return word == wanted;
    return lexbor_str_data_ncasecmp(reinterpret_cast<const lxb_char_t*>(word.data()),
                                    reinterpret_cast<const lxb_char_t*>(wanted.data()), wanted.size());
  };
  for (size_t at = 0; at < list.size();) {
    while (at < list.size() && blank(list[at])) ++at;
    size_t end = at;
    while (end < list.size() && !blank(list[end])) ++end;
    if (end - at == wanted.size() && end > at && same(list.substr(at, end - at))) return true;
    at = end;
  }
  return false;
}

// n = A*i + B for some i >= 0.
bool is_place(long a, long b, uint32_t n) {
  const long from = long(n) - b;
  return a == 0 ? from == 0 : from % a == 0 && from / a >= 0;
}

lxb_status_t say_yes(lxb_dom_node_t*, lxb_css_selector_specificity_t, void* yes) {
  *static_cast<bool*>(yes) = true;
  return LXB_STATUS_STOP;
}

}  // namespace

// --- selectors made ready

std::unique_ptr<SelectorList> SelectorList::compile(const lxb_css_selector_list_t* list) {
  Numbering at;
  auto made = compile(list, at);
  if (made) made->slots_ = at.slots;
  return made;
}

std::unique_ptr<SelectorList> SelectorList::compile(const lxb_css_selector_list_t* list, Numbering& at) {
  auto made = std::make_unique<SelectorList>();
  for (; list; list = list->next) {
    Complex& complex = made->selectors_.emplace_back();
    for (const lxb_css_selector_t* source = list->first; source; source = source->next)
      if (!add(source, complex, at)) return nullptr;
    if (complex.parts.size() > kMostParts) return nullptr;
    for (size_t k = 1; k < complex.parts.size(); ++k) {
      const uint64_t bit = uint64_t{1} << (k - 1);
      switch (complex.parts[k].combinator) {
        case LXB_CSS_SELECTOR_COMBINATOR_DESCENDANT: complex.descendant |= bit; break;
        case LXB_CSS_SELECTOR_COMBINATOR_CHILD: complex.child |= bit; break;
        case LXB_CSS_SELECTOR_COMBINATOR_SIBLING: complex.sibling |= bit; break;
        case LXB_CSS_SELECTOR_COMBINATOR_FOLLOWING: complex.following |= bit; break;
        default: break;  // "||" matches nothing
      }
    }
  }
  return made;
}

bool SelectorList::add(const lxb_css_selector_t* source, Complex& complex, Numbering& at) {
  if (complex.parts.empty() || source->combinator != LXB_CSS_SELECTOR_COMBINATOR_CLOSE)
    complex.parts.emplace_back().combinator = source->combinator;
  Simple simple;
  simple.slot = at.slots++;
  simple.source = source;
  auto place = [&](bool from_end, bool of_type) {
    simple.test = Test::place;
    simple.from_end = from_end;
    simple.of_type = of_type;
    simple.b = 1;
  };
  switch (source->type) {
    case LXB_CSS_SELECTOR_TYPE_ANY: break;
    case LXB_CSS_SELECTOR_TYPE_ELEMENT: simple.test = Test::element; break;
    case LXB_CSS_SELECTOR_TYPE_CLASS: simple.test = Test::has_class; break;
    case LXB_CSS_SELECTOR_TYPE_PSEUDO_CLASS_FUNCTION:
      if (!set_function(source, simple, at)) return false;
      break;
    default: simple.test = Test::lexbor;
  }
  if (source->type == LXB_CSS_SELECTOR_TYPE_PSEUDO_CLASS) {
    std::vector<Simple>& tests = complex.parts.back().tests;
    switch (source->u.pseudo.type) {
      case LXB_CSS_SELECTOR_PSEUDO_CLASS_FIRST_CHILD: place(false, false); break;
      case LXB_CSS_SELECTOR_PSEUDO_CLASS_LAST_CHILD: place(true, false); break;
      case LXB_CSS_SELECTOR_PSEUDO_CLASS_FIRST_OF_TYPE: place(false, true); break;
      case LXB_CSS_SELECTOR_PSEUDO_CLASS_LAST_OF_TYPE: place(true, true); break;
      case LXB_CSS_SELECTOR_PSEUDO_CLASS_ONLY_CHILD:
      case LXB_CSS_SELECTOR_PSEUDO_CLASS_ONLY_OF_TYPE: {
        const bool of_type = source->u.pseudo.type == LXB_CSS_SELECTOR_PSEUDO_CLASS_ONLY_OF_TYPE;
        place(false, of_type);
        tests.push_back(std::move(simple));
        simple = Simple();
        simple.slot = at.slots++;
        simple.source = source;
        place(true, of_type);
        break;
      }
      default: break;
    }
  }
  if (simple.test == Test::lexbor) {
    simple.lone_selector = std::make_unique<lxb_css_selector_t>(*source);
    simple.lone = std::make_unique<lxb_css_selector_list_t>();
    std::memset(simple.lone.get(), 0, sizeof(lxb_css_selector_list_t));
    simple.lone->first = simple.lone->last = simple.lone_selector.get();
    simple.lone_selector->next = simple.lone_selector->prev = nullptr;
    simple.lone_selector->list = simple.lone.get();
  }
  complex.parts.back().tests.push_back(std::move(simple));
  return true;
}

bool SelectorList::set_function(const lxb_css_selector_t* source, Simple& simple, Numbering& at) {
  const lxb_css_selector_pseudo_t& pseudo = source->u.pseudo;
  const lxb_css_selector_list_t* inner = nullptr;
  switch (pseudo.type) {
    case LXB_CSS_SELECTOR_PSEUDO_CLASS_FUNCTION_HAS:
      simple.test = Test::has;
      inner = static_cast<const lxb_css_selector_list_t*>(pseudo.data);
      break;
    case LXB_CSS_SELECTOR_PSEUDO_CLASS_FUNCTION_CURRENT:
    case LXB_CSS_SELECTOR_PSEUDO_CLASS_FUNCTION_IS:
    case LXB_CSS_SELECTOR_PSEUDO_CLASS_FUNCTION_WHERE:
      simple.test = Test::one_of;
      inner = static_cast<const lxb_css_selector_list_t*>(pseudo.data);
      break;
    case LXB_CSS_SELECTOR_PSEUDO_CLASS_FUNCTION_NOT:
      simple.test = Test::none_of;
      inner = static_cast<const lxb_css_selector_list_t*>(pseudo.data);
      break;
    case LXB_CSS_SELECTOR_PSEUDO_CLASS_FUNCTION_NTH_CHILD:
    case LXB_CSS_SELECTOR_PSEUDO_CLASS_FUNCTION_NTH_LAST_CHILD:
    case LXB_CSS_SELECTOR_PSEUDO_CLASS_FUNCTION_NTH_OF_TYPE:
    case LXB_CSS_SELECTOR_PSEUDO_CLASS_FUNCTION_NTH_LAST_OF_TYPE: {
      const auto* place = static_cast<const lxb_css_selector_anb_of_t*>(pseudo.data);
      simple.test = Test::place;
      simple.from_end = pseudo.type == LXB_CSS_SELECTOR_PSEUDO_CLASS_FUNCTION_NTH_LAST_CHILD ||
                        pseudo.type == LXB_CSS_SELECTOR_PSEUDO_CLASS_FUNCTION_NTH_LAST_OF_TYPE;
      simple.of_type = pseudo.type == LXB_CSS_SELECTOR_PSEUDO_CLASS_FUNCTION_NTH_OF_TYPE ||
                       pseudo.type == LXB_CSS_SELECTOR_PSEUDO_CLASS_FUNCTION_NTH_LAST_OF_TYPE;
      simple.a = place->anb.a;
      simple.b = place->anb.b;
      if (!simple.of_type) inner = place->of;
      break;
    }
    default: simple.test = Test::lexbor; return true;
  }
  if (!inner) return true;  // ":is()" matches nothing, ":not()" everything
  if (++at.nesting > kMostParts) return false;
  simple.inner = compile(inner, at);
  --at.nesting;
  return simple.inner != nullptr;
}

// --- matching

Matching::Matching(const Tree& tree, lxb_selectors_t* engine, uint32_t slots, Budget* budget,
                   bool no_templates)
    : tree_(tree), engine_(engine), slots_(slots), pulse_(budget), no_templates_(no_templates) {}

std::vector<NodeId> Matching::everywhere(const SelectorList& list) { return within(list, {1, tree_.size()}); }

std::vector<NodeId> Matching::below(const SelectorList& list, NodeId scope) {
  if (tree_.tag(scope) == LXB_TAG_TEMPLATE) return {};
  return within(list, {scope + 1, tree_.subtree_end(scope), scope});
}

std::vector<NodeId> Matching::within(const SelectorList& list, const Range& range) {
  std::vector<NodeId> hits;
  for (const auto& selector : list.selectors()) walk(selector, range, [&](NodeId n) { hits.push_back(n); });
  sort_unique(hits);
  return hits;
}

// The element that a part asks for; 0: any, or one that only this page knows.
TagId Matching::known_tag(const SelectorList::Compound& part) const {
  lexbor_hash_t* names = tree_.lexbor(0)->owner_document->tags;
  for (const SelectorList::Simple& simple : part.tests) {
    if (simple.test != SelectorList::Test::element) continue;
    const lxb_tag_id_t id = lxb_tag_id_by_name(names, simple.source->name.data, simple.source->name.length);
    return id < LXB_TAG__LAST_ENTRY ? TagId(id) : TagId(0);
  }
  return 0;
}

template <class Hit>
void Matching::walk(const SelectorList::Complex& selector, const Range& range, Hit&& hit) {
  if (selector.parts.size() == 1 &&
      range.scope == kNoNode) {  // what stands around an element does not matter
    const TagId wanted = known_tag(selector.parts[0]);
    for (NodeId n = range.begin; n < range.end; ++n) {
      if (wanted && tree_.tag(n) != wanted) continue;
      if (!pulse_.beat()) return;
      if (!tree_.is_element(n) || !matches(selector.parts[0], n)) continue;
      hit(n);
      if (range.first_only) return;
    }
    return;
  }
  std::vector<Level> levels(1);
  const uint32_t top = range.begin < tree_.size() ? tree_.depth(range.begin) : 0;
  const uint64_t last = uint64_t{1} << (selector.parts.size() - 1);
  for (NodeId n = range.begin; n < range.end; ++n) {
    if (!pulse_.beat()) return;
    if (!tree_.is_element(n)) continue;
    const uint32_t depth = tree_.depth(n) - top;
    Level& level = levels[depth];
    uint64_t due = ((level.ancestors & selector.descendant) | (level.parent & selector.child) |
                    (level.before & selector.sibling) | (level.all_before & selector.following))
                   << 1;
    if (range.scope == kNoNode || begins(selector.parts.front(), n, range.scope)) due |= 1;
    uint64_t here = 0;
    for (uint64_t left = due; left; left &= left - 1) {
      const int k = std::countr_zero(left);
      if (matches(selector.parts[size_t(k)], n)) here |= uint64_t{1} << k;
    }
    level.before = here;
    level.all_before |= here;
    if (here & last) {
      hit(n);
      if (range.first_only) return;
    }
    Level below{here, level.ancestors | here, 0, 0};
    if (tree_.tag(n) == LXB_TAG_TEMPLATE) {  // its content is another document
      below = {};
      if (range.scope != kNoNode) n = tree_.subtree_end(n) - 1;
    }
    if (levels.size() == depth + 1) levels.push_back(below);
    else levels[depth + 1] = below;
  }
}

bool Matching::begins(const SelectorList::Compound& part, NodeId n, NodeId scope) const {
  switch (part.combinator) {
    case LXB_CSS_SELECTOR_COMBINATOR_CHILD: return tree_.parent(n) == scope;
    case LXB_CSS_SELECTOR_COMBINATOR_SIBLING: return element_before(n) == scope;
    case LXB_CSS_SELECTOR_COMBINATOR_FOLLOWING: return n > scope && tree_.parent(n) == tree_.parent(scope);
    default: return tree_.contains(scope, n);
  }
}

NodeId Matching::element_before(NodeId n) const {
  do n = tree_.previous_sibling(n);
  while (n != kNoNode && !tree_.is_element(n));
  return n;
}

bool Matching::matches(const SelectorList::Compound& part, NodeId n) {
  return std::ranges::all_of(part.tests,
                             [&](const SelectorList::Simple& simple) { return matches(simple, n); });
}

bool Matching::matches(const SelectorList::Simple& simple, NodeId n) {
  using Test = SelectorList::Test;
  SelectorState& slot = slots_[simple.slot];
  lxb_dom_node_t* node = tree_.lexbor(n);
  switch (simple.test) {
    case Test::any: return true;
    case Test::element:
      if (!slot.ready) {
        slot.tag = lxb_tag_id_by_name(node->owner_document->tags, simple.source->name.data,
                                      simple.source->name.length);
        slot.ready = true;
      }
      return slot.tag != LXB_TAG__UNDEF && node->local_name == slot.tag;
    case Test::has_class: {
      const lxb_dom_attr_t* attribute = lxb_dom_interface_element(node)->attr_class;
      if (!attribute || !attribute->value) return false;
      const lexbor_str_t &list = *attribute->value, &wanted = simple.source->name;
      return is_class({reinterpret_cast<const char*>(list.data), list.length},
                      {reinterpret_cast<const char*>(wanted.data), wanted.length},
                      node->owner_document->compat_mode == LXB_DOM_DOCUMENT_CMODE_QUIRKS);
    }
    case Test::place:
      if (!slot.ready) count_places(simple, slot);
      return slot.places[n] && is_place(simple.a, simple.b, slot.places[n]);
    case Test::one_of:
    case Test::none_of:
      if (!slot.ready) {
        slot.matched.resize(tree_.size());
        if (simple.inner) mark(*simple.inner, slot.matched);
        slot.ready = true;
      }
      return slot.matched[n] == (simple.test == Test::one_of);
    case Test::has: return simple.inner && matches_has(simple, slot, n);
    case Test::lexbor: {
      bool yes = false;
      lxb_selectors_match_node(engine_, node, simple.lone.get(), say_yes, &yes);
      return yes;
    }
  }
  return false;
}

void Matching::mark(const SelectorList& list, Bits& into) {
  const Range page{1, tree_.size()};
  for (const auto& selector : list.selectors()) walk(selector, page, [&](NodeId n) { into[n] = true; });
}

// From the first sibling to the last, or back: an element's place is that of its neighbour and
// one more, if it counts at all.
void Matching::count_places(const SelectorList::Simple& simple, SelectorState& slot) {
  const NodeId size = tree_.size();
  Bits counts;
  if (simple.inner) {
    counts.resize(size);
    mark(*simple.inner, counts);
  }
  slot.places.assign(size, 0);
  slot.ready = true;
  std::unordered_map<uint64_t, uint32_t> seen;  // by parent, and by type
  for (NodeId i = 1; i < size && pulse_.beat(); ++i) {
    const NodeId n = simple.from_end ? size - i : i;
    if (!tree_.is_element(n) || (simple.inner && !counts[n])) continue;
    uint64_t key = uint64_t(tree_.parent(n)) << 32;
    if (simple.of_type) key |= tree_.tag(n);
    slot.places[n] = ++seen[key];
  }
}

// One compound selector: the elements that match it tell who has them. Several: each element is asked.
bool Matching::matches_has(const SelectorList::Simple& simple, SelectorState& slot, NodeId n) {
  const auto& selectors = simple.inner->selectors();
  const bool simple_list =
      std::ranges::all_of(selectors, [](const SelectorList::Complex& s) { return s.parts.size() == 1; });
  if (simple_list && no_templates_) {
    if (!slot.ready) mark_has(*simple.inner, slot);
    return slot.matched[n];
  }
  if (!slot.ready) {
    slot.matched.resize(tree_.size());
    slot.known.resize(tree_.size());
    slot.ready = true;
  }
  if (!slot.known[n]) {
    slot.matched[n] = search_has(*simple.inner, n);
    slot.known[n] = true;
  }
  return slot.matched[n];
}

void Matching::mark_has(const SelectorList& list, SelectorState& slot) {
  const NodeId size = tree_.size();
  slot.matched.resize(size);
  slot.ready = true;
  const Range page{1, size};
  for (const SelectorList::Complex& selector : list.selectors()) {
    Bits found(size);
    walk(selector, page, [&](NodeId n) { found[n] = true; });
    Bits later(selector.parts[0].combinator == LXB_CSS_SELECTOR_COMBINATOR_FOLLOWING ? size : 0);
    NodeId nearest = kNoNode;  // the first match at or behind n
    for (NodeId n = size; n-- > 1 && pulse_.beat();) {
      const NodeId parent = tree_.parent(n);
      switch (selector.parts[0].combinator) {
        case LXB_CSS_SELECTOR_COMBINATOR_CHILD:
          if (found[n]) slot.matched[parent] = true;
          break;
        case LXB_CSS_SELECTOR_COMBINATOR_SIBLING:
          if (found[n])
            if (const NodeId before = element_before(n); before != kNoNode) slot.matched[before] = true;
          break;
        case LXB_CSS_SELECTOR_COMBINATOR_FOLLOWING:
          if (later[parent]) slot.matched[n] = true;
          if (found[n]) later[parent] = true;
          break;
        default:
          if (nearest < tree_.subtree_end(n)) slot.matched[n] = true;
          if (found[n]) nearest = n;
      }
    }
  }
}

bool Matching::search_has(const SelectorList& list, NodeId n) {
  bool found = false;
  for (const SelectorList::Complex& selector : list.selectors()) {
    const auto combinator = selector.parts[0].combinator;
    Range range{n + 1, tree_.subtree_end(n), n, true};
    if (combinator == LXB_CSS_SELECTOR_COMBINATOR_SIBLING ||
        combinator == LXB_CSS_SELECTOR_COMBINATOR_FOLLOWING)
      range = {tree_.subtree_end(n),
               tree_.parent(n) == kNoNode ? tree_.size() : tree_.subtree_end(tree_.parent(n)), n, true};
    if (tree_.tag(n) == LXB_TAG_TEMPLATE && range.begin == n + 1) continue;
    walk(selector, range, [&](NodeId) { found = true; });
    if (found) break;
  }
  return found;
}

// --- kept with the page

void CssView::find_templates() {
  for (NodeId n = 1; n < tree_.size(); ++n)
    if (tree_.tag(n) == LXB_TAG_TEMPLATE) templates_.push_back(n);
}

// The innermost template that n stands in.
NodeId CssView::template_of(NodeId n) const {
  for (auto at = std::lower_bound(templates_.begin(), templates_.end(), n); at != templates_.begin();)
    if (tree_.contains(*--at, n)) return *at;
  return kNoNode;
}

std::shared_ptr<CssView::Known> CssView::known(const std::string& source) {
  const std::lock_guard lock(mutex_);
  std::shared_ptr<Known>& known = known_[source];
  if (!known) known = std::make_shared<Known>();
  return known;
}

std::vector<NodeId> CssView::select(const std::string& source, const SelectorList& list, bool relative,
                                    lxb_selectors_t* engine, NodeId context, bool first_only) {
  const std::shared_ptr<Known> entry = known(source);
  const std::lock_guard lock(entry->mutex);
  if (!entry->matching)
    entry->matching =
        std::make_unique<Matching>(tree_, engine, list.slots(), Budget::current(), templates_.empty());
  entry->matching->work_under(Budget::current(), engine);
  std::vector<NodeId> hits;
  if (relative) {
    hits = entry->matching->below(list, context);
  } else {
    if (!entry->have_all) entry->all = entry->matching->everywhere(list), entry->have_all = true;
    const auto from = std::upper_bound(entry->all.begin(), entry->all.end(), context);
    const auto to = std::lower_bound(from, entry->all.end(), tree_.subtree_end(context));
    hits.assign(from, first_only && templates_.empty() ? std::min(to, from + (from < to)) : to);
  }
  if (!entry->matching->complete()) {  // the budget ended it: the next search begins anew
    entry->matching.reset();
    entry->all.clear();
    entry->have_all = false;
  }
  if (!templates_.empty())
    std::erase_if(hits, [&, within = template_of(context)](NodeId n) { return template_of(n) != within; });
  if (first_only && hits.size() > 1) hits.resize(1);
  return hits;
}

}  // namespace gleaner::html
