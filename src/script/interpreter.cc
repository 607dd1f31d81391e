#include "script/interpreter.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include <fmt/format.h>

#include "base/ordered_pool.h"
#include "base/text.h"
#include "script/parser.h"

namespace gleaner::script {

using grammar::kNone;

namespace {

constexpr size_t kStack = 1u << 12;       // values in frames before frames get memory of their own
constexpr uint32_t kFuel = 1024;          // loop rounds and calls between looks at the budget
constexpr size_t kMaxCalls = 4000;        // nested calls
constexpr size_t kMaxStack = 4u << 20;    // bytes of the machine's own stack, which is not unlimited
constexpr size_t kMaxText = 512u << 20;

// What the process holds in memory; 0 where the system does not tell.
uint64_t resident_bytes() {
  std::FILE* file = std::fopen("/proc/self/statm", "r");
  if (!file) return 0;
  unsigned long long all = 0, resident = 0;
  const int read = std::fscanf(file, "%llu %llu", &all, &resident);
  std::fclose(file);
  return read == 2 ? resident * uint64_t(::sysconf(_SC_PAGESIZE)) : 0;
}

bool like(std::string_view text, std::string_view pattern) {  // SQL: % any text, _ any character
  size_t t = 0, p = 0, star = std::string_view::npos, from = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '%') {
      star = p++;
      from = t;
    } else if (p < pattern.size() && pattern[p] == '_') {
      t += code_point_at(text, t).length;
      ++p;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++t, ++p;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++from;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '%') ++p;
  return p == pattern.size();
}

}  // namespace

Interpreter::Interpreter(std::shared_ptr<const Script> script, RunOptions options, Budget& budget)
    : script_(std::move(script)), options_(std::move(options)), budget_(budget), stack_(new Value[kStack]), fuel_(kFuel),
      stack_base_(reinterpret_cast<uintptr_t>(__builtin_frame_address(0))) {
  if (budget.limits().memory != BudgetLimits::kUnlimited) resident_before_ = resident_bytes();
  globals_.resize(script_->globals.size());
  view_of_.resize(script_->globals.size());
  programs_.resize(script_->grammar.rules.size());
  scanners_.resize(script_->grammar.rules.size());
  for (size_t i = 0; i < script_->globals.size(); ++i) {
    const std::string& name = script_->globals[i];
    Function* function = nullptr;
    if (auto at = script_->functions.find(name); at != script_->functions.end()) {
      function = new Function();
      function->unit = at->second;
    } else if (auto seen = script_->views.find(name); seen != script_->views.end()) {
      view_of_[i] = seen->second.get();
    } else if (uint32_t rule = script_->grammar.index_of(name); rule != kNone) {
      function = new Function();
      function->rule = rule;
    } else if (auto builtin = find_builtin(name)) {
      function = new Function();
      function->builtin = builtin;
    }
    if (!function) continue;
    function->name = name;
    globals_[i] = Value(function);
  }
}

Interpreter::~Interpreter() = default;

// ---------------------------------------------------------------- frames, budget, errors

Interpreter::FramePiece::FramePiece(Interpreter& i, size_t n) : interpreter(i), before(i.stack_used_), count(n) {
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
  const auto here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  const uintptr_t used = i.stack_base_ > here ? i.stack_base_ - here : 0;
  if (i.calls_.size() >= kMaxCalls || used > kMaxStack || !i.budget_.allows_depth(uint32_t(i.calls_.size())))
    i.fail(fmt::format("calls are nested too deeply ({} of {})", i.calls_.size(), name));
  i.calls_.push_back({&name, offset});
}

void Interpreter::refuel() {
  fuel_ = kFuel;
  // Values come and go; what counts against a limit is what the process has grown by.
  const uint64_t limit = budget_.limits().memory;
  if (limit != BudgetLimits::kUnlimited && resident_bytes() > resident_before_ + limit) budget_.spend_memory(limit + 1);
  if (!budget_.exhausted() && budget_.spend_steps(kFuel)) return;
  Thrown thrown;
  thrown.why = budget_.diagnostic("running the script");
  thrown.why.code = gleaner::Code::budget;
  throw thrown;
}

