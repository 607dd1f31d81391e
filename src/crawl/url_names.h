// UrlNames: what in an address is the page's own. Of the steps of its path and its parameters those that few
// addresses of the site have: an article's name and number, not its section, language or layout. Two linked
// pages with the same name are versions of one thing: /en/route/red-ridge/4711 and
// /de/tour/red-ridge/4711?print=1. Cost: a hash a step; 64 KB a site, however many addresses it has: steps
// are counted by a short hash alone, so on sites of a million pages all of them look common, and no versions
// are seen any more.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace gleaner::crawl {

class UrlNames {
 public:
  // The name of a new address as a number; 0: nothing in it is its own.
  uint32_t take(std::string_view url);

 private:
  std::vector<uint8_t> seen_;  // how often, by hash
};

}  // namespace gleaner::crawl
