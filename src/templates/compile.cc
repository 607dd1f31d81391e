// See compile.h. The compiler, and the printed form of what it made.
#include "templates/compile.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/lists.h"
#include "templates/constants.h"
#include "templates/parse.h"

namespace gleaner::templates {
namespace {

void collect_variables(const Pattern& pattern, std::vector<std::string>& into) {
  auto add = [&](const std::string& name) { add_new(into, name); };
  for (const TokenTest& test : pattern.tests)
    for (const FeatureTest& feature : test.features) {
      if (feature.value.is_variable()) add(feature.value.text);
      if (feature.value.kind == Term::Kind::regex)
        for (const std::string& name : feature.value.regex->group_names())
          if (!name.empty()) add(name);
    }
  if (pattern.kind == Pattern::Kind::bind) add(pattern.name);
  for (const Term& argument : pattern.arguments)
    if (argument.is_variable()) add(argument.text);
  if (pattern.kind == Pattern::Kind::code)
    for (const std::string& name : variables_of_goal(pattern.name)) add(name);
  for (const Pattern& part : pattern.parts) collect_variables(part, into);
}

class Compiler {
 public:
  explicit Compiler(TemplateSet set) : out_(std::make_shared<Compiled>()) { out_->set = std::move(set); }

  Result<std::shared_ptr<const Compiled>> run() {
    find_recursive();
    const TemplateSet& set = out_->set;
    for (const std::string& name : set.names()) {
      Compiled::Output output;
      output.name = name;
      for (uint32_t i = 0; i < set.templates.size(); ++i)
        if (set.templates[i].name == name) {
          output.parameters = set.templates[i].parameters;
          output.units.push_back(unit(i, Op::accept));
        }
      out_->outputs.push_back(std::move(output));
    }
    // Procedures that were called; compiling one may call more.
    for (size_t p = 0; p < procedure_names_.size(); ++p)
      for (uint32_t i = 0; i < set.templates.size(); ++i)
        if (set.templates[i].name == procedure_names_[p]) {
          const Unit made = unit(i, Op::ret);  // which may add procedures
          out_->procedures[p].push_back(made);
        }
    if (too_large_)
      return error(Code::bad_input, "the templates are too large when calls are copied in",
                   {set.file, 1, 1, {}});
    compute_firsts();
    return std::shared_ptr<const Compiled>(out_);
  }

 private:
  struct Scope {
    std::map<std::string, uint32_t> variables;
    const Scope* caller = nullptr;
  };
  struct Occurrence {
    uint32_t slot, pc;
  };
  struct Range {
    uint32_t begin, end;
  };

  void find_recursive() {
    std::map<std::string, std::set<std::string>> calls;
    for (const Template& one : out_->set.templates) collect_calls(one.pattern, calls[one.name]);
    for (auto& [name, direct] : calls) {  // reachable from itself?
      std::set<std::string> seen;
      std::vector<std::string> work(direct.begin(), direct.end());
      while (!work.empty()) {
        std::string next = work.back();
        work.pop_back();
        if (!seen.insert(next).second) continue;
        for (const std::string& more : calls[next]) work.push_back(more);
      }
      if (seen.count(name)) recursive_.insert(name);
    }
  }

  uint32_t pc() const { return uint32_t(out_->code.size()); }
  uint32_t emit(Op op, uint32_t a = 0, uint32_t b = 0, uint32_t c = 0) {
    if (out_->code.size() > kMaxInstructions) too_large_ = true;
    Instruction made{op};
    made.a = a, made.b = b, made.c = c;
    made.in_loop = loop_depth_ > 0;
    return put(out_->code, made);
  }
  // Adds to a list of the program; gives its place there.
  template <class T>
  static uint32_t put(std::vector<T>& list, T made) {
    list.push_back(std::move(made));
    return uint32_t(list.size() - 1);
  }
  uint32_t new_slot() {
    slot_scopes_.push_back({0, kNone});
    return slots_++;
  }
  uint32_t variable(Scope& scope, const std::string& name) {
    auto found = scope.variables.find(name);
    uint32_t slot = found != scope.variables.end() ? found->second : (scope.variables[name] = new_slot());
    occurrences_.push_back({slot, pc()});
    return slot;
  }

