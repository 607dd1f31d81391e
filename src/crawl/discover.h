// Discovery: which sites know of a domain, found as a person would (Lixto, section 3.1): phrases of the
// domain, a few at a time, go to a search service as one query; the results are grouped by site, until
// nothing significantly new shows. Then the pages found are looked at: those with a table of data or a list
// of records are templates of their site, and the sites that have most of them come first.
//
// Phrases are drawn at random, those of words that many phrases have less often: they say little of the
// domain and would be in every query. "Nothing new" is the chance that the next result is of a site not seen
// yet, by Good and Turing's estimate: the share of results whose site showed in one query only. Below
// `enough` it ends. The same phrases, answers and seed give the same sites.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "store/text_index.h"
#include "web/sources.h"
#include "wrap/wrapper.h"

namespace gleaner::crawl {

// Draws phrases.
class PhraseSample {
 public:
  PhraseSample(std::vector<std::string> phrases, uint64_t seed);
  // So many different ones, fewer where there are not.
  std::vector<std::string> draw(size_t count);
  double weight(size_t phrase) const { return weights_[phrase]; }

 private:
  uint64_t next();
  std::vector<std::string> phrases_;
  std::vector<double> weights_;
  uint64_t state_;
};

// Something that answers queries with addresses or names of pages.
class SearchService {
 public:
  virtual ~SearchService() = default;
  virtual Result<std::vector<std::string>> search(const std::vector<std::string>& phrases) = 0;
};

// One over pages that are here: files, folders, archives.
class LocalSearch : public SearchService {
 public:
  // `address`: what page a file is said to be, by its name; null: names are kept.
  static Result<std::unique_ptr<LocalSearch>> make(
      const std::vector<std::string>& pages, web::Sources& sources, size_t results,
      const std::function<std::string(const std::string&)>& address, size_t& indexed);
  Result<std::vector<std::string>> search(const std::vector<std::string>& phrases) override {
    return index_->find(phrases, results_);
  }

 private:
  std::unique_ptr<store::TextIndex> index_;
  size_t results_ = 0;
};

// One on the web: an address with {query} (and {page}) in it, and a wrapper that reads its pages of results.
struct WebSearchRule {
  std::string url;           // "https://search.example/?q={query}&p={page}"
  std::string link = "url";  // field of the wrapper's records that holds the address
  std::string join = " ";    // between phrases
  bool quote = true;         // phrases of several words in quotes
  size_t pages = 1;          // of results, for each query
  int64_t first_page = 1;
};
class WebSearch : public SearchService {
 public:
  WebSearch(WebSearchRule rule, std::shared_ptr<const wrap::Wrapper> wrapper, web::Sources& sources)
      : rule_(std::move(rule)), wrapper_(std::move(wrapper)), sources_(sources) {}
  Result<std::vector<std::string>> search(const std::vector<std::string>& phrases) override;
  std::string address(const std::vector<std::string>& phrases, int64_t page) const;

 private:
  WebSearchRule rule_;
  std::shared_ptr<const wrap::Wrapper> wrapper_;
  web::Sources& sources_;
};

struct DiscoverOptions {
  size_t phrases = 2;  // in a query
  size_t least_queries = 10, most_queries = 100;
  double enough = 0.05;       // chance of a new site at which it ends
  size_t pages_of_site = 20;  // that are looked at, most often found first
  uint64_t seed = 0;
};

struct DiscoveredTemplate {
  std::string url, why;
};

struct DiscoveredSite {
  std::string site, start;
  size_t queries = 0;  // in which it showed
  size_t pages = 0;    // different ones that were found
  std::vector<DiscoveredTemplate> templates;
};

struct Discovery {
  std::vector<DiscoveredSite> sites;  // most templates first
  size_t queries = 0, answered = 0;   // answered: with results
  double unseen = 1;                  // chance that the next result is of a new site
  std::string ended;
  bool stopped = false;  // by `progress`: the pages of sites that are left were not looked at
  Diagnostics notes;
};

// Of a page: what makes it worth having, in words; "" if nothing does.
std::string worth_of(const DocumentPtr& page);

// `progress`: queries so far, sites so far; asked before each query and each page of a site that is looked
// at; may return false to stop.
Result<Discovery> discover(std::vector<std::string> phrases, SearchService& service, web::Sources& sources,
                           const DiscoverOptions& options,
                           const std::function<bool(size_t queries, size_t sites)>& progress);

}  // namespace gleaner::crawl
