// See web_options.h.
#include "web_options.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <map>
#include <set>

#include "crawl/job.h"
#include "options.h"
#include "page/url.h"

namespace gleaner::cli {

void add_web(Command& verb, WebOptions& into) {
  const Command::Heading pages = verb.under("Pages of the web");
  pages
      .add_option("--delay", into.delay, "S",
                  "seconds between two requests to a host (default: as robots.txt says, else 1)")
      ->check(not_below_zero());
  pages.add_option("--connections", into.connections, "N", "at a time, in all (default 32)")
      ->check(whole_from_one());
  pages.add_option("--host-connections", into.host_connections, "N", "at a time, to one host (default 1)")
      ->check(whole_from_one());
  pages.add_option(
      "--agent", into.agent, "NAME",
      "the name to go by (default gleaner/VERSION); robots.txt is read for what stands before the /");
  pages.add_flag("--ignore-robots", into.ignore_robots, "do not ask robots.txt");
  pages.add_flag("--allow-private", into.allow_private,
                 "also addresses of this machine and the network around it");
  pages.add_option("--timeout", into.timeout, "S", "seconds for one request (default 60)")
      ->check(not_below_zero());
  pages.add_option("--retries", into.retries, "N", "of errors that may pass (default 3)");
  pages.add_option("--max-page-megabytes", into.megabytes, "N", "largest page, unpacked (default 64)")
      ->check(whole_from_one());
  pages
      .add_option(
          "--header", into.headers, "TEXT",
          "\"Name: value\", sent with every request (again for more); Authorization and Cookie only to the hosts that you name")
      ->repeated();
  pages.add_option("--cookies", into.cookies, "FILE",
                   "file of cookies (Netscape's format), read and written");
  pages.add_option("--proxy", into.proxy, "URL",
                   "proxy (default: http_proxy, https_proxy of the environment)");
  pages.add_option("--ca", into.ca, "FILE", "certificates to trust instead of the system's");
}

void add_page_sources(Command& verb, WebOptions& into) {
  add_web(verb, into);
  const Command::Heading pages = verb.under("Pages of the web");
  Option* job =
      pages.add_option("--job", into.job, "DIR",
                       "keep what is fetched in this job (NAME.job), and take from it what is there");
  pages.add_flag("--cached", into.cached, "only what the job has: no network")->needs(job);
}

namespace {

// Says once for each host that it is waited for: on the fetcher's thread, over a line of progress.
class WaitingTold {
 public:
  explicit WaitingTold(uint64_t retries) : retries_(retries) {}
  void operator()(const web::FetchFailure& failure, web::Milliseconds pause) {
    const std::string host(split_url(failure.why.where.file).authority);
    if (!told_.insert(host).second) return;
    if (isatty(STDERR_FILENO)) std::fputs("\r\x1b[K", stderr);
    const std::string first = seconds(double(pause.count()) / 1000);
    say(fmt::format(
        "{}: {}; tried again {} (--retries 0: not)", host, failure.why.message,
        retries_ == 1 ? fmt::format("once, after {}", first)
                      : fmt::format("up to {} times with growing pauses, the first of {}", retries_, first)));
  }

 private:
  uint64_t retries_;
  std::set<std::string> told_;
};

}  // namespace

web::FetchOptions fetch_options(const WebOptions& options) {
  web::FetchOptions out;
  out.on_retry = WaitingTold(options.retries);
  out.agent = options.agent.empty() ? "gleaner/" GLEANER_VERSION : options.agent;
  out.robots = !options.ignore_robots;
  out.allow_private = options.allow_private;
  if (options.delay >= 0) out.delay = options.delay;
  out.connections = int(std::min<uint64_t>(options.connections, 1000));
  out.host_connections = int(std::min<uint64_t>(options.host_connections, 100));
  out.timeout = web::Milliseconds(int64_t(options.timeout * 1000));
  out.retries = int(std::min<uint64_t>(options.retries, 20));
  out.max_bytes = size_t(options.megabytes) << 20;
  out.proxy = options.proxy;
  out.cookies = options.cookies;
  out.ca_file = options.ca;
  out.headers = options.headers;
  return out;
}

Result<std::shared_ptr<web::PageCache>> page_cache(const WebOptions& options) {
  if (options.job.empty()) return std::shared_ptr<web::PageCache>();
  GLEANER_TRY(std::unique_ptr<crawl::Job> job, crawl::Job::open(crawl::job_folder_of(options.job)));
  return std::shared_ptr<web::PageCache>(crawl::cache_of(std::move(job)));
}

void keep_in(std::shared_ptr<web::PageCache> cache, const WebOptions& options, web::SourceOptions& sources) {
  sources.fetch.keep_exchanges = cache != nullptr;
  if (cache && sources.fetch.cookies.empty()) sources.fetch.cookies = crawl::cookies_of_job(options.job);
  sources.cache = std::move(cache);
  sources.cached = options.cached;
}

void tell_login(const std::string& url) {
  const std::string_view authority = split_url(url).authority;
  if (const size_t at = authority.rfind('@'); at != std::string_view::npos)
    say(
        fmt::format("note: the login in the address of {} will stand in the archive, the log and the tables; "
                    "--header 'Authorization: ...' keeps it out of them",
                    authority.substr(at + 1)));
}

void say_failures(const std::vector<web::FetchFailure>& failures) {
  if (failures.size() < 2) return;  // the one was told
  std::map<std::string, std::vector<const web::FetchFailure*>> by_kind;
  for (const web::FetchFailure& one : failures) by_kind[one.kind].push_back(&one);
  say(fmt::format("{} could not be fetched:", counted(failures.size(), "page")));
  for (const auto& [kind, list] : by_kind) {
    const Diagnostic& first = list.front()->why;
    say(fmt::format("  {:<10} {:>5}  e.g. {}: {}{}", kind, list.size(), first.where.file, first.message,
                    first.hint.empty() ? "" : "; " + first.hint));
  }
}

// Pages on their way, each as large as it may be, are half of the memory.
void keep_within(const BudgetOptions& budget, web::FetchOptions& fetch) {
  if (!budget.megabytes) return;
  constexpr uint64_t kAtOnce = 4;
  const uint64_t half = (budget.megabytes << 20) / 2;
  fetch.max_bytes = size_t(std::min<uint64_t>(fetch.max_bytes, half / kAtOnce));
  fetch.connections =
      int(std::min<uint64_t>(uint64_t(fetch.connections), half / std::max<uint64_t>(fetch.max_bytes, 1)));
}

}  // namespace gleaner::cli
