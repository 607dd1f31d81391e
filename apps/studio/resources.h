// The styles and pictures of a page of the web, fetched once when it is opened, so that it looks as it does in a browser. Kept in
// .gleaner/res/ by their address; the frame gets them from there or not at all.
#pragma once

#include <string>
#include <vector>

#include "page/document.h"
#include "project.h"

namespace gleaner::studio {

// Absolute addresses, styles first. Of a page without an address none.
std::vector<std::string> resource_addresses(const Document& page);

// Where the resource of an address is kept; `path` is "https/host/path?query" as the frame asks for it.
std::string kept_resource(const std::string& path);

// Fetches what is not there yet; true if anything was. Takes some seconds at most.
bool fetch_resources(const Project& project, const Document& page);

}  // namespace gleaner::studio
