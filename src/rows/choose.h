// Which list of a page is the learned one.
//
// Candidates are the hypotheses of the page; selectors that said the learned records exactly count more, and
// so do members that have the fields. Where the best has less than half of the fields that the learned
// records had, the list is not there: nothing is better than something else.
#pragma once

#include <optional>
#include <vector>

#include "rows/hypotheses.h"
#include "rows/rows.h"

namespace gleaner::rows {

// Of very many members some, evenly spread: enough to judge a list by.
std::vector<Stretch> judged(const std::vector<Stretch>& members);

// Which share of the fields the members have, each weighed by how usual it is.
struct FieldShares {
  double mean = 0;
  double good = 0;  // what members have beyond `few`, summed over all
  double junk = 0;  // share of the members that have less
};
FieldShares field_shares(const Page& page, const std::vector<Stretch>& members,
                         const std::vector<FieldModel>& fields, double few = 0);
// Share of the members that have each field.
std::vector<double> usual(const Page& page, const std::vector<Stretch>& members,
                          const std::vector<FieldModel>& fields);

// Share of the members that stand in lists of which no member has half of what is usual: recommendations
// beside results, built as these are. Fields say how usual they are.
double in_other_lists(const Page& page, const std::vector<Stretch>& members,
                      const std::vector<FieldModel>& fields);

// `rows`: labelled rows of this page, if there are: they weigh most.
std::optional<Hypothesis> choose(const Model& model, const Scope& scope, Budget& budget,
                                 const std::vector<LabelledRow>* rows = nullptr);

// The best list that stands apart from the chosen members, is built as they are and has the fields as well,
// if there is one: who reads the page may mean both.
std::optional<Hypothesis> list_beside(const Model& model, const Page& page,
                                      const std::vector<Stretch>& members);

}  // namespace gleaner::rows
