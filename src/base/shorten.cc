// See shorten.h.
#include "base/shorten.h"

#include "base/text.h"

namespace gleaner {

std::string shortened(std::string_view text, size_t most) {
  const std::string_view more = std::string_view("...").substr(0, most);
  if (text.size() <= most || count_code_points(text) <= most) return std::string(text);
  size_t at = 0;
  for (size_t n = more.size(); n < most; ++n) at += code_point_at(text, at).length;
  return std::string(trim(text.substr(0, at))) + std::string(more);
}

std::string padded(std::string_view text, size_t width) {
  const size_t length = count_code_points(text);
  return std::string(text) + std::string(width > length ? width - length : 0, ' ');
}

}  // namespace gleaner
