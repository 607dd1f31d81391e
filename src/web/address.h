// Which addresses of the network may be reached. A page from outside can name any address, also those of the
// machine itself and of the network around it, which trust who asks from within:
// such are refused unless allowed.
#pragma once

#include <string>
#include <string_view>

struct sockaddr;

namespace gleaner::web {

// What is special about it: "loopback", "private", "link-local", ...; "" for an address of the open Internet.
// IPv4 addresses inside IPv6 ones (mapped, compatible, NAT64, 6to4) are judged as what they are.
std::string_view special_address(const sockaddr* address);
// Of a text such as "127.0.0.1" or "[::1]"; "" also for what is no address.
std::string_view special_address(std::string_view text);

std::string address_text(const sockaddr* address);

}  // namespace gleaner::web
