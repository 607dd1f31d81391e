// TextIndex: texts by the words in them (SQLite's FTS5), best first by BM25. In memory: made,
// asked and thrown away by one run.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "store/state.h"

namespace gleaner::store {

class TextIndex {
 public:
  static Result<std::unique_ptr<TextIndex>> make();
  Status add(std::string_view name, std::string_view text);
  // Names of texts that have all the phrases, each with its words in a row; at most `most`.
  Result<std::vector<std::string>> find(const std::vector<std::string>& phrases, size_t most);

 private:
  std::unique_ptr<State> state_;
  Statement insert_, select_;
};

}  // namespace gleaner::store
