// See fetch.h. The few calls of libcurl, by name; without its header a fetcher cannot be made and says so.
#include "web/fetch.h"

#include <cstdlib>

#include <fmt/format.h>

#include "base/library.h"
#include "base/text.h"

#ifdef GLEANER_HAVE_CURL
#define CURL_DISABLE_TYPECHECK  // its macros stand in the way of calling through pointers
#include <curl/curl.h>
#endif

namespace gleaner::web {

#ifdef GLEANER_HAVE_CURL
namespace {

// clang-format off
#define GLEANER_CURL_FUNCTIONS(X) \
  X(curl_global_init) X(curl_easy_init) X(curl_easy_cleanup) X(curl_easy_setopt) X(curl_easy_perform) \
  X(curl_easy_getinfo) X(curl_easy_strerror) X(curl_easy_reset) X(curl_url) X(curl_url_cleanup) \
  X(curl_url_set) X(curl_url_get) X(curl_free)
// clang-format on

#undef curl_easy_setopt
#undef curl_easy_getinfo
struct Api {
#define X(name) decltype(&::name) name = nullptr;
  GLEANER_CURL_FUNCTIONS(X)
#undef X
};

Result<Api> load_api() {
  GLEANER_TRY(Library library,
              Library::open({"libcurl.so.4", "libcurl-gnutls.so.4"}, "libcurl, which fetches pages,",
                            "install it: Debian's package is libcurl4"));
  Api functions;
  const char* missing = nullptr;
#define X(name)                                            \
  functions.name = library.find<decltype(&::name)>(#name); \
  if (!functions.name) missing = #name;
  GLEANER_CURL_FUNCTIONS(X)
#undef X
  if (missing) return error(Code::unsupported, fmt::format("libcurl is too old: it has no {}", missing));
  functions.curl_global_init(CURL_GLOBAL_DEFAULT);
  return functions;
}

struct Body {
  std::string* text;
  size_t most;
  bool too_large = false;
};

size_t take_body(char* data, size_t size, size_t count, void* into) {
  Body& body = *static_cast<Body*>(into);
  if (body.text->size() + size * count > body.most) {
    body.too_large = true;
    return 0;  // libcurl gives up
  }
  body.text->append(data, size * count);
  return size * count;
}

void read_content_type(const char* header, Fetched& into) {
  if (!header) return;
  const std::string all = lower_ascii(header);
  into.type = std::string(trim(std::string_view(all).substr(0, all.find(';'))));
  const size_t at = all.find("charset=");
  if (at == std::string::npos) return;
  std::string_view charset = std::string_view(all).substr(at + 8);
  charset = trim(charset.substr(0, charset.find(';')));
  if (charset.size() > 1 && charset.front() == '"') charset = charset.substr(1, charset.size() - 2);
  into.charset = std::string(charset);
}

}  // namespace

struct Fetcher::Impl {
  Api api;
  FetchOptions options;
  CURL* handle = nullptr;
  std::string no_proxy;
  ~Impl() {
    if (handle) api.curl_easy_cleanup(handle);
  }

  // The host as libcurl itself reads it, so that what is checked is what is reached.
  Result<std::string> host_of(const std::string& url) const {
    std::unique_ptr<CURLU, void (*)(CURLU*)> parts(api.curl_url(), api.curl_url_cleanup);
    char* host = nullptr;
    if (api.curl_url_set(parts.get(), CURLUPART_URL, url.c_str(), 0) != CURLUE_OK ||
        api.curl_url_get(parts.get(), CURLUPART_HOST, &host, 0) != CURLUE_OK || !host)
      return error(Code::usage, fmt::format("{} is no address of a page", url), {},
                   "write http://host/path or https://host/path");
    std::string out = lower_ascii(host);
    api.curl_free(host);
    return out;
  }

  Status check(const std::string& url) const {
    const std::string scheme = lower_ascii(url.substr(0, url.find("://")));
    if (scheme != "http" && scheme != "https")
      return error(Code::usage, fmt::format("{}: only http and https are fetched", url));
    GLEANER_TRY(std::string host, host_of(url));
    if (options.allowed && options.allowed(host)) return {};
    return error(Code::usage, fmt::format("{} leads to {}, which may not be reached", url, host), {},
                 fmt::format("allow it: --allow-net {}", host));
  }

