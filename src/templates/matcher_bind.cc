// Variables of a match: tokens unified with tests, values bound, templates and goals called. See matcher.h.
#include <algorithm>

#include "templates/constants.h"
#include "templates/matcher.h"

namespace gleaner::templates {

using tokens::Token;
using tokens::Type;

bool Matcher::unify(const CompiledTest& test, uint32_t at) {
  const Token& token = tokens_[at];
  if (token.type != test.type) return false;
  for (const CompiledFeature& feature : test.features) {
    if (!feature.groups.empty()) {
      if (!bind_groups(feature, token)) return false;
      continue;
    }
    if (feature.variable == kNone) {
      if (!fits(text_, token, feature.test, compiled_.set.lexer.get(), arena_)) return false;
      continue;
    }
    Value value;
    if (!read_feature(text_, token, feature.test.name, compiled_.set.lexer.get(), arena_, value))
      return false;
    if (!bind(base_ + feature.variable, value)) return false;
  }
  return true;
}

// /a(?<X>.*)b/: X is bound to the part of the value, with its place.
bool Matcher::bind_groups(const CompiledFeature& feature, const Token& token) {
  Value value;
  if (!read_feature(text_, token, feature.test.name, compiled_.set.lexer.get(), arena_, value)) return false;
  regex::Match match;
  std::string_view source = value.span.of(text_);
  if (!feature.test.value.regex->find(source, 0, match)) return false;
  for (const auto& [group, variable] : feature.groups) {
    if (!match.groups[group]) continue;
    Value part;
    part.located = true;
    part.span = {value.span.begin + match.groups[group]->begin, value.span.begin + match.groups[group]->end};
    part.text = part.span.of(text_);
    if (!bind(base_ + variable, part)) return false;
  }
  return true;
}

uint32_t Matcher::resolve(uint32_t absolute) const {
  while (slots_[absolute].kind == VariableState::Kind::reference) absolute = slots_[absolute].index;
  return absolute;
}

void Matcher::set(uint32_t absolute, VariableState slot) {
  if (!choices_.empty()) trail_.push_back({absolute, slots_[absolute]});
  slots_[absolute] = slot;
}

bool Matcher::bind(uint32_t absolute, const Value& value) {
  absolute = resolve(absolute);
  const VariableState& known = slots_[absolute];
  if (known.kind == VariableState::Kind::value) return same(known.value, value);
  VariableState slot;
  slot.kind = VariableState::Kind::value;
  slot.value = value;
  set(absolute, slot);
  return true;
}

bool Matcher::bind_tokens(const Instruction& in) {
  const uint32_t begin = slots_[base_ + in.a].index;
  Value value;
  value.located = value.tokens = true;
  if (begin < position_) value.span = {tokens_[begin].span.begin, tokens_[position_ - 1].span.end};
  else value.span.begin = value.span.end = begin < size_ ? tokens_[begin].span.begin : uint32_t(text_.size());
  value.text = value.span.of(text_);
  if (position_ == begin + 1) {  // one token: its number, if it is one
    const Token& token = tokens_[begin];
    Value single;
    if ((token.type == Type::integer || token.type == Type::real || token.type == Type::money) &&
        read_feature(text_, token, "", nullptr, arena_, single))
      value.number = single.number, value.numeric = true;
  }
  ++pc_;
  return bind(base_ + in.b, value);
}

Value Matcher::constant_value(const Term& term) const {
  return {term.text, {}, term.number, term.kind == Term::Kind::number};
}

// --- calls

bool Matcher::call(const Instruction& in, uint32_t alternative) {
  const std::vector<Unit>& units = compiled_.procedures[in.a];
  if (alternative >= units.size()) return false;
  const uint32_t depth = frames_[frame_].depth + 1;
  if (depth > kMaxDepth || slots_.size() > kMaxSlots || !budget_.allows_depth(depth)) {
    fail_with(error(Code::budget, "template calls are nested too deeply", {compiled_.set.file, 0, 0, {}},
                    "does a template call itself before it takes a token?"));
    return false;
  }
  if (alternative + 1 < units.size()) {
    push(Choice::Kind::alternative, pc_, position_);
    choices_.back().low = alternative + 1;
  }
  const Unit& unit = units[alternative];
  const uint32_t base = uint32_t(slots_.size());
  slots_.resize(base + unit.slots);
  const std::vector<Argument>& arguments = compiled_.arguments[in.b];
  for (uint32_t i = 0; i < unit.parameters; ++i) {
    VariableState& slot = slots_[base + i];
    if (arguments[i].variable != kNone) {
      slot.kind = VariableState::Kind::reference;
      slot.index = resolve(base_ + arguments[i].variable);
    } else if (arguments[i].constant.kind != Term::Kind::any) {
      slot.kind = VariableState::Kind::value;
      slot.value = constant_value(arguments[i].constant);
    }
  }
  frames_.push_back({pc_ + 1, frame_, base, depth});
  frame_ = uint32_t(frames_.size() - 1);
  base_ = base;
  pc_ = unit.pc;
  return true;
}

// All solutions of the goal, in order and each once (paper, section 4.3: what
// follows from the program is found).
bool Matcher::call_code(const Instruction& in) {
  const Goal& goal = compiled_.goals[in.a];
  std::vector<GoalVariable> variables(goal.names.size());
  bool open = false;
  for (size_t i = 0; i < variables.size(); ++i) {
    variables[i].name = goal.names[i];
    const VariableState& slot = slots_[resolve(base_ + goal.variables[i])];
    if (slot.kind == VariableState::Kind::value) variables[i].value = slot.value;
    else open = true;
  }
  CodeCall call{in.a, pc_, position_, variables};
  if (goal.native) {
    if (!goal.native->call(variables, arena_)) return false;
    call.solutions.push_back(std::move(variables));
    call.more = false;
  } else if (!caller_) {
    fail_with(error(Code::unsupported, "the code call {" + goal.text + "} needs Prolog",
                    {compiled_.set.file, goal.at.line, goal.at.column, {}}));
    return false;
  } else if (!open) {  // a test: one solution says it all
    call.asked = UINT64_MAX;
  }
  calls_.push_back(std::move(call));
  return next_solution(uint32_t(calls_.size() - 1));
}

bool Matcher::ask(uint32_t number) {
  CodeCall& call = calls_[number];
  const Goal& goal = compiled_.goals[call.goal];
  const bool test = call.asked == UINT64_MAX;
  const uint64_t skip = test ? 0 : call.asked, most = test ? 1 : std::max(kFirstSolutions, call.asked);
  if (skip >= kMaxSolutions) {
    fail_with(error(Code::budget, "the code call {" + goal.text + "} has too many solutions",
                    {compiled_.set.file, goal.at.line, goal.at.column, {}},
                    "once((...)) takes the first one"));
    return false;
  }
  std::vector<std::vector<GoalVariable>> found;
  Result<bool> more = caller_->solve(goal.text, call.variables, arena_, skip, most, found);
  if (!more.ok()) {
    Diagnostic why = more.error();
    if (why.code != Code::budget) {  // the template's fault, not the page's
      why.message = "in the code call {" + goal.text + "}: " + why.message;
      why.where = {compiled_.set.file, goal.at.line, goal.at.column, {}};
    }
    fail_with(std::move(why));
    return false;
  }
  call.asked = skip + most;
  call.more = !test && *more;
  for (auto& one : found) {
    std::string key;
    for (size_t i = 0; i < one.size(); ++i)
      if (!call.variables[i].value)
        key += one[i].value ? std::string(one[i].value->text) + '\0' : std::string("\1");
    if (call.seen.insert(std::move(key)).second) call.solutions.push_back(std::move(one));
  }
  steps_ += found.size();
  return spend();
}

bool Matcher::next_solution(uint32_t number) {
  while (calls_[number].next >= calls_[number].solutions.size()) {
    calls_[number].solutions.clear();
    calls_[number].next = 0;
    if (!calls_[number].more || !ask(number)) {
      if (number + 1 == calls_.size()) calls_.pop_back();
      return false;
    }
  }
  CodeCall& call = calls_[number];
  pc_ = call.pc;
  position_ = call.position;
  const uint32_t goal = call.goal;
  const std::vector<GoalVariable> solution = std::move(call.solutions[call.next++]);
  std::vector<bool> bound;
  for (const GoalVariable& variable : call.variables) bound.push_back(variable.value.has_value());
  if (call.more || call.next < call.solutions.size()) {
    push(Choice::Kind::code, pc_, position_);
    choices_.back().high = number;
  } else if (number + 1 == calls_.size()) {
    calls_.pop_back();
  }
  for (size_t i = 0; i < solution.size(); ++i)
    if (!bound[i] && solution[i].value &&
        !bind(base_ + compiled_.goals[goal].variables[i], *solution[i].value))
      return backtrack();
  ++pc_;
  return true;
}

}  // namespace gleaner::templates
