// See crawl_job.h.
#include "crawl/crawl_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <limits>

#include "base/text.h"
#include "crawl/inbox.h"
#include "page/load.h"
#include "page/url.h"
#include "web/robots.h"
#include "web/sitemap.h"

namespace gleaner::crawl {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kSaveEvery = std::chrono::milliseconds(500);
constexpr auto kShowEvery = std::chrono::milliseconds(100);
constexpr size_t kRecent = 100;
constexpr uint64_t kMostSitemapBytes = 64u << 20;
// Sitemaps are no visits, so nothing else bounds them: an index that names another one without end.
constexpr uint32_t kMostSitemapDepth = 3;  // of an index in an index in what robots.txt names
constexpr size_t kMostSitemaps = 500;      // of a site

std::string root_of(const std::string& url) {
  const UrlParts parts = split_url(url);
  return std::string(parts.scheme) + "://" + std::string(parts.authority);
}

// What must be the same when a crawl goes on.
std::string terms_of(const std::vector<SiteRequest>& sites, const std::vector<Template>& like,
                     const CrawlOptions& options) {
  std::string out =
      fmt::format("seed {} quantile {} fit {} sitemaps {} weights {} {} {} {} {}", options.seed,
                  options.quantile, int(options.fit), options.sitemaps, options.weights.pattern,
                  options.weights.hub, options.weights.rank, options.weights.yield, options.weights.fresh);
  for (const Template& one : like) out += fmt::format(" like {}", stable_hash(one.structure));
  for (const SiteRequest& site : sites) {
    out += " site " + web::canonical_url(site.start);
    for (const Template& one : site.templates) out += fmt::format(" {}", stable_hash(one.structure));
  }
  return out;
}

// What of these terms is not as it was.
std::string difference(const std::string& begun, const std::string& now) {
  const auto before = split(begun, ' '), after = split(now, ' ');
  const auto sites = [](const std::string& terms) {
    return terms.substr(std::min(terms.find(" site "), terms.size()));
  };
  constexpr std::pair<size_t, std::string_view> kOptions[] = {
      {1, "another --seed"}, {3, "another --quantile"}, {5, "another --fit"}};
  for (const auto& [at, what] : kOptions)
    if (at >= before.size() || at >= after.size() || before[at] != after[at]) return std::string(what);
  constexpr size_t kSitemaps = 7;
  if (before.size() <= kSitemaps || after.size() <= kSitemaps) return "other options";
  if (before[kSitemaps] != after[kSitemaps])
    return after[kSitemaps] == "true" ? "--no-sitemap" : "sitemaps, without --no-sitemap";
  if (sites(begun) != sites(now)) return "other sites, or templates of them";
  return "other pages for --like";
}

bool counts(Kind kind) { return kind != Kind::sitemap && kind != Kind::skipped && kind != Kind::taken; }

}  // namespace

struct CrawlJob::Arrival {
  size_t site = 0;
  uint64_t number = 0;
  web::Fetched got;
  bool archived = false;
};

struct CrawlJob::Running {
  explicit Running(const CrawlOptions& how) : options(how) {}

  const CrawlOptions& options;
  std::shared_ptr<Inbox<Arrival>> inbox = std::make_shared<Inbox<Arrival>>();
  std::unique_ptr<web::Fetcher> fetcher;
  std::vector<std::map<uint64_t, Arrival>> arrived;             // by site, ahead of their turn
  std::vector<std::vector<std::pair<uint64_t, Choice>>> again;  // chosen by an earlier run, in order
  size_t window = 1, out = 0;
  std::vector<uint64_t> budget;  // by site
  std::deque<bool> recent;       // were the last visits candidates?
  CrawlReport report;
};

CrawlJob::CrawlJob() = default;
CrawlJob::~CrawlJob() {
  sites_.clear();
  store_.reset();
  job_.reset();
}

