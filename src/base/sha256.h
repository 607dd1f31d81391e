// SHA-256 (FIPS 180-4) and HMAC (RFC 2104) with it: names for content, and signatures of requests.
#pragma once

#include <string>
#include <string_view>

namespace gleaner {

std::string sha256(std::string_view bytes);  // 32 bytes
std::string hmac_sha256(std::string_view key, std::string_view bytes);
std::string hex_bytes(std::string_view bytes);  // in small letters

}  // namespace gleaner
