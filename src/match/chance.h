// Have two rows of one table more in common than chance gives?
//
// Where a table is matched with itself nothing says how alike different things are: the likest rows of any
// table would teach that what they differ in means nothing, and two people of one name at different addresses
// would be one. So each pair is weighed by what is known beforehand, as Fellegi and Sunter did (A Theory for
// Record Linkage, 1969): a word in common speaks for a match by how few rows have it, a column that differs
// speaks against it, and of all rows one is the match of a given row at most. That is generous where words
// come together (a brand and its model): it is the most that a pair may have, never what it gets. Rows that
// are equal are the same, whatever they say.
// Cost: linear in the words of the two rows.
#pragma once

#include <vector>

#include "match/candidates.h"
#include "match/records.h"

namespace gleaner::match {

class Chance {
 public:
  // REQUIRES: one table; the records outlive this.
  explicit Chance(const Records& records);

  // The log odds of a pair within what is possible.
  float bounded(const Candidate& pair, float odds) const;
  // Rows that are equal in all that is compared, each with the next one that is: words that many rows have
  // find no candidates.
  std::vector<Candidate> equal_rows() const;
  // Labelled matches show how little the copies of this table may have in common.
  void allow(const std::vector<Candidate>& matches);

 private:
  bool equal(const Candidate& pair) const;
  float most(const Candidate& pair) const;
  double words(const Candidate& pair) const;
  double texts(const Candidate& pair) const;
  double amounts(const Candidate& pair) const;

  const Records& records_;
  std::vector<std::vector<float>> amounts_;  // of each number field, sorted
  float allowed_ = 0;
};

}  // namespace gleaner::match
