// See transfer.h.
#include "web/transfer.h"

#ifdef GLEANER_HAVE_CURL
#include <fmt/format.h>
#include <sys/socket.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>

#include "base/contains.h"
#include "base/text.h"
#include "page/url.h"
#include "web/address.h"
#include "web/http.h"
#include "web/warc.h"

namespace gleaner::web {
namespace {

constexpr size_t kMostHead = 256u << 10;
constexpr long kSlowBytes = 64, kSlowSeconds = 30;  // a server that sends less for so long is given up
constexpr long kReceive = 128 << 10;                // bytes that are read from a socket at a time
constexpr uint64_t kRoom = 4u << 20;  // made for a body on a server's word; more only as it comes
constexpr const char* kPackings = "gzip, deflate, br, zstd";

bool in_environment(std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (const char* value = std::getenv(name); value && *value) return true;
  return false;
}

// Headers that let in: for the host that a person named, not for one that it sends us on to.
bool is_secret(std::string_view line) {
  const std::string name = lower_ascii(trim(line.substr(0, line.find(':'))));
  return name == "authorization" || name == "cookie" || name == "proxy-authorization";
}

// The head of a request as it is kept: archives are passed on.
std::string without_secrets(std::string_view head) {
  std::string out;
  for (size_t at = 0; at < head.size();) {
    const size_t end = std::min(head.find('\n', at), head.size() - 1) + 1;
    if (const std::string_view line = head.substr(at, end - at); !is_secret(line)) out += line;
    at = end;
  }
  return out;
}

// "120", or a date
std::optional<Milliseconds> read_retry_after(std::string_view value) {
  if (value.empty()) return {};
  const std::string text(value);
  char* end = nullptr;
  const long seconds = std::strtol(text.c_str(), &end, 10);
  if (end != text.c_str() && *end == 0)
    return Milliseconds(std::max(0L, std::min(seconds, 1'000'000L)) * 1000);
  std::tm parts{};
  if (!::strptime(text.c_str(), "%a, %d %b %Y %H:%M:%S GMT", &parts)) return {};
  return Milliseconds(std::max<int64_t>(0, int64_t(::timegm(&parts)) * 1000 - now_milliseconds()));
}

// The head as an archive keeps it: chunks are joined, so it may not speak of them.
std::string archived_head(std::string_view head, size_t body_size) {
  std::string out;
  bool sized = false;
  for (std::string_view line : split(head, '\n')) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) continue;
    const std::string name = lower_ascii(line.substr(0, line.find(':')));
    if (name == "transfer-encoding") out += "X-Archive-Orig-";
    if (name == "content-length") {
      if (sized) continue;
      sized = true;
    }
    if (line.starts_with("HTTP/2") || line.starts_with("HTTP/3")) {  // archives know the form of HTTP/1
      const size_t blank = line.find(' ');
      out.append("HTTP/1.1")
          .append(blank == std::string_view::npos ? " 200" : line.substr(blank))
          .append("\r\n");
      continue;
    }
    out.append(line).append("\r\n");
  }
  if (!sized) out += fmt::format("Content-Length: {}\r\n", body_size);
  return out + "\r\n";
}

}  // namespace

bool private_allowed(const FetchOptions& options, const std::string& host) {
  const auto& named = options.private_hosts;
  return options.allow_private || contains(named, host);
}

// Would the request go through a proxy? Then the addresses are the proxy's to
// resolve, and only names can be judged.
static bool uses_proxy(const FetchOptions& options, const std::string& url) {
  const std::string host = host_of(split_url(url));
  if (host == "localhost" || !special_address(host).empty()) return false;
  if (!options.proxy.empty()) return true;
  return url.starts_with("https") ? in_environment({"https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"})
                                  : in_environment({"http_proxy", "all_proxy", "ALL_PROXY"});
}

Transfer::Transfer(const CurlApi& api, const FetchOptions& options, CURLSH* share)
    : api_(api), options_(options), share_(share), handle_(api.curl_easy_init()) {
  const char* without = std::getenv("no_proxy");  // a proxy never stands before this machine itself
  no_proxy_ = (without ? std::string(without) + "," : std::string()) + "localhost,127.0.0.1,::1";
  for (const std::string& entry : options.resolve) resolve_ = api.curl_slist_append(resolve_, entry.c_str());
}

