// SiteCrawl: the focused crawl of one site without its network and its files: it names the page to visit, is
// given what came, and says what it is.
//
// What is of the templates' kind is decided by distance (structure.h) and threshold (threshold.h), then for
// groups of pages built alike by single linkage: a group near one of the kind is of it, the further away the
// surer links lead to candidates elsewhere. What becomes a candidate so counts for the links that led to it.
// The distance to the nearest page of the kind parts kinds better than that to the nearest of a few templates
// wherever pages vary in many parts.
//
// What a visit told is kept as Facts, small enough to be stored: replaying the facts of a crawl in order
// gives the same state (crawl_job.h does after a crash). Threads: one at a time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "crawl/duplicates.h"
#include "crawl/frontier.h"
#include "crawl/page_scan.h"
#include "crawl/same_names.h"
#include "crawl/structure.h"
#include "crawl/threshold.h"
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
  uint32_t distance = 0;     // to the nearest template, as far as it is looked at (SiteCrawl::furthest)
  uint32_t nearest = 0;      // which template
  uint32_t group = 0;        // of pages of similar skeletons
  PageId copy_of = kNoPage;  // what it is a copy of; of a candidate: the address that it names as its own
  TextPrint print;
  std::vector<PlacedLink> links;
};

inline constexpr uint32_t kNoGroup = 0xffffffff;

// A kind of pages of the site, by their skeletons.
struct PageGroup {
  Structure leader;
  std::string url;  // of the first
  size_t pages = 0, candidates = 0;
  bool of_kind = false;    // near the templates, or near a group that is (SiteCrawl::take_groups)
  bool foreign = false;    // lacks the labels that only pages of the kind have (SiteCrawl::lacks_own_labels)
  bool bridge = false;     // the same without a look at links: others may be near it
  uint32_t by = kNoGroup;  // the group that it is near to, if it is no template
  uint32_t most = 0;       // edits that leave enough of what its leader has beyond the site's frame
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
  void replay_group(Structure leader, std::string url) { add_group(std::move(leader), std::move(url)); }
  void replay(const Facts& facts, const std::string& asked, const std::string& named);

  // What a visit is by the threshold as it is now: the first visits were judged before much was seen.
  Kind kind_of(const Facts& facts) const;
  const Frontier& frontier() const { return frontier_; }
  const UrlRules& rules() const { return rules_; }
  const Threshold& threshold() const { return options_.threshold; }
  // Up to which distance a page is a candidate, if that template is the nearest.
  uint32_t limit_of(uint32_t nearest) const;
  uint32_t furthest() const { return furthest_; }  // distances beyond are this and one more
  const std::vector<PageGroup>& groups() const { return groups_; }
  std::optional<PageId> find(const std::string& url) const { return numbers_.find(url); }
  // Are pages under addresses like its own near the templates, but of another kind?
  bool has_foreign_address(PageId page) const { return is_foreign_shape(frontier_.shape(page)); }
  // Of a page that is another address of a visited one: that one.
  std::optional<PageId> visited_as(PageId page) const {
    const auto same = same_as_.find(page);
    return same == same_as_.end() ? std::nullopt : std::optional(same->second);
  }

 private:
  struct Judgement {
    uint32_t distance = 0, nearest = 0, group = 0;
  };
  PageId add_page(const std::string& url);
  void add_group(Structure leader, std::string url);
  void adopt_templates();
  void judge_by_groups();
  void see_frame();
  void see_labels();
  bool is_sure(const Structure& leader) const;
  bool lacks_own_labels(const Structure& leader) const;
  void see_optional_parts();
  void see_foreign_shapes();
  uint32_t most_of(const std::string& skeleton) const;
  void look_again();
  void review_threshold();
  std::vector<bool> kin_groups() const;
  void take_groups(const std::vector<bool>& kin);
  bool is_near_templates(const Structure& leader) const;
  bool joins(const PageGroup& group, const PageGroup& other, bool by_links) const;
  void judge_again();
  void ask_for_named(std::vector<PageId> demoted);
  void meet(uint32_t number);
  // A visited page as the decision needs it.
  struct Seen {
    PageId page;
    uint32_t distance, nearest, group;
  };
  bool is_wanted(const Seen& one) const {
    return is_near(one) || (is_of_kind(one.group) && !has_foreign_address(one));
  }
  bool is_near(const Seen& one) const {
    return one.distance <= limit_of(one.nearest) && !has_foreign_address(one) &&
           !(one.group < groups_.size() && groups_[one.group].foreign);
  }
  bool has_foreign_address(const Seen& one) const {
    return one.distance > sure_ && has_foreign_address(one.page);
  }
  struct NearPages {
    std::vector<uint32_t> apart;  // from the templates
    size_t within(uint32_t most) const {
      return size_t(std::count_if(apart.begin(), apart.end(), [&](uint32_t one) { return one <= most; }));
    }
  };
  std::map<ShapeId, NearPages> near_pages() const;
  bool is_foreign_shape(ShapeId shape) const;
  bool is_of_kind(uint32_t group) const { return group < groups_.size() && groups_[group].of_kind; }
  PageId page_of(const std::string& url, std::vector<NewPage>& fresh);
  std::optional<PageId> known_as(const std::string& url) const;
  void note_other_address(PageId page, const std::string& asked);
  Judgement judge(PageScan& scan, const std::string& url);
  uint32_t group_of(const Structure& page, const std::string& url);
  uint32_t nearest_group(const Structure& page) const;
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

  Options options_;
  uint32_t furthest_ = 0;
  size_t given_ = 0;  // templates; others are adopted
  std::vector<uint32_t>
      most_of_;        // by template: edits that leave enough of what it has beyond the site's frame
  uint32_t sure_ = 0;  // up to this distance a page is of the kind, whatever its address is
  std::unordered_map<ShapeId, bool>
      foreign_shapes_;  // of addresses with enough pages near the templates: they are of another kind
  std::vector<uint32_t> others_;  // groups that are surely not of the templates' kind
  Parts own_labels_;              // of the templates' labels those that pages of other kinds hardly have,
  Parts frame_labels_;            // and those that most of them have
  size_t groups_known_ =
      0;  // by the visits that were entered: when a crawl goes on, groups_ is ahead of them
  UrlRules rules_;
  UrlNumbers numbers_;
  SameNames names_;
  std::unordered_map<PageId, PageId> same_as_;  // of pages that are other addresses of visited ones
  std::vector<uint32_t> headings_;              // of visited pages
  Frontier frontier_;
  Duplicates duplicates_;
  std::vector<PageGroup> groups_;
  std::vector<Seen> seen_;          // all pages that were judged
  std::vector<uint32_t> pages_at_;  // how many pages are at which distance to the nearest template
  size_t judged_pages_ = 0, next_review_ = kFirstReview;
  std::unordered_map<uint64_t, Judgement> judged_;  // by structure: many pages have the same
  std::unordered_map<uint64_t, PageId>
      followed_;  // by link as written and where from: menus are the same on every page
};

}  // namespace gleaner::crawl
