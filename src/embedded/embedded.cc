// See embedded.h.
#include "embedded/embedded.h"

#include <algorithm>

#include "html/address.h"

namespace gleaner::embedded {

std::string_view name_of(Syntax syntax) {
  constexpr std::string_view kNames[] = {"json-ld", "microdata", "rdfa", "opengraph", "state"};
  return kNames[size_t(syntax)];
}

std::vector<Item> read_embedded(const Document& document, const std::string& url) {
  std::vector<Item> items;
  if (!document.is_html()) return items;
  const std::string base = html::base_of(document, url.empty() ? document.url() : url);
  add_json(document, items);
  add_microdata(document, base, items);
  add_rdfa(document, base, items);
  add_opengraph(document, items);
  std::ranges::stable_sort(items, {}, &Item::syntax);
  return items;
}

}  // namespace gleaner::embedded
