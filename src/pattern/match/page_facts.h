// PageFacts: what matching asks of a unit's page beside its candidates, each found once and only when asked
// for: texts that some condition quotes, what an element says to the candidates in it, places among siblings.
//
// All is seen through a Filter, so that what no condition names is passed over. Cost: an element's attributes
// are read once; class attributes that come again are not even taken apart.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "html/tags.h"
#include "pattern/match/program.h"

namespace gleaner::pattern {

// What an element says to the candidates in it.
struct Above {
  NodeId node = kNoNode;
  uint32_t parent = 0;    // index + 1; 0: the unit ends here
  uint32_t nearest = 0;   // index + 1 of the nearest that says something, itself included
  uint32_t level = 0;     // elements from the top of the unit, itself included
  NodeId cell = kNoNode;  // the table cell around it
  uint32_t names = 0, names_end = 0;
  uint64_t classes = 0;  // tag and classes as one step of a path; 0: the attributes are not read yet
  uint64_t sibling = 0;  // hash of the text of the element before it, when a condition quotes it
  bool bare = true;      // no class
  bool block = false;    // a condition quotes its first text
};

// Of an element: its id, a class, ...; the kinds as in Filter::name_kinds.
struct Name {
  uint64_t hash;
  uint8_t kind;
};

class PageFacts {
 public:
  PageFacts(const Filter& filter, const Unit& unit);

  // --- texts, counted from the unit's first
  // Hash of the label form of a text, 0: no condition quotes it.
  uint64_t quoted_text(uint32_t x) {
    uint64_t& known = plain_[x];
    if (known == kUnknown) {
      std::string_view text = texts_[first_ + x].text;
      known = filter_.starts.may_begin(text, false) ? quoted(text) : 0;
    }
    return known;
  }
  // The same of any words.
  uint64_t quoted(std::string_view words) {
    plain_into(scratch_, words);
    const uint64_t hash = hash_text(scratch_);
    return filter_.texts.contains(hash) ? hash : 0;
  }
  // Is there a quoted text where a label could stand? Dearer questions can wait.
  bool quoted_before(uint32_t x);
  // How many texts an element has of its own, and which of them one is. REQUIRES of the second: the first was
  // asked.
  uint32_t count_own_texts(NodeId e);
  uint32_t own_index(uint32_t x) const { return own_index_[x]; }
  // Hash of an element's text, 0 when no condition quotes it.
  uint64_t element_text(NodeId n);

  // --- elements
  // Index + 1 of what is known of an element. REQUIRES: the unit holds it.
  uint32_t above(NodeId n) {
    const uint32_t known = above_of_[n - base_];
    return known ? known : learn_chain(n);
  }
  const Above& element(uint32_t index) const { return above_[index - 1]; }
  // The same with its names and classes read.
  const Above& named_element(uint32_t index) {
    Above& a = above_[index - 1];
    if (!a.classes) read_attributes(a);
    return a;
  }
  Name name(uint32_t index) const { return names_[index]; }

 private:
  static constexpr uint64_t kUnknown = 1;  // no hash, no "none"

  // What the class attribute of a tag comes to.
  struct Classes {
    uint64_t key = 0, classes = 0;
    bool bare = true, named = false;
  };

  uint64_t sibling_text(NodeId n);
  uint32_t learn_chain(NodeId n);
  uint32_t learn_element(NodeId n, uint32_t over);
  void add_name(uint64_t hash, uint8_t kind) {
    if (filter_.names.contains(hash)) names_.push_back({hash, kind});
  }
  void read_attributes(Above& a);
  void read_id(std::string_view id);
  void read_semantic(std::string_view name, std::string_view value);
  void read_classes(std::string_view classes, Above& a);
  void take_classes_apart(std::string_view classes, Above& a);

  const Filter& filter_;
  const Unit& unit_;
  const PageIndex& page_;
  const html::Tree& tree_;
  const html::Texts& texts_;
  const html::Tags& tags_ = html::Tags::all();
  const NodeId base_;
  const uint32_t first_, count_;    // texts of the unit
  std::vector<uint32_t> above_of_;  // by node - base_: index + 1 into above_
  std::vector<Above> above_;
  std::vector<Name> names_;
  std::array<Classes, 128> classes_{};  // by hash; the last one of a place stays
  std::vector<NodeId> pending_;         // scratch
  std::vector<uint64_t> plain_;         // by text, see quoted_text
  std::vector<uint32_t> own_count_;     // by node - base_ + 1, the unit's parent first; 0: not counted yet
  std::vector<uint32_t> own_index_;
  std::string scratch_;
};

}  // namespace gleaner::pattern
