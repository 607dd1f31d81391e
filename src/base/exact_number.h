// The number that all of a text is, as std::from_chars reads it: with a point whatever the system's language,
// without blanks or a plus sign.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>

namespace gleaner {

// `base`: of whole numbers, if not 10.
template <class Number, class... Base>
std::optional<Number> exact_number(std::string_view text, Base... base) {
  Number number = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number, base...);
  if (failed != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace gleaner
