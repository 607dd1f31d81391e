// Variables of a match: tokens unified with tests, values bound, templates and goals called. See matcher.h.
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
  while (slots_[absolute].kind == Slot::Kind::reference) absolute = slots_[absolute].index;
  return absolute;
}

void Matcher::set(uint32_t absolute, Slot slot) {
  if (!choices_.empty()) trail_.push_back({absolute, slots_[absolute]});
  slots_[absolute] = slot;
}

bool Matcher::bind(uint32_t absolute, const Value& value) {
  absolute = resolve(absolute);
  const Slot& known = slots_[absolute];
  if (known.kind == Slot::Kind::value) return same(known.value, value);
  Slot slot;
  slot.kind = Slot::Kind::value;
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
  Value value;
  value.text = term.text;
  value.number = term.number;
  value.numeric = term.kind == Term::Kind::number;
  return value;
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
    Slot& slot = slots_[base + i];
    if (arguments[i].variable != kNone) {
      slot.kind = Slot::Kind::reference;
      slot.index = resolve(base_ + arguments[i].variable);
    } else if (arguments[i].constant.kind != Term::Kind::any) {
      slot.kind = Slot::Kind::value;
      slot.value = constant_value(arguments[i].constant);
    }
  }
  frames_.push_back({pc_ + 1, frame_, base, depth});
  frame_ = uint32_t(frames_.size() - 1);
  base_ = base;
  pc_ = unit.pc;
  return true;
}

bool Matcher::call_code(const Instruction& in) {
  const Goal& goal = compiled_.goals[in.a];
  std::vector<GoalVariable> variables(goal.names.size());
  std::vector<bool> bound(goal.names.size());
  for (size_t i = 0; i < variables.size(); ++i) {
    variables[i].name = goal.names[i];
    const Slot& slot = slots_[resolve(base_ + goal.variables[i])];
    bound[i] = slot.kind == Slot::Kind::value;
    if (bound[i]) variables[i].value = slot.value;
  }
  bool holds = false;
  if (goal.native) {
    holds = goal.native->call(variables, arena_);
  } else if (caller_) {
    Result<bool> answer = caller_->call(goal.text, variables, arena_);
    if (!answer.ok()) fail_with(answer.error());
    else holds = *answer;
  } else {
    fail_with(error(Code::unsupported, "the code call {" + goal.text + "} needs Prolog",
                    {compiled_.set.file, 0, 0, {}}));
  }
  if (!holds) return false;
  for (size_t i = 0; i < variables.size(); ++i)
    if (!bound[i] && variables[i].value && !bind(base_ + goal.variables[i], *variables[i].value))
      return false;
  ++pc_;
  return true;
}

}  // namespace gleaner::templates