void Interpreter::fail(std::string message, std::string hint) {
  for (size_t i = calls_.size(), shown = 0; i-- > 0 && shown < 10; ++shown) {
    const std::string_view before(script_->grammar.source.data(), std::min<size_t>(calls_[i].offset, script_->grammar.source.size()));
    hint += fmt::format("{}in {}, called in line {}", hint.empty() ? "" : "\n  ", *calls_[i].name,
                        std::count(before.begin(), before.end(), '\n') + 1);
  }
  Thrown thrown;
  thrown.value = Value::text(message);
  thrown.why = grammar::syntax_error(script_->grammar, here, std::move(message), std::move(hint));
  throw thrown;
}

void Interpreter::fail(const Diagnostic& why, const std::string& name) {
  if (why.where.file.empty()) fail(why.message, why.hint);
  const std::string line = why.where.line ? fmt::format(":{}", why.where.line) : "";
  fail(fmt::format("{}{}: {}", name, line, why.message), why.hint);
}

template <class F>
Result<Value> Interpreter::guarded(F&& work) {
  const size_t calls = calls_.size();
  if (calls == 0) stack_base_ = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  try {
    return Result<Value>(work());
  } catch (Thrown& thrown) {
    calls_.resize(calls);
    return std::move(thrown.why);
  }
}

void Interpreter::check_owner(const Value& v) {
  if (round_ != 0 && v.object()->owner != round_)
    fail("a parallel for may only change what it made itself", "return the value instead: parallel for gives the list of them");
}

void Interpreter::write(std::string_view text) {
  if (options_.out) options_.out(text);
}

std::string Interpreter::checked_path(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code failed;
  fs::path wanted(path);
  if (wanted.is_relative() && !options_.access.folder.empty()) wanted = fs::path(options_.access.folder) / wanted;
  const fs::path real = fs::weakly_canonical(wanted, failed);
  for (const std::string& allowed : options_.access.read) {
    const fs::path root = fs::weakly_canonical(allowed, failed);
    auto [end, at] = std::mismatch(root.begin(), root.end(), real.begin(), real.end());
    (void)at;
    if (end == root.end() || (end->empty() && std::next(end) == root.end())) return real.string();
  }
  fail(fmt::format("this script may not read {}", path), "allow it: --allow-read FOLDER");
}

// ---------------------------------------------------------------- entry points

Result<Value> Interpreter::run() {
  return guarded([&] {
    FramePiece frame(*this, script_->main->locals.size());
    returned_ = Value();
    execute(*script_->main->body, frame.locals);
    return std::move(returned_);
  });
}

Result<Value> Interpreter::call(std::string_view function, std::vector<Value> arguments) {
  auto at = script_->functions.find(function);
  if (at == script_->functions.end())
    return error(gleaner::Code::not_found, fmt::format("there is no function {}", function));
  return guarded([&] { return call_unit(*at->second, {}, arguments, at->second->offset); });
}

Result<Value> Interpreter::view(std::string_view name) {
  auto at = script_->views.find(name);
  if (at == script_->views.end()) return error(gleaner::Code::not_found, fmt::format("there is no view {}", name));
  return guarded([&] {
    FramePiece frame(*this, at->second->locals.size());
    return eval(*at->second->body, frame.locals);
  });
}

Result<Value> Interpreter::parse(std::string_view rule, const Value& source) {
  const uint32_t index = script_->grammar.index_of(rule);
  if (index == kNone) return error(gleaner::Code::not_found, fmt::format("there is no rule {}", rule));
  return guarded([&] { return run_rule(index, source); });
}

const Value* Interpreter::global(std::string_view name) const {
  const uint32_t slot = script_->global_slot(name);
  return slot == kNone ? nullptr : &globals_[slot];
}

void Interpreter::set_global(std::string_view name, Value value) {
  const uint32_t slot = script_->global_slot(name);
  if (slot != kNone) globals_[slot] = std::move(value);
}

// ---------------------------------------------------------------- expressions

Value Interpreter::eval_global(const Ast& n, Value* frame) {
  if (n.row != kNone) {  // a column of the query's unnamed source
    const Value& row = frame[n.row];
    if (row.is(Kind::record)) {
      if (const Value* field = row.as_record().find(n.name)) return *field;
    } else if (!row.is_null()) {
      Value field = member(row, n.name);
      if (!field.is_null()) return field;
    }
  }
  if (view_of_[n.slot]) {
    const Unit& unit = *view_of_[n.slot];
    CallMark mark(*this, unit.name, n.offset);
    FramePiece inner(*this, unit.locals.size());
    return eval(*unit.body, inner.locals);
  }
  return globals_[n.slot];
}

