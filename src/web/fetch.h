// Fetcher: gets pages over HTTP and HTTPS, politely and carefully.
//
// One thread of its own runs all transfers (libcurl's multi interface, loaded when a fetcher is made, so
// that a program that reads files pays nothing for it). Politely: robots.txt (RFC 9309) is obeyed, one
// connection a host, a pause between two requests to a host, errors that pass are tried again with growing
// pauses, Retry-After is kept to. Carefully: every answer is bounded in size (packed and unpacked) and
// time, redirects are followed here one by one because each may lead to another host, and addresses of the
// machine and the network around it are refused unless allowed. That check is made on the very address a
// socket is opened to, after the name was resolved, for every connection: a name that resolves differently
// the second time gains nothing.
// Threads: a Fetcher may be used from several; callbacks run on its own thread and must not wait for it.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "page/document.h"

namespace gleaner::web {

using Milliseconds = std::chrono::milliseconds;

// What went wrong, in a word that a table of errors can count by.
struct FetchFailure {
  std::string kind;  // "dns", "tls", "timeout", "robots", "address", "404", ...
  Diagnostic why;
};

struct FetchOptions {
  std::string agent = "gleaner";  // the product token for robots.txt is what stands before "/" in it
  std::function<bool(const std::string& host)> allowed;  // which hosts; null: all

  bool robots = true;          // obey robots.txt
  bool allow_private = false;  // addresses of this machine and the network around it
  std::string how_to_allow_private = "if that is meant: --allow-private";  // advice; others have other ways
  // hosts that may be at such an address all the same, because a person named them
  std::vector<std::string> private_hosts;
  // seconds between two requests to a host; nothing: robots.txt's word, else 1 (this machine: 0)
  std::optional<double> delay;
  int host_connections = 1, connections = 32;

  Milliseconds timeout{60'000};  // for one request, whole
  Milliseconds connect_timeout{20'000};
  size_t max_bytes = 64u << 20;  // of an answer, packed and unpacked
  int max_redirects = 10;
  int retries = 3;                      // of what may pass: no connection, timeouts, 429, 500, 502, 503, 504
  Milliseconds first_pause{1'000};      // before the first retry; doubled for each further one, with jitter
  Milliseconds longest_pause{120'000};  // also the longest Retry-After that is waited for
  // Told what failed before it waits for another try; on the fetcher's thread.
  std::function<void(const FetchFailure& failure, Milliseconds pause)> on_retry;

  std::string proxy;    // "http://host:port"; "": as the environment says (http_proxy, ...)
  std::string cookies;  // file of cookies, read at the start and written at the end; "": in memory only
  std::string ca_file;  // certificates to trust instead of the system's
  std::vector<std::string> resolve;  // "host:port:address": instead of asking the name service
  // "Name: value", sent with every request; those that let in only to hosts that a person named
  std::vector<std::string> headers;
  bool keep_exchanges = false;  // Fetched::exchanges, for an archive
};

// May they be used? Headers that are none, a file of cookies that is none: told before work is begun.
// Fetcher::make asks, too.
Status check_options(const FetchOptions& options);

// The host that a person names by an address: without "www.", with its port.
std::string named_host(const std::string& url);

// Takes a body piece by piece, unpacked, as it comes, so that nobody has to hold it whole.
// Called on the fetcher's thread.
class BodySink {
 public:
  virtual ~BodySink() = default;
  virtual void begin() = 0;                       // of an answer: what an earlier attempt gave is void
  virtual bool take(std::string_view piece) = 0;  // false: no more of it
};

struct FetchRequest {
  std::string url;
  std::string etag, last_modified;  // of what is there already: an unchanged page is answered by 304 alone
  // sent by POST as application/x-www-form-urlencoded; a redirect is got
  std::optional<std::string> form = {};
  BodySink* sink = nullptr;  // takes the body instead of Fetched::body; outlives the request
  // A page named it, no person did: headers that let in stay away, unless a person has named its host, too.
  bool by_page = false;
};

// One request and its answer, as they went over the wire (chunks joined).
struct Exchange {
  std::string url, address;
  int64_t time = 0;  // milliseconds since 1970
  std::string request_head, response_head, body;
  int status = 0;
};

struct Fetched {
  std::string asked;  // the URL of the request
  std::string url;    // where it came from in the end
  int status = 0;
  std::string type;     // of the content, without parameters: "text/html"
  std::string charset;  // that the server names, or ""
  std::string body;     // unpacked
  std::string etag, last_modified;
  int64_t time = 0;  // milliseconds since 1970
  int attempts = 0;
  std::vector<Exchange> exchanges;     // redirects first; only with keep_exchanges
  std::optional<FetchFailure> failed;  // no answer, or one that is no success

  bool unchanged() const { return status == 304; }
};

class Fetcher {
 public:
  static Result<std::unique_ptr<Fetcher>> make(FetchOptions options);
  ~Fetcher();  // ends what is under way; their callbacks are told

  // Calls `done` on the fetcher's thread.
  void submit(FetchRequest request, std::function<void(Fetched)> done);
  // An answer that is no success (404, 500) is an error that names it.
  Result<Fetched> get(const std::string& url);
  Fetched fetch(FetchRequest request);

 private:
  Fetcher();
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// A page of what was fetched, with its URL and what the server said of it. What is no text is an error.
Result<DocumentPtr> document_of(Fetched fetched, DocumentOptions options = {});

// The name under which the answer to a form is kept: the address, and a digest of what was
// sent, which may hold a password.
std::string form_name(const std::string& url, std::string_view form);
bool is_form_name(std::string_view name);

// A page as a browser shows it, in the form of an answer, behind the answers that it was made of: an archive
// then gives it for its address.
Fetched snapshot_answer(const std::string& asked, const std::string& url, std::string html,
                        std::vector<Exchange> answers);

bool is_web_address(std::string_view name);  // http: or https:
// Scheme and host in lower case, no default port, no fragment, "/" for no path: one form for one address.
// Empty for what is no http or https URL.
std::string canonical_url(std::string_view url);

}  // namespace gleaner::web
