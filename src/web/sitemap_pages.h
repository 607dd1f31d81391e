// The pages of a sitemap and of those that it names, one by one: a sitemap is read when the pages of the one
// before are used up, so that an index of 50,000 sitemaps costs the memory of one. Internal to web.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <set>
#include <string>

#include "base/result.h"
#include "web/sitemap.h"

namespace gleaner::web {

class SitemapPages {
 public:
  // Gives the bytes of a sitemap to its reader, by its address or path.
  using Read = std::function<Status(const std::string& place, SitemapReader& reader)>;
  SitemapPages(std::string start, Read read, uint64_t most_bytes)
      : start_(start), read_(std::move(read)), most_bytes_(most_bytes), open_{start}, seen_{start} {}

  // Nothing at the end. Fails where the first sitemap cannot be read, or none names a page; others that
  // cannot are passed over (whoever reads them has told so).
  Result<std::optional<std::string>> next();

 private:
  std::string start_;
  Read read_;
  uint64_t most_bytes_;  // of a sitemap, unpacked
  std::deque<std::string> open_, pages_;
  std::set<std::string> seen_;
  bool any_ = false;
};

}  // namespace gleaner::web
