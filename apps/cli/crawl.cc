// gleaner crawl SITE...: the pages of sites that are like a given one, found by a focused
// crawl; and a look into such a crawl.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/json.h"
#include "base/shell_words.h"
#include "base/text.h"
#include "crawl/crawl_job.h"
#include "crawl/crawl_report.h"
#include "crawl/page_scan.h"
#include "crawl/structure.h"
#include "crawl_look.h"
#include "extract.h"
#include "interrupt.h"
#include "options.h"
#include "output.h"
#include "progress.h"
#include "run/families.h"
#include "verbs.h"
#include "watchdog.h"
#include "web_options.h"
#include "wrap/wrapper_file.h"

namespace gleaner::cli {
namespace {

namespace fs = std::filesystem;

constexpr size_t kSavedNote = 2048;  // bytes in which a browser notes where it saved a page from

struct CrawlArguments {
  std::vector<std::string> sites, like;
  OutputOptions output;
  std::string wrapper, pages, fit = "nearest";
  WebOptions web;
  BudgetOptions budget;
  uint64_t visits = 1000, total = 0, patience = 500, seed = 0;
  double quantile = 0.99;
  bool no_sitemap = false, json = false, verbose = false;
};

// Where a file's page says that it is from: its canonical address, or what a browser noted when it saved
// it. The crawl begins there too.
std::string stated_address(std::string_view html) {
  const std::string canonical = crawl::scan_page(html).canonical;
  if (web::is_web_address(canonical)) return canonical;
  constexpr std::string_view kSaved = "<!-- saved from url=(";
  const size_t at = html.substr(0, kSavedNote).find(kSaved);
  if (at == std::string_view::npos) return "";
  const std::string_view note = html.substr(at, html.find("-->", at) - at);
  const std::string_view url = trim(note.substr(std::min(note.find(')') + 1, note.size())));
  return web::is_web_address(url) ? std::string(url) : "";
}

Result<crawl::Template> template_of(const std::string& name, web::Sources& sources) {
  GLEANER_TRY(const DocumentPtr page, sources.load(name));
  if (!page->is_html())
    return error(Code::bad_input, "is no HTML: it has no skeleton to compare pages with", {name});
  const crawl::Structure structure = crawl::structure_of(page->text());
  if (structure.skeleton.symbols.empty())
    return error(Code::bad_input, "has no tags to compare pages by", {name});
  std::string url = web::is_web_address(name) ? name : page->url();
  if (url.empty()) url = stated_address(page->text());
  return crawl::Template{name, crawl::packed(structure), std::move(url)};
}

// Templates, read once: pages of the web change, and the command that goes on is to be the same all the same.
// Those that could not be had when the job was begun stay away.
class Templates {
 public:
  // `begun`: the crawl of the job, if it was begun before.
  Templates(web::Sources& sources, crawl::CrawlJob* begun) : sources_(sources), begun_(begun) {}

  // `site`: of this one alone; "": of all.
  Result<crawl::Template> get(const std::string& name, const std::string& site) {
    if (begun_ && web::is_web_address(name)) {
      GLEANER_TRY(const auto stored, stored_of(site));
      for (const crawl::StoredTemplate& one : stored)
        if (one.name == name) return crawl::Template{name, one.structure, name};
    }
    return template_of(name, sources_);
  }

  // Of a site that gleaner discover found: nothing if it cannot be had, which is told.
  Result<std::optional<crawl::Template>> get_if_there(const std::string& name, const std::string& site) {
    if (begun_) {
      GLEANER_TRY(const std::string gone, begun_->store().meta(gone_key(name)));
      if (!gone.empty()) return std::optional<crawl::Template>();
    }
    auto made = get(name, site);
    if (made.ok()) return std::optional(std::move(*made));
    print(made.error());
    gone_.push_back(name);
    return std::optional<crawl::Template>();
  }

