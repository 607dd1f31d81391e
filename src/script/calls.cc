// Calls: frames on the interpreter's stack, functions, rules and built-ins as values, and the rounds of a
// `parallel for`.
#include <algorithm>

#include <fmt/format.h>

#include "base/nearest.h"
#include "base/ordered_pool.h"
#include "script/interpreter.h"

namespace gleaner::script {

using grammar::kNone;

constexpr size_t kMaxCalls = 4000;      // nested calls
constexpr size_t kMaxStack = 4u << 20;  // bytes of the machine's own stack, which is not unlimited

Interpreter::FramePiece::FramePiece(Interpreter& i, size_t n)
    : interpreter(i), before(i.stack_used_), count(n) {
  if (before + n <= kStack) {
    locals = i.stack_.get() + before;
    i.stack_used_ += n;
  } else {
    own.reset(new Value[n]);
    locals = own.get();
  }
}

Interpreter::FramePiece::~FramePiece() {
  if (own) return;
  for (size_t i = 0; i < count; ++i) locals[i] = Value();
  interpreter.stack_used_ = before;
}

Interpreter::CallMark::CallMark(Interpreter& i, const std::string& name, uint32_t offset) : interpreter(i) {
  const auto frame = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  const uintptr_t used = i.stack_base_ > frame ? i.stack_base_ - frame : 0;
  if (i.calls_.size() >= kMaxCalls || used > kMaxStack || !i.budget_.allows_depth(uint32_t(i.calls_.size())))
    i.fail(fmt::format("calls are nested too deeply ({} of {})", i.calls_.size(), name));
  i.calls_.push_back({&name, offset});
}

Value Interpreter::call_node(const Ast& n, Value* frame) {
  std::vector<Value> arguments;
  arguments.reserve(n.kids.size() - 1);
  Value function = eval(*n.kids[0], frame);
  for (size_t i = 1; i < n.kids.size(); ++i) arguments.push_back(eval(*n.kids[i], frame));
  here = n.offset;
  step();
  return call_value(function, arguments, n.offset);
}

Value Interpreter::call_value(const Value& f, std::vector<Value>& arguments, uint32_t offset) {
  if (!f.is(Kind::function)) {
    if (f.is_null()) fail("there is no such function: what is called here is null");
    fail(fmt::format("{} cannot be called: it is no function", name_of(f.kind())));
  }
  const Function& function = f.as_function();
  if (const Builtin* builtin = function.builtin) {
    if (arguments.size() < builtin->least || arguments.size() > builtin->most)
      fail(fmt::format("wrong number of arguments, write {}", builtin->how));
    return builtin->run(*this, arguments);
  }
  if (function.native) return function.native(*this, arguments);
  if (function.type) return make_object(function.type, arguments);
  if (function.rule != kNone) {
    if (arguments.size() != 1)
      fail(fmt::format("rule {} reads one text: {}(source)", function.name, function.name));
    return run_rule(function.rule, arguments[0]);
  }
  return call_unit(*function.unit, function.captured, arguments, offset);
}

Value Interpreter::call_unit(const Unit& unit, const std::vector<Value>& captured,
                             std::vector<Value>& arguments, uint32_t offset) {
  if (arguments.size() != unit.parameters)
    fail(fmt::format("{} takes {} argument{}, not {}", unit.name, unit.parameters,
                     unit.parameters == 1 ? "" : "s", arguments.size()));
  CallMark mark(*this, unit.name, offset);
  FramePiece frame(*this, unit.locals.size());
  for (size_t i = 0; i < arguments.size(); ++i) frame.locals[i] = std::move(arguments[i]);
  for (size_t i = 0; i < captured.size(); ++i) frame.locals[unit.captures[i].slot] = captured[i];
  if (execute(*unit.body, frame.locals) != Flow::return_) return Value();
  return std::exchange(returned_, Value());
}

Value Interpreter::make_object(const std::shared_ptr<const ObjectType>& type, std::vector<Value>& arguments) {
  if (arguments.size() != 1) fail(fmt::format("{} is made of one source: {}(x)", type->name, type->name));
  if (arguments[0].is_null()) return Value();
  Value source = arguments[0];
  if (type->from && !source.is(Kind::record)) {
    source = call_unit(*type->from, {}, arguments, type->from->offset);
    if (source.is_null()) return Value();
  }
  const Fields* given = fields_in(source);
  if (!given) {
    here = type->from ? type->from->offset : here;
    fail(fmt::format("{} is made of a record, not of {}", type->name, name_of(source.kind())),
         type->from ? "the conversion returns a record"
                    : fmt::format("write a conversion: type {} is ... from(x) ... end end", type->name));
  }
  Value made = Value::record();
  made.as_record().type = type;
  for (const std::string& name : type->fields) {
    const auto at = std::ranges::find_if(*given, [&](const auto& field) { return field.first == name; });
    made.as_record().fields.emplace_back(name, at == given->end() ? Value() : at->second);
  }
  for (const auto& [name, value] : *given)
    if (!made.as_record().find(name)) {
      const auto near = nearest(name, type->fields);
      fail(fmt::format("{} has no field {}", type->name, name),
           near ? fmt::format("did you mean {}?", *near) : "");
    }
  return made;
}

// Each round runs in an interpreter of its own, sees what is outside, may change only what it made, and what
// it prints comes out in order of the rounds.
Value Interpreter::parallel(const Ast& n, Value* frame) {
  Value over = eval(*n.kids[0], frame);
  here = n.offset;
  if (!over.is(Kind::list)) fail(fmt::format("parallel for needs a list, not {}", name_of(over.kind())));
  std::vector<Value> captured;
  for (const Unit::Capture& c : n.unit->captures) captured.push_back(eval(*c.from, frame));
  struct Round {
    Value value;
    std::string printed;
    std::vector<std::string> notes;
    std::optional<Diagnostic> failed;
  };
  const std::vector<Value> items = over.as_list().items;
  std::vector<Value> results;
  std::optional<Diagnostic> failed;
  ordered_for(
      items.size(), round_ ? 1 : options_.jobs,
      [&](size_t i) {
        Round round;
        RunOptions options = options_;
        options.out = [&round](std::string_view text) { round.printed += text; };
        options.note = [&round](const std::string& note) { round.notes.push_back(note); };
        Interpreter inner(script_, std::move(options), budget_);
        inner.globals_ = globals_;
        inner.heap_ = heap_;
        inner.rounds_ = rounds_;
        inner.round_ = ++*rounds_;
        inner.resident_before_ = resident_before_;
        std::vector<Value> argument{items[i]};
        auto value = inner.guarded([&] {
          inner.refuel();  // making an interpreter costs as much, and short rounds never come to pay
          return inner.call_unit(*n.unit, captured, argument, n.offset);
        });
        if (value.ok()) round.value = std::move(*value);
        else round.failed = value.error();
        return round;
      },
      [&](size_t, Round round) {
        write(round.printed);
        for (const std::string& note : round.notes)
          if (options_.note) options_.note(note);
        if (round.failed) {
          failed = round.failed;
          return false;
        }
        results.push_back(std::move(round.value));
        return true;
      });
  if (failed) {
    Value value = Value::text(failed->message.substr(0, failed->message.find('\n')));
    throw Thrown{std::move(value), *failed};
  }
  return Value::list(std::move(results));
}

}  // namespace gleaner::script
