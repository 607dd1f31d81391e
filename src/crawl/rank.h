// PageRank (Brin, Page 1998) on a graph that grows while it is used.
//
// Each page has a value and a residue: what has come to it and was not passed on yet. A new page brings 1 -
// d; a page whose links become known passes on d times its value, at once and whenever a residue is added to
// it. So residues never fall below zero, and passing on all that are not small comes as near to the fixed
// point as wanted (forward push: Berkhin 2006; Andersen, Chung, Lang 2006). A page without links passes
// nothing on. Values are in units of one page's share: they add up to at most the number of pages. Cost: one
// addition for each link of each page that is pushed. Oracle: power iteration, in frontier_test.cc.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

namespace gleaner::crawl {

class PageRank {
 public:
  using Links = std::function<void(uint32_t page, const std::function<void(uint32_t)>&)>;
  // `links` calls back with the links of a page whose links were set. Residues below `least` wait until more
  // has come.
  PageRank(Links links, double least) : links_(std::move(links)), least_(least) {}

  void add_page();  // pages are numbered from 0
  // Its links are known from now on: `count` of them. Once a page.
  void set_links(uint32_t page, uint32_t count);
  // Passes on what waits, for at most `pushes` pages.
  void settle(size_t pushes);

  double value(uint32_t page) const { return double(value_[page]); }
  size_t size() const { return value_.size(); }

 private:
  void give(uint32_t page, double more);
  void pass_on(uint32_t page, double amount);

  Links links_;
  double least_;
  std::vector<float> value_, residue_;
  std::vector<uint32_t> count_;  // of links; 0: not known, or none
  std::vector<bool> waits_;      // in queue_
  std::deque<uint32_t> queue_;
};

}  // namespace gleaner::crawl
