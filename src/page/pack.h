// Packing: the counterpart of what load.h unpacks, for those who write such data; and a look at
// packed data that is read in pieces.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace gleaner {

std::string pack_zlib(std::string_view bytes);  // RFC 1950, as PNG and PDF use it
std::string pack_zstd(std::string_view bytes);  // RFC 8878, quickly

// The gzip member that `bytes` begin with: is it there whole, does it go on behind them, or is it none?
// Unpacks it to nowhere; one of more than `most` bytes goes on.
enum class GzipMember { whole, goes_on, damaged };
GzipMember look_at_gzip(std::string_view bytes, uint64_t most);

// Unpacks gzip data that comes in pieces, member by member, with the memory of one piece.
class GzipPieces {
 public:
  GzipPieces();
  ~GzipPieces();
  // False: the data is damaged, or `take` wants no more.
  bool unpack(std::string_view packed, const std::function<bool(std::string_view)>& take);
  bool whole() const;  // the last member ended where the data ended

 private:
  struct Stream;
  std::unique_ptr<Stream> stream_;
};

}  // namespace gleaner
