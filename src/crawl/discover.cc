// See discover.h.
#include "crawl/discover.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "base/hash.h"
#include "base/text.h"
#include "crawl/url_rules.h"
#include "html/visible.h"
#include "page/url.h"
#include "records/region.h"
#include "tables/reader.h"
#include "web/fetch.h"
#include "web/server.h"
#include "wrap/wrapper.h"

namespace gleaner::crawl {
namespace {

constexpr size_t kSilent = 20;    // queries in a row without an answer that end it
constexpr size_t kLeastRows = 3;  // of a table or a list
constexpr size_t kMostWorkSteps = 50'000'000;

struct FoundPage {
  std::string url;
  size_t queries = 0;
};

struct FoundSite {
  size_t queries = 0;
  std::vector<FoundPage> pages;  // in the order they showed
};

// A page's site: its host, or the folder of a file.
std::string site_of_name(const std::string& name) {
  if (web::is_web_address(name)) return UrlRules::site_of(name);
  if (const auto archived = web::split_archive_name(name)) return site_of_name(archived->second);
  const size_t slash = name.rfind('/');
  return slash == std::string::npos ? "." : name.substr(0, slash);
}

std::string start_of(const std::string& name) {
  const auto archived = web::split_archive_name(name);
  const std::string url = archived ? archived->second : name;
  if (!web::is_web_address(url)) return name;
  const UrlParts parts = split_url(url);
  return std::string(parts.scheme) + "://" + std::string(parts.authority) + "/";
}

double unseen_share(const std::map<std::string, FoundSite>& sites) {
  size_t once = 0, all = 0;
  for (const auto& [name, site] : sites) once += site.queries == 1, all += site.queries;
  return all ? double(once) / double(all) : 1;
}

void enter(const std::vector<std::string>& results, std::map<std::string, FoundSite>& sites) {
  std::set<std::string> of_query;
  for (const std::string& name : results) {
    const std::string site = site_of_name(name);
    if (site.empty()) continue;
    FoundSite& found = sites[site];
    found.queries += of_query.insert(site).second;
    auto page = std::ranges::find_if(found.pages, [&](const FoundPage& one) { return one.url == name; });
    if (page == found.pages.end()) page = found.pages.insert(page, {name, 0});
    ++page->queries;
  }
}

}  // namespace

PhraseSample::PhraseSample(std::vector<std::string> phrases, uint64_t seed)
    : phrases_(std::move(phrases)), state_(mix(seed, 0x5eed)) {
  std::map<std::string, size_t> having;  // phrases that have a word
  const auto words_in = [](const std::string& phrase) {
    std::set<std::string> out;
    for (const std::string_view word : words(phrase)) out.insert(lower_ascii(word));
    return out;
  };
  for (const std::string& phrase : phrases_)
    for (const std::string& word : words_in(phrase)) ++having[word];
  for (const std::string& phrase : phrases_) {
    const auto its = words_in(phrase);
    double sum = 0;
    for (const std::string& word : its) sum += double(having[word]);
    weights_.push_back(its.empty() ? 0 : double(its.size()) / sum);
  }
}

uint64_t PhraseSample::next() {
  uint64_t z = state_ += 0x9e3779b97f4a7c15ull;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ z >> 27) * 0x94d049bb133111ebull;
  return z ^ z >> 31;
}

std::vector<std::string> PhraseSample::draw(size_t count) {
  std::vector<double> left = weights_;
  std::vector<std::string> out;
  while (out.size() < count) {
    double sum = 0;
    for (const double weight : left) sum += weight;
    if (!(sum > 0)) break;
    double at = double(next() >> 11) / double(1ull << 53) * sum;
    size_t chosen = 0;
    while (chosen + 1 < left.size() && (at -= left[chosen]) >= 0) ++chosen;
    while (left[chosen] == 0) chosen = (chosen + 1) % left.size();  // rounding at the end
    out.push_back(phrases_[chosen]);
    left[chosen] = 0;
  }
  return out;
}

Result<std::unique_ptr<LocalSearch>> LocalSearch::make(
    const std::vector<std::string>& pages, web::Sources& sources, size_t results,
    const std::function<std::string(const std::string&)>& address, size_t& indexed) {
  auto out = std::make_unique<LocalSearch>();
  out->results_ = results;
  GLEANER_TRY(out->index_, store::TextIndex::make());
  GLEANER_TRY(auto stream, sources.stream(pages));
  for (indexed = 0;;) {
    GLEANER_TRY(auto item, stream->next());
    if (!item) break;
    auto page = item->load({});
    if (!page.ok()) continue;  // no text: nothing to find
    std::string text;
    if ((*page)->is_html()) {
      const html::Tree& tree = (*page)->view<html::Tree>();
      text = html::visible_text(tree, html::kDocument);
    } else {
      text = (*page)->text();
    }
    GLEANER_CHECK(out->index_->add(address ? address(item->name) : item->name, text));
    ++indexed;
  }
  return out;
}

