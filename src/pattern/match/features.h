// Features: the hashes of all conditions that a candidate satisfies.
//
// A learner asks for the conditions of the labelled places, printable; a matcher for their hashes alone,
// which it looks up. Both run one piece of code, so a rule means the same when it is learned and when it is
// used. Tests that are not wanted cost nothing. Cost: about 80 hashes a candidate when all tests are wanted.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "pattern/condition.h"
#include "pattern/forms.h"
#include "pattern/match/unit.h"
#include "pattern/weights.h"

namespace gleaner::pattern {

// A name that a candidate must lack: negations hold of too much to be listed, so
// those that are asked for are known.
struct Negated {
  Test test = Test::no_attr;
  uint64_t name = 0;  // hash_name(printed)
  std::string printed;
};

struct TestSet {
  std::array<bool, kTests> on{};
  std::vector<Negated> negated = {};
  void all() { on.fill(true); }
  void add(Test t) { on[size_t(t)] = true; }
  void remove(Test t) { on[size_t(t)] = false; }
  void add_negated(const Condition& c) { negated.push_back({c.test, hash_name(c.a), c.a}); }
  bool has(Test t) const { return on[size_t(t)]; }
  template <class... T>
  bool any(T... t) const {
    return (has(t) || ...);
  }
};

class Features {
 public:
  Features(const Unit& unit, const TestSet& wanted);

  // Of all wanted conditions that the candidate satisfies; valid until the next call.
  const std::vector<uint64_t>& hashes(const Candidate& c);
  struct Hashed {
    uint64_t hash;
    Condition condition;
  };
  std::vector<Hashed> conditions(const Candidate& c);

  // The negations of all names that the candidate and the elements above it have: what others may lack.
  std::vector<Condition> negations(const Candidate& c);

 private:
  // A name of an element of any kind; of attributes that a rule may be learned from their number.
  struct Mark {
    uint64_t hash = 0;
    int attribute = -1;
  };
  struct Name {
    uint64_t hash;
    uint8_t kind;  // 0 id, 1 masked id, 2 semantic, 3 class, 4 class word, 5 tag
  };
  struct OwnText {
    uint32_t index = 0, first = 0, count = 0;  // among the texts of its element; count is kept by the first
  };

  const std::vector<Mark>& marks_of(NodeId n);
  std::string attribute_text(NodeId n, int number) const;  // "@bgcolor=red"
  void find_chain(const Candidate& c);
  void collect_names();
  void names_of(NodeId n, std::vector<std::pair<Name, std::string>>& out) const;  // with printed forms
  std::string place_text(NodeId n) const;
  std::string path_between(NodeId n, size_t steps, bool indexed) const;  // from n upwards
  std::string path_from_top(NodeId n, bool indexed) const;
  std::string class_path(NodeId n, size_t steps) const;
  uint64_t plain_hash(uint32_t text);
  std::string plain_text(uint32_t text) const { return plain(texts_[text].text); }
  // Hash of an element's label form, 0 when it is no short text.
  uint64_t element_hash(NodeId n);
  std::string element_text(NodeId n) const { return plain(texts_.joined(n, weights::kQuotedBytes)); }
  uint64_t head_hash(NodeId cell);
  NodeId find_cell(NodeId n) const;
  void count_own_texts();

  // sink(test, hash, make) for each condition, where make() builds it.
  template <class Sink>
  void emit(const Candidate& c, Sink&& sink);
  // The sink, for the tests that are wanted.
  template <class Sink>
  auto adder(const Candidate& c, Sink& sink) const {
    return [this, &c, &sink](Test test, uint64_t payload, auto&& make) {
      if (wanted_.has(test)) sink(test, hash_test(test, c.form_hash, payload), make);
    };
  }
  template <class Sink>
  void emit_structure(const Candidate& c, Sink& sink);
  // Of the ancestor `d` levels up, to which `path` and `place` lead.
  template <class Sink>
  void emit_names(const Candidate& c, size_t d, uint64_t path, uint64_t place, Sink& sink);
  template <class Sink>
  void emit_counts(const Candidate& c, Sink& sink);
  template <class Sink>
  void emit_neighbours(const Candidate& c, Sink& sink);
  template <class Sink>
  void emit_blocks(const Candidate& c, Sink& sink);
  template <class Sink>
  void emit_text(const Candidate& c, Sink& sink);
  template <class Sink>
  void emit_attributes(const Candidate& c, Sink& sink);
  template <class Sink>
  void emit_negations(const Candidate& c, Sink& sink);
  template <class Sink>
  void emit_data(const Candidate& c, Sink& sink);

  const Unit& unit_;
  const PageIndex& page_;
  const html::Tree& tree_;
  const html::Texts& texts_;
  const TestSet& wanted_;
  NodeId base_;                      // first node of the unit
  std::vector<uint32_t> name_from_;  // by node - base_, into names_
  std::vector<Name> names_;
  std::vector<uint64_t> class_step_;            // by node - base_
  std::vector<uint64_t> path_, place_;          // from the top
  std::vector<uint64_t> plain_;                 // by text - text_begin
  std::vector<uint64_t> element_;               // by node - base_, 1: not computed
  std::unordered_map<NodeId, uint64_t> heads_;  // cells at the head of rows and columns
  std::unordered_map<NodeId, std::vector<Mark>> marks_;
  std::vector<OwnText> own_;      // by text - text_begin
  std::vector<NodeId> chain_;     // scratch: ancestors
  std::vector<uint64_t> hashes_;  // scratch
  bool by_name_ = false;
};

}  // namespace gleaner::pattern
