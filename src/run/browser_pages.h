// Pages of the web through a browser, where that shows more than the server sends.
//
// BrowserPages stands around a stream of pages. auto: a page is fetched as ever, and for the first page of a
// site the browser is asked too; the site then is one that needs a browser if the wrapper finds more values
// in what the browser shows. never, always, known_sites: as they say. What was learned of sites stands in the
// wrapper file ([browser] sites).
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "browser/browser.h"
#include "web/sources.h"
#include "wrap/wrapper.h"

namespace gleaner::run {

enum class BrowserUse : uint8_t { automatic, always, never, known_sites };

struct BrowserPagesOptions {
  BrowserUse use = BrowserUse::automatic;
  browser::BrowserOptions browser;
  browser::ContextOptions context;
  bool scroll = false;             // to the end of each page first
  bool marked = false;             // with the boxes of texts (browser/snapshot.h); files are shown, too
  std::vector<std::string> sites;  // known to need a browser: "host" or "host:port"
  std::shared_ptr<web::PageCache> cache;  // keeps answers and snapshots; may be null
};

// How much of what is wanted a page has: none is waited for, more is better.
using FoundIn = std::function<size_t(const Document&)>;
// The values that a wrapper finds. REQUIRES: the wrapper outlives it.
FoundIn values_by(const wrap::Wrapper& wrapper);

class BrowserPages : public web::PageStream {
 public:
  // `pages` may be null where only show() is asked.
  BrowserPages(std::unique_ptr<web::PageStream> pages, FoundIn found, BrowserPagesOptions options);
  ~BrowserPages() override;
  Result<std::optional<web::PageItem>> next() override;
  size_t known() const override;
  void limit(const BudgetLimits& limits) override;

  // One page as the browser shows it: an address, or a file.
  Result<DocumentPtr> show(const std::string& name);

  // Sites that were found to need a browser in this run, and were not known before.
  std::vector<std::string> learned() const;
  Diagnostics notes() const override;

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

// "https://Shop.example:8080/list" -> "shop.example:8080"
std::string site_of(const std::string& url);

}  // namespace gleaner::run