Result<std::unique_ptr<CrawlJob>> CrawlJob::open(const std::string& folder, const std::string& archive) {
  std::unique_ptr<CrawlJob> out(new CrawlJob());
  GLEANER_TRY(out->job_, Job::open(folder, archive));
  GLEANER_TRY(out->store_, CrawlStore::open(out->job_->state()));
  return out;
}

Status CrawlJob::begin(const std::vector<SiteRequest>& sites, const std::vector<Template>& like,
                       const CrawlOptions& options) {
  GLEANER_TRY(const std::string begun, store_->meta("terms"));
  const std::string terms = terms_of(sites, like, options);
  if (begun.empty()) {
    GLEANER_CHECK(first_begin(sites, like, terms));
    GLEANER_CHECK(store_->set_meta("seed", std::to_string(options.seed)));
    GLEANER_CHECK(store_->set_meta("quantile", fmt::format("{}", options.quantile)));
    GLEANER_CHECK(store_->set_meta("fit", std::to_string(int(options.fit))));
  } else if (begun != terms) {
    return error(Code::usage, "was begun with " + difference(begun, terms), {job_->folder()},
                 "the same command goes on; choose another name for another crawl");
  }
  return load_all(options);
}

Status CrawlJob::load_all(const CrawlOptions& options) {
  GLEANER_TRY(const auto stored, store_->sites());
  GLEANER_TRY(const auto templates, store_->templates(0));
  for (const StoredSite& site : stored) GLEANER_CHECK(load_site(site, templates, options));
  return job_->commit();
}

Status CrawlJob::look_into() {
  CrawlOptions options;
  GLEANER_TRY(const std::string terms, store_->meta("terms"));
  if (terms.empty())
    return error(Code::usage, "is no job of a crawl", {job_->folder()},
                 "gleaner crawl URL --like PAGE -o NAME.job makes one");
  GLEANER_TRY(const std::string seed, store_->meta("seed"));
  GLEANER_TRY(const std::string quantile, store_->meta("quantile"));
  GLEANER_TRY(const std::string fit, store_->meta("fit"));
  options.seed = std::strtoull(seed.c_str(), nullptr, 10);
  options.quantile = std::strtod(quantile.c_str(), nullptr);
  options.fit = Fit(std::atoi(fit.c_str()));
  return load_all(options);
}

Status CrawlJob::first_begin(const std::vector<SiteRequest>& sites, const std::vector<Template>& like,
                             const std::string& terms) {
  for (const SiteRequest& request : sites)  // before anything is written
    if (web::canonical_url(request.start).empty())
      return error(Code::usage, "is no address of a site", {request.start},
                   "write http://host/path or https://host/path");
  for (const Template& one : like) GLEANER_CHECK(store_->add_template(0, one.name, one.structure));
  std::map<std::string, int64_t> ids;
  for (const SiteRequest& request : sites) {
    const std::string start = web::canonical_url(request.start);
    const std::string name = UrlRules::site_of(start);
    const auto [at, fresh] = ids.try_emplace(name, 0);
    if (fresh) {
      GLEANER_TRY(at->second, store_->add_site(name, start));
    }
    for (const Template& one : request.templates)
      GLEANER_CHECK(store_->add_template(at->second, one.name, one.structure));
    // Starts and pages that are known to be of the kind are kept as they come; load_site reads them as
    // addresses to begin with.
    std::string starts;
    GLEANER_TRY(starts, store_->meta("starts " + name));
    starts += start + "\n";
    for (const Template& one : request.templates)
      if (!one.url.empty()) starts += one.url + "\n";
    for (const Template& one : like)
      if (!one.url.empty() && UrlRules::site_of(one.url) == name) starts += one.url + "\n";
    GLEANER_CHECK(store_->set_meta("starts " + name, starts));
  }
  return store_->set_meta("terms", terms);
}

