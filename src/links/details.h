// Which links lead to the details of what a page lists.
#pragma once

#include <vector>

#include "links/pager.h"

namespace gleaner::links {

// Sets Role::detail on links that are `other` so far.
void find_details(const html::Tree& tree, const std::string& url, std::vector<Judged>& links);

}  // namespace gleaner::links
