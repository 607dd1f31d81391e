// See url_names.h.
#include "crawl/url_names.h"

#include "base/hash.h"
#include "base/text.h"
#include "crawl/weights.h"
#include "page/url.h"

namespace gleaner::crawl {

uint32_t UrlNames::take(std::string_view url) {
  constexpr size_t kCounters = 1 << 16;
  seen_.resize(kCounters);
  uint64_t name = 0;
  const auto add = [&](std::string_view step) {
    if (step.empty()) return;
    const uint64_t hash = stable_hash(step);
    uint8_t& seen = seen_[hash % kCounters];
    if (seen < kFewAddresses) ++seen, name += hash;  // in whatever order they stand
  };
  const UrlParts parts = split_url(url);
  for (const std::string_view segment : split(parts.path, '/')) add(segment);
  if (parts.has_query)
    for (const std::string_view pair : split(parts.query, '&')) add(pair);
  return name ? uint32_t(mix(name, 0)) | 1 : 0;
}

}  // namespace gleaner::crawl
