// A page that is loaded and worked on under its own limits, for verbs that take pages one after the other.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "options.h"
#include "page_input.h"

namespace gleaner::cli {

struct WorkedPage {
  DocumentPtr document;              // null: it could not be loaded
  std::optional<Diagnostic> failed;  // also where a limit ended the work, or the reading: the rest is kept
};

// `doing` completes "ran out of time while ...". The network's time is no part of the work.
WorkedPage work_on_page(const std::string& page, const PageInput& input, const BudgetOptions& limits,
                        const std::string& doing, const std::function<void(const Document&)>& work);

}  // namespace gleaner::cli
