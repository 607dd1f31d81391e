// See browser_options.h.
#include "browser_options.h"

#include <fmt/format.h>
#include <termios.h>
#include <unistd.h>

#include <cstdlib>
#include <map>
#include <mutex>

#include "base/contains.h"
#include "browser/banners.h"
#include "crawl/job.h"
#include "page/load.h"
#include "page/url.h"
#include "web/robots.h"

namespace gleaner::cli {

void add_browser(Command& verb, BrowserFlags& into) {
  const Command::Heading pages = verb.under("Pages in a browser");
  pages.add_flag("--headed", into.headed, "show the browser's window");
  pages.add_option("--files", into.files, "DIR", "folder for downloads and pictures (default: this one)");
  pages.add_option("--windows", into.windows, "RULE", "windows that pages open: follow (default) or close")
      ->check([](const std::string& text) {
        return text == "follow" || text == "close" ? std::string() : "it must be follow or close";
      });
  pages.add_option("--step-seconds", into.step_seconds, "S",
                   "for a target to be there and reachable (default 10)");
  pages.add_option("--max-requests", into.requests, "N", "stop after so many requests in all");
  pages.add_flag("--banners", into.banners,
                 "close cookie banners of known makes (by refusing, where they can be refused)");
  pages.add_option("--banner-rules", into.banner_file, "FILE", "rule file for those: a CSS selector a line");
}

browser::BrowserOptions browser_options(const WebOptions& web, const std::vector<std::string>& hosts,
                                        bool headed) {
  browser::BrowserOptions out;
  out.process.headed = headed;
  out.process.proxy = web.proxy;
  out.rules.allow_private = web.allow_private;
  out.rules.private_hosts = hosts;
  out.agent = web.agent.empty() ? "gleaner/" GLEANER_VERSION : web.agent;
  out.headers = web.headers;
  return out;
}

Result<browser::ContextOptions> context_options(const BrowserFlags& flags, const WebOptions& web) {
  browser::ContextOptions out;
  out.windows = flags.windows == "close" ? browser::ContextOptions::Windows::close
                                         : browser::ContextOptions::Windows::follow;
  out.step_wait = browser::Milliseconds(int64_t(flags.step_seconds * 1000));
  out.load_wait = browser::Milliseconds(int64_t(web.timeout * 1000));
  out.max_download = web.megabytes << 20;
  out.max_requests = flags.requests;
  std::string rules;
  if (flags.banners) rules += browser::known_banners();
  if (!flags.banner_file.empty()) {
    GLEANER_TRY(const std::string more, read_program(flags.banner_file));
    rules += more;
  }
  if (!rules.empty()) out.banners = browser::banner_script(rules);
  return out;
}

namespace {

class RobotsRule {
 public:
  RobotsRule(web::FetchOptions options) : options_(std::move(options)) {
    options_.robots = false, options_.retries = 0;
  }
  std::string why_not(const std::string& url) {
    const UrlParts parts = split_url(url);
    const std::string origin = fmt::format("{}://{}", parts.scheme, parts.authority);
    const std::lock_guard lock(mutex_);
    auto at = known_.find(origin);
    if (at == known_.end()) at = known_.emplace(origin, ask(origin)).first;
    return at->second.allowed(web::robots_target(url))
               ? ""
               : "robots.txt asks programs not to fetch it (if you may: --ignore-robots)";
  }

 private:
  web::Robots ask(const std::string& origin) {
    if (!fetcher_) {
      auto made = web::Fetcher::make(options_);
      if (!made.ok()) return web::Robots::allow_all();
      fetcher_ = std::move(*made);
    }
    const web::Fetched got =
        fetcher_->fetch({.url = origin + "/robots.txt", .etag = "", .last_modified = ""});
    if (got.status == 200)
      return web::Robots::parse(got.body, options_.agent.substr(0, options_.agent.find('/')));
    return got.status >= 500 ? web::Robots::refuse_all() : web::Robots::allow_all();
  }

  web::FetchOptions options_;
  std::mutex mutex_;
  std::unique_ptr<web::Fetcher> fetcher_;
  std::map<std::string, web::Robots> known_;
};

}  // namespace

std::function<std::string(const std::string& url)> robots_rule(const WebOptions& web,
                                                               const std::vector<std::string>& hosts) {
  web::FetchOptions options = fetch_options(web);
  options.private_hosts = hosts;
  return [rule = std::make_shared<RobotsRule>(std::move(options))](const std::string& url) {
    return rule->why_not(url);
  };
}

Status set_browser(run::BrowserPagesOptions& how, const std::vector<std::string>& pages,
                   const BrowserFlags& flags, const PageInput& input) {
  const WebOptions& web = input.web();
  std::vector<std::string> hosts;
  for (const std::string& page : pages)
    if (web::is_web_address(page)) hosts.push_back(host_of(split_url(page)));
  how.browser = browser_options(web, hosts, flags.headed);
  GLEANER_TRY(how.context, context_options(flags, web));
  if (!web.ignore_robots)
    how.context.refuse = [rule = robots_rule(web, hosts)](const std::string& url) {
      return web::is_web_address(url) ? rule(url) : std::string();
    };
  GLEANER_TRY(how.cache, input.cache());
  return {};
}

namespace {

// Asked without being shown; nobody there to ask is an error that says what to set.
Result<std::string> ask_secret(const std::string& name) {
  if (const char* value = std::getenv(name.c_str())) return std::string(value);
  if (!::isatty(STDIN_FILENO))
    return error(Code::usage, fmt::format("the secret {} is not known", name), {},
                 fmt::format("set it in the environment: {}=... gleaner ...", name));
  put(stderr, fmt::format("{}: ", name));
  termios before{};
  ::tcgetattr(STDIN_FILENO, &before);
  termios quiet = before;
  quiet.c_lflag &= ~tcflag_t(ECHO);
  ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &quiet);
  std::string line;
  for (int c; (c = std::getchar()) != EOF && c != '\n';) line += char(c);
  ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
  put(stderr, "\n");
  return line;
}

}  // namespace

Result<script::NavigationOptions> navigation_options(const BrowserFlags& flags, const AccessOptions& access,
                                                     const std::string& script) {
  const WebOptions& web = access.input.web();
  const std::vector<std::string> hosts = hosts_of(access);
  script::NavigationOptions out;
  out.browser = browser_options(web, hosts, flags.headed);
  GLEANER_TRY(out.context, context_options(flags, web));
  out.context.refuse = [hosts, robots = web.ignore_robots ? nullptr
                                                          : robots_rule(web, hosts)](const std::string& url) {
    const std::string host = host_of(split_url(url));
    if (contains(hosts, host)) return robots ? robots(url) : std::string();
    return fmt::format("this script may not reach {} (allow it: --allow-net {})", host, host);
  };
  out.files = flags.files;
  out.secret = ask_secret;
  if (web.job.empty()) return out;
  GLEANER_TRY(out.job, script::NavigationJob::open(crawl::job_folder_of(web.job), script));
  GLEANER_TRY(const std::shared_ptr<web::PageCache> cache, access.input.cache());
  const auto answers = std::make_shared<std::vector<web::Exchange>>();
  out.context.archive = [answers](const web::Exchange& one) { answers->push_back(one); };
  // A snapshot that is extracted from closes what was answered since the one before.
  out.snapshot = [cache, answers](const browser::Snapshot& shot) {
    if (cache)
      (void)cache->keep(web::snapshot_answer(shot.page->url(), shot.page->url(),
                                             std::string(shot.page->bytes()), std::exchange(*answers, {})));
  };
  return out;
}

}  // namespace gleaner::cli
