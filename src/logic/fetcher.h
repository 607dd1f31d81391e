// Fetcher: where a logic program's pages come from. Replaceable; here files and file: URLs, below one folder
// when sandboxed.
#pragma once

#include <functional>
#include <string>

#include "base/result.h"
#include "page/load.h"

namespace gleaner::logic {

class Fetcher {
 public:
  virtual ~Fetcher() = default;
  // The full name of a reference found on the page `base` ("": given by the program); equal pages have equal
  // names.
  virtual std::string resolve(const std::string& reference, const std::string& base) const = 0;
  // May be called by several threads at once.
  virtual Result<DocumentPtr> fetch(const std::string& url) const = 0;
  // Sends what a form holds (application/x-www-form-urlencoded) by POST.
  virtual Result<DocumentPtr> submit(const std::string& url, const std::string& body) const {
    (void)body;
    return error(Code::unsupported, "a form cannot be sent here, to " + url, {}, "--allow-net HOST");
  }
};

class FileFetcher : public Fetcher {
 public:
  using Load = std::function<Result<DocumentPtr>(const std::string& path, const LoadOptions&)>;
  // Pages are named relative to `folder`. `confined`: nothing outside it is read.
  // `load`: how; null: load_document.
  FileFetcher(std::string folder, bool confined, Load load = {})
      : folder_(std::move(folder)), confined_(confined), load_(std::move(load)) {}
  std::string resolve(const std::string& reference, const std::string& base) const override;
  Result<DocumentPtr> fetch(const std::string& url) const override;

 private:
  std::string folder_;
  bool confined_;
  Load load_;
};

}  // namespace gleaner::logic
