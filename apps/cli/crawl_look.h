// A look into a crawl: why a page was visited or refused, the table of pages, the report again.
#pragma once

#include <string>

#include "cli.h"
#include "crawl/crawl_job.h"
#include "options.h"

namespace gleaner::cli {

// The forms `crawl why`, `crawl pages` and `crawl report`.
void add_crawl_look(Command& crawl);

// Why a crawl ended where it began; "" if it did not.
Result<std::string> why_no_way_on(crawl::CrawlJob& crawl, const crawl::CrawlJob::Site& site);
// The list of candidates in the job's folder, as names of pages of its archive. Gives its path.
Result<std::string> write_candidates(crawl::CrawlJob& crawl);
// All visited pages, or those of one kind.
Result<int> write_pages(crawl::CrawlJob& crawl, const OutputOptions& output, const std::string& kind);

}  // namespace gleaner::cli
