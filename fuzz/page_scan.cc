// Any bytes as a page of a crawl: the scan ends, folding takes away only repeats, a site takes the page's
// links without harm, and a skeleton is as far from another as the plain bounds say.
#include "crawl/page_scan.h"

#include "crawl/site_crawl.h"
#include "crawl/skeleton.h"
#include "fuzz/require.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace gleaner;
  const std::string_view html(reinterpret_cast<const char*>(data), size);
  const crawl::PageScan scan = crawl::scan_page(html);
  require(scan.skeleton == crawl::skeleton_of(html), "one skeleton for one page");
  require(crawl::folded(scan.skeleton) == scan.skeleton, "folding once is enough");
  require(scan.text_size <= size, "text is part of the page");
  const crawl::Measured whole(scan.skeleton), half(scan.skeleton.substr(0, scan.skeleton.size() / 2));
  const uint32_t apart = uint32_t(scan.skeleton.size() - half.symbols.size());
  require(crawl::distance(whole, half, 1u << 30) == apart, "a beginning is as far away as it is shorter");
  require(crawl::least_distance(whole, half) <= apart, "bounds are below the distance");
  crawl::SiteCrawl::Options options;
  options.site = "a.example";
  crawl::SiteCrawl site(std::move(options));
  require(site.add_start("http://a.example/").has_value(), "a start");
  std::vector<crawl::NewPage> fresh;
  if (const auto first = site.next())
    site.visit_page(first->page, "http://a.example/", "http://a.example/", html, fresh);
  for (const crawl::NewPage& page : fresh) require(page.url.starts_with("http"), "addresses of the web");
  for (int i = 0; i < 20; ++i)
    if (const auto next = site.next()) site.visit_other(next->page, crawl::Kind::failed);
  return 0;
}
