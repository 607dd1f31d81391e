// Units: what may be a value inside a record, and by which keys it is known.
//
// A unit is an element, a text beside others, a run of text or a pair of neighbours in running text; a key
// says where it stands: its path, its class, the text before it, its first word. The n-th unit of a key is
// what a field rule takes. Elements without text hold a place, so that empty cells shift nothing. Attributes
// are units too where they are asked for; their keys end in "@href".
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "records/candidates.h"

namespace gleaner::rows {

class Page;
class Slots;

enum class KeyKind : uint8_t {
  property,      // itemprop
  class_path,    // classes from the record down
  classes,       // its own tag and classes
  one_class,     // its tag and one of its classes
  parent_class,  // its parent's classes, its tag
  path,          // tags from the record down
  places,        // the same with places among siblings
  tag,
  after,        // the text before it
  before,       // the text behind it
  begins,       // its first word
  ends,         // its last word
  run,          // a run of text: tags from the record down to where it stands
  run_classes,  // ... and the classes there
  pair,         // a text and the element beside it, or the hits marked in it, in running text
  header,       // the header of its column, and tags from the cell down
  attribute,    // its tag and an attribute with its value: span[bgcolor=red]
};
inline constexpr size_t kKeyKinds = 17;
std::string_view name_of(KeyKind kind);
// How much such keys are worth where several fit.
double worth_of(KeyKind kind);

struct KeyInfo {
  KeyKind kind = KeyKind::path;
  std::string of;
};
uint64_t hash_of_key(KeyKind kind, std::string_view of);
// Behind the way to an element: its own text, without what elements inside of it say.
inline constexpr std::string_view kOwnText = "text()";
inline bool is_own_text(std::string_view of) { return of.ends_with(kOwnText); }
// Does such a key quote a text of the record?
inline bool is_word_key(KeyKind kind) {
  return kind == KeyKind::after || kind == KeyKind::before || kind == KeyKind::begins ||
         kind == KeyKind::ends;
}

struct Unit {
  uint32_t leaf_begin = 0, leaf_end = 0;
  uint32_t node = 0;
  uint32_t attribute = 0;  // > 0: that attribute of the page instead of the leaves
  bool empty() const { return leaf_begin == leaf_end && !attribute; }
};

// The units of one record by their keys.
class Member {
 public:
  struct Entry {
    uint64_t key;
    uint32_t unit;
  };
  const std::vector<Unit>& units() const { return units_; }
  std::span<const Entry> at(uint64_t key) const;                  // in document order
  const std::vector<Entry>& entries() const { return entries_; }  // by key, then in document order
  const Unit& unit(const Entry& entry) const { return units_[entry.unit]; }
  // Is the unit one run of text (0), part of one (-1) or several (1)?
  int in_runs(const Unit& unit) const;

  // Which unit stands at which place of an alignment; kept for the rules that share it.
  std::map<const Slots*, std::vector<int32_t>>& alignments() const { return alignments_; }

 private:
  friend class UnitWalk;
  std::vector<Unit> units_;
  std::vector<Entry> entries_;
  std::vector<std::pair<uint32_t, uint32_t>> runs_;  // leaves, in order
  mutable std::map<const Slots*, std::vector<int32_t>> alignments_;
};

// `holes`: parts of the record that are not looked at, in document order. `keys`: filled with the words of
// the keys where it is not null.
Member make_member(const Page& page, records::Stretch record, const std::vector<records::Stretch>& holes,
                   std::unordered_map<uint64_t, KeyInfo>* keys);

}  // namespace gleaner::rows