Value Interpreter::eval(const Ast& n, Value* frame) {
  switch (n.kind) {
    case AK::constant: return n.value;
    case AK::local:
      if (n.row != kNone && frame[n.row].is(Kind::record))
        if (const Value* field = frame[n.row].as_record().find(n.name)) return *field;
      return frame[n.slot];
    case AK::global: return eval_global(n, frame);
    case AK::and_: {
      Value a = eval(*n.kids[0], frame);
      return truth(a) ? Value(truth(eval(*n.kids[1], frame))) : Value(false);
    }
    case AK::or_: {
      Value a = eval(*n.kids[0], frame);
      return truth(a) ? Value(true) : Value(truth(eval(*n.kids[1], frame)));
    }
    case AK::not_: return Value(!truth(eval(*n.kids[0], frame)));
    case AK::add: case AK::subtract: case AK::multiply: case AK::divide: case AK::remainder: case AK::less:
    case AK::less_equal: case AK::greater: case AK::greater_equal: case AK::equal: case AK::unequal: {
      const Value a = eval(*n.kids[0], frame);
      const Value b = eval(*n.kids[1], frame);
      if (a.is_number() && b.is_number()) {
        const double x = a.number(), y = b.number();
        switch (n.kind) {
          case AK::add: return Value(x + y);
          case AK::subtract: return Value(x - y);
          case AK::multiply: return Value(x * y);
          case AK::less: return Value(x < y);
          case AK::less_equal: return Value(x <= y);
          case AK::greater: return Value(x > y);
          case AK::greater_equal: return Value(x >= y);
          case AK::equal: return Value(x == y);
          case AK::unequal: return Value(x != y);
          default: break;
        }
      }
      here = n.offset;
      return arithmetic(n.kind, a, b);
    }
    case AK::negate: {
      Value a = eval(*n.kids[0], frame);
      auto x = to_number(a);
      here = n.offset;
      if (!x) fail(fmt::format("cannot negate {}", name_of(a.kind())));
      return Value(-*x);
    }
    case AK::like: {
      Value a = eval(*n.kids[0], frame), b = eval(*n.kids[1], frame);
      return Value(!a.is_null() && like(to_text(a), to_text(b)));
    }
    case AK::in: {
      Value a = eval(*n.kids[0], frame), b = eval(*n.kids[1], frame);
      here = n.offset;
      if (b.is_text()) return Value(b.view().find(to_text(a)) != std::string_view::npos);
      if (b.is(Kind::record)) return Value(b.as_record().find(to_text(a)) != nullptr);
      if (!b.is(Kind::list)) fail(fmt::format("`in` needs a list, a text or a record, not {}", name_of(b.kind())));
      for (const Value& item : b.as_list().items)
        if (equal(item, a)) return Value(true);
      return Value(false);
    }
    case AK::call: return call_node(n, frame);
    case AK::method: {
      Value self = eval(*n.kids[0], frame);
      std::vector<Value> arguments;
      for (size_t i = 1; i < n.kids.size(); ++i) arguments.push_back(eval(*n.kids[i], frame));
      here = n.offset;
      step();
      return call_method(self, n.name, arguments);
    }
    case AK::member: {
      Value self = eval(*n.kids[0], frame);
      here = n.offset;
      return member(self, n.name);
    }
    case AK::index: {
      Value self = eval(*n.kids[0], frame), at = eval(*n.kids[1], frame);
      here = n.offset;
      if (self.is(Kind::record) && at.is_text()) {
        const Value* field = self.as_record().find(at.view());
        return field ? *field : Value();
      }
      if (!at.is_number()) fail(fmt::format("an index is a number, not {}", name_of(at.kind())));
      double i = at.number();
      if (self.is(Kind::list)) {
        const auto& items = self.as_list().items;
        if (i < 0) i += double(items.size());
        if (!(i >= 0 && i < double(items.size())))
          fail(fmt::format("there is no element {} in a list of {}", format_number(at.number()), items.size()));
        return items[size_t(i)];
      }
      if (self.is_text()) {
        std::vector<Value> arguments{at, Value(i + 1)};
        return call_method(self, "slice", arguments);
      }
      fail(fmt::format("{} has no elements", name_of(self.kind())));
    }
    case AK::list: {
      std::vector<Value> items;
      items.reserve(n.kids.size());
      for (const AstPtr& kid : n.kids) items.push_back(eval(*kid, frame));
      Value list = Value::list(std::move(items));
      list.object()->owner = round_;
      return list;
    }
    case AK::record: {
      Value record = Value::record();
      record.object()->owner = round_;
      for (size_t i = 0; i < n.kids.size(); ++i) record.as_record().set(n.keys[i], eval(*n.kids[i], frame));
      return record;
    }
    case AK::function: {
      Function* function = new Function();
      Value value(function);
      function->name = n.unit->name;
      function->unit = n.unit;
      for (const Unit::Capture& c : n.unit->captures) function->captured.push_back(eval(*c.from, frame));
      return value;
    }
    case AK::select: return select(*n.query, frame);
    case AK::aggregate:
      here = n.offset;
      if (!aggregates_) fail(fmt::format("{}(...) over rows has no meaning here", n.name));
      return aggregate_value(n.slot);
    case AK::parallel: return parallel(n, frame);
    default: break;
  }
  here = n.offset;
  fail("this cannot be evaluated");
}

