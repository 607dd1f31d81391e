// Jobs: the queue, the archive and its recovery after cuts at every byte, whole runs against a server, one
// owner, refreshes.
#include "crawl/job.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <random>
#include <set>

#include "base/temp_folder_test.h"
#include "crawl/next_pages.h"
#include "page/load.h"
#include "web/site_test.h"

namespace gleaner::crawl {
namespace {

namespace fs = std::filesystem;

TEST(UrlSet, EachOnce) {
  UrlSet set;
  for (int round = 0; round < 2; ++round)
    for (int i = 0; i < 20'000; ++i) EXPECT_EQ(set.add("https://a.example/" + std::to_string(i)), round == 0);
  EXPECT_EQ(set.size(), 20'000u);
  EXPECT_FALSE(set.has("https://a.example/x"));
}

std::string host_page(int host, int page) {
  return "https://h" + std::to_string(host) + ".example/" + std::to_string(page);
}

TEST(Queue, HostsTakeTurnsAndNothingIsLost) {
  TempFolder folder;
  std::set<std::string> taken;
  {
    auto state = *store::State::open(folder / "s.sqlite");
    auto queue = *Queue::open(*state);
    for (int page = 0; page < 500; ++page)
      for (int host = 0; host < 3; ++host) EXPECT_TRUE(*queue->add(host_page(host, page)));
    EXPECT_FALSE(*queue->add(host_page(1, 7)));
    EXPECT_EQ(queue->waiting(), 1500u);
    for (int i = 0; i < 600; ++i) {
      const Ticket ticket = **queue->take(10);
      EXPECT_TRUE(i >= 9 || ticket.url == host_page(i % 3, i / 3)) << ticket.url;
      EXPECT_TRUE(taken.insert(ticket.url).second);
      if (i % 2) ASSERT_TRUE(queue->finish(ticket, Queue::Outcome::done).ok());
      else ASSERT_TRUE(queue->finish(ticket, Queue::Outcome::failed).ok());
    }
    // ten of a host may be out
    for (int i = 0; i < 30; ++i) EXPECT_TRUE(*queue->take(10));
    EXPECT_FALSE(*queue->take(10));
  }
  auto state = *store::State::open(folder / "s.sqlite");
  auto queue = *Queue::open(*state);
  EXPECT_EQ(queue->size(), 1500u);
  EXPECT_EQ(queue->waiting(), 900u);  // what was out is waiting again
  while (auto ticket = *queue->take(100)) {
    EXPECT_TRUE(taken.insert(ticket->url).second) << ticket->url;
    ASSERT_TRUE(queue->finish(*ticket, Queue::Outcome::done).ok());
  }
  EXPECT_EQ(taken.size(), 1500u);
  ASSERT_TRUE(queue->requeue({host_page(0, 3), host_page(2, 499)}).ok());
  EXPECT_EQ(queue->waiting(), 2u);
  EXPECT_EQ((*queue->take(1))->url, host_page(0, 3));
  EXPECT_EQ((*queue->take(1))->url, host_page(2, 499));
  EXPECT_FALSE(*queue->take(1));
}

web::Fetched answer_of(const std::string& url, const std::string& body, int status = 200) {
  web::Fetched out;
  out.asked = out.url = url;
  out.status = status;
  out.body = body;
  web::Exchange exchange;
  exchange.url = url;
  exchange.time = 1'769'860'800'000;
  exchange.request_head = "GET / HTTP/1.1\r\n\r\n";
  exchange.response_head = "HTTP/1.1 " + std::to_string(status) +
                           " X\r\nContent-Type: text/html; charset=utf-8\r\nETag: \"1\"\r\n\r\n";
  exchange.body = body;
  exchange.status = status;
  out.exchanges.push_back(exchange);
  return out;
}

TEST(Archive, FindsWhatItKeeps) {
  TempFolder folder;
  auto state = *store::State::open(folder / "s.sqlite");
  Recovered recovered;
  auto archive = *Archive::open(folder / "a.warc.gz", *state, recovered);
  ASSERT_TRUE(archive->add(answer_of("https://a.example/1", "one")).ok());
  ASSERT_TRUE(archive->add(answer_of("https://a.example/2", "one")).ok());  // the same content
  ASSERT_TRUE(archive->add(answer_of("https://a.example/1", "two")).ok());
  EXPECT_EQ((*archive->find("https://a.example/1"))->body, "two");
  EXPECT_EQ((*archive->find("https://a.example/2"))->body, "one");
  EXPECT_FALSE(*archive->find("https://a.example/3"));
  ASSERT_TRUE(archive->add(answer_of("https://a.example/1", "", 304)).ok());
  EXPECT_EQ((*archive->find("https://a.example/1"))->body, "two");
  auto reader = *web::WarcReader::open(folder / "a.warc.gz");
  web::WarcRecord record;
  std::string types;
  while (*reader->next(record)) types += std::string(record.type()) + " ";
  EXPECT_EQ(types, "warcinfo request response request revisit request response request revisit ");
}

// A full disk makes SQLite take back what is not committed: the archive has it, so it comes back.
TEST(Job, WhatTheStateTookBackComesFromTheArchive) {
  TempFolder folder;
  {
    auto job = *Job::open(folder / "a.job");
    ASSERT_TRUE(job->archive().add(answer_of("https://a.example/1", "one")).ok());
    ASSERT_TRUE(job->commit().ok());
    ASSERT_TRUE(job->archive().add(answer_of("https://a.example/2", "two")).ok());
    ASSERT_TRUE(job->state().run("rollback").ok());
    EXPECT_FALSE(job->commit().ok());
  }
  auto job = *Job::open(folder / "a.job");
  EXPECT_EQ(job->recovered().asked, std::vector<std::string>{"https://a.example/2"});
  EXPECT_EQ((*job->archive().find("https://a.example/2"))->body, "two");
}

TEST(Job, AFolderOfSomebodyElseIsLeftAlone) {
  TempFolder folder;
  fs::create_directories(folder / "a.job");
  ASSERT_TRUE(write_file(folder / "a.job/report.html", "precious").ok());
  EXPECT_FALSE(Job::open(folder / "a.job").ok());
  EXPECT_EQ(std::distance(fs::directory_iterator(folder / "a.job"), fs::directory_iterator()), 1);
  fs::create_directories(folder / "b.job");  // a script has begun it
  ASSERT_TRUE(write_file(folder / "b.job/navigation.sqlite-wal", "").ok());
  EXPECT_TRUE(Job::open(folder / "b.job").ok());
}

// What came damaged is kept as it came: read back, it is a failure again, and nothing that ends a job.
TEST(Archive, ADamagedAnswerIsAFailure) {
  TempFolder folder;
  auto state = *store::State::open(folder / "s.sqlite");
  Recovered recovered;
  auto archive = *Archive::open(folder / "a.warc.gz", *state, recovered);
  web::Fetched damaged = answer_of("https://a.example/1", "\x1f\x8b\x08 no more of it");
  std::string& head = damaged.exchanges[0].response_head;
  head.insert(head.find("Content-Type"), "Content-Encoding: gzip\r\n");
  ASSERT_TRUE(archive->add(damaged).ok());
  const auto found = archive->find("https://a.example/1");
  ASSERT_TRUE(found.ok() && *found && (*found)->failed);
  EXPECT_EQ((*found)->failed->kind, "broken");
}

// Whatever a crash leaves of the file behind the last commit: answers that are whole come back, the rest is
// cut.
TEST(Archive, AnyCutIsRecovered) {
  TempFolder folder;
  std::vector<uint64_t> ends;
  {
    auto state = *store::State::open(folder / "s.sqlite");
    Recovered recovered;
    auto archive = *Archive::open(folder / "a.warc.gz", *state, recovered);
    ASSERT_TRUE(archive->note_size().ok());
    ends.push_back(archive->size());
    for (int i = 0; i < 3; ++i) {
      // written, but the index is not committed: its rows are taken away again
      ASSERT_TRUE(
          archive->add(answer_of("https://a.example/" + std::to_string(i), "body " + std::to_string(i)))
              .ok());
      ends.push_back(archive->size());
    }
    ASSERT_TRUE(state->run("delete from pages").ok());
  }
  const std::string whole = *read_file(folder / "s.sqlite");
  std::string bytes;
  {
    std::FILE* file = std::fopen((folder / "a.warc.gz").c_str(), "rb");
    bytes.resize(ends.back());
    ASSERT_EQ(std::fread(bytes.data(), 1, bytes.size(), file), bytes.size());
    std::fclose(file);
  }
  for (uint64_t cut = ends.front(); cut <= ends.back(); cut += 97) {
    fs::copy_file(folder / "s.sqlite", folder / "t.sqlite", fs::copy_options::overwrite_existing);
    ASSERT_TRUE(write_file(folder / "t.warc.gz", std::string_view(bytes).substr(0, cut)).ok());
    size_t expected = 0;
    while (expected + 1 < ends.size() && ends[expected + 1] <= cut) ++expected;
    auto state = *store::State::open(folder / "t.sqlite");
    Recovered recovered;
    auto archive = Archive::open(folder / "t.warc.gz", *state, recovered);
    ASSERT_TRUE(archive.ok()) << archive.error().message;
    EXPECT_EQ(recovered.asked.size(), expected) << cut;
    EXPECT_EQ((*archive)->size(), ends[expected]) << cut;
    EXPECT_EQ(recovered.cut, cut - ends[expected]);
    for (size_t i = 0; i < expected; ++i)
      EXPECT_EQ((*(*archive)->find("https://a.example/" + std::to_string(i)))->body,
                "body " + std::to_string(i));
  }
}

JobOptions quick() {
  JobOptions options;
  options.fetch.allow_private = true;
  options.fetch.delay = 0;
  options.fetch.retries = 0;
  return options;
}

std::string site(const web::SiteRequest& request) {
  if (request.path == "/robots.txt") return web::Site::none();
  if (request.path.starts_with("/gone")) return web::Site::none();
  if (request.head.find("If-None-Match: \"e\"") != std::string::npos)
    return "HTTP/1.1 304 Not Modified\r\nETag: \"e\"\r\n\r\n";
  return web::Site::reply("200 OK", "ETag: \"e\"\r\nContent-Type: text/html\r\n", "page " + request.path);
}

TEST(Job, FetchesOnceAndGoesOn) {
  if (!web::Fetcher::make({}).ok()) GTEST_SKIP() << "no libcurl here";
  web::Site server(site);
  TempFolder folder;
  const auto run = [&](size_t most, bool refresh) {
    auto job = Job::open(folder / "x.job");
    EXPECT_TRUE(job.ok());
    for (int i = 0; i < 20; ++i) EXPECT_TRUE((*job)->add(server.url("/" + std::to_string(i))).ok());
    EXPECT_TRUE((*job)->add(server.url("/gone")).ok());
    JobOptions options = quick();
    options.max_pages = most;
    options.refresh = refresh;
    return *(*job)->run(options, nullptr);
  };
  JobReport report = run(8, false);
  EXPECT_EQ(report.fetched, 8u);
  EXPECT_EQ(report.waiting, 13u);
  EXPECT_TRUE(report.stopped);
  report = run(0, false);
  EXPECT_EQ(report.fetched, 12u);
  EXPECT_EQ(report.failed, 1u);
  EXPECT_EQ(report.kinds["404"], 1u);
  report = run(0, false);
  EXPECT_EQ(report.fetched + report.failed, 0u);
  EXPECT_EQ(server.count("/3"), 1);
  report = run(0, true);
  EXPECT_EQ(report.unchanged, 20u);
}

// A list of pages, killed behind any of them before the state was committed: each page is asked for once,
// what failed once more.
TEST(Job, AKilledListGoesOn) {
  if (!web::Fetcher::make({}).ok()) GTEST_SKIP() << "no libcurl here";
  std::atomic<bool> down{true};
  web::Site server([&](const web::SiteRequest& request) -> std::string {
    if (request.path == "/robots.txt") return web::Site::none();
    const int page = std::atoi(request.path.substr(1).c_str());
    if (page == 5 && down) return web::Site::reply("500 Internal Server Error", "", "down");
    return web::Site::reply(
        "200 OK", "Content-Type: text/html\r\n",
        fmt::format("<p>Page {}<a rel=next class=next href=/{}>Next page</a>", page, page + 1));
  });
  TempFolder folder;
  JobOptions options = quick();
  options.follow_next = true;
  options.max_depth = 5;
  const auto run = [&] {
    auto job = Job::open(folder / "x.job");
    EXPECT_TRUE(job.ok());
    EXPECT_TRUE((*job)->add(server.url("/1")).ok());
    return *(*job)->run(options, nullptr);
  };
  options.max_pages = 1;
  run();
  fs::copy(folder / "x.job/state.sqlite", folder / "state.sqlite");  // as it was committed last
  options.max_pages = 0;
  run();
  fs::copy(folder / "state.sqlite", folder / "x.job/state.sqlite", fs::copy_options::overwrite_existing);
  down = false;
  run();
  for (int page = 1; page <= 4; ++page) EXPECT_EQ(server.count(fmt::format("/{}", page)), 1) << page;
  EXPECT_EQ(server.count("/5"), 2);
}

TEST(Job, AnArchiveOfOthersIsLeftAlone) {
  TempFolder folder;
  const std::string theirs = web::pack_info("other") +
                             web::pack_record("resource", {{"WARC-Target-URI", "https://a.example/"}}, "x");
  std::FILE* file = std::fopen((folder / "x.warc.gz").c_str(), "wb");
  std::fwrite(theirs.data(), 1, theirs.size(), file);
  std::fclose(file);
  auto job = Job::open(folder / "x.job", folder / "x.warc.gz");
  ASSERT_FALSE(job.ok());
  EXPECT_EQ(fs::file_size(folder / "x.warc.gz"), theirs.size());
}

TEST(Job, OneOwner) {
  TempFolder folder;
  auto first = Job::open(folder / "x.job");
  ASSERT_TRUE(first.ok());
  auto second = Job::open(folder / "x.job");
  ASSERT_FALSE(second.ok());
  EXPECT_NE(second.error().message.find("in use"), std::string::npos);
  first->reset();
  EXPECT_TRUE(Job::open(folder / "x.job").ok());
}

// --- next pages

class Given : public web::PageStream {
 public:
  Given(web::Sources& sources, std::vector<std::string> names)
      : sources_(sources), names_(std::move(names)) {}
  Result<std::optional<web::PageItem>> next() override {
    if (at_ == names_.size()) return std::optional<web::PageItem>();
    const std::string name = names_[at_++];
    return std::optional<web::PageItem>(web::PageItem{
        name, [this, name](const LoadOptions& options) { return sources_.load(name, options); }});
  }

 private:
  web::Sources& sources_;
  std::vector<std::string> names_;
  size_t at_ = 0;
};

std::string names(std::vector<std::string> starts, const std::string& folder, NextRule rule,
                  Diagnostics* notes = nullptr) {
  web::Sources sources;
  for (std::string& start : starts) start = folder + "/" + start;
  auto pages = NextPages::make(std::make_unique<Given>(sources, starts), sources, rule);
  std::string out;
  while (auto item = *(*pages)->next())
    out += (out.empty() ? "" : " ") + fs::path(item->name).filename().string();
  if (notes) *notes = (*pages)->notes();
  return out;
}

std::string list_page(int number, const std::string& next) {
  return "<h1>List " + std::to_string(number) +
         "</h1><div class=pagination><a href=page1.html>1</a> <a href=page2.html>2</a> <a "
         "href=page3.html>3</a> " +
         (next.empty() ? "" : "<a class=next href=" + next + ">Next</a>") + "</div>";
}

TEST(NextPages, FilesLeadOnToFiles) {
  TempFolder folder;
  ASSERT_TRUE(write_file(folder / "page1.html", list_page(1, "page2.html")).ok());
  ASSERT_TRUE(write_file(folder / "page2.html", list_page(2, "page3.html")).ok());
  ASSERT_TRUE(write_file(folder / "page3.html", list_page(3, "")).ok());
  ASSERT_TRUE(write_file(folder / "circle.html", list_page(9, "circle2.html")).ok());
  ASSERT_TRUE(write_file(folder / "circle2.html", list_page(8, "circle.html")).ok());
  ASSERT_TRUE(write_file(folder / "out.html", list_page(7, "https://elsewhere.example/2")).ok());
  ASSERT_TRUE(write_file(folder / "same.html", list_page(1, "page2.html")).ok());
  EXPECT_EQ(names({"page1.html"}, folder.path, {}), "page1.html page2.html page3.html");
  EXPECT_EQ(names({"page1.html"}, folder.path, {"a.next", 1000}), "page1.html page2.html page3.html");
  EXPECT_EQ(names({"page2.html", "page1.html", "page3.html"}, folder.path, {}),
            "page2.html page3.html page1.html");
  Diagnostics notes;
  EXPECT_EQ(names({"circle.html"}, folder.path, {}, &notes), "circle.html circle2.html");
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_NE(notes[0].message.find("was there before"), std::string::npos);
  EXPECT_EQ(names({"page1.html"}, folder.path, {"", 2}, &notes), "page1.html page2.html");
  EXPECT_EQ(notes.size(), 1u);
  EXPECT_EQ(names({"out.html"}, folder.path, {}), "out.html");
}

TEST(NextPages, ATrapEndsAndTheSamePageAgainEnds) {
  if (!web::Fetcher::make({}).ok()) GTEST_SKIP() << "no libcurl here";
  web::Site server([](const web::SiteRequest& request) -> std::string {
    if (request.path == "/robots.txt") return web::Site::none();
    const int number = std::atoi(request.path.substr(request.path.rfind('=') + 1).c_str());
    if (request.path.starts_with("/trap"))  // pages without end
      return web::Site::page("<p>" + std::to_string(number) +
                             "<a rel=next href='/trap?page=" + std::to_string(number + 1) + "'>Next</a>");
    // the last page is given for any number beyond it
    const int shown = std::min(number, 3);
    return web::Site::page("<p>" + std::to_string(shown) + (number < 3 ? "" : " ") +
                           "<a rel=next href='/last?page=" + std::to_string(shown + 1) + "'>Next</a>");
  });
  web::SourceOptions options;
  options.fetch.allow_private = true;
  web::Sources sources(options);
  const auto count = [&](const std::string& start, Diagnostics& notes) {
    auto pages = NextPages::make(
        std::make_unique<Given>(sources, std::vector<std::string>{server.url(start)}), sources, {"", 50});
    size_t n = 0;
    while (auto item = *(*pages)->next()) ++n;
    notes = (*pages)->notes();
    return n;
  };
  Diagnostics notes;
  EXPECT_EQ(count("/trap?page=1", notes), 50u);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(count("/last?page=1", notes), 3u);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_NE(notes[0].message.find("there before"), std::string::npos);
}

}  // namespace
}  // namespace gleaner::crawl
