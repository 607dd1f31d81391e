// See browser_pages.h.
#include "run/browser_pages.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/text.h"
#include "browser/tab.h"
#include "page/url.h"

namespace gleaner::run {
namespace {

size_t values_in(const wrap::Value& value) {
  size_t sum = value.is_text();
  for (const wrap::Value& item : value.items) sum += values_in(item);
  for (const wrap::Field& field : value.fields) sum += values_in(field.value);
  return sum;
}

// How much a wrapper finds: its values.
size_t found_in(const wrap::Wrapper& wrapper, const Document& page) {
  wrap::RecordList list;
  Budget budget;
  auto scratch = wrapper.make_scratch();
  if (!wrapper.extract(page, *scratch, list, budget).ok()) return 0;
  size_t sum = 0;
  for (const wrap::Record& record : list.records)
    for (const wrap::Field& field : record.fields) sum += values_in(field.value);
  return sum;
}

// As a browser is asked for it.
std::string address_of(const std::string& name) {
  if (web::is_web_address(name)) return name;
  std::error_code failed;
  return "file://" + encode_percent(std::filesystem::absolute(name, failed).string(), "/-._~");
}

}  // namespace

FoundIn values_by(const wrap::Wrapper& wrapper) {
  return [&wrapper](const Document& page) { return found_in(wrapper, page); };
}

std::string site_of(const std::string& url) {
  const UrlParts parts = split_url(url);
  const size_t user = parts.authority.rfind('@');
  return lower_ascii(user == std::string_view::npos ? parts.authority : parts.authority.substr(user + 1));
}

struct BrowserPages::Impl {
  Impl(std::unique_ptr<web::PageStream> from, FoundIn with, BrowserPagesOptions how)
      : pages(std::move(from)), found(std::move(with)), options(std::move(how)), pool(options.browser) {
    for (const std::string& site : options.sites) sites[site] = true;
  }
  std::unique_ptr<web::PageStream> pages;
  FoundIn found;
  BrowserPagesOptions options;
  browser::Pool pool;
  std::mutex mutex;
  std::map<std::string, bool> sites;  // needs a browser?
  std::vector<std::string> learned;
  Diagnostics notes;
  bool without = false;  // no browser can be had: said once

  std::optional<bool> known(const std::string& site) {
    const std::lock_guard lock(mutex);
    const auto at = sites.find(site);
    return at == sites.end() ? std::nullopt : std::optional(at->second);
  }

  void note(Diagnostic one) {
    const std::lock_guard lock(mutex);
    for (const Diagnostic& before : notes)
      if (before.message == one.message) return;
    notes.push_back(std::move(one));
  }

  Result<DocumentPtr> rendered(const std::string& name) {
    const std::string url = address_of(name);
    GLEANER_TRY(browser::Pool::Lease browser, pool.take());
    if (!browser->sandboxed())
      note(warning(Code::unsupported, "the browser runs without its sandbox: it cannot have one as root"));
    std::vector<web::Exchange> answers;
    browser::ContextOptions how = options.context;
    if (options.cache) how.archive = [&](const web::Exchange& one) { answers.push_back(one); };
    for (int tried = 0;; ++tried) {
      auto context = browser::Context::open(*browser, how);
      Status loaded = context.ok() ? (*context)->tab().load(url) : Status(context.error());
      // What the page's scripts bring a little later belongs to it.
      Result<browser::Snapshot> shot =
          loaded.ok() ? patient_snapshot((*context)->tab()) : Result<browser::Snapshot>(loaded.error());
      if (shot.ok()) {
        for (const Diagnostic& one : (*context)->notes()) note(one);
        if (options.cache)
          GLEANER_CHECK(options.cache->keep(web::snapshot_answer(
              url, shot->page->url(), std::string(shot->page->bytes()), std::move(answers))));
        return shot->page;
      }
      if (tried || shot.error().code != Code::io || browser->alive()) return shot.error();
      if (context.ok()) context->reset();  // the browser died: once more in a new one
      GLEANER_CHECK(browser->restart());
    }
  }

  Result<browser::Snapshot> patient_snapshot(browser::Tab& tab) {
    const browser::SnapshotOptions how{false, options.marked, options.scroll};
    GLEANER_TRY(browser::Snapshot shot, tab.snapshot(how));
    const auto until = browser::Clock::now() + kPatience;
    while (found(*shot.page) == 0 && browser::Clock::now() < until) {
      if (!tab.pump(browser::kFindEvery)) break;
      GLEANER_TRY(browser::Snapshot again, tab.snapshot(how));
      if (again.page->bytes() != shot.page->bytes()) shot = std::move(again);
    }
    return shot;
  }

  Result<DocumentPtr> load(const std::string& url, const web::PageItem& item, const LoadOptions& how) {
    const std::string site = site_of(url);
    if (options.use == BrowserUse::always) return rendered(url);
    const std::optional<bool> needs = known(site);
    if (needs.value_or(false)) {
      auto page = rendered(url);
      if (page.ok() || page.error().code != Code::unsupported) return page;
    }
    if (options.use == BrowserUse::known_sites) return item.load(how);
    GLEANER_TRY(DocumentPtr plain, item.load(how));
    const size_t before = found(*plain);
    plain->drop_views();
    if ((needs && before) || without) return plain;
    auto shown = rendered(url);
    if (!shown.ok()) {
      if (shown.error().code == Code::unsupported) {
        without = true;
        note(warning(Code::unsupported, "pages are read as the server sends them: " + shown.error().message,
                     {}, shown.error().hint));
      } else {
        note(warning(shown.error().code,
                     fmt::format("{} is read as the server sends it: {}", url, shown.error().message)));
      }
      return plain;
    }
    const size_t after = found(**shown);
    const std::lock_guard lock(mutex);
    const bool more = after > before;
    if (more && !sites[site]) learned.push_back(site);
    sites[site] = sites[site] || more;
    return more ? *shown : plain;
  }

  static constexpr browser::Milliseconds kPatience{1'000};  // for records that a script of the page brings
};

BrowserPages::BrowserPages(std::unique_ptr<web::PageStream> pages, FoundIn found, BrowserPagesOptions options)
    : impl_(std::make_shared<Impl>(std::move(pages), std::move(found), std::move(options))) {}
BrowserPages::~BrowserPages() = default;

Result<std::optional<web::PageItem>> BrowserPages::next() {
  GLEANER_TRY(std::optional<web::PageItem> item, impl_->pages->next());
  const bool may = item && (web::is_web_address(item->name) ||
                            (impl_->options.marked && std::filesystem::is_regular_file(item->name)));
  if (!may || impl_->options.use == BrowserUse::never) return item;
  web::PageItem out;
  out.name = item->name;
  out.load = [impl = impl_, inner = *item](const LoadOptions& how) {
    return impl->load(inner.name, inner, how);
  };
  return std::optional<web::PageItem>(std::move(out));
}

Result<DocumentPtr> BrowserPages::show(const std::string& name) {
  std::error_code failed;
  if (!web::is_web_address(name) && !std::filesystem::is_regular_file(name, failed))
    return error(Code::not_found, "a browser shows addresses and files", {.file = name});
  return impl_->rendered(name);
}

size_t BrowserPages::known() const { return impl_->pages->known(); }
void BrowserPages::limit(const BudgetLimits& limits) { impl_->pages->limit(limits); }

std::vector<std::string> BrowserPages::learned() const {
  const std::lock_guard lock(impl_->mutex);
  return impl_->learned;
}

Diagnostics BrowserPages::notes() const {
  const std::lock_guard lock(impl_->mutex);
  return impl_->notes;
}

}  // namespace gleaner::run
