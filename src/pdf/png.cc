// See png.h. Grey, eight bits, no filter: three chunks.
#include "pdf/png.h"

#include <array>

#include "page/pack.h"

namespace gleaner::pdf {
namespace {

uint32_t crc_of(std::string_view bytes) {
  static const std::array<uint32_t, 256> table = [] {
    std::array<uint32_t, 256> made{};
    for (uint32_t i = 0; i < 256; ++i) {
      uint32_t c = i;
      for (int k = 0; k < 8; ++k) c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
      made[i] = c;
    }
    return made;
  }();
  uint32_t crc = 0xffffffffu;
  for (char c : bytes) crc = table[(crc ^ static_cast<unsigned char>(c)) & 0xff] ^ (crc >> 8);
  return ~crc;
}

void put(std::string& out, uint32_t n) {
  for (int shift = 24; shift >= 0; shift -= 8) out += char(n >> shift & 0xff);
}

void chunk(std::string& out, std::string_view name, std::string_view data) {
  put(out, uint32_t(data.size()));
  std::string body(name);
  body += data;
  out += body;
  put(out, crc_of(body));
}

}  // namespace

std::string png_of(const Picture& picture) {
  std::string head, rows, out = "\x89PNG\r\n\x1a\n";
  put(head, picture.width);
  put(head, picture.height);
  head += std::string("\x08\0\0\0\0", 5);  // 8 bits, grey
  for (uint32_t y = 0; y < picture.height; ++y) {
    rows += '\0';
    rows.append(picture.grey, size_t(y) * picture.width, picture.width);
  }
  chunk(out, "IHDR", head);
  chunk(out, "IDAT", pack_zlib(rows));
  chunk(out, "IEND", "");
  return out;
}

}  // namespace gleaner::pdf
