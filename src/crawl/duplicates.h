// Which visited page a page is a copy of: the same text to the letter, or nearly (simhashes that differ in
// few bits) under the same heading and of the same size. The heading keeps pages apart that share a frame and
// say little; links have to lead to the same places, so that a page in two languages of which little is
// translated is two. Cost: two lookups. Memory: 50 bytes a page.
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
