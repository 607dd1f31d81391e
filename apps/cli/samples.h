// gleaner learn LABELS --samples: how many examples the PAC bound asks for, class by class, beside how many
// there are.
#pragma once

#include <vector>

#include "wrap/label.h"

namespace gleaner::cli {

struct SampleOptions {
  bool asked = false;
  double epsilon = 0.1, delta = 0.05;
};

// Prints the table on standard output; gives the exit code.
Result<int> print_samples(const std::vector<wrap::LabelledPage>& pages, const SampleOptions& options,
                          bool json);

}  // namespace gleaner::cli
