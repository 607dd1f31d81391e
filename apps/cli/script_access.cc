// See script_access.h.
#include "script_access.h"

#include <algorithm>
#include <mutex>

#include <fmt/format.h>

#include "base/text.h"
#include "web/fetch.h"

namespace gleaner::cli {
namespace {

// An unset variable of a shell is an empty word: --allow-read "$FOLDER".
Option::Check not_empty(const std::string& what) {
  return [what](const std::string& text) {
    return trim(text).empty() ? fmt::format("it must be {}, not \"{}\"", what, text) : std::string();
  };
}

// Fetchers serve one thread each; a `parallel for` asks from several.
class Pool {
 public:
  explicit Pool(std::vector<std::string> hosts) : hosts_(std::move(hosts)) {}

  Result<DocumentPtr> get(const std::string& url) {
    GLEANER_TRY(std::unique_ptr<web::Fetcher> fetcher, take());
    auto page = fetcher->get(url);
    {
      std::lock_guard held(lock_);
      idle_.push_back(std::move(fetcher));
    }
    if (!page.ok()) return std::move(page).error();
    DocumentOptions options;
    options.name = options.url = page->url;
    options.transport_charset = page->charset;
    if (page->type == "text/html" || page->type == "application/xhtml+xml")
      options.media_type = MediaType::html;
    else if (page->type.starts_with("text/") || page->type == "application/json")
      options.media_type = MediaType::text;
    return Document::from_bytes(std::move(page->body), std::move(options));
  }

 private:
  Result<std::unique_ptr<web::Fetcher>> take() {
    std::lock_guard held(lock_);
    if (!idle_.empty()) {
      auto one = std::move(idle_.back());
      idle_.pop_back();
      return one;
    }
    web::FetchOptions options;
    options.agent = "gleaner/" GLEANER_VERSION;
    options.private_hosts = hosts_;  // a person named them
    options.allowed = [this](const std::string& host) {
      return std::find(hosts_.begin(), hosts_.end(), host) != hosts_.end();
    };
    return web::Fetcher::make(std::move(options));
  }

  std::vector<std::string> hosts_;
  std::mutex lock_;
  std::vector<std::unique_ptr<web::Fetcher>> idle_;
};

}  // namespace

void add_access(Command& verb, AccessOptions& into) {
  verb.add_option("--allow-read", into.read, "folder or file that the script may read (again for more)")
      ->type_name("DIR")
      ->check(not_empty("a folder or a file"));
  verb.add_option("--allow-net", into.net, "host that the script may reach (again for more)")
      ->type_name("HOST")
      ->check(not_empty("a host"));
}

script::RunOptions run_options(const AccessOptions& access) {
  script::RunOptions how;
  how.access.read = access.read;
  for (const std::string& host : access.net) how.access.net.push_back(lower_ascii(host));
  if (!access.net.empty())
    how.fetch = [pool = std::make_shared<Pool>(how.access.net)](const std::string& url) {
      return pool->get(url);
    };
  return how;
}

}  // namespace gleaner::cli