  // For the next run.
  Status note_gone(crawl::CrawlJob& crawl) const {
    for (const std::string& name : gone_) GLEANER_CHECK(crawl.store().set_meta(gone_key(name), "gone"));
    return {};
  }

 private:
  static std::string gone_key(const std::string& name) { return "gone " + name; }
  Result<std::vector<crawl::StoredTemplate>> stored_of(const std::string& site) {
    if (site.empty()) return begun_->store().templates(0);
    GLEANER_TRY(const auto sites, begun_->store().sites());
    for (const crawl::StoredSite& one : sites)
      if (one.site == site) return begun_->store().templates(one.id);
    return std::vector<crawl::StoredTemplate>();
  }

  web::Sources& sources_;
  crawl::CrawlJob* begun_;
  std::vector<std::string> gone_;
};

// A line of a file that `gleaner discover` wrote: {"start": URL, "templates": [{"url": URL}, ...]}.
Result<crawl::SiteRequest> discovered_site(std::string_view line, const std::string& file, size_t number,
                                           Templates& known) {
  const auto wrong = [&](const char* what) {
    return error(Code::bad_input, what, {file, uint32_t(number), 0, {}}, "it is written by gleaner discover");
  };
  auto parsed = json::parse(line);
  if (!parsed.ok() || !parsed->root.is_object()) return wrong("is no site");
  const json::Value* start = parsed->root.find("start");
  if (!start || !start->is_string()) return wrong("names no start");
  crawl::SiteRequest out;
  out.start = std::string(start->text);
  if (const json::Value* templates = parsed->root.find("templates"))
    for (const json::Value& one : templates->items) {
      const json::Value* url = one.find("url");
      if (!url || !url->is_string()) continue;
      GLEANER_TRY(auto made, known.get_if_there(std::string(url->text),
                                                crawl::UrlRules::site_of(web::canonical_url(out.start))));
      if (made) out.templates.push_back(std::move(*made));
    }
  return out;
}

Result<std::vector<crawl::SiteRequest>> sites_of(const CrawlArguments& options, web::Sources& sources,
                                                 Templates& templates) {
  std::vector<crawl::SiteRequest> out;
  for (const std::string& argument : options.sites) {
    std::error_code failed;
    if (web::is_web_address(argument)) {
      out.push_back({argument, {}});
    } else if (argument.ends_with(".jsonl")) {
      GLEANER_TRY(const std::string text, read_file(argument));
      size_t number = 0;
      for (const std::string_view line : split(text, '\n')) {
        ++number;
        if (trim(line).empty()) continue;
        GLEANER_TRY(auto site, discovered_site(line, argument, number, templates));
        if (!site.templates.empty() || !options.like.empty()) out.push_back(std::move(site));
        else
          say(fmt::format(
              "{} is left out: it has no template, and all of its pages would count (--like PAGE)",
              site.start));
      }
    } else if (argument.starts_with('@')) {
      GLEANER_CHECK(sources.each({argument}, [&](std::string line) -> Status {
        out.push_back({std::move(line), {}});
        return {};
      }));
    } else if (argument.ends_with(".job") && fs::is_directory(argument, failed)) {
      return error(
          Code::usage, "is a job, not an address to begin at", {argument},
          "the command that began it goes on with it; to look into it: gleaner crawl pages|why|report JOB");
    } else {
      return error(
          Code::usage, "is neither an address nor a list of sites", {argument},
          "https://host/, sites.jsonl as gleaner discover writes it, or @file with an address a line");
    }
  }
  if (out.empty()) return error(Code::usage, "there is no site to crawl", {});
  for (const crawl::SiteRequest& one : out)
    if (web::canonical_url(one.start).empty())
      return error(Code::usage, "is no address of a site", {one.start},
                   "write http://host/path or https://host/path");
  return out;
}

std::string json_report(const crawl::CrawlReport& report, const std::string& job, double time) {
  const auto site = [](const crawl::SiteReport& one) {
    return fmt::format(
        "{{\"site\": {}, \"visits\": {}, \"candidates\": {}, \"harvest\": {:.4f}, \"copies\": {}, \"failed\": {}, \"known\": {}, \"threshold\": {}, "
        "\"quantile_normal\": {:.2f}, \"quantile_empirical\": {:.2f}, \"threshold_from\": {}, \"ended\": {}}}",
        json::quote(one.site), one.visits, one.candidates,
        one.visits ? double(one.candidates) / double(one.visits) : 0.0, one.copies, one.failed, one.known,
        one.threshold.limit, one.threshold.normal, one.threshold.empirical, json::quote(one.threshold.how),
        json::quote(one.ended));
  };
  return fmt::format(
      "{{\"sites\": [{}], \"fetched\": {}, \"from_archive\": {}, \"errors\": {}, \"stopped\": {}, \"seconds\": {:.3f}, \"job\": {}}}\n",
      joined(report.sites, site), report.fetched, report.from_archive, json_counts(report.errors),
      report.stopped, time, json::quote(job));
}

void say_sites(const crawl::CrawlReport& report, bool all) {
  constexpr size_t kShown = 10, kNamed = 4;
  for (size_t i = 0; i < report.sites.size() && (all || i < kShown); ++i) {
    const crawl::SiteReport& one = report.sites[i];
    const bool like = one.threshold.length > 0;  // without templates every page is wanted
    std::string apart = one.failed ? fmt::format("{} could not be had", one.failed) : "";
    if (!like && one.copies)
      apart += fmt::format("{}{} a copy of another", apart.empty() ? "" : ", ", one.copies);
    say(fmt::format(
        "{}: {} visited{}{}{}{}", one.site, counted(one.visits, "page"),
        apart.empty() ? "" : " (" + apart + ")",
        like ? fmt::format(", {}, harvest {:.2f}", counted(one.candidates, "candidate"),
                           one.visits ? double(one.candidates) / double(one.visits) : 0.0)
             : "",
        one.ended.empty() ? "" : "; " + one.ended,
        one.more && !one.ended.empty() ? " (a larger --visits, --total or --patience goes on)" : ""));
    if (like)
      say(fmt::format("  candidates are within {} of {:.0f} tags: {}", one.threshold.limit,
                      one.threshold.length, one.threshold.how));
    else say("  without --like every page counts");
    if (one.unlike * 10 > one.candidates)  // a few are no matter
      say(fmt::format(
          "  {} behind the same links {} built differently, first {}: if wanted, one more --like in a new job",
          counted(one.unlike, "page"), one.unlike == 1 ? "is" : "are", one.unlike_page));
    if (const size_t named = std::min(one.left_out.size(), all ? one.left_out.size() : kNamed); named > 0)
      say(fmt::format("  made no difference and was left out: {}{}",
                      fmt::join(one.left_out.begin(), one.left_out.begin() + long(named), ", "),
                      named < one.left_out.size()
                          ? fmt::format(" and {} more (report.html)", one.left_out.size() - named)
                          : ""));
  }
  if (!all && report.sites.size() > kShown)
    say(fmt::format("... and {} more sites (all of them: --verbose)", report.sites.size() - kShown));
  size_t failed = 0;
  std::string kinds;
  for (const auto& [kind, count] : report.errors)
    failed += count, kinds += fmt::format("{}{} {}", kinds.empty() ? "" : ", ", count, kind);
  if (failed) say(fmt::format("{} could not be fetched: {}", counted(failed, "page"), kinds));
}

// Sites of which not one page could be had: what their starts failed for.
Result<bool> tell_unreachable(crawl::CrawlJob& crawl, const crawl::CrawlReport& report) {
  bool any = false;
  for (const crawl::SiteReport& one : report.sites) {
    if (!one.visits || one.failed < one.visits) continue;
    any = true;
    for (const auto& site : crawl.sites()) {
      if (site->id != one.id) continue;
      GLEANER_TRY(const auto failure, crawl.job().error_of(site->start));
      if (failure) print(error(Code::bad_input, failure->message, {failure->url}, failure->hint));
    }
  }
  return any;
}

// Sites that ended where they began.
Result<bool> tell_no_way_on(crawl::CrawlJob& crawl, const crawl::CrawlReport& report) {
  bool any = false;
  for (const crawl::SiteReport& one : report.sites) {
    if (one.visits > 1 || one.failed || one.more || one.ended.empty()) continue;
    for (const auto& site : crawl.sites()) {
      if (site->id != one.id) continue;
      GLEANER_TRY(const std::string why, why_no_way_on(crawl, *site));
      if (!why.empty()) say("  " + why), any = true;
    }
  }
  return any;
}

// A template of another site is seldom meant, and shows only after hours that it led to nothing.
void tell_foreign(const std::vector<crawl::Template>& like, const std::vector<crawl::SiteRequest>& sites) {
  std::set<std::string> crawled;
  for (const crawl::SiteRequest& one : sites) crawled.insert(crawl::UrlRules::site_of(one.start));
  for (const crawl::Template& one : like)
    if (const std::string of = crawl::UrlRules::site_of(one.url); !one.url.empty() && !crawled.contains(of))
      say(fmt::format("{} is a page of {}, which is not crawled: only pages built like it count", one.name,
                      of));
}

crawl::CrawlOptions crawl_options(const CrawlArguments& options) {
  crawl::CrawlOptions out;
  out.fetch = fetch_options(options.web);
  keep_within(options.budget, out.fetch);
  out.visits = options.visits;
  out.total = options.total;
  out.patience = options.patience;
  out.seed = options.seed;
  out.quantile = options.quantile;
  out.fit = options.fit == "normal"      ? crawl::Fit::normal
            : options.fit == "empirical" ? crawl::Fit::empirical
                                         : crawl::Fit::nearest;
  out.sitemaps = !options.no_sitemap;
  return out;
}

// Named after the site, or the file of sites.
std::string job_named_after(const std::string& site) {
  std::string name =
      web::is_web_address(site) ? crawl::UrlRules::site_of(site) : fs::path(site).stem().string();
  if (name.starts_with('@')) name.erase(0, 1);
  std::replace(name.begin(), name.end(), ':', '-');
  return name + ".job";
}

// The job: what -o names, or beside the file that --extract writes; there is none beside standard output or
// on a server.
std::string job_of(const CrawlArguments& options) {
  const std::string& out = options.output.path;
  if (options.wrapper.empty()) return crawl::job_folder_of(out);
  if (out == "-" || out.find("://") != std::string::npos) return job_named_after(options.sites[0]);
  const fs::path path(out.substr(0, out.find('#')));
  return (path.parent_path() / path.stem()).string() + ".job";
}

// The table of pages is made anew each time, whatever becomes of the rows in -o.
OutputOptions pages_output(const CrawlArguments& options) {
  OutputOptions out = options.output;
  out.path = options.pages;
  out.format_name.clear();
  out.key.clear();
  if (out.mode != "create") out.mode.clear();
  return out;
}

// Before the crawl, which may take hours, what would be refused after it.
Status check_output(const OutputOptions& output) {
  GLEANER_TRY(const auto format, format_of(output, wrap::Format::jsonl));
  const fs::path folder = fs::path(output.path).parent_path();
  std::error_code failed;
  if (output.path.find("://") == std::string::npos && !folder.empty() && !fs::exists(folder, failed))
    return error(Code::usage, fmt::format("there is no folder {}", folder.string()), {output.path},
                 "mkdir -p " + shell_word(folder.string()));
  return store::RecordFile::writes(output.path) ? Status() : may_replace(output.path, format, output.mode);
}

Status check_options(const CrawlArguments& options) {
  const auto wrong = [](std::string what, std::string hint = "") {
    return error(Code::usage, std::move(what), {}, std::move(hint));
  };
  const std::string& out = options.output.path;
  if (options.sites.empty())
    return wrong("there is no site to crawl",
                 "gleaner crawl https://shop.example/ --like item.html -o shop.job");
  if (out.empty())
    return wrong("--extract needs -o", "-o names the file for the records: items.csv, items.parquet");
  if (options.wrapper.empty() && !out.ends_with(".job") && !out.ends_with(".warc.gz"))
    return wrong(fmt::format("the ending of {} names no job", out),
                 "-o NAME.job, -o NAME.warc.gz; a table needs --extract WRAPPER");
  if (!options.wrapper.empty() && (out.ends_with(".job") || out.ends_with(".warc.gz")))
    return wrong(fmt::format("{} is no file for the records of --extract", out),
                 "-o items.csv, -o items.parquet: the job is then items.job");
  if (options.json && out == "-")
    return wrong("--json and -o - both write to standard output", "-o items.jsonl");
  if (options.wrapper.empty() && (!options.output.key.empty() || !options.output.mode.empty()))
    return wrong("--mode and --key are for the table of --extract",
                 "gleaner crawl URL --extract WRAPPER -o FILE.sqlite");
  if (!options.wrapper.empty()) GLEANER_CHECK(check_output(options.output));
  if (!options.pages.empty()) {
    if (options.pages == out)
      return wrong(fmt::format("--pages and -o both name {}", out),
                   "they are two tables: one would replace the other");
    GLEANER_CHECK(check_output(pages_output(options)));
  }
  if (!(options.quantile > 0.5 && options.quantile < 1))
    return wrong("--quantile is a share between 0.5 and 1");
  if (options.fit != "nearest" && options.fit != "normal" && options.fit != "empirical")
    return wrong("--fit is nearest, normal or empirical");
  return {};
}

// Each run gives all candidates: a table that is appended to has those of the run before already.
Result<int> extract_candidates(const CrawlArguments& options, crawl::CrawlJob& crawl,
                               const std::string& candidates) {
  const std::string place = store::shown_place(options.output.path);  // without a password
  const std::string key = "appended to " + place;
  const bool appends = options.output.mode == "append";
  GLEANER_TRY(const std::string before, crawl.store().meta(key));
  if (appends && !before.empty())
    say(
        fmt::format("note: an earlier run of this job has appended to {}: those rows are there once more now "
                    "(--mode upsert --key url keeps each once)",
                    place));
  const int exit = extract_pages(options.wrapper, {"@" + candidates}, options.output);
  if (appends && (exit == kDone || exit == kPartial)) GLEANER_CHECK(crawl.store().set_meta(key, "once"));
  return exit;
}

Result<int> finish(const CrawlArguments& options, crawl::CrawlJob& crawl, const crawl::CrawlReport& report,
                   double time) {
  const std::string& folder = crawl.job().folder();
  GLEANER_TRY(const std::string page, crawl::report_page(crawl, report.sites));
  if (const int exit = write_whole(folder + "/report.html", page, Replaces::checked); exit != kDone)
    return exit;
  GLEANER_TRY(const std::string candidates, write_candidates(crawl));
  if (!options.pages.empty()) {
    GLEANER_TRY(const int exit, write_pages(crawl, pages_output(options), ""));
    if (exit != kDone) return exit;
  }
  size_t found = 0, visited = 0, had = 0;
  bool like = false;
  for (const crawl::SiteReport& site : report.sites)
    found += site.candidates, visited += site.visits, had += site.visits - site.failed,
        like |= site.threshold.length > 0;
  if (options.json) put(stdout, json_report(report, folder, time));
  else {
    say_sites(report, options.verbose);
    say(fmt::format("{}, {} -> {} (report.html, candidates.txt){}",
                    like ? fmt::format("{} of {}", counted(found, "candidate"), counted(visited, "page"))
                         : counted(found, "page"),
                    seconds(time), folder,
                    !report.stopped ? ""
                    : options.wrapper.empty()
                        ? "; stopped, the same command goes on"
                        : fmt::format("; stopped, the same command goes on and then writes {}",
                                      store::shown_place(options.output.path))));
    GLEANER_TRY(const bool no_way_on, tell_no_way_on(crawl, report));
    if (like && !found && had && !no_way_on)
      say(fmt::format(
          "  is a template of --like a page of this site? How far one of its pages is from it: gleaner crawl why {} URL",
          folder));
  }
  GLEANER_TRY(const bool unreachable, tell_unreachable(crawl, report));
  if (report.stopped) return kPartial;
  if (!found) return kNothingFound;
  int exit = kDone;
  if (!options.wrapper.empty()) {
    GLEANER_TRY(exit, extract_candidates(options, crawl, candidates));
  }
  return exit == kDone && unreachable ? kPartial : exit;
}

Result<int> run_crawl(CrawlArguments options) {
  if (options.output.path.empty() && options.wrapper.empty() && !options.sites.empty())
    options.output.path = job_named_after(options.sites[0]);
  GLEANER_CHECK(check_options(options));
  if (!options.wrapper.empty())  // before the crawl: it may take hours
    GLEANER_CHECK(wrap::load_wrapper(options.wrapper, run::families()));
  web::SourceOptions source;
  source.fetch = fetch_options(options.web);
  GLEANER_CHECK(web::check_options(source.fetch));
  web::Sources sources(std::move(source));
  const std::string folder = job_of(options),
                    archive = options.output.path.ends_with(".warc.gz") ? options.output.path : "";
  std::unique_ptr<crawl::CrawlJob> opened;
  std::error_code failed;
  if (fs::exists(folder + "/state.sqlite", failed)) {
    GLEANER_TRY(opened, crawl::CrawlJob::open(folder, archive));
  }
  Templates templates(sources, opened.get());
  std::vector<crawl::Template> like;
  GLEANER_TRY(const auto names, sources.expand(options.like));
  for (const std::string& name : names) {
    GLEANER_TRY(like.emplace_back(), templates.get(name, ""));
  }
  GLEANER_TRY(const auto sites, sites_of(options, sources, templates));
  tell_foreign(like, sites);
  for (const crawl::SiteRequest& one : sites) tell_login(one.start);
  if (!opened) {  // a slip of the keyboard leaves no files
    GLEANER_TRY(opened, crawl::CrawlJob::open(folder, archive));
  }
  crawl::CrawlJob& crawl = *opened;
  const crawl::CrawlOptions how = crawl_options(options);
  GLEANER_TRY(const std::string begun, crawl.store().meta("terms"));
  if (begun.empty() && crawl.job().queued())
    say(fmt::format("note: {} was there before: its archive also has the {} fetched then", folder,
                    counted(crawl.job().queued(), "page")));
  GLEANER_CHECK(crawl.begin(sites, like, how));
  GLEANER_CHECK(templates.note_gone(crawl));
  if (options.web.ignore_robots) say("robots.txt is not asked (--ignore-robots)");
  const Interrupts interrupts;
  Progress progress(0, "page");
  size_t shown = 0;
  auto report = crawl.run(how, [&](const crawl::CrawlProgress& now) {
    progress.also(
        fmt::format("{}, harvest {:.2f}, of the last {} {:.2f}{}", counted(now.candidates, "candidate"),
                    now.visits ? double(now.candidates) / double(now.visits) : 0.0, now.recent_visits,
                    now.recent_visits ? double(now.recent_candidates) / double(now.recent_visits) : 0.0,
                    now.sites > 1 ? fmt::format(", {} of {} sites done", now.sites_done, now.sites) : ""));
    progress.step(now.visits > shown ? now.visits - shown : 0);
    shown = now.visits;
    return !interrupts.asked() && progress.within(options.budget.seconds);
  });
  const double time = progress.seconds();
  progress.clear();
  if (!report.ok()) return crawl::with_advice(report.error());
  print(report->notes);
  return finish(options, crawl, *report, time);
}

void add_crawl_options(Command& verb, CrawlArguments& o) {
  verb.add_option("sites", o.sites, "SITE...",
                  "addresses to begin at, sites.jsonl of gleaner discover, @file with an address a line");
  verb.add_option(
          "--like", o.like, "PAGE",
          "pages of the kind that is wanted: files, URLs, FILE.warc.gz#URL (again for more; five are good); without: every page counts")
      ->repeated();
  verb.add_option("--visits", o.visits, "N", "pages to visit on a site, at most (default 1000; 0: no limit)");
  verb.add_option("--total", o.total, "N", "pages to visit in all, shared out to the sites");
  verb.add_option("--patience", o.patience, "N",
                  "leave a site after so many visits without a candidate (default 500; 0: never)");
  verb.add_option(
      "-o,--output", o.output.path, "FILE",
      "the job (NAME.job) or its archive (NAME.warc.gz); with --extract the file for the records (default: SITE.job)");
  verb.add_option("--extract", o.wrapper, "WRAPPER",
                  "take records out of the candidates with this wrapper, into -o");
  verb.add_option("--pages", o.pages, "FILE",
                  "also write the table of visited pages (csv, jsonl, parquet, ...)");
  verb.add_option("--seed", o.seed, "N", "decides between links that are worth the same (default 0)");
  verb.add_option("--quantile", o.quantile, "P",
                  "of the templates' distances, up to which pages are candidates (default 0.99)");
  verb.add_option(
      "--fit", o.fit, "NAME",
      "of which distances: nearest: to the nearest other template (default); normal: of all pairs by tags alone, with a distribution fitted to them, as the paper does; empirical: of all pairs by tags alone, as they are");
  verb.add_flag("--no-sitemap", o.no_sitemap, "do not ask for the site's sitemaps");
  verb.add_flag("--json", o.json, "a report as JSON on standard output");
  verb.add_flag("-v,--verbose", o.verbose, "name all sites");
  add_database_options(verb, o.output);
  add_web(verb, o.web);
  add_time_and_memory(
      verb, o.budget, "stop after so many seconds; the same command goes on",
      "memory: pages of more than an eighth of it are not read; beyond it the crawl ends, and the same command goes on with more");
}

}  // namespace

void add_crawl(Command& app) {
  auto options = std::make_shared<CrawlArguments>();
  Command& verb = add_verb(
      app, "crawl", "Find the pages of a site that are like a given one",
      "  gleaner crawl https://shop.example/ --like item.html -o shop.job\n"
      "  gleaner crawl https://shop.example/ --like a.html --like b.html --visits 5000 -o shop.job\n"
      "  gleaner crawl https://shop.example/ --like item.html --extract item.wrapper -o items.parquet\n"
      "  gleaner crawl sites.jsonl -o all.job            sites and templates as gleaner discover found them\n"
      "  gleaner crawl why shop.job https://shop.example/help/7\n"
      "  gleaner crawl pages shop.job -o pages.csv\n"
      "Killed at any moment, the same command goes on. robots.txt is obeyed; one request a second to a host\n"
      "unless --delay says otherwise. The job holds the pages (pages.warc.gz), candidates.txt, and report.html\n"
      "with the harvest curve and the map of the site.");
  add_crawl_options(verb, *options);
  verb.callback([options] {
    const Watchdog watchdog(limits_of(options->budget), "crawling; the same command goes on");
    return run_crawl(*options);
  });
  add_crawl_look(verb);
}

}  // namespace gleaner::cli
