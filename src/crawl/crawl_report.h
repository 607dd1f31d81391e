// A crawl as a page for people, in one file without scripts: harvest rate against visits (as in Lixto's
// figure 3), the site's map (groups of similar pages, hubs, patterns of addresses), and what each kind of
// page came to.
#pragma once

#include <string>

#include "crawl/crawl_job.h"

namespace gleaner::crawl {

Result<std::string> report_page(CrawlJob& crawl, const std::vector<SiteReport>& sites);

}  // namespace gleaner::crawl
