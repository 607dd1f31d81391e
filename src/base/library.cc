// See library.h. Opens by dlopen, and says where a library that comes with us may stand.
#include "base/library.h"

#include <dlfcn.h>

#include <filesystem>

#include "base/child.h"

namespace gleaner {

Result<Library> Library::open(const std::vector<std::string>& names, const std::string& what,
                              const std::string& hint) {
  std::string why;
  for (const std::string& name : names) {
    Library made;
    made.handle_ = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (made.handle_) return made;
    if (const char* text = dlerror(); text && why.empty()) why = text;
  }
  return error(Code::unsupported, what + " cannot be loaded: " + why, {}, hint);
}

void* Library::address(const char* symbol) const { return dlsym(handle_, symbol); }

std::vector<std::string> library_places(const std::string& name, const std::string& built) {
  const std::filesystem::path self = std::filesystem::path(own_program()).parent_path();
  return {(self / name).string(), (self / "../lib/gleaner" / name).string(), built, name};
}

}  // namespace gleaner
