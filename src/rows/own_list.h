// The list of the labelled rows, where the page shows another one that is built alike: results in
// div.results, and below them "recently viewed" in div.recent.
//
// Elements like the labelled rows are of their list wherever they stand, as sections of a menu are. They are
// of another one where what holds them is named otherwise: on the way up to what holds both lists, two
// elements at the same height have classes, and none in common. Many such names are sections again
// ("starters", "mains", "desserts"), and names of places ("odd", "left") say nothing. What stands in the
// other list is told as a list beside.
#pragma once

#include <string>
#include <vector>

#include "rows/learn_page.h"

namespace gleaner::rows {

struct OwnList {
  std::vector<Stretch> members;
  std::vector<std::string> within;  // classes of something around each of them, and of nothing around others
};

// Nothing where all members are of one list.
std::optional<OwnList> own_list(const Page& page, const std::vector<Stretch>& members,
                                const std::vector<int>& labelled);

// Does something around the node have one of the classes?
bool stands_within(const Page& page, uint32_t node, const std::vector<std::string>& within);
// The members that do. A page on which none does lacks the list: the other one is not taken for it.
void keep_within(const Page& page, const std::vector<std::string>& within, std::vector<Stretch>& members);

}  // namespace gleaner::rows
