// Examples: labelled pages as the learners see them, and what they take apart: gaps (the text before an
// attribute), heads, tails.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/span.h"
#include "delimiter/exec.h"

namespace gleaner::delimiter {

// A page and its items in page order. Flat labels are whole tuples: attributes 0..K-1 again and again.
// REQUIRES: items do not overlap, and each may follow the one before it (see Program): attribute <= previous
// + 1, first 0.
//
// Partial: some values of flat tuples are not known (labels by recognisers that miss some). Then tuple[i] is
// the tuple of items[i], and `tuples` how many the page has; gaps are only those between neighbours that are
// both known.
struct Example {
  std::string_view text;
  std::vector<Item> items;
  bool partial = false;
  std::vector<uint32_t> tuple = {};
  uint32_t tuples = 0;
};

// The text between the end of an item (or the start of the page) and the start of the next one.
struct Gap {
  uint32_t page = 0;
  uint32_t from = 0, to = 0;
  uint32_t attribute = 0;  // of the item behind it
  uint32_t rivals = 0;     // attributes 0..rivals-1 may follow here
};

// The text behind the last item of a page; `rivals` must not follow. A page without items is a tail from 0
// on, marked `whole`.
struct Tail {
  uint32_t page = 0;
  uint32_t from = 0;
  uint32_t rivals = 0;
};

struct PageSpan {
  uint32_t page = 0;
  Span span;
};

// Why there is no wrapper, in words that name two places.
struct Reason {
  int attribute = -1;  // 0-based; -1: none in particular
  std::string words;
  std::vector<PageSpan> places;
  bool undecided = false;  // the budget ran out before the question was answered
};

class ExampleSet {
 public:
  ExampleSet(std::vector<Example> pages, size_t attributes, bool nested);

  size_t attributes() const { return attributes_; }
  size_t size() const { return pages_.size(); }
  std::string_view text(uint32_t page) const { return pages_[page].text; }
  std::string_view reversed(uint32_t page) const { return reversed_[page]; }
  const std::vector<Item>& items(uint32_t page) const { return pages_[page].items; }
  const std::vector<Example>& pages() const { return pages_; }

  const std::vector<Gap>& heads() const { return heads_; }  // of pages with items
  const std::vector<Gap>& gaps() const { return gaps_; }    // all others
  const std::vector<Tail>& tails() const { return tails_; }
  const std::vector<uint32_t>& empty_pages() const { return empty_; }

  // Tuples as one attribute each: what l1, h, t, o and c of the flat classes see. The items stay as they are.
  ExampleSet collapsed() const;

 private:
  std::vector<Example> pages_;
  size_t attributes_;
  std::vector<std::string> reversed_;
  std::vector<Gap> heads_, gaps_;
  std::vector<Tail> tails_;
  std::vector<uint32_t> empty_;
};

// Does the wrapper reproduce the examples? Items equal, nothing cut off, and on pages with items t stands in
// the tail, h in the head, o in the head behind h and in gaps behind c, c in gaps and tail (so that every
// search of the definition succeeds).
bool fits(const Program& program, const ExampleSet& examples, std::vector<Item>& scratch);

}  // namespace gleaner::delimiter
