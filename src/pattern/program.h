// Program: what a Plan's rules need to know of a page, and in which order, so that most of a page is never looked at closely.
//
// A wrapper quotes a few dozen names, paths and texts; a page has hundreds of each. Three observations make matching cheap:
//  - a condition's hash is worth computing only where its parts occur in the plan: names, the last steps of paths, tags, and texts are
//    looked up first (the sets below), an element or text without any of them is passed over;
//  - what an element says (its names, its first text, the element before it) is the same for all candidates in it: found once, and
//    elements that say nothing are skipped on the way up;
//  - a test of the text itself (shape, kind, link) is dearer than all the others and nearly always stands beside another condition:
//    it is made only on candidates where that one holds.
// The sets only filter: the decision is the look-up of the same hash that features.h computes, so a rule means the same here and there
// (match_test.cc compares them on random trees). Cost: see bench/accuracy/pattern.md.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "pattern/features.h"
#include "pattern/hash_set.h"
#include "pattern/plan.h"

namespace gleaner::pattern {

// How label forms begin: enough to pass over most texts after a look at two letters.
class TextStarts {
 public:
  void add(std::string_view plain);
  // May the label form of `text`, perhaps with more text behind it, be one of those added?
  bool may_begin(std::string_view text, bool more_behind) const;

 private:
  std::array<bool, 26 * 27> pairs_{};
  bool other_letters_ = false, no_letters_ = false;
};

class Program {
 public:
  Program() = default;
  // `rules`: conjunctions of the plan's conditions; only candidates that satisfy all of one are ever asked for.
  Program(const Plan& plan, const std::vector<const std::vector<ConditionId>*>& rules);

  static uint64_t bit(uint64_t hash) { return uint64_t{1} << (hash & 63); }

  HashSet names;                                     // of the node or an ancestor
  std::array<bool, 6> name_kinds{};                  // id, masked id, semantic, class, class word, tag
  HashSet paths, places, classes;                    // up from the node; the ends of longer ones too
  std::array<uint64_t, 4> nth_tags{}, last_tags{};   // bits of tags, by levels up
  uint64_t whole_steps = 0, whole_tags = 0;          // of paths from the top: bits of their length and of their last tag
  HashSet texts;                                     // label forms
  TextStarts starts;
  std::array<bool, 256> shape_starts{};              // first bytes of texts that may have a shape of the plan
  bool neighbours = false, siblings = false, blocks = false, rows = false, own_texts = false;
  TestSet unknown;                                   // left to Features
  bool any_unknown = false;

  // Tests of the text itself, cheapest first.
  struct Late {
    Test test;
    bool everywhere = false;                          // some rule has nothing before it
    std::vector<std::vector<ConditionId>> behind;     // else: conditions that the rules with this test have before it
  };
  std::vector<Late> late;

 private:
  void add_condition(const Condition& c, std::array<std::vector<uint64_t>, 5>& sets);
};

}  // namespace gleaner::pattern
