// See rule_reader.h.
#include "lines/rule_reader.h"

#include <algorithm>

#include "grammar/parser.h"
#include "grammar/program.h"

namespace gleaner::lines {

void BoundSpans::take(const grammar::Event* events, size_t count) {
  for (const grammar::Event* e = events; e != events + count; ++e) {
    if (e->op == grammar::Op::begin) open.push_back(e->position);
    if (e->op != grammar::Op::end || open.empty()) continue;
    found.push_back({e->argument, {uint32_t(open.back()), uint32_t(e->position)}});
    open.pop_back();
  }
}

RuleReader::RuleReader(const std::string& production, const std::string& helpers) {
  auto parsed = grammar::parse_grammar("strict rule line is " + production + " end\n" + helpers);
  if (!parsed.ok()) return;
  grammar_ = std::move(*parsed);
  auto program = grammar::Program::compile(grammar_, 0);
  if (!program.ok()) return;
  program_ = *program;
  for (const grammar::Binding& b : program_->bindings) {
    const std::string& name = grammar_.rules[b.rule].variables[b.variable].name;
    auto known = std::ranges::find(names_, name);
    variable_of_.push_back(uint32_t(known - names_.begin()));
    if (known == names_.end()) names_.push_back(name);
  }
  scanner_ = std::make_unique<grammar::Scanner>(program_);
}

std::optional<std::vector<Found>> RuleReader::read(std::string_view line) {
  if (!program_) return std::nullopt;
  BoundSpans sink;
  Budget budget;
  scanner_->reset();
  scanner_->feed(line, sink, budget);
  const grammar::Outcome outcome = scanner_->finish(sink, budget);
  if (outcome.kind != grammar::Outcome::Kind::matched) return std::nullopt;
  std::vector<Found> found;
  for (const auto& [binding, span] : sink.found) found.push_back({variable_of_[binding], span});
  return found;
}

bool RuleReader::reads(std::string_view line) { return read(line).has_value(); }

}  // namespace gleaner::lines
