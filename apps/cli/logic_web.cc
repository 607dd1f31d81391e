// See logic_web.h.
#include "logic_web.h"

#include "base/text.h"
#include "fetcher_pool.h"
#include "page/url.h"

namespace gleaner::cli {
namespace {

bool is_web(std::string_view url) { return url.starts_with("http://") || url.starts_with("https://"); }

class WebFetcher : public logic::Fetcher {
 public:
  WebFetcher(std::vector<std::string> hosts, double seconds, std::shared_ptr<const logic::Fetcher> files)
      : hosts_(std::move(hosts)), pool_(hosts_, seconds), files_(std::move(files)) {}

  std::string resolve(const std::string& reference, const std::string& base) const override {
    std::string whole = is_web(base) ? resolve_url(reference, base.substr(0, base.find(' '))) : reference;
    if (!is_web(whole)) return files_->resolve(reference, is_web(base) ? "" : base);
    if (reference.find(" with ") != std::string::npos) return reference;  // the answer to a form, see Session::submit
    return whole.substr(0, whole.find('#'));
  }

  Result<DocumentPtr> fetch(const std::string& url) const override {
    if (!is_web(url)) return files_->fetch(url);
    GLEANER_CHECK(allowed(url));
    return pool_.get(url);
  }

  Result<DocumentPtr> submit(const std::string& url, const std::string& body) const override {
    if (!is_web(url)) return files_->submit(url, body);
    GLEANER_CHECK(allowed(url));
    return pool_.post(url, body);
  }

 private:
  Status allowed(const std::string& url) const {
    const std::string host = host_of(split_url(url));
    for (const std::string& one : hosts_)
      if (one == host) return {};
    return error(Code::usage, "this program may not reach " + host, {}, "allow it: --allow-net " + host);
  }

  std::vector<std::string> hosts_;
  mutable FetcherPool pool_;
  std::shared_ptr<const logic::Fetcher> files_;
};

}  // namespace

std::shared_ptr<const logic::Fetcher> web_fetcher(const std::vector<std::string>& hosts, double seconds,
                                                  std::shared_ptr<const logic::Fetcher> files) {
  std::vector<std::string> lower;
  for (const std::string& host : hosts) lower.push_back(lower_ascii(host));
  return std::make_shared<WebFetcher>(std::move(lower), seconds, std::move(files));
}

}  // namespace gleaner::cli
