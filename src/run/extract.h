// One page and one wrapper: records with their readings, an explanation of each cell, a verdict on
// the page. What the verbs, the library, flows and Studio all show of a page comes from here, so that
// a preview is what a run gives.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "learn/check.h"
#include "learn/explain.h"
#include "page/document.h"
#include "wrap/wrapper_file.h"

namespace gleaner::run {

// Records with the readings that `schema` asks for; spans are ranges of the page's text.
// What ran out is told in the notes.
Result<wrap::RecordList> extract(const wrap::Wrapper& wrapper, const wrap::Schema& schema,
                                 const Document& page, Budget& budget);

// Why each cell of these records is there, or is not; with the example that a rule came from,
// where the file's profile knows it.
std::vector<learn::ExplainedCell> explain(const wrap::WrapperFile& file, const Document& page,
                                          const std::vector<wrap::Record>& records,
                                          const learn::ExplainOptions& options = {});

struct CheckedPage {
  learn::PageCheck check;
  std::vector<wrap::Record> records;
  std::string refused;               // nodes like the records that are none, and why
  std::optional<Diagnostic> failed;  // not judged: it was not read to its end, or not at all
};
// Does the page look as the profile knows it? Several pages are then judged together (learn::judge_together).
CheckedPage check(const wrap::Wrapper& wrapper, const learn::Profile& profile, const Document& page,
                  Budget& budget);

}  // namespace gleaner::run
