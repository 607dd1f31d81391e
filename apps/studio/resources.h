// The styles and pictures of a page of the web, fetched once when it is opened, so that it looks as it
// does in a browser. Kept in .gleaner/res/ by their address; the frame gets them from there, from the
// project's archives or not at all.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "page/document.h"
#include "project.h"

namespace gleaner::studio {

// Absolute addresses, styles first. Of a page without an address none.
std::vector<std::string> resource_addresses(const Document& page);

// An address as the frame asks for it: "https/host/path?query".
std::string resource_path(std::string_view address);
// Where the resource of an address is kept; `path` as resource_path() gives it.
std::string kept_resource(const std::string& path);

// Fetches what is not there yet; true if anything was. Takes some seconds at most.
bool fetch_resources(const Project& project, const Document& page);

// What the project's archives hold of styles and pictures. An archive is read through once, for where its
// answers stand, and anew when it has changed. Threads: may be asked from several.
class ArchivedResources {
 public:
  struct Found {
    std::string type, body;
  };
  // `path` as kept_resource() has it.
  std::optional<Found> find(const Project& project, const std::string& path);

 private:
  struct Listed {
    std::string etag;
    std::map<std::string, uint64_t> offsets;  // by path
  };
  std::mutex mutex_;
  std::map<std::string, Listed> archives_;
};

}  // namespace gleaner::studio