Status CrawlJob::load_site(const StoredSite& stored, const std::vector<StoredTemplate>& like,
                           const CrawlOptions& options) {
  auto site = std::make_unique<Site>();
  site->id = stored.id;
  site->name = stored.site;
  site->start = stored.start;
  SiteCrawl::Options how;
  how.site = stored.site;
  how.weights = options.weights;
  how.seed = options.seed;
  GLEANER_TRY(std::vector<StoredTemplate> templates, store_->templates(stored.id));
  if (templates.empty()) templates = like;
  for (StoredTemplate& one : templates) {
    how.templates.push_back(unpacked(one.structure));
    site->template_names.push_back(std::move(one.name));
  }
  if (options.fit != Fit::nearest)
    for (Structure& one : how.templates)
      one.parts.clear(), one.texts.clear();  // by tags alone, as the paper does
  how.templates = as_templates(std::move(how.templates));
  how.threshold = threshold_of(how.templates, options.quantile, options.fit);
  site->crawl = std::make_unique<SiteCrawl>(std::move(how));
  GLEANER_CHECK(replay(*site));
  if (site->crawl->frontier().pages() == 0) {
    GLEANER_TRY(const std::string starts, store_->meta("starts " + site->name));
    std::vector<std::string> urls;
    for (const std::string_view line : split(starts, '\n'))
      if (!line.empty()) urls.emplace_back(line);
    GLEANER_CHECK(add_starts(*site, urls, options.sitemaps));
  }
  site->index = sites_.size();
  sites_.push_back(std::move(site));
  return {};
}

Status CrawlJob::add_starts(Site& site, const std::vector<std::string>& urls, bool sitemaps) {
  const auto enter = [&](std::optional<NewPage> page) -> Status {
    if (!page) return {};
    return store_->add_page(
        site.id, {page->page, page->url, 0, 0, kNoPage, page->sitemap ? Origin::sitemap : Origin::start});
  };
  for (const std::string& url : urls) GLEANER_CHECK(enter(site.crawl->add_start(url)));
  if (sitemaps) GLEANER_CHECK(enter(site.crawl->add_start(root_of(site.start) + "/robots.txt", true)));
  return {};
}

// A page that is visited once more counts once.
void CrawlJob::uncount_failure(Site& site, PageId page) const {
  if (!site.failed_pages.erase(page)) return;
  --site.visits;
  --site.failed;
}

void CrawlJob::count(Site& site, PageId page, Kind kind) const {
  uncount_failure(site, page);
  if (kind == Kind::failed) site.failed_pages.insert(page);
  const bool candidate = kind == Kind::candidate;
  site.candidates += candidate;
  site.copies += kind == Kind::copy;
  site.failed += kind == Kind::failed;
  if (!counts(kind)) return;
  ++site.visits;
  site.without = candidate ? 0 : site.without + 1;
}

// A state may be damaged, or come from somebody: what it says has to fit together before it is replayed.
Diagnostic CrawlJob::damaged(const Site& site, const std::string& what) const {
  return error(Code::bad_input, fmt::format("its state is damaged: {} of {} does not fit", what, site.name),
               {job_->folder()}, "begin a new job; the pages of this one can be read as before");
}

Status CrawlJob::check_taken(const Site& site, uint64_t number, const Choice& choice) const {
  const Frontier& frontier = site.crawl->frontier();
  const bool once =
      std::ranges::none_of(site.under_way, [&](const auto& one) { return one.second.page == choice.page; });
  if (number == site.taken + 1 && choice.page < frontier.pages() && once &&
      (!frontier.is_visited(choice.page) || site.failed_pages.contains(choice.page)) &&
      (choice.from == kNoPage || (choice.from < frontier.pages() && frontier.is_visited(choice.from))))
    return {};
  return damaged(site, fmt::format("visit {}", number));
}

