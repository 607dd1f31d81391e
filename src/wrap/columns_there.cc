// See columns_there.h. The beginning of a file may end anywhere, also within its first
// record: JSON is scanned, not parsed.
#include "wrap/columns_there.h"

#include <algorithm>

#include "base/csv.h"
#include "base/text.h"

namespace gleaner::wrap {
namespace {

// Behind the string that begins at `at`.
size_t string_end(std::string_view text, size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at)
    if (text[at] == '\\') ++at;
  return std::min(at + 1, text.size());
}

std::vector<std::string> keys_of_first(std::string_view text) {
  std::vector<std::string> out;
  size_t depth = 0;
  for (size_t at = std::min(text.find('{'), text.size()); at < text.size();) {
    const char c = text[at];
    if (c == '"') {
      const size_t end = string_end(text, at), next = text.find_first_not_of(" \t\r\n", end);
      if (depth == 1 && next != std::string_view::npos && text[next] == ':')
        out.emplace_back(text.substr(at + 1, end - at - 2));
      at = end;
      continue;
    }
    if (c == '{' || c == '[') ++depth;
    if ((c == '}' || c == ']') && --depth == 0) break;
    ++at;
  }
  return out;
}

}  // namespace

std::vector<std::string> columns_at_head(Format format, std::string_view head) {
  head = without_mark(head);
  if (format == Format::json || format == Format::jsonl) return keys_of_first(head);
  std::vector<std::string> names;
  if (format != Format::csv && format != Format::tsv) return names;
  size_t at = 0;
  uint32_t line = 1;
  if (!csv_row(head, at, format == Format::csv ? ',' : '\t', line, "", names).ok()) names.clear();
  if (names.size() == 1 && trim(names[0]).empty()) names.clear();
  return names;
}

bool holds_others(const std::vector<std::string>& there, const std::vector<std::string>& ours) {
  const auto is_ours = [&](const std::string& name) {
    return std::ranges::any_of(ours, [&](const std::string& own) { return equals_ignoring_case(own, name); });
  };
  return size_t(std::ranges::count_if(there, is_ours)) * 2 < there.size();
}

}  // namespace gleaner::wrap
