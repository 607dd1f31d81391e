// Unit: the part of a page in which one record's values are looked for (the whole page, or a record's node or
// run of siblings), with its candidates: text nodes, elements, attribute values, data leaves.
//
// Cost: linear in the part; strings are made only where white space must be collapsed.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/budget.h"
#include "html/data_island.h"
#include "pattern/match/page_index.h"

namespace gleaner::pattern {

// Which candidates a unit has.
enum Forms : uint8_t {
  kTexts = 1,
  kElements = 2,
  kAttributes = 4,
  kData = 8,
  kAllForms = 15,
  kNodes = 16,
  kRuns = 32
};
enum class Form : uint8_t { text, element, block, attribute, data, node, run };

// A run: children of an element that stand side by side, texts and the elements of some tags that may stand
// inside of a value (search hits in <b>), up to what is neither. Which tags those are is learned from the
// labels, and is a part of the form's name: "run:b", "run:b+i".
struct RunTags {
  std::vector<std::string> names = {};  // sorted
  std::string form() const;
  bool empty() const { return names.empty(); }
};
// Of a form's name; empty for other forms.
RunTags parse_run_tags(std::string_view form);

struct Candidate {
  Form form = Form::text;
  NodeId node = kNoNode;       // text: its element; data: the script
  uint32_t text = 0;           // index of its (first) text
  mutable uint32_t value = 0;  // index into Unit::values; kNoNode: not asked for yet, see Unit::value
  uint64_t form_hash = 0;      // "text", "element", "block", "@href", "data", "node", "run:b"
  uint32_t extra = 0;  // attribute: index into Unit::attributes; data: leaf; run: behind its last text
};

// Siblings [first, last] of one parent; whole page: the document node alone.
struct Region {
  NodeId first = 0, last = 0;
  bool whole() const { return first == 0; }
};

// Are equal texts found for all candidates at once, or for those that are asked for? Learning looks at all of
// them, extraction at few.
enum class Interned { all, asked };

class Unit {
 public:
  // `runs`: read while the unit is made and when forms are named.
  Unit(const PageIndex& page, Region region, uint8_t forms, Budget* budget = nullptr,
       Interned interned = Interned::all, const RunTags* runs = nullptr);

  const PageIndex& page() const { return *page_; }
  Region region() const { return region_; }
  NodeId begin() const { return region_.first; }
  NodeId end() const { return end_; }
  uint32_t text_begin() const { return text_begin_; }
  uint32_t text_end() const { return text_end_; }
  bool holds(NodeId n) const { return n >= region_.first && n < end_; }
  // Is it an element of the unit?
  bool inside(NodeId n) const { return n != kNoNode && page_->tree().is_element(n) && holds(n); }

  // --- places among siblings of the same tag; those of a run count within the run
  uint32_t nth(NodeId n) const { return place(n).nth; }  // from 1
  uint32_t total(NodeId n) const { return place(n).total; }
  uint64_t place_step(NodeId n) const {  // tag and place as one step of a path
    const uint64_t tag = page_->tag_hash(n);
    const PageIndex::Ordinal& at = place(n);
    return at.total > 1 ? mix(tag, at.nth) : tag;
  }

  std::vector<Candidate> candidates;
  mutable std::vector<std::string_view> values;  // distinct texts
  std::vector<std::string_view> attributes;      // names of attribute candidates
  const html::DataIslands* islands = nullptr;

  std::string_view text(const Candidate& c) const {
    return c.form == Form::text ? page_->texts()[c.text].text : values[c.value];
  }
  // Number of a candidate's text; equal texts have equal numbers.
  uint32_t value(uint32_t candidate) const {
    const Candidate& c = candidates[candidate];
    return c.value != kNoNode ? c.value : looked_up(candidate);
  }
  // The candidates with that text, in order; of one value asked for again and again they are found once.
  const std::vector<uint32_t>& places(uint32_t value) const;
  // The text of the page that follows the candidate's own.
  uint32_t next_text(const Candidate& c) const {
    return c.form == Form::text ? c.text + 1 : c.form == Form::run ? c.extra : page_->texts().end(c.node);
  }
  std::string form_name(const Candidate& c) const;
  // kNoNode if there is none. REQUIRES: Interned::all.
  uint32_t find_value(std::string_view text) const;

  // Where bytes [from, to) of the candidate's text were written.
  Span span(const Candidate& c, size_t from = 0, size_t to = std::string_view::npos) const;
  // The same with the markup that stands at its ends: <b>To be</b>, or not to <b>be</b>
  Span outer_span(const Candidate& c, size_t from = 0, size_t to = std::string_view::npos) const;
  // The text as written (decoded, white space kept) of a text node or attribute value, and where a part of it
  // stands.
  std::string_view raw(const Candidate& c) const;
  Span raw_span(const Candidate& c, size_t from, size_t to) const;

 private:
  const PageIndex::Ordinal& place(NodeId n) const {
    if (!run_.empty())
      if (auto at = run_.find(n); at != run_.end()) return at->second;
    return page_->place(n);
  }
  void count_run();
  Span span_in_text(NodeId node, size_t a, size_t b) const;
  Span span_over_texts(const Candidate& c, std::string_view all, size_t from, size_t to) const;
  Span span_in_attribute(const Candidate& c, size_t from, size_t to) const;
  Span span_in_data(const Candidate& c, std::string_view all, size_t from, size_t to) const;
  uint32_t intern(std::string_view text) const;
  uint32_t looked_up(uint32_t candidate) const;
  size_t slot_of(uint64_t hash, std::string_view text) const;
  void grow_table(size_t values) const;
  void add(Form form, NodeId node, uint32_t text, uint32_t value, uint64_t form_hash, uint32_t extra = 0);
  void add_texts();
  void add_elements();
  void add_attributes();
  void add_data();
  void add_nodes();
  void add_runs();
  void add_runs_of(NodeId first_child, uint64_t form);

  const PageIndex* page_;
  Region region_;
  NodeId end_;
  uint32_t text_begin_, text_end_;
  Budget* budget_;
  Interned interned_;
  const RunTags* runs_;
  // of the siblings that are the unit; empty: the whole page
  std::unordered_map<NodeId, PageIndex::Ordinal> run_;
  mutable std::vector<uint64_t> hashes_;  // by value
  mutable std::vector<uint32_t> table_;   // value + 1, by hash; a power of two
  mutable std::deque<std::pair<uint32_t, std::vector<uint32_t>>> places_;  // by value, those asked for
};

}  // namespace gleaner::pattern
