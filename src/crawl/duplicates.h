// Which visited page a page is a copy of: the same text to the letter, or one or two texts changed (a clock,
// a counter) under the same heading, of the same size, with links to the same places, as far as a sketch of
// both tells. No more: what is taken for a copy is lost, and the next page of a list differs in a few texts
// of hundreds. Cost: two lookups. Memory: 50 bytes a page.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "crawl/frontier.h"

namespace gleaner::crawl {

struct TextPrint {
  uint64_t text = 0, near = 0, heading = 0;
  uint32_t size = 0;
};

class Duplicates {
 public:
  // The page that has the text already; else the page is entered.
  std::optional<PageId> enter(PageId page, const TextPrint& print);

 private:
  struct Known {
    PageId page;
    uint64_t near;
    uint32_t size;
  };
  std::unordered_map<uint64_t, PageId> by_text_;
  std::unordered_map<uint64_t, std::vector<Known>> by_heading_;
};

}  // namespace gleaner::crawl
