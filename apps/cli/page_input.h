// PageInput: the pages that a verb was given, wherever they are (files, folders, globs, lists, URLs,
// sitemaps, web archives, PDFs), and what the command line says of all of them: their charset, their
// addresses. A verb that reads pages has one, adds its options, asks for the names and loads them; what the
// network needs is made when the first page of it is asked for.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "label/resolve.h"
#include "options.h"
#include "web_options.h"
#include "wrap/record.h"
#include "wrap/schema.h"

namespace gleaner::cli {

// A list without a name in it, nothing on standard input: no error, but told.
Diagnostic no_pages_in(const std::vector<std::string>& arguments);

class PageInput {
 public:
  PageInput();
  // --charset, --url, --urls, those of PDFs, those of the web. `budget`: the limits of the verb, which hold
  // for what is fetched too; it lives as long as this.
  void add_options(Command& verb, const BudgetOptions* budget = nullptr);

  // Fails where an option is nonsense: a --url that is none, a table of addresses that cannot be read.
  Result<web::Sources*> sources() const;
  Result<std::vector<std::string>> expand(const std::vector<std::string>& arguments) const;
  // Does work that has its limits for each of the pages that are named. The limits of one page are those of
  // all the work, and a watchdog has the last word.
  using Pages = std::vector<std::string>;
  Result<int> run_on(const Pages& arguments, const BudgetOptions& limits,
                     const std::function<Result<int>(const Pages& names)>& work) const;
  Result<std::vector<DocumentPtr>> load_all(const std::vector<std::string>& arguments) const;
  // The page knows its address: by --urls, by --url, by what `options` say, by where it came from.
  Result<DocumentPtr> load(const std::string& name, const LoadOptions& options = {}) const;
  // Until a page of the web is here, which is no part of the work on it.
  void wait(const std::string& name) const;
  // Pages of the web under the same options (charset, cache, manners), of these hosts
  // only: for what programs ask for.
  Result<web::Sources*> sources_of_hosts(const std::vector<std::string>& hosts, double seconds) const;
  // For pages that labels name.
  label::ResolveOptions for_labels(size_t jobs = 1) const;
  // For pages that a browser gets: the same options, and where its answers are kept (null: nowhere).
  const WebOptions& web() const;
  Result<std::shared_ptr<web::PageCache>> cache() const;
  // Says what could not be fetched, by kind. True if there was any.
  bool say_failures() const;

  // Do records say where their page came from? By the options, or because pages are named by addresses.
  bool addressed(const std::vector<std::string>& pages) const;

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;  // shared by copies of a verb's options
};

// A page that is loaded and worked on under its own limits, for verbs that take pages one after the other.
struct WorkedPage {
  DocumentPtr document;              // null: it could not be loaded
  std::optional<Diagnostic> failed;  // also where a limit ended the work, or the reading: the rest is kept
};

// `doing` completes "ran out of time while ...". The network's time is no part of the work.
WorkedPage work_on_page(const std::string& page, const PageInput& input, const BudgetOptions& limits,
                        const std::string& doing, const std::function<void(const Document&)>& work);

// The column `url` of records: that of the page, like `page`. A field of that name keeps
// it, the column is then `_url`.
class UrlColumn {
 public:
  // Adds the column to the schema, if it is wanted.
  UrlColumn(bool wanted, wrap::Schema& schema);
  void put(std::vector<wrap::Record>& records, const std::string& url) const;

 private:
  std::string name_;
};

}  // namespace gleaner::cli
