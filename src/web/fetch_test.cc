// Fetching against a server of its own on this machine: what comes back, what is refused, robots.txt,
// retries, bounds, and tricks with addresses.
#include "web/fetch.h"

#include <gtest/gtest.h>
#include <libdeflate.h>

#include <condition_variable>
#include <filesystem>

#include "base/temp_folder_test.h"
#include "base/text.h"
#include "page/load.h"
#include "web/address.h"
#include "web/site_test.h"

namespace gleaner::web {
namespace {

std::string gzip(const std::string& text) {
  libdeflate_compressor* packer = libdeflate_alloc_compressor(9);
  std::string out(libdeflate_gzip_compress_bound(packer, text.size()), '\0');
  out.resize(libdeflate_gzip_compress(packer, text.data(), text.size(), out.data(), out.size()));
  libdeflate_free_compressor(packer);
  return out;
}

std::string answer(const SiteRequest& request) {
  const std::string& path = request.path;
  if (path == "/page")
    return Site::reply("200 OK", "Content-Type: Text/HTML; charset=\"ISO-8859-1\"\r\n", "<p>caf\xe9</p>");
  if (path == "/relative") return Site::reply("302 Found", "Location: /page\r\n", "");
  if (path == "/away") return Site::reply("302 Found", "Location: http://elsewhere.invalid/\r\n", "");
  if (path == "/file") return Site::reply("302 Found", "Location: file:///etc/passwd\r\n", "");
  if (path == "/loop") return Site::reply("302 Found", "Location: /loop\r\n", "");
  if (path == "/large") return Site::reply("200 OK", "", std::string(100'000, 'x'));
  if (path == "/bomb")
    return Site::reply("200 OK", "Content-Encoding: gzip\r\n", gzip(std::string(8u << 20, 'a')));
  if (path == "/packed")
    return Site::reply("200 OK", "Content-Encoding: gzip\r\nContent-Type: text/html\r\n", gzip("<p>packed"));
  if (path == "/chunks")
    return "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n";
  if (path == "/bad-chunks") return "close:HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc";
  if (path == "/short") return "close:HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nabc";
  if (path == "/garbage") return std::string("close:\0\xff\x80 no http at all\n", 21);
  if (path == "/nothing") return "close:";
  if (path == "/slow") return "slowly:" + Site::reply("200 OK", "", std::string(1000, 'x'));
  if (path == "/busy")
    return request.count < 3 ? Site::reply("429 Too Many Requests", "Retry-After: 0\r\n", "")
                             : Site::page("at last");
  if (path == "/down") return Site::reply("503 Service Unavailable", "", "");
  if (path == "/later") return Site::reply("503 Service Unavailable", "Retry-After: 100000\r\n", "");
  if (path == "/login") return Site::reply("302 Found", "Set-Cookie: key=open\r\nLocation: /inside\r\n", "");
  if (path == "/inside")
    return request.head.find("Cookie: key=open") != std::string::npos ? Site::page("inside")
                                                                      : Site::reply("403 Forbidden", "", "");
  if (path == "/same")
    return request.head.find("If-None-Match: \"v1\"") != std::string::npos
               ? "HTTP/1.1 304 Not Modified\r\nETag: \"v1\"\r\n\r\n"
               : Site::reply("200 OK", "ETag: \"v1\"\r\nLast-Modified: Sat, 31 Jan 2026 12:00:00 GMT\r\n",
                             "same");
  if (path == "/head") return Site::page(request.head);
  if (path == "/picture") return Site::reply("200 OK", "Content-Type: image/png\r\n", "\x89PNG");
  return Site::none();
}

FetchOptions quick() {
  FetchOptions options;
  options.agent = "testbot/1.0";
  options.allow_private = true;
  options.delay = 0;
  options.first_pause = Milliseconds(1);
  options.timeout = Milliseconds(10'000);
  return options;
}

std::unique_ptr<Fetcher> fetcher(FetchOptions options = quick()) {
  auto made = Fetcher::make(std::move(options));
  return made.ok() ? std::move(*made) : nullptr;
}

#define NEED_CURL(get) \
  if (!(get)) GTEST_SKIP() << "no libcurl here"

std::string kind_of(Fetcher& get, const std::string& url) {
  const Fetched got = get.fetch({url, "", ""});
  return got.failed ? got.failed->kind : "fetched " + std::to_string(got.status);
}

TEST(Fetch, PagesAndRedirects) {
  auto get = fetcher();
  NEED_CURL(get);
  Site site(answer);
  for (const char* path : {"/page", "/relative"}) {
    auto page = get->get(site.url(path));
    ASSERT_TRUE(page.ok()) << page.error().message;
    EXPECT_EQ(page->url, site.url("/page"));
    EXPECT_EQ(page->body, "<p>caf\xe9</p>");
    EXPECT_EQ(page->type, "text/html");
    EXPECT_EQ(page->charset, "iso-8859-1");
  }
  EXPECT_EQ(get->get(site.url("/packed"))->body, "<p>packed");
  EXPECT_EQ(get->get(site.url("/chunks"))->body, "abcde");
  EXPECT_EQ((*document_of(*get->get(site.url("/page"))))->text(), "<p>caf\u00e9</p>");
  EXPECT_FALSE(document_of(*get->get(site.url("/picture"))).ok());
}

TEST(Fetch, OnlyAllowedHosts) {
  FetchOptions options = quick();
  options.allowed = [](const std::string& host) { return host == "127.0.0.1"; };
  auto get = fetcher(options);
  NEED_CURL(get);
  Site site(answer);
  auto why = [&](const std::string& url) {
    auto page = get->get(url);
    return page.ok() ? "fetched" : page.error().message + " | " + page.error().hint;
  };
  EXPECT_NE(
      why(site.url("/away"))
          .find("elsewhere.invalid, which may not be reached | allow it: --allow-net elsewhere.invalid"),
      std::string::npos);
  EXPECT_NE(why(site.url("/page", "localhost")).find("--allow-net localhost"), std::string::npos)
      << "another name is another host";
  EXPECT_NE(why("http://127.0.0.1@elsewhere.invalid/").find("--allow-net elsewhere.invalid"),
            std::string::npos);
  EXPECT_NE(why(site.url("/file")).find("only http and https"), std::string::npos);
  EXPECT_NE(why("file:///etc/passwd").find("only http and https"), std::string::npos);
  EXPECT_NE(why("http://").find("only http and https"), std::string::npos);
  EXPECT_NE(why(site.url("/none")).find("answers 404"), std::string::npos);
}

TEST(Fetch, WhatServersDoWrong) {
  FetchOptions options = quick();
  options.max_bytes = 50'000;
  options.retries = 0;
  auto get = fetcher(options);
  NEED_CURL(get);
  Site site(answer);
  EXPECT_EQ(kind_of(*get, site.url("/large")), "too large");
  const Fetched bomb = get->fetch({site.url("/bomb"), "", ""});
  EXPECT_EQ(bomb.failed->kind, "too large") << bomb.failed->why.message;
  EXPECT_EQ(kind_of(*get, site.url("/loop")), "redirects");
  EXPECT_EQ(kind_of(*get, site.url("/down")), "503");
  for (const char* path : {"/bad-chunks", "/short", "/garbage", "/nothing"})
    EXPECT_EQ(kind_of(*get, site.url(path)), "broken") << path;
  EXPECT_EQ(kind_of(*get, "http://127.0.0.1:1/"), "connect");
  EXPECT_EQ(kind_of(*get, "http://no-such-host.invalid/"), "dns");
  options.timeout = Milliseconds(300);
  EXPECT_EQ(kind_of(*fetcher(options), site.url("/slow")), "timeout");
}

TEST(Fetch, WhatMayPassIsTriedAgain) {
  auto get = fetcher();
  NEED_CURL(get);
  Site site(answer);
  const Fetched busy = get->fetch({site.url("/busy"), "", ""});
  EXPECT_FALSE(busy.failed);
  EXPECT_EQ(busy.body, "at last");
  EXPECT_EQ(site.count("/busy"), 3);
  EXPECT_EQ(kind_of(*get, site.url("/down")), "503");
  EXPECT_EQ(site.count("/down"), 4);
  EXPECT_EQ(kind_of(*get, site.url("/later")), "503");  // too far away to wait for
  EXPECT_EQ(site.count("/later"), 1);
  EXPECT_EQ(kind_of(*get, site.url("/none")), "404");
  EXPECT_EQ(site.count("/none"), 1);
}

TEST(Fetch, CookiesAndConditions) {
  auto get = fetcher();
  NEED_CURL(get);
  Site site(answer);
  EXPECT_EQ(kind_of(*get, site.url("/inside")), "403");
  EXPECT_EQ(get->get(site.url("/login"))->body, "inside");
  EXPECT_EQ(get->get(site.url("/inside"))->body, "inside");
  const Fetched first = get->fetch({site.url("/same"), "", ""});
  EXPECT_EQ(first.etag, "\"v1\"");
  const Fetched second = get->fetch({site.url("/same"), first.etag, first.last_modified});
  EXPECT_TRUE(second.unchanged());
  EXPECT_FALSE(second.failed);
  const std::string head = get->get(site.url("/head"))->body;
  EXPECT_NE(head.find("User-Agent: testbot/1.0"), std::string::npos);
}

TEST(Fetch, ExchangesForAnArchive) {
  FetchOptions options = quick();
  options.keep_exchanges = true;
  auto get = fetcher(options);
  NEED_CURL(get);
  Site site(answer);
  const Fetched got = get->fetch({site.url("/relative"), "", ""});
  ASSERT_EQ(got.exchanges.size(), 2u);
  EXPECT_EQ(got.exchanges[0].status, 302);
  EXPECT_EQ(got.exchanges[1].url, site.url("/page"));
  EXPECT_EQ(got.exchanges[1].body, "<p>caf\xe9</p>");
  EXPECT_TRUE(got.exchanges[1].request_head.starts_with("GET /page HTTP/1.1\r\n"));
  const Fetched chunks = get->fetch({site.url("/chunks"), "", ""});
  EXPECT_NE(chunks.exchanges[0].response_head.find("X-Archive-Orig-Transfer-Encoding: chunked\r\n"),
            std::string::npos);
  EXPECT_NE(chunks.exchanges[0].response_head.find("Content-Length: 5\r\n\r\n"), std::string::npos);
}

// --- robots.txt

std::string with_robots(const std::string& robots, const std::string& status, const SiteRequest& request) {
  if (request.path == "/robots.txt") return Site::reply(status, "Content-Type: text/plain\r\n", robots);
  return Site::page("page");
}

// A login is for the host that a person named.
TEST(Fetch, ARedirectToAnotherHostGetsNoLogin) {
  Site other(&answer);
  Site site([&](const SiteRequest& request) {
    std::string there = other.url("/head");
    there.replace(there.find("127.0.0.1"), 9, "localhost");
    if (request.path == "/there") return Site::reply("302 Found", "Location: " + there + "\r\n", "");
    if (request.path == "/here") return Site::reply("302 Found", "Location: /head\r\n", "");
    return answer(request);
  });
  FetchOptions options = quick();
  options.headers = {"Authorization: Bearer secret", "X-Plain: plain"};
  auto get = fetcher(options);
  NEED_CURL(get);
  EXPECT_NE(get->get(site.url("/here"))->body.find("secret"), std::string::npos);
  const auto elsewhere = get->get(site.url("/there"));
  ASSERT_TRUE(elsewhere.ok());
  EXPECT_EQ(elsewhere->body.find("secret"), std::string::npos);
  EXPECT_NE(elsewhere->body.find("plain"), std::string::npos);
}

TEST(Fetch, WhatAPageLeadsToGetsNoLogin) {
  Site site(&answer), other(&answer);
  FetchOptions options = quick();
  options.headers = {"Authorization: Bearer secret"};
  auto get = fetcher(options);
  NEED_CURL(get);
  const auto has_login = [&](const std::string& url, bool by_page) {
    FetchRequest request{url, "", ""};
    request.by_page = by_page;
    return get->fetch(std::move(request)).body.find("secret") != std::string::npos;
  };
  EXPECT_TRUE(has_login(site.url("/head"), false));
  EXPECT_TRUE(has_login(site.url("/head"), true));
  EXPECT_FALSE(has_login(other.url("/head"), true));  // another port, so another server
  EXPECT_TRUE(has_login(other.url("/head"), false));
}

// Archives are passed on: what lets in is no part of what they keep.
TEST(Fetch, AnArchiveGetsNoLogin) {
  Site site(&answer);
  FetchOptions options = quick();
  options.keep_exchanges = true;
  options.headers = {"Authorization: Bearer secret", "cookie: id=secret", "X-Plain: plain"};
  auto get = fetcher(options);
  NEED_CURL(get);
  const Fetched got = get->fetch({site.url("/head"), "", ""});
  ASSERT_EQ(got.exchanges.size(), 1u);
  EXPECT_NE(got.body.find("secret"), std::string::npos);
  EXPECT_EQ(got.exchanges[0].request_head.find("secret"), std::string::npos);
  EXPECT_NE(got.exchanges[0].request_head.find("X-Plain: plain\r\n"), std::string::npos);
  EXPECT_TRUE(got.exchanges[0].request_head.ends_with("\r\n\r\n"));
}

TEST(Fetch, AProxyThatIsDownIsNotTakenForTheHost) {
  FetchOptions options = quick();
  options.robots = false;
  options.proxy = "http://127.0.0.1:1";
  auto get = fetcher(options);
  NEED_CURL(get);
  EXPECT_EQ(kind_of(*get, "http://a.example/page"), "proxy");
}

TEST(Fetch, HeadersAndCookiesThatAreNoneAreTold) {
  TempFolder folder;
  FetchOptions options = quick();
  options.headers = {"no colon"};
  EXPECT_FALSE(Fetcher::make(options).ok());
  options.headers.clear();
  const std::string file = folder / "cookies.txt";
  const auto may_be = [&](const std::string& text) {
    EXPECT_TRUE(write_file(file, text).ok());
    options.cookies = file;
    const bool made = Fetcher::make(options).ok();
    if (!made) {
      EXPECT_EQ(*read_file(file), text);
    }
    return made;
  };
  EXPECT_FALSE(may_be("[{\"name\": \"session\"}]"));
  EXPECT_FALSE(may_be("# notes of mine\n"));
  if (!fetcher()) GTEST_SKIP() << "no libcurl here";
  EXPECT_TRUE(may_be(""));
  EXPECT_TRUE(may_be("# Netscape HTTP Cookie File\n"));
  EXPECT_TRUE(may_be("a.example\tFALSE\t/\tFALSE\t0\tkey\tvalue\n"));
  EXPECT_TRUE(may_be("#HttpOnly_a.example\tFALSE\t/\tFALSE\t0\tkey\tvalue\n"));
  EXPECT_TRUE(may_be("Set-Cookie: a=b\n"));
  options.cookies = folder / "none/cookies.txt";
  EXPECT_FALSE(Fetcher::make(options).ok());
  options.cookies = folder / "new.txt";  // who has it is logged in
  EXPECT_TRUE(Fetcher::make(options).ok());
  using std::filesystem::perms;
  EXPECT_EQ(std::filesystem::status(options.cookies).permissions(), perms::owner_read | perms::owner_write);
}

TEST(Fetch, RobotsAreObeyed) {
  if (!fetcher()) GTEST_SKIP() << "no libcurl here";
  const auto kind = [](const std::string& robots, const std::string& status, const std::string& path,
                       bool obey = true) {
    Site site([&](const SiteRequest& request) { return with_robots(robots, status, request); });
    FetchOptions options = quick();
    options.robots = obey;
    options.retries = 0;
    auto get = fetcher(options);
    return kind_of(*get, site.url(path));
  };
  const std::string rules = "User-agent: testbot\nDisallow: /private\n";
  EXPECT_EQ(kind(rules, "200 OK", "/page"), "fetched 200");
  EXPECT_EQ(kind(rules, "200 OK", "/private/x"), "robots");
  EXPECT_EQ(kind(rules, "200 OK", "/private/x", false), "fetched 200");
  EXPECT_EQ(kind(rules, "404 Not Found", "/private/x"), "fetched 200");
  EXPECT_EQ(kind(rules, "403 Forbidden", "/private/x"), "fetched 200");
  EXPECT_EQ(kind(rules, "500 Broken", "/page"), "500");  // a server that fails is left alone, for now
  EXPECT_EQ(kind("<html>a page", "200 OK", "/page"), "fetched 200");
}

TEST(Fetch, RobotsAreAskedOnceAndForEachRedirect) {
  Site site([](const SiteRequest& request) -> std::string {
    if (request.path == "/robots.txt") return Site::reply("200 OK", "", "User-agent: *\nDisallow: /hidden\n");
    if (request.path == "/to-hidden") return Site::reply("301 Moved", "Location: /hidden\r\n", "");
    return Site::page("page");
  });
  auto get = fetcher();
  NEED_CURL(get);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(kind_of(*get, site.url("/" + std::to_string(i))), "fetched 200");
  EXPECT_EQ(kind_of(*get, site.url("/to-hidden")), "robots");
  EXPECT_EQ(site.count("/robots.txt"), 1);
  EXPECT_EQ(site.count("/hidden"), 0);
}

// A server that is down is tried as often as is asked for once, for its robots.txt; what is asked for after
// that is tried once. Each wait is told.
TEST(Fetch, AServerThatIsDownIsNotTriedAnewForEachPage) {
  FetchOptions options = quick();
  options.robots = true;
  options.retries = 2;
  int waits = 0;
  options.on_retry = [&](const FetchFailure& failure, Milliseconds) { waits += failure.kind == "connect"; };
  auto get = fetcher(options);
  NEED_CURL(get);
  for (const char* page : {"http://127.0.0.1:1/a", "http://127.0.0.1:1/b", "http://127.0.0.1:1/c"}) {
    const Fetched got = get->fetch({page, "", ""});
    ASSERT_TRUE(got.failed);
    EXPECT_EQ(got.failed->kind, "connect");
    EXPECT_EQ(got.failed->why.where.file, page);
  }
  EXPECT_EQ(waits, 2);
}

// --- addresses

TEST(Fetch, PrivateAddressesAreRefusedAfterTheNameIsResolved) {
  Site site([](const SiteRequest& request) -> std::string {
    if (request.path == "/to-loopback")
      return Site::reply("302 Found", "Location: http://127.0.0.1/secret\r\n", "");
    if (request.path == "/to-name")
      return Site::reply("302 Found", "Location: http://inside.test/secret\r\n", "");
    return Site::page("secret");
  });
  const std::string port = std::to_string(site.port());
  FetchOptions options = quick();
  options.allow_private = false;
  options.retries = 0;
  options.resolve = {"outside.test:" + port + ":127.0.0.1",
                     "six.test:" + port + ":[::1]",
                     "mapped.test:" + port + ":[::ffff:127.0.0.1]",
                     "meta.test:80:169.254.169.254",
                     "home.test:80:192.168.1.1",
                     "inside.test:80:10.0.0.1"};
  auto get = fetcher(options);
  NEED_CURL(get);
  for (const char* host : {"outside.test", "six.test", "mapped.test"})
    EXPECT_EQ(kind_of(*get, site.url("/page", host)), "address") << host;
  for (const char* url :
       {"http://meta.test/", "http://home.test/", "http://inside.test/", "http://127.0.0.1/",
        "http://localhost/", "http://[::1]/", "http://[::ffff:127.0.0.1]/", "http://0.0.0.0/"})
    EXPECT_EQ(kind_of(*get, url), "address") << url;
  EXPECT_EQ(site.requests(), 0);

  // What a person named is allowed, but not what it leads to.
  options.private_hosts = {"outside.test"};
  get = fetcher(options);
  EXPECT_EQ(kind_of(*get, site.url("/page", "outside.test")), "fetched 200");
  EXPECT_EQ(kind_of(*get, site.url("/to-loopback", "outside.test")), "address");
  EXPECT_EQ(kind_of(*get, site.url("/to-name", "outside.test")), "address");
}

TEST(Address, Ranges) {
  for (const char* text : {"127.0.0.1",
                           "127.255.0.1",
                           "10.1.2.3",
                           "172.16.0.1",
                           "172.31.255.255",
                           "192.168.0.1",
                           "169.254.169.254",
                           "100.64.0.1",
                           "0.0.0.0",
                           "224.0.0.1",
                           "255.255.255.255",
                           "::1",
                           "::",
                           "[::1]",
                           "::ffff:10.0.0.1",
                           "::ffff:7f00:1",
                           "64:ff9b::7f00:1",
                           "2002:7f00:1::",
                           "fe80::1",
                           "fe80::1%eth0",
                           "fc00::1",
                           "fd12::1",
                           "ff02::1",
                           "2001:db8::1",
                           "2001:0:1::1"})
    EXPECT_FALSE(special_address(text).empty()) << text;
  for (const char* text : {"8.8.8.8", "172.32.0.1", "192.169.0.1", "2606:4700::1111", "::ffff:8.8.8.8",
                           "64:ff9b::808:808", "example.org", ""})
    EXPECT_TRUE(special_address(text).empty()) << text;
}

TEST(Address, OneFormForOneUrl) {
  EXPECT_EQ(canonical_url("HTTP://Example.ORG:80"), "http://example.org/");
  EXPECT_EQ(canonical_url("https://a.example:443/x?y#z"), "https://a.example/x?y");
  EXPECT_EQ(canonical_url(" https://a.example/a b\n"), "https://a.example/a%20b");
  EXPECT_EQ(canonical_url("https://a.example/\u00e9"), "https://a.example/%C3%A9");
  EXPECT_EQ(canonical_url("ftp://a.example/"), "");
  EXPECT_EQ(canonical_url("no url"), "");
}

// Many tasks, several hosts, one connection each: all come back, none twice.
TEST(Fetch, ManyAtOnce) {
  Site site([](const SiteRequest& request) { return Site::page(request.path); });
  FetchOptions options = quick();
  options.robots = false;
  options.host_connections = 2;
  for (int host = 0; host < 5; ++host)
    options.resolve.push_back("h" + std::to_string(host) + ".test:" + std::to_string(site.port()) +
                              ":127.0.0.1");
  auto get = fetcher(options);
  NEED_CURL(get);
  std::mutex mutex;
  std::map<std::string, int> got;
  std::condition_variable all;
  constexpr int kPages = 300;
  for (int i = 0; i < kPages; ++i)
    get->submit({site.url("/" + std::to_string(i), "h" + std::to_string(i % 5) + ".test"), "", ""},
                [&](Fetched page) {
                  const std::lock_guard lock(mutex);
                  ++got[page.body];
                  if (got.size() == kPages) all.notify_one();
                });
  std::unique_lock lock(mutex);
  EXPECT_TRUE(all.wait_for(lock, std::chrono::seconds(30), [&] { return got.size() == kPages; }));
  EXPECT_EQ(site.requests(), kPages);
}

}  // namespace
}  // namespace gleaner::web
