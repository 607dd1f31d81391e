// Studio's tables: labels, learning, questions. See studio.h.
#include <algorithm>

#include <fmt/format.h>

#include "base/shorten.h"
#include "base/text.h"
#include "command_line.h"
#include "places.h"
#include "run/extract.h"
#include "studio.h"
#include "views.h"

namespace gleaner::studio {
namespace {

constexpr size_t kRecordsAtOnce = 1000;  // of a page in one answer
constexpr size_t kKeptRepeats = 8;       // pages whose repeating stretches are kept

std::string learn_command(const Table& table, const Wrapped* wrapper) {
  std::vector<std::string> words{"gleaner", "learn", table.files().labels};
  if (wrapper && wrapper->file.wrapper->kind() == "lines") words.insert(words.end(), {"--kind", "lines"});
  if (wrapper)
    for (const auto& [field, type] : types_of(wrapper->schema))
      words.insert(words.end(), {"--type", field + "=" + type});
  words.insert(words.end(), {"-o", table.files().wrapper});
  return command_line(words);
}

Status check_field(const std::string& field) {
  if (field.empty()) return error(Code::usage, "a field needs a name");
  for (std::string_view part : split(field, '.')) GLEANER_CHECK(wrap::check_name(part));
  return {};
}

std::string in_quotes(const std::string& text) { return "\"" + shortened(text, 40) + "\""; }

void write_label_view(JsonOut& out, const wrap::Label& label, const Document& page) {
  out.key("label").object().member("complete", label.complete).key("records").array();
  const LabelledPlaces all = labelled_places(label);
  for (size_t r = 0; r < label.records.size(); ++r) write_record(out, label.records[r], r, page, all);
  out.end().key("negative").array();
  for (size_t i = 0; i < label.negative.size(); ++i) {
    out.object()
        .member("text", label.negative[i].text)
        .member("field", i < label.negative_field.size() ? label.negative_field[i] : "");
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
    return error(Code::usage, "\"" + name + "\" cannot be the name of a table", {},
                 "letters, digits, - and _");
  if (project_.table(name)) return table(name);
  const std::lock_guard lock(mutex_);
  auto& at = tables_[name];
  if (!at) at = std::make_unique<Table>(project_, documents_, events_, project_.new_table(name));
  return at.get();
}

// The page's records as the wrapper cuts them now, then all that repeats.
Groupings Studio::groupings_of(Table& table, const DocumentPtr& page) {
  Groupings out;
  if (const OutcomePtr outcome = table.outcome(); outcome && outcome->wrapper) {
    std::vector<Span> given;
    for (const wrap::Record& record : table.result_on(outcome, page->name())->records)
      if (record.span) given.push_back(*record.span);
    out.push_back(std::move(given));
  }
  const std::shared_ptr<const Groupings> all = repeats_of(page);
  out.insert(out.end(), all->begin(), all->end());
  return out;
}

// Looked for once a page: it takes longer than all else that a click does.
std::shared_ptr<const Groupings> Studio::repeats_of(const DocumentPtr& page) {
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [known, repeats] : repeats_)
      if (known == page) return repeats;
  }
  auto found = std::make_shared<const Groupings>(record_groupings(page));
  const std::lock_guard lock(mutex_);
  if (repeats_.size() >= kKeptRepeats) repeats_.erase(repeats_.begin());
  repeats_.emplace_back(page, found);
  return found;
}

Answer Studio::change_labels(Table& table, const std::string& page, const std::string& what,
                             const std::string& before, const std::string& after,
                             std::optional<size_t> record) {
  if (before != after) {
    const OutcomePtr outcome = table.outcome();
    const bool was_there = project_.read(table.files().labels).has_value();
    const auto rules = project_.read(table.files().wrapper);
    GLEANER_CHECK(history_.take(what, learn_command(table, outcome ? outcome->wrapper.get() : nullptr),
                                table.files().name,
                                {{table.files().labels, was_there ? std::optional(before) : std::nullopt,
                                  after.empty() ? std::nullopt : std::optional(after)},
                                 {table.files().wrapper, rules, rules, true}}));
  }
  const uint64_t revision = table.wake(page);
  JsonOut out;
  out.object().member("table", table.files().name).member("revision", double(revision)).member("what", what);
  if (record) out.member("record", *record);
  return out.end().take();
}

namespace {

void write_failure(JsonOut& out, std::string_view key, const std::optional<Diagnostic>& failed) {
  if (!failed) return;
  out.key(key);
  write_diagnostic(out, *failed);
}

void write_outcome(JsonOut& out, const Table& table, const Outcome& outcome, const std::string& labels) {
  out.member("name", table.files().name)
      .member("revision", double(outcome.revision))
      .member("behind", outcome.revision < table.revision())
      .member("labels_file", table.files().labels)
      .member("wrapper_file", table.files().wrapper)
      .member("labels_etag", etag_of(labels))
      .member("wrapper_etag", outcome.wrapper_etag)
      .member("by_hand", outcome.by_hand)
      .member("seconds", outcome.seconds)
      .member("kind", outcome.wrapper ? std::string(outcome.wrapper->file.wrapper->kind()) : "");
  out.texts("labelled_fields", labelled_fields(labels, table.files().labels));
  out.key("fields");
  write_schema(out, outcome.wrapper ? outcome.wrapper->schema.fields : std::vector<wrap::FieldSchema>{});
  if (outcome.wrapper) write_rules(out, "rules", *outcome.wrapper->file.wrapper);
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
  out.member("page", asked("page"))
      .member("total", result.records.size())
      .member("from", from)
      .key("records")
      .array();
  for (size_t r = from; r < to && r < result.records.size(); ++r)
    write_record(out, result.records[r], r, *result.document, vouched);
  out.end();
  write_failure(out, "page_failed", result.failed);
  write_diagnostics(out, "page_notes", result.notes);
}

}  // namespace

// What a table looks like on a page: fields, records, labels, the question, what to know. Waits for a revision that is named.
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
  out.member("extract", command_line({"gleaner", "extract", table->files().wrapper,
                                      page.empty() ? "pages" : page, "-o", table->files().name + ".csv"}));
  out.member("explain", command_line({"gleaner", "explain", table->files().wrapper, page}));
  out.member("check", command_line({"gleaner", "check", table->files().wrapper, "pages"})).end();
  out.texts("empty_lists", empty_lists(*table));
  if (!page.empty()) {
    GLEANER_TRY(const DocumentPtr document, documents_.load(page));
    const wrap::Label label = label_of(labels, table->files().labels, table->name_in_labels(page), *document);
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

// Why a cell is as it is, in words.
Answer Studio::why_view(const Asked& asked) {
  GLEANER_TRY(Table* const table, this->table(asked("table")));
  const OutcomePtr outcome = table->outcome();
  if (!outcome || !outcome->wrapper) return error(Code::not_found, "nothing is learned yet");
  const auto at = table->row_at(outcome, asked("page"), number_asked(asked("record"), 0));
  if (!at) return error(Code::not_found, "there is no such row any more");
  const Outcome::PageResultPtr& result = at->result;
  if (result->failed) return *result->failed;
  learn::ExplainOptions options;
  options.field = asked("field");
  options.record = at->row + 1;
  for (const run::Follow& follow : outcome->onward.follows)
    if (options.field.starts_with(follow.as + "."))
      return why_behind(asked, *at, follow, options.field.substr(follow.as.size() + 1));
  JsonOut out;
  out.object().key("cells").array();
  for (const learn::Cell& cell :
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

Answer Studio::label(const json::Value& request) {
  const std::string op = text_of(request, "op"), field = text_of(request, "field");
  std::string page_name = text_of(request, "page");
  GLEANER_TRY(DocumentPtr page, documents_.load(page_name));
  GLEANER_TRY(Table* const table, table_or_new(text_of(request, "table")));
  const bool of_row = op == "absent" || op == "row" || op == "not_row";
  std::optional<RowAt> at;
  if (of_row) {
    const OutcomePtr outcome = table->outcome();
    if (!outcome) return error(Code::not_found, "nothing is learned yet");
    at = table->row_at(outcome, page_name, size_t(number_of(request, "record", -1)));
    if (!at) return error(Code::not_found, "there is no such row any more");
    for (const run::Follow& follow : outcome->onward.follows)
      if (field == follow.as || field.starts_with(follow.as + "."))
        return error(Code::usage, field + " comes from the pages behind " + follow.field, {},
                     "label it there, in the table that reads them");
    page_name = at->page;  // a list may go on over several
    page = at->result->document;
  }
  const std::string before = table->labels_text();
  if (const std::string seen = text_of(request, "if_match"); !seen.empty() && seen != etag_of(before))
    return error(Code::drift, table->files().labels + " was changed meanwhile",
                 {table->files().labels, 0, 0, {}}, "it is shown now; do it again if it is still right");
  wrap::Label label = label_of(before, table->files().labels, table->name_in_labels(page_name), *page);
  std::string what;
  std::optional<size_t> record;  // of the label, that a value was put into
  if (op == "complete") {
    label.complete = flag_of(request, "value");
    what = label.complete ? page_name + " is labelled whole" : page_name + " is labelled in part";
  } else if (of_row) {
    const size_t number = at->row + 1;
    const wrap::Record& row = at->result->records[at->row];
    if (op == "absent") {
      set_absent(label, *page, field, row);
      what = fmt::format("row {} of {} has no {}", number, page_name, field);
    } else if (op == "row") {
      add_record(label, row);
      what = fmt::format("row {} of {} is right", number, page_name);
    } else {
      std::optional<Picked> first;
      wrap::for_each_leaf(row, [&](const std::string&, const wrap::Value& value) {
        if (!first && value.span) first = Picked{value.text, *value.span};
      });
      if (!first) return error(Code::not_found, "there is no value in this row");
      add_negative(label, "", *first);
      what = fmt::format("row {} of {} is none", number, page_name);
    }
  } else {
    const json::Value* pick = request.find("pick");
    if (!pick) return error(Code::usage, "a place is needed: \"pick\"");
    GLEANER_TRY(const Picked picked, read_pick(*pick, *page));
    if (op == "value") {
      GLEANER_CHECK(check_field(field));
      Into into;
      if (const json::Value* place = request.find("into"); place && place->items.size() == 2)
        into = {size_t(place->items[0].number), size_t(place->items[1].number)};
      record =
          add_value(label, *page, field, picked, flag_of(request, "also"), groupings_of(*table, page), into);
      what = fmt::format("{} is {}", in_quotes(picked.text), field);
    } else if (op == "not") {
      add_negative(label, field, picked);
      what = fmt::format("{} is not {}", in_quotes(picked.text), field.empty() ? "a value" : field);
    } else if (op == "remove") {
      if (!remove_value(label, field, picked.span))
        return error(Code::not_found, "there is no label at this place");
      what = fmt::format("{} as {} was a mistake", in_quotes(picked.text), field);
    } else {
      return error(Code::usage, "there is no action \"" + op + "\"", {},
                   "value, not, remove, absent, row, not_row, complete");
    }
  }
  return change_labels(*table, page_name, what, before, with_label(before, label, *page), record);
}

// The answer to the question that was asked: yes, no, absent, skip; "which": "rival" for the other text.
Answer Studio::answer(const json::Value& request) {
  GLEANER_TRY(Table* const table, this->table(text_of(request, "table")));
  const auto current = table->question();
  if (!current || double(current->id) != number_of(request, "id", -1))
    return error(Code::drift, "this question is answered already, or has become another one");
  const AskedQuestion& question = *current;
  const std::string reply = text_of(request, "answer");
  GLEANER_TRY(const DocumentPtr page, documents_.load(question.page));
  const std::string before = table->labels_text();
  if (reply == "skip") {
    table->skip(question);
    JsonOut out;
    return out.object()
        .member("table", table->files().name)
        .member("revision", double(table->revision()))
        .member("what", "")
        .end()
        .take();
  }
  wrap::Label label = label_of(before, table->files().labels, table->name_in_labels(question.page), *page);
  std::string what;
  if (question.row) {
    if (reply == "yes") add_record(label, question.row->record);
    std::optional<Picked> first;
    wrap::for_each_leaf(question.row->record, [&](const std::string&, const wrap::Value& value) {
      if (!first && value.span) first = Picked{value.text, *value.span};
    });
    if (reply != "yes" && first) add_negative(label, "", *first);
    what = fmt::format("answered: {} is {}a row", first ? in_quotes(first->text) : "this",
                       reply == "yes" ? "" : "not ");
  } else {
    const learn::Question& asked = *question.value;
    const bool rival = text_of(request, "which") == "rival";
    const std::string& text = rival ? asked.rival : asked.text;
    wrap::Value value;
    value.kind = wrap::Value::Kind::null;
    if (reply == "yes") {
      value.kind = wrap::Value::Kind::text;
      value.text = text;
      if (asked.span && (!rival || asked.text.empty())) value.span = asked.span;
    }
    if (reply == "no" && asked.list && asked.span) {
      add_negative(label, asked.field, {text, *asked.span});
    } else {
      if (label.records.empty()) label.records.emplace_back();
      if (wrap::Value* old = label.records[0].find(asked.field)) *old = value;
      else label.records[0].fields.push_back({asked.field, value});
    }
    what = fmt::format("answered: {} is {}{}", in_quotes(text), reply == "yes" ? "" : "not ", asked.field);
  }
  return change_labels(*table, question.page, what, before, with_label(before, label, *page));
}

Answer Studio::change_wrapper(Table& table, const std::string& what, const std::string& command,
                              const std::string& text) {
  const OutcomePtr outcome = table.outcome();
  GLEANER_CHECK(history_.take(what, command, table.files().name,
                              {{table.files().wrapper, project_.read(table.files().wrapper), text}}));
  if (!outcome || !outcome->by_hand)
    GLEANER_CHECK(
        project_.write(".gleaner/learned/" + file_name_of(table.files().name), etag_of(text) + "\n"));
  const uint64_t revision = table.wake();
  JsonOut out;
  return out.object()
      .member("table", table.files().name)
      .member("revision", double(revision))
      .member("what", what)
      .end()
      .take();
}

// A list without values stands in no label: it is kept beside them until something is put into it.
static std::string lists_file(const Table& table) {
  return ".gleaner/lists/" + file_name_of(table.files().name);
}

std::vector<std::string> Studio::empty_lists(const Table& table) const {
  std::vector<std::string> out;
  const std::string text = project_.read(lists_file(table)).value_or("");
  const auto filled = labelled_fields(table.labels_text(), table.files().labels);
  for (std::string_view line : split(text, '\n'))
    if (!line.empty() && std::find(filled.begin(), filled.end(), line) == filled.end())
      out.emplace_back(line);
  return out;
}

Answer Studio::change_lists(Table& table, const std::string& op, const std::string& name) {
  GLEANER_CHECK(check_field(name));
  std::vector<std::string> lists = empty_lists(table);
  const auto known = labelled_fields(table.labels_text(), table.files().labels);
  const bool is_there = std::find(lists.begin(), lists.end(), name) != lists.end();
  if (op == "list" && (is_there || std::find(known.begin(), known.end(), name) != known.end()))
    return error(Code::usage, "there is a field " + name + " already", {}, "choose another name");
  if (op == "list") lists.push_back(name);
  else std::erase(lists, name);
  std::string after;
  for (const std::string& list : lists) after += list + "\n";
  const std::string what =
      op == "list" ? name + " is a list in each row, still empty" : name + " is no list any more";
  GLEANER_CHECK(history_.take(what, learn_command(table, nullptr), table.files().name,
                              {{lists_file(table), project_.read(lists_file(table)), after}}));
  const uint64_t revision = table.wake();
  JsonOut out;
  return out.object()
      .member("table", table.files().name)
      .member("revision", double(revision))
      .member("what", what)
      .end()
      .take();
}

// rename, move ("to" is the new path), drop, type; list makes an empty list, follow and next lead on to other pages.
Answer Studio::change_field(const json::Value& request) {
  GLEANER_TRY(Table* const table, table_or_new(text_of(request, "table")));
  const std::string op = text_of(request, "op"), field = text_of(request, "field"),
                    to = text_of(request, "to");
  const OutcomePtr outcome = table->outcome();
  if (op == "type") {
    if (!outcome || !outcome->wrapper) return error(Code::not_found, "nothing is learned yet");
    auto types = types_of(outcome->wrapper->schema);
    types[field] = to;
    GLEANER_TRY(const std::string text, with_types(*outcome->wrapper, types));
    return change_wrapper(
        *table, fmt::format("{} is read as {}", field, to),
        learn_command(*table, outcome->wrapper.get()) + " --type " + shell_word(field + "=" + to), text);
  }
  if (op == "follow" || op == "next") return lead_on(*table, request);
  if (op == "list" || op == "unlist") return change_lists(*table, op, field);
  for (const run::Follow& follow : outcome ? outcome->onward.follows : std::vector<run::Follow>{})
    if (follow.field == field)
      return error(Code::usage, fmt::format("the links of {} are opened for {}", field, follow.as), {},
                   "stop that first, then change it");
  if (op != "drop") GLEANER_CHECK(check_field(to));
  const std::string before = table->labels_text();
  const auto known = labelled_fields(before, table->files().labels);
  if (op != "drop" && std::find(known.begin(), known.end(), to) != known.end())
    return error(Code::usage, "there is a field " + to + " already", {}, "choose another name");
  GLEANER_TRY(const std::string after,
              with_field(before, table->files().labels, field, op == "drop" ? "" : to));
  if (outcome && outcome->wrapper && op != "drop") {  // its type goes with it
    auto types = types_of(outcome->wrapper->schema);
    if (const auto old = types.find(field); old != types.end()) table->keep_type(to, old->second);
  }
  return change_labels(*table, "", op == "drop" ? field + " is dropped" : field + " is now " + to, before,
                       after);
}

Answer Studio::learn_again(const json::Value& request) {
  GLEANER_TRY(Table* const table, this->table(text_of(request, "table")));
  const auto old = project_.read(table->files().wrapper);
  if (old)  // what is given up stays in the history
    GLEANER_CHECK(history_.take("learned again from the labels", learn_command(*table, nullptr),
                                table->files().name, {{table->files().wrapper, old, old}}));
  const uint64_t revision = table->learn_again();
  JsonOut out;
  return out.object().member("table", table->files().name).member("revision", double(revision)).end().take();
}

}  // namespace gleaner::studio
