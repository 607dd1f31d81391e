// What a run that goes on needs besides the items that are done: the variables that a loop changes (a
// sum, a list of what was seen), as they were behind the last item. They are kept as JSON with every
// item, and taken back where a done item is passed over; so the statements around the loop may set them
// anew, as they did the first time.
//
// Which ones: those that the body assigns, or changes by a method of lists and records, and globals that
// functions do. The cost is their text a finished item, so what grows without end is given up with a word.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "script/interpreter.h"
#include "script/navigation.h"
#include "script/tables.h"

namespace gleaner::script {
namespace {

constexpr size_t kMostKept = 1u << 20;  // bytes of all of them: more would be written again with every item
constexpr int kDeepest = 20;            // of a value

bool changes_self(const std::string& method) {
  return method == "add" || method == "remove" || method == "set" || method == "sort" || method == "reverse";
}

// The variable that x, x.a and x[i].b change.
const Ast* variable_of(const Ast& n) {
  if (n.kind == Ast::Kind::local || n.kind == Ast::Kind::global) return &n;
  return (n.kind == Ast::Kind::member || n.kind == Ast::Kind::index) && !n.kids.empty()
             ? variable_of(*n.kids[0])
             : nullptr;
}

template <class Take>
void each_change(const Ast& n, const Take& take) {
  const bool assigns = n.kind == Ast::Kind::assign || n.kind == Ast::Kind::assign_add;
  if (assigns || (n.kind == Ast::Kind::method && changes_self(n.name)))
    if (const Ast* variable = variable_of(*n.kids[0])) take(*variable);
  for (const AstPtr& kid : n.kids)
    if (kid) each_change(*kid, take);
}

bool is_data(const Value& value, int depth = 0) {
  if (depth > kDeepest) return false;
  const auto inner = [&](const Value& one) { return is_data(one, depth + 1); };
  switch (value.kind()) {
    case Kind::list: return std::ranges::all_of(value.as_list().items, inner);
    case Kind::record:
      return std::ranges::all_of(value.as_record().fields,
                                 [&](const auto& field) { return inner(field.second); });
    case Kind::element:
    case Kind::html:
    case Kind::function: return false;
    default: return true;
  }
}

}  // namespace

const std::vector<Interpreter::Changed>& Interpreter::changed_in(const Ast& loop) {
  const auto [known, fresh] = changed_.try_emplace(&loop);
  if (!fresh) return known->second;
  std::vector<Changed>& out = known->second;
  const auto add = [&](const Ast& variable) {
    const Changed one{
        fmt::format("{}:{}", variable.kind == Ast::Kind::global ? 0 : loop.offset, variable.slot),
        variable.kind == Ast::Kind::global, variable.slot};
    if (std::ranges::none_of(out, [&](const Changed& other) { return other.name == one.name; }))
      out.push_back(one);
  };
  each_change(*loop.kids[1], add);
  for (const auto& [name, unit] : script_->functions)
    if (unit->body)
      each_change(*unit->body, [&](const Ast& variable) {
        if (variable.kind == Ast::Kind::global) add(variable);
      });
  const Ast* own = variable_of(*loop.kids[2]);  // the loop sets its own anew
  std::erase_if(out, [&](const Changed& one) {
    return own && one.slot == own->slot && one.global == (own->kind == Ast::Kind::global);
  });
  return out;
}

void Interpreter::keep_variables(const Ast& loop, Value* frame, NavigationJob& job) {
  for (const Changed& one : changed_in(loop)) {
    const Value& value = one.global ? globals_[one.slot] : frame[one.slot];
    if (is_data(value)) job.keep(one.name, to_json(value));
    else job.forget(one.name);
  }
  if (job.kept_bytes() <= kMostKept) return;
  job.forget_all();
  if (std::exchange(told_large_, true) || !options_.note) return;
  options_.note(
      "the variables that loops change have grown beyond a megabyte: "
      "a run that goes on later begins them anew; emit records instead");
}

// Once an item was done anew (one that had failed, or that the list did not have), the variables hold what
// this run made of them: what earlier runs added behind it cannot be told apart any more, and that is said.
void Interpreter::take_variables(const Ast& loop, Value* frame, const NavigationJob& job) {
  if (job.has_moved_on()) {
    if (!changed_in(loop).empty() && !std::exchange(told_order_, true) && options_.note)
      options_.note(
          "items that were done earlier stand behind new ones: what they added to variables is missing; "
          "emitted records are whole");
    return;
  }
  for (const Changed& one : changed_in(loop)) {
    const std::string* text = job.kept(one.name);
    if (!text) continue;
    (one.global ? globals_[one.slot] : frame[one.slot]) = take(read_json(*text, "variables"));
  }
}

}  // namespace gleaner::script
