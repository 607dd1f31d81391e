// The server over cpp-httplib. Built as a library of its own, see web/server.h.
#include "web/server.h"

#define CPPHTTPLIB_LISTEN_BACKLOG 128  // many may knock at once
#include <httplib.h>

#include <algorithm>
#include <system_error>

#include "base/contains.h"
#include "base/text.h"
#include "web/httplib/link.h"

namespace gleaner::web {
namespace {

// How long a connection without requests is kept, and for how many.
constexpr auto kKept = std::chrono::seconds(2);
constexpr size_t kMostRequests = 10'000;
constexpr size_t kMostForm = 8192;

// What this thread serves: cpp-httplib does not hand it on to handlers.
thread_local Link* link_of_thread = nullptr;

// cpp-httplib packs what it sends with brotli at its slowest level wherever a browser takes that, half a
// second for the rows of a page: to it nobody does.
void take_as_it_is(httplib::Request& request) { request.headers.erase("Accept-Encoding"); }

// cpp-httplib's server on connections of ours.
class Bounded : public httplib::Server {
  bool process_and_close_socket(socket_t socket) override {
    Link link(socket);
    link_of_thread = &link;
    auto stop = [this] { return svr_sock_ == INVALID_SOCKET; };
    for (size_t i = 1; i <= kMostRequests && link.begins(kKept, stop); ++i) {
      bool closed = false;
      if (!process_request(link, i == kMostRequests, closed, take_as_it_is) || closed || link.over()) break;
    }
    link_of_thread = nullptr;
    return true;
  }
};

// One thread for each open connection, up to a limit; later ones wait. Idle threads are used again.
class Connections : public httplib::TaskQueue {
 public:
  explicit Connections(size_t most) : most_(most) {}

  void enqueue(std::function<void()> job) override {
    std::lock_guard lock(mutex_);
    jobs_.push_back(std::move(job));
    changed_.notify_one();
    if (jobs_.size() <= idle_ || threads_.size() >= most_) return;
    try {
      threads_.emplace_back([this] { work(); });
    } catch (const std::system_error&) {  // no more threads here: the job waits for one of those there are
      if (threads_.empty()) jobs_.clear();
    }
  }

  void shutdown() override {
    {
      std::lock_guard lock(mutex_);
      over_ = true;
      changed_.notify_all();
    }
    for (std::thread& thread : threads_) thread.join();
  }

 private:
  void work() {
    std::unique_lock lock(mutex_);
    while (true) {
      ++idle_;
      changed_.wait(lock, [this] { return over_ || !jobs_.empty(); });
      --idle_;
      if (jobs_.empty()) return;
      std::function<void()> job = std::move(jobs_.front());
      jobs_.pop_front();
      lock.unlock();
      job();
      lock.lock();
    }
  }

