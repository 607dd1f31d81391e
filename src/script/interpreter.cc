// See interpreter.h.
#include "script/interpreter.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/lists.h"
#include "base/process_memory.h"
#include "base/shorten.h"
#include "page/allowed_path.h"
#include "script/compare.h"

namespace gleaner::script {

using grammar::kNone;

constexpr uint32_t kFuel = 1024;           // loop rounds and calls between looks at the budget
constexpr uint64_t kLargeValue = 1 << 20;  // bytes; smaller values are counted when the process is looked at

Interpreter::Interpreter(std::shared_ptr<const Script> script, RunOptions options, Budget& budget)
    : script_(std::move(script)),
      options_(std::move(options)),
      budget_(budget),
      stack_(new Value[kStack]),
      fuel_(kFuel),
      stack_base_(reinterpret_cast<uintptr_t>(__builtin_frame_address(0))),
      rounds_(std::make_shared<std::atomic<uint64_t>>(0)) {
  if (budget.limits().memory != BudgetLimits::kUnlimited) resident_before_ = resident_bytes();
  globals_.resize(script_->globals.size());
  view_of_.resize(script_->globals.size());
  programs_.resize(script_->grammar.rules.size());
  scanners_.resize(script_->grammar.rules.size());
  for (size_t i = 0; i < script_->globals.size(); ++i) {
    const std::string& name = script_->globals[i];
    const auto make = [&]() -> Function& {
      globals_[i] = Value(new Function());
      globals_[i].as_function().name = name;
      return globals_[i].as_function();
    };
    if (auto at = script_->functions.find(name); at != script_->functions.end()) make().unit = at->second;
    else if (auto seen = script_->views.find(name); seen != script_->views.end())
      view_of_[i] = seen->second.get();
    else if (auto type = script_->types.find(name); type != script_->types.end()) make().type = type->second;
    else if (uint32_t rule = script_->grammar.index_of(name); rule != kNone) make().rule = rule;
    else if (const Builtin* builtin = find_builtin(name)) make().builtin = builtin;
  }
}

Interpreter::~Interpreter() = default;

// --- budget, errors, access

void Interpreter::refuel() {
  fuel_ = kFuel;
  if (!round_ && heap_->is_due())
    heap_->collect();  // while there are rounds, nobody comes here outside of them
  // Values come and go; what counts against a limit is what the process has grown by.
  const uint64_t limit = budget_.limits().memory;
  if (limit != BudgetLimits::kUnlimited && resident_bytes() > resident_before_ + limit)
    budget_.spend_memory(limit + 1);
  if (!budget_.exhausted() && budget_.spend_steps(kFuel)) return;
  out_of_budget();
}

void Interpreter::out_of_budget() {
  Thrown thrown{Value(), budget_.diagnostic("running the script")};
  thrown.why.code = gleaner::Code::budget;
  throw thrown;
}

void Interpreter::need_room(uint64_t bytes) {
  const uint64_t limit = budget_.limits().memory;
  if (bytes < kLargeValue || limit == BudgetLimits::kUnlimited) return;
  if (bytes <= limit && resident_bytes() + bytes <= resident_before_ + limit) return;
  budget_.spend_memory(limit + 1);
  out_of_budget();
}

Where Interpreter::where_of(uint32_t offset) const {
  Diagnostic place;
  place.where.line = script_->grammar.line_of(offset);
  relocate(place, script_->parts);
  return place.where;
}

void Interpreter::fail(std::string message, std::string hint) {
  for (size_t i = calls_.size(), shown = 0; i-- > 0 && shown < 10; ++shown) {
    const Where where = where_of(calls_[i].offset);
    hint +=
        fmt::format("{}in {}, called in line {}{}", hint.empty() ? "" : "\n  ", *calls_[i].name, where.line,
                    where.file.empty() || where.file == script_->grammar.file ? "" : " of " + where.file);
  }
  Thrown thrown{Value::text(message), {}};
  thrown.why = grammar::syntax_error(script_->grammar, here, std::move(message), std::move(hint));
  relocate(thrown.why, script_->parts);
  throw thrown;
}

void Interpreter::fail(const Diagnostic& why, const std::string& name) {
  if (why.code == gleaner::Code::budget || budget_.exhausted()) {
    if (budget_.exhausted()) out_of_budget();
    throw Thrown{Value(), why};
  }
  if (why.where.file.empty()) fail(why.message, why.hint);
  const std::string line = why.where.line ? fmt::format(":{}", why.where.line) : "";
  fail(fmt::format("{}{}: {}", name, line, why.message), why.hint);
}

static std::string words_for(const Ast& n) {
  for (const Ast* at = &n; at; at = at->kids.empty() ? nullptr : at->kids[0].get())
    if (!at->name.empty()) return at->name;
  return "a value";
}

static std::string short_json(const Value& v) { return shortened(to_json(v), 40); }

void Interpreter::left_out(const Ast& n, const std::string& why, const Value& value) {
  LeftOut& all = left_out_[n.offset];
  constexpr size_t kExamples = 3;
  if (all.count++ == 0) all.why = why;
  if (all.examples.size() >= kExamples) return;
  std::string example = short_json(value);
  add_new(all.examples, std::move(example));
}

void Interpreter::not_comparable(const Ast& n, const Value& a, const Value& b) {
  const bool turned = n.kids[0]->kind == AK::constant;
  const Value &value = turned ? b : a, &other = turned ? a : b;
  const std::string name = words_for(*n.kids[turned && n.kids.size() > 1 ? 1 : 0]);
  if (!unit_of(a).empty() && !unit_of(b).empty())
    return left_out(n, fmt::format("{}: {} and {} cannot be compared", name, unit_of(a), unit_of(b)), value);
  left_out(n,
           fmt::format("{}: {} cannot be compared with {}", name,
                       value.is_text() ? "a text" : fmt::format("a {}", name_of(value.kind())),
                       other.is(Kind::text) || other.is(Kind::list) || other.is(Kind::record)
                           ? "a " + std::string(name_of(other.kind()))
                           : short_json(other)),
           value);
}

void Interpreter::say_left_out() {
  for (const auto& [offset, all] : left_out_)
    if (options_.note)
      options_.note(fmt::format("{} ({}, as {})", all.why,
                                all.count == 1 ? "once" : fmt::format("{} times", all.count),
                                fmt::join(all.examples, ", ")));
  left_out_.clear();
}

void Interpreter::check_owner(const Value& v) {
  if (round_ != 0 && v.object()->owner != round_)
    fail("a parallel for may only change what it made itself",
         "return the value instead: parallel for gives the list of them");
}

void Interpreter::write(std::string_view text) {
  if (options_.out) options_.out(text);
}

std::string Interpreter::checked_path(const std::string& path) {
  namespace fs = std::filesystem;
  const bool relative = fs::path(path).is_relative() && !options_.access.folder.empty();
  const std::string from = path.empty() ? "." : path;
  auto real = allowed_path(relative ? (fs::path(options_.access.folder) / from).string() : from,
                           options_.access.read);
  if (real.ok()) return std::move(*real);
  fail(fmt::format("this script may not read {}", path),
       options_.access.options ? "allow it: --allow-read FOLDER"
                               : "a wrapper reads its page alone; gleaner parse and run read files");
}

// --- entry points

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
  if (at == script_->views.end())
    return error(gleaner::Code::not_found, fmt::format("there is no view {}", name));
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
  if (slot == kNone) return;
  heap_->adopt(value);
  globals_[slot] = std::move(value);
}

}  // namespace gleaner::script
