// Studio's tables as they are shown: records of a page, why a cell is as it is, what
// stands at a place. See studio.h.
#include <algorithm>

#include "base/shell_words.h"
#include "base/shorten.h"
#include "places.h"
#include "run/extract.h"
#include "studio.h"
#include "views.h"
#include "web/sources.h"

namespace gleaner::studio {
namespace {

constexpr size_t kRecordsAtOnce = 1000;  // of a page in one answer

// The pages that lie where this one does, as a command names them.
std::string pages_like(const std::string& page) {
  if (page.empty()) return "pages";
  if (const auto archive = web::split_archive_name(page)) return archive->first;
  const size_t slash = page.rfind('/'), dot = page.rfind('.');
  if (slash != std::string::npos) return page.substr(0, slash);
  return dot == std::string::npos ? page : "*" + page.substr(dot);
}

void write_label_view(JsonOut& out, const wrap::Label& label, const Document& page) {
  out.key("label").object().member("complete", label.complete).key("records").array();
  const LabelledPlaces all = labelled_places(label);
  for (size_t r = 0; r < label.records.size(); ++r) write_record(out, label.records[r], r, page, all);
  out.end().key("negative").array();
  for (size_t i = 0; i < label.negative.size(); ++i) {
    out.object().members("text", label.negative[i].text, "field",
                         i < label.negative_field.size() ? label.negative_field[i] : "");
    if (label.negative[i].span) {
      out.key("span").span(page.to_bytes(*label.negative[i].span));
      write_places(out, places_of(page, *label.negative[i].span));
    }
    out.end();
  }
  out.end().end();
}

}  // namespace

Result<Table*> Studio::table(const std::string& name) {
  const std::lock_guard lock(mutex_);
  if (const auto found = tables_.find(name); found != tables_.end()) return found->second.get();
  auto files = project_.table(name);
  if (!files) return error(Code::not_found, "there is no table " + name + " in this project");
  auto made = std::make_unique<Table>(project_, documents_, events_, std::move(*files));
  made->wake(first_page_);
  return (tables_[name] = std::move(made)).get();
}

Result<Table*> Studio::table_or_new(const std::string& name) {
  if (name.empty() || file_name_of(name) != name)
    return error(Code::usage, "\"" + shortened(name, 60) + "\" cannot be the name of a table", {},
                 "at most 100 letters, digits, - and _");
  if (project_.table(name)) return table(name);
  const std::lock_guard lock(mutex_);
  auto& at = tables_[name];
  if (!at) at = std::make_unique<Table>(project_, documents_, events_, project_.new_table(name));
  return at.get();
}

namespace {

void write_failure(JsonOut& out, std::string_view key, const std::optional<Diagnostic>& failed) {
  if (!failed) return;
  out.key(key);
  write_diagnostic(out, *failed);
}

void write_outcome(JsonOut& out, const Table& table, const Outcome& outcome, const std::string& labels) {
  out.members("name", table.files().name, "revision", double(outcome.revision), "behind",
              outcome.revision < table.revision(), "labels_file", table.files().labels, "wrapper_file",
              table.files().wrapper, "labels_etag", etag_of(labels), "wrapper_etag", outcome.wrapper_etag,
              "by_hand", outcome.by_hand, "seconds", outcome.seconds, "kind",
              outcome.wrapper ? std::string(outcome.wrapper->file.wrapper->kind()) : "");
  out.texts("labelled_fields", labelled_fields(labels, table.files().labels));
  out.key("fields");
  write_schema(out, outcome.wrapper ? outcome.wrapper->schema.fields : std::vector<wrap::FieldSchema>{});
  out.member("goes_on", outcome.onward.next.has_value()).key("joined").array();
  for (size_t i = 0; i < outcome.onward.follows.size(); ++i) {
    const run::Follow& follow = outcome.onward.follows[i];
    out.object().member("field", follow.field).member("as", follow.as);
    out.member("file", i < outcome.onward.files.size() ? outcome.onward.files[i] : "").key("fields");
    write_schema(out, follow.schema.fields);
    out.end();
  }
  out.end();
  write_failure(out, "failed", outcome.failed);
  write_diagnostics(out, "problems", outcome.problems);
  write_diagnostics(out, "notes", outcome.notes);
}

// The records `from`..`to` of a page; those that its label vouches for are marked.
void write_page(JsonOut& out, const Asked& asked, const Outcome::PageResult& result,
                const wrap::Label& label) {
  const LabelledPlaces vouched = labelled_places(label);
  const size_t from = number_asked(asked("from"), 0),
               to = std::min(number_asked(asked("to"), from + kRecordsAtOnce), from + kRecordsAtOnce);
  out.members("page", asked("page"), "total", result.records.size(), "from", from).key("records").array();
  for (size_t r = from; r < to && r < result.records.size(); ++r)
    write_record(out, result.records[r], r, *result.document, vouched);
  out.end();
  write_failure(out, "page_failed", result.failed);
  write_diagnostics(out, "page_notes", result.notes);
}

}  // namespace

// What a table looks like on a page: fields, records, labels, the question, what to know.
// Waits for a revision that is named.
Answer Studio::table_view(const Asked& asked) {
  GLEANER_TRY(Table* const table, this->table_or_new(asked("name")));
  const std::string revision = asked("revision");
  OutcomePtr outcome =
      revision.empty() ? table->outcome() : table->outcome_of(std::strtoull(revision.c_str(), nullptr, 10));
  if (!outcome) outcome = table->outcome_of(table->revision() ? 1 : table->wake(asked("page")));
  if (!outcome) return error(Code::io, "Studio is about to end");
  const std::string page = asked("page"), labels = table->labels_text();
  JsonOut out;
  out.object();
  write_outcome(out, *table, *outcome, labels);
  out.key("commands").object().member("learn", learn_command(*table, outcome->wrapper.get()));
  out.member("extract", command_line({"gleaner", "extract", table->files().wrapper, pages_like(page), "-o",
                                      table->files().name + ".csv"}));
  out.member("explain", command_line({"gleaner", "explain", table->files().wrapper, page}));
  out.member("check", command_line({"gleaner", "check", table->files().wrapper, pages_like(page)})).end();
  out.texts("empty_lists", empty_lists(*table));
  if (!page.empty()) {
    GLEANER_TRY(const DocumentPtr document, documents_.load(page));
    const wrap::Label label =
        label_of(labels, table->files().labels, table->files().name_in_labels(page), *document);
    write_page(out, asked, *table->result_on(outcome, page), label);
    write_label_view(out, label, *document);
  }
  out.member("provisional", outcome->provisional);
  if (const auto question = table->question()) {
    GLEANER_TRY(const DocumentPtr document, documents_.load(question->page));
    out.key("question");
    write_question(out, *question, *document);
  }
  return out.end().take();
}

// How each field is found, in words: many agree, so that they are longer than all
// else that is said of a table.
Answer Studio::rules_view(const Asked& asked) {
  GLEANER_TRY(Table* const table, this->table(asked("table")));
  const OutcomePtr outcome = table->outcome();
  JsonOut out;
  out.object();
  if (outcome && outcome->wrapper) write_rules(out, "rules", *outcome->wrapper->file.wrapper);
  else out.key("rules").array().end();
  return out.end().take();
}

// Why a cell is as it is, in words.
Answer Studio::why_view(const Asked& asked) {
  GLEANER_TRY(Table* const table, this->table(asked("table")));
  GLEANER_TRY(const OutcomePtr outcome, table->learned());
  const auto at = table->row_at(outcome, asked("page"), number_asked(asked("record"), 0));
  if (!at) return error(Code::not_found, "there is no such row any more");
  const Outcome::PageResultPtr& result = at->result;
  if (result->failed) return *result->failed;
  const learn::ExplainOptions options{asked("field"), at->row + 1};
  for (const run::Follow& follow : outcome->onward.follows)
    if (options.field.starts_with(follow.as + "."))
      return why_behind(asked, *at, follow, options.field.substr(follow.as.size() + 1));
  JsonOut out;
  out.object().key("cells").array();
  for (const learn::ExplainedCell& cell :
       run::explain(outcome->wrapper->file, *result->document, result->records, options))
    write_cell(out, cell, *result->document, at->page == asked("page") ? "" : at->page);
  return out.end()
      .member("command", command_line({"gleaner", "explain", table->files().wrapper, at->page, "--record",
                                       std::to_string(options.record), "--field", options.field}))
      .end()
      .take();
}

// What stands at a place, and what it could be called.
Answer Studio::pick(const json::Value& request) {
  GLEANER_TRY(const DocumentPtr page, documents_.load(text_of(request, "page")));
  const json::Value* pick = request.find("pick");
  if (!pick) return error(Code::usage, "a place is needed: \"pick\"");
  GLEANER_TRY(const Picked picked, read_pick(*pick, *page));
  repeats_of(page);  // while the person says what it is: the click that follows needs them
  JsonOut out;
  out.object().member("text", picked.text).key("span").span(page->to_bytes(picked.span));
  write_places(out, places_of(*page, picked.span));
  return out.member("name", name_for(*page, picked.span, picked.text)).end().take();
}

}  // namespace gleaner::studio