  Unit unit(uint32_t index, Op last) {
    const Template& one = out_->set.templates[index];
    slots_ = 0;
    loop_depth_ = 0;
    occurrences_.clear();
    slot_scopes_.clear();
    loops_.clear();
    Scope scope;
    Unit made;
    made.pc = pc();
    made.source = index;
    made.parameters = uint32_t(one.parameters.size());
    for (const std::string& name : one.parameters) scope.variables[name] = new_slot();
    pattern(one.pattern, scope);
    emit(last);
    made.slots = slots_;
    analyse(made.pc, last == Op::accept);
    return made;
  }

  // Which variables can be bound before a remembering instruction and tested after it.
  void analyse(uint32_t begin, bool top) {
    for (uint32_t p = begin; p < pc(); ++p) {
      Instruction& in = out_->code[p];
      if (in.op != Op::greedy && in.op != Op::lazy && in.op != Op::loop) continue;
      if (!top || in.in_loop) continue;  // inside a procedure the rest depends on the caller
      std::set<uint32_t> used;
      for (uint32_t slot = 0; slot < slots_; ++slot)
        if (in_use(slot, p)) used.insert(slot);
      in.memo = out_->memos++;
      out_->in_use.emplace_back(used.begin(), used.end());
      in.in_use = uint32_t(out_->in_use.size() - 1);
    }
  }
  bool in_use(uint32_t slot, uint32_t p) const {
    bool before = false, after = false;
    const Range scope = slot_scopes_[slot];
    if (p < scope.begin || p >= scope.end) return false;
    for (const Occurrence& one : occurrences_) {
      if (one.slot != slot) continue;
      (one.pc < p ? before : after) = true;
      for (const Range& loop : loops_)
        if (loop.begin <= p && p < loop.end && loop.begin <= one.pc && one.pc < loop.end &&
            loop.begin >= scope.begin && loop.end <= scope.end)
          return true;
    }
    return before && after;
  }

  void pattern(const Pattern& p, Scope& scope) {
    if (too_large_) return;
    switch (p.kind) {
      case Pattern::Kind::token: emit(Op::token, test(p.tests[0], scope)); break;
      case Pattern::Kind::any: emit(Op::any); break;
      case Pattern::Kind::none_of: {
        auto [first, last] = tests(p.tests, scope);
        emit(Op::none_of, first, last);
        break;
      }
      case Pattern::Kind::times: emit(Op::skip, p.count); break;
      case Pattern::Kind::optional: optional(p, scope); break;
      case Pattern::Kind::plus:
      case Pattern::Kind::star: loop(p, scope); break;
      case Pattern::Kind::once: {
        uint32_t slot = new_slot();
        emit(Op::once_begin, slot);
        pattern(p.parts[0], scope);
        emit(Op::once_end, slot);
        break;
      }
      case Pattern::Kind::bind: {
        uint32_t slot = new_slot();
        emit(Op::mark, slot);
        pattern(p.parts[0], scope);
        uint32_t name = variable(scope, p.name);
        emit(Op::bind, slot, name);
        break;
      }
      case Pattern::Kind::sequence:
      case Pattern::Kind::literal:
        for (const Pattern& part : p.parts) pattern(part, scope);
        break;
      case Pattern::Kind::either:
        either(p.parts.size(), [&](size_t i) { pattern(p.parts[i], scope); });
        break;
      case Pattern::Kind::call: call(p, scope); break;
      case Pattern::Kind::code: code(p, scope); break;
    }
  }

