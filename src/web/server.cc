// See server.h. Loads the library that holds the server; here is only what needs no HTTP.
#include "web/server.h"

#include <fmt/format.h>

#include <random>

#include "base/library.h"
#include "page/url.h"

namespace gleaner::web {

Result<std::unique_ptr<Server>> make_server(const ServerOptions& options) {
  GLEANER_TRY(Library library,
              Library::open(library_places("libgleaner_http.so", GLEANER_HTTP_LIBRARY), "the HTTP server",
                            "libgleaner_http.so belongs beside the program"));
  auto make = library.find<Server* (*)(const ServerOptions*)>("gleaner_make_server");
  if (!make) return error(Code::unsupported, "libgleaner_http.so is of another version of this program");
  return std::unique_ptr<Server>(make(&options));
}

std::string Request::parameter(const std::string& name) const {
  auto found = parameters.find(name);
  return found == parameters.end() ? std::string() : found->second;
}

std::string Request::header(const std::string& lower_case_name) const {
  auto found = headers.find(lower_case_name);
  return found == headers.end() ? std::string() : found->second;
}

std::string escape_url(std::string_view text) { return encode_percent(text, "-_.~"); }

bool same_secret(const std::string& given, const std::string& secret) {
  unsigned different = given.size() == secret.size() ? 0 : 1;
  for (size_t i = 0; i < given.size() && i < secret.size(); ++i) different |= unsigned(given[i] ^ secret[i]);
  return different == 0;
}

std::string random_token() {
  std::random_device device;  // the system's own
  return fmt::format("{:08x}{:08x}{:08x}{:08x}", device(), device(), device(), device());
}

}  // namespace gleaner::web