Status CrawlJob::check_visit(const Site& site, const StoredVisit& visit) const {
  const size_t pages = site.crawl->frontier().pages();
  const auto taken = site.under_way.find(visit.number);
  if (visit.number == site.done + 1 && taken != site.under_way.end() &&
      taken->second.page == visit.facts.page &&
      (visit.facts.copy_of == kNoPage || visit.facts.copy_of < pages) &&
      std::ranges::all_of(visit.facts.links, [&](const PlacedLink& link) { return link.target < pages; }))
    return {};
  return damaged(site, fmt::format("visit {}", visit.number));
}

// The visits again, in the order of choosing, finding and working on them as it was.
Status CrawlJob::replay(Site& site) {
  GLEANER_TRY(auto groups, store_->groups(site.id));
  for (PageGroup& group : groups) site.crawl->replay_group(std::move(group.leader), std::move(group.url));
  site.groups_stored = groups.size();
  GLEANER_TRY(
      store::Statement pages,
      job_->state().prepare("select url, found, origin, id from crawl_pages where site = ?1 order by id"));
  GLEANER_TRY(bool more_pages, pages.bind_all(site.id).step());
  const auto find_until = [&](uint64_t number) -> Status {
    while (more_pages && uint64_t(pages.integer(1)) <= number) {
      if (pages.integer(3) != int64_t(site.crawl->frontier().pages()))
        return damaged(site, fmt::format("page {}", pages.integer(3)));
      const Origin origin = Origin(pages.integer(2));
      site.crawl->replay_page(std::string(pages.text(0)), origin != Origin::link);
      site.sitemaps += origin == Origin::sitemap && pages.integer(1) > 0;
      GLEANER_TRY(more_pages, pages.step());
    }
    return {};
  };
  GLEANER_TRY(
      store::Statement takes,
      job_->state().prepare(
          "select number, page, via, place, after from crawl_visits where site = ?1 order by number"));
  GLEANER_TRY(bool more_takes, takes.bind_all(site.id).step());
  const auto take_until = [&](uint64_t done) -> Status {
    while (more_takes && uint64_t(takes.integer(4)) <= done) {
      Choice choice;
      choice.page = PageId(takes.integer(1));
      choice.from = takes.integer(2) < 0 ? kNoPage : PageId(takes.integer(2));
      choice.place = uint32_t(takes.integer(3));
      GLEANER_CHECK(check_taken(site, uint64_t(takes.integer(0)), choice));
      site.crawl->taken(choice.page, choice.from, choice.place);
      site.under_way.emplace(site.taken = uint64_t(takes.integer(0)), choice);
      GLEANER_TRY(more_takes, takes.step());
    }
    return {};
  };
  GLEANER_CHECK(find_until(0));
  const Status replayed = store_->each_visit(site.id, true, [&](const StoredVisit& visit) -> Status {
    if (visit.facts.kind == Kind::taken) return {};
    GLEANER_CHECK(take_until(visit.number - 1));
    GLEANER_CHECK(find_until(visit.number));
    GLEANER_CHECK(check_visit(site, visit));
    GLEANER_TRY(const auto page, store_->page(site.id, visit.choice.page));
    std::string named;
    if (visit.facts.copy_of != kNoPage) {
      GLEANER_TRY(const auto other, store_->page(site.id, visit.facts.copy_of));
      if (other) named = other->url;
    }
    site.crawl->replay(visit.facts, page ? page->url : "", named);
    site.done = visit.number;
    site.under_way.erase(visit.number);
    count(site, visit.facts.page, visit.facts.kind);
    return {};
  });
  if (!replayed.ok()) return replayed;
  return take_until(std::numeric_limits<uint64_t>::max());
}

