// See query_hints.h.
#include "query_hints.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "store/record_file.h"

namespace gleaner::cli {
namespace {

const script::Fields* fields_of(const script::Value& row) {
  return row.is(script::Kind::record) ? &row.as_record().fields : nullptr;
}

bool is_table_file(const std::string& name) {
  const size_t dot = name.rfind('.');
  if (dot == std::string::npos || !is_alpha(name[0])) return false;
  const std::string ending = lower_ascii(name.substr(dot + 1));
  return store::RecordFile::writes(name) || ending == "csv" || ending == "tsv" || ending.starts_with("json");
}

}  // namespace

void add_query_hint(Diagnostic& why, const std::string& query) {
  const std::string first = query.substr(0, query.find_first_of(" \t\n"));
  if (first != "select" && lower_ascii(first) == "select") {
    why.hint = "the words of a query are in lower case: select ... from ... where ...";
    return;
  }
  const size_t from = query.find("from ");
  if (from == std::string::npos) return;
  const size_t begin = std::min(query.find_first_not_of(' ', from + 5), query.size());
  const std::string name = query.substr(begin, query.find_first_of(" ,\n", begin) - begin);
  if (!name.empty() && is_table_file(name))
    why.hint = fmt::format("the name of a file stands in quotes: from '{}'", name);
}

std::vector<std::string> empty_columns(const script::Value& answer) {
  std::vector<std::string> empty;
  if (!answer.is(script::Kind::list) || answer.as_list().items.empty()) return empty;
  const std::vector<script::Value>& rows = answer.as_list().items;
  const script::Fields* first = fields_of(rows.front());
  if (!first) {
    if (std::all_of(rows.begin(), rows.end(), [](const script::Value& row) { return row.is_null(); }))
      empty.push_back("what is selected");
    return empty;
  }
  for (size_t i = 0; i < first->size(); ++i)
    if (std::all_of(rows.begin(), rows.end(), [&](const script::Value& row) {
          const script::Fields* fields = fields_of(row);
          return fields && i < fields->size() && (*fields)[i].second.is_null();
        }))
      empty.push_back((*first)[i].first);
  return empty;
}

std::vector<std::string> columns_of(const script::Value& answer) {
  std::vector<std::string> names;
  if (answer.is(script::Kind::list) && !answer.as_list().items.empty())
    if (const script::Fields* fields = fields_of(answer.as_list().items.front()))
      for (const auto& field : *fields) names.push_back(field.first);
  return names;
}

std::string first_table(const std::string& query) {
  const size_t from = query.find("from ");
  const size_t quote = from == std::string::npos ? from : query.find_first_of("'\"", from);
  const size_t end = quote == std::string::npos ? quote : query.find(query[quote], quote + 1);
  return end == std::string::npos ? std::string() : query.substr(quote, end + 1 - quote);
}

}  // namespace gleaner::cli
