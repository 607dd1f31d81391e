// Running a wrapper over many pages: on several threads, results in input order, memory for a few pages only.
// A page of very many records, as a log is, comes in parts where it runs alone.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "page/load.h"
#include "run/follow.h"
#include "web/sources.h"
#include "wrap/wrapper.h"

namespace gleaner::run {

// What came of one page. Spans are already bytes of the page as stored; the Document is gone.
struct PageResult {
  std::string page;  // as given
  std::string url;
  std::vector<wrap::Record> records;
  Diagnostics notes;                 // budgets and the like
  std::optional<Diagnostic> failed;  // the page could not be read
  bool partial = false;
  uint64_t bytes = 0;
  std::string why_empty;  // without records: what the page itself says of that, if anything
  bool more = false;      // of a page in parts: this is not the last
};

struct PagesOptions {
  size_t jobs = 0;                       // 0: as many as the machine has
  BudgetLimits limits;                   // a page
  const wrap::Schema* schema = nullptr;  // whose types are read; null: the wrapper's own
  std::vector<Follow> follows;           // links to open, and what to read there
  web::Sources* sources = nullptr;       // for those; REQUIRED with follows
  int year = 0;                          // of time stamps that have none
  size_t part = 0;        // records after which a page that runs alone is handed over in parts; 0: never
  bool refusals = false;  // notes on nodes like the records that are none, whatever the family
};

// Was only a part of the page read? Views tell so in its notes.
bool read_in_part(const Document& page);

// As many threads as asked for (0: as the machine has), not more than there are pages (0:
// not known) or memory is left for.
size_t jobs_for(size_t asked, size_t pages);

// consume returning false stops. Fails when the stream of pages does. With a limit of time a page that hangs
// in a library is given up, and the program must end by leave() (run/side_thread.h).
Status extract_pages(const wrap::WrapperPtr& wrapper, web::PageStream& pages, const PagesOptions& options,
                     const std::function<bool(PageResult)>& consume);

}  // namespace gleaner::run
