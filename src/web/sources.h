// Where pages come from: one interface for files, folders, globs, "@list", "-", URLs, lists of URLs,
// sitemaps ("sitemap:URL") and web archives ("crawl.warc.gz", one page of it: "crawl.warc.gz#URL"), the
// archive of a fetch job ("shop.job").
//
// A page has a name, as a person would give it, and a Document, which knows its URL and what the server said
// of it. A verb that needs all pages at once asks for their names (expand) and loads them one by one; a verb
// that works through them takes a stream, which reads archives in one pass and has pages of the web on their
// way before they are needed. Threads: load() and a PageItem's load may be called from several; expand() and
// a stream's next() from one at a time.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "page/load.h"
#include "web/fetch.h"
#include "web/sitemap_pages.h"

namespace gleaner::web {

// A page that is not loaded yet.
struct PageItem {
  std::string name;
  std::function<Result<DocumentPtr>(const LoadOptions&)> load;
  std::function<void()> wait = {};  // until it is here, for what comes over the network; may be null
};

// The archives of a fetch job, by its folder: in it, or beside it ("fetch -o shop.warc.gz" has the job
// shop.job). None if it is no such folder.
std::vector<std::string> archives_of_job(std::string folder);

class PageStream {
 public:
  virtual ~PageStream() = default;
  // The next page; nothing at the end.
  virtual Result<std::optional<PageItem>> next() = 0;
  virtual size_t known() const { return 0; }  // how many there are in all, 0: not known
  // What reading on to the next page may cost where pages are parts of a file; the
  // network's time is not limited by it.
  virtual void limit(const BudgetLimits&) {}
  // So far: what was passed over, why a list ended.
  virtual Diagnostics notes() const { return {}; }
};

// Pages that were fetched before, and the place for those that are now.
class PageCache {
 public:
  virtual ~PageCache() = default;
  virtual std::optional<Fetched> find(const std::string& url) = 0;
  virtual Status keep(const Fetched& fetched) = 0;
};

struct SourceOptions {
  FetchOptions fetch;
  std::shared_ptr<PageCache> cache;
  bool cached = false;  // the cache alone: no network
  // Stands around the loading of every page: what is known of it before it is read (its charset, its
  // address), and what it tells of itself. May be null.
  using Load = std::function<Result<DocumentPtr>(const LoadOptions&)>;
  std::function<Result<DocumentPtr>(const std::string& name, const LoadOptions&, const Load&)> around = {};
};

// The share of one of several programs that are given the same pages: every `of`-th, from the `number`-th on.
struct PagePart {
  size_t number = 1, of = 1;
};

class Sources {
 public:
  explicit Sources(SourceOptions options = {});
  ~Sources();

  // Names, a page each, in order.
  // Folders that may not be entered are passed over and named in `notes`.
  Result<std::vector<std::string>> expand(const std::vector<std::string>& arguments,
                                          Diagnostics* notes = nullptr);
  // Pages of the web that expand() named are asked for some way ahead of those that are loaded.
  Result<DocumentPtr> load(const std::string& name, const LoadOptions& options = {});
  // The names one by one, without holding them all: lists are read line by line,
  // sitemaps one after the other.
  Status each(const std::vector<std::string>& arguments, const std::function<Status(std::string)>& take);
  // Until a page of the web is here: its time is not that of the work on it. load() then takes it.
  void wait(const std::string& name);
  // Of an archive the page that was fetched last under this URL: "archive#URL" is the first.
  Result<DocumentPtr> load_last(const std::string& archive, const std::string& url,
                                const LoadOptions& options);
  // One page, asked for now and loaded later.
  PageItem item(const std::string& name);
  // The pages of other parts are not asked for. REQUIRES: the stream does not outlive the Sources.
  Result<std::unique_ptr<PageStream>> stream(const std::vector<std::string>& arguments, PagePart part = {});

  // One page of the web, from the cache where it is there.
  Result<Fetched> get(const std::string& url);
  // The same without waiting; `done` may be called before it returns.
  void get(const std::string& url, std::function<void(Result<Fetched>)> done);
  // The page that answers a form, which is sent by the same fetcher as everything else: cookies it sets (a
  // login) count from then on. With a cache, the same form is answered from there.
  Result<DocumentPtr> submit(const std::string& url, const std::string& form);
  // What was asked for and failed, by its kind.
  std::vector<FetchFailure> failures() const;

 private:
  Result<std::vector<std::string>> names_of(const std::vector<std::string>& arguments, Diagnostics* notes);
  SitemapPages pages_of(const std::string& sitemap);
  Result<DocumentPtr> load_stored(const std::string& name, const LoadOptions& options);
  void ask_ahead(const std::string& name);

  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// "crawl.warc.gz#URL" to its parts; nothing if it is no such name.
std::optional<std::pair<std::string, std::string>> split_archive_name(const std::string& name);

}  // namespace gleaner::web
