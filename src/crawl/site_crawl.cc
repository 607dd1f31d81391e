// See site_crawl.h.
#include "crawl/site_crawl.h"

#include <algorithm>

#include "base/hash.h"
#include "base/text.h"
#include "page/url.h"
#include "web/fetch.h"

namespace gleaner::crawl {
namespace {

constexpr size_t kElsewhere = 4;            // one link in so many
constexpr size_t kFollowedLinks = 1 << 16;  // that are remembered

// Where its links lead, whatever their parameters are: pages of pictures have one text. Links of a session
// differ in a parameter alone.
uint64_t print_of_links(const PageScan& scan) {
  uint64_t sum = 0;
  for (const ScannedLink& link : scan.links)
    sum += stable_hash(std::string_view(link.href).substr(0, link.href.find_first_of("?#")));
  return sum;
}

bool leads_on(Kind kind) { return kind == Kind::candidate || kind == Kind::page || kind == Kind::sitemap; }

}  // namespace

std::string_view name_of(Kind kind) {
  static constexpr std::string_view kNames[] = {"waiting", "candidate", "page",    "copy",
                                                "other",   "failed",    "sitemap", "skipped"};
  return size_t(kind) < std::size(kNames) ? kNames[size_t(kind)] : "";  // a job's file may say anything
}

SiteCrawl::SiteCrawl(Options options)
    : rules_(std::move(options.site)),
      frontier_(options.weights, options.seed),
      kinds_(std::move(options.templates), std::move(options.threshold), frontier_) {}

Kind SiteCrawl::kind_of(const Facts& facts) const {
  if (facts.kind != Kind::candidate && facts.kind != Kind::page) return facts.kind;
  return frontier_.is_candidate(facts.page) ? Kind::candidate : Kind::page;
}

PageId SiteCrawl::add_page(const std::string& url) {
  const PageId page = frontier_.add_page(url);
  numbers_.add(url, page);
  return page;
}

PageId SiteCrawl::page_of(const std::string& url, std::vector<NewPage>& fresh) {
  if (const auto known = known_as(url)) return *known;
  const PageId page = add_page(url);
  fresh.push_back({page, url, false});
  return page;
}

std::optional<NewPage> SiteCrawl::add_start(const std::string& url, bool sitemap) {
  const std::string clean = sitemap ? web::canonical_url(url) : rules_.clean(url, "");
  if (clean.empty() || numbers_.find(clean)) return {};
  if (sitemap ? UrlRules::site_of(clean) != rules_.site() : !rules_.refusal(clean).empty()) return {};
  const PageId page = add_page(clean);
  frontier_.start_with(page);
  return NewPage{page, clean, sitemap};
}

void SiteCrawl::replay_page(const std::string& url, bool start) {
  const PageId page = add_page(url);
  if (start) frontier_.start_with(page);
}

bool SiteCrawl::is_alias(PageId page, const std::string& url) const {
  if (const auto same = names_.find(url); same && *same != page && frontier_.is_visited(*same)) return true;
  if (rules_.without().empty()) return false;
  if (const auto more = rules_.visited_with_more(url); more && *more != page && frontier_.is_visited(*more))
    return true;
  const std::string clean = rules_.clean(url, "");
  if (clean == url) return false;
  const auto known = known_as(clean);
  return known && *known != page && frontier_.is_visited(*known);
}

// The page of an address, by whatever address it was visited.
std::optional<PageId> SiteCrawl::known_as(const std::string& url) const {
  const auto known = numbers_.find(url);
  if (!known) return rules_.visited_with_more(url);
  const auto same = visited_as(*known);
  return same ? same : known;
}

// What a page was asked for as may not be its address by what was learned since: it is not asked for under
// the other one too.
void SiteCrawl::note_other_address(PageId page, const std::string& asked) {
  if (asked.empty() || rules_.without().empty()) return;
  const std::string clean = rules_.clean(asked, "");
  if (clean.empty() || clean == asked) return;
  const uint32_t known = numbers_.add(clean, page);
  if (known != page && !frontier_.is_visited(known) && same_as_.try_emplace(known, page).second)
    frontier_.leave(known);
}

// A view for printing may have been taken for the page that it names as its own: that one is visited after
// all.
void SiteCrawl::ask_for_named(std::vector<PageId> demoted) {
  if (demoted.empty()) return;
  std::sort(demoted.begin(), demoted.end());
  std::vector<PageId> named;
  for (const auto& [own, page] : same_as_)
    if (std::binary_search(demoted.begin(), demoted.end(), page) && !frontier_.is_visited(own))
      named.push_back(own);
  std::sort(named.begin(), named.end());
  for (const PageId own : named) {
    same_as_.erase(own);
    frontier_.start_again(own);
  }
}

std::vector<PlacedLink> SiteCrawl::take_links(const PageScan& scan, const std::string& base,
                                              std::vector<NewPage>& fresh) {
  std::vector<PlacedLink> out;
  if (scan.no_follow) return out;
  const std::string from = scan.base.empty() ? base : resolve_url(scan.base, base);
  // Links from the root mean the same on all pages of a host, others on those of a folder.
  const size_t root = from.find('/', from.find("://") + 3),
               folder = from.substr(0, from.find('?')).rfind('/');
  const uint64_t of_root = stable_hash(from.substr(0, root)),
                 of_folder = stable_hash(from.substr(0, folder + 1)), of_page = stable_hash(from);
  for (const ScannedLink& link : scan.links) {
    const char first = link.href[0];
    const PageId page = follow(link.href, from,
                               first == '/'                   ? of_root
                               : first == '?' || first == '#' ? of_page
                                                              : of_folder,
                               fresh);
    if (page != kNoPage) out.push_back({page, link.place});
  }
  return out;
}

PageId SiteCrawl::follow(const std::string& href, const std::string& base, uint64_t base_hash,
                         std::vector<NewPage>& fresh) {
  const uint64_t key = stable_hash(href, base_hash);
  if (const auto known = followed_.find(key); known != followed_.end()) return known->second;
  const std::string url = rules_.clean(href, base);
  const PageId page = url.empty() || !rules_.refusal(url).empty() ? kNoPage : page_of(url, fresh);
  if (followed_.size() >= kFollowedLinks) followed_.clear();
  followed_.emplace(key, page);
  return page;
}

bool SiteCrawl::is_like(PageId visited, uint32_t group, uint64_t heading) const {
  return frontier_.group(visited) == group || has_heading(visited, heading);
}

// A redirect or a canonical address leads to a page that was visited: this is its copy, if it is built like
// it or has its heading. Sites that name their first page as the canonical one of all are not believed; nor
// is an address that a visited page has named as its own, unless this one has its heading too, or ends as
// that address does.
bool SiteCrawl::is_copy_of(const std::string& named, PageId visited, const Facts& facts,
                           const std::string& asked) const {
  if (numbers_.find(named) == visited) return is_like(visited, facts.group, facts.print.heading);
  return has_heading(visited, facts.print.heading) ||
         (frontier_.group(visited) == facts.group && SameNames::end_alike(asked, named));
}

// A candidate that names another address as its own is not asked for there too, and what their addresses
// differ by makes no difference. Pages of lists often name the first one; candidates do that as well where a
// site names one address on all its pages, which shows when the second one does.
void SiteCrawl::note_named_address(const Facts& facts, const std::string& asked, const std::string& named) {
  const PageId own = facts.copy_of;
  if (frontier_.is_visited(own)) return;
  const auto [same, fresh] = same_as_.try_emplace(own, facts.page);
  if (fresh) {
    frontier_.leave(own);
    if (rules_.observe(named, facts.print.text, facts.page)) followed_.clear();
  } else if (!has_heading(same->second, facts.print.heading) && !SameNames::end_alike(asked, named)) {
    same_as_.erase(same);
    frontier_.start_again(own);
  }
}

// A page with the text of another: does it link to pages that the other does not?
bool SiteCrawl::leads_elsewhere(const PageScan& scan, const std::string& base, PageId other) const {
  const std::string from = scan.base.empty() ? base : resolve_url(scan.base, base);
  const std::vector<PageId> known = frontier_.targets(other);
  size_t elsewhere = 0;
  for (const ScannedLink& link : scan.links) {
    const std::string url = rules_.clean(link.href, from);
    if (url.empty()) continue;
    const auto page = known_as(url);
    elsewhere += !page || !std::binary_search(known.begin(), known.end(), *page);
  }
  return elsewhere * kElsewhere > scan.links.size();
}

Facts SiteCrawl::visit_page(PageId page, const std::string& asked, const std::string& url,
                            std::string_view html, std::vector<NewPage>& fresh) {
  PageScan scan = scan_page(html);
  Facts out;
  out.page = page;
  out.print = {mix(scan.text, print_of_links(scan)), scan.near, scan.heading, scan.text_size};
  const PageKinds::Judged judged = kinds_.judge(page, scan, asked);
  out.distance = judged.distance;
  out.nearest = judged.nearest;
  out.group = judged.group;
  out.kind = judged.wanted ? Kind::candidate : Kind::page;
  const std::string canonical = scan.canonical.empty() ? "" : rules_.clean(scan.canonical, url);
  for (const std::string& other : {rules_.clean(url, ""), canonical}) {
    const auto known = other.empty() ? std::nullopt : known_as(other);
    if (known && *known != page && frontier_.is_visited(*known) && is_copy_of(other, *known, out, asked))
      out.kind = Kind::copy, out.copy_of = *known;
  }
  if (const auto same = duplicates_.enter(page, out.print)) out.kind = Kind::copy, out.copy_of = *same;
  if (out.kind == Kind::candidate && !canonical.empty() && rules_.refusal(canonical).empty()) {
    const auto known = numbers_.find(canonical);
    const PageId own = known ? *known : page_of(canonical, fresh);
    if (own != page && !frontier_.is_visited(own)) out.copy_of = own;
  }
  // Lists of pictures or of towns have one text and different links: a copy leads on where its links are
  // others.
  if (leads_on(out.kind) || leads_elsewhere(scan, url, out.copy_of)) out.links = take_links(scan, url, fresh);
  enter(out, asked, canonical);
  return out;
}

Facts SiteCrawl::visit_sitemap(PageId page, const std::vector<std::string>& urls,
                               const std::vector<std::string>& sitemaps, std::vector<NewPage>& fresh) {
  Facts out;
  out.page = page;
  out.kind = Kind::sitemap;
  for (const std::string& url : sitemaps)
    if (auto added = add_start(url, true)) fresh.push_back(std::move(*added));
  for (const std::string& address : urls) {
    const std::string url = rules_.clean(address, "");
    if (url.empty() || !rules_.refusal(url).empty() || frontier_.pages() > kMostSitemapUrls) continue;
    out.links.push_back({page_of(url, fresh), kSitemapPlace});
  }
  enter(out, "", "");
  return out;
}

Facts SiteCrawl::visit_other(PageId page, Kind kind) {
  Facts out;
  out.page = page;
  out.kind = kind;
  enter(out, "", "");
  return out;
}

void SiteCrawl::replay(const Facts& facts, const std::string& asked, const std::string& named) {
  if (facts.print.size) duplicates_.enter(facts.page, facts.print);
  enter(facts, asked, named);
}

// What a visit changes, now and when it is replayed.
void SiteCrawl::enter(const Facts& facts, const std::string& asked, const std::string& named) {
  const bool candidate = facts.kind == Kind::candidate;
  const bool judged = candidate || facts.kind == Kind::page;
  if (judged || facts.kind == Kind::copy) kinds_.meet(facts.group);
  if (judged) kinds_.enter({facts.page, facts.distance, facts.nearest, facts.group}, candidate);
  if (facts.print.size && !asked.empty() && rules_.observe(asked, facts.print.text, facts.page))
    followed_.clear();  // links mean other pages now
  note_other_address(facts.page, asked);
  if (judged || facts.kind == Kind::copy)
    names_.see(asked, facts.page, facts.kind == Kind::copy ? std::optional(facts.copy_of) : std::nullopt);
  if (candidate && facts.copy_of != kNoPage) note_named_address(facts, asked, named);
  if (headings_.size() <= facts.page) headings_.resize(facts.page + 1);
  headings_[facts.page] = uint32_t(facts.print.heading);
  frontier_.visited(facts.page, candidate, facts.group, facts.links, facts.kind == Kind::copy,
                    facts.distance);
  if (judged && kinds_.is_due()) look_again();
}

// What pages are by what is known now.
void SiteCrawl::look_again() {
  std::vector<PageId> demoted;
  kinds_.look_again([&](PageId page, bool wanted) {
    wanted ? frontier_.promote(page) : frontier_.demote(page);
    if (!wanted) demoted.push_back(page);
  });
  ask_for_named(std::move(demoted));
}

}  // namespace gleaner::crawl
