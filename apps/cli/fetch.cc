// gleaner fetch URL...: pages into a web archive, politely, in a job that goes on after any interruption.
#include <fmt/format.h>

#include <filesystem>

#include "base/json.h"
#include "crawl/job.h"
#include "interrupt.h"
#include "options.h"
#include "progress.h"
#include "verbs.h"
#include "web_options.h"

namespace gleaner::cli {
namespace {

struct FetchArguments {
  std::vector<std::string> urls;
  std::string output;
  WebOptions web;
  uint64_t max_pages = 0;
  BudgetOptions budget;
  bool next = false, refresh = false, json = false, verbose = false;
};

// Said before a job is made: a slip of the keyboard leaves no files.
Status check_all(const std::vector<std::string>& arguments) {
  for (const std::string& argument : arguments) {
    std::error_code failed;
    if (argument.starts_with('@') && argument != "@-" && !std::filesystem::exists(argument.substr(1), failed))
      return error(Code::not_found, "no such file", {argument.substr(1)});
    if (argument.starts_with('@') || argument.starts_with("sitemap:") ||
        !web::canonical_url(argument).empty())
      continue;
    if (argument.find("://") != std::string::npos && !web::is_web_address(argument))
      return error(Code::usage, "only http and https are fetched", {argument});
    return error(Code::usage, "is no address of a page", {argument},
                 "write http://host/path or https://host/path; a list of addresses: @FILE");
  }
  return {};
}

Status add_all(crawl::Job& job, const FetchArguments& options, size_t& fresh) {
  web::SourceOptions source;
  source.fetch = fetch_options(options.web);
  web::Sources sources(std::move(source));
  for (const std::string& argument : options.urls) {
    constexpr size_t kCommitEvery = 100'000;
    size_t seen = 0;
    GLEANER_CHECK(sources.each({argument}, [&](const std::string& page) -> Status {
      GLEANER_TRY(const bool is_new, job.add(page));
      fresh += is_new;
      return ++seen % kCommitEvery ? Status() : job.commit();
    }));
    GLEANER_CHECK(job.commit());
  }
  return {};
}

std::string json_report(const crawl::JobReport& report, const crawl::Job& job, const std::string& archive,
                        double time) {
  return fmt::format(
      "{{\"fetched\": {}, \"unchanged\": {}, \"failed\": {}, \"known\": {}, \"waiting\": {}, \"queued\": {}, "
      "\"bytes\": {}, \"seconds\": {:.3f}, \"archive\": {}, "
      "\"errors\": {}}}\n",
      report.fetched, report.unchanged, report.failed, report.known, report.waiting, job.queued(),
      report.bytes, time, json::quote(archive), json_counts(report.kinds));
}

Result<int> say_errors(crawl::Job& job, const crawl::JobReport& report, bool all) {
  if (report.kinds.empty()) return kDone;
  constexpr size_t kShown = 10;
  size_t total = 0;
  for (const auto& [kind, count] : report.kinds) total += count;
  say(fmt::format("{} could not be fetched:", counted(total, "page")));
  GLEANER_TRY(const auto errors, job.errors(all ? total : kShown));
  std::string last_hint;
  for (const crawl::JobError& one : errors) {
    say(fmt::format("  {:<10} {}  {}", one.kind, one.url, one.message));
    if (!one.hint.empty() && one.hint != last_hint) say(fmt::format("  {:<10} {}", "", last_hint = one.hint));
  }
  if (errors.size() < total)
    say(fmt::format("  ... and {} more (all of them: --verbose)", total - errors.size()));
  return kPartial;
}

Result<int> run_fetch(const FetchArguments& options) {
  const bool archive_given = web::is_archive_name(options.output);
  if (archive_given && !options.output.ends_with(".warc.gz"))
    return fail_usage(fmt::format("{} cannot be written", options.output),
                      "archives are written as .warc.gz");
  if (!archive_given && !options.output.ends_with(".job"))
    return fail_usage(fmt::format("the ending of {} names no archive", options.output),
                      "-o NAME.warc.gz, or -o NAME.job");
  GLEANER_CHECK(check_all(options.urls));
  GLEANER_CHECK(web::check_options(fetch_options(options.web)));
  for (const std::string& url : options.urls) tell_login(url);
  GLEANER_TRY(const auto opened,
              crawl::Job::open(crawl::job_folder_of(options.output), archive_given ? options.output : ""));
  crawl::Job& job = *opened;
  size_t fresh = 0;
  GLEANER_CHECK(add_all(job, options, fresh));
  if (options.web.ignore_robots) say("robots.txt is not asked (--ignore-robots)");
  crawl::JobOptions how;
  how.fetch = fetch_options(options.web);
  keep_within(options.budget, how.fetch);
  how.follow_next = options.next;
  how.max_pages = options.max_pages;
  how.refresh = options.refresh;
  const Interrupts interrupts;
  Progress progress(0, "page");
  size_t shown = 0;
  auto report = job.run(how, [&](const crawl::JobProgress& now) {
    progress.total(now.done + now.failed + now.waiting);
    progress.step(now.done + now.failed - shown);
    shown = now.done + now.failed;
    return !interrupts.asked() && progress.within(options.budget.seconds);
  });
  const double time = progress.seconds();
  progress.clear();
  if (!report.ok()) return crawl::with_advice(report.error());
  for (const Diagnostic& note : report->notes) print(note);
  const std::string& archive = job.archive().path();
  if (options.json) {
    put(stdout, json_report(*report, job, archive, time));
    return report->kinds.empty() && !report->stopped ? kDone : kPartial;
  }
  std::string line = fmt::format("{} fetched", counted(report->fetched, "page"));
  if (report->unchanged) line += fmt::format(", {} unchanged", report->unchanged);
  if (report->known) line += fmt::format(", {} there before", report->known);
  if (report->waiting) line += fmt::format(", {} still to do (the same command goes on)", report->waiting);
  say(fmt::format("{}, {} -> {}", line, seconds(time), archive));
  if (options.next && fresh && report->fetched && report->fetched <= fresh && !report->waiting)
    say("no link to a next page was found: gleaner links PAGE shows what a page links to");
  GLEANER_TRY(const int exit, say_errors(job, *report, options.verbose));
  return report->stopped ? kPartial : exit;
}

}  // namespace

void add_fetch(Command& app) {
  auto options = std::make_shared<FetchArguments>();
  Command& verb = add_verb(
      app, "fetch", "Fetch pages into a web archive (WARC), politely",
      "  gleaner fetch https://shop.example/list -o shop.warc.gz\n"
      "  gleaner fetch https://shop.example/list --next -o shop.warc.gz    and the next pages of the list\n"
      "  gleaner fetch @urls.txt sitemap:https://shop.example/sitemap.xml -o shop.job\n"
      "  gleaner fetch @urls.txt -o shop.warc.gz --refresh                 only what has changed since\n"
      "  gleaner extract shop.wrapper shop.warc.gz -o shop.csv\n"
      "Killed at any moment, the same command goes on where it was. robots.txt is obeyed; one request a\n"
      "second to a host unless robots.txt or --delay say otherwise.");
  verb.add_option("urls", options->urls, "URL...", "URL, @file with an address a line, sitemap:URL")
      ->required();
  verb.add_option("-o,--output", options->output, "FILE",
                  "the archive (NAME.warc.gz, its state in NAME.job) or the job (NAME.job)")
      ->required();
  verb.add_flag("--next", options->next, "follow the link to the next page of a list, to its end");
  verb.add_flag("--refresh", options->refresh,
                "ask for all pages again; those that are as before are noted as such");
  verb.add_option("--max-pages", options->max_pages, "N",
                  "stop after so many pages; the same command goes on");
  verb.add_flag("--json", options->json, "a report as JSON on standard output");
  verb.add_flag("-v,--verbose", options->verbose, "name all pages that could not be fetched");
  add_web(verb, options->web);
  add_time_and_memory(
      verb, options->budget, "stop after so many seconds; the same command goes on",
      "memory: pages of more than an eighth of it are not read, and fewer are on their way at a time");
  verb.callback(
      [options] { return run_limited(limits_of(options->budget), [&] { return run_fetch(*options); }); });
}

}  // namespace gleaner::cli
