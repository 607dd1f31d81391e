// See crawl_look.h.
#include "crawl_look.h"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <set>

#include "base/contains.h"
#include "base/json.h"
#include "base/text.h"
#include "crawl/crawl_report.h"
#include "output.h"
#include "page/url.h"
#include "row_writer.h"
#include "web/fetch.h"

namespace gleaner::cli {
namespace {

struct CrawlLookArguments {
  std::string job, url, kind;
  OutputOptions output;
  bool json = false;
};

Result<std::unique_ptr<crawl::CrawlJob>> open_job(const std::string& name) {
  const std::string folder = crawl::job_folder_of(name);
  std::error_code failed;
  if (!std::filesystem::is_directory(folder, failed))
    return error(Code::not_found, "there is no such job", {folder},
                 "gleaner crawl ... -o NAME.job makes one");
  if (!std::filesystem::exists(folder + "/state.sqlite", failed))  // nothing is made by looking
    return error(Code::usage, "is no job of a crawl", {folder},
                 "gleaner crawl URL --like PAGE -o NAME.job makes one");
  return crawl::CrawlJob::open(folder);
}

std::string terms_text(const crawl::Terms& terms) {
  return fmt::format("pattern {:.3f}, hub {:.3f}, rank {:.3f}, yield {:.3f}, unknown {:.3f}: {:.3f}",
                     terms.pattern, terms.hub, terms.rank, terms.yield, terms.fresh, terms.sum());
}

// What is known of one address, as lines of a name and what it is.
using Lines = std::vector<std::pair<std::string, std::string>>;

// An answer that is no page of the site: of what type, or from where.
Result<std::string> why_no_page(crawl::Archive& archive, const std::string& url, const std::string& site) {
  GLEANER_TRY(const auto got, archive.find(url));
  if (!got) return std::string("its answer is not in the archive");
  if (crawl::UrlRules::site_of(got->url) != site) return "it leads to another site: " + got->url;
  if (!got->type.empty() && got->type != "text/html") return "it is " + got->type;
  return std::string("it is no HTML");
}

// An address as people mix it up: http and https, www., capitals, escapes, a slash or index.html at the
// end, a parameter more.
std::string loose(std::string_view url) {
  std::string out = lower_ascii(decode_percent(url));
  out.erase(0, std::min(out.find("://"), out.size()));
  if (out.starts_with("://www.")) out.erase(3, 4);
  out.resize(std::min(out.find_first_of("?#"), out.size()));
  const size_t slash = out.rfind('/');
  if (out.compare(slash + 1, 6, "index.") == 0) out.resize(slash + 1);
  while (out.ends_with('/')) out.pop_back();
  return out;
}

Result<Lines> tell_unknown(crawl::CrawlStore& store, const crawl::CrawlJob::Site& site,
                           const std::string& url) {
  constexpr size_t kShown = 3;
  std::vector<std::string> alike;
  const std::string wanted = loose(url);
  GLEANER_CHECK(store.each_url(site.id, [&](std::string_view known) {
    if (alike.size() < kShown && loose(known) == wanted) alike.emplace_back(known);
  }));
  Lines out{{"unknown",
             fmt::format("no link to it was seen on the {} visited so far", counted(site.visits, "page"))}};
  if (!alike.empty()) out.emplace_back("like it", fmt::format("{}", fmt::join(alike, ", ")));
  return out;
}

Status tell_visit(crawl::CrawlStore& store, const crawl::CrawlJob::Site& site,
                  const crawl::StoredVisit& visit, Lines& out) {
  const crawl::Facts& facts = visit.facts;
  out.emplace_back("visit", fmt::format("number {}", visit.number));
  if (visit.choice.from == crawl::kNoPage) {
    out.emplace_back("chosen", "as a start");
  } else {
    GLEANER_TRY(const auto from, store.page(site.id, visit.choice.from));
    out.emplace_back("chosen", "for a link on " + (from ? from->url : "?"));
    out.emplace_back("worth", terms_text(visit.choice.terms));
  }
  if (facts.kind == crawl::Kind::taken) {
    out.emplace_back("why", "it was asked for when the crawl was stopped; the same command goes on with it");
    return {};
  }
  const crawl::Threshold& threshold = site.crawl->kinds().threshold();
  const bool judged = facts.kind == crawl::Kind::candidate || facts.kind == crawl::Kind::page ||
                      facts.kind == crawl::Kind::copy;
  const uint32_t limit = site.crawl->kinds().limit_of(facts.nearest);
  if (judged && threshold.length > 0)
    out.emplace_back(
        "distance",
        facts.distance <= site.crawl->kinds().furthest()
            ? fmt::format(
                  "{} to {}, of at most {}{}", facts.distance,
                  facts.nearest < site.template_names.size() ? site.template_names[facts.nearest]
                                                             : "a template",
                  limit, limit < threshold.limit ? " (half of what it has beyond the frame of the site)" : "")
            : fmt::format("more than {} to every template, of at most {}", site.crawl->kinds().furthest(),
                          threshold.limit));
  if (facts.copy_of != crawl::kNoPage) {
    GLEANER_TRY(const auto other, store.page(site.id, facts.copy_of));
    const bool copy = facts.kind == crawl::Kind::copy;
    out.emplace_back(copy ? "copy" : "address",
                     (copy ? "of " : "named by the page: ") + (other ? other->url : "?"));
  }
  if (judged && facts.group < site.crawl->kinds().groups().size()) {
    const crawl::PageGroup& group = site.crawl->kinds().groups()[facts.group];
    out.emplace_back("built like", group.url);
    if (group.foreign)
      out.emplace_back("refused", "lacks half of the labels that only pages of the kind have");
    const bool taken = site.crawl->kind_of(facts) == crawl::Kind::candidate;
    if (!taken && (facts.distance <= limit || group.of_kind) &&
        site.crawl->kinds().has_foreign_address(facts.page))
      out.emplace_back(
          "refused",
          fmt::format("of pages under addresses like {}, hardly any is as near as "
                      "most of the kind are: they are of another kind",
                      site.crawl->frontier().shapes().text(site.crawl->frontier().shape(facts.page))));
    if (taken && facts.distance > limit && group.of_kind)
      out.emplace_back("of the kind", group.by < site.crawl->kinds().groups().size()
                                          ? "all the same: near " + site.crawl->kinds().groups()[group.by].url
                                          : "all the same, as that one is");
  }
  if (judged)
    out.emplace_back("links", fmt::format("{} of the site, {} to candidates", facts.links.size(),
                                          site.crawl->frontier().hub(facts.page)));
  return {};
}

// A page by its number, which a state that is damaged may lack.
Result<crawl::StoredPage> page_of(crawl::CrawlJob& crawl, int64_t site, crawl::PageId number) {
  GLEANER_TRY(auto page, crawl.store().page(site, number));
  if (!page)
    return error(Code::bad_input, fmt::format("its state is damaged: it has no page {}", number),
                 {crawl.job().folder()}, "begin a new job; the pages of this one can be read as before");
  return std::move(*page);
}

Result<Lines> tell(crawl::CrawlJob& crawl, const std::string& url) {
  Lines out;
  const std::string name = crawl::UrlRules::site_of(url);
  const crawl::CrawlJob::Site* site = nullptr;
  for (const auto& one : crawl.sites())
    if (one->name == name) site = one.get();
  if (!site) return Lines{{"refused", "it is on a site that is not crawled"}};
  const crawl::Frontier& frontier = site->crawl->frontier();
  const std::string clean = site->crawl->rules().clean(url, "");
  if (clean.empty()) return Lines{{"refused", "it is no address of a page"}};
  auto number = site->crawl->find(url) ? site->crawl->find(url) : site->crawl->find(clean);
  if (number) number = site->crawl->visited_as(*number).value_or(*number);
  if (!number) {
    const std::string_view why = site->crawl->rules().refusal(clean);
    if (!why.empty()) return Lines{{"refused", std::string(why)}};
    return tell_unknown(crawl.store(), *site, url);
  }
  GLEANER_TRY(const crawl::StoredPage page, page_of(crawl, site->id, *number));
  GLEANER_TRY(const auto visit, crawl.store().visit_of(site->id, *number));
  if (page.url != url) out.emplace_back("known as", page.url);
  out.emplace_back("kind", visit ? std::string(crawl::name_of(site->crawl->kind_of(visit->facts)))
                           : frontier.closed(*number) ? "refused"
                                                      : "not visited");
  out.emplace_back("depth", std::to_string(page.depth));
  out.emplace_back("pattern", frontier.shapes().text(frontier.shape(*number)));
  if (visit) {
    GLEANER_CHECK(tell_visit(crawl.store(), *site, *visit, out));
    GLEANER_TRY(const auto failure, crawl.job().error_of(page.url));
    if (failure && visit->facts.kind == crawl::Kind::failed) out.emplace_back("failed", failure->message);
    if (visit->facts.kind == crawl::Kind::other) {
      GLEANER_TRY(std::string other, why_no_page(crawl.job().archive(), page.url, site->name));
      out.emplace_back("other", std::move(other));
    }
  } else {
    const auto shape = frontier.shape(*number);
    if (frontier.closed(*number))
      out.emplace_back("why", fmt::format("{} of this pattern led to nothing",
                                          counted(frontier.shapes().visits(shape), "page")));
    else
      out.emplace_back("why", fmt::format("other links were worth more: of {} of this pattern {} candidates",
                                          counted(frontier.shapes().visits(shape), "visited page"),
                                          frontier.shapes().candidates(shape)));
  }
  out.emplace_back("rank", fmt::format("{:.4f} of the highest", frontier.rank(*number)));
  return out;
}

Result<int> why(const CrawlLookArguments& options) {
  if (web::canonical_url(options.url).empty())
    return error(Code::usage, "is no address of a page", {options.url},
                 "gleaner crawl why shop.job https://shop.example/help/7");
  GLEANER_TRY(auto crawl, open_job(options.job));
  GLEANER_CHECK(crawl->look_into());
  GLEANER_TRY(auto lines, tell(*crawl, options.url));
  std::string out = options.json ? "{\"url\": " + json::quote(options.url) : options.url + "\n";
  for (const auto& [name, text] : lines)
    out += options.json ? fmt::format(", {}: {}", json::quote(name), json::quote(text))
                        : fmt::format("  {:<10} {}\n", name, text);
  put(stdout, options.json ? out + "}\n" : out);
  return lines.front().first == "unknown" ? kNothingFound : kDone;
}

Status check_kind(const std::string& kind) {
  constexpr std::string_view kKinds[] = {"candidate", "page",   "copy",    "skipped",
                                         "other",     "failed", "sitemap", "waiting"};
  if (kind.empty() || contains(kKinds, kind)) return {};
  return error(Code::usage, fmt::format("there is no kind \"{}\"", kind), {},
               fmt::format("kinds: {}", fmt::join(kKinds, ", ")));
}

Result<int> pages(const CrawlLookArguments& options) {
  GLEANER_CHECK(check_kind(options.kind));
  GLEANER_TRY(auto crawl, open_job(options.job));
  GLEANER_CHECK(crawl->look_into());
  return write_pages(*crawl, options.output, options.kind);
}

Result<int> report(const CrawlLookArguments& options) {
  GLEANER_TRY(auto crawl, open_job(options.job));
  GLEANER_CHECK(crawl->look_into());
  GLEANER_TRY(auto page, crawl::report_page(*crawl, {}));
  return write_whole(options.output.path, page);
}

}  // namespace

Result<std::string> why_no_way_on(crawl::CrawlJob& crawl, const crawl::CrawlJob::Site& site) {
  const std::string start = site.crawl->rules().clean(site.start, "");
  const auto page = site.crawl->find(start);
  if (!page) return fmt::format("{} is refused: {}", site.start, site.crawl->rules().refusal(start));
  GLEANER_TRY(const auto visit, crawl.store().visit_of(site.id, *page));
  if (!visit) return std::string();
  if (visit->facts.kind == crawl::Kind::other) {
    GLEANER_TRY(const std::string why, why_no_page(crawl.job().archive(), start, site.name));
    return fmt::format("{} is no page of the site: {}", start, why);
  }
  if (visit->facts.kind == crawl::Kind::page && visit->facts.links.empty())
    return fmt::format("{} has no link that may be followed: does a script make them, or is it nofollow?",
                       start);
  return std::string();
}

Result<std::string> write_candidates(crawl::CrawlJob& crawl) {
  const std::string path = crawl.job().folder() + "/candidates.txt";
  GLEANER_TRY(auto out, Output::open(path, Replaces::checked));
  for (const auto& site : crawl.sites())
    GLEANER_CHECK(crawl.store().each_visit(site->id, false, [&](const crawl::StoredVisit& visit) -> Status {
      if (site->crawl->kind_of(visit.facts) != crawl::Kind::candidate) return {};
      GLEANER_TRY(const crawl::StoredPage page, page_of(crawl, site->id, visit.facts.page));
      GLEANER_TRY(const std::string address, crawl.job().archive().address(page.url));
      return out->write(crawl.job().archive().path() + "#" + (address.empty() ? page.url : address) + "\n");
    }));
  GLEANER_CHECK(out->finish());
  return path;
}

// A page that failed and was asked for again stands in the table once: as it was in the end.
static Result<std::set<uint64_t>> failures_that_stand(crawl::CrawlStore& store,
                                                      const crawl::CrawlJob::Site& site) {
  std::map<crawl::PageId, uint64_t> last;
  GLEANER_CHECK(store.each_visit(site.id, false, [&](const crawl::StoredVisit& visit) -> Status {
    if (visit.facts.kind == crawl::Kind::failed && site.failed_pages.contains(visit.facts.page))
      last[visit.facts.page] = visit.number;
    return {};
  }));
  std::set<uint64_t> out;
  for (const auto& [page, number] : last) out.insert(number);
  return out;
}

Result<int> write_pages(crawl::CrawlJob& crawl, const OutputOptions& output, const std::string& kind) {
  GLEANER_TRY(const auto format, format_of(output));
  GLEANER_TRY(auto out, Output::open(output));
  RowWriter writer(*out, format,
                   schema_named({"site", "url", "visit", "kind", "depth", "distance", "hub", "rank", "group",
                                 "from", "worth"},
                                {"rank", "worth"}, {"visit", "depth", "distance", "hub", "group"}),
                   output);
  size_t written = 0;
  Status done;
  for (const auto& site : crawl.sites()) {
    const crawl::Threshold& threshold = site->crawl->kinds().threshold();
    if (!done.ok()) break;
    GLEANER_TRY(const auto last_failures, failures_that_stand(crawl.store(), *site));
    done = crawl.store().each_visit(site->id, false, [&](const crawl::StoredVisit& visit) -> Status {
      const crawl::Facts& facts = visit.facts;
      if (facts.kind == crawl::Kind::failed && !last_failures.contains(visit.number)) return {};
      if (!kind.empty() && crawl::name_of(site->crawl->kind_of(facts)) != kind) return {};
      GLEANER_TRY(const crawl::StoredPage page, page_of(crawl, site->id, facts.page));
      std::vector<wrap::Field> row = {
          text_field("site", site->name), text_field("url", page.url), count_field("visit", visit.number),
          text_field("kind", std::string(crawl::name_of(site->crawl->kind_of(facts)))),
          count_field("depth", page.depth)};
      const bool judged = facts.kind == crawl::Kind::candidate || facts.kind == crawl::Kind::page ||
                          facts.kind == crawl::Kind::copy;
      if (judged && threshold.length > 0 && facts.distance <= site->crawl->kinds().furthest())
        row.push_back(count_field("distance", facts.distance));
      row.push_back(count_field("hub", site->crawl->frontier().hub(facts.page)));
      row.push_back(number_field("rank", site->crawl->frontier().rank(facts.page)));
      row.push_back(count_field("group", facts.group));
      if (visit.choice.from != crawl::kNoPage) {
        GLEANER_TRY(const auto from, crawl.store().page(site->id, visit.choice.from));
        row.push_back(text_field("from", from ? from->url : ""));
      }
      row.push_back(number_field("worth", visit.choice.terms.sum()));
      ++written;
      return writer.add(std::move(row));
    });
  }
  if (done.ok()) done = writer.finish();
  if (out->closed()) return kDone;
  GLEANER_CHECK(done);
  if (out->to_file()) say(fmt::format("{} -> {}", counted(written, "page"), output.path));
  return written ? kDone : kNothingFound;
}

void add_crawl_look(Command& verb) {
  const auto form = [&](const char* name, const char* purpose, auto&& more,
                        Result<int> (*run)(const CrawlLookArguments&)) {
    auto options = std::make_shared<CrawlLookArguments>();
    Command& sub = verb.add_subcommand(name, purpose);
    sub.add_option("job", options->job, "JOB", "the job of a crawl (NAME.job)")->required();
    more(sub, *options);
    sub.callback([options, run] { return run(*options); });
  };
  form(
      "why", "why a page was visited, or was not",
      [](Command& sub, CrawlLookArguments& o) {
        sub.add_option("url", o.url, "URL", "its address")->required();
        sub.add_flag("--json", o.json, "JSON");
      },
      &why);
  form(
      "pages", "the table of visited pages: address, depth, distance, hub, rank, kind",
      [](Command& sub, CrawlLookArguments& o) {
        add_output(sub, o.output, "jsonl, json, csv, tsv, xml, table");
        sub.add_option("--kind", o.kind, "KIND",
                       "only those: candidate, page, copy, skipped, other, failed, sitemap, waiting");
      },
      &pages);
  form(
      "report", "the report once more: harvest curve, map of the site",
      [](Command& sub, CrawlLookArguments& o) {
        sub.add_option("-o,--output", o.output.path, "FILE", "FILE.html (default: standard output)");
      },
      &report);
}

}  // namespace gleaner::cli
