// CodeMap: the mapping table of a column to normalise, texts to codes, from the first two
// columns of a CSV file. A text with * or ? is a pattern; texts are compared without case and
// with blanks collapsed, exact ones first.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/result.h"

namespace gleaner::flow {

class CodeMap {
 public:
  static Result<CodeMap> parse(std::string_view text, const std::string& name);
  const std::string* find(std::string_view text) const;  // null: stands not in the map

 private:
  std::unordered_map<std::string, std::string> codes_;
  std::vector<std::pair<std::string, std::string>> patterns_;
};

}  // namespace gleaner::flow
