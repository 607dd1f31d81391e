// FetcherPool: pages of the hosts that a person has named, for programs of others (scripts, logic programs). Threads
// may ask at the same time: each request has a fetcher of its own meanwhile.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/result.h"
#include "page/document.h"
#include "web/fetch.h"

namespace gleaner::cli {

class FetcherPool {
 public:
  // `hosts` in lower case. `seconds`: how long a page may take, 0 for the usual.
  FetcherPool(std::vector<std::string> hosts, double seconds) : hosts_(std::move(hosts)), seconds_(seconds) {}

  Result<DocumentPtr> get(const std::string& url) { return fetch({url, "", "", {}}); }
  Result<DocumentPtr> post(const std::string& url, const std::string& form) {
    return fetch({url, "", "", form});
  }

 private:
  Result<DocumentPtr> fetch(web::FetchRequest request);
  Result<std::unique_ptr<web::Fetcher>> take();

  std::vector<std::string> hosts_;
  double seconds_;
  std::mutex lock_;
  std::vector<std::unique_ptr<web::Fetcher>> idle_;
};

}  // namespace gleaner::cli
