// The trials of a portfolio: every family learns from the labels, from all pages and with each page left out.
//
// All learn from the same labels, each text at the place that it means (label/settle.h), and are judged
// by the labels as they were given. A list that is labelled in part comes here whole, with the records
// that were found first (bounds.h); where none were found, those families alone are asked that can
// learn a list from a part of it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "learn/portfolio.h"

namespace gleaner::learn {

// Families worth asking, best first, and how well their wrappers keep on further pages. Where a page is one
// record, pages vary (optional rows, other orders), and conditions on structure and labels outlive exact
// strings. Where a page is a list, its own repetition has tested a delimiter wrapper on every record: one
// that is exact there stays exact, to the byte. The richer classes need more examples than the poorer ones.
struct Prior {
  std::string_view kind;
  double on_details, on_lists;
};
inline constexpr Prior kPriors[] = {{"pattern", 1.0, 0.9}, {"lr", 0.75, 1.0},      {"hlrt", 0.7, 0.99},
                                    {"oclr", 0.6, 0.97},   {"hoclrt", 0.55, 0.96}, {"nhlrt", 0.5, 0.95},
                                    {"nlr", 0.45, 0.94},   {"template", 0.4, 0.5}, {"byexample", 0.35, 0.6},
                                    {"lines", 0.3, 0.4},   {"rows", 0.2, 0.85}};

// Whose answer is quick, where one is wanted at once (Portfolio::learn_first).
inline constexpr const char* kAskedFirst[] = {"pattern", "rows"};

size_t jobs_of(const wrap::LearnOptions& options);

struct Trials {
  std::vector<Contestant> candidates;  // in the order of the priors
  std::vector<std::pair<std::string, Diagnostic>> failures;
  std::optional<Diagnostic> cut;  // not all was tried, and why
};
// Nothing at all if no family can learn.
Trials run_trials(const wrap::Registry& families, const std::vector<wrap::LabelledPage>& pages,
                  const wrap::LearnOptions& options, Budget& budget, const OnTrial& on_trial);

}  // namespace gleaner::learn
