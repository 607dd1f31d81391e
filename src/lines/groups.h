// Labels of groups: records with fields of their own and a list of records below, as lines under a head line.
#pragma once

#include <vector>

#include "wrap/label.h"

namespace gleaner::lines {

// Some record has a list of records.
bool has_groups(const std::vector<wrap::LabelledPage>& pages);
// The same pages with the records of the lists as their labels.
std::vector<wrap::LabelledPage> inner_labels(const std::vector<wrap::LabelledPage>& pages);

}  // namespace gleaner::lines
