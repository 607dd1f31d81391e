// See page_input.h.
#include "page_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <string>

#include "base/contains.h"
#include "base/text.h"
#include "html/address.h"
#include "page/load.h"
#include "page/url.h"
#include "pdf_pages.h"
#include "watchdog.h"
#include "wrap/writer.h"

namespace gleaner::cli {

// --- where pages came from: --url for all of them, --url canonical for what each says of itself, --urls for
// a table of pages
// and addresses. Relative links become absolute by it, and records get a column `url`.

struct AddressOptions {
  std::string url;   // --url
  std::string urls;  // --urls
};

class Addresses {
 public:
  // Refuses what is no address.
  static Result<Addresses> read(const AddressOptions& options);

  // Of a page as it was named; "" where nobody has said it.
  std::string of(const std::string& page) const;
  // What a page says of itself counts.
  bool canonical() const { return canonical_; }

 private:
  std::string url_;  // for all
  bool canonical_ = false;
  std::map<std::string, std::string> by_page_;
};

namespace {

bool is_address(std::string_view text) {
  if (!looks_like_url(text)) return false;
  const std::string scheme = lower_ascii(split_url(text).scheme);
  return scheme == "http" || scheme == "https" || scheme == "file" || scheme == "ftp";
}

// A page is known by the name it has in the table, and by that name seen from the table's folder.
void remember(std::map<std::string, std::string>& into, const std::string& file, const std::string& page,
              const std::string& url) {
  namespace fs = std::filesystem;
  into.emplace(page, url);
  into.emplace(fs::path(page).lexically_normal().string(), url);
  into.emplace((fs::path(file).parent_path() / page).lexically_normal().string(), url);
}

void add_addresses(Command& verb, AddressOptions& into) {
  verb.add_option("--url", into.url, "URL",
                  "address of the pages, to make links absolute; canonical: what each page says of itself");
  verb.add_option("--urls", into.urls, "FILE",
                  "a table (csv, tsv) with the columns page and url: the address of each page");
}

// --- the pages

// The same page, known by another address. It is decoded and parsed again: done only
// for pages that name themselves.
Result<DocumentPtr> with_address(DocumentPtr page, std::string url) {
  DocumentOptions options{page->name(), std::move(url), page->charset().name, page->media_type()};
  page->drop_views();
  GLEANER_TRY(DocumentPtr made, Document::from_view(page->bytes(), page, std::move(options)));
  for (Diagnostic& note : page->notes()) made->note(std::move(note));
  return made;
}

// Does a page of that name come with an address?
bool has_address(const std::string& name) {
  return web::is_web_address(name) || name.starts_with("sitemap:") ||
         name.find(".warc") != std::string::npos || name.ends_with(".job") || name.ends_with(".job/");
}

// Of a list of pages; its other lines are mostly like it.
std::string first_line(const std::string& list) {
  std::ifstream file(list);
  std::string line;
  std::getline(file, line);
  return line;
}

}  // namespace

Result<Addresses> Addresses::read(const AddressOptions& options) {
  Addresses made;
  made.canonical_ = options.url == "canonical";
  if (!options.url.empty() && !made.canonical_) {
    if (!is_address(options.url))
      return error(Code::usage, fmt::format("--url {} is no address", options.url), {},
                   "write it whole: https://shop.example/list; or canonical, or --urls FILE");
    made.url_ = options.url;
  }
  if (options.urls.empty()) return made;
  GLEANER_TRY(const std::string text, read_file(options.urls));
  const bool tabs = text.substr(0, text.find('\n')).find('\t') != std::string::npos;
  GLEANER_TRY(const std::vector<wrap::PageRecords> rows,
              wrap::read_records(tabs ? wrap::Format::tsv : wrap::Format::csv, text, options.urls));
  for (const wrap::PageRecords& page : rows)
    for (const wrap::Record& record : page.records) {
      const wrap::Value* url = record.find("url");
      if (page.page.empty() || !url || !is_address(url->text))
        return error(Code::bad_input,
                     page.page.empty() || !url ? "this table has no columns page and url"
                                               : fmt::format("{} is no address", url->text),
                     Where{.file = options.urls}, "page,url\n  a.html,https://shop.example/a");
      remember(made.by_page_, options.urls, page.page, url->text);
    }
  return made;
}

std::string Addresses::of(const std::string& page) const {
  if (!by_page_.empty()) {
    auto found = by_page_.find(page);
    if (found == by_page_.end())
      found = by_page_.find(std::filesystem::path(page).lexically_normal().string());
    if (found != by_page_.end()) return found->second;
  }
  return url_;
}

struct PageInput::Impl {
  WebOptions web;
  const BudgetOptions* budget = nullptr;
  AddressOptions address_options;
  std::string charset;

