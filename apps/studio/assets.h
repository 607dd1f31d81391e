// Files that are built into the program: the browser's part of Studio (ui/dist) and the sample shop.
#pragma once

#include <string_view>
#include <vector>

namespace gleaner::studio {

struct Asset {
  std::string_view name;  // "ui/index.html", "samples/shop/list-01.html"
  std::string_view content;
};
const std::vector<Asset>& assets();

}  // namespace gleaner::studio
