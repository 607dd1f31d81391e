// Labelled pages as the learner judges windows by: what is right, what is wrong, how many there are.
#pragma once

#include <vector>

#include "byexample/example.h"
#include "byexample/window.h"

namespace gleaner::byexample {

// One a page, in their order. REQUIRES: `examples` and `model` were made of these pages (make_examples).
std::vector<JudgedPage> judge_pages(const std::vector<wrap::LabelledPage>& pages, const Examples& examples,
                                    const Model& model);

}  // namespace gleaner::byexample