// Neither reset nor cleanup frees the name.
void Transfer::forget_cookie_file() {
  if (handle_) api_.curl_easy_setopt(handle_, CURLOPT_COOKIEFILE, static_cast<char*>(nullptr));
}

Transfer::~Transfer() {
  forget_cookie_file();
  if (handle_) api_.curl_easy_cleanup(handle_);
  api_.curl_slist_free_all(headers_);
  api_.curl_slist_free_all(resolve_);
}

size_t Transfer::take_body(char* data, size_t size, size_t count, void* self) {
  Transfer& me = *static_cast<Transfer*>(self);
  me.received_ += size * count;
  BodySink* sink = me.task_->request.sink;
  if (me.received_ > me.options_.max_bytes || (sink && !sink->take({data, size * count}))) {
    me.too_large_ = true;
    return 0;  // libcurl gives up
  }
  if (sink) return size * count;
  if (me.body_.empty()) {
    curl_off_t said = 0;
    me.api_.curl_easy_getinfo(me.handle_, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &said);
    me.body_.reserve(std::min(uint64_t(std::max<curl_off_t>(said, 0)), kRoom));
  }
  me.body_.append(data, size * count);
  return size * count;
}

size_t Transfer::take_head(char* data, size_t size, size_t count, void* self) {
  Transfer& me = *static_cast<Transfer*>(self);
  const std::string_view line(data, size * count);
  if (line.starts_with("HTTP/")) me.head_.clear();  // "100 Continue" and its like came before
  if (me.head_.size() + line.size() > kMostHead) return 0;
  me.head_ += line;
  return size * count;
}

int Transfer::take_debug(CURL*, curl_infotype kind, char* data, size_t size, void* self) {
  if (kind == CURLINFO_HEADER_OUT)
    static_cast<Transfer*>(self)->request_head_ = without_secrets({data, size});
  return 0;
}

// Every connection passes here, with the address it goes to.
curl_socket_t Transfer::open_socket(void* self, curlsocktype, curl_sockaddr* address) {
  Transfer& me = *static_cast<Transfer*>(self);
  if (!me.proxied_ && !private_allowed(me.options_, me.host))
    if (const std::string_view special = special_address(&address->addr); !special.empty()) {
      me.refused_address_ = fmt::format("{}, a {} address", address_text(&address->addr), special);
      return CURL_SOCKET_BAD;
    }
  return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

void Transfer::prepare(TaskPtr task) {
  task_ = std::move(task);
  head_.clear();
  body_.clear();
  request_head_.clear();
  refused_address_.clear();
  too_large_ = false;
  received_ = 0;
  if (task_->request.sink) task_->request.sink->begin();
  proxied_ = uses_proxy(options_, task_->url);
  started_ = now_milliseconds();
  ++task_->attempts;
  forget_cookie_file();
  api_.curl_easy_reset(handle_);
  const auto set = [&](CURLoption option, auto value) { api_.curl_easy_setopt(handle_, option, value); };
  set(CURLOPT_URL, task_->url.c_str());
  set(CURLOPT_PRIVATE, static_cast<void*>(this));
  set(CURLOPT_PROTOCOLS_STR, "http,https");
  set(CURLOPT_FOLLOWLOCATION, 0L);
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_BUFFERSIZE, kReceive);
  set(CURLOPT_HTTP_VERSION, long(CURL_HTTP_VERSION_2TLS));
  set(CURLOPT_TIMEOUT_MS, long(options_.timeout.count()));
  set(CURLOPT_CONNECTTIMEOUT_MS, long(options_.connect_timeout.count()));
  set(CURLOPT_LOW_SPEED_LIMIT, kSlowBytes);
  set(CURLOPT_LOW_SPEED_TIME, kSlowSeconds);
  set(CURLOPT_USERAGENT, options_.agent.c_str());
  set(CURLOPT_HTTP_CONTENT_DECODING, 0L);  // unpacked here, within bounds; the archive keeps what came
  set(CURLOPT_NOPROXY, no_proxy_.c_str());
  if (!options_.proxy.empty()) set(CURLOPT_PROXY, options_.proxy.c_str());
  if (!options_.ca_file.empty()) set(CURLOPT_CAINFO, options_.ca_file.c_str());
  if (resolve_) set(CURLOPT_RESOLVE, resolve_);
  set(CURLOPT_SHARE, share_);
  set(CURLOPT_COOKIEFILE, "");  // cookies are kept, none are read
  set(CURLOPT_WRITEFUNCTION, &take_body);
  set(CURLOPT_WRITEDATA, this);
  set(CURLOPT_HEADERFUNCTION, &take_head);
  set(CURLOPT_HEADERDATA, this);
  set(CURLOPT_OPENSOCKETFUNCTION, &open_socket);
  set(CURLOPT_OPENSOCKETDATA, this);
  if (options_.keep_exchanges) {
    set(CURLOPT_VERBOSE, 1L);
    set(CURLOPT_DEBUGFUNCTION, &take_debug);
    set(CURLOPT_DEBUGDATA, this);
  }
  set_headers();
}

