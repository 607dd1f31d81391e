// See table.h.
#include "store/table.h"

#include <fmt/format.h>

#include "base/text.h"

namespace gleaner::store {
namespace {

std::string quoted(std::string_view text, char quote) {
  std::string out(1, quote);
  for (char c : text) out.append(c == quote ? 2 : 1, c);
  return out + quote;
}

}  // namespace

std::string quote_name(std::string_view name) { return quoted(name, '"'); }
std::string quote_text(std::string_view text) { return quoted(text, '\''); }

bool is_query(std::string_view text) {
  const std::string begin = lower_ascii(trim(text).substr(0, 7));
  for (std::string_view word : {"select", "with"})
    if (begin.starts_with(word) &&
        (begin.size() == word.size() || is_space(begin[word.size()]) || begin[word.size()] == '*'))
      return true;
  return false;
}

std::string query_for(std::string_view what) {
  return is_query(what) ? std::string(what) : "select * from " + quote_name(what);
}

Result<std::string> only_table(const std::vector<std::string>& tables, const std::string& of) {
  if (tables.size() == 1) return tables[0];
  for (const std::string& t : tables)
    if (t == "records") return t;
  std::string names;
  for (const std::string& t : tables) names += " " + t;
  return error(Code::usage,
               fmt::format("{} has {} tables{}{}", of, tables.size(), tables.empty() ? "" : ":", names), {},
               fmt::format("name one: '{}#{}'", of, tables.empty() ? "table" : tables[0]));
}

}  // namespace gleaner::store
