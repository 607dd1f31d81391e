// Questions about lists: the record about which an answer would decide most, "is this one, or not?".
//
// A record is in doubt by what it lacks of what the others have and by values unlike theirs. A yes makes it a
// labelled row, a no makes its first value a text that is none; both are labels, and the next learning heeds them.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "learn/portfolio.h"

namespace gleaner::learn {

struct RowQuestion {
  size_t page = 0;  // index into the pages given
  wrap::Record record;
  std::vector<std::string> lacks;  // fields that others have
  double doubt = 0;
};

// Where a record begins, by page: those that need not be asked about.
using KnownRows = std::set<std::pair<size_t, uint32_t>>;
std::pair<size_t, uint32_t> row_key(size_t page, const wrap::Record& record);

// The record most in doubt, and how many are; nothing where no doubt reaches kAskRow.
struct RowDoubts {
  std::optional<RowQuestion> most;
  size_t open = 0;
};
RowDoubts row_doubts(const std::vector<std::vector<wrap::Record>>& given, const std::vector<DocumentPtr>& pages,
                     const KnownRows& known);

}  // namespace gleaner::learn
