// The machine: instructions, loops over single tokens, choice points. What they bind and call is in
// matcher_bind.cc.
#include "templates/matcher.h"

#include <algorithm>

#include <fmt/format.h>

#include "templates/constants.h"

namespace gleaner::templates {

using tokens::Token;

Matcher::Matcher(const Compiled& compiled, std::string_view text, const std::vector<Token>& all,
                 Budget& budget, CodeCaller* caller)
    : compiled_(compiled),
      text_(text),
      tokens_(all),
      size_(uint32_t(all.size())),
      budget_(budget),
      caller_(caller),
      arena_(4096) {
  step_limit_ = kStepsPerPage + kStepsPerToken * size_;
}

void Matcher::start(const Unit& unit, const std::vector<std::optional<Value>>& known) {
  choices_.clear();
  calls_.clear();
  trail_.clear();
  frames_.assign(1, {kNone, 0, 0, 0});
  frame_ = base_ = position_ = 0;
  pc_ = unit.pc;
  slots_.assign(unit.slots, VariableState());
  for (size_t i = 0; i < known.size() && i < unit.parameters; ++i)
    if (known[i]) slots_[i].kind = VariableState::Kind::value, slots_[i].value = *known[i];
  failed_.assign(compiled_.memos, {});
  memo_cells_ = 0;
  accepts_ = 0;
  started_ = false;
  done_ = problem_.has_value();
}

bool Matcher::next() {
  if (done_) return false;
  bool found = run(started_);
  started_ = true;
  if (!found) done_ = true;
  else ++accepts_;
  return found;
}

std::optional<Value> Matcher::value(uint32_t variable) const {
  const VariableState& slot = slots_[resolve(variable)];
  if (slot.kind != VariableState::Kind::value) return std::nullopt;
  return slot.value;
}

bool Matcher::run(bool resume) {
  if (resume && !backtrack()) return false;
  while (true) {
    if (++steps_ >= next_look_ && !spend()) return false;
    const Instruction& in = compiled_.code[pc_];
    if (in.op == Op::accept) return true;
    if (!step(in) && !backtrack()) return false;
  }
}

// Where one fails, pc_ and position_ are those of the next choice.
inline bool Matcher::step(const Instruction& in) {
  switch (in.op) {
    case Op::token: return ++pc_, position_ < size_ && unify(compiled_.tests[in.a], position_++);
    case Op::greedy: return enter_greedy(in);
    case Op::lazy: return enter_lazy(in);
    case Op::bind: return bind_tokens(in);
    case Op::call: return call(in, 0);
    case Op::code: return call_code(in);
    case Op::ret: return leave(), true;
    case Op::jump: return pc_ = in.a, true;
    case Op::loop:
      if (remembers(in)) {
        if (known_failure(in, position_)) return false;
        push(Choice::Kind::remember, pc_, position_);
      }
      [[fallthrough]];
    case Op::split: return push(Choice::Kind::go, in.b, position_), pc_ = in.a, true;
    default: return ++pc_, step_on(in);
  }
}

// Those that are followed by the next instruction of the program.
inline bool Matcher::step_on(const Instruction& in) {
  switch (in.op) {
    case Op::any: return position_++ < size_;
    case Op::none_of: return position_ < size_ && !excluded(in.a, in.b, position_++);
    case Op::skip:
      if (size_ - position_ < in.a) return false;
      position_ += in.a;
      break;
    case Op::mark: set_index(in.a, position_); break;
    case Op::clear: set_index(in.a, kNone); break;
    case Op::once_begin: set_index(in.a, uint32_t(choices_.size())); break;
    case Op::once_end: choices_.erase(choices_.begin() + slots_[base_ + in.a].index, choices_.end()); break;
    case Op::progress: return slots_[base_ + in.a].index != position_;
    case Op::fresh:
      for (uint32_t v = in.a; v < in.b; ++v)
        if (slots_[base_ + v].kind != VariableState::Kind::unbound) set(base_ + v, VariableState());
      break;
    case Op::constant: return bind(base_ + in.b, constant_value(compiled_.constants[in.a]));
    default: break;  // in step()
  }
  return true;
}

void Matcher::set_index(uint32_t variable, uint32_t index) {
  VariableState slot;
  slot.kind = VariableState::Kind::position;
  slot.index = index;
  set(base_ + variable, slot);
}

void Matcher::leave() {
  const Frame& frame = frames_[frame_];
  pc_ = frame.return_pc;
  frame_ = frame.parent;
  base_ = frames_[frame_].base;
}

// Goes to the last choice point that has something left. False: none has, or the matcher was stopped.
bool Matcher::backtrack() {
  while (!choices_.empty() && !problem_) {
    if (++steps_ >= next_look_ && !spend()) return false;
    Choice& choice = choices_.back();
    restore(choice);
    switch (choice.kind) {
      case Choice::Kind::go:
        pc_ = choice.pc;
        position_ = choice.position;
        choices_.pop_back();
        return true;
      case Choice::Kind::greedy:
      case Choice::Kind::lazy:
        if (retry_range(choice)) return true;
        choices_.pop_back();
        break;
      case Choice::Kind::alternative: {
        Choice copy = choice;
        choices_.pop_back();
        pc_ = copy.pc;
        position_ = copy.position;
        if (call(compiled_.code[pc_], copy.low)) return true;
        break;
      }
      case Choice::Kind::code: {
        const uint32_t number = choice.high;
        choices_.pop_back();
        if (next_solution(number)) return true;
        break;
      }
      case Choice::Kind::remember:
        if (choice.accepts == accepts_) remember(compiled_.code[choice.pc], choice.position, choice.position);
        choices_.pop_back();
        break;
    }
  }
  return false;
}

// --- loops over single tokens

bool Matcher::enter_lazy(const Instruction& in) {
  const Single& single = compiled_.singles[in.a];
  uint32_t at = position_;
  if (in.b) {
    if (at >= size_ || !take_single(single, at)) return false;
    ++at;
  }
  const bool memo = remembers(in);
  if (memo && known_failure(in, at)) return false;
  push(Choice::Kind::lazy, pc_, at);
  Choice& choice = choices_.back();
  choice.memo = memo;
  choice.low = at;
  if (can_go_on(in.c, at)) {
    position_ = at;
    ++pc_;
    return true;
  }
  if (retry_range(choice)) return true;
  choices_.pop_back();
  return false;
}

bool Matcher::enter_greedy(const Instruction& in) {
  const Single& single = compiled_.singles[in.a];
  const bool memo = remembers(in);
  if (memo && known_failure(in, position_)) return false;
  uint32_t at = position_;
  while (at < size_ && take_single(single, at)) ++at;
  steps_ += (at - position_) / 8;
  const uint32_t low = position_ + in.b;
  if (at < low) return false;
  push(Choice::Kind::greedy, pc_, at + 1);
  Choice& choice = choices_.back();
  choice.memo = memo;
  choice.low = low;
  choice.high = at;
  if (retry_range(choice)) return true;
  choices_.pop_back();
  return false;
}

// Moves a range's choice point to its next position that can go on. False: exhausted (and, where allowed,
// remembered).
bool Matcher::retry_range(Choice& choice) {
  const Instruction& in = compiled_.code[choice.pc];
  const uint32_t first = in.c;
  uint32_t at = choice.position;
  if (choice.kind == Choice::Kind::greedy) {
    while (at > choice.low) {
      --at;
      if (!can_go_on(first, at)) continue;
      choice.position = at;
      position_ = at;
      pc_ = choice.pc + 1;
      return true;
    }
    if (choice.memo && choice.accepts == accepts_) remember(in, choice.low - in.b, choice.low - in.b);
    return false;
  }
  if (choice.accepts != accepts_) choice.accepts = accepts_, choice.low = at + 1;
  const Single& single = compiled_.singles[in.a];
  const bool whatever = single.op == Op::any;
  const uint32_t from = at;
  while (at < size_ && (whatever || take_single(single, at))) {
    ++at;
    if (choice.memo && known_failure(in, at)) break;  // from here on it was tried before
    if (!can_go_on(first, at)) continue;
    steps_ += (at - from) / 8;
    choice.position = at;
    position_ = at;
    pc_ = choice.pc + 1;
    return true;
  }
  steps_ += (at - from) / 8;
  if (choice.memo) remember(in, choice.low, at);
  return false;
}

bool Matcher::take_single(const Single& single, uint32_t at) {
  if (single.op == Op::any) return true;
  if (single.op == Op::token) {
    const CompiledTest& test = compiled_.tests[single.a];
    return tokens_[at].type == test.type && fits_constants(test, tokens_[at]);
  }
  return !excluded(single.a, single.b, at);
}

bool Matcher::can_go_on(uint32_t first, uint32_t at) {
  if (!first) return true;
  return at < size_ &&
         std::ranges::any_of(
             compiled_.firsts[first - 1], [&](const Single& single) { return quick(single, at); });
}

// A look that binds nothing and may be too generous.
bool Matcher::quick(const Single& single, uint32_t at) {
  if (single.op == Op::token) {
    const CompiledTest& test = compiled_.tests[single.a];
    return tokens_[at].type == test.type && (test.features.empty() || fits_constants(test, tokens_[at]));
  }
  for (uint32_t t = single.a; t < single.b; ++t) {
    const CompiledTest& test = compiled_.tests[t];
    if (!test.binds && tokens_[at].type == test.type && fits_constants(test, tokens_[at])) return false;
  }
  return true;
}

// --- tokens

bool Matcher::fits_constants(const CompiledTest& test, const Token& token) {
  for (const CompiledFeature& feature : test.features) {
    if (feature.binds()) break;  // constants come first
    if (!fits(text_, token, feature.test, compiled_.set.lexer.get(), arena_)) return false;
  }
  return true;
}

// not(t1, ..): variables in it are compared when bound and match anything when not; nothing is bound.
bool Matcher::excluded(uint32_t first, uint32_t last, uint32_t at) {
  const Token& token = tokens_[at];
  for (uint32_t t = first; t < last; ++t) {
    const CompiledTest& test = compiled_.tests[t];
    if (token.type != test.type || !fits_constants(test, token)) continue;
    bool all = true;
    for (const CompiledFeature& feature : test.features) {
      if (feature.variable == kNone) continue;
      Value value;
      if (!read_feature(text_, token, feature.test.name, compiled_.set.lexer.get(), arena_, value))
        all = false;
      const VariableState& slot = slots_[resolve(base_ + feature.variable)];
      if (all && slot.kind == VariableState::Kind::value && !same(slot.value, value)) all = false;
    }
    if (all) return true;
  }
  return false;
}

// --- choice points, failures remembered, budget

void Matcher::push(Choice::Kind kind, uint32_t pc, uint32_t position) {
  choices_.push_back({kind, false, pc, position, uint32_t(trail_.size()), uint32_t(slots_.size()),
                      uint32_t(frames_.size()), frame_, 0, 0, accepts_});
}

void Matcher::restore(const Choice& choice) {
  while (trail_.size() > choice.trail) {
    Trailed& last = trail_.back();
    if (last.slot < slots_.size()) slots_[last.slot] = last.old;
    trail_.pop_back();
  }
  slots_.resize(choice.slots);
  frames_.resize(choice.frames);
  frame_ = choice.frame;
  base_ = frames_[frame_].base;
}

bool Matcher::remembers(const Instruction& in) const {
  if (in.memo == kNone || frame_ != 0) return false;
  for (uint32_t variable : compiled_.in_use[in.in_use])
    if (slots_[variable].kind == VariableState::Kind::value) return false;
  return true;
}

bool Matcher::known_failure(const Instruction& in, uint32_t at) const {
  const std::vector<bool>& failed = failed_[in.memo];
  return !failed.empty() && failed[at];
}

void Matcher::remember(const Instruction& in, uint32_t from, uint32_t to) {
  std::vector<bool>& failed = failed_[in.memo];
  if (failed.empty()) {
    if (memo_cells_ + size_ > kMaxMemoCells) return;
    memo_cells_ += size_;
    failed.assign(size_ + 1, false);
  }
  for (uint32_t at = from; at <= to; ++at) failed[at] = true;
}

void Matcher::fail_with(Diagnostic why) {
  if (!problem_) problem_ = std::move(why);
}

bool Matcher::spend() {
  const uint64_t spent = steps_ - reported_;
  reported_ = steps_;
  next_look_ = steps_ + kStepBatch;
  if (!budget_.spend_steps(spent)) {
    fail_with(budget_.diagnostic("matching templates"));
    return false;
  }
  if (steps_ > step_limit_ || choices_.size() > kMaxChoices) {
    fail_with(error(Code::budget, fmt::format("matching a template took more than {} steps", steps_),
                    {compiled_.set.file, 0, 0, {}},
                    "a loop in a loop tries every division of the page: use not(...)* or once(...)"));
    return false;
  }
  return true;
}

}  // namespace gleaner::templates
