// Matching CSS selectors over a Tree, in time that is linear in the page.
//
// lexbor reads selectors. But its search tries every element and looks around it, which is quadratic for
// :nth-*, :has and long lists of siblings. Here one walk in document order carries bits that say which
// prefixes of a selector ("ul", "ul > li") end at the parent, at an ancestor, at the sibling before, or at
// any sibling before. An element extends prefixes by one shift, and by the tests of the parts that are then
// due. (The idea is that of streaming evaluation, e.g. Barton et al., "Streaming XPath processing with
// forward and backward axes", 2003.)
//
// Places among siblings are counted once for each page. :is and :not are walks of their own, once for each
// page. :has of one compound selector is answered from the elements that match it. What a selector matches
// does not depend on where the search begins (unless it begins with :scope), so the matches are kept with the
// page, and a search below a node is a look into a sorted list.
//
// Cost: elements x parts that are due. Only :has with several compound selectors is a search below
// each element that asks. All loops beat a Pulse: when the thread's budget ends, what was found by
// then is given, and nothing is kept.
#pragma once

#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "base/budget.h"
#include "html/tree.h"

extern "C" {
#include <lexbor/css/css.h>
#include <lexbor/selectors/selectors.h>
}

namespace gleaner::html {

// A selector list, ready to match. Immutable. Points into lexbor's list, which must outlive it.
class SelectorList {
 public:
  // Null where a selector has more than 64 compound selectors, or as many levels of :not(...) and the like.
  static std::unique_ptr<SelectorList> compile(const lxb_css_selector_list_t* list);

  enum class Test : uint8_t { any, element, has_class, place, has, one_of, none_of, lexbor };
  struct Simple {
    Test test = Test::any;
    uint32_t slot = 0;  // its number within the whole selector: where Matching keeps what it knows of it
    const lxb_css_selector_t* source = nullptr;
    bool from_end = false, of_type = false;  // place: An+B
    long a = 0, b = 0;
    std::unique_ptr<SelectorList> inner;            // of has, one_of, none_of; of place: "of S"
    std::unique_ptr<lxb_css_selector_list_t> lone;  // lexbor: that simple selector alone
    std::unique_ptr<lxb_css_selector_t> lone_selector;
  };
  struct Compound {
    lxb_css_selector_combinator_t combinator{};  // to the compound before; of the first: to the scope
    std::vector<Simple> tests;
  };
  struct Complex {
    std::vector<Compound> parts;
    uint64_t descendant = 0, child = 0, sibling = 0, following = 0;  // bit k: part k + 1 follows part k so
  };

  const std::vector<Complex>& selectors() const { return selectors_; }
  uint32_t slots() const { return slots_; }

 private:
  struct Numbering {
    uint32_t slots = 0, nesting = 0;
  };
  static std::unique_ptr<SelectorList> compile(const lxb_css_selector_list_t* list, Numbering& at);
  static bool add(const lxb_css_selector_t* source, Complex& complex, Numbering& at);
  static bool set_function(const lxb_css_selector_t* source, Simple& simple, Numbering& at);
  std::vector<Complex> selectors_;
  uint32_t slots_ = 0;
};

// What is known of one selector on one tree. Not for several threads at once (CssView locks).
class Matching {
 public:
  // `no_templates`: the tree has none, so that all elements are of one document.
  Matching(const Tree& tree, lxb_selectors_t* engine, uint32_t slots, Budget* budget, bool no_templates);

  // Elements that match, in document order: of the whole page, or, relative, below `scope`.
  std::vector<NodeId> everywhere(const SelectorList& list);
  std::vector<NodeId> below(const SelectorList& list, NodeId scope);
  bool complete() const { return pulse_.alive(); }
  // The budget may be another one at the next search.
  void work_under(Budget* budget, lxb_selectors_t* engine) {
    pulse_ = Pulse(budget);
    engine_ = engine;
  }

 private:
  using Bits = std::vector<bool>;
  struct SelectorState {
    bool ready = false;
    uintptr_t tag = 0;             // element
    std::vector<uint32_t> places;  // place
    Bits matched;                  // has, one_of, none_of
    Bits known;                    // has: which elements were asked about (when searched one by one)
  };
  struct Level {  // of the elements at one depth: prefixes that end at ...
    uint64_t parent = 0, ancestors = 0, before = 0, all_before = 0;
  };
  struct Range {
    NodeId begin, end;
    NodeId scope = kNoNode;   // relative selectors: where they begin
    bool first_only = false;  // one hit is enough
  };

  TagId known_tag(const SelectorList::Compound& part) const;
  template <class Hit>
  void walk(const SelectorList::Complex& selector, const Range& range, Hit&& hit);
  std::vector<NodeId> within(const SelectorList& list, const Range& range);
  bool begins(const SelectorList::Compound& part, NodeId n, NodeId scope) const;
  bool matches(const SelectorList::Compound& part, NodeId n);
  bool matches(const SelectorList::Simple& simple, NodeId n);
  bool matches_has(const SelectorList::Simple& simple, SelectorState& slot, NodeId n);
  bool search_has(const SelectorList& list, NodeId n);
  void mark_has(const SelectorList& list, SelectorState& slot);
  void mark(const SelectorList& list, Bits& into);
  void count_places(const SelectorList::Simple& simple, SelectorState& slot);
  NodeId element_before(NodeId n) const;

  const Tree& tree_;
  lxb_selectors_t* engine_;
  std::vector<SelectorState> slots_;
  Pulse pulse_;
  const bool no_templates_;
};

// The elements that selectors match on a page, kept with the page.
class CssView {
 public:
  explicit CssView(const Document& document) : tree_(document.view<Tree>()) { find_templates(); }
  // Descendants of `context` in document order. `relative`: the selector begins at the context.
  std::vector<NodeId> select(const std::string& source, const SelectorList& list, bool relative,
                             lxb_selectors_t* engine, NodeId context, bool first_only);

 private:
  struct Known {
    std::mutex mutex;
    std::unique_ptr<Matching> matching;
    bool have_all = false;
    std::vector<NodeId> all;
  };
  std::shared_ptr<Known> known(const std::string& source);
  void find_templates();
  NodeId template_of(NodeId n) const;

  const Tree& tree_;
  std::vector<NodeId> templates_;  // in document order; their content is another document
  std::mutex mutex_;
  std::unordered_map<std::string, std::shared_ptr<Known>> known_;
};

}  // namespace gleaner::html
