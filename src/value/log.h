// What logs hold besides numbers and times: sizes in bytes, addresses of machines, levels of importance.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gleaner::value {

// Bytes: "512", "10 bytes", "1.5 GB" (a thousand each), "1.5 GiB" and "4.0K" as
// `ls -h` writes it (1,024 each).
std::optional<double> read_size(std::string_view text);

// IPv4 or IPv6 in the form that everybody writes alike, empty where the text is none: "10.0.0.1",
// "2001:db8::1". A port behind it is left out: "10.0.0.1:443", "[::1]:80".
std::string read_ip(std::string_view text);

// trace, debug, info, notice, warning, error, critical, alert, emergency; empty where the text is none.
// "WARN" and "W" are warning, "FATAL" is critical.
std::string_view read_level(std::string_view text);

}  // namespace gleaner::value
