// Questions about lists: the record about which an answer would decide most.
//
// The same labels can be read in several ways: another list that holds them, another rule for a field (the
// setting "rival" of the family "rows"). Where all readings give the same record, an answer teaches little;
// where they split, it decides: is this a record or not, is this its price or that. To this comes what
// every reading may have wrong: a record that lacks what the others have, or whose values are unlike
// theirs. A yes makes it a labelled row, a no makes its first value a text that is none; both are labels,
// and the next learning heeds them.
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
  std::string field, text,
      rival;  // the readings differ in this field of it: what the best gives, and another ("": nothing)
  bool given = true;  // by the best reading
  double doubt = 0;
};

// What a wrapper gives on each page, and how good a reading of the labels it is: the best is 1.
struct RowReading {
  double weight = 1;
  std::vector<std::vector<wrap::Record>> given;
};

// Where a record begins, by page: those that need not be asked about.
using KnownRows = std::set<std::pair<size_t, uint32_t>>;
std::pair<size_t, uint32_t> row_key(size_t page, const wrap::Record& record);

// The record most in doubt, and how many are; nothing where no doubt reaches kAskRow.
// The first reading is the best.
struct RowDoubts {
  std::optional<RowQuestion> most;
  size_t open = 0;
};
RowDoubts row_doubts(const std::vector<RowReading>& readings, const std::vector<DocumentPtr>& pages,
                     const KnownRows& known);

// Other readings of labelled rows that are nearly as good as the best, best first; their weights.
std::vector<std::pair<wrap::WrapperPtr, double>> other_readings(const wrap::Registry& families,
                                                                const std::vector<wrap::LabelledPage>& pages,
                                                                wrap::LearnOptions options, Budget& budget);

}  // namespace gleaner::learn
