// Studio on the web: routes, and who may ask.
//
// The server answers on this machine alone. Every request of the API carries the token of this run (a header:
// no other site can send it, so a request forged from elsewhere fails), and web::Server turns away other
// hosts and origins. Pages are shown in a frame whose address holds another secret, the ticket: a frame has
// no token, sees no API and has an origin of its own. Beyond this machine (--listen) a password is demanded,
// and a proxy that speaks TLS. Of who has no token, no more than a password is read, and passwords are tried
// a few at a time (login_limit.h).
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "login_limit.h"
#include "resources.h"
#include "studio.h"
#include "web/server.h"

namespace gleaner::studio {

struct ServeOptions {
  std::string host = "127.0.0.1";
  int port = 0;
  std::vector<std::string> names;  // by which a proxy calls it
  std::string password;            // "": the token of the address is enough
  std::string ui;  // folder with the browser's part, instead of what is built in; for developing it
};

class StudioServer {
 public:
  StudioServer(Studio& studio, ServeOptions options);
  Status bind();
  // With the token, unless there is a password.
  std::string address() const;
  void run();  // until stop()
  void stop();

 private:
  using Action = std::function<Answer(const web::Request&, web::Response&)>;
  void add_api();
  void add_views();
  void add_actions();
  void add_transfers();
  void add_frames();
  void add_files();
  void api(const char* method, const std::string& path, Action action);
  bool may_ask(const web::Request& request) const;
  web::Response frame(const web::Request& request);
  web::Response resource(const web::Request& request);
  web::Response log_in(const web::Request& request);

  Studio& studio_;
  ServeOptions options_;
  const std::string token_, ticket_;
  LoginLimit logins_;
  ArchivedResources archived_;
  std::unique_ptr<web::Server> server_;
};

}  // namespace gleaner::studio
