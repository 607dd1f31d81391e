// See address.h. Ranges: RFC 6890 and its registry.
#include "web/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cstdint>
#include <cstring>

namespace gleaner::web {
namespace {

struct Range {
  uint32_t first;
  int bits;
  std::string_view name;
};

constexpr uint32_t ip(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
  return a << 24 | b << 16 | c << 8 | d;
}
constexpr Range kRanges[] = {
    {ip(0, 0, 0, 0), 8, "reserved"},        {ip(10, 0, 0, 0), 8, "private"},
    {ip(100, 64, 0, 0), 10, "private"},     {ip(127, 0, 0, 0), 8, "loopback"},
    {ip(169, 254, 0, 0), 16, "link-local"}, {ip(172, 16, 0, 0), 12, "private"},
    {ip(192, 0, 0, 0), 24, "reserved"},     {ip(192, 0, 2, 0), 24, "reserved"},
    {ip(192, 168, 0, 0), 16, "private"},    {ip(198, 18, 0, 0), 15, "private"},
    {ip(198, 51, 100, 0), 24, "reserved"},  {ip(203, 0, 113, 0), 24, "reserved"},
    {ip(224, 0, 0, 0), 4, "multicast"},     {ip(240, 0, 0, 0), 4, "reserved"},
};

std::string_view special_v4(uint32_t address) {
  for (const Range& range : kRanges)
    if ((address >> (32 - range.bits)) == (range.first >> (32 - range.bits))) return range.name;
  return {};
}

uint32_t v4_at(const uint8_t* b) { return ip(b[0], b[1], b[2], b[3]); }

std::string_view special_v6(const uint8_t* b) {
  static constexpr uint8_t kZeros[16] = {};
  if (std::memcmp(b, kZeros, 10) == 0 && b[10] == 0xff && b[11] == 0xff)
    return special_v4(v4_at(b + 12));  // mapped
  if (std::memcmp(b, kZeros, 15) == 0) return b[15] == 1 ? "loopback" : special_v4(v4_at(b + 12));
  if (std::memcmp(b, kZeros, 12) == 0) return special_v4(v4_at(b + 12));  // compatible
  static constexpr uint8_t kNat64[12] = {0, 0x64, 0xff, 0x9b};
  if (std::memcmp(b, kNat64, 12) == 0) return special_v4(v4_at(b + 12));
  if (b[0] == 0 && b[1] == 0x64 && b[2] == 0xff && b[3] == 0x9b) return "private";  // NAT64 of one's own
  if (b[0] == 0x20 && b[1] == 0x02) return special_v4(v4_at(b + 2));                // 6to4
  if (b[0] == 0x20 && b[1] == 0x01 && b[2] == 0 && b[3] == 0) return "reserved";    // Teredo
  if (b[0] == 0x20 && b[1] == 0x01 && b[2] == 0x0d && b[3] == 0xb8) return "reserved";
  if ((b[0] & 0xfe) == 0xfc) return "private";
  if (b[0] == 0xfe && (b[1] & 0xc0) == 0x80) return "link-local";
  if (b[0] == 0xfe && (b[1] & 0xc0) == 0xc0) return "private";
  if (b[0] == 0xff) return "multicast";
  return {};
}

}  // namespace

std::string_view special_address(const sockaddr* address) {
  if (address->sa_family == AF_INET) {
    sockaddr_in in;
    std::memcpy(&in, address, sizeof in);
    return special_v4(ntohl(in.sin_addr.s_addr));
  }
  if (address->sa_family == AF_INET6) {
    sockaddr_in6 in;
    std::memcpy(&in, address, sizeof in);
    return special_v6(in.sin6_addr.s6_addr);
  }
  return "no network";  // a local socket
}

std::string_view special_address(std::string_view text) {
  if (text.size() > 1 && text.front() == '[' && text.back() == ']') text = text.substr(1, text.size() - 2);
  const std::string name(text.substr(0, text.find('%')));
  in_addr v4;
  if (::inet_pton(AF_INET, name.c_str(), &v4) == 1) return special_v4(ntohl(v4.s_addr));
  in6_addr v6;
  if (::inet_pton(AF_INET6, name.c_str(), &v6) == 1) return special_v6(v6.s6_addr);
  return {};
}

std::string address_text(const sockaddr* address) {
  char text[INET6_ADDRSTRLEN] = "";
  if (address->sa_family == AF_INET) {
    sockaddr_in in;
    std::memcpy(&in, address, sizeof in);
    ::inet_ntop(AF_INET, &in.sin_addr, text, sizeof text);
  } else if (address->sa_family == AF_INET6) {
    sockaddr_in6 in;
    std::memcpy(&in, address, sizeof in);
    ::inet_ntop(AF_INET6, &in.sin6_addr, text, sizeof text);
  }
  return text;
}

}  // namespace gleaner::web
