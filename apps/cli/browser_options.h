// What the verbs that open a browser share: their options, and what a script's navigation is made of.
#pragma once

#include <functional>
#include <string>

#include "cli.h"
#include "page_input.h"
#include "run/browser_pages.h"
#include "script/navigation.h"
#include "script_access.h"

namespace gleaner::cli {

struct BrowserFlags {
  bool headed = false, banners = false;
  std::string banner_file, files, windows = "follow";
  double step_seconds = 10;
  uint64_t requests = 0;
};
void add_browser(Command& verb, BrowserFlags& into);

// A browser under the same rules as pages of the web: agent, headers, proxy, addresses. `hosts`: named by a
// person, so they may be on this machine.
browser::BrowserOptions browser_options(const WebOptions& web, const std::vector<std::string>& hosts,
                                        bool headed);
Result<browser::ContextOptions> context_options(const BrowserFlags& flags, const WebOptions& web);

// The browser of a verb that shows `pages` in one: the hosts they name may be on this machine, robots.txt
// holds, answers are kept in the job.
Status set_browser(run::BrowserPagesOptions& how, const std::vector<std::string>& pages,
                   const BrowserFlags& flags, const PageInput& input);

// Why robots.txt forbids a page, "" where it does not: it holds for pages that a browser
// gets as it does for fetched ones.
std::function<std::string(const std::string& url)> robots_rule(const WebOptions& web,
                                                               const std::vector<std::string>& hosts);

// For a script: pages of the allowed hosts only, secrets of the environment or asked, answers and snapshots
// into the job. `script`: its text, by which a job knows it.
Result<script::NavigationOptions> navigation_options(const BrowserFlags& flags, const AccessOptions& access,
                                                     const std::string& script);

}  // namespace gleaner::cli