// Asks for the next page of a site. False: there is none, or its budget is used up.
Result<bool> CrawlJob::issue(Site& site, Running& running) {
  const size_t index = site.index;
  Choice choice;
  uint64_t number = 0;
  auto& again = running.again[index];
  if (!again.empty()) {
    number = again.front().first;
    choice = again.front().second;
    again.erase(again.begin());
  } else {
    site.more = true;
    if (running.budget[index] && site.visits + site.under_way.size() >= running.budget[index])
      return site.ended = "its budget of visits is used up", false;
    if (!site.crawl->kinds().threshold().how.empty() && site.crawl->kinds().threshold().length > 0 &&
        running.options.patience && site.without >= running.options.patience)
      return site.ended = fmt::format("no candidate for {} visits", site.without), false;
    const auto next = site.crawl->next();
    if (!next) {
      if (!site.under_way.empty()) return false;  // they may lead on
      site.more = false;
      return site.ended = site.visits && site.failed == site.visits
                              ? "not one of its pages could be had"
                              : "no link is left that may lead to a candidate",
             false;
    }
    choice = *next;
    number = ++site.taken;
    GLEANER_CHECK(store_->take(site.id, number, site.done, choice));
    site.under_way.emplace(number, choice);
  }
  GLEANER_TRY(const auto page, store_->page(site.id, choice.page));
  if (!page) return error(Code::internal, "has lost a page", {job_->folder()});
  ++running.out;
  Arrival arrival{index, number, {}, true};
  if (page->origin != Origin::sitemap && site.crawl->is_alias(choice.page, page->url)) {
    arrival.got.asked = page->url;
    running.inbox->put(std::move(arrival));  // without a URL it came from: not asked for
    return true;
  }
  GLEANER_TRY(auto archived, job_->archive().find(page->url));
  // What failed just before a crash, and may be there by now, is asked for again.
  const bool stands = archived && !(archived->failed && Job::may_pass(archived->failed->kind));
  if (stands && !site.again.count(choice.page)) {
    arrival.got = std::move(*archived);
    running.inbox->put(std::move(arrival));
    return true;
  }
  arrival.archived = false;
  running.fetcher->submit({page->url, "", "", {}},
                          [inbox = running.inbox, arrival](web::Fetched got) mutable {
                            arrival.got = std::move(got);
                            inbox->put(std::move(arrival));
                          });
  return true;
}

// What an answer is, and where it leads.
Facts CrawlJob::look_at(Site& site, const Choice& choice, const StoredPage& page, web::Fetched got,
                        std::vector<NewPage>& fresh) {
  if (got.url.empty() && !got.failed) return site.crawl->visit_other(choice.page, Kind::skipped);
  if (page.origin == Origin::sitemap) {
    if (got.failed) {
      // A site that says nothing of sitemaps may have one where it is usual.
      if (page.url.ends_with("/robots.txt"))
        return site.crawl->visit_sitemap(choice.page, {}, {root_of(page.url) + "/sitemap.xml"}, fresh);
      return site.crawl->visit_sitemap(choice.page, {}, {}, fresh);
    }
    if (page.url.ends_with("/robots.txt")) {
      auto sitemaps = web::Robots::parse(got.body, "gleaner").sitemaps();
      if (sitemaps.empty()) sitemaps.push_back(root_of(page.url) + "/sitemap.xml");
      if (sitemaps.size() > kMostSitemaps) sitemaps.resize(kMostSitemaps);
      return site.crawl->visit_sitemap(choice.page, {}, sitemaps, fresh);
    }
    auto text = unpack(std::move(got.body), page.url, kMostSitemapBytes);
    web::Sitemap sitemap = text.ok() ? web::read_sitemap(*text, page.url) : web::Sitemap();
    const bool too_deep = page.depth >= kMostSitemapDepth || site.sitemaps >= kMostSitemaps;
    const size_t room = too_deep ? 0 : kMostSitemaps - site.sitemaps;
    if (sitemap.sitemaps.size() > room) sitemap.sitemaps.resize(room);
    return site.crawl->visit_sitemap(choice.page, sitemap.pages, sitemap.sitemaps, fresh);
  }
  if (got.failed) return site.crawl->visit_other(choice.page, Kind::failed);
  const std::string url = got.url;
  if (UrlRules::site_of(url) != site.name) return site.crawl->visit_other(choice.page, Kind::other);
  auto document = web::document_of(std::move(got));
  if (!document.ok() || !(*document)->is_html()) return site.crawl->visit_other(choice.page, Kind::other);
  return site.crawl->visit_page(choice.page, page.url, url, (*document)->text(), fresh);
}