Value Interpreter::arithmetic(AK kind, const Value& a, const Value& b) {
  switch (kind) {
    case AK::equal: return Value(script::equal(a, b));
    case AK::unequal: return Value(!script::equal(a, b));
    case AK::less: case AK::less_equal: case AK::greater: case AK::greater_equal: {
      if (a.is_null() || b.is_null()) return Value(false);
      const int c = compare(a, b);
      return Value(kind == AK::less ? c < 0 : kind == AK::less_equal ? c <= 0 : kind == AK::greater ? c > 0 : c >= 0);
    }
    case AK::add:
      if (a.is(Kind::list) && b.is(Kind::list)) {
        std::vector<Value> items = a.as_list().items;
        items.insert(items.end(), b.as_list().items.begin(), b.as_list().items.end());
        return Value::list(std::move(items));
      }
      if (a.is_text() || b.is_text()) {
        std::string joined = to_text(a) + to_text(b);
        if (joined.size() > kMaxText) fail("this text grows too large");
        if (joined.size() > 4096 && !budget_.spend_memory(joined.size())) refuel();
        return Value::text(std::move(joined));
      }
      break;
    default: break;
  }
  const auto x = to_number(a), y = to_number(b);
  if (!x || !y) {
    static const std::map<AK, const char*> kSigns{{AK::add, "+"}, {AK::subtract, "-"}, {AK::multiply, "*"}, {AK::divide, "/"}, {AK::remainder, "%"}};
    fail(fmt::format("`{}` needs numbers, not {} and {}", kSigns.at(kind), name_of(a.kind()), name_of(b.kind())));
  }
  switch (kind) {
    case AK::add: return Value(*x + *y);
    case AK::subtract: return Value(*x - *y);
    case AK::multiply: return Value(*x * *y);
    case AK::divide:
      if (*y == 0) fail("division by zero");
      return Value(*x / *y);
    default:
      if (*y == 0) fail("division by zero");
      return Value(*x - *y * std::floor(*x / *y));
  }
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
  if (!f.is(Kind::function)) fail(fmt::format("{} cannot be called", name_of(f.kind())));
  const Function& function = f.as_function();
  if (function.builtin) return function.builtin(*this, arguments);
  if (function.rule != kNone) {
    if (arguments.size() != 1)
      fail(fmt::format("rule {} reads one text: {}(source)", function.name, function.name));
    return run_rule(function.rule, arguments[0]);
  }
  return call_unit(*function.unit, function.captured, arguments, offset);
}

Value Interpreter::call_unit(const Unit& unit, const std::vector<Value>& captured, std::vector<Value>& arguments,
                             uint32_t offset) {
  if (arguments.size() != unit.parameters)
    fail(fmt::format("{} takes {} argument{}, not {}", unit.name, unit.parameters, unit.parameters == 1 ? "" : "s",
                     arguments.size()));
  CallMark mark(*this, unit.name, offset);
  FramePiece frame(*this, unit.locals.size());
  for (size_t i = 0; i < arguments.size(); ++i) frame.locals[i] = std::move(arguments[i]);
  for (size_t i = 0; i < captured.size(); ++i) frame.locals[unit.captures[i].slot] = captured[i];
  if (execute(*unit.body, frame.locals) != Flow::return_) return Value();
  return std::exchange(returned_, Value());
}

