// See pack.h.
#include "page/pack.h"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>

namespace gleaner {
namespace {

constexpr int kGzipOnly = 15 + 16;  // zlib's word for a window of 32 KB and gzip's frame

}  // namespace

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

struct GzipPieces::Stream {
  z_stream zlib{};
  bool ended = true, damaged = false;  // ended: between members
  std::array<Bytef, 1u << 16> out;
  Stream() { damaged = inflateInit2(&zlib, kGzipOnly) != Z_OK; }
  ~Stream() { inflateEnd(&zlib); }
};

GzipPieces::GzipPieces() : stream_(std::make_unique<Stream>()) {}
GzipPieces::~GzipPieces() = default;
bool GzipPieces::whole() const { return stream_->ended && !stream_->damaged; }

bool GzipPieces::unpack(std::string_view packed, const std::function<bool(std::string_view)>& take) {
  Stream& at = *stream_;
  at.zlib.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  at.zlib.avail_in = uInt(packed.size());  // pieces are small
  do {
    if (at.damaged) return false;
    if (at.ended && !at.zlib.avail_in) return true;
    if (at.ended) inflateReset(&at.zlib);
    at.zlib.next_out = at.out.data();
    at.zlib.avail_out = uInt(at.out.size());
    const int status = inflate(&at.zlib, Z_NO_FLUSH);
    at.ended = status == Z_STREAM_END;
    at.damaged = !at.ended && status != Z_OK && status != Z_BUF_ERROR;
    const size_t made = at.out.size() - at.zlib.avail_out;
    if (made && !take({reinterpret_cast<const char*>(at.out.data()), made})) return false;
  } while (at.zlib.avail_in || !at.zlib.avail_out);
  return !at.damaged;
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
