// What learning says of labels that do not come out, or that are not all there is.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "learn/compare.h"

namespace gleaner::learn {

// No family has learned anything: the most telling of their reasons.
Diagnostic nothing_fits(const std::vector<std::pair<std::string, Diagnostic>>& failures);

// The best wrapper gives too few of the labelled values.
Diagnostic too_little(const wrap::WrapperPtr& wrapper, const std::vector<wrap::LabelledPage>& pages,
                      const FieldMatches& exact);

// Notes on the labels beside a wrapper that is good enough, the most important first.
std::vector<Diagnostic> notes_on_labels(const wrap::WrapperPtr& wrapper,
                                        const std::vector<wrap::LabelledPage>& pages,
                                        const FieldMatches& exact);

}  // namespace gleaner::learn
