// See pack.h.
#include "page/pack.h"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>

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

GzipMember look_at_gzip(std::string_view bytes, uint64_t most) {
  constexpr int kGzipOnly = 15 + 16;
  z_stream stream{};
  if (inflateInit2(&stream, kGzipOnly) != Z_OK) return GzipMember::damaged;
  std::array<Bytef, 1u << 16> nowhere;
  uint64_t made = 0;
  int status = Z_OK;
  while (status == Z_OK && made <= most) {
    if (!stream.avail_in && !bytes.empty()) {
      const size_t piece = std::min<size_t>(bytes.size(), 1u << 30);
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
      stream.avail_in = uInt(piece);
      bytes.remove_prefix(piece);
    }
    stream.next_out = nowhere.data();
    stream.avail_out = uInt(nowhere.size());
    status = inflate(&stream, Z_NO_FLUSH);
    made += nowhere.size() - stream.avail_out;
  }
  inflateEnd(&stream);
  if (status == Z_STREAM_END) return GzipMember::whole;
  return status == Z_OK || status == Z_BUF_ERROR ? GzipMember::goes_on : GzipMember::damaged;
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
