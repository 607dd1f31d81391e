// See query_hints.h.
#include "query_hints.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/nearest.h"
#include "base/text.h"
#include "store/record_file.h"

namespace gleaner::cli {
namespace {

bool is_table_file(const std::string& name) {
  const size_t dot = name.rfind('.');
  if (dot == std::string::npos || !is_alpha(name[0])) return false;
  const std::string ending = lower_ascii(name.substr(dot + 1));
  return store::RecordFile::writes(name) || ending == "csv" || ending == "tsv" || ending.starts_with("json");
}

}  // namespace

void add_query_hint(Diagnostic& why, const std::string& query) {
  const std::string first = lower_ascii(trim(query).substr(0, trim(query).find_first_of(" \n\t(")));
  for (std::string_view change : {"insert", "update", "delete", "create", "drop", "alter"})
    if (first == change) {
      why.hint = "a query reads: select ... from 'FILE'; -o FILE writes its answer, and --mode says how";
      return;
    }
  if (const auto near = nearest(first, {"select"}); near && first != *near) {
    why.hint = fmt::format("did you mean {}?", *near);
    return;
  }
  const size_t from = query.find("from ");
  if (from == std::string::npos) return;
  const size_t begin = std::min(query.find_first_not_of(' ', from + 5), query.size());
  const std::string name = query.substr(begin, query.find_first_of(" ,\n", begin) - begin);
  if (!name.empty() && is_table_file(name))
    why.hint = fmt::format("the name of a file stands in quotes: from '{}'", name);
}

}  // namespace gleaner::cli
