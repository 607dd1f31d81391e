// What a person says of a table: values, rows, answers to questions. Each edit writes the labels and
// wakes the table. See studio.h.
#include <fmt/format.h>

#include "base/shorten.h"
#include "places.h"
#include "studio.h"
#include "views.h"

namespace gleaner::studio {
namespace {

constexpr size_t kKeptRepeats = 8;  // pages whose repeating stretches are kept

std::string in_quotes(const std::string& text) { return "\"" + shortened(text, 40) + "\""; }

}  // namespace

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
  return learning_view(table, table.wake(page, true), what, record);
}

namespace {

// The row that a person means: its number among those shown, and where it stood when they saw it.
// Rows may have come and gone since.
Result<RowAt> row_meant(const Table& table, const std::string& page, const std::string& field,
                        const json::Value& request) {
  const OutcomePtr outcome = table.outcome();
  if (!outcome) return error(Code::not_found, "nothing is learned yet");
  const auto at = table.row_at(outcome, page, size_t(number_of(request, "record", -1)));
  if (!at) return error(Code::not_found, "there is no such row any more");
  const wrap::Record& row = at->result->records[at->row];
  if (const json::Value* seen = request.find("span"); seen && seen->items.size() == 2 && row.span) {
    const Span now = at->result->document->to_bytes(*row.span);
    if (seen->items[0].number != now.begin || seen->items[1].number != now.end)
      return error(Code::drift, "this row has become another one meanwhile", {},
                   "the rows are shown as they are now; do it again if it is still right");
  }
  for (const run::Follow& follow : outcome->onward.follows)
    if (field == follow.as || field.starts_with(follow.as + "."))
      return error(Code::usage, field + " comes from the pages behind " + follow.field, {},
                   "label it there, in the table that reads them");
  return *at;
}

// What is said of a row as a whole. Gives it in words.
Result<std::string> label_row(wrap::Label& label, const std::string& op, const std::string& field,
                              const RowAt& at) {
  const wrap::Record& row = at.result->records[at.row];
  if (op == "absent") {
    set_absent(label, field, row);
    return fmt::format("row {} of {} has no {}", at.row + 1, at.page, field);
  }
  if (op == "row") {
    add_record(label, row);
    return fmt::format("row {} of {} is right", at.row + 1, at.page);
  }
  if (!add_negative_record(label, row)) return error(Code::not_found, "there is no value in this row");
  return fmt::format("row {} of {} is none", at.row + 1, at.page);
}

}  // namespace

// What is said of a place. Gives it in words, and the record of the label that a value was put into.
Result<std::string> Studio::label_place(Table& table, wrap::Label& label, const DocumentPtr& page,
                                        const json::Value& request, std::optional<size_t>& record) {
  const std::string op = text_of(request, "op"), field = text_of(request, "field");
  const json::Value* pick = request.find("pick");
  if (!pick) return error(Code::usage, "a place is needed: \"pick\"");
  GLEANER_TRY(const Picked picked, read_pick(*pick, *page));
  if (op == "value") {
    GLEANER_CHECK(check_field(field));
    Into into;
    if (const json::Value* place = request.find("into"); place && place->items.size() == 2)
      into = {size_t(place->items[0].number), size_t(place->items[1].number)};
    const size_t before = label.records.size();
    record =
        add_value(label, *page, field, picked, flag_of(request, "also"), groupings_of(table, page), into);
    if (const OutcomePtr outcome = table.outcome(); outcome && label.records.size() > before)
      keep_shown(label, *record, field, picked.span, table.result_on(outcome, page->name())->records);
    // there was a row that nobody had labelled: so there may be more of them, and of
    // this one nothing else is said
    if (label.records.size() > before) label.complete = false;
    return fmt::format("{} is {}", in_quotes(picked.text), field);
  }
  if (op == "not") {
    add_negative(label, field, picked);
    return fmt::format("{} is not {}", in_quotes(picked.text), field.empty() ? "a value" : field);
  }
  if (op == "remove") {
    if (!remove_value(label, field, picked.span))
      return error(Code::not_found, "there is no label at this place");
    return fmt::format("{} as {} was a mistake", in_quotes(picked.text), field);
  }
  return error(Code::usage, "there is no action \"" + op + "\"", {},
               "value, not, remove, absent, row, not_row, complete");
}

Answer Studio::label(const json::Value& request) {
  const std::string op = text_of(request, "op"), field = text_of(request, "field");
  std::string page_name = text_of(request, "page");
  GLEANER_TRY(DocumentPtr page, documents_.load(page_name));
  GLEANER_TRY(Table* const table, table_or_new(text_of(request, "table")));
  const bool of_row = op == "absent" || op == "row" || op == "not_row";
  std::optional<RowAt> at;
  if (of_row) {
    GLEANER_TRY(at, row_meant(*table, page_name, field, request));
    page_name = at->page;  // a list may go on over several
    page = at->result->document;
  }
  const std::lock_guard editing(edits_);
  const std::string before = table->labels_text();
  if (const std::string seen = text_of(request, "if_match"); !seen.empty() && seen != etag_of(before))
    return error(Code::drift, table->files().labels + " was changed meanwhile", {table->files().labels},
                 "it is shown now; do it again if it is still right");
  wrap::Label label =
      label_of(before, table->files().labels, table->files().name_in_labels(page_name), *page);
  std::string what;
  std::optional<size_t> record;
  if (op == "complete") {
    label.complete = flag_of(request, "value");
    what = label.complete ? page_name + " is labelled whole" : page_name + " is labelled in part";
  } else if (of_row) {
    GLEANER_TRY(what, label_row(label, op, field, *at));
  } else {
    GLEANER_TRY(what, label_place(*table, label, page, request, record));
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
  const std::lock_guard editing(edits_);
  const std::string before = table->labels_text();
  if (reply == "skip") {
    table->skip(question);
    return learning_view(*table, table->revision(), "");
  }
  wrap::Label label =
      label_of(before, table->files().labels, table->files().name_in_labels(question.page), *page);
  std::string what;
  if (question.row) {
    const auto first = first_value(question.row->record);
    if (reply == "yes") add_record(label, question.row->record);
    else add_negative_record(label, question.row->record);
    what = fmt::format("answered: {} is {}a row", first ? in_quotes(first->text) : "this",
                       reply == "yes" ? "" : "not ");
  } else {
    const learn::Question& asked = *question.value;
    const bool rival = text_of(request, "which") == "rival";
    const std::string& text = rival ? asked.rival : asked.text;
    wrap::Value value = reply == "yes" ? wrap::Value::make_text(text) : wrap::Value::make_null();
    if (reply == "yes" && (!rival || asked.text.empty())) value.span = asked.span;
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

}  // namespace gleaner::studio
