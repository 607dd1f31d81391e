// gleaner extract WRAPPER PAGE...: records of pages.
#include <fmt/format.h>

#include "base/json.h"
#include "flat_output.h"
#include "notes.h"
#include "options.h"
#include "output.h"
#include "page/charset.h"
#include "page_name.h"
#include "progress.h"
#include "store/record_file.h"
#include "verbs.h"
#include "wrap/nested.h"
#include "wrap/wrapper_file.h"

namespace gleaner::cli {
namespace {

struct Options {
  std::string wrapper;
  std::vector<std::string> pages;
  OutputOptions output;
  BudgetOptions budget;
  size_t jobs = 0;
  bool nested = false, flat = false;
  size_t nested_width = 40;
  bool as_labels = false, spans = false, json = false, verbose = false, no_page = false;
  std::string url, charset;
};

struct Totals {
  size_t pages = 0, records = 0, failed = 0, partial = 0, empty = 0;
  uint64_t bytes = 0;
  int failed_exit = kDone;
  std::vector<std::string> empty_pages;  // the first of them
  std::string why_empty;                 // of the first
};
constexpr size_t kEmptyNamed = 10;

std::string json_report(const Totals& totals, double seconds, const std::string& output) {
  return fmt::format(
      "{{\"pages\": {}, \"records\": {}, \"empty\": {}, \"failed\": {}, \"partial\": {}, \"bytes\": {}, "
      "\"seconds\": {:.3f}, "
      "\"output\": {}, \"empty_pages\": {}}}\n",
      totals.pages, totals.records, totals.empty, totals.failed, totals.partial, totals.bytes, seconds,
      json::quote(output), json_list(totals.empty_pages));
}

std::string summary(const Totals& totals, double time, const std::string& output) {
  std::string line = fmt::format("{}, {}", counted(totals.pages, "page"), counted(totals.records, "record"));
  if (totals.failed) line += fmt::format(", {} not readable", totals.failed);
  if (totals.partial) line += fmt::format(", {} partial", totals.partial);
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
  if (totals.failed) return totals.failed_exit;
  if (totals.partial) return kPartial;
  return totals.records ? kDone : kNothingFound;
}

void count(const PageResult& result, Totals& totals) {
  ++totals.pages;
  totals.records += result.records.size();
  totals.bytes += result.bytes;
  totals.partial += result.partial;
  if (!result.failed && result.records.empty()) {
    if (!totals.empty++) totals.why_empty = result.why_empty;
    if (totals.empty_pages.size() < kEmptyNamed) totals.empty_pages.push_back(result.page);
  }
  if (!result.failed) return;
  ++totals.failed;
  if (totals.failed_exit == kDone) totals.failed_exit = exit_code(result.failed->code);
}

int run(const Options& options, Session& session) {
  if (!options.charset.empty() && !canonical_charset(options.charset))
    return fail_usage(fmt::format("there is no charset \"{}\"", options.charset),
                      "charsets: utf-8, windows-1252, iso-8859-2, shift_jis, gb18030, ...");
  auto loaded = wrap::load_wrapper(options.wrapper, session.registry());
  if (!loaded.ok()) return fail(loaded.error());
  auto pages = pages_named(options.pages);
  if (!pages.ok()) return fail(pages.error());
  const bool html =
      options.nested && (options.output.path.ends_with(".html") || options.output.path.ends_with(".htm"));
  Result<wrap::Format> format = wrap::Format::jsonl;
  if (options.as_labels) format = wrap::Format::labels;
  else if (!options.nested) format = format_of(options.output);
  if (!format.ok()) return fail(format.error());
  const wrap::Schema schema = wrap::typed_schema(*loaded);
  if (Status named = wrap::check_names(schema, store::RecordFile::writes(options.output.path)); !named.ok())
    return fail(named.error());
  auto out = Output::open(options.output.path);
  if (!out.ok()) return fail(out.error());
  Output& output = **out;
  if (options.json && !output.to_file())
    return fail_usage("--json is a report beside the records: it needs -o FILE");

  wrap::WriteOptions write;
  write.spans = options.spans;
  write.page = !options.no_page;
  write.safe_cells = options.output.csv_safe;
  const auto to_output = [&](std::string_view text) { return output.write(text); };
  std::unique_ptr<FlatOutput> flat;
  // which has tables anyway
  if (options.flat && store::RecordFile::kind_of(options.output.path) != "sqlite") {
    auto opened = FlatOutput::open(output, options.output.path, *format, schema, write);
    if (!opened.ok()) return fail(opened.error());
    flat = std::move(opened).value();
  }
  auto plain = options.nested
                   ? wrap::make_nested_writer(schema, {html, write.page, options.nested_width}, to_output)
                   : wrap::make_writer(*format, schema, write, to_output);
  wrap::Writer* writer = flat ? &flat->writer() : plain.get();
  RunOptions run_options;
  run_options.jobs = options.jobs;
  run_options.schema = &schema;
  run_options.limits = limits_of(options.budget, jobs_for(options.jobs, pages->size()));
  run_options.load.document.url = options.url;
  run_options.load.document.transport_charset = options.charset;
  Totals totals;
  Status written;
  Progress progress(pages->size(), "page", output.to_terminal());
  Notes notes(options.verbose, &progress);
  run_pages(*loaded->wrapper, *pages, run_options, [&](PageResult result) {
    count(result, totals);
    progress.step();
    if (result.failed) notes.take(*result.failed);
    for (const Diagnostic& note : result.notes) notes.take(note);
    if (result.failed && result.records.empty()) return true;  // not a page
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
  notes.finish();
  if (!written.ok()) return fail(written.error());
  if (options.json)
    return put(stdout, json_report(totals, time, options.output.path)), exit_of(totals);
  if (output.to_file()) say(summary(totals, time, options.output.path));
  say_empty(totals, options.wrapper);
  return exit_of(totals);
}

}  // namespace

void add_extract(Command& app, Session& session) {
  auto options = std::make_shared<Options>();
  Command& verb =
      add_verb(app, "extract", "Take records out of pages with a wrapper",
               "  gleaner extract shop.wrapper 'shop/*.html' -o shop.csv\n"
               "  gleaner extract shop.wrapper 'shop/*.html' -o shop.sqlite   a table a level, with keys\n"
               "  gleaner extract shop.wrapper page.html --format table\n"
               "  gleaner extract shop.wrapper page.html --spans\n"
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
  verb.add_option("--url", options->url, "address of the pages, to make links absolute")->type_name("URL");
  verb.add_option("--charset", options->charset, "charset of the pages, as their server would say")
      ->type_name("NAME");
  add_jobs(verb, options->jobs);
  verb.add_flag("--json", options->json, "a report as JSON on standard output (with -o)");
  verb.add_flag("-v,--verbose", options->verbose, "all warnings and notes");
  add_budget(verb, options->budget);
  verb.callback([options, &session] { session.exit = run(*options, session); });
}

}  // namespace gleaner::cli
