// Statements of a script. A statement says how it ended (Flow); what it returned stands in returned_.
#include <fmt/format.h>

#include "base/text.h"
#include "script/interpreter.h"

namespace gleaner::script {

// By what an item of a loop is known when a job goes on: by what it says, the second time with a number.
static std::string item_key(const Value& item, std::map<std::string, size_t>& seen) {
  std::string says;
  if (item.is(Kind::record)) {
    for (const auto& [name, value] : item.as_record().fields)
      if (!value.is(Kind::html) && name != "page") says += name + "=" + to_json(value) + "\n";
  } else {
    says = to_json(item);
  }
  const std::string key = hex(stable_hash(says));
  const size_t before = seen[key]++;
  return before ? fmt::format("{}.{}", key, before) : key;
}

void Interpreter::assign(const Ast& target, Value value, Value* frame) {
  switch (target.kind) {
    case AK::local: frame[target.slot] = std::move(value); return;
    case AK::global: globals_[target.slot] = std::move(value); return;
    case AK::member: {
      Value self = eval(*target.kids[0], frame);
      here = target.offset;
      if (!self.is(Kind::record)) fail(fmt::format("{} has no fields to assign", name_of(self.kind())));
      check_owner(self);
      self.as_record().set(target.name, std::move(value));
      return;
    }
    default: break;
  }
  Value self = eval(*target.kids[0], frame), at = eval(*target.kids[1], frame);
  here = target.offset;
  if (self.is(Kind::record)) {
    check_owner(self);
    self.as_record().set(to_text(at), std::move(value));
    return;
  }
  if (!self.is(Kind::list) || !at.is_number())
    fail(fmt::format("{} has no elements to assign", name_of(self.kind())));
  check_owner(self);
  element(self, at.number()) = std::move(value);
}

Interpreter::Flow Interpreter::execute_for(const Ast& n, Value* frame) {
  Value over = eval(*n.kids[0], frame);
  here = n.offset;
  if (over.is(Kind::record)) {
    std::vector<Value> names;
    for (const auto& [name, value] : over.as_record().fields) names.push_back(Value::text(name));
    over = Value::list(std::move(names));
  }
  if (over.is_null()) return Flow::next;
  if (over.is_text()) over = load(to_text(over));  // a table: for row in 'queries.csv' do
  if (!over.is(Kind::list)) fail(fmt::format("for needs a list, not {}", name_of(over.kind())));
  std::map<std::string, size_t> seen;
  for (size_t i = 0; i < over.as_list().items.size(); ++i) {
    step();
    assign(*n.kids[2], over.as_list().items[i], frame);
    const Flow flow = options_.navigation
                          ? execute_item(*n.kids[1], n, item_key(over.as_list().items[i], seen), frame)
                          : execute(*n.kids[1], frame);
    if (flow == Flow::break_) break;
    if (flow == Flow::return_) return flow;
  }
  return Flow::next;
}

Interpreter::Flow Interpreter::execute_try(const Ast& n, Value* frame) {
  const size_t calls = calls_.size();
  try {
    return execute(*n.kids[0], frame);
  } catch (Thrown& thrown) {
    if (thrown.why.code == gleaner::Code::budget) throw;  // a budget is not the script's to catch
    calls_.resize(calls);
    frame[n.slot] = thrown.value;
  }
  return execute(*n.kids[1], frame);
}

// `list += value` adds an element; else the sum is assigned.
void Interpreter::execute_add(const Ast& n, Value* frame) {
  Value old = eval(*n.kids[0], frame), more = eval(*n.kids[1], frame);
  here = n.offset;
  if (!old.is(Kind::list))
    return assign(*n.kids[0], old.is_null() ? more : arithmetic(AK::add, old, more), frame);
  check_owner(old);
  auto& items = old.as_list().items;
  if (items.size() == items.capacity()) need_room(2 * items.capacity() * sizeof(Value));
  items.push_back(std::move(more));
}

Interpreter::Flow Interpreter::execute_while(const Ast& n, Value* frame) {
  for (size_t round = 0; truth(eval(*n.kids[0], frame)); ++round) {
    step();
    const Flow flow =
        options_.navigation ? execute_item(*n.kids[1], n, "", frame, round) : execute(*n.kids[1], frame);
    if (flow == Flow::break_) break;
    if (flow == Flow::return_) return flow;
  }
  return Flow::next;
}

Interpreter::Flow Interpreter::execute(const Ast& n, Value* frame) {
  switch (n.kind) {
    case AK::block: {
      const Ast* before = policy_;  // `on error` holds to the end of its block
      Flow flow = Flow::next;
      for (size_t i = 0; i < n.kids.size() && flow == Flow::next; ++i) flow = execute(*n.kids[i], frame);
      policy_ = before;
      return flow;
    }
    case AK::assign:
      if (n.kids[0]->kind == AK::local) frame[n.kids[0]->slot] = eval(*n.kids[1], frame);
      else assign(*n.kids[0], eval(*n.kids[1], frame), frame);
      return Flow::next;
    case AK::assign_add: execute_add(n, frame); return Flow::next;
    case AK::expression: returned_ = eval(*n.kids[0], frame); return Flow::next;
    case AK::if_:
      for (size_t i = 0; i + 1 < n.kids.size(); i += 2)
        if (truth(eval(*n.kids[i], frame))) return execute(*n.kids[i + 1], frame);
      return n.kids.size() % 2 ? execute(*n.kids.back(), frame) : Flow::next;
    case AK::while_: return execute_while(n, frame);
    case AK::for_: return execute_for(n, frame);
    case AK::return_: returned_ = n.kids.empty() ? Value() : eval(*n.kids[0], frame); return Flow::return_;
    case AK::break_: return Flow::break_;
    case AK::continue_: return Flow::continue_;
    case AK::throw_: {
      Value value = eval(*n.kids[0], frame);
      here = n.offset;
      try {
        fail(to_text(value));
      } catch (Thrown& thrown) {
        thrown.value = value;
        throw;
      }
    }
    case AK::try_: return execute_try(n, frame);
    case AK::navigate: return navigate(n, frame);
    case AK::on_error: policy_ = n.name == "stop" ? nullptr : &n; return Flow::next;
    default: break;
  }
  here = n.offset;
  fail("this cannot be executed");
}

}  // namespace gleaner::script