  const size_t most_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::list<std::function<void()>> jobs_;
  std::vector<std::thread> threads_;
  size_t idle_ = 0;
  bool over_ = false;
};

// "Name:8080", "[::1]:8080": the name, in small letters and without brackets. Empty: it is none, or
// more stands behind it than a port.
std::string name_of_host(const std::string& host) {
  const bool bracketed = host.starts_with('[');
  const size_t end = std::min(bracketed ? host.find(']') : host.find(':'), host.size());
  std::string_view rest = std::string_view(host).substr(std::min(end + (bracketed ? 1 : 0), host.size()));
  if (rest.starts_with(':')) rest.remove_prefix(1);
  if (rest.find_first_not_of("0123456789") != rest.npos) return "";
  return lower_ascii(bracketed ? host.substr(1, end - 1) : host.substr(0, end));
}

bool is_address(const std::string& name) {
  in_addr four;
  in6_addr six;
  return inet_pton(AF_INET, name.c_str(), &four) == 1 || inet_pton(AF_INET6, name.c_str(), &six) == 1;
}

bool is_loopback(const std::string& name) {
  return name == "localhost" || name == "::1" || (name.starts_with("127.") && is_address(name));
}

// Whether the request calls this server by a name that is its own. A name that
// somebody else has pointed here is not.
bool calls_us(const std::string& host, const ServerOptions& options) {
  const std::string name = name_of_host(host);
  if (name.empty()) return false;
  if (contains(options.names, name)) return true;
  if (is_loopback(name) || name == lower_ascii(options.host)) return true;
  return is_address(name) && !is_loopback(lower_ascii(options.host));
}

// Whether the page that made the request, if the browser says which, is one of this server.
bool from_us(const httplib::Request& request, const ServerOptions& options) {
  if (!request.has_header("Origin")) return true;
  const std::string origin = request.get_header_value("Origin");
  if (origin == "null" && request.method == "GET")
    for (const std::string& beginning : options.for_all)
      if (request.path.starts_with(beginning)) return true;
  const size_t at = origin.find("://");
  return at != std::string::npos &&
         lower_ascii(origin.substr(at + 3)) == lower_ascii(request.get_header_value("Host"));
}

// Says why and closes: what the client has sent beyond this is never taken for its next request, also not by
// a proxy that sends the requests of several people through one connection.
void refuse(httplib::Response& to, int status, const char* why) {
  if (link_of_thread) link_of_thread->end();
  to.status = status;
  to.set_header("Connection", "close");
  to.set_content(std::string(why) + "\n", "text/plain");
}

// What is wrong with a request by its head alone, before any of its body is read; 0: nothing. cpp-httplib
// unpacks bodies and takes forms of several parts without asking how long they get, and leaves the body of a
// GET to be read as the next request.
int wrong_head(const httplib::Request& request, const ServerOptions& options, const char*& why) {
  if (!calls_us(request.get_header_value("Host"), options))
    return why = "There is no site of this name here.", 421;  // misdirected
  if (!from_us(request, options)) return why = "This request comes from another site.", 403;
  const bool pieces = request.has_header("Transfer-Encoding"), sized = request.has_header("Content-Length");
  if ((pieces && sized) || request.get_header_value_count("Content-Length") > 1)
    return why = "The length of this request is said twice.", 400;
  const bool takes_body = request.method == "POST" || request.method == "PUT" || request.method == "DELETE";
  if (!takes_body && (pieces || (sized && request.get_header_value("Content-Length") != "0")))
    return why = "A request of this kind has no body.", 400;
  if (request.has_header("Content-Encoding") || request.is_multipart_form_data())
    return why = "Bodies are taken as they are: neither packed nor of several parts.", 415;
  return 0;
}

// The head of a request; the body comes after it was asked how much of it may come.
Request request_of(const httplib::Request& from) {
  Request made;
  made.method = from.method;
  made.path = from.path;
  for (const auto& [name, value] : from.params) made.parameters.emplace(name, value);
  for (const auto& [name, value] : from.headers) made.headers.emplace(lower_ascii(name), value);
  return made;
}

bool is_form(const httplib::Request& request) {
  return request.get_header_value("Content-Type").starts_with("application/x-www-form-urlencoded");
}

void add_form(Request& to) {
  httplib::Params form;
  httplib::detail::parse_query_text(to.body, form);
  for (auto& [name, value] : form) to.parameters.emplace(name, std::move(value));
}

void answer(const Server::Handler& handler, const Request& request, httplib::Response& to) {
  Response made = handler(request);
  to.status = made.status;
  // Pages show text of other people's pages: nothing in them may run or load anything.
  std::map<std::string, std::string> headers = {
      {"Content-Security-Policy",
       "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'"},
      {"X-Content-Type-Options", "nosniff"},
      {"Cache-Control", "no-store"},
      {"Referrer-Policy", "no-referrer"}};
  for (auto& [name, value] : made.headers) headers[name] = std::move(value);
  for (const auto& [name, value] : headers)
    if (!value.empty()) to.set_header(name, value);
  if (!made.stream) {
    to.set_content(made.body, made.type);
    return;
  }
  to.set_chunked_content_provider(made.type, [stream = std::move(made.stream)](size_t,
                                                                               httplib::DataSink& sink) {
    stream([&](std::string_view text) { return sink.is_writable() && sink.write(text.data(), text.size()); });
    sink.done();
    return true;
  });
}

class HttpServer : public Server {
 public:
  explicit HttpServer(const ServerOptions& options) : options_(options) {
    server_.set_tcp_nodelay(true);
    // The library lets several servers share a port; whoever asks for one that is taken should be told.
    server_.set_socket_options([](socket_t socket) {
      const int yes = 1;
      ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    server_.set_payload_max_length(options.max_request_bytes);
    server_.new_task_queue = [most = options.connections] { return new Connections(most); };
    server_.set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& to) {
      const char* why = "";
      const int status = wrong_head(request, options_, why);
      if (!status) return httplib::Server::HandlerResponse::Unhandled;
      refuse(to, status, why);
      return httplib::Server::HandlerResponse::Handled;
    });
  }
  ~HttpServer() override { server_.stop(); }

  void get(const std::string& path, Handler handler) override {
    server_.Get(path, [handler = std::move(handler)](const httplib::Request& from, httplib::Response& to) {
      answer(handler, request_of(from), to);
    });
  }
  void post(const std::string& path, Handler handler) override {
    server_.Post(path, with_body(std::move(handler)));
  }
  void put(const std::string& path, Handler handler) override {
    server_.Put(path, with_body(std::move(handler)));
  }
  void remove(const std::string& path, Handler handler) override {
    server_.Delete(path, with_body(std::move(handler)));
  }
  Status bind() override {
    constexpr int kLargest = 65535;
    if (options_.port < 0 || options_.port > kLargest)
      return error(Code::usage, std::to_string(options_.port) + " is no port", {}, "--port 0 to 65535");
    if (options_.port == 0) port_ = server_.bind_to_any_port(options_.host);
    else port_ = server_.bind_to_port(options_.host, options_.port) ? options_.port : -1;
    if (port_ <= 0)
      return error(Code::io, "cannot listen on " + options_.host + ":" + std::to_string(options_.port), {},
                   "perhaps another program has it; --port 0 takes any free port");
    return {};
  }
  int port() const override { return port_; }
  void run() override { server_.listen_after_bind(); }
  void stop() override { server_.stop(); }

 private:
  // Reads the body, as much of it as this request may bring, and answers.
  httplib::Server::HandlerWithContentReader with_body(Handler handler) {
    return [this, handler = std::move(handler)](const httplib::Request& from, httplib::Response& to,
                                                const httplib::ContentReader& read) {
      Request request = request_of(from);
      size_t most = options_.max_body ? options_.max_body(request) : options_.max_request_bytes;
      if (is_form(from)) most = std::min(most, kMostForm);
      if (link_of_thread) link_of_thread->allow_body(most);
      auto take = [&](const char* data, size_t n) {
        if (n > most - request.body.size()) return false;
        request.body.append(data, n);
        return true;
      };
      const bool sized = from.has_header("Content-Length"), pieces = from.has_header("Transfer-Encoding");
      const bool fits = sized ? from.get_header_value<uint64_t>("Content-Length") <= most && read(take)
                              : !pieces || read(take);
      if (!fits) return refuse(to, 413, "This request is too long, or was cut off.");
      if (is_form(from)) add_form(request);
      answer(handler, request, to);
    };
  }

  ServerOptions options_;
  Bounded server_;
  int port_ = 0;
};

}  // namespace

extern "C" Server* gleaner_make_server(const ServerOptions* options) { return new HttpServer(*options); }

}  // namespace gleaner::web
