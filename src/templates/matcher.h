// Matcher: enumerates the matches of a template on a token list, lazily and in the order the operators state.
//
// A backtracking machine with explicit stacks (no recursion over the page): choice points say where to go on,
// a trail undoes bindings. Order: greedy operators try one more iteration first, moderate ones stop first;
// alternatives in written order. For loops over single tokens that is exactly "longest first" and "shortest
// first"; for loops whose body is itself ambiguous it is most iterations first (resp. fewest), each in the
// body's order: strictly by length would need all matches before giving the first. An iteration that takes no
// token is not repeated. Failures are remembered per (loop, position) as long as no bound variable is in use
// there, so common patterns stay linear; beyond that, steps are budgeted and running out is reported. Oracle:
// oracle_test.cc enumerates lists straight from the definitions.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "base/budget.h"
#include "templates/compile.h"
#include "templates/value.h"

namespace gleaner::templates {

class Matcher {
 public:
  // All must outlive the matcher. `caller` may be null: goals that are not native then never hold (a
  // diagnostic says so).
  Matcher(const Compiled& compiled, std::string_view text, const std::vector<tokens::Token>& tokens,
          Budget& budget, CodeCaller* caller = nullptr);

  // Starts at the first token with the template `unit`. `known`: values that parameters have already.
  void start(const Unit& unit, const std::vector<std::optional<Value>>& known = {});
  // The next match; false when there is none or the budget is out.
  bool next();

  uint32_t position() const { return position_; }  // tokens matched
  // The value of the unit's variable; nothing if unbound. Valid until next().
  std::optional<Value> value(uint32_t variable) const;

  uint64_t steps() const { return steps_; }
  const std::optional<Diagnostic>& problem() const { return problem_; }  // why it ended early

 private:
  struct VariableState {
    enum class Kind : uint8_t { unbound, reference, value, position } kind = Kind::unbound;
    uint32_t index = 0;  // reference: slot; position
    Value value;
  };
  struct Frame {
    uint32_t return_pc, parent, base, depth;
  };
  struct Choice {
    enum class Kind : uint8_t { go, greedy, lazy, alternative, remember, code } kind;
    bool memo = false;
    uint32_t pc, position, trail, slots, frames, frame;
    // greedy: down to low, began at high; lazy: first position since the last match; alternative: its
    // number; code: which of calls_
    uint32_t low = 0, high = 0;
    uint64_t accepts = 0;
  };
  struct Trailed {
    uint32_t slot;
    VariableState old;
  };

  bool run(bool resume);
  bool step(const Instruction& in);
  bool step_on(const Instruction& in);
  void set_index(uint32_t variable, uint32_t index);
  void leave();
  bool backtrack();
  bool retry_range(Choice& choice);
  bool enter_lazy(const Instruction& in);
  bool enter_greedy(const Instruction& in);
  bool take_single(const Single& single, uint32_t at);
  bool quick(const Single& single, uint32_t at);
  bool can_go_on(uint32_t first, uint32_t at);
  bool unify(const CompiledTest& test, uint32_t at);
  bool fits_constants(const CompiledTest& test, const tokens::Token& token);
  bool bind_groups(const CompiledFeature& feature, const tokens::Token& token);
  bool excluded(uint32_t first, uint32_t last, uint32_t at);
  bool bind(uint32_t variable, const Value& value);
  bool bind_tokens(const Instruction& in);
  bool call(const Instruction& in, uint32_t alternative);
  bool call_code(const Instruction& in);
  bool next_solution(uint32_t call);
  bool ask(uint32_t call);
  void set(uint32_t absolute, VariableState slot);
  uint32_t resolve(uint32_t absolute) const;
  void push(Choice::Kind kind, uint32_t pc, uint32_t position);
  void restore(const Choice& choice);
  bool remembers(const Instruction& in) const;
  bool known_failure(const Instruction& in, uint32_t at) const;
  void remember(const Instruction& in, uint32_t from, uint32_t to);
  void fail_with(Diagnostic why);
  bool spend();
  Value constant_value(const Term& term) const;

  const Compiled& compiled_;
  std::string_view text_;
  const std::vector<tokens::Token>& tokens_;
  const uint32_t size_;
  Budget& budget_;
  CodeCaller* caller_;
  Arena arena_;

  uint32_t pc_ = 0, position_ = 0, frame_ = 0, base_ = 0;
  std::vector<VariableState> slots_;
  std::vector<Frame> frames_;
  std::vector<Choice> choices_;
  std::vector<Trailed> trail_;
  std::vector<std::vector<bool>> failed_;  // [memo][position]
  size_t memo_cells_ = 0;
  uint64_t accepts_ = 0, steps_ = 0, step_limit_ = 0, next_look_ = 0, reported_ = 0;
  bool started_ = false, done_ = true;
  // A code call that may have more solutions. Prolog is asked for some at a time, twice as many each time.
  struct CodeCall {
    uint32_t goal = 0, pc = 0, position = 0;
    std::vector<GoalVariable> variables = {};
    std::vector<std::vector<GoalVariable>> solutions = {};
    size_t next = 0;
    uint64_t asked = 0;
    bool more = true, pushed = false;
    std::set<std::string> seen = {};
  };
  std::vector<CodeCall> calls_;
  std::optional<Diagnostic> problem_;
};

}  // namespace gleaner::templates
