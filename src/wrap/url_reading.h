// URLs: resolving a reference against a base (RFC 3986, section 5), and whether a text is one. Internal to
// wrap.
#pragma once

#include <string>
#include <string_view>

namespace gleaner::wrap {

// The absolute form; the reference as it is when there is no base to resolve it against. Empty for what
// cannot be a link (blanks inside, "javascript:").
std::string resolve_url(std::string_view reference, std::string_view base);

// "http://..." and the like, nothing else in the text.
bool looks_like_url(std::string_view text);

}  // namespace gleaner::wrap
