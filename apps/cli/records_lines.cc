// See records_lines.h.
#include "records_lines.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "base/json.h"
#include "base/shorten.h"
#include "base/text.h"
#include "cli.h"
#include "lines/grammar_text.h"
#include "lines/survey.h"
#include "output.h"
#include "page_name.h"
#include "wrap/label.h"
#include "wrap/wrapper_file.h"

namespace gleaner::cli {
namespace {

using lines::LineRegion;
using lines::Survey;

constexpr size_t kKindsShown = 10;
constexpr size_t kWidest = 100;

// Kinds of a region, the commonest first.
std::vector<uint32_t> kinds_in_order(const LineRegion& region) {
  std::vector<uint32_t> order(region.kinds.counts.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(
      order, [&](uint32_t a, uint32_t b) { return region.kinds.counts[a] > region.kinds.counts[b]; });
  return order;
}

std::string columns_line(const LineRegion& region) {
  return joined(region.columns, [](const lines::HeadColumn& column) {
    const bool plain = column.type == column.name || column.type == "text" || column.type == "word";
    return column.name + (plain ? "" : " (" + column.type + ")");
  });
}

// The columns that can be read as more than text, as `parse` is told of them.
std::string type_options(const LineRegion& region) {
  std::string out;
  for (const lines::HeadColumn& column : region.columns) {
    const std::string type = column.type == "timestamp" ? "date" : column.type;
    for (std::string_view known : {"date", "level", "ip", "duration", "size"})
      if (type == known) out += fmt::format(" --type {}={}", lines::variable_name(column.name), type);
  }
  return out;
}

std::string table_of(const LineRegion& region, const Survey& survey, size_t rows) {
  std::vector<wrap::Record> records;
  lines::LineReader reader(*region.wrapper);
  for (size_t i = 0; i < region.lines.size() && i < rows; ++i) {
    const std::string_view line = survey.lines[region.lines[i]];
    wrap::Record record;
    if (const auto fields = reader.read(line))
      for (const auto& [name, span] : *fields)
        record.add(name, wrap::Value::make_text(shortened(collapse(span.of(line)), 60), span));
    records.push_back(std::move(record));
  }
  std::string out;
  auto writer = wrap::make_writer(wrap::Format::table, region.wrapper->schema(), {.page = false},
                                  [&](std::string_view text) { return out += text, Status(); });
  (void)writer->page("", nullptr, records);
  (void)writer->finish();
  return out;
}

std::string kinds_of(const LineRegion& region) {
  const std::vector<uint32_t> order = kinds_in_order(region);
  std::string out = fmt::format("{} of {}:\n", counted(order.size(), "kind"), region.columns.back().name);
  for (size_t k = 0; k < order.size() && k < kKindsShown; ++k)
    out += fmt::format("{:>7}  {}\n", region.kinds.counts[order[k]],
                       shortened(region.kinds.words(order[k]), kWidest));
  if (order.size() > kKindsShown)
    out += fmt::format("    ...  {} more (--json lists all)\n", order.size() - kKindsShown);
  return out;
}

// Texts that are tables already are read as such, quotes and all; empty for others.
std::string as_table(const std::string& name, const std::string& stem, const Survey& survey) {
  for (std::string_view ending : {".csv", ".tsv"})
    if (name.ends_with(ending))
      return fmt::format("\nNext:  gleaner query \"select * from '{}'\"     this is a table already\n", name);
  const bool json =
      !survey.lines.empty() && survey.lines[0].starts_with('{') && json::parse(survey.lines[0]).ok();
  return json ? fmt::format("\nNext:  gleaner convert {} --from jsonl -o {}.csv     these lines are JSON\n",
                            name, stem)
              : std::string();
}

std::string report(const std::vector<DocumentPtr>& pages, const Survey& survey, size_t chosen, size_t rows) {
  std::string out =
      fmt::format("{}: {}, {}\n", pages.size() == 1 ? pages[0]->name() : counted(pages.size(), "page"),
                  counted(survey.lines.size(), "line"), counted(survey.regions.size(), "region"));
  for (size_t r = 0; r < survey.regions.size(); ++r) {
    const LineRegion& region = survey.regions[r];
    out += fmt::format("\nregion {}: {}: {}\n", r + 1, counted(region.lines.size(), "line"),
                       columns_line(region));
    if (r == chosen) out += table_of(region, survey, rows);
    if (r == chosen && region.columns.back().name.starts_with("message")) out += kinds_of(region);
  }
  if (!survey.rest.empty())
    out += fmt::format("\n{} in no region, the first: {}\n", counted(survey.rest.size(), "line"),
                       shortened(std::string(survey.lines[survey.rest[0]]), 80));
  std::string stem = pages[0]->name() == "-" ? "log" : pages[0]->name();
  stem = stem.substr(stem.rfind('/') + 1);
  stem = stem.substr(0, stem.find('.'));
  if (const std::string table = as_table(pages[0]->name(), stem, survey); !table.empty()) return out + table;
  out += fmt::format(
      "\nNext:  gleaner records {0} -o {1}.gln     a grammar to edit; then gleaner parse {1}.gln {0}{2} -o "
      "{1}.csv\n",
      pages[0]->name(), stem, type_options(survey.regions[chosen]));
  return out;
}

std::string report_json(const Survey& survey) {
  std::string out =
      fmt::format("{{\"lines\": {}, \"unread\": {}, \"regions\": [", survey.lines.size(), survey.rest.size());
  out += joined(survey.regions, [](const LineRegion& region) {
    const auto column = [](const lines::HeadColumn& one) {
      return fmt::format("{{\"name\": {}, \"type\": {}}}", json::quote(one.name), json::quote(one.type));
    };
    const auto kind = [&](uint32_t one) {
      return fmt::format("{{\"count\": {}, \"words\": {}}}", region.kinds.counts[one],
                         json::quote(region.kinds.words(one)));
    };
    return fmt::format("{{\"lines\": {}, \"columns\": [{}], \"kinds\": [{}], \"grammar\": {}}}",
                       region.lines.size(), joined(region.columns, column),
                       joined(kinds_in_order(region), kind), json::quote(region.wrapper->grammar_text()));
  });
  return out + "]}\n";
}

// A line of JSON for each line of the text: its region, the kind of its message, its fields.
std::string every_line(const Survey& survey) {
  std::vector<std::string> made(survey.lines.size());
  for (size_t r = 0; r < survey.regions.size(); ++r) {
    const LineRegion& region = survey.regions[r];
    lines::LineReader reader(*region.wrapper);
    for (size_t i = 0; i < region.lines.size(); ++i) {
      const std::string_view line = survey.lines[region.lines[i]];
      std::string fields;
      if (const auto found = reader.read(line))
        for (const auto& [name, span] : *found)
          fields += fmt::format("{}{}: {}", fields.empty() ? "" : ", ", json::quote(name),
                                json::quote(std::string(span.of(line))));
      made[region.lines[i]] =
          fmt::format("{{\"line\": {}, \"region\": {}, \"kind\": {}, \"fields\": {{{}}}}}\n",
                      region.lines[i] + 1, r + 1, region.kinds.of[i], fields);
    }
  }
  for (uint32_t line : survey.rest)
    made[line] = fmt::format("{{\"line\": {}, \"region\": null}}\n", line + 1);
  return fmt::format("{}", fmt::join(made, ""));
}

Result<int> write_data(const std::vector<DocumentPtr>& pages, const LineRegion& region,
                       const LineRecordsOptions& options) {
  GLEANER_TRY(auto format, options.as_labels ? wrap::Format::labels : format_of(options.output));
  OutputOptions to = options.output;
  if (options.as_labels) to.format_name = "labels";
  GLEANER_TRY(auto out, Output::open(to));
  GLEANER_TRY(const auto write, write_options(options.output, options.spans, pages.size() > 1));
  auto writer = out->writer(format, region.wrapper->schema(), write);
  size_t total = 0;
  for (const DocumentPtr& page : pages) {
    GLEANER_TRY(auto records, wrap::extract_all(*region.wrapper, *page));
    total += records.size();
    if (format == wrap::Format::labels) {
      if (records.empty()) continue;
      if (records.size() > 3)
        records.resize(3);  // as many as a person would label: the others follow from them
      wrap::Label label;
      label.page = page_name(page->name(), options.output.path);
      label.records = std::move(records);
      GLEANER_CHECK(out->write(wrap::format_label(label, page.get()) + "\n"));
    } else {
      GLEANER_CHECK(writer->page(page->name(), page.get(), records));
    }
  }
  if (format != wrap::Format::labels) GLEANER_CHECK(writer->finish());
  GLEANER_CHECK(out->finish());
  if (out->to_file())
    say(fmt::format("{} -> {}", counted(total, "record"),
                    store::shown_place(options.output.path) + out->told()));
  return total ? kDone : kNothingFound;
}

}  // namespace

int run_line_records(const std::vector<DocumentPtr>& pages, const LineRecordsOptions& options) {
  Budget budget(limits_of(options.budget));
  const Survey survey = lines::survey(pages, budget);
  if (survey.regions.empty()) {
    say("no lines of text");
    return kNothingFound;
  }
  const size_t chosen = options.region ? options.region - 1 : 0;
  if (chosen >= survey.regions.size())
    return fail_usage(fmt::format("there is no region {}: the text has {}", options.region,
                                  counted(survey.regions.size(), "region")));
  const LineRegion& region = survey.regions[chosen];
  if (options.as_records) return write_whole(options.output.path, every_line(survey));
  if (options.json) return write_whole(options.output.path, report_json(survey));
  if (options.output.path.ends_with(".gln")) {
    if (const int exit = write_whole(options.output.path, region.wrapper->grammar_text())) return exit;
    say(fmt::format("{} read -> {}", counted(region.lines.size(), "line"), options.output.path));
    return kDone;
  }
  if (options.output.path.ends_with(".wrapper"))
    return write_whole(options.output.path, wrap::format_wrapper(*region.wrapper), Replaces::wrapper);
  if (options.as_labels || !options.output.path.empty() || !options.output.format_name.empty())
    return exit_after(write_data(pages, region, options));
  return write_whole("", report(pages, survey, chosen, options.rows));
}

}  // namespace gleaner::cli