  template <class Part>
  void either(size_t count, Part&& part) {
    std::vector<uint32_t> jumps;
    for (size_t i = 0; i < count; ++i) {
      uint32_t split = i + 1 < count ? emit(Op::split, pc() + 1) : kNone;
      part(i);
      if (split == kNone) break;
      jumps.push_back(emit(Op::jump));
      out_->code[split].b = pc();
    }
    for (uint32_t jump : jumps) out_->code[jump].a = pc();
  }

  void optional(const Pattern& p, Scope& scope) {
    uint32_t split = emit(Op::split);
    pattern(p.parts[0], scope);
    aim(split, split + 1, pc(), p.moderate);
  }
  void aim(uint32_t split, uint32_t body, uint32_t out, bool moderate) {
    out_->code[split].a = moderate ? out : body;
    out_->code[split].b = moderate ? body : out;
  }

  // An iteration that took no token is not repeated: P* ends there.
  void loop(const Pattern& p, Scope& scope) {
    const Pattern& body = p.parts[0];
    const bool plus = p.kind == Pattern::Kind::plus;
    if (std::optional<Single> one = single(body, scope)) {
      emit(p.moderate ? Op::lazy : Op::greedy, put(out_->singles, *one), plus);
      return;
    }
    uint32_t slot = new_slot();
    uint32_t jump = kNone;
    emit(plus ? Op::clear : Op::mark, slot);
    if (!plus) jump = emit(Op::jump);
    uint32_t begin = pc();
    ++loop_depth_;
    pattern(body, scope);
    --loop_depth_;
    emit(Op::progress, slot);
    emit(Op::mark, slot);
    uint32_t split = emit(Op::loop);
    if (jump != kNone) out_->code[jump].a = split;
    aim(split, begin, pc(), p.moderate);
    loops_.push_back({begin, pc()});
  }

  static bool has_variable(const std::vector<TokenTest>& tests) {
    for (const TokenTest& test : tests)
      for (const FeatureTest& feature : test.features)
        if (feature.value.is_variable() ||
            (feature.value.kind == Term::Kind::regex && feature.value.regex->group_count()))
          return true;
    return false;
  }
  std::optional<Single> single(const Pattern& p, Scope& scope) {
    if (p.kind == Pattern::Kind::any) return Single{Op::any};
    if (p.kind == Pattern::Kind::token && !has_variable(p.tests))
      return Single{Op::token, test(p.tests[0], scope)};
    if (p.kind == Pattern::Kind::none_of && !has_variable(p.tests)) {
      auto [first, last] = tests(p.tests, scope);
      return Single{Op::none_of, first, last};
    }
    return std::nullopt;
  }

  uint32_t test(const TokenTest& one, Scope& scope) {
    CompiledTest made;
    made.type = one.type;
    for (const FeatureTest& feature : one.features) {
      CompiledFeature compiled;
      compiled.test = feature;
      if (feature.value.is_variable()) {
        compiled.variable = variable(scope, feature.value.text);
      } else if (feature.value.kind == Term::Kind::regex) {
        const std::vector<std::string>& names = feature.value.regex->group_names();
        for (size_t g = 1; g < names.size(); ++g)
          if (!names[g].empty()) compiled.groups.emplace_back(g, variable(scope, names[g]));
      }
      made.binds = made.binds || compiled.binds();
      made.features.push_back(std::move(compiled));
    }
    // Constants first: cheap, and nothing is bound in vain.
    std::stable_partition(made.features.begin(), made.features.end(),
                          [](const CompiledFeature& f) { return !f.binds(); });
    return put(out_->tests, std::move(made));
  }
  std::pair<uint32_t, uint32_t> tests(const std::vector<TokenTest>& all, Scope& scope) {
    uint32_t first = uint32_t(out_->tests.size());
    for (const TokenTest& one : all) test(one, scope);
    return {first, uint32_t(out_->tests.size())};
  }

