// Records first: what a record is on pages whose lists are labelled in part.
//
// From a few labelled rows most families learn those rows and lose the others, or run from one record into
// the next. So the family "rows" decides what the records are, by all lists of the page and the labels; a
// wrapper of any other family may be taken only where its records are the same ones on every given page.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "learn/compare.h"
#include "wrap/wrapper.h"

namespace gleaner::learn {

struct Bounds {
  wrap::Learned rows;
  std::vector<std::vector<wrap::Record>> records;  // a labelled page
};

// Nothing where all pages are labelled whole, are one record each, or have no list that holds the labels.
std::optional<Bounds> find_bounds(const wrap::Registry& families,
                                  const std::vector<wrap::LabelledPage>& pages,
                                  const wrap::LearnOptions& options, Budget& budget);

// The pages with all their records: as labelled where they are, as found elsewhere.
std::vector<wrap::LabelledPage> completed(const Bounds& bounds, const std::vector<wrap::LabelledPage>& pages);

// Is one record given inside of each, and no other? Else why not: "gives 2 of 58 records".
std::optional<std::string> leaves_bounds(const std::vector<wrap::Record>& given,
                                         const std::vector<wrap::Record>& bounds, const Document& page);

}  // namespace gleaner::learn
