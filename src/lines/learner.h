// The family "lines": from one to three labelled lines to a grammar of ours.
//
// 1. Each record's texts are looked for in the lines (locate.h); the cheapest places are tried first.
// 2. Lines with the same fields are one kind; the text between the fields becomes a pattern (pattern.h),
//    fitted to the unlabelled lines (fit.h). Of the placements that agree with each other the one is
//    taken whose grammar reads most.
// 3. The productions are written as a grammar (line_grammar.h) and run by `grammar`;
//    that is the wrapper (wrapper.h).
// Measured: being ready for lines that vary is worth 8 points of accuracy, the unlabelled lines 0.05, a
// second and third label nothing. Cost: some hundred small grammars compiled, about 0.1 s.
#pragma once

#include <memory>

#include "lines/labelled.h"
#include "lines/line_grammar.h"
#include "lines/wrapper.h"
#include "wrap/wrapper.h"

namespace gleaner::lines {

// Groups of lines under a head line are nested records: labels with a list of records give a
// grammar of groups (groups.cc).
Result<std::shared_ptr<const LinesWrapper>> grammar_of_groups(const std::vector<wrap::LabelledPage>& pages,
                                                              const std::vector<std::string_view>& page,
                                                              const std::string& comment);

// Productions for labelled lines; the same page and share as below.
Result<LineGrammar> productions_of(const LabelledLines& labelled, const std::vector<std::string_view>& page,
                                   Names& names, double* read = nullptr);

// The grammar of labelled lines. `page`: lines that are not blank, the labelled ones among them. `read`: of
// those, the share that it reads.
Result<std::shared_ptr<const LinesWrapper>> grammar_of(const LabelledLines& labelled,
                                                       const std::vector<std::string_view>& page,
                                                       std::string comment, double* read = nullptr,
                                                       HashLines hash_lines = HashLines::records);

class LinesLearner : public wrap::Learner {
 public:
  Result<wrap::Learned> learn(const std::vector<wrap::LabelledPage>& pages, const wrap::LearnOptions& options,
                              Budget& budget) const override;
};

void register_family(wrap::Registry& registry);

}  // namespace gleaner::lines
