// The server over cpp-httplib. Built as a library of its own, see web/server.h.
#include "web/server.h"

#include <httplib.h>

namespace gleaner::web {
namespace {

Request request_of(const httplib::Request& from) {
  Request made;
  made.method = from.method;
  made.path = from.path;
  for (const auto& [name, value] : from.params) made.parameters.emplace(name, value);
  made.header_accept = from.get_header_value("Accept");
  return made;
}

void answer(const Server::Handler& handler, const httplib::Request& from, httplib::Response& to) {
  Response made = handler(request_of(from));
  to.status = made.status;
  // Pages show text of other people's pages: nothing in them may run or load anything.
  to.set_header("Content-Security-Policy",
                "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'");
  to.set_header("X-Content-Type-Options", "nosniff");
  to.set_header("Cache-Control", "no-store");
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
    server_.set_keep_alive_max_count(10'000);
    server_.set_keep_alive_timeout(2);
    server_.set_payload_max_length(options.max_request_bytes);
    server_.new_task_queue = [threads = options.threads] { return new httplib::ThreadPool(threads); };
  }
  ~HttpServer() override { server_.stop(); }

  void get(const std::string& path, Handler handler) override {
    server_.Get(path, [handler = std::move(handler)](const httplib::Request& from, httplib::Response& to) {
      answer(handler, from, to);
    });
  }
  void post(const std::string& path, Handler handler) override {
    server_.Post(path, [handler = std::move(handler)](const httplib::Request& from, httplib::Response& to) {
      answer(handler, from, to);
    });
  }
  Status bind() override {
    if (options_.port == 0) port_ = server_.bind_to_any_port(options_.host);
    else port_ = server_.bind_to_port(options_.host, options_.port) ? options_.port : -1;
    if (port_ <= 0)
      return error(Code::io, "cannot listen on " + options_.host + ":" + std::to_string(options_.port), {},
                   "--port 0 takes any free port");
    return {};
  }
  int port() const override { return port_; }
  void run() override { server_.listen_after_bind(); }
  void stop() override { server_.stop(); }

 private:
  ServerOptions options_;
  httplib::Server server_;
  int port_ = 0;
};

}  // namespace

extern "C" Server* gleaner_make_server(const ServerOptions* options) { return new HttpServer(*options); }

}  // namespace gleaner::web
