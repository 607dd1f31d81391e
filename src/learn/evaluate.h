// The one scorer of learning: what wrappers give on pages, each pair once, and how well
// that is what the labels vouch for.
//
// A portfolio asks the same of a wrapper and a page again and again: is it exact, does it agree with the
// others, does it stay in the bounds, what should be labelled next. What was given is kept with the page (a
// view of it), so that it is extracted once; it goes when the page's views do. Thread-safe.
#pragma once

#include <vector>

#include "learn/compare.h"
#include "wrap/wrapper.h"

namespace gleaner::learn {

// Nothing where the wrapper fails. REQUIRES: the page's views are not dropped while the result is used.
const wrap::RecordList& read_by(const wrap::WrapperPtr& wrapper, const Document& page);
const std::vector<wrap::Record>& given_by(const wrap::WrapperPtr& wrapper, const Document& page);

// Against the labels of all pages. `lists`: pages labelled in part are lists, also
// those with one labelled record.
FieldMatches evaluate(const wrap::WrapperPtr& wrapper, const std::vector<wrap::LabelledPage>& pages,
                      bool lists = false);

// What a report says of how the labels come out: no family counts that itself.
void tell(wrap::LearnReport& report, const FieldMatches& exact, const std::vector<wrap::LabelledPage>& pages);

}  // namespace gleaner::learn
