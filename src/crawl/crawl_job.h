// CrawlJob: focused crawls of several sites at once, as a job (job.h): killed at any moment, the same command
// goes on, and visits what it would have visited.
//
// Each site has a window of requests on their way, as wide as --host-connections. Answers are worked on in
// the order in which their pages were chosen, and a page is chosen when an answer was worked on: so the order
// depends on the answers alone, not on how long they take. The sites do not depend on each other. After a
// crash, what the archive has beyond the last commit is taken from there when its turn comes again.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "crawl/crawl_store.h"
#include "crawl/job.h"
#include "crawl/site_crawl.h"

namespace gleaner::crawl {

// A page of the kind that is looked for.
struct Template {
  std::string name;       // where it came from
  std::string structure;  // packed (structure.h)
  std::string url;        // "": unknown, or not of the site
};

struct SiteRequest {
  std::string start;
  std::vector<Template> templates;  // of this site alone; none: those of the crawl
};

struct CrawlOptions {
  web::FetchOptions fetch;
  uint64_t visits = 1000;   // of a site; 0: no limit
  uint64_t total = 0;       // of all sites together: shared out evenly; 0: no limit
  uint64_t patience = 500;  // visits without a candidate until a site is left
  uint64_t seed = 0;
  double quantile = 0.99;
  Fit fit = Fit::nearest;
  Weights weights;
  bool sitemaps = true;
};

struct CrawlProgress {
  size_t visits = 0, candidates = 0, failed = 0;
  size_t recent_visits = 0, recent_candidates = 0;  // the last hundred
  size_t sites = 0, sites_done = 0;
};

struct SiteReport {
  int64_t id = 0;
  std::string site;
  Threshold threshold;
  size_t visits = 0, candidates = 0, copies = 0, failed = 0, known = 0;
  std::string ended;        // why
  size_t unlike = 0;        // pages behind links that mostly lead to candidates, too different to be one,
  std::string unlike_page;  // and the first of them
  std::vector<std::string> left_out;  // parameters that make no difference
  bool more = false;                  // the same command with a larger budget would go on
};

struct CrawlReport {
  std::vector<SiteReport> sites;
  size_t fetched = 0, from_archive = 0;  // by this run
  std::map<std::string, size_t> errors;
  bool stopped = false;
  Diagnostics notes;
};

class CrawlJob {
 public:
  static Result<std::unique_ptr<CrawlJob>> open(const std::string& folder, const std::string& archive = "");
  ~CrawlJob();

  // What to crawl: as the job was begun with, or an error. `like`: templates of all sites that have none of
  // their own.
  Status begin(const std::vector<SiteRequest>& sites, const std::vector<Template>& like,
               const CrawlOptions& options);
  // The same of a job that was begun before, to look into it.
  Status look_into();
  Result<CrawlReport> run(const CrawlOptions& options,
                          const std::function<bool(const CrawlProgress&)>& progress);

  Job& job() { return *job_; }
  CrawlStore& store() { return *store_; }
  // The sites with their state, for reports. Filled by begin().
  struct Site;
  const std::vector<std::unique_ptr<Site>>& sites() const { return sites_; }

 private:
  struct Arrival;
  struct Running;
  CrawlJob();
  Status first_begin(const std::vector<SiteRequest>& sites, const std::vector<Template>& like,
                     const std::string& terms);
  Status load_all(const CrawlOptions& options);
  Status load_site(const StoredSite& stored, const std::vector<StoredTemplate>& like,
                   const CrawlOptions& options);
  Status replay(Site& site);
  Diagnostic damaged(const Site& site, const std::string& what) const;
  Status check_taken(const Site& site, uint64_t number, const Choice& choice) const;
  Status check_visit(const Site& site, const StoredVisit& visit) const;
  void count(Site& site, PageId page, Kind kind) const;
  void uncount_failure(Site& site, PageId page) const;
  Status try_again(const web::FetchOptions& options);
  Status fill(Site& site, Running& running);
  Status add_starts(Site& site, const std::vector<std::string>& urls, bool sitemaps);
  Result<bool> issue(Site& site, Running& running);
  Status work_off(Site& site, Running& running);
  Status work_on(Site& site, uint64_t number, web::Fetched got, bool archived, Running& running);
  Facts look_at(Site& site, const Choice& choice, const StoredPage& page, web::Fetched got,
                std::vector<NewPage>& fresh);
  Status store_fresh(Site& site, uint64_t number, const StoredPage& parent, const std::vector<NewPage>& fresh,
                     bool sitemap);
  Result<CrawlReport> report(Running& running);

  std::unique_ptr<Job> job_;
  std::unique_ptr<CrawlStore> store_;
  std::vector<std::unique_ptr<Site>> sites_;
};

struct CrawlJob::Site {
  int64_t id = 0;
  size_t index = 0;  // in sites()
  std::string name, start;
  std::unique_ptr<SiteCrawl> crawl;
  std::vector<std::string> template_names;
  uint64_t taken = 0, done = 0;          // numbers of visits: chosen, worked on
  std::map<uint64_t, Choice> under_way;  // chosen, not worked on
  size_t visits = 0, candidates = 0, copies = 0, failed = 0,
         without = 0;             // without: a candidate, since the last
  std::set<PageId> failed_pages;  // whose last visit failed
  std::set<PageId> again;         // of those, that this run asks for once more
  size_t sitemaps = 0;            // that sitemaps have named
  size_t groups_stored = 0;
  std::string ended;
  bool more = false;
};

}  // namespace gleaner::crawl
