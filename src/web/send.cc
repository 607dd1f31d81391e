// See send.h.
#include "web/send.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "web/curl_api.h"

namespace gleaner::web {

#ifdef GLEANER_HAVE_CURL
namespace {

constexpr size_t kMostAnswer = 1 << 20;

// One use of libcurl: a handle, its lists, and what comes and goes.
class SendHandle {
 public:
  explicit SendHandle(const CurlApi& api) : api_(api), handle_(api.curl_easy_init()) {}
  ~SendHandle() {
    api_.curl_slist_free_all(headers_);
    api_.curl_slist_free_all(to_);
    if (handle_) api_.curl_easy_cleanup(handle_);
  }
  SendHandle(const SendHandle&) = delete;

  template <class T>
  void set(CURLoption option, T value) {
    api_.curl_easy_setopt(handle_, option, value);
  }
  void common(const std::string& url, double timeout) {
    set(CURLOPT_URL, url.c_str());
    set(CURLOPT_TIMEOUT_MS, long(timeout * 1000));
    set(CURLOPT_CONNECTTIMEOUT_MS, long(std::min(timeout, 20.0) * 1000));
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_ERRORBUFFER, error_);
    set(CURLOPT_WRITEFUNCTION, &take_body);
    set(CURLOPT_WRITEDATA, this);
    set(CURLOPT_HEADERFUNCTION, &take_head);
    set(CURLOPT_HEADERDATA, this);
    set(CURLOPT_READFUNCTION, &give_body);
    set(CURLOPT_READDATA, this);
  }
  void add_header(const std::string& line) { headers_ = api_.curl_slist_append(headers_, line.c_str()); }
  void add_receiver(const std::string& address) { to_ = api_.curl_slist_append(to_, address.c_str()); }
  void use_headers() { set(CURLOPT_HTTPHEADER, headers_); }
  void use_receivers() { set(CURLOPT_MAIL_RCPT, to_); }
  std::optional<std::string> perform() {
    const CURLcode code = api_.curl_easy_perform(handle_);
    if (code == CURLE_OK) return {};
    return std::string(*error_ ? error_ : api_.curl_easy_strerror(code));
  }
  int status() {
    long code = 0;
    api_.curl_easy_getinfo(handle_, CURLINFO_RESPONSE_CODE, &code);
    return int(code);
  }

  std::string_view out;  // still to be sent
  std::string body, retry_after;

 private:
  static size_t take_body(char* data, size_t size, size_t count, void* self) {
    std::string& into = static_cast<SendHandle*>(self)->body;
    into.append(data, std::min(size * count, kMostAnswer - std::min(kMostAnswer, into.size())));
    return size * count;
  }
  static size_t take_head(char* data, size_t size, size_t count, void* self) {
    constexpr std::string_view kRetry = "retry-after:";
    const std::string_view line(data, size * count);
    if (lower_ascii(line.substr(0, kRetry.size())) == kRetry)
      static_cast<SendHandle*>(self)->retry_after = trim(line.substr(kRetry.size()));
    return size * count;
  }
  static size_t give_body(char* data, size_t size, size_t count, void* self) {
    std::string_view& rest = static_cast<SendHandle*>(self)->out;
    const size_t n = std::min(size * count, rest.size());
    std::copy_n(rest.data(), n, data);
    rest.remove_prefix(n);
    return n;
  }

  const CurlApi& api_;
  CURL* handle_;
  curl_slist *headers_ = nullptr, *to_ = nullptr;
  char error_[CURL_ERROR_SIZE] = {};
};

// Without what may be secret in it: user, password, query.
std::string shown_url(std::string_view url) {
  url = url.substr(0, url.find('?'));
  const size_t from = url.find("//");
  const size_t at = url.substr(0, url.find('/', from == std::string_view::npos ? 0 : from + 2)).rfind('@');
  if (from == std::string_view::npos || at == std::string_view::npos || at < from) return std::string(url);
  return std::string(url.substr(0, from + 2)) + std::string(url.substr(at + 1));
}

}  // namespace

Result<SendAnswer> send(const SendRequest& request) {
  GLEANER_TRY(const CurlApi api, load_curl());
  SendHandle handle(api);
  handle.common(request.url, request.timeout);
  handle.set(CURLOPT_PROTOCOLS_STR, "http,https");
  handle.set(CURLOPT_FOLLOWLOCATION, 0L);
  handle.set(CURLOPT_CUSTOMREQUEST, request.method.c_str());
  handle.set(CURLOPT_POSTFIELDS, request.body.c_str());
  handle.set(CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(request.body.size()));
  if (!request.ca_file.empty()) handle.set(CURLOPT_CAINFO, request.ca_file.c_str());
  handle.add_header("Expect:");
  for (const std::string& line : request.headers) {
    if (line.find_first_of("\r\n") != std::string::npos)
      return error(Code::usage, "a header may not hold line ends");
    handle.add_header(line);
  }
  handle.use_headers();
  if (const auto why = handle.perform())
    return error(Code::io, fmt::format("{}: {}", shown_url(request.url), *why));
  return SendAnswer{handle.status(), std::move(handle.body), std::move(handle.retry_after)};
}

Status send_mail(const Mail& mail) {
  GLEANER_TRY(const CurlApi api, load_curl());
  SendHandle handle(api);
  handle.common(mail.server, mail.timeout);
  handle.set(CURLOPT_PROTOCOLS_STR, "smtp,smtps");
  handle.set(CURLOPT_MAIL_FROM, mail.sender.c_str());
  for (const std::string& address : mail.to) handle.add_receiver(address);
  handle.use_receivers();
  if (!mail.user.empty()) {
    handle.set(CURLOPT_USERNAME, mail.user.c_str());
    handle.set(CURLOPT_PASSWORD, mail.password.c_str());
    handle.set(CURLOPT_USE_SSL, long(CURLUSESSL_ALL));  // a password goes nowhere in the open
  } else {
    handle.set(CURLOPT_USE_SSL, long(CURLUSESSL_TRY));
  }
  handle.set(CURLOPT_UPLOAD, 1L);
  handle.out = mail.message;
  if (const auto why = handle.perform())
    return error(handle.status() >= 500 ? Code::bad_input : Code::io,
                 fmt::format("{}: {}{}", shown_url(mail.server), *why,
                             handle.status() ? fmt::format(" ({})", handle.status()) : ""));
  return {};
}

#else

namespace {
Diagnostic no_curl() {
  return error(Code::unsupported, "this program was built without libcurl", {},
               "install libcurl4-openssl-dev (scripts/setup does) and build again");
}
}  // namespace
Result<SendAnswer> send(const SendRequest&) { return no_curl(); }
Status send_mail(const Mail&) { return no_curl(); }

#endif

}  // namespace gleaner::web