  void code(const Pattern& p, Scope& scope) {
    Goal goal;
    goal.text = p.name;
    goal.at = p.at;
    goal.names = variables_of_goal(p.name);
    for (const std::string& name : goal.names) goal.variables.push_back(variable(scope, name));
    goal.native = NativeGoal::parse(p.name);
    emit(Op::code, put(out_->goals, std::move(goal)));
  }

  void call(const Pattern& p, Scope& scope) {
    std::vector<Term> arguments = p.arguments;
    const TemplateSet& set = out_->set;
    std::vector<const Template*> called;
    for (const Template& one : set.templates)
      if (one.name == p.name) called.push_back(&one);
    if (called.empty()) return;  // parse() has refused it
    if (arguments.size() == called[0]->parameters.size() + 1) arguments.erase(arguments.begin());
    uint32_t depth = 0;
    for (const Scope* s = &scope; s; s = s->caller) ++depth;
    if (recursive_.count(p.name) || depth > kMaxInline) return call_procedure(p.name, arguments, scope);
    either(called.size(), [&](size_t i) { copy_in(*called[i], arguments, scope); });
  }

  void copy_in(const Template& one, const std::vector<Term>& arguments, Scope& caller) {
    Scope scope{{}, &caller};
    const uint32_t begin = pc(), first = slots_;
    std::vector<std::pair<uint32_t, Term>> constants;
    for (size_t i = 0; i < one.parameters.size(); ++i) {
      if (arguments[i].is_variable()) {
        scope.variables[one.parameters[i]] = variable(caller, arguments[i].text);
      } else {
        uint32_t slot = scope.variables[one.parameters[i]] = new_slot();
        if (arguments[i].kind != Term::Kind::any) constants.push_back({slot, arguments[i]});
      }
    }
    std::vector<std::string> names;
    collect_variables(one.pattern, names);
    for (const std::string& name : names)
      if (!scope.variables.count(name)) scope.variables[name] = new_slot();
    // A variable() of the caller may have made a slot in between: only what is new here is fresh.
    std::vector<uint32_t> locals;
    for (auto& [name, slot] : scope.variables)
      if (slot >= first && !is_callers(caller, slot)) locals.push_back(slot);
    if (loop_depth_)
      for (uint32_t slot : locals) emit(Op::fresh, slot, slot + 1);
    for (auto& [slot, constant] : constants) {
      occurrences_.push_back({slot, pc()});
      emit(Op::constant, put(out_->constants, constant), slot);
    }
    pattern(one.pattern, scope);
    for (uint32_t slot : locals) slot_scopes_[slot] = {begin, pc()};
  }
  static bool is_callers(const Scope& caller, uint32_t slot) {
    return std::ranges::any_of(caller.variables, [&](const auto& known) { return known.second == slot; });
  }

  void call_procedure(const std::string& name, const std::vector<Term>& arguments, Scope& scope) {
    auto found = std::ranges::find(procedure_names_, name);
    uint32_t index = uint32_t(found - procedure_names_.begin());
    if (found == procedure_names_.end()) {
      procedure_names_.push_back(name);
      out_->procedures.emplace_back();
    }
    std::vector<Argument> made;
    for (const Term& term : arguments) {
      Argument argument;
      if (term.is_variable()) argument.variable = variable(scope, term.text);
      else argument.constant = term;
      made.push_back(std::move(argument));
    }
    emit(Op::call, index, put(out_->arguments, std::move(made)));
  }

