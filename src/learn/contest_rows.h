// The contest inside known record bounds: rows of lists, of which few are labelled, or very many.
//
// The family "rows" says what a record is (bounds.h). It is taken if it gives every labelled value; also if
// it gives the whole value where a label was cut short. A wrapper that gives such labels as they are has
// learned a few labels by heart and does worse on all other rows (bench/accuracy/rows.md).
//
// If "rows" does not give every labelled value, another family may win: one that does, and whose records
// are the same on every given page. In preformatted text a record is a line: there an exact wrapper of
// kind "lines" needs no such bounds.
#pragma once

#include <optional>
#include <vector>

#include "learn/bounds.h"
#include "learn/portfolio.h"

namespace gleaner::learn {

Contested contest_rows(const wrap::Registry& families, Bounds bounds,
                       const std::vector<wrap::LabelledPage>& pages, const wrap::LearnOptions& options,
                       Budget& budget, const OnTrial& on_trial);

// Very many labelled records of a page say what some of them say: a sample teaches, every label proves it.
// Records that come out otherwise join the sample. Nothing where no page is that long, or where the proof
// fails: then all families learn from all labels.
std::optional<Contested> contest_long_list(const wrap::Registry& families,
                                           const std::vector<wrap::LabelledPage>& pages,
                                           const wrap::LearnOptions& options, Budget& budget);

}  // namespace gleaner::learn