// Each round runs in an interpreter of its own, sees what is outside, may change only what it made, and what it prints comes
// out in order of the rounds.
Value Interpreter::parallel(const Ast& n, Value* frame) {
  Value over = eval(*n.kids[0], frame);
  here = n.offset;
  if (!over.is(Kind::list)) fail(fmt::format("parallel for needs a list, not {}", name_of(over.kind())));
  std::vector<Value> captured;
  for (const Unit::Capture& c : n.unit->captures) captured.push_back(eval(*c.from, frame));
  struct Round {
    Value value;
    std::string printed;
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
        Interpreter inner(script_, std::move(options), budget_);
        inner.globals_ = globals_;
        inner.round_ = uint32_t(i + 1) + round_ * 65536u;
        std::vector<Value> argument{items[i]};
        auto value = inner.guarded([&] { return inner.call_unit(*n.unit, captured, argument, n.offset); });
        if (value.ok())
          round.value = std::move(*value);
        else
          round.failed = value.error();
        return round;
      },
      [&](size_t, Round round) {
        write(round.printed);
        if (round.failed) {
          failed = round.failed;
          return false;
        }
        results.push_back(std::move(round.value));
        return true;
      });
  if (failed) {
    Thrown thrown;
    thrown.value = Value::text(failed->message.substr(0, failed->message.find('\n')));
    thrown.why = *failed;
    throw thrown;
  }
  Value list = Value::list(std::move(results));
  list.object()->owner = round_;
  return list;
}

// ---------------------------------------------------------------- statements

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
  if (!self.is(Kind::list) || !at.is_number()) fail(fmt::format("{} has no elements to assign", name_of(self.kind())));
  check_owner(self);
  auto& items = self.as_list().items;
  const double i = at.number() < 0 ? at.number() + double(items.size()) : at.number();
  if (!(i >= 0 && i < double(items.size())))
    fail(fmt::format("there is no element {} in a list of {}", format_number(at.number()), items.size()));
  items[size_t(i)] = std::move(value);
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
  if (!over.is(Kind::list)) fail(fmt::format("for needs a list, not {}", name_of(over.kind())));
  for (size_t i = 0; i < over.as_list().items.size(); ++i) {
    step();
    assign(*n.kids[2], over.as_list().items[i], frame);
    const Flow flow = execute(*n.kids[1], frame);
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

Interpreter::Flow Interpreter::execute(const Ast& n, Value* frame) {
  switch (n.kind) {
    case AK::block:
      for (const AstPtr& kid : n.kids) {
        const Flow flow = execute(*kid, frame);
        if (flow != Flow::next) return flow;
      }
      return Flow::next;
    case AK::assign:
      if (n.kids[0]->kind == AK::local)
        frame[n.kids[0]->slot] = eval(*n.kids[1], frame);
      else
        assign(*n.kids[0], eval(*n.kids[1], frame), frame);
      return Flow::next;
    case AK::assign_add: {
      Value old = eval(*n.kids[0], frame), more = eval(*n.kids[1], frame);
      here = n.offset;
      if (old.is(Kind::list)) {
        check_owner(old);
        old.as_list().items.push_back(std::move(more));
      } else {
        assign(*n.kids[0], old.is_null() ? more : arithmetic(AK::add, old, more), frame);
      }
      return Flow::next;
    }
    case AK::expression:
      returned_ = eval(*n.kids[0], frame);
      return Flow::next;
    case AK::if_:
      for (size_t i = 0; i + 1 < n.kids.size(); i += 2)
        if (truth(eval(*n.kids[i], frame))) return execute(*n.kids[i + 1], frame);
      return n.kids.size() % 2 ? execute(*n.kids.back(), frame) : Flow::next;
    case AK::while_:
      while (truth(eval(*n.kids[0], frame))) {
        step();
        const Flow flow = execute(*n.kids[1], frame);
        if (flow == Flow::break_) break;
        if (flow == Flow::return_) return flow;
      }
      return Flow::next;
    case AK::for_: return execute_for(n, frame);
    case AK::return_:
      returned_ = n.kids.empty() ? Value() : eval(*n.kids[0], frame);
      return Flow::return_;
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
    default: break;
  }
  here = n.offset;
  fail("this cannot be executed");
}

}  // namespace gleaner::script
