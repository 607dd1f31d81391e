// Labelled pages as the learner judges windows by: what is right, what is wrong, how many there are; and how
// well a model gives the labels back.
#pragma once

#include <vector>

#include "byexample/example.h"
#include "byexample/window.h"

namespace gleaner::byexample {

// One a page, in their order. REQUIRES: `examples` and `model` were made of these pages (make_examples).
std::vector<JudgedPage> judge_pages(const std::vector<wrap::LabelledPage>& pages, const Examples& examples,
                                    const Model& model);

// Values and whole objects.
struct Score {
  uint32_t right = 0, wrong = 0, missed = 0;  // values
  uint32_t same = 0, given = 0, wanted = 0;   // objects
  static double f1(double right, double wrong, double missed) {
    return right > 0 ? 2 * right / (2 * right + wrong + missed) : 0;
  }
  double value() const { return f1(right, wrong, missed) + f1(same, given - same, wanted - same); }
};

// `complete_only`: pages that are not labelled whole say nothing about wrong values.
Score measure(const Model& model, const std::vector<JudgedPage>& pages, const Examples& examples,
              bool complete_only);

}  // namespace gleaner::byexample
