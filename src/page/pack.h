// Packing: the counterpart of what load.h unpacks, for those who write such data.
#pragma once

#include <string>
#include <string_view>

namespace gleaner {

std::string pack_zlib(std::string_view bytes);  // RFC 1950, as PNG and PDF use it
std::string pack_zstd(std::string_view bytes);  // RFC 8878, quickly

}  // namespace gleaner
