// CrawlStore: a focused crawl in the State of its job: sites, templates, pages that were found, visits in
// their order with what they told.
//
// It is a log: the state of a SiteCrawl is what replaying its visits gives. All changes belong to the State's
// open transaction, so what is committed is always the beginning of the crawl up to some visit.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "crawl/site_crawl.h"
#include "store/state.h"

namespace gleaner::crawl {

struct StoredSite {
  int64_t id = 0;
  std::string site, start;
};

struct StoredTemplate {
  std::string name, structure;
};

// How a page came into the crawl.
enum class Origin : uint8_t { link, start, sitemap };

struct StoredPage {
  PageId page = kNoPage;
  std::string url;
  uint32_t depth = 0;  // links from a start
  uint64_t found = 0;  // by which visit; 0: before the first
  PageId parent = kNoPage;
  Origin origin = Origin::link;
};

struct StoredVisit {
  uint64_t number = 0;  // from 1, in the order they were chosen
  uint64_t after = 0;   // how many had been worked on when it was chosen
  Choice choice;
  Facts facts;
};

class CrawlStore {
 public:
  // REQUIRES: the State outlives it.
  static Result<std::unique_ptr<CrawlStore>> open(store::State& state);

  // What the crawl was begun with; "" if it was not.
  Result<std::string> meta(const std::string& key);
  Status set_meta(const std::string& key, const std::string& value);

  Result<int64_t> add_site(const std::string& site, const std::string& start);
  Result<std::vector<StoredSite>> sites();
  // `site` 0: of all sites.
  Status add_template(int64_t site, const std::string& name, const std::string& structure);
  Result<std::vector<StoredTemplate>> templates(int64_t site);

  Status add_page(int64_t site, const StoredPage& page);
  Result<std::optional<StoredPage>> page(int64_t site, PageId page);
  // Of all pages that were found.
  Status each_url(int64_t site, const std::function<void(std::string_view)>& take);
  Status take(int64_t site, uint64_t number, uint64_t after, const Choice& choice);
  Status finish(int64_t site, uint64_t number, const Facts& facts);
  Result<std::optional<StoredVisit>> visit_of(int64_t site, PageId page);  // the last
  Status add_group(int64_t site, uint32_t number, const PageGroup& group);
  Result<std::vector<PageGroup>> groups(int64_t site);

  // In order. `links`: with those of each visit.
  Status each_visit(int64_t site, bool links, const std::function<Status(const StoredVisit&)>& take);

 private:
  explicit CrawlStore(store::State& state) : state_(state) {}
  Status prepare();
  static StoredPage read_page(const store::Statement& row);
  static StoredVisit read_visit(const store::Statement& row, bool links);

  store::State& state_;
  store::Statement insert_page_, select_page_, insert_visit_, update_visit_, visit_of_, insert_group_;
};

// The links of a page as bytes, and back.
std::string pack_links(const std::vector<PlacedLink>& links);
std::vector<PlacedLink> unpack_links(std::string_view bytes);

}  // namespace gleaner::crawl
