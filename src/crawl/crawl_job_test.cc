// Whole crawls against a server on this machine: what is found, that nothing is fetched twice after a stop,
// that the order is the same as of a crawl that was not stopped, robots, dead links, circles, sessions,
// traps, several sites.
#include "crawl/crawl_job.h"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <set>

#include "base/temp_folder_test.h"
#include "crawl/crawl_report.h"
#include "crawl/structure.h"
#include "web/site_test.h"

namespace gleaner::crawl {
namespace {

std::string anchor(const std::string& href) { return "<a href=\"" + href + "\">x</a>"; }

// A small shop: lists of details, news, a calendar without end, sessions, a dead link, a page that is
// forbidden, a circle.
std::string shop_page(const std::string& path) {
  const auto whole = [&](const std::string& title, const std::string& main) {
    return "<html><head><title>" + title + "</title></head><body><ul class=menu><li>" + anchor("/") + "<li>" +
           anchor("/news/0") + "<li>" + anchor("/calendar?day=1") + "<li>" + anchor("/dead") + "<li>" +
           anchor("/secret/1") + "</ul><div class=main>" + main + "</div></body></html>";
  };
  const auto number = [&](size_t prefix) { return std::atoi(path.c_str() + prefix); };
  if (path == "/robots.txt")
    return web::Site::reply("200 OK", "Content-Type: text/plain\r\n", "User-agent: *\nDisallow: /secret/\n");
  if (path == "/") {
    std::string lists;
    for (int i = 0; i < 5; ++i) lists += "<li>" + anchor("/list/" + std::to_string(i));
    return web::Site::page(whole("Shop", "<h1>Shop</h1><ul class=lists>" + lists + "</ul>"));
  }
  if (path.starts_with("/list/")) {
    std::string items;
    for (int i = 0; i < 12; ++i)
      items += "<li>" + anchor("/item/" + std::to_string(number(6) * 12 + i) +
                               (i % 4 ? "" : "?s=" + std::to_string(number(6) + i)));
    return web::Site::page(whole("List " + path, "<h1>List</h1><ul class=items>" + items + "</ul>"));
  }
  if (path.starts_with("/item/"))
    return web::Site::page(whole(
        "Item " + std::to_string(number(6)),
        "<h1>Item " + std::to_string(number(6)) +
            "</h1><img src=/x.png><table><tr><th>Price<td>1</table><dl><dt>A<dd>B</dl><form><input><button>Buy</button></form>" +
            anchor("/list/" + std::to_string(number(6) / 12)) +
            anchor("/item/" + std::to_string(number(6)) + "?s=" + std::to_string(number(6) * 7))));
  if (path.starts_with("/news/"))
    return web::Site::page(
        whole("News " + path, "<h1>News</h1><p>Words of " + path + ".</p><p>More.</p>" +
                                  anchor("/news/" + std::to_string((number(6) + 1) % 30)) +
                                  anchor("/news/" + std::to_string((number(6) + 7) % 30))));
  if (path.starts_with("/calendar?day="))
    return web::Site::page(
        whole("Day " + path, "<h2>Day " + path + "</h2><table><tr><td>" +
                                 anchor("/calendar?day=" + std::to_string(number(14) + 1)) + "<td>" +
                                 anchor("/calendar?day=" + std::to_string(number(14) + 30)) + "</table>"));
  return web::Site::none();
}

CrawlOptions quick_options() {
  CrawlOptions out;
  out.fetch.allow_private = true;
  out.fetch.delay = 0;
  out.visits = 400;
  return out;
}

std::vector<Template> like_items() {
  std::vector<Template> out;
  for (const char* path : {"/item/3", "/item/17"}) {
    const std::string answer = shop_page(path);
    out.push_back(
        {path, packed(structure_of(std::string_view(answer).substr(answer.find("\r\n\r\n") + 4))), ""});
  }
  return out;
}

struct Crawled {
  CrawlReport report;
  std::vector<std::string> order, candidates;
};

Crawled look_at_job(CrawlJob& crawl, CrawlReport report) {
  Crawled out{std::move(report), {}, {}};
  for (const auto& site : crawl.sites())
    EXPECT_TRUE(crawl.store()
                    .each_visit(site->id, true,
                                [&](const StoredVisit& visit) -> Status {
                                  const std::string url =
                                      (*crawl.store().page(site->id, visit.facts.page))->url;
                                  const std::string path = url.substr(url.find('/', 8));
                                  out.order.push_back(path + " " + std::string(name_of(visit.facts.kind)));
                                  if (visit.facts.kind == Kind::candidate)
                                    out.candidates.push_back(path.substr(0, path.find('?')));
                                  return {};
                                })
                    .ok());
  return out;
}

// `stop_after`: the run is stopped at so many visits, as by a person.
Crawled crawl_once(const std::string& folder, const std::string& start, const CrawlOptions& options,
                   size_t stop_after = 0) {
  auto crawl = CrawlJob::open(folder);
  EXPECT_TRUE(crawl.ok());
  const Status begun = (*crawl)->begin({{start, {}}}, like_items(), options);
  EXPECT_TRUE(begun.ok());
  auto report = (*crawl)->run(
      options, [&](const CrawlProgress& now) { return !stop_after || now.visits < stop_after; });
  EXPECT_TRUE(report.ok());
  return look_at_job(**crawl, std::move(*report));
}

TEST(CrawlJob, FindsWhatIsWantedAndLeavesTraps) {
  web::Site site([](const web::SiteRequest& request) { return shop_page(request.path); });
  TempFolder folder;
  const Crawled all = crawl_once(folder / "a.job", site.url("/"), quick_options());
  ASSERT_EQ(all.report.sites.size(), 1u);
  const std::set<std::string> found(all.candidates.begin(), all.candidates.end());
  EXPECT_EQ(found.size(), 60u);
  EXPECT_EQ(all.candidates.size(), 60u);  // none under two addresses
  for (const std::string& path : found) EXPECT_TRUE(path.starts_with("/item/")) << path;
  EXPECT_EQ(all.report.sites[0].left_out, std::vector<std::string>{"s of /item/*"});
  EXPECT_LT(all.report.sites[0].visits, 260u);  // the calendar has no end
  EXPECT_EQ(site.count("/secret/1"), 0);
  EXPECT_EQ(site.count("/x.png"), 0);
  for (const auto& line : all.order)
    if (line.starts_with("/item/")) {
      EXPECT_EQ(site.count(line.substr(0, line.find(' '))), line.ends_with("skipped") ? 0 : 1) << line;
    }
  EXPECT_EQ(all.report.errors.at("404"), 1u);
  EXPECT_EQ(all.report.errors.at("robots"), 1u);
}

TEST(CrawlJob, GoesOnInTheSameOrder) {
  for (const int connections : {1, 3}) {
    web::Site site([](const web::SiteRequest& request) { return shop_page(request.path); });
    TempFolder folder;
    CrawlOptions options = quick_options();
    options.fetch.host_connections = connections;
    options.visits = 120;
    const Crawled whole = crawl_once(folder / "whole.job", site.url("/"), options);
    const int asked = site.requests();
    EXPECT_EQ(crawl_once(folder / "other.job", site.url("/"), options).order,
              whole.order);  // whatever the time each answer takes
    const int asked_again = site.requests() - asked;
    for (const uint64_t until : {1u, 5u, 20u, 60u}) {  // the same command with growing budgets
      CrawlOptions part = options;
      part.visits = until;
      crawl_once(folder / "parts.job", site.url("/"), part);
    }
    const Crawled parts = crawl_once(folder / "parts.job", site.url("/"), options);
    if (connections == 1) {  // with more, the last pages of a budget are chosen knowing less
      EXPECT_EQ(parts.order, whole.order);
    }
    const Crawled nothing = crawl_once(folder / "parts.job", site.url("/"), options);
    EXPECT_EQ(nothing.report.fetched, 0u);
    EXPECT_EQ(nothing.order, parts.order);
    EXPECT_GE(asked_again, 100);
  }
}

// A commit that never came: the state is set back to an earlier one, the archive keeps what was written after
// it.
TEST(CrawlJob, WhatTheArchiveHasIsNotFetchedAgain) {
  web::Site site([](const web::SiteRequest& request) { return shop_page(request.path); });
  TempFolder folder;
  CrawlOptions options = quick_options();
  options.visits = 100;
  const Crawled whole = crawl_once(folder / "whole.job", site.url("/"), options);
  CrawlOptions part = options;
  part.visits = 30;
  crawl_once(folder / "cut.job", site.url("/"), part);
  std::filesystem::copy(folder / "cut.job", folder / "early.job", std::filesystem::copy_options::recursive);
  part.visits = 70;
  crawl_once(folder / "cut.job", site.url("/"), part);
  std::filesystem::copy_file(folder / "early.job/state.sqlite", folder / "cut.job/state.sqlite",
                             std::filesystem::copy_options::overwrite_existing);
  const Crawled again = crawl_once(folder / "cut.job", site.url("/"), options);
  EXPECT_EQ(again.order, whole.order);
  EXPECT_GE(again.report.from_archive, 35u);
  EXPECT_LE(again.report.fetched, 45u);
}

// What failed and may be there by now is asked for by the next run of the job, counts once, and what it leads
// to is found.
TEST(CrawlJob, WhatMayPassIsTriedByTheNextRun) {
  std::atomic<bool> down = true;
  web::Site site([&](const web::SiteRequest& request) {
    if (down && (request.path == "/list/3" || request.path == "/item/2"))
      return web::Site::reply("503 Service Unavailable", "", "");
    return shop_page(request.path);
  });
  TempFolder folder;
  CrawlOptions options = quick_options();
  options.fetch.retries = 0;
  const Crawled first = crawl_once(folder / "a.job", site.url("/"), options);
  EXPECT_EQ(first.candidates.size(), 60u - 12 - 1);
  EXPECT_EQ(first.report.errors.at("503"), 2u);
  const int dead = site.count("/dead");
  const Crawled same = crawl_once(folder / "a.job", site.url("/"), options);  // still down
  EXPECT_EQ(same.report.fetched, 2u);
  EXPECT_EQ(same.report.sites[0].failed, first.report.sites[0].failed);
  EXPECT_EQ(same.report.sites[0].visits, first.report.sites[0].visits);
  down = false;
  const Crawled again = crawl_once(folder / "a.job", site.url("/"), options);
  EXPECT_EQ(again.candidates.size(), 60u);
  EXPECT_EQ(again.report.errors.count("503"), 0u);
  EXPECT_EQ(again.report.sites[0].failed, first.report.sites[0].failed - 2);
  EXPECT_EQ(site.count("/dead"), dead);
  EXPECT_EQ(crawl_once(folder / "a.job", site.url("/"), options).report.fetched, 0u);
}

// Failures that were written to the archive and not committed before a crash are no word of the site's: they
// are asked for again.
TEST(CrawlJob, WhatFailedBeforeACrashIsAskedForAgain) {
  std::atomic<bool> down = true;
  web::Site site([&](const web::SiteRequest& request) {
    if (down && request.path.starts_with("/item/"))
      return web::Site::reply("503 Service Unavailable", "", "busy");
    return shop_page(request.path);
  });
  TempFolder folder;
  CrawlOptions options = quick_options();
  options.fetch.retries = 0;
  options.visits = 1;
  crawl_once(folder / "a.job", site.url("/"), options);
  std::filesystem::copy(folder / "a.job", folder / "early.job", std::filesystem::copy_options::recursive);
  options.visits = 60;
  const Crawled cut = crawl_once(folder / "a.job", site.url("/"), options);
  EXPECT_GT(cut.report.sites[0].failed, 10u);
  std::filesystem::copy_file(folder / "early.job/state.sqlite", folder / "a.job/state.sqlite",
                             std::filesystem::copy_options::overwrite_existing);
  down = false;
  options.visits = 400;
  const Crawled again = crawl_once(folder / "a.job", site.url("/"), options);
  EXPECT_EQ(again.candidates.size(), 60u);
  EXPECT_EQ(again.report.errors.count("503"), 0u);
  EXPECT_EQ(again.report.errors.at("404"), 1u);  // which will not pass: noted now, not asked for again
  EXPECT_EQ(site.count("/dead"), 1);
}

TEST(CrawlJob, SitemapsHaveAnEnd) {
  const auto index = [](const std::string& from, int count) {
    std::string out = "<sitemapindex>";
    for (int i = 0; i < count; ++i)
      out.append("<sitemap><loc>").append(from).append(std::to_string(i)).append("</loc></sitemap>");
    return web::Site::reply("200 OK", "Content-Type: application/xml\r\n", out + "</sitemapindex>");
  };
  for (const int wide : {1, 30}) {
    web::Site site([&](const web::SiteRequest& request) {
      if (request.path.starts_with("/sitemap.xml")) return index("/map/", wide);
      if (request.path.starts_with("/map/")) return index(request.path + "-", wide);
      return shop_page(request.path);
    });
    TempFolder folder;
    CrawlOptions options = quick_options();
    options.visits = 5;
    const Crawled some = crawl_once(folder / "a.job", site.url("/"), options);
    EXPECT_EQ(some.report.sites[0].visits, 5u);
    EXPECT_LT(site.requests(), 520);
    options.visits = 10;
    crawl_once(folder / "a.job", site.url("/"), options);
    EXPECT_LT(site.requests(), 530);
  }
}

// What was refused for want of an option is asked for by a run that has it, and by no other.
TEST(CrawlJob, WhatAnOptionWasInTheWayOfIsTriedWithIt) {
  web::Site site([](const web::SiteRequest& request) { return shop_page(request.path); });
  TempFolder folder;
  CrawlOptions options = quick_options();
  options.fetch.allow_private = false;
  const Crawled refused = crawl_once(folder / "a.job", site.url("/"), options);
  EXPECT_EQ(refused.report.errors.at("address"), 1u);
  EXPECT_EQ(refused.report.sites[0].ended, "not one of its pages could be had");
  EXPECT_EQ(crawl_once(folder / "a.job", site.url("/"), options).report.fetched, 0u);
  options.fetch.allow_private = true;
  const Crawled allowed = crawl_once(folder / "a.job", site.url("/"), options);
  EXPECT_EQ(allowed.candidates.size(), 60u);
  EXPECT_EQ(allowed.report.errors.at("robots"), 1u);
  EXPECT_EQ(crawl_once(folder / "a.job", site.url("/"), options).report.fetched, 0u);
  options.fetch.robots = false;
  const Crawled all = crawl_once(folder / "a.job", site.url("/"), options);
  EXPECT_EQ(all.report.errors.count("robots"), 0u);
}

// A robots.txt that could not be read refuses for now only.
TEST(CrawlJob, RobotsThatCannotBeReadAreTriedByTheNextRun) {
  std::atomic<bool> down = true;
  web::Site site([&](const web::SiteRequest& request) {
    return down ? web::Site::reply("500 Oops", "", "") : shop_page(request.path);
  });
  TempFolder folder;
  CrawlOptions options = quick_options();
  options.fetch.retries = 0;
  const Crawled refused = crawl_once(folder / "a.job", site.url("/"), options);
  EXPECT_EQ(refused.report.errors.at("500"), 1u);
  down = false;
  EXPECT_EQ(crawl_once(folder / "a.job", site.url("/"), options).candidates.size(), 60u);
}

TEST(CrawlJob, RefusesAnotherCrawlInTheSameJob) {
  web::Site site([](const web::SiteRequest& request) { return shop_page(request.path); });
  TempFolder folder;
  CrawlOptions options = quick_options();
  options.visits = 5;
  crawl_once(folder / "a.job", site.url("/"), options);
  auto crawl = CrawlJob::open(folder / "a.job");
  ASSERT_TRUE(crawl.ok());
  EXPECT_FALSE((*crawl)->begin({{site.url("/list/1"), {}}}, like_items(), options).ok());
  const Status other = (*crawl)->begin({{site.url("/"), {}}}, {}, options);
  ASSERT_FALSE(other.ok());
  EXPECT_EQ(other.error().message, "was begun with other pages for --like");
  options.seed = 7;
  EXPECT_EQ((*crawl)->begin({{site.url("/"), {}}}, like_items(), options).error().message,
            "was begun with another --seed");
}

// An address that is none is told before anything is written.
// A state that was damaged, or that somebody has changed, is no reason to fall.
TEST(CrawlJob, AStateThatDoesNotFitTogetherIsTold) {
  web::Site site([](const web::SiteRequest& request) { return shop_page(request.path); });
  TempFolder folder;
  CrawlOptions options = quick_options();
  options.visits = 10;
  crawl_once(folder / "whole.job", site.url("/"), options);
  for (const char* damage :
       {"update crawl_visits set page = 99999999 where number = 5", "update crawl_visits set page = 1",
        "update crawl_visits set via = 99999999 where number = 5", "update crawl_visits set number = -number",
        "update crawl_visits set links = x'ffffffff0fffffffff0f01'", "delete from crawl_pages where id = 3",
        "update crawl_visits set copy_of = 3000000000", "update crawl_visits set kind = 0",
        "update crawl_pages set found = -5", "update crawl_pages set id = id + 1000"}) {
    const std::string job = folder / "damaged.job";
    std::filesystem::remove_all(job);
    std::filesystem::copy(folder / "whole.job", job);
    {
      auto crawl = CrawlJob::open(job);
      ASSERT_TRUE(crawl.ok() && (*crawl)->job().state().run(damage).ok()) << damage;
    }
    auto crawl = CrawlJob::open(job);
    ASSERT_TRUE(crawl.ok());
    const Status begun = (*crawl)->begin({{site.url("/"), {}}}, like_items(), options);
    ASSERT_FALSE(begun.ok()) << damage;
    EXPECT_NE(begun.error().message.find("is damaged"), std::string::npos) << begun.error().message;
  }
}

TEST(CrawlJob, AWrongStartLeavesNothingBehind) {
  TempFolder folder;
  {
    auto crawl = *CrawlJob::open(folder / "a.job");
    EXPECT_FALSE(crawl->begin({{"nowhere", {}}}, like_items(), quick_options()).ok());
  }
  auto crawl = *CrawlJob::open(folder / "a.job");
  EXPECT_EQ(crawl->store().templates(0)->size(), 0u);
}

TEST(CrawlJob, SitemapsAndSeveralSites) {
  const auto answer = [](const web::SiteRequest& request) {
    const std::string host = request.head.substr(
        request.head.find("Host: ") + 6,
        request.head.find("\r\n", request.head.find("Host: ")) - request.head.find("Host: ") - 6);
    if (request.path == "/robots.txt")
      return web::Site::reply("200 OK", "Content-Type: text/plain\r\n",
                              "Sitemap: http://" + host + "/map.xml\n");
    if (request.path == "/map.xml") {
      std::string urls;
      for (int i = 0; i < 40; ++i)
        urls +=
            "<url><loc>http://" + host + (i < 20 ? "/item/" : "/news/") + std::to_string(i) + "</loc></url>";
      return web::Site::reply("200 OK", "Content-Type: application/xml\r\n", "<urlset>" + urls + "</urlset>");
    }
    if (request.path == "/") return web::Site::page("<title>Empty</title><p>Nothing links anywhere here.");
    return shop_page(request.path);
  };
  web::Site first(answer), second(answer);
  TempFolder folder;
  auto crawl = *CrawlJob::open(folder / "two.job");
  CrawlOptions options = quick_options();
  options.total = 60;
  ASSERT_TRUE(crawl->begin({{first.url("/"), {}}, {second.url("/"), {}}}, like_items(), options).ok());
  auto report = crawl->run(options, nullptr);
  ASSERT_TRUE(report.ok());
  ASSERT_EQ(report->sites.size(), 2u);
  for (const SiteReport& site : report->sites) {
    EXPECT_LE(site.visits, 30u);
    EXPECT_GE(site.candidates, 18u) << site.site;
  }
  auto page = report_page(*crawl, report->sites);
  ASSERT_TRUE(page.ok());
  EXPECT_NE(page->find("<svg"), std::string::npos);
  EXPECT_NE(page->find("/item/#"), std::string::npos);
}

}  // namespace
}  // namespace gleaner::crawl
