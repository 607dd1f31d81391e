// URLs: their parts, and resolving a reference against a base (RFC 3986, section 5).
#pragma once

#include <string>
#include <string_view>

namespace gleaner {

// Views of the URL that was split.
struct UrlParts {
  std::string_view scheme, authority, path, query, fragment;
  bool has_authority = false, has_query = false, has_fragment = false;
};
UrlParts split_url(std::string_view url);

// The authority without user and port, in lower case.
std::string host_of(const UrlParts& parts);

// "%41" becomes "A"; what is no such escape stays.
std::string decode_percent(std::string_view text);
// The way back: letters, digits and the signs of `plain` stay.
std::string encode_percent(std::string_view text, std::string_view plain);

// The absolute form; the reference as it is when there is no base to resolve it against. Empty for what
// cannot be a link ("javascript:", "data:").
std::string resolve_url(std::string_view reference, std::string_view base);

// "http://..." and the like, nothing else in the text.
bool looks_like_url(std::string_view text);

}  // namespace gleaner
