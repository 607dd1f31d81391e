// See sources.h.
#include "flow/sources.h"
#include "base/contains.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "flow/values.h"
#include "page/load.h"
#include "run/follow.h"
#include "script/csv.h"
#include "script/interpreter.h"
#include "script/parser.h"
#include "script/tables.h"
#include "store/target.h"
#include "web/sources.h"
#include "wrap/wrapper_file.h"

namespace gleaner::flow {

// Judged by the run before: a column that most rows had there and few have now is a change, one that nearly
// all had and none has now is broken.
std::vector<LostColumn> lost_columns(const Table& before, const Table& now) {
  constexpr double kUsuallyFilled = 0.5, kNearlyAlways = 0.9, kFewLeft = 0.5;
  const auto filled_rows = [](const Table& table, size_t column) {
    return column == Table::npos ? 0 : size_t(std::ranges::count_if(table.rows, [&](const Row& row) {
      return !row.cells[column].is_null();
    }));
  };
  std::vector<LostColumn> out;
  for (size_t c = 0; c < before.columns.size() && !before.rows.empty(); ++c) {
    const std::string& name = before.columns[c].name;
    const size_t had = filled_rows(before, c), have = filled_rows(now, now.column(name));
    const double share_had = double(had) / double(before.rows.size());
    if (share_had < kUsuallyFilled || double(have) >= kFewLeft * share_had * double(now.rows.size()))
      continue;
    out.push_back({name,
                   fmt::format("{} of {} found (the run before: {} of {})", have, now.rows.size(), had,
                               before.rows.size()),
                   have == 0, have == 0 && share_had >= kNearlyAlways});
  }
  return out;
}

namespace {

// Rows that are of no page become the source's table. None where there were some, or a column that is gone,
// is what a broken export looks like, and may be true all the same: it is used, and told.
void take_rows(SourceResult& out, Table rows, const Step& step, const LastRows& last) {
  Table& table = out.out.table = std::move(rows);
  find_types(table);
  for (Row& row : table.rows) row.source = 0;
  table.source(step.name);
  if (last.count <= 0) return;
  if (table.rows.empty()) {
    out.status = "changed";
    out.words = fmt::format("no rows (the run before: {})", last.count);
    return;
  }
  const Table* before = last.table ? last.table() : nullptr;
  if (!before) return;
  for (const LostColumn& lost : lost_columns(*before, table)) {
    out.status = "changed";
    out.words += fmt::format("{}{}: {}", out.words.empty() ? "" : "; ", lost.name, lost.words);
    out.out.problems.push_back(
        {step.name, 0, lost.name, store::shown_place(step.source.table), "looks broken: " + lost.words, ""});
  }
}

Result<SourceResult> table_source(const Step& step, StepContext& context, const Environment& environment,
                                  const LastRows& last) {
  SourceResult out;
  std::string path = context.flow->at(step.source.table);
  if (const auto other = environment.instead.find(step.name);
      other != environment.instead.end() && !other->second.empty())
    path = other->second[0];
  Budget budget;
  GLEANER_TRY(const script::Value value, script::read_table(path, budget));
  Table rows = table_of(value);
  if (const auto& columns = rows.columns;
      path.ends_with("sv") && (columns.empty() || (columns.size() == 1 && columns[0].name.empty())))
    return error(Code::bad_input, "the file is empty: not even a line with names of columns", {path});
  take_rows(out, std::move(rows), step, last);
  return out;
}

Result<SourceResult> script_source(const Step& step, StepContext& context, const Environment& environment,
                                   const LastRows& last) {
  SourceResult out;
  const bool query = step.source.script.empty();
  const std::string path = query ? context.flow->path : context.flow->at(step.source.script);
  std::string text = step.query.text;
  if (!query) {
    GLEANER_TRY(text, read_file(path));
    out.files[path] = text;
  }
  GLEANER_TRY(const auto script, script::parse_script(text, path, {}));
  script::RunOptions options;
  options.access.folder = context.flow->folder;
  options.access.options = false;
  for (const std::string& folder : step.source.reads) options.access.read.push_back(context.flow->at(folder));
  options.access.net = step.source.hosts;
  if (query)  // the files in its quotes: the flow's author wrote them there
    for (const std::string& word : quoted_words(text))
      options.access.read.push_back(context.flow->at(word.substr(0, store::table_mark(word))));
  options.registry = environment.registry;
  options.jobs = environment.jobs;
  options.out = [](std::string_view) {};
  options.note = [&](const std::string& note) { out.out.notes.push_back(note); };
  std::unique_ptr<web::Sources> sources;
  if (!step.source.hosts.empty()) {
    web::SourceOptions how;
    how.fetch = environment.fetch;
    how.fetch.allow_private |= step.source.private_hosts;
    how.fetch.how_to_allow_private = kAllowPrivate;
    how.fetch.allowed = [hosts = step.source.hosts](const std::string& host) {
      return contains(hosts, host);
    };
    sources = std::make_unique<web::Sources>(how);
    options.fetch = [&](const std::string& name, const LoadOptions& load) {
      return sources->load(name, load);
    };
  }
  Budget budget;
  script::Interpreter interpreter(script, std::move(options), budget);
  GLEANER_TRY(const script::Value value, interpreter.run());
  if (value.is_null())
    return error(Code::bad_input, fmt::format("{}: the script gives no rows", step.name), {path},
                 "its last expression is what it gives: a list of records");
  take_rows(out, table_of(value), step, last);
  return out;
}

}  // namespace

Result<SourceResult> run_source(const Step& step, StepContext& context, const Environment& environment,
                                const LastRows& last) {
  switch (step.kind) {
    case StepKind::pages: return run_page_source(step, context, environment, last);
    case StepKind::table: return table_source(step, context, environment, last);
    default: return script_source(step, context, environment, last);
  }
}

Result<std::vector<std::string>> source_columns(const Step& step, const Flow& flow,
                                                const wrap::Registry& registry) {
  std::vector<std::string> out;
  if (step.kind == StepKind::pages) {
    GLEANER_TRY(const Table table, empty_page_table(step, flow, registry));
    for (const Column& column : table.columns) out.push_back(column.name);
    return out;
  }
  if (step.kind == StepKind::table &&
      (step.source.table.ends_with(".csv") || step.source.table.ends_with(".tsv"))) {
    GLEANER_TRY(const std::string text, read_file(flow.at(step.source.table)));
    std::string room;
    const std::string_view rows = script::readable(text, room);
    const char separator = step.source.table.ends_with(".tsv") ? '\t' : script::find_separator(rows);
    size_t at = 0;
    uint32_t line = 1;
    GLEANER_CHECK(script::csv_row(rows, at, separator, line, step.source.table, out));
    script::make_different(out);
  }
  return out;  // empty: not known
}

}  // namespace gleaner::flow
