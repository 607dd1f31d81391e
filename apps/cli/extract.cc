// gleaner extract WRAPPER PAGE...: records of pages.
#include "extract.h"

#include <fmt/format.h>

#include "base/json.h"
#include "browser_options.h"
#include "crawl/next_pages.h"
#include "flat_output.h"
#include "notes.h"
#include "options.h"
#include "output.h"
#include "page/load.h"
#include "page/url.h"
#include "page_input.h"
#include "page_name.h"
#include "progress.h"
#include "run/browser_pages.h"
#include "store/record_file.h"
#include "verbs.h"
#include "wrap/nested.h"
#include "wrap/refusal.h"
#include "wrap/wrapper_file.h"

namespace gleaner::cli {
namespace {

struct ExtractArguments {
  int year = 0;  // of dates that have none
  std::string wrapper;
  std::vector<std::string> pages;
  OutputOptions output;
  BudgetOptions budget;
  size_t jobs = 0;
  bool nested = false, flat = false;
  size_t nested_width = 40;
  bool as_labels = false, spans = false, json = false, verbose = false, no_page = false;
  bool day_first = false, month_first = false;
  PageInput input;
  bool next = false, no_next = false;
  uint64_t max_next = 0;
  std::string follow, follow_with;
  std::string browser;  // "": where the wrapper says so
  bool scroll = false;
  BrowserFlags flags;
};

struct Totals {
  size_t pages = 0, records = 0, failed = 0, partial = 0, empty = 0;
  size_t refused = 0;  // nodes like the records that are none
  uint64_t bytes = 0;
  int failed_exit = kDone;
  bool not_fetched = false;              // some pages of the web
  std::vector<std::string> empty_pages;  // the first of them
  std::string why_empty;                 // of the first
};
constexpr size_t kEmptyNamed = 10;

std::string json_report(const Totals& totals, double seconds, const std::string& output) {
  return fmt::format(
      "{{\"pages\": {}, \"records\": {}, \"empty\": {}, \"failed\": {}, \"partial\": {}, \"refused\": {}, \"bytes\": {}, "
      "\"seconds\": {:.3f}, "
      "\"output\": {}, \"empty_pages\": {}}}\n",
      totals.pages, totals.records, totals.empty, totals.failed, totals.partial, totals.refused, totals.bytes,
      seconds, json::quote(output), json_list(totals.empty_pages));
}

std::string summary(const Totals& totals, double time, const std::string& output) {
  std::string line = fmt::format("{}, {}", counted(totals.pages, "page"), counted(totals.records, "record"));
  if (totals.failed) line += fmt::format(", {} not readable", totals.failed);
  if (totals.partial) line += fmt::format(", {} partial", totals.partial);
  if (totals.refused)
    line += fmt::format(", {} refused", counted(totals.refused, "node like them", "nodes like them"));
  return line + fmt::format(", {} -> {}", seconds(time), output);
}

// Pages without records are not an error, but nobody should have to look for them.
void say_empty(const Totals& totals, const std::string& wrapper) {
  if (!totals.empty) return;
  const std::string& first = totals.empty_pages.front();
  std::string line = totals.pages == 1 ? fmt::format("nothing found on {}", first)
                                       : fmt::format("nothing found on {} of {} pages, e.g. {}", totals.empty,
                                                     totals.pages, first);
  if (!totals.why_empty.empty()) line += fmt::format(": {}", totals.why_empty);
  else if (first != "-")
    line += fmt::format("\n  what was looked for: gleaner explain {} {}", wrapper, first);
  say(line);
}

int exit_of(const Totals& totals) {
  if (totals.not_fetched && totals.failed < totals.pages) return kPartial;
  if (totals.failed) return totals.failed_exit;
  if (totals.partial) return kPartial;
  return totals.records ? kDone : kNothingFound;
}

constexpr size_t kPart = 4096;  // records of one page that are written at once

void count(const run::PageResult& result, Totals& totals) {
  totals.records += result.records.size();
  if (result.more) return;
  ++totals.pages;
  totals.bytes += result.bytes;
  totals.partial += result.partial;
  for (const Diagnostic& note : result.notes)
    if (const auto refusal = wrap::refusal_of(note)) totals.refused += refusal->nodes;
  if (!result.failed && result.records.empty()) {
    if (!totals.empty++) totals.why_empty = result.why_empty;
    if (totals.empty_pages.size() < kEmptyNamed) totals.empty_pages.push_back(result.page);
  }
  if (!result.failed || result.failed->code == Code::budget) return;  // ended by a limit: partial
  ++totals.failed;
  if (totals.failed_exit == kDone) totals.failed_exit = exit_code(result.failed->code);
}

// [follow.FIELD] of the wrapper, and what the command line adds.
Result<std::vector<run::Follow>> follows_of(const ExtractArguments& options, const wrap::WrapperFile& wrapper,
                                            const wrap::Registry& registry) {
  GLEANER_TRY(std::vector<run::Follow> out, run::read_follows(wrapper.whole, options.wrapper, registry));
  if (options.follow.empty()) return out;
  GLEANER_TRY(run::Follow follow, run::make_follow(options.follow, options.follow_with, registry));
  std::erase_if(out, [&](const run::Follow& one) { return one.field == follow.field; });
  out.push_back(std::move(follow));
  return out;
}

// Where the pages of the web come through a browser, if at all.
Result<std::unique_ptr<web::PageStream>> through_browser(const ExtractArguments& options,
                                                         const wrap::WrapperFile& wrapper,
                                                         std::unique_ptr<web::PageStream> pages,
                                                         run::BrowserPages*& shown) {
  const WebOptions& web = options.input.web();
  const bool on_the_web =
      std::any_of(options.pages.begin(), options.pages.end(), [](const std::string& name) {
        return web::is_web_address(name) || name.starts_with("sitemap:") || name.starts_with("@");
      });
  const bool marked = wrapper.wrapper->kind() == "layout";  // goes by where texts stand
  if (options.browser == "never" || web.cached || !(on_the_web || (marked && options.browser == "always")))
    return pages;
  run::BrowserPagesOptions how;
  how.marked = marked;
  how.use = options.browser == "always" ? run::BrowserUse::always
            : options.browser == "auto" ? run::BrowserUse::automatic
                                        : run::BrowserUse::known_sites;
  GLEANER_CHECK(set_browser(how, options.pages, options.flags, options.input));
  how.scroll = options.scroll;
  if (const wrap::Config* known = wrapper.whole.find("browser")) {
    GLEANER_TRY(how.sites, known->texts_or("sites", {}));
  }
  if (options.browser.empty() && how.sites.empty()) return pages;
  auto out =
      std::make_unique<run::BrowserPages>(std::move(pages), run::values_by(*wrapper.wrapper), std::move(how));
  shown = out.get();
  return std::unique_ptr<web::PageStream>(std::move(out));
}

// Sites that need a browser stay known: in [browser] of the wrapper.
void keep_learned(const ExtractArguments& options, const wrap::WrapperFile& wrapper,
                  const run::BrowserPages& shown) {
  std::vector<std::string> sites = shown.learned();
  if (sites.empty()) return;
  if (const wrap::Config* known = wrapper.whole.find("browser"))
    if (auto before = known->texts_or("sites", {}); before.ok())
      sites.insert(sites.begin(), before->begin(), before->end());
  wrap::Config table;
  table.set("sites", sites);
  auto text = read_file(options.wrapper);
  if (!text.ok()) return;
  if (write_file(options.wrapper, wrap::replace_table(*text, "browser", table)).ok())
    say(fmt::format("{} needs a browser: noted in {}", shown.learned().front(), options.wrapper));
}

// The pages, and with --next or [next] of the wrapper those they lead on to.
Result<std::unique_ptr<web::PageStream>> pages_of(const ExtractArguments& options,
                                                  const wrap::WrapperFile& wrapper, web::Sources& sources,
                                                  run::BrowserPages*& shown) {
  GLEANER_TRY(auto plain, sources.stream(options.pages));
  GLEANER_TRY(auto pages, through_browser(options, wrapper, std::move(plain), shown));
  GLEANER_TRY(std::optional<crawl::NextRule> rule, crawl::read_next_rule(wrapper.whole));
  if (options.no_next || (!rule && !options.next)) return pages;
  if (!rule) rule.emplace();
  if (options.max_next) rule->most = options.max_next;
  GLEANER_TRY(auto following, crawl::NextPages::make(std::move(pages), sources, *rule));
  return std::unique_ptr<web::PageStream>(std::move(following));
}

int run_extract(const ExtractArguments& options, Session& session) {
  auto loaded = wrap::load_wrapper(options.wrapper, session.registry());
  if (!loaded.ok()) return fail(loaded.error());
  auto sources = options.input.sources();
  if (!sources.ok()) return fail(sources.error());
  auto follows = follows_of(options, *loaded, session.registry());
  if (!follows.ok()) return fail(follows.error());
  run::BrowserPages* shown = nullptr;
  auto pages = pages_of(options, *loaded, **sources, shown);
  if (!pages.ok()) return fail(pages.error());
  const bool html =
      options.nested && (options.output.path.ends_with(".html") || options.output.path.ends_with(".htm"));
  Result<wrap::Format> format = wrap::Format::jsonl;
  if (options.as_labels) format = wrap::Format::labels;
  else if (!options.nested) format = format_of(options.output);
  if (!format.ok()) return fail(format.error());
  if (Status named =
          wrap::check_names(wrap::typed_schema(*loaded), store::RecordFile::writes(options.output.path));
      !named.ok())
    return fail(named.error());
  std::vector<std::string> inputs = options.pages;  // of the web as they were named
  if (auto files = pages_named(options.pages); files.ok()) inputs = std::move(*files);
  inputs.push_back(options.wrapper);
  if (const Status fine = not_an_input(options.output.path, inputs); !fine.ok()) return fail(fine.error());
  OutputOptions to = options.output;
  to.flat = options.flat;
  if (options.as_labels) to.format_name = "labels";
  auto out = html ? Output::open(to.path) : Output::open(to);
  if (!out.ok()) return fail(out.error());
  Output& output = **out;
  if (options.json && !output.to_file())
    return fail_usage("--json is a report beside the records: it needs -o FILE");

  wrap::WriteOptions write;
  write.spans = options.spans;
  write.page = !options.no_page;
  write.safe_cells = options.output.csv_safe;
  auto readings = readings_of(options.output);
  if (!readings.ok()) return fail(readings.error());
  write.readings = *readings;
  wrap::Schema schema = run::followed_schema(wrap::typed_schema(*loaded), *follows);
  if (options.day_first || options.month_first)
    wrap::set_date_order(schema.fields,
                         options.day_first ? wrap::DateOrder::day_first : wrap::DateOrder::month_first);
  const wrap::Schema types = schema;
  const UrlColumn url_column(
      !options.no_page && *format != wrap::Format::labels && options.input.addressed(options.pages), schema);
  const auto to_output = [&](std::string_view text) { return output.write(text); };
  std::unique_ptr<FlatOutput> flat;
  if (options.flat && !output.to_database()) {
    auto opened = FlatOutput::open(output, options.output.path, *format, schema, write);
    if (!opened.ok()) return fail(opened.error());
    flat = std::move(opened).value();
  }
  auto plain = options.nested
                   ? wrap::make_nested_writer(schema, {html, write.page, options.nested_width}, to_output)
                   : output.writer(*format, schema, write);
  wrap::Writer* writer = flat ? &flat->writer() : plain.get();
  run::PagesOptions run_options;
  run_options.jobs = options.jobs;
  run_options.schema = &types;
  run_options.limits = limits_of(options.budget, run::jobs_for(options.jobs, (*pages)->known()));
  run_options.follows = *follows;
  run_options.sources = *sources;
  run_options.year = options.year;
  const bool whole_pages = *format == wrap::Format::labels || *format == wrap::Format::xml || options.nested;
  if (!whole_pages) run_options.part = kPart;
  run_options.refusals = options.verbose;
  Totals totals;
  Status written;
  Progress progress((*pages)->known(), "page", output.to_terminal());
  Notes notes(options.verbose, &progress);
  const Status read = run::extract_pages(loaded->wrapper, **pages, run_options, [&](run::PageResult result) {
    count(result, totals);
    if (!result.more) progress.step();
    if (result.failed) notes.take(*result.failed);
    for (const Diagnostic& note : result.notes) notes.take(note);
    if (result.failed && result.records.empty()) return true;  // not a page
    url_column.put(result.records, result.url);
    const bool labels = *format == wrap::Format::labels && !options.nested;
    written = writer->page(labels ? page_name(result.page, options.output.path) : result.page, nullptr,
                           result.records);
    return written.ok();
  });
  if (written.ok()) written = writer->finish();
  if (written.ok()) written = flat ? flat->finish(output) : output.finish();
  if (output.closed()) return kDone;
  const double time = progress.seconds();
  progress.clear();
  for (const Diagnostic& note : (*pages)->notes()) {
    notes.take(note);
    totals.partial += note.code == Code::budget;
  }
  if (shown && shown != pages->get())
    for (const Diagnostic& note : shown->notes()) notes.take(note);
  notes.finish();
  if (shown) keep_learned(options, *loaded, *shown);
  if (!written.ok()) return fail(written.error());
  if (!read.ok()) return fail(read.error());
  totals.not_fetched = options.input.say_failures();
  if (options.json)
    return put(stdout, json_report(totals, time, store::shown_place(options.output.path))), exit_of(totals);
  if (output.to_file()) say(summary(totals, time, store::shown_place(options.output.path) + output.told()));
  say_empty(totals, options.wrapper);
  return exit_of(totals);
}

}  // namespace

int extract_pages(const std::string& wrapper, const std::vector<std::string>& pages,
                  const OutputOptions& output, Session& session) {
  ExtractArguments options;
  options.wrapper = wrapper;
  options.pages = pages;
  options.output = output;
  return run_extract(options, session);
}

void add_extract(Command& app, Session& session) {
  auto options = std::make_shared<ExtractArguments>();
  Command& verb = add_verb(
      app, "extract", "Take records out of pages with a wrapper",
      "  gleaner extract shop.wrapper 'shop/*.html' -o shop.csv\n"
      "  gleaner extract shop.wrapper 'shop/*.html' -o shop.duckdb#offers   the table offers; the others stay\n"
      "  gleaner extract shop.wrapper new/ -o shop.sqlite --mode upsert --key page,name\n"
      "  gleaner extract shop.wrapper page.html --format table\n"
      "  gleaner extract shop.wrapper page.html --spans\n"
      "  gleaner extract shop.wrapper https://shop.example/list --next -o shop.csv\n"
      "  gleaner extract shop.wrapper https://shop.example/list --follow link --with item.wrapper\n"
      "  gleaner extract shop.wrapper crawl.warc.gz -o shop.csv\n"
      "  curl -s URL | gleaner extract shop.wrapper -\n"
      "  gleaner extract shop.wrapper --as-labels page7.html >> shop.labels.jsonl\n"
      "Nested records in csv and tsv: the fields of a nested record are columns \"offers.price\"; a "
      "record has\n"
      "as many rows as its longest nested list, its own values repeated on each. A list of texts is "
      "one cell.");
  verb.add_option("wrapper", options->wrapper, "wrapper file")->required()->type_name("WRAPPER");
  verb.add_option("pages", options->pages, kPagesHelp)->required()->type_name("PAGE...");
  add_output(verb, options->output);
  verb.add_flag("--as-labels", options->as_labels,
                "write a label file: a line a page, spans in bytes of the page");
  auto* nested = verb.add_flag("--nested", options->nested,
                               "tables inside tables for reading; a page of them with -o FILE.html");
  verb.add_option("--width", options->nested_width, "with --nested: longest text shown in a cell, 0 for all")
      ->type_name("N")
      ->needs(nested);
  verb.add_flag(
          "--flat", options->flat,
          "relational tables: one a level, with keys, in one .duckdb or .sqlite; -o FILE.csv also writes "
          "FILE.LIST.csv")
      ->excludes(nested);
  verb.add_flag("--spans", options->spans, "also where each value stands, in bytes of the page");
  verb.add_flag("--no-page", options->no_page, "leave out the column with the page's name");
  auto* day = verb.add_flag("--day-first", options->day_first, "05/06/2010 is the 5th of June");
  verb.add_flag("--month-first", options->month_first, "05/06/2010 is the 6th of May")->excludes(day);
  verb.add_option("--year", options->year, "year of dates that have none, as those of syslog")
      ->type_name("YEAR");
  Option* next_option =
      verb.add_flag("--next", options->next, "follow the link to the next page of a list, to its end");
  verb.add_flag("--no-next", options->no_next, "do not, whatever the wrapper's [next] says")
      ->excludes(next_option);
  verb.add_option("--max-next", options->max_next, "pages of one list, at most (default 1000)")
      ->type_name("N")
      ->check(whole_from_one());
  Option* follow_option =
      verb.add_option("--follow", options->follow, "open the link in this field and read that page, too")
          ->type_name("FIELD");
  Option* with_option = verb.add_option("--with", options->follow_with,
                                        "wrapper for the pages that --follow opens; nested under its name")
                            ->type_name("WRAPPER")
                            ->needs(follow_option);
  follow_option->needs(with_option);
  verb.add_option(
          "--browser", options->browser,
          "pages of the web through a browser: auto (sites where it shows more; the wrapper remembers them), always, never")
      ->type_name("WHEN")
      ->check([](const std::string& when) {
        return when == "auto" || when == "always" || when == "never" ? std::string()
                                                                     : "it must be auto, always or never";
      });
  verb.add_flag("--scroll", options->scroll,
                "in the browser: to the end of each page first, for lists that load by scrolling");
  add_browser(verb, options->flags);
  options->input.add_options(verb);
  add_jobs(verb, options->jobs);
  verb.add_flag("--json", options->json, "a report as JSON on standard output (with -o)");
  verb.add_flag("-v,--verbose", options->verbose, "all warnings and notes");
  add_budget(verb, options->budget);
  verb.callback([options, &session] { session.exit = run_extract(*options, session); });
}

}  // namespace gleaner::cli
