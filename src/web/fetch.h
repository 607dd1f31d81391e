// Fetcher: gets pages over HTTP and HTTPS, from allowed hosts only.
//
// libcurl does the protocol and is loaded when a fetcher is made, so a program that reads files pays nothing
// for it. Redirects are followed here, one by one, because each may lead to another host, and that host has
// to be allowed too. Every answer is bounded in size (after unpacking) and time. Threads: a Fetcher serves
// one thread at a time.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "base/result.h"

namespace gleaner::web {

struct FetchOptions {
  std::function<bool(const std::string& host)> allowed;  // null: no host is
  size_t max_bytes = 64u << 20;
  std::chrono::milliseconds timeout{30'000};  // for a whole page, redirects included
  int max_redirects = 10;
  std::string agent = "gleaner";
};

struct Fetched {
  std::string url;  // where it came from in the end
  int status = 0;
  std::string type;     // of the content, without parameters: "text/html"
  std::string charset;  // that the server names, or ""
  std::string body;
};

class Fetcher {
 public:
  static Result<std::unique_ptr<Fetcher>> make(FetchOptions options);
  ~Fetcher();
  // An answer that is no success (404, 500) is an error that names it.
  Result<Fetched> get(const std::string& url);

 private:
  Fetcher();
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gleaner::web
