// What the focused crawl is measured against: breadth-first, best-first by the likeness of addresses, and a
// crawler that knows the whole site.
//
// The last one says how much of a figure is possible. Which way through a site finds most details in so many
// visits is a Steiner problem, so there are two numbers: what a way finds that goes, whenever no detail is at
// hand, to the pages that bring most new ones for each page on the way (oracle_crawl); and what no way can
// exceed, since the first detail is so many other pages away and there are so many details (most_possible).
#pragma once

#include <ctime>
#include <string>
#include <vector>

#include "bench/crawl_site.h"

namespace bench {

inline const std::string kHost = "http://site.example";
inline std::string target_of(const std::string& url) { return url.substr(kHost.size()); }

// Of the CPU, by this thread.
inline double cpu_seconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) + double(now.tv_nsec) / 1e9;
}

struct Curve {
  std::vector<bool> detail;  // by visit: a detail that was not seen before
  double rate(size_t visits,
              size_t from = 0) const;  // of the visits up to that one, without the first `from`
};

Curve breadth_first(const MadeSite& site, size_t visits);
// By edits, or by the letters three in a row that both addresses have: whichever harvests more in `judged_at`
// visits.
Curve best_first(const MadeSite& site, size_t visits, const std::vector<std::string>& templates,
                 size_t judged_at);

// All of a site that links lead to, as far as endless parts allow.
struct SiteGraph {
  std::vector<std::vector<uint32_t>> links;  // by page; the start is 0
  std::vector<uint32_t> detail;              // number of the detail it is, plus 1; 0: another page
  size_t details = 0;                        // different ones that can be reached
};
SiteGraph graph_of(const MadeSite& site);
Curve oracle_crawl(const SiteGraph& graph, size_t visits);
double most_possible(const SiteGraph& graph, size_t visits);  // harvest rate

// Distances a second (crawl_distances.cc).
void measure_made_distances();
void measure_real_distances(const std::vector<std::vector<std::string>>& kinds);

}  // namespace bench
