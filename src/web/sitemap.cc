// See sitemap.h.
#include "web/sitemap.h"

#include "base/text.h"
#include "page/url.h"

namespace gleaner::web {
namespace {

// &amp; and its like, and CDATA: all that XML writers put into addresses.
std::string plain(std::string_view text) {
  text = trim(text);
  if (text.starts_with("<![CDATA[") && text.ends_with("]]>"))
    return std::string(trim(text.substr(9, text.size() - 12)));
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = text.substr(i);
    const auto take = [&](std::string_view reference, char c) {
      if (!rest.starts_with(reference)) return false;
      out += c;
      i += reference.size() - 1;
      return true;
    };
    if (text[i] == '&' && (take("&amp;", '&') || take("&lt;", '<') || take("&gt;", '>') ||
                           take("&quot;", '"') || take("&apos;", '\'') || take("&#38;", '&')))
      continue;
    out += text[i];
  }
  return out;
}

bool is_http(std::string_view url) { return url.starts_with("http://") || url.starts_with("https://"); }

void add(std::string_view address, const std::string& base, std::vector<std::string>& into) {
  if (address.empty()) return;
  std::string url = resolve_url(address, base);
  if (is_http(url)) into.push_back(std::move(url));
}

}  // namespace

Sitemap read_sitemap(std::string_view text, const std::string& base) {
  Sitemap out;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const std::string_view start = trim(text.substr(0, 1000));
  if (!start.starts_with('<')) {
    for (std::string_view line : split(text, '\n'))
      if (const std::string_view address = trim(line); is_http(address)) add(address, base, out.pages);
    return out;
  }
  // <sitemap> opens an entry of an index; the last such tag before a <loc> tells what the address is of.
  bool of_sitemap = false;
  for (size_t at = text.find('<'); at != std::string_view::npos; at = text.find('<', at + 1)) {
    std::string_view tag = text.substr(at + 1, 64);
    tag = tag.substr(0, tag.find_first_of(" \t\r\n/>", 1));
    if (const size_t colon = tag.find(':');
        colon != std::string_view::npos && !tag.starts_with("image:") && !tag.starts_with("video:"))
      tag.remove_prefix(colon + 1);  // a prefix of the sitemap's own name space
    if (tag == "sitemap") of_sitemap = true;
    else if (tag == "url") of_sitemap = false;
    if (tag != "loc") continue;
    const size_t begin = text.find('>', at);
    const size_t end = begin == std::string_view::npos ? begin : text.find("</", begin);
    if (end == std::string_view::npos) break;
    add(plain(text.substr(begin + 1, end - begin - 1)), base, of_sitemap ? out.sitemaps : out.pages);
    at = end;
  }
  return out;
}

}  // namespace gleaner::web
