// Server: a small HTTP server for one machine. Handlers give a whole body or write it piece by piece
// (chunked), so a page can show results while they are found. cpp-httplib does the protocol, in a library of
// its own (httplib/) that is loaded when a server is made. Threads: handlers run on several threads at once.
//
// A request is answered only if it calls the server by an address, as localhost or by one of its names
// (Host), and if the page that made it is the server's own (Origin). So a web site that a visitor has open
// elsewhere cannot ask in the visitor's name, not even when it points a name of its own at this machine.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace gleaner::web {

struct Request {
  std::string method, path;
  std::multimap<std::string, std::string> parameters;  // of the query and of a posted form, decoded
  std::map<std::string, std::string> headers;          // names in lower case
  std::string body;                                    // as sent; forms stand in `parameters` too
  // The first value of that name; "" if there is none.
  std::string parameter(const std::string& name) const;
  std::string header(const std::string& lower_case_name) const;
};

// Gives false when the client has gone away.
using Write = std::function<bool(std::string_view)>;

struct Response {
  int status = 200;
  std::string type = "text/html; charset=utf-8";
  std::string body;
  std::function<void(const Write&)> stream;  // instead of body
  // More headers; one that the server sends by itself (Content-Security-Policy,
  // Cache-Control) is replaced, by "" left out.
  std::vector<std::pair<std::string, std::string>> headers = {};
};

struct ServerOptions {
  std::string host = "127.0.0.1";
  int port = 0;                    // 0: any free one
  std::vector<std::string> names;  // by which it may be called besides addresses and localhost
  // beginnings of paths that pages without an origin (sandboxed frames) may get too
  std::vector<std::string> for_all;
  size_t max_request_bytes = 4 << 20;
  // How long the body of this request may be, by its head, before any of it is read (else max_request_bytes):
  // a stranger makes the server keep no more than he needs to say who he is.
  std::function<size_t(const Request&)> max_body = {};
  // at once; each has a thread while it is open, so that a slow one holds up nobody
  size_t connections = 256;
};

class Server {
 public:
  using Handler = std::function<Response(const Request&)>;
  virtual ~Server() = default;

  virtual void get(const std::string& path, Handler handler) = 0;
  virtual void post(const std::string& path, Handler handler) = 0;
  virtual void put(const std::string& path, Handler handler) = 0;
  virtual void remove(const std::string& path, Handler handler) = 0;  // DELETE
  virtual Status bind() = 0;                                          // from here on port() is known
  virtual int port() const = 0;
  virtual void run() = 0;  // until stop()
  virtual void stop() = 0;
};

// Loads the HTTP library on first use: it brings TLS along, and a program that only extracts should not pay
// for starting that.
Result<std::unique_ptr<Server>> make_server(const ServerOptions& options = {});

std::string escape_url(std::string_view text);

// A word that nobody guesses: 32 digits.
std::string random_token();
// Compared without saying by its time how much of it is right.
bool same_secret(const std::string& given, const std::string& secret);

}  // namespace gleaner::web
