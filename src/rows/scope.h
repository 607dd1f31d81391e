// Where a list is looked for: on the whole page, or inside of the records of the level above.
//
// Selectors say "elements like this one" in ways that hold on other pages: by path, by path with classes, by
// class alone. Paths begin where the scope does, so that the offers of a product are found wherever the
// product stands. Cost: one pass over the scope when first asked.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "rows/page.h"

namespace gleaner::rows {

class Scope {
 public:
  explicit Scope(const Page& page) : page_(&page) {}
  // Inside of each of `bounds`, which stand in document order and do not overlap. `own`: nodes of values that
  // are the bounds' own, in order: members of a list inside hold none of them.
  Scope(const Page& page, std::vector<Stretch> bounds, std::vector<uint32_t> own = {})
      : page_(&page), bounds_(std::move(bounds)), own_(std::move(own)), whole_page_(false) {}

  const Page& page() const { return *page_; }
  bool is_whole_page() const { return whole_page_; }
  const std::vector<Stretch>& bounds() const { return bounds_; }
  // Which of the bounds holds the node; -1 if none does.
  int bound_of(uint32_t node) const { return page_->stretch_with(bounds_, node); }
  // What of the stretch stands inside of the bound that holds its first node; nothing
  // where that is all of the bound.
  std::optional<Stretch> clipped(Stretch stretch) const;
  // The members, clipped; those that stand outside are left out.
  std::vector<Stretch> clipped(const std::vector<Stretch>& members) const;

  // Which share of the bounds' own values the members hold.
  double own_inside(const std::vector<Stretch>& members) const;

  std::vector<Selector> selectors(uint32_t node) const;  // each of one word
  std::vector<uint32_t> select(const Selector& selector) const;

 private:
  void make_index() const;
  void add_to_index(uint32_t from, uint32_t to, uint32_t root) const;

  const Page* page_;
  std::vector<Stretch> bounds_;
  std::vector<uint32_t> own_;
  bool whole_page_ = true;
  mutable std::vector<std::pair<uint64_t, uint32_t>> selected_;  // by hash of the selector, in document order
  mutable bool index_made_ = false;
};

}  // namespace gleaner::rows
