// SHA-1 (RFC 3174): what web archives name content by. Not for anything that has to withstand an attacker.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace gleaner::web {

std::array<uint8_t, 20> sha1(std::string_view bytes);
// The same without what the processor may have for it: for tests, and where it has nothing.
std::array<uint8_t, 20> plain_sha1(std::string_view bytes);

}  // namespace gleaner::web
