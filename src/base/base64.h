// Base64 (RFC 4648, with padding): bytes as text, for formats that hold texts only.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gleaner {

std::string base64(std::string_view bytes);
// Nothing where the text is no such thing. White space is passed over.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace gleaner
