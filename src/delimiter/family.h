// The family "delimiter": wrappers of the kinds lr, hlrt, oclr, hoclrt, nlr, nhlrt, and the learners for
// them.
//
//   kind = "hlrt"
//   head = "<body>"                # hlrt, hoclrt, nhlrt: what stands before it is skipped
//   tail = "</body>"               # ... and nothing behind it is taken
//   open = "<li>"                  # oclr, hoclrt
//   close = "</li>"
//   start = "<li><b>"              # learned: stands before every record and inside of none, see bounded.h
//   reach = 400                    # ... and so many bytes behind its first value a record may go on
//   beyond = true                  # hlrt, hoclrt, nhlrt: a tail with a start behind it is none
//
//   columns = ["country=name"]     # learned from tables whose columns have headers, see label/columns.h
//
//   [[attributes]]                 # in page order
//   name = "country"
//   left = "<b>"
//   right = "</b>"
//   mark = "Name: <b>"             # not of the first: stands before its values and nowhere else in a record
//
//   [[attributes]]
//   name = "phone"
//   list = "phones"                # nested kinds: these are records in a list of that name;
//                                  # with "values = true" it is a list of texts
//   left = ...
//   type = "number"                # text (default), number, money, date, url, bool
//
// The kind "delimiter" learns the first of the six that fits. Documented in docs/delimiter.md.
#pragma once

#include "delimiter/bounded.h"
#include "delimiter/delimiters.h"
#include "delimiter/learn.h"
#include "delimiter/shape.h"
#include "label/columns.h"
#include "wrap/wrapper.h"

namespace gleaner::delimiter {

void register_family(wrap::Registry& registry);

Result<wrap::WrapperPtr> load(const wrap::Config& config);
wrap::WrapperPtr make_wrapper(Delimiters delimiters, Shape shape, TupleBounds bounds = {},
                              label::Columns columns = {});

// Labelled pages as learners see them.
struct Prepared {
  Shape shape;
  std::vector<Example> examples;  // texts are those of the documents
  label::Columns columns;         // of tables, by their headers
};
Result<Prepared> prepare(Class kind, const std::vector<wrap::LabelledPage>& pages);

// As a diagnostic: the field, the places with their lines, what to do.
Diagnostic cannot_learn(Class kind, const Reason& reason, const std::vector<wrap::LabelledPage>& pages,
                        const Shape& shape);

}  // namespace gleaner::delimiter
