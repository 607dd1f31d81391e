// See duplicates.h.
#include "crawl/duplicates.h"

#include <cstdlib>

#include "crawl/page_scan.h"
#include "crawl/weights.h"

namespace gleaner::crawl {
namespace {

constexpr size_t kOfOneHeading =
    64;  // the last ones are compared: sites that call all pages the same cost no more
constexpr uint32_t kSizeShare = 100;  // sizes may differ by one of so many bytes
constexpr uint32_t kLeastText = 20;   // bytes: pages that say nothing are not copies of each other

}  // namespace

std::optional<PageId> Duplicates::enter(PageId page, const TextPrint& print) {
  if (print.size < kLeastText) return {};
  const auto [same, fresh] = by_text_.try_emplace(print.text, page);
  if (!fresh) return same->second;
  if (!print.heading) return {};
  std::vector<Known>& known = by_heading_[print.heading];
  for (const Known& one : known) {
    const uint32_t apart = uint32_t(std::abs(int64_t(one.size) - int64_t(print.size)));
    if (apart <= print.size / kSizeShare && changes_between(one.near, print.near) <= kFewChanges)
      return one.page;
  }
  if (known.size() >= kOfOneHeading) known.erase(known.begin());
  known.push_back({page, print.near, print.size});
  return {};
}

}  // namespace gleaner::crawl
