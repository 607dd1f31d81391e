// Base 64 (RFC 4648): bytes in texts.
#pragma once

#include <string>
#include <string_view>

namespace gleaner {

// What is no such character is passed over.
std::string from_base64(std::string_view text);
std::string to_base64(std::string_view bytes);

}  // namespace gleaner
