// See address.h.
#include "html/address.h"

#include "base/text.h"
#include "page/url.h"

namespace gleaner::html {

std::string stated_address(const Tree& tree) {
  const TagId link = tag_id("link"), meta = tag_id("meta");
  for (NodeId n = 0; n < tree.size(); ++n) {
    std::string_view said;
    if (tree.tag(n) == link && tree.attribute(n, "rel") == "canonical")
      said = tree.attribute(n, "href").value_or("");
    if (tree.tag(n) == meta && tree.attribute(n, "property") == "og:url")
      said = tree.attribute(n, "content").value_or("");
    if (looks_like_url(trim(said))) return std::string(trim(said));
  }
  return "";
}

std::string base_of(const Tree& tree, const std::string& url) {
  const TagId base = tag_id("base");
  for (NodeId n = 0; n < tree.size(); ++n)
    if (tree.tag(n) == base)
      if (const auto href = tree.attribute(n, "href")) return resolve_url(*href, url);
  return url;
}

std::string base_of(const Document& document, const std::string& url) {
  return document.is_html() ? base_of(document.view<Tree>(), url) : url;
}

}  // namespace gleaner::html
