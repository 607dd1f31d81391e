// Transfer: one request on its way through libcurl. Internal to web: the loop in fetch.cc owns them.
#pragma once

#ifdef GLEANER_HAVE_CURL
#include <memory>
#include <string>

#include "web/curl_api.h"
#include "web/fetch.h"

namespace gleaner::web {

// A request as its caller sees it, over redirects and retries.
struct Task {
  FetchRequest request;
  std::function<void(Fetched)> done;
  Fetched result;
  std::string url;  // in work
  int redirects = 0, attempts = 0;
  bool for_robots = false;  // robots.txt itself: not subject to it
  bool foreign = false;     // a page or a redirect has led to a host that nobody named
};
using TaskPtr = std::shared_ptr<Task>;

class Transfer {
 public:
  Transfer(const CurlApi& api, const FetchOptions& options, CURLSH* share);
  ~Transfer();
  Transfer(const Transfer&) = delete;

  // Prepares the handle for task->url.
  void prepare(TaskPtr task);
  CURL* handle() const { return handle_; }
  const TaskPtr& task() const { return task_; }
  std::string host;  // whose turn it takes

  struct Outcome {
    std::string redirect;  // where the answer leads, if it does
    std::optional<FetchFailure> failed;
    bool may_pass = false;  // worth another try
    std::optional<Milliseconds> retry_after;
  };
  // Reads what came of it into task()->result.
  Outcome finish(CURLcode code);

 private:
  void forget_cookie_file();
  void set_headers();
  static size_t take_body(char* data, size_t size, size_t count, void* self);
  static size_t take_head(char* data, size_t size, size_t count, void* self);
  static int take_debug(CURL*, curl_infotype kind, char* data, size_t size, void* self);
  static curl_socket_t open_socket(void* self, curlsocktype purpose, curl_sockaddr* address);
  FetchFailure failure_of(CURLcode code) const;
  FetchFailure failure_of_status(int status) const;

  const CurlApi& api_;
  const FetchOptions& options_;
  CURLSH* share_;
  CURL* handle_ = nullptr;
  curl_slist *headers_ = nullptr, *resolve_ = nullptr;
  std::string no_proxy_;
  bool proxied_ = false;
  TaskPtr task_;
  std::string head_, body_, request_head_;
  std::string refused_address_;  // and why
  bool too_large_ = false;
  uint64_t received_ = 0;  // bytes of the body, by now
  int64_t started_ = 0;
};

// May this host be at an address of this machine or the network around it?
bool private_allowed(const FetchOptions& options, const std::string& host);

}  // namespace gleaner::web
#endif