  // --- what can come first after a loop
  void compute_firsts() {
    for (uint32_t p = 0; p < out_->code.size(); ++p) {
      Instruction& in = out_->code[p];
      if (in.op != Op::greedy && in.op != Op::lazy) continue;
      std::vector<Single> first;
      uint32_t left = 64;
      if (collect_first(p + 1, first, left)) {
        out_->firsts.push_back(std::move(first));
        in.c = uint32_t(out_->firsts.size());
      }
    }
  }
  // False: unknown, or it can go on without a token.
  bool collect_first(uint32_t at, std::vector<Single>& into, uint32_t& left) {
    while (true) {
      if (left-- == 0) return left = 0, false;
      const Instruction& in = out_->code[at];
      switch (in.op) {
        case Op::token:
        case Op::none_of:
          if (into.size() >= kMaxFirst) return false;
          into.push_back({in.op, in.a, in.b});
          return true;
        case Op::mark:
        case Op::clear:
        case Op::once_begin:
        case Op::progress:
        case Op::bind:
        case Op::code:
        case Op::fresh:
        case Op::constant: ++at; break;
        case Op::jump: at = in.a; break;
        case Op::split:
        case Op::loop: {
          uint32_t a = in.a, b = in.b;
          return collect_first(a, into, left) && collect_first(b, into, left);
        }
        case Op::greedy:
        case Op::lazy: {
          const Single& one = out_->singles[in.a];
          if (one.op == Op::any || into.size() >= kMaxFirst) return false;
          into.push_back(one);
          if (in.b) return true;
          ++at;
          break;
        }
        default: return false;  // once_end too: the first match inside must not depend on what follows
      }
    }
  }

  std::shared_ptr<Compiled> out_;
  std::set<std::string> recursive_;
  std::vector<std::string> procedure_names_;
  uint32_t slots_ = 0, loop_depth_ = 0;
  bool too_large_ = false;
  std::vector<Occurrence> occurrences_;
  std::vector<Range> slot_scopes_;
  std::vector<Range> loops_;
};

}  // namespace

std::vector<bool> only_in_goals(const Compiled& compiled, const Unit& unit) {
  std::vector<bool> goals(unit.slots), others(unit.slots), seen(compiled.code.size());
  auto test = [&](uint32_t t) {
    for (const CompiledFeature& feature : compiled.tests[t].features) {
      if (feature.variable != kNone) others[feature.variable] = true;
      for (const auto& group : feature.groups) others[group.second] = true;
    }
  };
  auto single = [&](Op op, uint32_t a, uint32_t b) {
    if (op == Op::token) test(a);
    for (uint32_t t = a; op == Op::none_of && t < b; ++t) test(t);
  };
  std::vector<uint32_t> open{unit.pc};
  while (!open.empty()) {
    const uint32_t pc = open.back();
    open.pop_back();
    if (pc >= seen.size() || seen[pc]) continue;
    seen[pc] = true;
    const Instruction& in = compiled.code[pc];
    switch (in.op) {
      case Op::token:
      case Op::none_of: single(in.op, in.a, in.b); break;
      case Op::greedy:
      case Op::lazy:
        single(compiled.singles[in.a].op, compiled.singles[in.a].a, compiled.singles[in.a].b);
        break;
      case Op::bind:
      case Op::constant: others[in.b] = true; break;
      case Op::fresh:
        for (uint32_t v = in.a; v < in.b; ++v) others[v] = true;
        break;
      case Op::call:
        for (const Argument& argument : compiled.arguments[in.b])
          if (argument.variable != kNone) others[argument.variable] = true;
        break;
      case Op::code:
        for (uint32_t v : compiled.goals[in.a].variables) goals[v] = true;
        break;
      default: break;
    }
    if (in.op == Op::accept || in.op == Op::ret) continue;
    if (in.op == Op::split || in.op == Op::loop) open.push_back(in.a), open.push_back(in.b);
    else open.push_back(in.op == Op::jump ? in.a : pc + 1);
  }
  std::vector<bool> out(unit.parameters);
  for (uint32_t v = 0; v < unit.parameters; ++v) out[v] = goals[v] && !others[v];
  return out;
}

bool Compiled::needs_code() const {
  return std::ranges::any_of(goals, [](const Goal& goal) { return !goal.native; });
}

Result<std::shared_ptr<const Compiled>> compile(TemplateSet set) { return Compiler(std::move(set)).run(); }

}  // namespace gleaner::templates
