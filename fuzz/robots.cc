// Any bytes as robots.txt and as a sitemap: both are read to the end, robots.txt itself is always allowed,
// and all addresses of a sitemap are of the web, in whatever pieces it comes.
#include "web/robots.h"
#include "fuzz/require.h"
#include "web/sitemap.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace gleaner;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const web::Robots robots = web::Robots::parse(text, "gleaner");
  require(robots.allowed("/robots.txt"), "robots.txt itself is allowed");
  robots.allowed("/a/b.html?c=d");
  robots.allowed(text.substr(0, 2000));
  if (robots.delay()) require(*robots.delay() >= 0 && *robots.delay() <= 300, "a delay is of use");
  const web::Sitemap map = web::read_sitemap(text, "https://a.example/sitemap.xml");
  for (const auto* list : {&map.pages, &map.sitemaps})
    for (const std::string& url : *list) require(url.starts_with("http"), "addresses of the web");
  // However it comes in pieces, it is the same sitemap; packed data is bounded.
  web::SitemapReader pieces("https://a.example/sitemap.xml", 1u << 20);
  const size_t piece = size ? data[0] + size_t(1) : 1;
  bool taken = true;
  for (size_t at = 0; at < size && taken; at += piece) taken = pieces.take(text.substr(at, piece));
  const auto found = pieces.end();
  if (taken && found.ok() && !text.starts_with("\x1f\x8b"))
    require(found->pages == map.pages && found->sitemaps == map.sitemaps, "pieces make the same sitemap");
  return 0;
}
