// See same_names.h.
#include "crawl/same_names.h"

#include "base/hash.h"
#include "base/text.h"
#include "crawl/url_shapes.h"
#include "crawl/weights.h"

namespace gleaner::crawl {
namespace {

// The last step of the path with the query; empty where there is only a host.
std::string_view name_in(std::string_view url) {
  url = url.substr(0, url.find('#'));
  std::string_view path = url.substr(0, url.find('?'));
  if (path.ends_with('/')) path.remove_suffix(1);
  const size_t slash = path.rfind('/');
  if (slash == std::string_view::npos || slash < 8) return {};  // behind "https://"
  return url.substr(slash + 1);
}

}  // namespace

bool SameNames::end_alike(std::string_view url, std::string_view other) {
  const std::string_view name = name_in(url);
  return !name.empty() && name[0] != '?' && name == name_in(other);
}

void SameNames::see(std::string_view url, uint32_t page, std::optional<uint32_t> copy_of) {
  const std::string_view name = name_in(url);
  if (name.empty()) return;
  const uint32_t known = pages_.add(name, copy_of.value_or(page));
  if (known == page) return;
  Seen& seen = by_make_[UrlShapes::make_of(url)];
  copy_of == known ? ++seen.same : ++seen.other;
}

std::optional<uint32_t> SameNames::find(std::string_view url) const {
  const std::string_view name = name_in(url);
  if (name.empty()) return {};
  const auto seen = by_make_.find(UrlShapes::make_of(url));
  if (seen == by_make_.end() || seen->second.same < kSameNames ||
      seen->second.other > kOtherNames * seen->second.same || stable_hash(url) % kNamesChecked == 0)
    return {};
  return pages_.find(name);
}

}  // namespace gleaner::crawl
