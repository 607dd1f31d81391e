// Fetching against a server of its own on this machine: what comes back, what is refused, redirects that
// leave the allowed hosts.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <thread>

#include "web/fetch.h"

namespace gleaner::web {
namespace {

// Answers each connection once, by path, until it is destroyed.
class Loopback {
 public:
  Loopback() : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    EXPECT_EQ(::bind(socket_, reinterpret_cast<sockaddr*>(&address), size), 0);
    EXPECT_EQ(::listen(socket_, 8), 0);
    ::getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
  }
  ~Loopback() {
    ::shutdown(socket_, SHUT_RDWR);
    thread_.join();
    ::close(socket_);
  }
  std::string url(const std::string& path, const std::string& host = "127.0.0.1") const {
    return "http://" + host + ":" + std::to_string(port_) + path;
  }

 private:
  static std::string reply(const std::string& status, const std::string& headers, const std::string& body) {
    return "HTTP/1.1 " + status + "\r\nConnection: close\r\nContent-Length: " + std::to_string(body.size()) +
           "\r\n" + headers + "\r\n" + body;
  }
  std::string answer(const std::string& path) const {
    if (path == "/page")
      return reply("200 OK", "Content-Type: Text/HTML; charset=\"ISO-8859-1\"\r\n", "<p>caf\xe9</p>");
    if (path == "/relative") return reply("302 Found", "Location: /page\r\n", "");
    if (path == "/away") return reply("302 Found", "Location: http://elsewhere.invalid/\r\n", "");
    if (path == "/file") return reply("302 Found", "Location: file:///etc/passwd\r\n", "");
    if (path == "/loop") return reply("302 Found", "Location: /loop\r\n", "");
    if (path == "/large") return reply("200 OK", "", std::string(100'000, 'x'));
    return reply("404 Not Found", "", "no");
  }
  void serve() {
    for (;;) {
      const int client = ::accept(socket_, nullptr, nullptr);
      if (client < 0) return;
      std::string request;
      char buffer[4096];
      ssize_t got;
      while (request.find("\r\n\r\n") == std::string::npos &&
             (got = ::read(client, buffer, sizeof buffer)) > 0)
        request.append(buffer, size_t(got));
      const size_t begin = request.find(' ') + 1;
      const std::string all = answer(request.substr(begin, request.find(' ', begin) - begin));
      for (size_t at = 0; at < all.size();) {
        const ssize_t sent = ::send(client, all.data() + at, all.size() - at, MSG_NOSIGNAL);
        if (sent <= 0) break;
        at += size_t(sent);
      }
      ::close(client);
    }
  }
  int socket_;
  int port_ = 0;
  std::thread thread_;
};

std::unique_ptr<Fetcher> fetcher(size_t most = 1u << 20) {
  FetchOptions options;
  options.allowed = [](const std::string& host) { return host == "127.0.0.1"; };
  options.max_bytes = most;
  auto made = Fetcher::make(std::move(options));
  return made.ok() ? std::move(*made) : nullptr;
}

TEST(Fetch, PagesAndRedirects) {
  auto get = fetcher();
  if (!get) GTEST_SKIP() << "no libcurl here";
  Loopback server;
  for (const char* path : {"/page", "/relative"}) {
    auto page = get->get(server.url(path));
    ASSERT_TRUE(page.ok()) << page.error().message;
    EXPECT_EQ(page->url, server.url("/page"));
    EXPECT_EQ(page->body, "<p>caf\xe9</p>");
    EXPECT_EQ(page->type, "text/html");
    EXPECT_EQ(page->charset, "iso-8859-1");
  }
}

TEST(Fetch, WhatIsRefused) {
  auto get = fetcher(10'000);
  if (!get) GTEST_SKIP() << "no libcurl here";
  Loopback server;
  auto why = [&](const std::string& url) {
    auto page = get->get(url);
    return page.ok() ? "fetched" : page.error().message + " | " + page.error().hint;
  };
  EXPECT_NE(
      why(server.url("/away"))
          .find("elsewhere.invalid, which may not be reached | allow it: --allow-net elsewhere.invalid"),
      std::string::npos);
  EXPECT_NE(why(server.url("/page", "localhost")).find("--allow-net localhost"), std::string::npos)
      << "another name is another host";
  EXPECT_NE(why("http://127.0.0.1@elsewhere.invalid/").find("--allow-net elsewhere.invalid"),
            std::string::npos);
  EXPECT_NE(why(server.url("/file")).find("only http and https"), std::string::npos);
  EXPECT_NE(why("file:///etc/passwd").find("only http and https"), std::string::npos);
  EXPECT_NE(why(server.url("/loop")).find("redirects"), std::string::npos);
  EXPECT_NE(why(server.url("/large")).find("larger than 10000 bytes"), std::string::npos);
  EXPECT_NE(why(server.url("/none")).find("answers 404"), std::string::npos);
  EXPECT_NE(why("http://").find("no address"), std::string::npos);
}

TEST(Fetch, NoHostIsAllowedUnlessSaid) {
  auto made = Fetcher::make({});
  if (!made.ok()) GTEST_SKIP() << made.error().message;
  Loopback server;
  EXPECT_FALSE((*made)->get(server.url("/page")).ok());
}

}  // namespace
}  // namespace gleaner::web
