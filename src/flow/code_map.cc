// See code_map.h.
#include "flow/code_map.h"

#include "base/text.h"
#include "script/csv.h"

namespace gleaner::flow {
namespace {

std::string folded(std::string_view text) { return lower_ascii(collapse(text)); }

}  // namespace

Result<CodeMap> CodeMap::parse(std::string_view text, const std::string& name) {
  CodeMap out;
  size_t columns = 2;
  const auto take = [&](const std::vector<std::string>& names, std::vector<std::string>& cells) {
    columns = names.size();
    if (cells.size() < 2) return true;
    const std::string from = folded(cells[0]);
    if (from.find_first_of("*?") != std::string::npos) out.patterns_.emplace_back(from, cells[1]);
    else out.codes_.emplace(from, cells[1]);
    return true;
  };
  GLEANER_CHECK(script::each_csv_row(text, name, take));
  if (columns < 2) return error(Code::bad_input, "a map needs two columns: texts and their codes", {name, 1});
  return out;
}

const std::string* CodeMap::find(std::string_view text) const {
  const std::string from = folded(text);
  if (const auto found = codes_.find(from); found != codes_.end()) return &found->second;
  for (const auto& [pattern, code] : patterns_)
    if (glob_match(pattern, from)) return &code;
  return nullptr;
}

}  // namespace gleaner::flow
