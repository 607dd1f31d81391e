// Sitemaps (sitemaps.org): the addresses that a site says it has. XML with <url><loc>, an index of further sitemaps with
// <sitemap><loc>, or a plain text with an address a line; packed or not. Read as a scan for <loc>, not by an XML parser: a
// sitemap of 50 MB then costs no tree, and one that is broken in the middle gives what stands before.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace gleaner::web {

struct Sitemap {
  std::vector<std::string> pages, sitemaps;
};
// `base`: the sitemap's own address, from which relative ones are resolved (they are not allowed, but there).
Sitemap read_sitemap(std::string_view text, const std::string& base);

}  // namespace gleaner::web
