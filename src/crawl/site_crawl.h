// SiteCrawl: the focused crawl of one site without its network and its files: it names the page to visit, is
// given what came, and says what it is.
//
// Which pages are wanted is decided in page_kinds.h, which links are followed in frontier.h, which addresses
// are one page here: by rules (url_rules.h, same_names.h), texts (duplicates.h) and what pages name as their
// own address.
//
// What a visit told is kept as Facts, small enough to be stored: replaying the facts of a crawl in order
// gives the same state (crawl_job.h does after a crash). Threads: one at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "crawl/duplicates.h"
#include "crawl/frontier.h"
#include "crawl/page_kinds.h"
#include "crawl/page_scan.h"
#include "crawl/same_names.h"
#include "crawl/url_rules.h"
#include "crawl/url_set.h"

namespace gleaner::crawl {

enum class Kind : uint8_t {
  taken,      // on its way
  candidate,  // like the templates
  page,       // another page
  copy,       // of a page that was visited
  other,      // no HTML
  failed,
  sitemap,
  skipped,  // another address of a page that is known: not asked for
};
std::string_view name_of(Kind kind);

struct Facts {
  PageId page = kNoPage;
  Kind kind = Kind::taken;
  uint32_t distance = 0;     // to the nearest template, as far as it is looked at (PageKinds::furthest)
  uint32_t nearest = 0;      // which template
  uint32_t group = 0;        // of pages of similar skeletons
  PageId copy_of = kNoPage;  // what it is a copy of; of a candidate: the address that it names as its own
  TextPrint print;
  std::vector<PlacedLink> links;
};

struct NewPage {
  PageId page = kNoPage;
  std::string url;
  bool sitemap = false;  // to be read as one
};

inline constexpr uint32_t kSitemapPlace = 2 * kPositions;  // where links of a sitemap stand

class SiteCrawl {
 public:
  struct Options {
    std::string site;                  // as UrlRules::site_of gives it
    std::vector<Structure> templates;  // by as_templates; none: every page counts
    Threshold threshold;
    Weights weights;
    uint64_t seed = 0;
  };
  explicit SiteCrawl(Options options);

  // Where to begin; nothing if the address is refused or known. Sitemaps (and robots.txt, which names them)
  // are no pages.
  std::optional<NewPage> add_start(const std::string& url, bool sitemap = false);

  std::optional<Choice> next() { return frontier_.next(); }
  void visit_again(PageId page) { frontier_.start_again(page); }
  void taken(PageId page, PageId from, uint32_t place) { frontier_.taken(page, from, place); }
  // Is it, by what was learned meanwhile, another address of a page that was asked for? Then it need not be.
  bool is_alias(PageId page, const std::string& url) const;

  // What came: a page of HTML from `url`. New pages that it links to are in `fresh`.
  Facts visit_page(PageId page, const std::string& asked, const std::string& url, std::string_view html,
                   std::vector<NewPage>& fresh);
  // The pages that a sitemap names, and the sitemaps.
  Facts visit_sitemap(PageId page, const std::vector<std::string>& urls,
                      const std::vector<std::string>& sitemaps, std::vector<NewPage>& fresh);
  // What led to nothing.
  Facts visit_other(PageId page, Kind kind);

  // The same again from what was stored: first the pages that a visit found, then the visit.
  void replay_page(const std::string& url, bool start);
  void replay_group(Structure leader, std::string url) {
    kinds_.add_group(std::move(leader), std::move(url));
  }
  void replay(const Facts& facts, const std::string& asked, const std::string& named);

  // What a visit is by the threshold as it is now: the first visits were judged before much was seen.
  Kind kind_of(const Facts& facts) const;
  const Frontier& frontier() const { return frontier_; }
  const UrlRules& rules() const { return rules_; }
  const PageKinds& kinds() const { return kinds_; }
  std::optional<PageId> find(const std::string& url) const { return numbers_.find(url); }
  // Of a page that is another address of a visited one: that one.
  std::optional<PageId> visited_as(PageId page) const {
    const auto same = same_as_.find(page);
    return same == same_as_.end() ? std::nullopt : std::optional(same->second);
  }

 private:
  PageId add_page(const std::string& url);
  void look_again();
  void ask_for_named(std::vector<PageId> demoted);
  PageId page_of(const std::string& url, std::vector<NewPage>& fresh);
  std::optional<PageId> known_as(const std::string& url) const;
  void note_other_address(PageId page, const std::string& asked);
  bool is_like(PageId visited, uint32_t group, uint64_t heading) const;
  bool has_heading(PageId visited, uint64_t heading) const {
    return visited < headings_.size() && headings_[visited] == uint32_t(heading);
  }
  bool is_copy_of(const std::string& named, PageId visited, const Facts& facts,
                  const std::string& asked) const;
  void note_named_address(const Facts& facts, const std::string& asked, const std::string& named);
  bool leads_elsewhere(const PageScan& scan, const std::string& base, PageId other) const;
  void enter(const Facts& facts, const std::string& asked, const std::string& named);
  // The page that a link leads to; kNoPage: none that is visited.
  PageId follow(const std::string& href, const std::string& base, uint64_t base_hash,
                std::vector<NewPage>& fresh);
  std::vector<PlacedLink> take_links(const PageScan& scan, const std::string& base,
                                     std::vector<NewPage>& fresh);

  UrlRules rules_;
  UrlNumbers numbers_;
  SameNames names_;
  std::unordered_map<PageId, PageId> same_as_;  // of pages that are other addresses of visited ones
  std::vector<uint32_t> headings_;              // of visited pages
  Frontier frontier_;
  PageKinds kinds_;
  Duplicates duplicates_;
  // By link as written and where from: menus are the same on every page.
  std::unordered_map<uint64_t, PageId> followed_;
};

}  // namespace gleaner::crawl
