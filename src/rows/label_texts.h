// Texts of records that name what follows them ("Price:", a dt, "Seller" in every
// record), and those that are values.
//
// Where records lack fields, a value is told by the name before it rather than by its number. So a rule that
// gives values behind another name than the labelled ones' is wrong there; and a rule that quotes what is
// itself a labelled value of the record ("the tag behind printer") quotes content, however many records have
// it: it is the word that was searched for. Cost: the texts of the sampled records, once.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "rows/list_rules.h"

namespace gleaner::rows {

class LabelTexts {
 public:
  explicit LabelTexts(const std::vector<Sample>& samples);

  // Is it one by how it is written, not by its repetition alone?
  bool is_marked(std::string_view letters) const { return marked_.contains(letters); }
  // Share of a rule's values that stand behind another name than the labelled ones; 0 where these stand
  // behind several, or behind what is labelled itself.
  double foreign_share(const Scored& rule, const std::vector<Labelled>& have) const;

 private:
  std::string_view before(size_t sample, const Found& value) const;  // the text there, "" in front of all

  const std::vector<Sample>& samples_;
  std::set<std::string, std::less<>> known_, marked_,
      values_;  // names, those by how they are written, labels
};

// Share of a rule's values that stand in a column with another header than the labelled ones; 0
// where these have none, or several.
double foreign_columns(const std::vector<Sample>& samples, const Scored& rule,
                       const std::vector<Labelled>& have);

// Lowers the scores of rules that quote a labelled value of another field, unless
// that is the same everywhere.
void lower_quoted_values(const std::vector<Sample>& samples, const std::vector<std::vector<Labelled>>& have,
                         std::vector<std::vector<Scored>>& scored);

}  // namespace gleaner::rows