Status CrawlJob::store_fresh(Site& site, uint64_t number, const StoredPage& parent,
                             const std::vector<NewPage>& fresh, bool sitemap) {
  for (const NewPage& one : fresh) {
    const uint32_t depth = sitemap && !one.sitemap ? 1 : parent.depth + 1;
    site.sitemaps += one.sitemap;
    GLEANER_CHECK(store_->add_page(site.id, {one.page, one.url, depth, number, parent.page,
                                             one.sitemap ? Origin::sitemap : Origin::link}));
  }
  for (; site.groups_stored < site.crawl->kinds().groups().size(); ++site.groups_stored)
    GLEANER_CHECK(store_->add_group(site.id, uint32_t(site.groups_stored),
                                    site.crawl->kinds().groups()[site.groups_stored]));
  return {};
}

Status CrawlJob::work_on(Site& site, uint64_t number, web::Fetched got, bool archived, Running& running) {
  const Choice choice = site.under_way.at(number);
  GLEANER_TRY(const auto page, store_->page(site.id, choice.page));
  got.asked = page->url;
  if (!archived) {
    GLEANER_CHECK(job_->archive().add(got));
    job_->log(page->url, got);
    ++running.report.fetched;
    if (!got.failed) GLEANER_CHECK(job_->clear_error(page->url));
  } else if (!got.url.empty()) {
    ++running.report.from_archive;
  }
  if (got.failed && page->origin != Origin::sitemap)  // also one that a crash has kept from being noted
    GLEANER_CHECK(job_->note_error(page->url, *got.failed));
  std::vector<NewPage> fresh;
  const Facts facts = look_at(site, choice, *page, std::move(got), fresh);
  GLEANER_CHECK(store_fresh(site, number, *page, fresh, page->origin == Origin::sitemap));
  GLEANER_CHECK(store_->finish(site.id, number, facts));
  site.under_way.erase(number);
  site.done = number;
  count(site, choice.page, facts.kind);
  if (!counts(facts.kind)) return {};
  running.recent.push_back(facts.kind == Kind::candidate);
  if (running.recent.size() > kRecent) running.recent.pop_front();
  return {};
}

// All answers of a site whose turn has come; for each, the next page is chosen.
Status CrawlJob::work_off(Site& site, Running& running) {
  const size_t index = site.index;
  auto& arrived = running.arrived[index];
  while (!arrived.empty() && arrived.begin()->first == site.done + 1) {
    Arrival arrival = std::move(arrived.begin()->second);
    arrived.erase(arrived.begin());
    GLEANER_CHECK(work_on(site, arrival.number, std::move(arrival.got), arrival.archived, running));
    site.ended.clear();
    GLEANER_CHECK(fill(site, running));
  }
  return {};
}

// As many requests on their way as the window allows.
Status CrawlJob::fill(Site& site, Running& running) {
  while (site.under_way.size() < running.window || !running.again[site.index].empty()) {
    GLEANER_TRY(const bool more, issue(site, running));
    if (!more) break;
  }
  return {};
}

// A run that goes on asks first for what failed and may be there by now: a server that was down, one that
// asked for a pause.
Status CrawlJob::try_again(const web::FetchOptions& options) {
  GLEANER_TRY(const std::vector<std::string> urls, job_->worth_another_try(options));
  for (const std::string& url : urls)
    for (const auto& site : sites_) {
      const auto page = site->crawl->find(url);
      if (!page || !site->failed_pages.count(*page)) continue;
      uncount_failure(*site, *page);
      site->crawl->visit_again(*page);
      site->again.insert(*page);
    }
  return {};
}

