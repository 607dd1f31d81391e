// See shorten.h.
#include "base/shorten.h"

#include <algorithm>

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

void widen(std::vector<size_t>& widths, const std::vector<std::string>& cells) {
  if (widths.size() < cells.size()) widths.resize(cells.size());
  for (size_t i = 0; i < cells.size(); ++i) widths[i] = std::max(widths[i], count_code_points(cells[i]));
}

std::string aligned(const std::vector<std::string>& cells, const std::vector<size_t>& widths,
                    const std::vector<bool>& right) {
  std::string line;
  for (size_t i = 0; i < cells.size() && i < widths.size(); ++i) {
    if (i) line += "  ";
    if (i < right.size() && right[i]) line.append(widths[i] - count_code_points(cells[i]), ' ') += cells[i];
    else line += padded(cells[i], widths[i]);
  }
  return line.substr(0, line.find_last_not_of(' ') + 1);
}

}  // namespace gleaner
