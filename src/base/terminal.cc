// See terminal.h.
#include "base/terminal.h"

#include <fmt/format.h>

#include "base/text.h"

namespace gleaner {
namespace {

bool turns_direction(uint32_t c) {
  return c == 0x61C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069);
}

}  // namespace

std::string show_controls(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const auto byte = uint8_t(text[at]);
    if (byte < 0x80) {
      if (byte == '\r' && at + 1 < text.size() && text[at + 1] == '\n') {  // a line end of another system
        ++at;
        continue;
      }
      if ((byte >= 0x20 && byte != 0x7f) || byte == '\n' || byte == '\t') out += char(byte);
      else out += fmt::format("\\x{:02x}", byte);
      ++at;
      continue;
    }
    const CodePoint c = code_point_at(text, at);
    const bool invalid = c.length == 1;
    if (invalid) out += fmt::format("\\x{:02x}", byte);
    else if (c.value < 0xA0 || c.value == 0x2028 || c.value == 0x2029 || turns_direction(c.value))
      out += fmt::format("\\u{:04x}", c.value);
    else out += text.substr(at, c.length);
    at += c.length;
  }
  return out;
}

}  // namespace gleaner
