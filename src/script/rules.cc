// Rules in a script: a rule's name called with a text parses it, and the code of the rules on the best path
// runs.
#include <fmt/format.h>

#include "base/text.h"
#include "script/interpreter.h"

namespace gleaner::script {

using grammar::kNone;
using grammar::Op;

std::shared_ptr<const grammar::Program> Interpreter::program(uint32_t rule) {
  if (!programs_[rule]) {
    auto made = grammar::Program::compile(script_->grammar, rule);
    if (!made.ok()) fail(made.error().message);
    programs_[rule] = *made;
  }
  return programs_[rule];
}

bool Interpreter::test_code(uint32_t code, Value text) {
  FramePiece frame(*this, script_->conditions[code]->locals.size());
  frame.locals[0] = std::move(text);
  return truth(eval(*script_->codes[code], frame.locals));
}

void Interpreter::run_code(uint32_t code, Value* frame) { execute(*script_->codes[code], frame); }

Value Interpreter::run_rule(uint32_t rule, const Value& from) {
  Value source = from;
  DocumentPtr page;
  if (source.is(Kind::html)) {
    page = source.as_html().page;
    source = Value::text(std::string(page->text()), Span{0, uint32_t(page->text().size())}, page);
  }
  if (!source.is_text()) fail(fmt::format("a rule reads a text, not {}", name_of(source.kind())));
  SourceText text{source.view(), 0, nullptr};
  if (source.as_text().page && source.as_text().span && source.as_text().span->size() == text.text.size()) {
    text.page = source.as_text().page;
    if (source.as_text().span->begin != 0) text.page = nullptr;  // spans are of the page from its beginning
  }
  auto compiled = program(rule);
  std::unique_ptr<grammar::Scanner> scanner;
  if (scanners_[rule].empty()) {
    scanner = std::make_unique<grammar::Scanner>(compiled);
  } else {
    scanner = std::move(scanners_[rule].back());
    scanners_[rule].pop_back();
    scanner->reset();
  }
  scanner->set_test(
      [&](uint32_t code, uint64_t b, uint64_t e) { return test_code(code, Value::text(text.of(b, e))); });
  CodeRunner runner(*this, *compiled, text, true);
  scanner->feed(text.text, runner, budget_);
  const grammar::Outcome outcome = scanner->finish(runner, budget_);
  scanners_[rule].push_back(std::move(scanner));
  if (outcome.kind == grammar::Outcome::Kind::out_of_budget) refuel();
  if (outcome.kind != grammar::Outcome::Kind::matched) return Value();
  return runner.result;
}

Value source_text(const SourceText& source, uint64_t begin, uint64_t end) {
  const auto span = grammar::Range{begin, end}.span();
  return span ? Value::text(source.of(begin, end), *span, source.page) : Value::text(source.of(begin, end));
}

CodeRunner::CodeRunner(Interpreter& interpreter, const grammar::Program& program, const SourceText& source,
                       bool want)
    : interpreter_(interpreter), program_(program), source_(source), want_result_(want) {}

Value CodeRunner::text(uint64_t begin, uint64_t end) const { return source_text(source_, begin, end); }

void CodeRunner::enter(uint32_t rule, uint64_t position) {
  const bool assigned = !variables_.empty() && variables_.back().depth == open_.size() &&
                        program_.bindings[variables_.back().binding].called == rule;
  open_.push_back({rule, position, open_.empty() ? want_result_ : assigned, {}});
  open_.back().locals.resize(interpreter_.script().rules[rule].unit.locals.size());
}

void CodeRunner::exit(uint64_t position) {
  Open top = std::move(open_.back());
  open_.pop_back();
  const RuleCode& code = interpreter_.script().rules[top.rule];
  if (code.result != kNone) {
    last_ = std::move(top.locals[code.result]);
  } else if (top.wanted) {
    last_ = text(top.begin, position);
    const grammar::Rule& rule = program_.grammar->rules[top.rule];
    last_.as_text().rule = rule.name;
    for (size_t i = 0; i < rule.variables.size(); ++i)
      if (!top.locals[i].is_null()) last_.as_text().add_field(rule.variables[i].name, top.locals[i]);
  }
  if (open_.empty()) result = last_;
}

void CodeRunner::assign(uint32_t number, uint64_t position) {
  const OpenVariable open = variables_.back();
  variables_.pop_back();
  const grammar::Binding& binding = program_.bindings[number];
  Value value = binding.called != kNone ? std::move(last_) : text(open.begin, position);
  Value& variable = open_.back().locals[binding.variable];
  if (!binding.append) {
    variable = std::move(value);
    return;
  }
  if (!variable.is(Kind::list)) variable = Value::list();
  variable.as_list().items.push_back(std::move(value));
}

void CodeRunner::take(const grammar::Event* events, size_t count) {
  for (const grammar::Event* e = events; e != events + count; ++e) {
    switch (e->op) {
      case Op::enter: enter(e->argument, e->position); break;
      case Op::exit: exit(e->position); break;
      case Op::begin: variables_.push_back({e->argument, open_.size(), e->position}); break;
      case Op::end: assign(e->argument, e->position); break;
      case Op::code: interpreter_.run_code(e->argument, open_.back().locals.data()); break;
      default: break;
    }
  }
}

uint64_t CodeRunner::keep_from(uint64_t otherwise) const {
  for (const OpenVariable& v : variables_) otherwise = std::min(otherwise, v.begin);
  for (const Open& o : open_)
    if (o.wanted && interpreter_.script().rules[o.rule].result == kNone)
      otherwise = std::min(otherwise, o.begin);
  return otherwise;
}

}  // namespace gleaner::script
