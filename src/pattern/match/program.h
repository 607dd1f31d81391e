// Program: what a Plan's rules need to know of a page, so that most of a page is never looked at closely.
//
// A page has hundreds of candidates. A single condition ("in div#main", "a word") holds for many of them, but
// all conditions of a rule together hold for a handful. So:
//
//  - Nearly every rule has an *anchor*: its most telling condition, as far as that is known without a page
//    (the text before it, its own class, its path). A few anchors serve many rules (a greedy cover). A
//    candidate without any anchor is passed over.
//  - Rules without a telling condition stay *open*: they are tested only on candidates that other
//    rules brought up. They have so little weight that they seldom decide. Where they might, the vote
//    says so and everything is matched.
//  - The hash of a condition is computed only if its parts occur in the plan. Names, the last steps of paths,
//    tags and texts are looked up first (Filter); an element or text without any of them is passed over.
//  - What an element says (its names, its first text, the element before it) is the same for all
//    candidates in it, so it is found once.
//
// Anchors and filters only leave out. The decision is the look-up of the same hash that features.h
// computes, so a rule means the same here and there (match_test.cc compares them on random trees).
// Cost: bench/accuracy/pattern.md.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "pattern/match/features.h"
#include "pattern/match/hash_set.h"
#include "pattern/match/plan.h"

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

// The parts of some conditions of a plan.
struct Filter {
  Filter() = default;
  Filter(const Plan& plan, const std::vector<ConditionId>& conditions);

  static uint64_t bit(uint64_t hash) { return uint64_t{1} << (hash & 63); }

  HashSet conditions;  // whole hashes
  TestSet tests;
  HashSet names;                     // of the node or an ancestor
  std::array<bool, 6> name_kinds{};  // id, masked id, semantic, class, class word, tag
  bool own_names = false;            // of the node itself
  bool names_above = false;          // of any ancestor
  bool upward = false;               // those, blocks or siblings
  // by bits of the node's tag: how many levels up names stand
  std::array<uint16_t, 64> under{}, below{};
  HashSet paths, places, classes;                   // up from the node; the ends of longer ones too
  HashSet place_paths;                              // the places without their numbers
  std::array<uint64_t, 4> nth_tags{}, last_tags{};  // bits of tags, by levels up
  int numbered_levels = 0;                          // how many of them have some
  // of paths from the top: bits of their length and of their last tag
  uint64_t whole_steps = 0, whole_tags = 0;
  HashSet texts;  // label forms
  TextStarts starts;
  std::array<bool, 256> shape_starts{};  // first bytes of texts that may have one of the shapes
  bool neighbours = false, siblings = false, blocks = false, rows = false, own_texts = false;
  std::vector<Test> of_text;  // tests of the text itself, cheapest first
  TestSet unknown;            // left to Features
  bool any_unknown = false;

 private:
  void add(const Condition& c, std::array<std::vector<uint64_t>, 6>& sets);
};

// Conjunctions of a plan's conditions that are asked for together.
struct RuleGroup {
  std::vector<const std::vector<ConditionId>*> rules;
  std::vector<double> weights;  // of the rules; empty: none may be open
};

class Program {
 public:
  Program() = default;
  // `counts`: candidates of a page that satisfy each condition, to choose anchors by. They decide on speed
  // alone; without them experience must do.
  Program(const Plan& plan, const std::vector<RuleGroup>& groups, const std::vector<uint32_t>& counts = {});

  Filter all, anchors;
  std::vector<std::vector<bool>> open;  // by group and rule
  std::vector<Filter> rest;             // by group: anchors of its open rules
};

}  // namespace gleaner::pattern
