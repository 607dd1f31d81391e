// Object patterns: the components of each example object in page order, each with the windows that find it
// (the paper, section 3). Objects of the same form are one pattern; the most frequent come first.
#pragma once

#include <vector>

#include "byexample/example.h"
#include "byexample/window.h"

namespace gleaner::byexample {

// Fills model.objects. REQUIRES: the model has its windows.
void learn_objects(const std::vector<JudgedPage>& pages, const Examples& examples, Model& model);

}  // namespace gleaner::byexample
