// A family that somebody asks for by name, held to what holds for all.
//
// Where rows of a list are labelled in part, the records are found first (bounds.h) and the family learns
// from all of them. It is refused if it gives other records than these, or takes a value of a neighbour.
// Pages that are labelled whole, have one record each, or are no lists go to the family as they are.
#pragma once

#include "wrap/wrapper.h"

namespace gleaner::learn {

Result<wrap::Learned> learn_named(const wrap::Registry& families, const wrap::Registry::Family& family,
                                  const std::vector<wrap::LabelledPage>& pages,
                                  const wrap::LearnOptions& options, Budget& budget);

}  // namespace gleaner::learn
