// gleaner convert IN -o OUT: records and labels between formats; wrappers between kinds where a family knows
// how.

#include <fmt/format.h>

#include <filesystem>
#include <map>

#include "base/json.h"
#include "base/text.h"
#include "label/resolve.h"
#include "options.h"
#include "output.h"
#include "page/load.h"
#include "page_name.h"
#include "run/convert.h"
#include "run/families.h"
#include "store/record_file.h"
#include "verbs.h"
#include "wrap/label.h"

namespace gleaner::cli {
namespace {

struct ConvertArguments {
  std::string input, from;
  OutputOptions output;
  bool spans = false, no_page = false;
  BudgetOptions budget;
};

std::string ending(const std::string& path) {
  const size_t dot = path.rfind('.');
  return dot == std::string::npos ? "" : path.substr(dot + 1);
}

// Label files are often just called *.jsonl: a first line with a page and a list of records is one.
bool holds_labels(std::string_view text) {
  auto parsed = json::parse(text.substr(0, text.find('\n')));
  if (!parsed.ok() || !parsed->root.is_object()) return false;
  const json::Value* records = parsed->root.find("records");
  return records && records->is_array() && parsed->root.find("page");
}

// Files of tables are read by queries.
Diagnostic is_a_table(const ConvertArguments& options) {
  return error(Code::usage, "convert reads texts; this is a file of tables", Where{.file = options.input},
               fmt::format("gleaner query \"select * from '{}'\" -o {}", options.input,
                           options.output.path.empty() ? "FILE" : options.output.path));
}

Result<wrap::Format> input_format(const ConvertArguments& options, std::string_view text) {
  if (store::RecordFile::writes(options.input)) return is_a_table(options);
  if (!options.from.empty()) {
    if (const auto format = wrap::format_of_name(options.from)) return *format;
    return error(Code::usage, fmt::format("there is no format \"{}\"", options.from), {},
                 "formats: jsonl, json, csv, tsv, xml, labels");
  }
  if (const auto format = wrap::format_of_path(options.input))
    return *format == wrap::Format::jsonl && holds_labels(text) ? wrap::Format::labels : *format;
  const std::string_view start = trim(text.substr(0, 4096));
  if (start.starts_with('<')) return wrap::Format::xml;
  if (start.starts_with('[')) return wrap::Format::json;
  if (start.starts_with('{')) return holds_labels(text) ? wrap::Format::labels : wrap::Format::jsonl;
  return error(Code::usage,
               fmt::format("what is in {}?", options.input == "-" ? "standard input" : options.input), {},
               "say --from jsonl, json, csv, tsv, xml or labels");
}

std::optional<int> convert_by_family(const ConvertArguments& options) {
  const std::string from = options.from.empty() ? ending(options.input) : options.from;
  const std::string to =
      options.output.format_name.empty() ? ending(options.output.path) : options.output.format_name;
  for (const run::Conversion& conversion : run::conversions()) {
    if (conversion.from != from || conversion.to != to) continue;
    auto text = conversion.run(options.input, run::families());
    if (!text.ok()) return fail(text.error());
    return write_whole(options.output.path, *text, to == "wrapper" ? Replaces::wrapper : Replaces::text);
  }
  return std::nullopt;
}

// The page as the label file that is written calls it. What is read calls it from itself if it
// is a label file, else from here.
std::string renamed(const std::string& page, const ConvertArguments& options, bool from_labels = true) {
  const std::string folder =
      from_labels ? std::filesystem::path(options.input).parent_path().string() : std::string();
  return page_name(page.empty() ? page : label::page_path(folder, page), options.output.path);
}

// Labels to labels keeps what records have no place for: complete, negative, count, url.
Result<int> rewrite_labels(const ConvertArguments& options, const std::string& text) {
  GLEANER_TRY(auto labels, wrap::parse_labels(text, options.input));
  std::string out;
  for (wrap::Label& label : labels) {
    label.page = renamed(label.page, options);
    out += wrap::format_label(label, nullptr) + "\n";
  }
  GLEANER_CHECK(may_replace(options.output.path, wrap::Format::labels, options.output.mode));
  return write_whole(options.output.path, out, Replaces::checked);
}

// A label file has one line a page, so the records of a page come together.
void join_pages(std::vector<wrap::PageRecords>& pages) {
  std::map<std::string, size_t> first;
  std::vector<wrap::PageRecords> joined;
  for (wrap::PageRecords& page : pages) {
    auto [at, fresh] = first.try_emplace(page.page, joined.size());
    if (fresh) joined.push_back({page.page, {}});
    for (wrap::Record& record : page.records) joined[at->second].records.push_back(std::move(record));
  }
  pages = std::move(joined);
}

Result<int> run_convert(const ConvertArguments& options) {
  GLEANER_CHECK(not_an_input(options.output.path, {options.input}));
  if (auto exit = convert_by_family(options)) return *exit;
  GLEANER_TRY(auto text, read_file(options.input));
  GLEANER_TRY(auto from, input_format(options, text));
  GLEANER_TRY(auto to, format_of(options.output));
  if (from == wrap::Format::labels && to == wrap::Format::labels) return rewrite_labels(options, text);
  GLEANER_TRY(auto pages, wrap::read_records(from, text, options.input));
  if (to == wrap::Format::labels) {
    join_pages(pages);
    for (wrap::PageRecords& page : pages) page.page = renamed(page.page, options, false);
  }

  wrap::Schema schema;
  size_t records = 0;
  bool paged = false;
  for (const wrap::PageRecords& page : pages) {
    records += page.records.size();
    paged |= !page.page.empty();
    for (const wrap::Record& record : page.records) wrap::merge_schema(schema, record);
  }
  if (store::RecordFile::writes(options.output.path)) {
    GLEANER_CHECK(wrap::check_names(schema, true));
    schema = store::Shape::fit(pages);
  }
  GLEANER_TRY(auto out, Output::open(options.output));
  GLEANER_TRY(const auto write, write_options(options.output, options.spans, paged && !options.no_page));
  auto writer = out->writer(to, schema, write);
  for (const wrap::PageRecords& page : pages) GLEANER_CHECK(writer->page(page.page, nullptr, page.records));
  GLEANER_CHECK(writer->finish());
  GLEANER_CHECK(out->finish());
  if (out->to_file())
    say(fmt::format("{} -> {}{}", counted(records, "record"), store::shown_place(options.output.path),
                    out->told()));
  return records ? kDone : kNothingFound;
}

}  // namespace

void add_convert(Command& app) {
  auto options = std::make_shared<ConvertArguments>();
  std::string examples =
      "  gleaner convert shop.jsonl -o shop.csv\n"
      "  gleaner convert shop.labels.jsonl --format json\n"
      "  gleaner convert shop.csv -o shop.labels.jsonl      records become labels, found on the page when "
      "learning\n";
  for (const run::Conversion& conversion : run::conversions())
    examples += fmt::format("  --from {} --to {}: {}\n", conversion.from, conversion.to, conversion.purpose);
  Command& verb = add_verb(app, "convert", "Records and labels from one format to another", examples);
  verb.add_option("input", options->input, "FILE", "file to convert, - for standard input")->required();
  verb.add_option("--from", options->from, "NAME", "its format (default: by its ending and content)");
  verb.add_option("-o,--output", options->output.path, "FILE",
                  "write to this file; its ending picks the format");
  verb.add_option("--to,--format", options->output.format_name, "NAME",
                  "jsonl, json, csv, tsv, xml or labels");
  add_csv_safe(verb, options->output);
  add_database_options(verb, options->output);
  verb.add_flag("--spans", options->spans, "keep where each value stands");
  verb.add_flag("--no-page", options->no_page, "leave out the page's name");
  add_budget(verb, options->budget, "all of it");
  verb.callback([options] {
    return run_limited(limits_of(options->budget, 1), [&] { return run_convert(*options); });
  });
}

}  // namespace gleaner::cli
