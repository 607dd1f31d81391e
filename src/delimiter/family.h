// The family "delimiter": wrappers of the kinds lr, hlrt, oclr, hoclrt, nlr, nhlrt, and the learners for
// them.
//
//   kind = "hlrt"
//   head = "<body>"                # hlrt, hoclrt, nhlrt: what stands before it is skipped
//   tail = "</body>"               # ... and nothing behind it is taken
//   open = "<li>"                  # oclr, hoclrt
//   close = "</li>"
//
//   [[attributes]]                 # in page order
//   name = "country"
//   left = "<b>"
//   right = "</b>"
//
//   [[attributes]]
//   name = "phone"
//   list = "phones"                # nested kinds: these are records in a list of that name; "values = true": a list of texts
//   left = ...
//   type = "number"                # text (default), number, money, date, url, bool
//
// The kind "delimiter" learns the first of the six that fits. Documented in docs/delimiter.md.
#pragma once

#include "delimiter/delimiters.h"
#include "delimiter/learn.h"
#include "delimiter/shape.h"
#include "wrap/wrapper.h"

namespace gleaner::delimiter {

void register_family(wrap::Registry& registry);

Result<wrap::WrapperPtr> load(const wrap::Config& config);
wrap::WrapperPtr make_wrapper(Delimiters delimiters, Shape shape);

// Labelled pages as learners see them. Spans that are still open (a text that stands in several places) are
// chosen such that a wrapper of the class exists, if there is such a choice.
struct Prepared {
  Shape shape;
  std::vector<Example> examples;  // texts are those of the documents
};
Result<Prepared> prepare(Class kind, const std::vector<wrap::LabelledPage>& pages, Budget& budget);

// As a diagnostic: the field, the places with their lines, what to do.
Diagnostic cannot_learn(Class kind, const Reason& reason, const std::vector<wrap::LabelledPage>& pages,
                        const Shape& shape);

}  // namespace gleaner::delimiter
