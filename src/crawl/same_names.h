// SameNames: sites on which the last step of an address names the page, whatever path leads there.
//
// A shop lists a part below each model it fits: /v-210/seals/o-ring-10482.html and
// /v-300/seals/o-ring-10482.html are one page. Visits show whether that holds: of two addresses that end
// alike the second was a copy of the first, or it was not (/2025/summary.html, /2026/summary.html). This is
// counted for each make of last step, its words and numbers left out. Once kSameNames copies were seen and
// hardly anything else, an address that ends as a visited one is not asked for; one in kNamesChecked is all
// the same, so that a mistake shows. Cost: a hash and a lookup a visit. Memory: 16 to 32 bytes a visited
// page.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "crawl/url_set.h"

namespace gleaner::crawl {

class SameNames {
 public:
  // Is the last step of both the same, and more than a query?
  static bool end_alike(std::string_view url, std::string_view other);
  // A page was visited; `copy_of`: it turned out to be that one.
  void see(std::string_view url, uint32_t page, std::optional<uint32_t> copy_of);
  // The visited page that an address of the same name surely leads to.
  std::optional<uint32_t> find(std::string_view url) const;

 private:
  struct Seen {
    uint32_t same = 0, other = 0;
  };
  UrlNumbers pages_;                            // visited, by name
  std::unordered_map<uint32_t, Seen> by_make_;  // of last steps
};

}  // namespace gleaner::crawl
