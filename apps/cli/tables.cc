// gleaner tables PAGE...: the data tables of pages, by the marks their authors made.
//
// Without -o the tables are listed with their first rows. With -o their rows are written: tables of the same
// columns (on one page or on many) go together. A format that has room for one table only (csv, Parquet) gets
// a file for each group, the first under the name given, the others FILE-2, FILE-3, ...
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "base/elapsed.h"
#include "base/json.h"
#include "base/ordered_pool.h"
#include "base/text.h"
#include "browser_options.h"
#include "html/address.h"
#include "html/tree.h"
#include "options.h"
#include "output.h"
#include "page_input.h"
#include "page_name.h"
#include "progress.h"
#include "records_report.h"
#include "run/empty_page.h"
#include "store/record_file.h"
#include "tables/reader.h"
#include "tables_debug.h"
#include "tables_report.h"
#include "verbs.h"
#include "watchdog.h"
#include "wrap/literal.h"
#include "wrap/type_guess.h"
#include "wrap/types.h"

namespace gleaner::cli {
namespace {

constexpr size_t kShownRows = 3;

struct TablesArguments {
  std::vector<std::string> pages;
  OutputOptions output;
  BudgetOptions budget;
  std::string debug;
  size_t table = 0, rows = kShownRows, jobs = 0;
  bool all = false, roles = false, triples = false, spans = false, json = false;
  bool as_tables = false, as_labels = false, no_styles = false;
  bool browser = false, scroll = false;
  std::string save_page;
  BrowserFlags flags;
  PageInput input;
  std::shared_ptr<run::BrowserPages> shown;  // with --browser
};

PageTables read_page(const std::string& path, const TablesArguments& options) {
  PageTables out;
  out.page = path;
  if (!options.shown) options.input.wait(path);
  const auto start = std::chrono::steady_clock::now();
  Budget budget(limits_of(options.budget, run::jobs_for(options.jobs, options.pages.size())));
  const Watchdog watchdog(time_of(budget.limits()), "reading " + path, kPagePatience);
  work_within(budget, [&] {
    auto document = options.shown ? options.shown->show(path) : options.input.load(path);
    if (!document.ok()) return void(out.failed = document.error());
    out.document = *document;
    const tables::ReadOptions how{!options.no_styles, options.all};
    out.tables = tables::read_tables(out.document->view<html::Tree>(), how, budget);
  });
  if (!out.document && !out.failed) {
    out.failed = budget.diagnostic("reading the page");
    out.failed->where.file = path;
  }
  if (!options.as_tables) out.tables = tables::join_continued(std::move(out.tables));
  out.partial = budget.exhausted() || (out.document && run::read_in_part(*out.document));
  for (const tables::Table& table : out.tables) out.partial |= table.cut;
  out.seconds = seconds_since(start);
  return out;
}

// Tables of the same columns, in order of first appearance.
struct Group {
  wrap::Schema schema;
  struct Part {
    size_t page;
    std::vector<wrap::Record> records;
  };
  std::vector<Part> parts;
};

bool same_fields(const wrap::Schema& a, const wrap::Schema& b) {
  if (a.fields.size() != b.fields.size()) return false;
  for (size_t i = 0; i < a.fields.size(); ++i)
    if (a.fields[i].name != b.fields[i].name) return false;
  return true;
}

wrap::Record record_of(const tables::Triple& triple) {
  wrap::Record out;
  out.add("subject", wrap::Value::make_text(triple.subject, Span{}));
  out.add("predicate", wrap::Value::make_text(triple.predicate, Span{}));
  out.add("object", wrap::Value::make_text(triple.object, triple.span));
  out.span = triple.span;
  return out;
}

wrap::Schema triple_schema() {
  wrap::Schema schema;
  for (const char* name : {"subject", "predicate", "object"})
    schema.fields.push_back({name, wrap::Type::text, false, {}});
  return schema;
}

std::vector<Group> group_tables(const std::vector<PageTables>& pages, const TablesArguments& options) {
  std::vector<Group> groups;
  for (size_t p = 0; p < pages.size(); ++p)
    for (size_t i = 0; i < pages[p].tables.size(); ++i) {
      const tables::Table& table = pages[p].tables[i];
      wrap::Schema schema = options.triples ? triple_schema() : tables::to_schema(table, {options.roles});
      Group::Part part{p, {}};
      if (options.triples)
        for (const tables::Triple& triple : tables::to_triples(table))
          part.records.push_back(record_of(triple));
      else part.records = tables::to_records(table, {options.roles});
      auto at =
          std::ranges::find_if(groups, [&](const Group& group) { return same_fields(group.schema, schema); });
      if (at == groups.end()) at = groups.insert(groups.end(), Group{std::move(schema), {}});
      at->parts.push_back(std::move(part));
    }
  return groups;
}

// What people write into a cell that has no value.
bool stands_for_nothing(std::string_view text) {
  for (std::string_view mark : {"-", "–", "—", "−", "?", "..", "...", "…", "n/a", "N/A", "n.a."})
    if (text == mark) return true;
  return text.empty();
}

// A number as programs write it: its text says no more than its value.
bool is_plain_number(std::string_view text) {
  constexpr size_t kExact = 15;  // digits that a double keeps
  if (text.starts_with('-')) text.remove_prefix(1);
  const size_t point = text.find('.');
  const std::string_view whole = text.substr(0, point);
  if (text.size() > kExact || !is_all_digits(whole) || (whole.size() > 1 && whole[0] == '0')) return false;
  return point == std::string_view::npos || is_all_digits(text.substr(point + 1));
}

// The type that all values of a column have, if there is one. Numbers that are plain,
// all of them, need no text beside.
void type_column(wrap::FieldSchema& field, const std::vector<std::string>& all, bool spans) {
  std::vector<std::string> values;
  std::copy_if(all.begin(), all.end(), std::back_inserter(values),
               [](const std::string& text) { return !stands_for_nothing(text); });
  const auto guess = wrap::guess_type(values);
  if (!guess) return;
  field.type = guess->type.type;
  field.order = guess->type.order;
  const auto is_share = [](const std::string& text) { return text.ends_with('%'); };
  if (field.type == wrap::Type::rating && std::ranges::all_of(values, is_share))
    field.type = wrap::Type::number;  // a part of the whole: in tables nobody rates by it
  field.plain = !spans && field.type == wrap::Type::number && std::ranges::all_of(all, is_plain_number);
}

// Columns have types, read beside the text, as in records.
void type_columns(Group& group, const std::vector<PageTables>& pages, bool spans) {
  for (wrap::FieldSchema& field : group.schema.fields) {
    std::vector<std::string> values;
    for (const Group::Part& part : group.parts)
      for (const wrap::Record& record : part.records)
        if (const wrap::Value* value = record.find(field.name)) values.push_back(value->text);
    type_column(field, values, spans);
  }
  for (Group::Part& part : group.parts) {
    const Document& page = *pages[part.page].document;
    const std::string base = html::base_of(page, page.url());
    for (wrap::Record& record : part.records) {
      wrap::read_types(record, group.schema, base);
      for (wrap::Field& field : record.fields)
        if (const wrap::FieldSchema* column = group.schema.find(field.name); column && column->plain)
          wrap::make_literal(field.value, column->type, field.value.typed ? field.value.typed->number : 0);
    }
  }
}

// shop.csv, shop-2.csv, shop-3.csv
std::string numbered(const std::string& path, size_t n) {
  if (n == 1) return path;
  const std::filesystem::path whole(path);
  return (whole.parent_path() / fmt::format("{}-{}{}", whole.stem().string(), n, whole.extension().string()))
      .string();
}

// The group's rows through one writer.
Status write_group(const Group& group, const std::vector<PageTables>& pages, const TablesArguments& options,
                   wrap::Format format, Output& out) {
  GLEANER_TRY(const auto write, write_options(options.output, options.spans, pages.size() > 1));
  wrap::Schema schema = group.schema;
  const UrlColumn url_column(format != wrap::Format::labels && options.input.addressed(options.pages),
                             schema);
  auto writer = out.writer(format, schema, write);
  for (const Group::Part& part : group.parts) {
    const PageTables& page = pages[part.page];
    if (format == wrap::Format::labels) {
      GLEANER_CHECK(
          out.write(label_line(page.page, *page.document, part.records, true, options.output.path)));
      continue;
    }
    std::vector<wrap::Record> records = part.records;
    url_column.put(records, page.document->url());
    GLEANER_CHECK(writer->page(page.page, page.document.get(), records));
  }
  return format == wrap::Format::labels ? Status() : writer->finish();
}

// Formats whose lines say themselves what they hold: several tables in one stream, each line with its table.
bool holds_several(wrap::Format format, const std::string& path) {
  return format == wrap::Format::jsonl && !store::RecordFile::writes(path);
}

// A number for the group in front of every record.
void add_numbers(std::vector<Group>& groups) {
  for (size_t g = 0; g < groups.size(); ++g) {
    groups[g].schema.fields.insert(groups[g].schema.fields.begin(), {"table", wrap::Type::text, false, {}});
    for (Group::Part& part : groups[g].parts)
      for (wrap::Record& record : part.records)
        record.fields.insert(record.fields.begin(),
                             {"table", wrap::Value::make_text(std::to_string(g + 1), Span{})});
  }
}

Result<int> write_data(const std::vector<PageTables>& pages, const TablesArguments& options) {
  GLEANER_TRY(auto format, options.as_labels ? wrap::Format::labels : format_of(options.output));
  std::vector<Group> groups = group_tables(pages, options);
  if (!options.triples && format != wrap::Format::labels)
    for (Group& group : groups) type_columns(group, pages, options.spans);
  const std::string& path = options.output.path;
  const bool to_file = !path.empty() && path != "-";
  const bool one_stream = groups.size() == 1 || holds_several(format, path);
  if (format == wrap::Format::labels && groups.size() > 1)
    return fail_usage(
        fmt::format("labels are of one table, and there are {} of different columns", groups.size()),
        "--table K takes one; without -o they are listed");
  if (!one_stream && !to_file)
    return fail_usage(
        fmt::format("{} tables of different columns do not go into one stream of this format", groups.size()),
        "--table K takes one, -o FILE writes a file for each, --format jsonl takes them all");
  if (groups.size() > 1 && one_stream) add_numbers(groups);
  size_t rows = 0;
  for (const Group& group : groups)
    for (const Group::Part& part : group.parts) rows += part.records.size();
  // Several tables: several files, or several tables of one database.
  const std::string_view kind = store::kind_of(path);
  const bool database = !kind.empty() && kind != "parquet";
  std::unique_ptr<Output> out;
  for (size_t g = 0; g < groups.size(); ++g) {
    if (!out || !one_stream) {
      OutputOptions to = options.output;
      if (options.as_labels) to.format_name = "labels";
      if (!one_stream)
        to.path = database ? fmt::format("{}{}_{}", path,
                                         store::table_mark(path) == std::string::npos ? "#table" : "", g + 1)
                           : numbered(path, g + 1);
      GLEANER_TRY(out, Output::open(to));
    }
    GLEANER_CHECK(write_group(groups[g], pages, options, format, *out));
    if (!one_stream || g + 1 == groups.size()) GLEANER_CHECK(out->finish());
  }
  if (to_file) {
    const bool files = !one_stream && !database;
    say(fmt::format("{}, {} -> {}{}", counted(groups.size(), "table"), counted(rows, "row"), path,
                    files ? fmt::format(" ... {}", numbered(path, groups.size())) : ""));
    if (options.as_labels) say(fmt::format("Next:  gleaner learn {} -o {}", path, wrapper_name(path)));
  }
  return rows ? kDone : kNothingFound;
}

Result<int> write_as_tables(const std::vector<std::string>& names, const TablesArguments& options) {
  GLEANER_TRY(auto out, Output::open(options.output.path));
  int exit = kDone;
  Status written;
  Progress progress(names.size(), "page");
  ordered_for(
      names.size(), options.jobs ? options.jobs : default_jobs(),
      [&](size_t i) {
        PageTables page = read_page(names[i], options);
        std::string line = page.failed ? "" : as_tables_line(page);
        return std::pair(std::move(page.failed), std::move(line));
      },
      [&](size_t, std::pair<std::optional<Diagnostic>, std::string> made) {
        progress.step();
        if (made.first) exit = fail(*made.first);
        else written = out->write(made.second);
        return written.ok();
      });
  GLEANER_CHECK(written);
  GLEANER_CHECK(out->finish());
  return exit;
}

size_t tables_in(const Document& page) {
  Budget budget;
  return tables::read_tables(page.view<html::Tree>(), {}, budget).size();
}

Result<std::shared_ptr<run::BrowserPages>> open_browser(const TablesArguments& options) {
  run::BrowserPagesOptions how;
  how.use = run::BrowserUse::always;
  how.marked = true;
  how.scroll = options.scroll;
  GLEANER_CHECK(set_browser(how, options.pages, options.flags, options.input));
  return std::make_shared<run::BrowserPages>(nullptr, tables_in, std::move(how));
}

int check_flags(const TablesArguments& options, bool data) {
  if (!options.save_page.empty() && (!options.browser || options.pages.size() > 1))
    return fail_usage("--save-page keeps one page as the browser showed it: it needs --browser");
  if (options.as_tables && (options.json || options.triples || options.as_labels || !options.debug.empty()))
    return fail_usage("--as-tables has a form of its own: no --json, --triples, --as-labels, --debug");
  if (options.json && (options.triples || options.as_labels || !options.output.format_name.empty()))
    return fail_usage("--json is the report, not the data: give one of them",
                      "--format json gives the rows as JSON");
  if (options.triples && options.as_labels) return fail_usage("--triples and --as-labels exclude each other");
  if (options.spans && !data) return fail_usage("--spans is of data: give --format jsonl, or -o FILE");
  return kDone;
}

std::vector<PageTables> read_all(const std::vector<std::string>& names, const TablesArguments& options,
                                 int& exit) {
  std::vector<PageTables> pages;
  Progress progress(names.size(), "page");
  ordered_for(
      names.size(), options.jobs ? options.jobs : default_jobs(),
      [&](size_t i) { return read_page(names[i], options); },
      [&](size_t, PageTables page) {
        progress.step();
        if (page.failed) {
          exit = fail(*page.failed);
          return true;
        }
        print(page.document->notes());
        pages.push_back(std::move(page));
        return true;
      });
  return pages;
}

// Was it made of the sheets of a PDF?
bool is_of_sheets(const Document& page) {
  return page.text().starts_with("<?xml") &&
         page.text().find("<section class=\"page\"") != std::string_view::npos;
}

int take_one(std::vector<PageTables>& pages, size_t number) {
  size_t most = 0;
  for (PageTables& page : pages) {
    most = std::max(most, page.tables.size());
    if (page.tables.size() < number) {
      page.tables.clear();
      continue;
    }
    tables::Table chosen = std::move(page.tables[number - 1]);
    page.tables.clear();
    page.tables.push_back(std::move(chosen));
  }
  if (most >= number) return kDone;
  return fail_usage(fmt::format("--table {}: there {} only {}", number, most == 1 ? "is" : "are", most));
}

Result<int> run_on(const std::vector<std::string>& names, const TablesArguments& options) {
  const bool data = options.as_labels || options.triples || !options.output.path.empty() ||
                    !options.output.format_name.empty();
  if (const int wrong = check_flags(options, data); wrong != kDone) return wrong;
  for (const std::string& output : {options.output.path, options.debug})
    GLEANER_CHECK(not_an_input(output, names));
  if (options.as_tables) return write_as_tables(names, options);
  int exit = kDone;
  std::vector<PageTables> pages = read_all(names, options, exit);
  if (options.shown) print(options.shown->notes());
  if (!options.save_page.empty() && pages.size() == 1)
    if (const int wrong = write_whole(options.save_page, std::string(pages[0].document->bytes()));
        wrong != kDone)
      return wrong;
  if (!options.debug.empty())
    if (const int wrong = write_tables_debug(pages, options.debug); wrong != kDone) return wrong;
  size_t found = 0;
  bool partial = false;
  for (const PageTables& page : pages) found += page.tables.size(), partial |= page.partial;
  if (!found) {
    if (exit != kDone) return exit;
    if (partial) return kPartial;  // it may stand in what was not read
    say(fmt::format("no table of data on {}", pages.size() == 1 ? pages[0].page : "these pages"));
    const std::string empty = pages.size() == 1 ? run::why_empty(*pages[0].document) : "";
    if (!empty.empty()) {
      if (pages[0].document->notes().empty()) say("  " + empty);  // else it was said
      return kNothingFound;
    }
    const bool sheets = pages.size() == 1 && is_of_sheets(*pages[0].document);
    if (sheets) say("  --debug OUT.html shows what was seen on its sheets, and why it is no table");
    if (!options.all && !sheets) say("  --all also shows tables that only frame a page");
    if (!options.browser && !sheets)
      say("  --browser finds those that are only shown as tables, or made by scripts");
    return kNothingFound;
  }
  if (options.table)
    if (const int wrong = take_one(pages, options.table); wrong != kDone) return wrong;
  int written = kDone;
  if (options.json) {
    written = write_whole(options.output.path, tables_json(pages));
  } else if (data) {
    GLEANER_TRY(written, write_data(pages, options));
  } else {
    written = write_whole("", tables_shown(pages, options.rows, options.roles));
  }
  if (written != kDone) return written;
  return exit != kDone ? exit : partial ? int(kPartial) : int(kDone);
}

Result<int> run_tables(TablesArguments& options) {
  if (options.browser) {
    GLEANER_TRY(options.shown, open_browser(options));
    if (!options.jobs) options.jobs = 1;  // a browser is a heavy thing
  }
  return options.input.run_on(options.pages, options.budget,
                              [&](const auto& names) { return run_on(names, options); });
}

}  // namespace

void add_tables(Command& app) {
  auto options = std::make_shared<TablesArguments>();
  Command& verb = add_verb(
      app, "tables", "Read the data tables of pages",
      "  gleaner tables page.html\n"
      "  gleaner tables page.html --table 2 -o population.csv\n"
      "  gleaner tables 'reports/*.html' -o all.duckdb      tables of the same columns go together\n"
      "  gleaner tables page.html --table 1 --as-labels -o page.labels.jsonl\n"
      "  gleaner tables page.html --triples --format csv\n"
      "  gleaner tables https://site.example/prices --browser   also tables that are made of divs, or by scripts\n"
      "  gleaner tables report.pdf --debug seen.html       where they were found, and what was no table\n"
      "Headers of several rows become names like \"Population / 2010\"; rows below a section line have its "
      "text in\nthe column \"section\"; titles and notes stand in the report (--json).");
  verb.add_option("pages", options->pages, "PAGE...", kPagesHelp)->required();
  add_output(verb, options->output);
  verb.add_option("--table", options->table, "K", "only the K-th table of each page")
      ->check(whole_from_one());
  verb.add_option("--rows", options->rows, "N", "rows of each table that are shown (default 3)");
  verb.add_flag("--roles", options->roles, "also the role of each row, and header rows that are repeated");
  verb.add_flag("--triples", options->triples, "subject, predicate, object of every cell");
  verb.add_flag("--all", options->all, "also tables that only frame the page");
  verb.add_flag("--as-labels", options->as_labels, "write a label file, to learn a wrapper from");
  verb.add_flag("--spans", options->spans, "also where each value stands, in bytes of the page");
  verb.add_flag("--no-styles", options->no_styles, "also text that the page's style sheet hides");
  verb.add_option(
      "--debug", options->debug, "OUT.html",
      "of PDFs and pages of a browser: also a page that shows words, rulings, cells, roles and why");
  verb.add_flag(
      "--browser", options->browser,
      "pages as a browser shows them: also tables that no <table> marks, by where their texts stand");
  verb.add_flag("--scroll", options->scroll, "in the browser: to the end of each page first");
  verb.add_option(
      "--save-page", options->save_page, "FILE.html",
      "with --browser: keep the page as it was shown, with the places of its texts; every verb takes it");
  add_browser(verb, options->flags);
  verb.add_flag("--as-tables", options->as_tables, "a line a page with all cells: for scoring");
  verb.add_flag("--json", options->json, "the report as JSON: sizes, names, roles, titles, notes");
  add_jobs(verb, options->jobs);
  add_budget(verb, options->budget);
  options->input.add_options(verb, &options->budget);
  verb.callback([options] { return run_tables(*options); });
}

}  // namespace gleaner::cli
