// See onward.h.
#include "onward.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "base/lists.h"
#include "run/families.h"

namespace gleaner::studio {
namespace {

constexpr size_t kFurtherPages = 50;  // of a list, in a preview
constexpr auto kBehindTime = std::chrono::milliseconds(10'000);

// Pages of the project by the names that links give them; no network.
web::SourceOptions stored(Documents& documents) {
  web::SourceOptions out;
  out.cached = true;
  out.around = [&documents](const std::string& name, const LoadOptions&, const web::SourceOptions::Load&) {
    return documents.load(name);
  };
  return out;
}

// One page that is there already.
class OnePage : public web::PageStream {
 public:
  OnePage(std::string name, DocumentPtr document) : item_(web::PageItem{std::move(name), {}}) {
    item_->load = [document = std::move(document)](const LoadOptions&) -> Result<DocumentPtr> {
      return document;
    };
  }
  Result<std::optional<web::PageItem>> next() override { return std::exchange(item_, std::nullopt); }

 private:
  std::optional<web::PageItem> item_;
};

// Where the list goes on in the web, from a page whose address is known.
std::string address_after(const crawl::NextRule& rule, Documents& documents, const DocumentPtr& document) {
  if (!web::is_web_address(document->url())) return "";
  web::Sources sources(stored(documents));
  auto pages = crawl::NextPages::make(std::make_unique<OnePage>(document->url(), document), sources, rule);
  if (!pages.ok() || !(*pages)->next().ok()) return "";
  auto second = (*pages)->next();
  return second.ok() && *second ? (*second)->name : "";
}

// A page of the web that is not in the archive is asked for by its address.
std::string outside_name(const std::string& name) {
  const auto archive = web::split_archive_name(name);
  return archive ? archive->second : name;
}

}  // namespace

std::vector<std::string> files_behind(const wrap::Config& whole, const std::string& file) {
  std::vector<std::string> out;
  if (const wrap::Config* table = whole.find("follow"); table && table->is_table())
    for (const auto& [field, one] : table->members())
      if (const wrap::Config* with = one.is_table() ? one.find("with") : nullptr; with && with->is_text())
        out.push_back((std::filesystem::path(file).parent_path() / with->as_text())
                          .lexically_normal()
                          .generic_string());
  return out;
}

Onward read_onward(const wrap::Config& whole, const wrap::Schema& schema, const std::string& file) {
  Onward out;
  out.files = files_behind(whole, file);
  if (auto next = crawl::read_next_rule(whole); next.ok()) out.next = std::move(*next);
  else out.failed = next.error();
  auto follows = run::read_follows(whole, file, run::families());
  if (!follows.ok()) {
    out.failed = follows.error();
    return out;
  }
  out.follows = std::move(*follows);
  for (const run::Follow& follow : out.follows)
    if (std::ranges::none_of(schema.fields,
                             [&](const wrap::FieldSchema& field) { return field.name == follow.field; }))
      out.failed = error(
          Code::bad_input,
          fmt::format("the links of {} are to be opened, but there is no field of that name", follow.field),
          {file}, fmt::format("[follow.{}] in {}", follow.field, file));
  return out;
}

Further further_pages(const crawl::NextRule& rule, Documents& documents, const std::string& page,
                      const DocumentPtr& document) {
  Further out;
  web::Sources sources(stored(documents));
  auto pages = crawl::NextPages::make(std::make_unique<OnePage>(page, document), sources, rule);
  if (!pages.ok()) {
    out.notes.push_back(pages.error());
    return out;
  }
  DocumentPtr last = document;
  for (bool first = true; out.pages.size() <= kFurtherPages; first = false) {
    auto item = (*pages)->next();
    if (!item.ok()) out.notes.push_back(item.error());
    if (!item.ok() || !*item) break;
    if (first) continue;
    auto loaded = (*item)->load({});
    if (!loaded.ok()) {
      out.missing = outside_name((*item)->name);
      break;
    }
    last = *loaded;
    out.pages.emplace_back((*item)->name, *loaded);
  }
  out.more = out.pages.size() > kFurtherPages;
  if (out.more) out.pages.pop_back();
  const Diagnostics ended = (*pages)->notes();
  out.notes.insert(out.notes.end(), ended.begin(), ended.end());
  // a file that was fetched knows where it goes on, though there is no file of that name
  const bool at_end = !out.more && ended.empty();
  if (at_end && (out.missing.empty() || !web::is_web_address(out.missing)))
    if (std::string address = address_after(rule, documents, last); !address.empty())
      out.missing = std::move(address);
  return out;
}

Joined join_rows(const Onward& onward, Documents& documents, const std::string& page,
                 const Document& document, std::vector<wrap::Record> rows) {
  Joined out;
  out.fields.resize(rows.size());
  std::vector<size_t> own = mapped(rows, [](const wrap::Record& row) { return row.fields.size(); });
  web::Sources sources(stored(documents));
  const BudgetLimits limits{.time = kBehindTime};
  for (const run::Follow& follow : onward.follows)
    run::follow_links(follow, page, document, sources, limits, rows, out.notes);
  for (size_t r = 0; r < rows.size(); ++r)
    out.fields[r].assign(std::make_move_iterator(rows[r].fields.begin() + ptrdiff_t(own[r])),
                         std::make_move_iterator(rows[r].fields.end()));
  return out;
}

std::vector<std::string> missing_behind(const Onward& onward, Documents& documents, const std::string& page,
                                        const Document& document, const std::vector<wrap::Record>& rows) {
  std::vector<std::string> out;
  for (const run::Follow& follow : onward.follows)
    for (const wrap::Record& row : rows) {
      const wrap::Value* link = run::link_value(follow, row);
      if (!link) continue;
      std::string name = crawl::name_of_link(page, document, link->text);
      if (!name.empty() && documents.has(name)) continue;
      if (const std::string address = web::is_web_address(document.url())
                                          ? crawl::name_of_link(document.url(), document, link->text)
                                          : "";
          !address.empty())
        name = address;
      name = outside_name(name);
      if (!name.empty() && !contains(out, name)) out.push_back(std::move(name));
    }
  return out;
}

}  // namespace gleaner::studio