// What the request says, and the form that it sends.
void Transfer::set_headers() {
  const auto set = [&](CURLoption option, auto value) { api_.curl_easy_setopt(handle_, option, value); };
  api_.curl_slist_free_all(headers_);
  headers_ = nullptr;
  const auto header = [&](const std::string& line) {
    headers_ = api_.curl_slist_append(headers_, line.c_str());
  };
  if (task_->request.sink) {  // who takes pieces takes them unpacked, and that libcurl can do
    set(CURLOPT_HTTP_CONTENT_DECODING, 1L);
    set(CURLOPT_ACCEPT_ENCODING, "");
  } else {
    header(std::string("Accept-Encoding: ") + kPackings);
  }
  header("Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8");
  if (!task_->request.etag.empty()) header("If-None-Match: " + task_->request.etag);
  if (!task_->request.last_modified.empty()) header("If-Modified-Since: " + task_->request.last_modified);
  if (task_->request.form) {
    set(CURLOPT_POST, 1L);
    set(CURLOPT_POSTFIELDSIZE, long(task_->request.form->size()));
    set(CURLOPT_POSTFIELDS, task_->request.form->c_str());
    header("Content-Type: application/x-www-form-urlencoded");
    header("Expect:");
  }
  for (const std::string& line : options_.headers)
    if (!task_->foreign || !is_secret(line)) header(line);
  set(CURLOPT_HTTPHEADER, headers_);
}

FetchFailure Transfer::failure_of(CURLcode code) const {
  const std::string& url = task_->url;
  const std::string host_name = host_of(split_url(url));
  const auto make = [&](std::string kind, std::string message, std::string hint = "", Code what = Code::io) {
    return FetchFailure{std::move(kind), error(what, std::move(message), {url}, std::move(hint))};
  };
  if (!refused_address_.empty())
    return make("address", fmt::format("leads to {}", refused_address_), options_.how_to_allow_private,
                Code::usage);
  if (too_large_)
    return make("too large", fmt::format("is larger than {} bytes", options_.max_bytes),
                "larger pages: --max-page-megabytes N", Code::budget);
  const std::string why = api_.curl_easy_strerror(code);
  switch (code) {
    case CURLE_COULDNT_RESOLVE_HOST:
      return make("dns", fmt::format("there is no host {}", host_name),
                  "is the name right? is this machine connected?");
    case CURLE_COULDNT_RESOLVE_PROXY:
      return make("proxy", "the proxy is not found", "see --proxy, and http_proxy in the environment");
    case CURLE_COULDNT_CONNECT:
      if (proxied_)
        return make("proxy", "the proxy does not answer", "see --proxy, and http_proxy in the environment");
      return make("connect", fmt::format("{} does not answer", host_name), "is the server up? try later");
    case CURLE_OPERATION_TIMEDOUT:
      return make(
          "timeout",
          fmt::format("takes too long (more than {} s, or too slow)", options_.timeout.count() / 1000),
          "wait longer: --timeout S");
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CONNECT_ERROR:
      return make("tls", fmt::format("no safe connection: {}", why), "a certificate of your own: --ca FILE");
    case CURLE_TOO_MANY_REDIRECTS: return make("redirects", "redirects without end");
    case CURLE_URL_MALFORMAT:
      return make("address", "is no address of a page", "write http://host/path or https://host/path",
                  Code::usage);
    case CURLE_GOT_NOTHING:
    case CURLE_PARTIAL_FILE:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
      return make("broken", fmt::format("the answer breaks off or is no HTTP: {}", why),
                  "the server's fault; try later");
    default: return make("broken", fmt::format("cannot be fetched: {}", why));
  }
}

