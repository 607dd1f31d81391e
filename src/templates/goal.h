// Code calls: {goal} in a pattern. Comparisons and arithmetic over bound variables are done here; everything
// else is handed to the CodeCaller (Prolog, see logic/bridge.h).
//
//   {Price < 100}   {Name \== "Total"}   {Gross is Net * 1.19}   {X > 1, X < 5}
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "base/result.h"
#include "templates/value.h"

namespace gleaner::templates {

// A variable of a goal and its value, if it has one.
struct GoalVariable {
  std::string name;
  std::optional<Value> value;
};

class CodeCaller {
 public:
  virtual ~CodeCaller() = default;
  // The goal's solutions from number `skip` on, at most `most` of them: each is the variables, those
  // without value filled in that it binds (texts live in the arena). True: there may be more. A
  // fault of the goal is an error.
  virtual Result<bool> solve(const std::string& goal, const std::vector<GoalVariable>& variables,
                             Arena& arena, uint64_t skip, uint64_t most,
                             std::vector<std::vector<GoalVariable>>& into) = 0;
};

// Names of the variables in a goal's text, each once, in order.
std::vector<std::string> variables_of_goal(std::string_view goal);

// A goal of comparisons and arithmetic only.
class NativeGoal {
 public:
  // Nothing if the goal is of another kind.
  static std::optional<NativeGoal> parse(std::string_view goal);
  // Is it true? Fills in the variables that it binds; it has one solution at most. A comparison with an
  // unbound variable or a text as number is false.
  bool call(std::vector<GoalVariable>& variables, Arena& arena) const;

 private:
  friend class GoalParser;
  struct Expression {
    enum class Kind : uint8_t {
      number,
      text,
      variable,
      add,
      subtract,
      multiply,
      divide,
      negate
    } kind = Kind::number;
    double number = 0;
    std::string text;
    std::vector<Expression> parts;
  };
  struct Comparison {
    std::string op;
    Expression left, right;
  };
  static std::optional<double> number_of(const Expression& e, const std::vector<GoalVariable>& variables);
  static std::optional<Value> value_of(const Expression& e, const std::vector<GoalVariable>& variables,
                                       Arena& arena);
  bool holds(const Comparison& c, std::vector<GoalVariable>& variables, Arena& arena) const;

  std::vector<Comparison> all_;
};

}  // namespace gleaner::templates
