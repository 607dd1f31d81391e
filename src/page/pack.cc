// See pack.h.
#include "page/pack.h"

#include <zlib.h>
#include <zstd.h>

namespace gleaner {

std::string pack_zlib(std::string_view bytes) {
  uLongf size = compressBound(uLong(bytes.size()));
  std::string out(size, '\0');
  if (compress2(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()),
                uLong(bytes.size()), Z_BEST_SPEED) != Z_OK)
    return {};
  out.resize(size);
  return out;
}

std::string pack_zstd(std::string_view bytes) {
  constexpr int kLevel = 1;
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  const size_t size = ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), kLevel);
  if (ZSTD_isError(size)) return {};
  out.resize(size);
  return out;
}

}  // namespace gleaner
