// See sitemap_pages.h.
#include "web/sitemap_pages.h"

#include <iterator>

#include "web/sitemap.h"

namespace gleaner::web {
namespace {

constexpr size_t kMostSitemaps = 50'000;  // of one index, as the format allows

}  // namespace

Result<std::optional<std::string>> SitemapPages::next() {
  while (pages_.empty() && !open_.empty()) {
    const std::string place = open_.front();
    open_.pop_front();
    SitemapReader reader(place, most_bytes_);
    const Status read = read_(place, reader);
    Result<Sitemap> found = read.ok() ? reader.end() : Result<Sitemap>(read.error());
    if (!found.ok() && place != start_) continue;
    if (!found.ok()) return std::move(found).error();
    pages_.assign(std::make_move_iterator(found->pages.begin()), std::make_move_iterator(found->pages.end()));
    for (std::string& more : found->sitemaps)
      if (seen_.size() < kMostSitemaps && seen_.insert(more).second) open_.push_back(std::move(more));
  }
  if (pages_.empty()) {
    if (any_) return std::optional<std::string>();
    return error(Code::not_found, "names no pages", {start_},
                 "is it a sitemap? https://host/sitemap.xml is usual");
  }
  any_ = true;
  std::optional<std::string> page = std::move(pages_.front());
  pages_.pop_front();
  return page;
}

}  // namespace gleaner::web