Result<CrawlReport> CrawlJob::report(Running& running) {
  CrawlReport out = std::move(running.report);
  for (const auto& site : sites_) {
    SiteReport one;
    one.id = site->id;
    one.site = site->name;
    one.threshold = site->crawl->kinds().threshold();
    one.visits = site->visits;
    one.candidates = 0;  // by the threshold as it is in the end
    GLEANER_CHECK(store_->each_visit(site->id, false, [&](const StoredVisit& visit) -> Status {
      const Kind kind = site->crawl->kind_of(visit.facts);
      one.candidates += kind == Kind::candidate;
      if (kind != Kind::page || !site->crawl->frontier().is_kin(visit.facts.page)) return {};
      if (one.unlike++) return {};
      GLEANER_TRY(const auto page, store_->page(site->id, visit.facts.page));
      one.unlike_page = page ? page->url : "";
      return {};
    }));
    one.copies = site->copies;
    one.failed = site->failed;
    one.known = site->crawl->frontier().pages();
    one.ended = site->ended;
    one.more = site->more;
    one.left_out = site->crawl->rules().left_out();
    out.sites.push_back(std::move(one));
  }
  GLEANER_TRY(out.errors, job_->error_kinds());
  return out;
}

Result<CrawlReport> CrawlJob::run(const CrawlOptions& options,
                                  const std::function<bool(const CrawlProgress&)>& progress) {
  Running running(options);
  web::FetchOptions fetch = options.fetch;
  fetch.keep_exchanges = true;
  if (fetch.cookies.empty()) fetch.cookies = cookies_of_job(job_->folder());
  GLEANER_TRY(running.fetcher, web::Fetcher::make(fetch));
  running.window = size_t(std::max(1, fetch.host_connections));
  running.arrived.resize(sites_.size());
  for (size_t i = 0; i < sites_.size(); ++i) {
    running.again.emplace_back(sites_[i]->under_way.begin(), sites_[i]->under_way.end());
    uint64_t budget = options.visits;
    if (options.total) {
      const uint64_t share = options.total / sites_.size() + (i < options.total % sites_.size());
      budget = budget ? std::min(budget, std::max<uint64_t>(share, 1)) : std::max<uint64_t>(share, 1);
    }
    running.budget.push_back(budget);
  }
  if (job_->recovered().cut)
    running.report.notes.push_back(
        warning(Code::bad_input,
                fmt::format("its last {} bytes were a record that was not whole; they were cut off",
                            job_->recovered().cut),
                {job_->archive().path()}));
  GLEANER_CHECK(try_again(options.fetch));
  for (const auto& site : sites_) GLEANER_CHECK(fill(*site, running));
  Clock::time_point save = Clock::now() + kSaveEvery, show = Clock::now();
  while (running.out) {
    if (auto arrival = running.inbox->take(kShowEvery)) {
      --running.out;
      const size_t index = arrival->site;
      running.arrived[index].emplace(arrival->number, std::move(*arrival));
      GLEANER_CHECK(work_off(*sites_[index], running));
    }
    const Clock::time_point now = Clock::now();
    if (now >= save) {
      GLEANER_CHECK(job_->commit());
      save = now + kSaveEvery;
    }
    if (!progress || now < show) continue;
    show = now + kShowEvery;
    CrawlProgress shown;
    for (const auto& site : sites_) {
      shown.visits += site->visits;
      shown.candidates += site->candidates;
      shown.failed += site->failed;
      shown.sites_done += !site->ended.empty();
    }
    shown.sites = sites_.size();
    shown.recent_visits = running.recent.size();
    shown.recent_candidates = size_t(std::count(running.recent.begin(), running.recent.end(), true));
    if (!progress(shown)) {
      running.report.stopped = true;
      break;
    }
  }
  running.fetcher.reset();
  GLEANER_CHECK(job_->commit());
  return report(running);
}

}  // namespace gleaner::crawl
