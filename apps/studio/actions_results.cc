// What comes of Studio's tables: rows of all pages, differences between versions,
// repair, export. See studio.h.
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "base/contains.h"
#include "base/csv.h"
#include "base/shell_words.h"
#include "base/text.h"
#include "run/families.h"
#include "run/learn.h"
#include "studio.h"
#include "views.h"

namespace gleaner::studio {
namespace {

namespace fs = std::filesystem;

constexpr size_t kRowsAtOnce = 500, kReviewRows = 20;
constexpr double kExportSeconds = 300;

bool row_passes(const wrap::Record& record, const std::string& missing, const std::string& search) {
  if (!missing.empty()) {
    const wrap::Value* value = record.find(missing);
    if (value && !value->is_absent() && value->kind != wrap::Value::Kind::null) return false;
  }
  if (search.empty()) return true;
  bool found = false;
  wrap::for_each_leaf(record, [&](const std::string&, const wrap::Value& value) {
    found |= lower_ascii(value.text).find(search) != std::string::npos;
  });
  return found;
}

struct ExportFormat {
  std::string_view name, ending, type;
};
constexpr ExportFormat kFormats[] = {{"excel", ".csv", "text/csv; charset=utf-8"},
                                     {"csv", ".csv", "text/csv; charset=utf-8"},
                                     {"tsv", ".tsv", "text/tab-separated-values; charset=utf-8"},
                                     {"json", ".json", "application/json"},
                                     {"jsonl", ".jsonl", "application/x-ndjson"},
                                     {"xml", ".xml", "application/xml"},
                                     {"parquet", ".parquet", "application/vnd.apache.parquet"},
                                     {"duckdb", ".duckdb", "application/octet-stream"},
                                     {"sqlite", ".sqlite", "application/vnd.sqlite3"}};

// Where the etag of what Studio saved under a name is kept.
std::string saved_mark(const std::string& name) { return ".gleaner/saved/" + name; }

std::string rule_of(const wrap::Wrapper& wrapper, const std::string& field) {
  for (size_t i = 1; i < wrapper.rules().size(); ++i)
    if (wrapper.rules()[i].field == field && !wrapper.rules()[i].words.empty())
      return wrapper.rules()[i].words;
  return "";
}

std::vector<std::string> fields_with_rules(const wrap::Wrapper& before, const wrap::Wrapper& after) {
  std::vector<std::string> out;
  for (const wrap::Wrapper* wrapper : {&before, &after})
    for (size_t i = 1; i < wrapper->rules().size(); ++i)
      if (!contains(out, wrapper->rules()[i].field)) out.push_back(wrapper->rules()[i].field);
  return out;
}

using RowTexts = std::map<std::string, std::string>;
RowTexts texts_of_row(const wrap::Record& record) {
  RowTexts out;
  wrap::for_each_leaf(record, [&](const std::string& path, const wrap::Value& value) {
    std::string& text = out[path];
    text += (text.empty() ? "" : ", ") + value.text;
  });
  return out;
}

}  // namespace

// Rows of all pages together, a range of them: only the pages that the range touches are read.
Answer Studio::rows_view(const Asked& asked) {
  GLEANER_TRY(Table* const table, this->table(asked("table")));
  GLEANER_TRY(const OutcomePtr outcome, table->learned());
  std::map<std::string, PageState> states;
  {
    const std::lock_guard lock(outcome->mutex);
    states = outcome->states;
  }
  const std::string missing = asked("missing"), search = lower_ascii(asked("search"));
  const bool filtered = !missing.empty() || !search.empty();
  const size_t from = number_asked(asked("from"), 0),
               to = std::min(number_asked(asked("to"), from + 100), from + kRowsAtOnce);
  JsonOut out;
  out.object().member("looked_through", outcome->looked_through).key("rows").array();
  size_t at = 0;
  for (const auto& [page, state] : states) {
    const size_t here = missing.empty()                ? state.records
                        : state.missing.count(missing) ? state.missing.at(missing)
                                                       : 0;
    const bool needed = search.empty() ? here > 0 && at + here > from && at < to : here > 0;
    if (!needed) {
      at += here;
      continue;
    }
    const auto result = table->result_on(outcome, page);
    for (size_t r = 0; r < result->records.size(); ++r) {
      if (filtered && !row_passes(result->records[r], missing, search)) continue;
      if (at >= from && at < to) {
        const Joined joined = table->join(outcome, page, *result, r, r + 1);
        out.object().member("page", page).key("record");
        write_record(out, result->records[r], r, *result->document, {},
                     {joined.fields.empty() ? nullptr : &joined.fields[0]});
        out.end();
      }
      ++at;
    }
  }
  return out.end().member("total", at).end().take();
}

// This version and an earlier one ("with": a hash of the history): rules and results side by side.
Answer Studio::compare_view(const Asked& asked) {
  GLEANER_TRY(Table* const table, this->table(asked("table")));
  const OutcomePtr outcome = table->outcome();
  const auto old_text = history_.content(asked("with"));
  if (!outcome || !outcome->wrapper || !old_text)
    return error(Code::not_found, "there are no two versions to compare");
  GLEANER_TRY(const WrappedPtr old, read_wrapper(*old_text, "the earlier version"));
  JsonOut out;
  out.object().key("rules").array();
  const wrap::Wrapper &before = *old->file.wrapper, &after = *outcome->wrapper->file.wrapper;
  for (const std::string& field : fields_with_rules(before, after))
    out.raw(json_object("field", field, "before", rule_of(before, field), "after", rule_of(after, field)));
  out.end();
  if (const std::string page = asked("page"); !page.empty()) {
    const auto now = table->result_on(outcome, page);
    if (now->failed) return *now->failed;
    Budget budget;
    GLEANER_TRY(const wrap::RecordList then, extract_page(*old, *now->document, budget));
    out.members("rows_before", then.records.size(), "rows_after", now->records.size()).key("cells").array();
    for (size_t r = 0; r < std::max(then.records.size(), now->records.size()); ++r) {
      const RowTexts a = r < then.records.size() ? texts_of_row(then.records[r]) : RowTexts{},
                     b = r < now->records.size() ? texts_of_row(now->records[r]) : RowTexts{};
      for (const auto& [field, text] : a)
        if (!b.count(field) || b.at(field) != text)
          out.raw(json_object("record", r, "field", field, "before", text, "after",
                              b.count(field) ? b.at(field) : ""));
      for (const auto& [field, text] : b)
        if (!a.count(field)) out.raw(json_object("record", r, "field", field, "before", "", "after", text));
    }
    out.end();
  }
  return out.end().take();
}

namespace {

void write_repair(JsonOut& out, const run::Repaired& repaired) {
  out.members("better", repaired.report.better, "rules_hold", repaired.report.rules_hold, "advice",
              repaired.report.advice, "old_score", repaired.report.old_score, "new_score",
              repaired.report.new_score)
      .key("fields")
      .array();
  for (const learn::FieldRepair& field : repaired.report.fields)
    out.raw(json_object("field", field.field, "before", field.before, "after", field.after, "found",
                        field.found, "records", field.records, "known_same", field.known_same, "known",
                        field.known, "confidence", field.confidence, "gone", field.gone));
  out.end();
}

// What the old and the new rules find on the changed pages.
Status write_sides(JsonOut& out, const Wrapped& old, const std::string& text,
                   const std::vector<DocumentPtr>& pages) {
  Budget budget;
  GLEANER_TRY(const WrappedPtr fresh, read_wrapper(text, "repaired"));
  out.member("text", text).key("pages").array();
  for (const DocumentPtr& page : pages) {
    out.object().member("page", page->name());
    for (const Wrapped* wrapper : {&old, fresh.get()}) {
      GLEANER_TRY(const wrap::RecordList list, extract_page(*wrapper, *page, budget));
      out.key(wrapper == &old ? "before" : "after").array();
      for (size_t r = 0; r < list.records.size() && r < kReviewRows; ++r)
        write_record(out, list.records[r], r, *page, {});
      out.end();
    }
    out.end();
  }
  out.end();
  return {};
}

std::string repair_command(const Table& table, const std::vector<std::string> (&names)[2],
                           const std::vector<std::string>& keep) {
  std::vector<std::string> words{"gleaner", "repair", table.files().wrapper};
  words.insert(words.end(), names[0].begin(), names[0].end());
  words.push_back("--new");
  words.insert(words.end(), names[1].begin(), names[1].end());
  for (const std::string& field : keep) words.insert(words.end(), {"--keep", field});
  words.insert(words.end(), {"-o", table.files().wrapper});
  return command_line(words);
}

}  // namespace

// A wrapper for pages that were redesigned; nothing is written: the text comes back for review. "repaired":
// the text of such an answer, taken without the fields of "keep", which keep their rules.
Answer Studio::repair(const json::Value& request) {
  GLEANER_TRY(Table* const table, this->table(text_of(request, "table")));
  GLEANER_TRY(const OutcomePtr outcome, table->learned());
  std::vector<DocumentPtr> sides[2];
  std::vector<std::string> names[2];
  for (int side = 0; side < 2; ++side)
    if (const json::Value* pages = request.find(side ? "new" : "old"))
      for (const json::Value& page : pages->items) {
        GLEANER_TRY(sides[side].emplace_back(), documents_.load(std::string(page.text)));
        names[side].emplace_back(page.text);
      }
  if (sides[0].empty() || sides[1].empty())
    return error(Code::usage, "pages on which it worked and pages that changed are both needed", {},
                 "choose some of each in the list of pages");
  const std::vector<std::string> keep = texts_of(request.find("keep"));
  if (const std::string text = text_of(request, "repaired"); !text.empty()) {
    GLEANER_TRY(const std::string mixed,
                run::keep_fields(outcome->wrapper->file, text, keep, run::families()));
    JsonOut out;
    GLEANER_CHECK(write_sides(out.object(), *outcome->wrapper, mixed, sides[1]));
    return out.member("command", repair_command(*table, names, keep)).end().take();
  }
  Budget budget({.time = std::chrono::milliseconds(60'000)});
  GLEANER_TRY(const run::Repaired repaired,
              run::repair(outcome->wrapper->file, run::families(), sides[0], sides[1], budget));
  JsonOut out;
  out.object();
  write_repair(out, repaired);
  if (!repaired.text.empty()) GLEANER_CHECK(write_sides(out, *outcome->wrapper, repaired.text, sides[1]));
  return out.member("command", repair_command(*table, names, {})).end().take();
}

// Where pages were fetched from, for a run that makes links absolute as the preview does. False: nobody asks.
Result<bool> Studio::write_addresses(const std::string& file, const wrap::Schema& schema,
                                     const std::vector<std::string>& pages) {
  const auto types = types_of(schema);
  if (std::ranges::none_of(types, [](const auto& one) { return one.second == "url"; })) return false;
  std::string table = "page,url\n";
  bool any = false;
  for (const std::string& page : pages)
    if (const auto document = documents_.load(page);
        document.ok() && page.find('#') == std::string::npos && !(*document)->url().empty()) {
      table += csv_cell(page) + "," + csv_cell((*document)->url()) + "\n";
      any = true;
    }
  if (any) GLEANER_CHECK(project_.write(file, table));
  return any;
}

// By the very command that is shown: what is downloaded is what a run gives.
Result<std::vector<std::string>> Studio::extract_words(const Asked& asked) {
  GLEANER_TRY(Table* const table, this->table(asked("table")));
  // not before all pages were looked through with the rules that are in the file
  const OutcomePtr outcome = table->settled(asked("page").empty());
  if (!outcome) return error(Code::budget, "the pages are still being looked through", {}, "try it again");
  if (!outcome->wrapper) return error(Code::not_found, "nothing is learned yet");
  std::vector<std::string> pages;
  if (!asked("page").empty()) {
    pages.push_back(asked("page"));
  } else {
    const std::lock_guard lock(outcome->mutex);
    for (const auto& [page, state] : outcome->states)
      if (state.records > 0) pages.push_back(page);
  }
  if (pages.empty()) return error(Code::not_found, "no page gives a row yet");
  std::string list;
  for (const std::string& page : pages) list += page + "\n";
  const std::string listed = ".gleaner/export/" + file_name_of(table->files().name) + ".list";
  GLEANER_CHECK(project_.write(listed, list));
  std::vector<std::string> words{"extract", table->files().wrapper};
  for (std::string& page : pages)
    if (page.starts_with('-')) page.insert(0, "./");  // a file, whatever it is called
  if (pages.size() <= 3) words.insert(words.end(), pages.begin(), pages.end());
  else words.push_back("@" + listed);
  const std::string addresses = ".gleaner/export/" + file_name_of(table->files().name) + ".urls.csv";
  GLEANER_TRY(const bool addressed, write_addresses(addresses, outcome->wrapper->schema, pages));
  if (addressed) words.insert(words.end(), {"--urls", addresses});
  if (pages.size() == 1) words.push_back("--no-page");
  // all pages are named: each is read once, in the order in which they are listed
  if (asked("page").empty() && outcome->onward.next) words.push_back("--no-next");
  return words;
}

// A name in out/ that is free, or was saved by Studio and not touched since: a file of somebody else stays.
std::string Studio::free_output(const std::string& stem, const std::string& ending) const {
  for (int i = 1;; ++i) {
    const std::string name = i == 1 ? stem + ending : fmt::format("{}-{}{}", stem, i, ending);
    const auto there = project_.read("out/" + name);
    if (!there || project_.read(saved_mark(name)) == etag_of(there)) return name;
  }
}

// A table, or with "query" the answer to a question.
Answer Studio::export_table(const Asked& asked, Exported& exported) {
  const ExportFormat* format = nullptr;
  for (const ExportFormat& one : kFormats)
    if (one.name == asked("format")) format = &one;
  if (!format) return error(Code::usage, "there is no format \"" + asked("format") + "\"");
  std::vector<std::string> words{"query", asked("query"), "--allow-read", "."};
  if (asked("query").empty()) {
    GLEANER_TRY(words, extract_words(asked));
  }
  exported.name =
      free_output(asked("query").empty() ? asked("table") : "answer", std::string(format->ending));
  const std::string target = "out/" + exported.name;
  GLEANER_TRY(const std::string path, project_.path(target));
  std::error_code ignored;
  fs::create_directories(fs::path(path).parent_path(), ignored);
  words.insert(words.end(), {"-o", target});
  if (fs::exists(path) && (format->name == "duckdb" || format->name == "sqlite"))
    words.insert(words.end(), {"--mode", "replace"});  // its own, whatever columns it had
  if (format->name == "excel") words.push_back("--csv-safe");
  GLEANER_TRY(const Ran ran, jobs_.run(words, "", kExportSeconds));
  auto content = project_.read(target);
  if (!content || (ran.exit != 0 && ran.exit != 6))
    return error(Code::io, trim(ran.err).empty() ? "it could not be written" : std::string(trim(ran.err)),
                 {target});
  GLEANER_CHECK(project_.write(saved_mark(exported.name), etag_of(content)));
  exported.type = std::string(format->type);
  if (ran.exit == 6) exported.lacks = collapse(ran.err);
  if (format->name == "excel") content->insert(0, "\xef\xbb\xbf");  // by which Excel knows UTF-8
  return std::move(*content);
}

}  // namespace gleaner::studio
