// From labelled values to what stands around them.
//
// Of the texts around a value those are kept that come again: with several labelled pages those
// that most of them have, with one all that are no labelled value themselves and hold no digits.
// Cost: the graph of a page, once.
#pragma once

#include "sheets/wrapper.h"

namespace gleaner::sheets {

// A block for every field of the model (block -1: absent), on one sheet (0: on all). The best pairs
// first, each block once a place.
std::vector<Found> assign(const Model& model, const BlockGraph& graph, uint32_t sheet, Budget& budget);

class LayoutLearner : public wrap::Learner {
 public:
  Result<wrap::Learned> learn(const std::vector<wrap::LabelledPage>& pages, const wrap::LearnOptions& options,
                              Budget& budget) const override;
};

}  // namespace gleaner::sheets