  // One request; `next` is where a redirect leads.
  Result<Fetched> request(const std::string& url, std::chrono::milliseconds left, std::string& next) {
    Fetched out;
    out.url = url;
    Body body{&out.body, options.max_bytes};
    api.curl_easy_reset(handle);
    auto set = [&](CURLoption option, auto value) { api.curl_easy_setopt(handle, option, value); };
    set(CURLOPT_URL, url.c_str());
    set(CURLOPT_PROTOCOLS_STR, "http,https");
    set(CURLOPT_FOLLOWLOCATION, 0L);
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_TIMEOUT_MS, long(left.count()));
    set(CURLOPT_USERAGENT, options.agent.c_str());
    set(CURLOPT_ACCEPT_ENCODING, "");  // whatever libcurl unpacks
    set(CURLOPT_NOPROXY, no_proxy.c_str());
    set(CURLOPT_WRITEFUNCTION, &take_body);
    set(CURLOPT_WRITEDATA, &body);
    const CURLcode done = api.curl_easy_perform(handle);
    if (body.too_large)
      return error(Code::budget, fmt::format("{} is larger than {} bytes", url, options.max_bytes));
    if (done != CURLE_OK)
      return error(Code::io, fmt::format("cannot get {}: {}", url, api.curl_easy_strerror(done)));
    long status = 0;
    char *type = nullptr, *redirect = nullptr;
    api.curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
    api.curl_easy_getinfo(handle, CURLINFO_CONTENT_TYPE, &type);
    api.curl_easy_getinfo(handle, CURLINFO_REDIRECT_URL, &redirect);
    out.status = int(status);
    read_content_type(type, out);
    if (redirect && status >= 300 && status < 400) next = redirect;
    return out;
  }
};

Fetcher::Fetcher() : impl_(std::make_unique<Impl>()) {}

Result<std::unique_ptr<Fetcher>> Fetcher::make(FetchOptions options) {
  std::unique_ptr<Fetcher> made(new Fetcher());
  made->impl_->options = std::move(options);
  GLEANER_TRY(made->impl_->api, load_api());
  made->impl_->handle = made->impl_->api.curl_easy_init();
  if (!made->impl_->handle) return error(Code::unsupported, "libcurl cannot start");
  const char* without = std::getenv("no_proxy");  // a proxy never stands before this machine itself
  made->impl_->no_proxy = (without ? std::string(without) + "," : std::string()) + "localhost,127.0.0.1,::1";
  return made;
}

Result<Fetched> Fetcher::get(const std::string& from) {
  const auto end = std::chrono::steady_clock::now() + impl_->options.timeout;
  std::string url = from;
  for (int hops = 0; hops <= impl_->options.max_redirects; ++hops) {
    GLEANER_CHECK(impl_->check(url));
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    if (left.count() <= 0) return error(Code::io, fmt::format("cannot get {}: it takes too long", from));
    std::string next;
    GLEANER_TRY(Fetched page, impl_->request(url, left, next));
    if (!next.empty()) {
      url = next;
      continue;
    }
    if (page.status < 200 || page.status >= 300)
      return error(Code::io, fmt::format("cannot get {}: the server answers {}", url, page.status));
    return page;
  }
  return error(Code::io,
               fmt::format("cannot get {}: more than {} redirects", from, impl_->options.max_redirects));
}

#else  // built without libcurl

struct Fetcher::Impl {};
Fetcher::Fetcher() = default;
Result<std::unique_ptr<Fetcher>> Fetcher::make(FetchOptions) {
  return error(Code::unsupported, "this program was built without libcurl: it fetches no pages", {},
               "install libcurl4-openssl-dev (scripts/setup does) and build again");
}
Result<Fetched> Fetcher::get(const std::string&) {
  return error(Code::unsupported, "this program fetches no pages");
}

#endif

Fetcher::~Fetcher() = default;

}  // namespace gleaner::web
