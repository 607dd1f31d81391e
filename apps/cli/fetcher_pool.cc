// See fetcher_pool.h.
#include "fetcher_pool.h"

#include <algorithm>

namespace gleaner::cli {

Result<DocumentPtr> FetcherPool::fetch(web::FetchRequest request) {
  GLEANER_TRY(std::unique_ptr<web::Fetcher> fetcher, take());
  web::Fetched page = fetcher->fetch(std::move(request));
  {
    std::lock_guard held(lock_);
    idle_.push_back(std::move(fetcher));
  }
  if (page.failed) return page.failed->why;
  DocumentOptions options;
  options.name = options.url = page.url;
  options.transport_charset = page.charset;
  if (page.type == "text/html" || page.type == "application/xhtml+xml") options.media_type = MediaType::html;
  else if (page.type.starts_with("text/") || page.type == "application/json")
    options.media_type = MediaType::text;
  return Document::from_bytes(std::move(page.body), std::move(options));
}

Result<std::unique_ptr<web::Fetcher>> FetcherPool::take() {
  std::lock_guard held(lock_);
  if (!idle_.empty()) {
    auto one = std::move(idle_.back());
    idle_.pop_back();
    return one;
  }
  web::FetchOptions options;
  options.agent = "gleaner/" GLEANER_VERSION;
  if (seconds_ > 0)
    options.timeout = std::min(options.timeout, std::chrono::milliseconds(int64_t(seconds_ * 1000) + 1));
  options.private_hosts = hosts_;  // a person named them
  options.allowed = [this](const std::string& host) {
    return std::find(hosts_.begin(), hosts_.end(), host) != hosts_.end();
  };
  return web::Fetcher::make(std::move(options));
}

}  // namespace gleaner::cli
