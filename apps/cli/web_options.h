// What every verb that takes pages shares for those of the web: the options, and the
// page sources made of them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli.h"
#include "options.h"
#include "web/sources.h"

namespace gleaner::cli {

struct WebOptions {
  double delay = -1;
  uint64_t connections = 32, host_connections = 1;
  std::string agent, proxy, cookies, ca;
  std::vector<std::string> headers;
  bool ignore_robots = false, allow_private = false, cached = false;
  double timeout = 60;
  uint64_t retries = 3, megabytes = 64;
  std::string job;
};

void add_web(Command& verb, WebOptions& into);
// The same with --job and --cached, for verbs that read pages.
void add_page_sources(Command& verb, WebOptions& into);

web::FetchOptions fetch_options(const WebOptions& options);
// So that pages on their way are no more than half of the memory that is allowed.
void keep_within(const BudgetOptions& budget, web::FetchOptions& fetch);
// The job that keeps what is fetched, if one is named; else null.
Result<std::shared_ptr<web::PageCache>> page_cache(const WebOptions& options);
// What sources need that keep what they fetch in it, and take from it. `cache` may be null.
void keep_in(std::shared_ptr<web::PageCache> cache, const WebOptions& options, web::SourceOptions& sources);

// A login in an address ends up wherever addresses do.
void tell_login(const std::string& url);

// A table of what could not be fetched, by kind, with the first URL of each and what to do.
void say_failures(const std::vector<web::FetchFailure>& failures);

}  // namespace gleaner::cli
