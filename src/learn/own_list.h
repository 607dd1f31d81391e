// The list that a page itself shows around a wrapper's records: how many members it
// has, whatever the wrapper took.
//
// Twelve like items on a page of which the wrapper gives one is the plainest sign of a wrapper that died in
// silence; a page with one item is not. The list is the best region of module `records` in which every record
// stands in a member of its own. Cost: that of finding regions, about a millisecond for 100 KB.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "page/document.h"
#include "wrap/record.h"

namespace gleaner::learn {

// Members of the list, 0 where the page shows none around these records.
uint32_t members_around(const Document& page, const std::vector<wrap::Record>& records);

// The page's best list, where no record stands in it and it has more members than there are records: who
// labelled some rows of a smaller one may have meant both. Nothing where the page shows no such list.
struct OtherList {
  size_t members = 0;
  Span first;        // the first of them,
  std::string text;  // and what it begins with
};
std::optional<OtherList> larger_list(const Document& page, const std::vector<wrap::Record>& records);

}  // namespace gleaner::learn
