#include "web/server.h"

#include <dlfcn.h>

#include <filesystem>

namespace gleaner::web {
namespace {

// Beside the program, or where an installed program keeps its libraries.
std::vector<std::string> candidates() {
  std::error_code wrong;
  std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", wrong).parent_path();
  const std::string name = "libgleaner_http.so";
  return {(self / name).string(), (self / "../lib/gleaner" / name).string(), std::string(GLEANER_HTTP_LIBRARY), name};
}

}  // namespace

Result<std::unique_ptr<Server>> make_server(const ServerOptions& options) {
  std::string why;
  for (const std::string& path : candidates()) {
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) {
      if (const char* text = dlerror(); text && why.empty()) why = text;
      continue;
    }
    using Make = Server* (*)(const ServerOptions*);
    if (auto make = reinterpret_cast<Make>(dlsym(library, "gleaner_make_server"))) return std::unique_ptr<Server>(make(&options));
  }
  return error(Code::unsupported, "the HTTP server cannot be loaded: " + why, {}, "libgleaner_http.so belongs beside the program");
}

std::string Request::parameter(const std::string& name) const {
  auto found = parameters.find(name);
  return found == parameters.end() ? std::string() : found->second;
}

std::string escape_html(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (char c : text) {
    switch (c) {
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '&': out += "&amp;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  }
  return out;
}

std::string escape_url(std::string_view text) {
  static constexpr char kHex[] = "0123456789ABCDEF";
  std::string out;
  for (char c : text) {
    bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.' || c == '~';
    if (plain) out += c;
    else out += '%', out += kHex[uint8_t(c) >> 4], out += kHex[uint8_t(c) & 15];
  }
  return out;
}

}  // namespace gleaner::web
