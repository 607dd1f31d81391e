// gleaner records PAGE...: the repeated records of pages, without labels. The quickest way to a first table
// and to a first label file.
//
// One page: its regions, best first. Several pages are taken as pages of one site: the same region on all of
// them, or, when the pages are single entities, one record a page. --as-records treats every page alone.
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <map>

#include "base/elapsed.h"
#include "base/json.h"
#include "base/ordered_pool.h"
#include "base/process_memory.h"
#include "base/text.h"
#include "html/address.h"
#include "options.h"
#include "output.h"
#include "page_input.h"
#include "page_name.h"
#include "progress.h"
#include "records/convert.h"
#include "records/region.h"
#include "records/site.h"
#include "records_lines.h"
#include "records_report.h"
#include "run/empty_page.h"
#include "run/table_records.h"
#include "verbs.h"
#include "watchdog.h"
#include "wrap/types.h"

namespace gleaner::cli {
namespace {

struct RecordsArguments {
  std::vector<std::string> pages;
  OutputOptions output;
  BudgetOptions budget;
  RecordsView view;
  size_t jobs = 0;
  std::string names, kind;
  bool as_labels = false, as_records = false, columns = false, head = false, whole = false, no_styles = false;
  bool json = false, spans = false, all_columns = false;
  PageInput input;
  std::map<std::string, DocumentPtr> loaded;  // pages that were looked at before
};

struct Loaded {
  std::unique_ptr<Budget> budget;
  std::unique_ptr<records::Analysis> analysis;
  std::optional<Diagnostic> failed;
  double seconds = 0;
};

Loaded load(const std::string& page, const RecordsArguments& options) {
  Loaded out;
  if (!options.loaded.count(page)) options.input.wait(page);
  out.budget =
      std::make_unique<Budget>(limits_of(options.budget, run::jobs_for(options.jobs, options.pages.size())));
  const Watchdog watchdog(time_of(out.budget->limits()), "reading " + page, kPagePatience);
  work_within(*out.budget, [&] {
    const auto before = options.loaded.find(page);
    auto document =
        before == options.loaded.end() ? options.input.load(page) : Result<DocumentPtr>(before->second);
    if (!document.ok()) return void(out.failed = document.error());
    const auto start = std::chrono::steady_clock::now();
    records::AnalysisOptions how;
    how.styles = !options.no_styles;
    if (options.as_records) how.keep = std::max(records::kKeep, options.view.regions);
    out.analysis = std::make_unique<records::Analysis>(*document, *out.budget, how);
    out.seconds = seconds_since(start);
  });
  if (!out.analysis && !out.failed) {
    out.failed = out.budget->diagnostic("reading the page");
    out.failed->where.file = page;
  }
  return out;
}

// A line a page for scoring: every candidate region in order, texts of heads (or whole records).
std::string as_records_line(const std::string& page, const Loaded& loaded, const RecordsArguments& options) {
  const records::Analysis& analysis = *loaded.analysis;
  const records::Outline& outline = analysis.outline();
  std::string out = "{\"page\": " + json::quote(std::filesystem::path(page).filename().string());
  out += fmt::format(", \"seconds\": {:.4f}, \"records\": [", loaded.seconds);
  bool first = true;
  const size_t regions =
      std::min(options.view.regions ? options.view.regions : 20, analysis.candidates().size());
  for (size_t k = 0; k < regions; ++k) {
    const records::Region region = analysis.describe(k, options.whole, false);
    for (const records::FoundRecord& record : region.records) {
      uint32_t from = options.whole ? record.leaf_begin : record.head_leaf_begin;
      uint32_t to = options.whole ? record.leaf_end : record.head_leaf_end;
      out += first ? "{\"text\": " : ", {\"text\": ";
      first = false;
      json::append_string(out, outline.text(from, to));
      std::string fields, columns;
      for (const records::Cell& cell : record.cells) {
        if (!cell.attribute.empty()) continue;
        // as on the page
        const std::string text = json::quote(cell.lead.empty() ? cell.text : cell.lead + ' ' + cell.text);
        fields += (fields.empty() ? "" : ", ") + text;
        columns += fmt::format("{}[{}, {}]", columns.empty() ? "" : ", ",
                               json::quote(region.columns[cell.column].name), text);
      }
      const Span span = analysis.document().to_bytes(options.whole ? record.whole : record.head);
      out += fmt::format(", \"region\": {}, \"span\": [{}, {}], \"fields\": [{}]", k, span.begin, span.end,
                         fields);
      if (options.columns) out += fmt::format(", \"columns\": [{}]", columns);
      out += '}';
    }
  }
  out += "]";
  if (options.view.why) out += ", \"candidates\": " + candidates_json(analysis, regions);
  return out + "}\n";
}

Result<int> run_as_records(const std::vector<std::string>& pages, const RecordsArguments& options) {
  GLEANER_TRY(auto out, Output::open(options.output));
  Status written;
  int exit = kDone;
  size_t found = 0;
  Progress progress(pages.size(), "page");
  ordered_for(
      pages.size(), options.jobs ? options.jobs : default_jobs(),
      [&](size_t i) {
        Loaded loaded = load(pages[i], options);
        std::string line = loaded.failed ? "" : as_records_line(pages[i], loaded, options);
        return std::pair(std::move(loaded), std::move(line));
      },
      [&](size_t, std::pair<Loaded, std::string> made) {
        progress.step();
        if (made.first.failed) {
          exit = fail(*made.first.failed);
          return true;
        }
        found += !made.first.analysis->candidates().empty();
        if (made.first.analysis->partial() || run::read_in_part(made.first.analysis->document()))
          exit = kPartial;
        written = out->write(made.second);
        return written.ok();
      });
  GLEANER_CHECK(written);
  GLEANER_CHECK(out->finish());
  return exit != kDone ? exit : found ? kDone : kNothingFound;
}

struct Found {
  std::vector<std::string> pages;
  std::vector<Loaded> loaded;
  records::Site site;
  records::Selection selection;
};

Result<int> write_data(const Found& found, const RecordsArguments& options, wrap::Format format) {
  GLEANER_TRY(auto out, Output::open(options.output));
  GLEANER_TRY(const auto write, write_options(options.output, options.spans, found.pages.size() > 1));
  wrap::Schema schema = records::to_schema(found.site.columns, found.selection);
  const wrap::Schema types = schema;
  const UrlColumn url_column(format != wrap::Format::labels && options.input.addressed(options.pages),
                             schema);
  auto writer = out->writer(format, schema, write);
  size_t total = 0;
  for (size_t p = 0; p < found.pages.size(); ++p) {
    std::vector<wrap::Record> made;
    for (const records::FoundRecord& record : found.site.pages[p])
      made.push_back(records::to_record(record, found.site.columns, found.selection));
    total += made.size();
    const Document& document = found.loaded[p].analysis->document();
    if (format == wrap::Format::labels) {
      if (made.empty()) continue;  // it may be of another kind: nobody vouches that there are none
      GLEANER_CHECK(
          out->write(label_line(found.pages[p], document, std::move(made), true, options.output.path)));
    } else {
      if (!document.url().empty()) {  // links become absolute
        const std::string base = html::base_of(document, document.url());
        for (wrap::Record& record : made) wrap::read_types(record, types, base);
      }
      url_column.put(made, document.url());
      GLEANER_CHECK(writer->page(found.pages[p], &document, made));
    }
  }
  if (format != wrap::Format::labels) GLEANER_CHECK(writer->finish());
  GLEANER_CHECK(out->finish());
  const std::vector<std::string> left_out = left_out_lines(found.pages, found.site);
  if (out->to_file())
    say(fmt::format("{}, {} of {} -> {}", counted(found.pages.size() - found.site.left_out.size(), "page"),
                    counted(total, "record"), counted(found.selection.columns.size(), "field"),
                    options.output.path));
  for (const std::string& line : left_out) say(line);
  if (!out->to_file()) return total ? kDone : kNothingFound;
  if (format == wrap::Format::labels)
    say(fmt::format("Next:  gleaner learn {} -o {}", options.output.path, wrapper_name(options.output.path)));
  return total ? kDone : kNothingFound;
}

Result<records::SiteKind> kind_of(const std::string& name) {
  if (name.empty() || name == "auto") return records::SiteKind::none;
  if (name == "list") return records::SiteKind::list;
  if (name == "detail") return records::SiteKind::detail;
  return error(Code::usage, fmt::format("--pages-are {}: there is no such kind", name), {},
               "kinds: list, detail, auto");
}

// Pages of a site are compared, so all are held; where they do not fit, those that
// do are taken, and that is said.
int load_all(Found& found, const RecordsArguments& options) {
  int exit = kDone;
  const uint64_t most = limits_of(options.budget, 1).memory, before = resident_bytes();
  Progress progress(found.pages.size(), "page");
  std::vector<std::string> readable;
  ordered_for(
      found.pages.size(), options.jobs ? options.jobs : default_jobs(),
      [&](size_t i) { return load(found.pages[i], options); },
      [&](size_t i, Loaded loaded) {
        progress.step();
        if (loaded.failed) {
          exit = fail(*loaded.failed);
          return true;
        }
        readable.push_back(found.pages[i]);
        found.loaded.push_back(std::move(loaded));
        if (resident_bytes() <= before + most || i + 1 == found.pages.size()) return true;
        exit = fail(error(Code::budget,
                          fmt::format("{} of {} fit into memory (limit {} bytes)", i + 1,
                                      counted(found.pages.size(), "page"), most),
                          {}, "the others are left out: fewer pages show as much, or --max-megabytes N"));
        return false;
      });
  found.pages = std::move(readable);
  return exit;
}

// Records are written, not shown.
bool is_data(const RecordsArguments& options) {
  return options.as_labels || !options.output.path.empty() || !options.output.format_name.empty();
}

// The columns that are given, and under which names.
Status select_columns(Found& found, const RecordsArguments& options) {
  std::vector<uint32_t> shown = records::data_columns(found.site.columns);
  if (options.all_columns) {
    shown.resize(found.site.columns.size());
    for (uint32_t c = 0; c < shown.size(); ++c) shown[c] = c;
  }
  if (options.names.empty()) {
    found.selection = records::select_all(found.site.columns, shown);
    return {};
  }
  GLEANER_TRY(found.selection, records::select_named(found.site.columns, shown, split(options.names, ',')));
  return {};
}

Result<int> run_site(Found& found, const RecordsArguments& options) {
  GLEANER_TRY(auto kind, kind_of(options.kind));
  const int load_exit = load_all(found, options);
  if (found.pages.empty()) return load_exit == kDone ? int(kNothingFound) : load_exit;
  std::vector<const records::Analysis*> analyses;
  bool partial = false;
  for (const Loaded& loaded : found.loaded) {
    analyses.push_back(loaded.analysis.get());
    partial |= loaded.analysis->partial() || run::read_in_part(loaded.analysis->document());
  }
  Budget budget(limits_of(options.budget, 1));
  records::SiteOptions how;
  how.kind = kind;
  how.whole = !options.head;
  how.choice = options.view.region ? options.view.region - 1 : 0;
  how.any = options.view.region > 0 || kind == records::SiteKind::list;
  work_within(budget, [&] {
    found.site = records::find_on_site(analyses, how, budget);
    run::use_tables(analyses, found.site, budget);
  });
  partial |= budget.exhausted();
  if (partial) say("stopped at a limit: what follows is of the part that was read");
  if (found.site.kind == records::SiteKind::none) {
    const int nothing = report_nothing(analyses, found.site, options.view);
    return partial ? int(kPartial) : nothing;
  }
  GLEANER_CHECK(select_columns(found, options));

  int exit = kDone;
  if (options.json) {
    exit = write_whole(options.output.path,
                       records_json(found.pages, analyses, found.site, found.selection, options.view));
  } else if (is_data(options)) {
    if (options.view.why) say(trim(records_why(analyses, found.site)));
    GLEANER_TRY(auto format, options.as_labels ? wrap::Format::labels : format_of(options.output));
    GLEANER_TRY(exit, write_data(found, options, format));
  } else {
    exit = write_whole("", records_table(found.pages, analyses, found.site, found.selection, options.view));
  }
  if (exit == kDone && load_exit != kDone) return load_exit;
  return exit == kDone && partial ? int(kPartial) : exit;
}

// Flags that say nothing together: better an error than one that is passed over.
int check_flags(const RecordsArguments& options, bool data) {
  struct Clash {
    bool first, second;
    std::string_view words, hint;
  };
  const bool shown = !data && !options.json && !options.as_records;
  const bool format = !options.output.format_name.empty();
  const Clash clashes[] = {
      {options.head, options.whole, "--head and --whole exclude each other", ""},
      {options.as_labels, format && options.output.format_name != "labels",
       "--as-labels and --format exclude each other", ""},
      {options.as_records, options.as_labels, "--as-records and --as-labels exclude each other", ""},
      {options.as_records, format, "--as-records has a format of its own: no --format", ""},
      {options.as_records, options.json, "--as-records has a format of its own: no --json", ""},
      {options.as_records, options.view.region > 0, "--as-records gives all regions: no --region",
       "--regions N gives the first N"},
      {options.as_records, !options.names.empty(), "--as-records has no columns to name: no --name", ""},
      {options.as_records, !options.kind.empty(), "--as-records takes every page alone: no --pages-are", ""},
      {options.as_records, options.spans || options.all_columns,
       "--as-records gives all spans and columns: no --spans, no --all-columns", ""},
      {options.columns, !options.as_records, "--columns is of --as-records",
       "the table has its columns; --all-columns gives constant and rare ones too"},
      {options.json, options.as_labels, "--json is the report, --as-labels the labels: give one of them",
       "label files are JSON, a line a page"},
      {options.json, format, "--json is the report, --format the data: give one of them",
       "--format json gives the records as JSON"},
      {options.spans, shown, "--spans is of data: the table has no room for it",
       "give --format jsonl, or -o FILE"},
      {options.spans, options.json, "--spans is of data, not of the report", "give --format json"},
      {options.view.regions > 0, data && !options.json && !options.as_records,
       "--regions shows tables; data is of one region", "--region K takes the K-th"},
      {options.view.rows_given, data && !options.json, "--rows is of the table; data has all rows", ""},
  };
  for (const Clash& clash : clashes)
    if (clash.first && clash.second) return fail_usage(std::string(clash.words), std::string(clash.hint));
  return kDone;
}

// Plain texts have lines in place of a tree. Nothing if a page is HTML, or cannot be read: that is said
// later. What was loaded is kept: it may not be there a second time.
std::vector<DocumentPtr> plain_texts(const std::vector<std::string>& pages, RecordsArguments& options) {
  std::vector<DocumentPtr> out;
  for (const std::string& page : pages) {
    auto document = options.input.load(page);
    if (!document.ok()) return {};
    options.loaded[page] = *document;
    if ((*document)->is_html() || !run::why_empty(**document).empty()) return {};
    out.push_back(*document);
  }
  return out;
}

Result<int> run_on(std::vector<std::string> pages, RecordsArguments& options) {
  const bool data = is_data(options);
  if (const int exit = check_flags(options, data); exit != kDone) return exit;
  GLEANER_CHECK(not_an_input(options.output.path, pages));
  if (const auto texts = plain_texts(pages, options); !texts.empty())
    return run_line_records(texts, {options.output, options.budget, options.view.region, options.view.rows,
                                    options.as_labels, options.as_records, options.json, options.spans});
  if (options.as_records) return run_as_records(pages, options);
  Found found;
  found.pages = std::move(pages);
  return run_site(found, options);
}

Result<int> run_records(RecordsArguments& options) {
  return options.input.run_on(options.pages, options.budget,
                              [&](const auto& pages) { return run_on(pages, options); });
}

}  // namespace

void add_records(Command& app) {
  auto options = std::make_shared<RecordsArguments>();
  Command& verb = add_verb(
      app, "records", "Find the repeated records of pages, without labels",
      "  gleaner records shop/page1.html\n"
      "  gleaner records shop/page1.html --region 2 --why\n"
      "  gleaner records shop/page1.html --name name,price,-,stock -o shop.labels.jsonl\n"
      "  gleaner records 'shop/*.html' --as-labels -o shop.labels.jsonl\n"
      "  gleaner records 'shop/*.html' -o shop.csv\n"
      "Several pages are taken as pages of one site: one list that they have, or one record a page. Pages "
      "that\nare built otherwise are left out and named.");
  verb.add_option("pages", options->pages, "PAGE...", kPagesHelp)->required();
  add_output(verb, options->output);
  verb.add_option("--region", options->view.region, "K", "take this region (1 is the best)")
      ->check(whole_from_one());
  verb.add_option("--regions", options->view.regions, "N", "show the tables of so many regions")
      ->check(whole_from_one());
  Option* rows =
      verb.add_option("--rows", options->view.rows, "N", "rows of a table that is shown (default 3)");
  verb.add_option("--name", options->names, "A,B,...", "names of the columns in order; - leaves one out");
  verb.add_flag("--as-labels", options->as_labels, "write a label file, to learn a wrapper from");
  verb.add_flag("--whole", options->whole,
                "whole records, siblings after the head included (default; not of --as-records)");
  verb.add_flag("--head", options->head, "only the first node of each record");
  verb.add_option("--pages-are", options->kind, "KIND",
                  "list: many records a page; detail: one; auto (default)");
  verb.add_flag("--why", options->view.why,
                "the features and weights behind the choice, and those of the runner-up");
  verb.add_flag("--all-columns", options->all_columns, "also columns that are constant, labels or rare");
  verb.add_flag("--spans", options->spans, "also where each value stands, in bytes of the page");
  verb.add_flag("--no-styles", options->no_styles, "also text that the page's style sheet hides");
  verb.add_flag(
      "--as-records", options->as_records,
      "a line a page with all candidate regions (with --why their features), each page alone: for scoring");
  verb.add_flag("--columns", options->columns, "with --as-records: also named columns");
  add_jobs(verb, options->jobs);
  verb.add_flag("--json", options->json, "the report as JSON, with the rows that the table shows");
  add_budget(verb, options->budget);
  options->input.add_options(verb, &options->budget);
  verb.callback([options, rows] {
    options->view.rows_given = rows->given();
    return run_records(*options);
  });
}

}  // namespace gleaner::cli