std::string WebSearch::address(const std::vector<std::string>& phrases, int64_t page) const {
  std::string query;
  for (const std::string& phrase : phrases) {
    if (!query.empty()) query += rule_.join;
    const bool quoted = rule_.quote && words(phrase).size() > 1;
    query += quoted ? "\"" + phrase + "\"" : phrase;
  }
  std::string out = rule_.url;
  for (const auto& [name, value] : {std::pair<std::string, std::string>{"{query}", web::escape_url(query)},
                                    {"{page}", std::to_string(page)}})
    for (size_t at = out.find(name); at != std::string::npos; at = out.find(name, at + value.size()))
      out.replace(at, name.size(), value);
  return out;
}

Result<std::vector<std::string>> WebSearch::search(const std::vector<std::string>& phrases) {
  std::vector<std::string> out;
  for (size_t i = 0; i < rule_.pages; ++i) {
    const std::string url = address(phrases, rule_.first_page + int64_t(i));
    GLEANER_TRY(const DocumentPtr page, sources_.load(url));
    const size_t before = out.size();
    GLEANER_TRY(const auto records, wrap::extract_all(*wrapper_, *page));
    for (const wrap::Record& record : records) {
      const wrap::Value* link = record.find(rule_.link);
      if (!link || !link->is_text()) continue;
      const std::string target =
          web::canonical_url(resolve_url(link->text, page->url().empty() ? url : page->url()));
      if (!target.empty()) out.push_back(target);
    }
    if (out.size() == before) break;
  }
  return out;
}

std::string worth_of(const DocumentPtr& page) {
  if (!page->is_html()) return "";
  BudgetLimits limits;
  limits.steps = kMostWorkSteps;
  Budget budget(limits);
  for (const tables::Table& table : tables::read_tables(page->view<html::Tree>(), {}, budget))
    if (table.genuine && table.data_rows().size() >= kLeastRows && table.data_columns().size() >= 2)
      return fmt::format("table of {} rows, {} columns", table.data_rows().size(),
                         table.data_columns().size());
  const records::Analysis analysis(page, budget);
  for (const size_t candidate : analysis.distinct(1)) {
    if (!analysis.good(candidate)) continue;
    const records::Region region = analysis.describe(candidate);
    // A menu is a list, too: of one text a record.
    const auto columns = std::count_if(
        region.columns.begin(), region.columns.end(),
        [](const records::Column& column) { return records::is_data(column) && !column.is_link; });
    if (columns >= 2 && region.records.size() >= kLeastRows)
      return fmt::format("list of {} records", region.records.size());
  }
  return "";
}

Result<Discovery> discover(std::vector<std::string> phrases, SearchService& service, web::Sources& sources,
                           const DiscoverOptions& options,
                           const std::function<bool(size_t, size_t)>& progress) {
  Discovery out;
  PhraseSample sample(std::move(phrases), options.seed);
  std::map<std::string, FoundSite> sites;
  size_t silent = 0;
  auto goes_on = [&] {
    out.stopped = out.stopped || (progress && !progress(out.queries, sites.size()));
    return !out.stopped;
  };
  while (out.queries < options.most_queries && goes_on()) {
    const std::vector<std::string> query = sample.draw(options.phrases);
    if (query.empty()) return error(Code::usage, "there are no phrases to search for", {});
    auto results = service.search(query);
    ++out.queries;
    if (!results.ok()) {
      if (out.queries == 1) return std::move(results).error();
      out.notes.push_back(results.error());
    }
    const bool any = results.ok() && !results->empty();
    silent = any ? 0 : silent + 1;
    out.answered += any;
    if (any) enter(*results, sites);
    out.unseen = unseen_share(sites);
    if (silent >= kSilent) {
      out.ended = fmt::format("{} queries in a row found nothing", silent);
      break;
    }
    if (out.queries >= options.least_queries && !sites.empty() && out.unseen < options.enough) {
      out.ended =
          fmt::format("the next result is of a new site with a chance of {:.0f} % only", out.unseen * 100);
      break;
    }
  }
  if (out.ended.empty())
    out.ended = out.stopped
                    ? "it was stopped"
                    : fmt::format("{} {} made", out.queries, out.queries == 1 ? "query was" : "queries were");
  for (auto& [name, found] : sites) {
    std::ranges::stable_sort(found.pages, std::greater{}, &FoundPage::queries);
    DiscoveredSite site{name, start_of(found.pages.front().url), found.queries, found.pages.size(), {}};
    for (size_t i = 0; i < found.pages.size() && i < options.pages_of_site && goes_on(); ++i) {
      auto page = sources.load(found.pages[i].url);
      if (!page.ok()) {
        out.notes.push_back(page.error());
        continue;
      }
      if (std::string why = worth_of(*page); !why.empty())
        site.templates.push_back({found.pages[i].url, std::move(why)});
    }
    out.sites.push_back(std::move(site));
  }
  std::stable_sort(out.sites.begin(), out.sites.end(), [](const DiscoveredSite& a, const DiscoveredSite& b) {
    return std::pair(a.templates.size(), a.queries) > std::pair(b.templates.size(), b.queries);
  });
  return out;
}

}  // namespace gleaner::crawl
