// See csv.h.
#include "base/csv.h"

namespace gleaner {

Status csv_row(std::string_view text, size_t& at, char separator, uint32_t& line, const std::string& file,
               std::vector<std::string>& row) {
  row.assign(1, "");
  bool quoted = false;
  const uint32_t first = line;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '\n') ++line;
    if (quoted) {
      if (c == '"' && at + 1 < text.size() && text[at + 1] == '"') row.back() += text[++at];
      else if (c == '"') quoted = false;
      else row.back() += c;
    } else if (c == '"' && row.back().empty()) {
      quoted = true;
    } else if (c == separator) {
      row.emplace_back();
    } else if (c == '\n') {
      ++at;
      return {};
    } else if (c != '\r' || (at + 1 < text.size() && text[at + 1] != '\n')) {
      row.back() += c;
    }
  }
  if (quoted) return error(Code::bad_input, "a quoted value is never closed", {file, first, 0, {}});
  return {};
}

std::string csv_cell(std::string_view text, char separator) {
  if (text.find_first_of("\"\n\r") == std::string_view::npos &&
      text.find(separator) == std::string_view::npos)
    return std::string(text);
  std::string out = "\"";
  for (char c : text) out.append(c == '"' ? 2 : 1, c);
  return out + '"';
}

std::string_view without_mark(std::string_view text) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  return text.starts_with(kMark) ? text.substr(kMark.size()) : text;
}

}  // namespace gleaner
