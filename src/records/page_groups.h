// Pages given together are not always built alike: an item page or an error page stands among the lists of a
// shop, a page of another site in the folder. This tells them apart before anything is compared.
//
// Two pages are built alike if what is each page's own (texts that few pages have) stands at the same paths:
// most of it, on one of the two at least, for a page may have parts that another lacks. Menus and labels say
// nothing here, because all pages of a site have them; they say which groups are of one site. Groups grow
// from the fullest page on, so that the order of pages does not matter. Cost: pages times groups (at most
// kPageGroups) times paths.
#pragma once

#include <cstdint>
#include <vector>

#include "records/site_texts.h"

namespace gleaner::records {

struct PageGroup {
  std::vector<size_t> pages;  // in the order of `texts`
  size_t site = 0;            // groups of one site have the same number
};

// Every page once. `hashes` tell pages apart, a number a page.
std::vector<PageGroup> group_pages(const SiteTexts& texts, const std::vector<uint64_t>& hashes);

}  // namespace gleaner::records