FetchFailure Transfer::failure_of_status(int status) const {
  std::string hint;
  if (status == 401 || status == 407)
    hint = "it needs a login: --header 'Authorization: ...' or --cookies FILE";
  else if (status == 403) hint = "the server refuses programs, or needs a login; a name it knows: --agent";
  else if (status == 404 || status == 410) hint = "the page is gone; is the address right?";
  else if (status == 429) hint = "too many requests: slower with --delay, later again";
  else if (status >= 500) hint = "the server's fault; try later";
  return {std::to_string(status),
          error(Code::io, fmt::format("the server answers {}", status), {task_->url}, hint)};
}

Transfer::Outcome Transfer::finish(CURLcode code) {
  Outcome out;
  Fetched& result = task_->result;
  result.url = task_->url;
  result.time = started_;
  result.attempts = task_->attempts;
  if (code != CURLE_OK) {
    out.failed = failure_of(code);
    out.may_pass = out.failed->kind == "dns" || out.failed->kind == "connect" ||
                   out.failed->kind == "timeout" || out.failed->kind == "broken";
    result.status = 0;
    return out;
  }
  long status = 0;
  char *redirect = nullptr, *address = nullptr;
  api_.curl_easy_getinfo(handle_, CURLINFO_RESPONSE_CODE, &status);
  api_.curl_easy_getinfo(handle_, CURLINFO_REDIRECT_URL, &redirect);
  api_.curl_easy_getinfo(handle_, CURLINFO_PRIMARY_IP, &address);
  result.status = int(status);
  const auto head = read_head(head_);
  if (head.ok()) {
    const ContentType type = read_content_type(field_of(head->fields, "Content-Type"));
    result.type = type.type;
    result.charset = type.charset;
    result.etag = std::string(field_of(head->fields, "ETag"));
    result.last_modified = std::string(field_of(head->fields, "Last-Modified"));
    out.retry_after = read_retry_after(field_of(head->fields, "Retry-After"));
  }
  if (redirect && status >= 300 && status < 400 && status != 304) out.redirect = redirect;
  if (options_.keep_exchanges && !task_->for_robots)
    result.exchanges.push_back({task_->url, address ? address : "", started_, request_head_,
                                archived_head(head_, body_.size()), body_, int(status)});
  if (!out.redirect.empty()) return out;
  if ((status < 200 || status >= 300) && status != 304) {
    out.failed = failure_of_status(int(status));
    out.may_pass = status == 429 || status == 500 || status == 502 || status == 503 || status == 504;
  }
  if (head.ok() && !task_->request.sink) {
    const bool packed = !field_of(head->fields, "Content-Encoding").empty();
    HttpHead joined = *head;  // libcurl has joined the chunks
    std::erase_if(joined.fields,
                  [](const auto& field) { return equals_ignoring_case(field.first, "Transfer-Encoding"); });
    auto unpacked = packed ? read_body(joined, body_, task_->url, options_.max_bytes)
                           : Result<std::string>(std::move(body_));
    if (unpacked.ok()) result.body = std::move(unpacked).value();
    else if (!out.failed)
      out.failed =
          FetchFailure{unpacked.error().code == Code::budget ? "too large" : "broken", unpacked.error()};
  }
  return out;
}

}  // namespace gleaner::web
#endif
