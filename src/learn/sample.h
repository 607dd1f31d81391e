// Learning from very many labelled pages: from a sample that is enough, proved on the rest.
//
// Ten thousand labelled pages of one site say what a few dozen say, and a few odd pages more. So the
// learner gets some pages, spread evenly. Its wrapper is then run on all the others, one at a time and
// without keeping their trees. Some of the pages that come out otherwise than labelled are added, and it
// learns again. The report counts all pages. Cost: two or three learnings of a few dozen pages, and an
// extraction of every page for each.
#pragma once

#include <functional>
#include <vector>

#include "learn/compare.h"
#include "wrap/label.h"
#include "wrap/wrapper.h"

namespace gleaner::learn {

using LearnFrom = std::function<Result<wrap::Learned>(const std::vector<wrap::LabelledPage>&)>;

// At most `most` of n things, evenly spread, the first among them.
std::vector<size_t> evenly(size_t n, size_t most);
// ... of pages.
std::vector<wrap::LabelledPage> evenly(const std::vector<wrap::LabelledPage>& pages, size_t most);

// REQUIRES: nobody holds references into the views of these pages.
Result<wrap::Learned> learn_from_sample(const std::vector<wrap::LabelledPage>& pages, size_t jobs,
                                        const LearnFrom& learn);

}  // namespace gleaner::learn
