// Object patterns: which values, in which order, make an object (the paper's o-pattern,
// section 4), and the linear matcher.
//
// A pattern is a tree of components: atoms (an attribute by some of its AVP patterns), records, lists
// of records, lists of atoms. Between components anything may stand. The match that is wanted is the
// leftmost one, with every gap as short as possible. A list takes another element as long as the next
// element begins before whatever follows the list. A component that some elements of an example lack
// is taken by the same rule, once.
//
// A backtracking matcher tries, fails and comes back; this one never does. Gaps are free, so whether the
// rest of a pattern can still be matched depends on the position alone, and only gets worse to the right.
// So for every component there is a last position L from which everything behind it still fits. L is
// found from the end of the page backwards, and occurrences beyond it are dropped. Then the first
// remaining occurrence is always the right choice. Cost: one pass over the occurrences for L, one for the
// matches. Oracle: object_test.cc.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/span.h"
#include "byexample/avp.h"

namespace gleaner::byexample {

// A component of an object pattern. The whole pattern is a record component without name.
struct Component {
  std::string name;
  bool list = false;  // of atoms or of records
  // some element of the example lacks it: taken if it begins before what follows;
  bool optional = false;
  // with `list`: a list whose separators are known, so one run is all of
  // it
  bool atom = false;
  uint32_t attribute = 0;  // atom
  uint32_t shape = 0;      // node of Model::shapes
  // atom: AVP patterns that may give it, sorted; none: all of the attribute
  std::vector<uint32_t> patterns;
  std::vector<Component> children;  // record, in page order

  bool operator==(const Component&) const = default;
};

struct ObjectPattern {
  Component root;
  uint32_t support = 1;  // examples of this form
  std::string example;   // "page1.html record 1"
};

// A match as a walk over the component tree: what opens, the values, what closes.
struct Event {
  enum class Kind : uint8_t { open, value, close } kind;
  const Component* component;
  const Occurrence* occurrence;  // value
};

struct ObjectMatch {
  Span extent;                // from the first value to the end of the last
  uint32_t pattern = 0;       // object pattern
  std::vector<Event> events;  // the root neither opens nor closes
};

// Where the matcher stands behind an occurrence: its right terms are not consumed.
inline uint32_t end_of(const Occurrence& occurrence) {
  return occurrence.value.end > occurrence.left_begin ? occurrence.value.end : occurrence.left_begin + 1;
}

// Matches one object pattern over the occurrences of a page; both must outlive it.
class ObjectMatcher {
 public:
  ObjectMatcher(const ObjectPattern& pattern, const Occurrences& occurrences);
  ~ObjectMatcher();
  ObjectMatcher(ObjectMatcher&&) noexcept;
  // The leftmost match that begins at or after `from`; false if there is none.
  bool next(uint32_t from, ObjectMatch& match) const;

 private:
  struct Item;
  struct Sequence;

  void build(Sequence& sequence, const Component& component, const Occurrences& occurrences);
  int64_t limit(Sequence& sequence, int64_t after);
  uint32_t earliest(const Sequence& sequence, size_t item, uint32_t from, bool& optional) const;
  uint32_t follow(const Sequence& sequence, size_t item, uint32_t from, uint32_t begun, bool& last) const;
  bool takes_another(const Sequence& sequence, size_t item, uint32_t at, uint32_t begun) const;
  void run(const Sequence& sequence, uint32_t& at, uint32_t begun, ObjectMatch& match) const;

  std::unique_ptr<Sequence> root_;
};

}  // namespace gleaner::byexample
