// The fields of a table: renamed, moved, typed, lists in the rows; and the file that
// their rules stand in. See studio.h.

#include <fmt/format.h>

#include "base/contains.h"
#include "base/shell_words.h"
#include "base/text.h"
#include "studio.h"
#include "views.h"

namespace gleaner::studio {

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

Answer Studio::change_wrapper(Table& table, const std::string& what, const std::string& command,
                              const std::string& text) {
  const OutcomePtr outcome = table.outcome();
  const bool ours = !outcome || !outcome->by_hand;
  const auto before = project_.read(table.files().wrapper);
  const std::string& name = table.files().name;
  if (outcome && etag_of(before) != outcome->wrapper_etag)  // `text` was made of another one
    return error(Code::drift, table.files().wrapper + " was changed by somebody else meanwhile",
                 {table.files().wrapper}, "look at its rules, then do it again");
  if (ours) project_.mark_learned(name, {etag_of(before), etag_of(text)});
  const Status taken = history_.take(what, command, name, {{table.files().wrapper, before, text}});
  if (ours) project_.mark_learned(name, {taken.ok() ? etag_of(text) : etag_of(before)});
  GLEANER_CHECK(taken);
  return learning_view(table, table.wake(), what);
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
    if (!line.empty() && !contains(filled, line)) out.emplace_back(line);
  return out;
}

Answer Studio::change_lists(Table& table, const std::string& op, const std::string& name) {
  GLEANER_CHECK(check_field(name));
  std::vector<std::string> lists = empty_lists(table);
  const auto known = labelled_fields(table.labels_text(), table.files().labels);
  const bool is_there = contains(lists, name);
  if (op == "list" && (is_there || contains(known, name)))
    return error(Code::usage, "there is a field " + name + " already", {}, "choose another name");
  if (op == "list") lists.push_back(name);
  else std::erase(lists, name);
  std::string after;
  for (const std::string& list : lists) after += list + "\n";
  const std::string what =
      op == "list" ? name + " is a list in each row, still empty" : name + " is no list any more";
  GLEANER_CHECK(history_.take(what, learn_command(table, nullptr), table.files().name,
                              {{lists_file(table), project_.read(lists_file(table)), after}}));
  return learning_view(table, table.wake(), what);
}

// rename, move ("to" is the new path), drop, type; list makes an empty list, follow
// and next lead on to other pages.
Answer Studio::change_field(const json::Value& request) {
  GLEANER_TRY(Table* const table, table_or_new(text_of(request, "table")));
  const std::string op = text_of(request, "op"), field = text_of(request, "field"),
                    to = text_of(request, "to");
  const OutcomePtr outcome = op == "type" ? table->settled(false) : table->outcome();
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
  const std::lock_guard editing(edits_);
  const std::string before = table->labels_text();
  const auto known = labelled_fields(before, table->files().labels);
  if (op != "drop" && contains(known, to))
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
  return learning_view(*table, table->learn_again(), "learned again from the labels");
}

}  // namespace gleaner::studio
