// Packing: the counterpart of what load.h unpacks, for those who write such data; and a look at packed data that is read in pieces.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gleaner {

std::string pack_zlib(std::string_view bytes);  // RFC 1950, as PNG and PDF use it
std::string pack_zstd(std::string_view bytes);  // RFC 8878, quickly

// The gzip member that `bytes` begin with: is it there whole, does it go on behind them, or is it none? Unpacks it to nowhere; one of more
// than `most` bytes goes on.
enum class GzipMember { whole, goes_on, damaged };
GzipMember look_at_gzip(std::string_view bytes, uint64_t most);

}  // namespace gleaner