  std::mutex mutex;
  bool ready = false;
  Addresses addresses;
  std::shared_ptr<web::PageCache> cache;
  std::unique_ptr<web::Sources> sources, of_hosts;

  // What both kinds of sources stand on. REQUIRES: the mutex is held.
  Result<web::SourceOptions> source_options() {
    if (!ready) {
      GLEANER_TRY(addresses, Addresses::read(address_options));
      GLEANER_TRY(cache, page_cache(web));
      if (web.ignore_robots) say("robots.txt is not asked (--ignore-robots)");
      ready = true;
    }
    web::SourceOptions out;
    out.fetch = fetch_options(web);
    if (budget) keep_within(*budget, out.fetch);
    keep_in(cache, web, out);
    out.around = [this](const std::string& name, const LoadOptions& how,
                        const web::SourceOptions::Load& page) { return load(name, how, page); };
    return out;
  }

  // Around every load, see SourceOptions::around.
  Result<DocumentPtr> load(const std::string& name, LoadOptions how,
                           const web::SourceOptions::Load& load) const {
    if (!charset.empty() && how.document.transport_charset.empty()) how.document.transport_charset = charset;
    if (std::string url = addresses.of(name); !url.empty()) how.document.url = std::move(url);
    GLEANER_TRY(DocumentPtr page, load(how));
    if (!addresses.canonical() || !page->is_html()) return page;
    std::string said = html::stated_address(page->view<html::Tree>());
    if (said.empty() || said == page->url()) return page;
    return with_address(std::move(page), std::move(said));
  }
};

PageInput::PageInput() : impl_(std::make_shared<Impl>()) {}

void PageInput::add_options(Command& verb, const BudgetOptions* budget) {
  impl_->budget = budget;
  add_addresses(verb, impl_->address_options);
  add_charset(verb, impl_->charset);
  add_pdf(verb);
  add_page_sources(verb, impl_->web);
}

Result<web::Sources*> PageInput::sources() const {
  const std::lock_guard lock(impl_->mutex);
  if (!impl_->sources) {
    GLEANER_TRY(web::SourceOptions options, impl_->source_options());
    impl_->sources = std::make_unique<web::Sources>(std::move(options));
  }
  return impl_->sources.get();
}

Result<web::Sources*> PageInput::sources_of_hosts(const std::vector<std::string>& hosts,
                                                  double seconds) const {
  const std::lock_guard lock(impl_->mutex);
  if (!impl_->of_hosts) {
    GLEANER_TRY(web::SourceOptions options, impl_->source_options());
    if (seconds > 0)
      options.fetch.timeout = std::min(options.fetch.timeout, web::Milliseconds(int64_t(seconds * 1000) + 1));
    options.fetch.private_hosts = hosts;  // a person named them
    options.fetch.allowed = [hosts](const std::string& host) { return contains(hosts, host); };
    impl_->of_hosts = std::make_unique<web::Sources>(std::move(options));
  }
  return impl_->of_hosts.get();
}

Diagnostic no_pages_in(const std::vector<std::string>& arguments) {
  return warning(Code::not_found, "names no pages", {fmt::format("{}", fmt::join(arguments, " "))});
}

Result<std::vector<std::string>> PageInput::expand(const std::vector<std::string>& arguments) const {
  GLEANER_TRY(web::Sources * from, sources());
  Diagnostics notes;
  auto pages = from->expand(arguments, &notes);
  if (pages.ok() && pages->empty() && !arguments.empty()) notes.push_back(no_pages_in(arguments));
  print(notes);
  return pages;
}

Result<int> PageInput::run_on(const Pages& arguments, const BudgetOptions& options,
                              const std::function<Result<int>(const Pages& names)>& work) const {
  GLEANER_TRY(const Pages names, expand(arguments));
  if (names.size() != 1) return work(names);
  constexpr double kPatience = 1.15;
  BudgetLimits limits = limits_of(options);
  const Watchdog watchdog(limits, "working on the page", kPatience);
  limits.memory = BudgetLimits::kUnlimited;  // the work has its own, and gives what it has when that is over
  Budget budget(limits);
  const Budget::Scope scope(budget);
  const int exit = exit_after(work(names));
  if (!budget.exhausted() || (exit != kDone && exit != kNothingFound)) return exit;
  return budget.diagnostic("working on the page");
}

Result<std::vector<DocumentPtr>> PageInput::load_all(const std::vector<std::string>& arguments) const {
  GLEANER_TRY(const std::vector<std::string> names, expand(arguments));
  std::vector<DocumentPtr> pages;
  for (const std::string& name : names) {
    GLEANER_TRY(pages.emplace_back(), load(name));
  }
  return pages;
}

Result<DocumentPtr> PageInput::load(const std::string& name, const LoadOptions& options) const {
  GLEANER_TRY(web::Sources * from, sources());
  return from->load(name, options);
}

void PageInput::wait(const std::string& name) const {
  if (auto from = sources(); from.ok()) (*from)->wait(name);
}

label::ResolveOptions PageInput::for_labels(size_t jobs) const {
  label::ResolveOptions options;
  options.jobs = jobs;
  options.load = [input = *this](const std::string& name, const LoadOptions& how) {
    return input.load(name, how);
  };
  return options;
}

const WebOptions& PageInput::web() const { return impl_->web; }

Result<std::shared_ptr<web::PageCache>> PageInput::cache() const {
  const std::lock_guard lock(impl_->mutex);
  GLEANER_TRY([[maybe_unused]] const web::SourceOptions ready, impl_->source_options());
  return impl_->cache;
}

bool PageInput::say_failures() const {
  const std::lock_guard lock(impl_->mutex);
  if (!impl_->sources) return false;
  const std::vector<web::FetchFailure> failures = impl_->sources->failures();
  cli::say_failures(failures);
  return !failures.empty();
}

bool PageInput::addressed(const std::vector<std::string>& pages) const {
  if (!impl_->address_options.url.empty() || !impl_->address_options.urls.empty()) return true;
  return std::ranges::any_of(pages, [](const std::string& page) {
    return has_address(page) || (page.starts_with('@') && has_address(first_line(page.substr(1))));
  });
}

WorkedPage work_on_page(const std::string& page, const PageInput& input, const BudgetOptions& limits,
                        const std::string& doing, const std::function<void(const Document&)>& work) {
  WorkedPage out;
  input.wait(page);
  Budget budget(limits_of(limits, 1));
  const Watchdog watchdog(time_of(budget.limits()), doing, kPagePatience);
  work_within(budget, [&] {
    auto document = input.load(page);
    if (!document.ok()) return void(out.failed = document.error());
    out.document = *document;
    work(*out.document);
  });
  if (!out.failed && budget.exhausted()) out.failed = budget.diagnostic(doing);
  for (const Diagnostic& note : out.document ? out.document->notes() : Diagnostics{})
    if (note.code == Code::budget && !out.failed) out.failed = note;
  return out;
}

UrlColumn::UrlColumn(bool wanted, wrap::Schema& schema) {
  if (!wanted) return;
  name_ = schema.find("url") ? "_url" : "url";
  schema.fields.insert(schema.fields.begin(), wrap::FieldSchema{name_, wrap::Type::text, false, {}});
}

void UrlColumn::put(std::vector<wrap::Record>& records, const std::string& url) const {
  if (name_.empty() || url.empty()) return;
  for (wrap::Record& record : records)
    record.fields.insert(record.fields.begin(), wrap::Field{name_, wrap::Value::make_text(url)});
}

}  // namespace gleaner::cli
