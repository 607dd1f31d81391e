// Patterns compiled to instructions of a backtracking machine (matcher.h runs them).
//
// Calls of templates that are not recursive are copied in place; recursive ones become procedures. Loops over
// single tokens without variables (any*?, not(...)+) are one instruction each. Where a loop goes on with a
// token, the tests that can come first are known, so the machine passes over places that cannot go on without
// trying them.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "templates/ast.h"
#include "templates/goal.h"

namespace gleaner::templates {

enum class Op : uint8_t {
  token,  // a: test
  any,
  none_of,     // a, b: tests [a, b)
  skip,        // a: count
  split,       // a: first, b: then
  loop,        // the same at a loop's head, failures remembered (memo)
  jump,        // a
  mark,        // a: slot = position
  clear,       // a: slot = nowhere
  progress,    // a: fail if the position is the slot's
  bind,        // a: slot with the start, b: variable
  once_begin,  // a: slot
  once_end,    // a: slot
  greedy,      // a: single, b: at least, c: first set + 1; memo
  lazy,        // the same, shortest first
  fresh,       // a, b: variables [a, b) are unbound again
  constant,    // a: constant, b: variable
  call,        // a: procedure, b: arguments
  code,        // a: goal
  ret,
  accept,
};

inline constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();

struct Instruction {
  Op op;
  uint32_t a = 0, b = 0, c = 0;
  uint32_t memo = kNone;  // number of the table of failures
  // what fails here may depend on the loop around it (an iteration must take a token): not remembered
  bool in_loop = false;
  uint32_t in_use = kNone;  // variables that must be unbound for remembering, index into Compiled::in_use
};

struct CompiledFeature {
  FeatureTest test;  // a constant, or
  uint32_t variable = kNone;
  std::vector<std::pair<size_t, uint32_t>> groups;  // regex: named groups bind the variables of their names
  bool binds() const { return variable != kNone || !groups.empty(); }
};
struct CompiledTest {
  tokens::Type type;
  std::vector<CompiledFeature> features;
  bool binds = false;
};
// One token, whatever it takes: kind token (tests[a]), any, none_of (tests [a, b)).
struct Single {
  Op op;
  uint32_t a = 0, b = 0;
};
struct Argument {
  uint32_t variable = kNone;  // or
  Term constant;              // Kind::any: nothing
};
struct Goal {
  std::string text;
  std::vector<std::string> names;
  std::vector<uint32_t> variables;
  std::optional<NativeGoal> native;
  Position at;
};
struct Unit {  // one template: code from pc on; parameters are its first variables
  uint32_t pc = 0, slots = 0, parameters = 0;
  uint32_t source = 0;  // index into TemplateSet::templates
};

struct Compiled {
  TemplateSet set;
  std::vector<Instruction> code;
  std::vector<CompiledTest> tests;
  std::vector<Single> singles;
  std::vector<std::vector<Single>> firsts;  // what can come first
  std::vector<std::vector<uint32_t>> in_use;
  std::vector<Term> constants;
  std::vector<std::vector<Argument>> arguments;
  std::vector<Goal> goals;
  std::vector<std::vector<Unit>> procedures;  // of recursive templates: alternatives
  uint32_t memos = 0;
  struct Output {
    std::string name;
    std::vector<std::string> parameters;
    std::vector<Unit> units;  // alternatives in order
  };
  std::vector<Output> outputs;  // every template of the set, in order of first appearance
  bool needs_code() const;      // some goal is not native
};

Result<std::shared_ptr<const Compiled>> compile(TemplateSet set);
// By parameter of the unit: only goals use it. A value that is known before the match is given to those:
// tokens are compared with it afterwards, by whoever asked.
std::vector<bool> only_in_goals(const Compiled& compiled, const Unit& unit);

}  // namespace gleaner::templates
