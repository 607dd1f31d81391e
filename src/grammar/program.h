// Program: one rule of a grammar, compiled to be an entry point.
//
// The rule tree becomes an automaton of numbered points; a point stands between characters, and its edges
// (computed once, epsilon-free: paper, section 4.2, Grammar Representation) lead over one character to the
// next point. Edges stand in order of preference and carry the actions that a path through them performs.
// Calls that are not recursive are inlined; recursive ones push a return point, except in tail position,
// where the actions left to do travel with the path instead (kTailCall). Characters are UTF-8: a set edge
// accepts a lead byte and pays the cost; points absorb continuation bytes free of charge, unless the set
// tells non-ASCII characters apart, which takes points in the middle of a character. So a byte is an
// automaton step, but costs are of characters. Bytes that no edge distinguishes are one class. Immutable once
// made; threads share it.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/result.h"
#include "grammar/syntax.h"

namespace gleaner::grammar {

// What happens on a path, in order. `argument` is named in the comment.
enum class Op : uint8_t {
  enter,       // rule
  exit,        // rule
  begin,       // binding: the variable's text begins here
  end,         // binding: ... and ends here
  code,        // code block
  skip_begin,  // a fallback skips from here
  skip_end,
  // list of actions to perform when the rule entered next is left (never seen outside the engine)
  tail_call,
};

struct Action {
  Op op;
  uint32_t argument;
  auto operator<=>(const Action&) const = default;
};
using Actions = std::vector<Action>;

// What an edge does to the stack of its path.
struct StackOp {
  enum class Kind : uint8_t {
    push,        // return point `argument`
    begin_test,  // remember the position: a predicate's text begins
    end_test,    // take it back and test code `argument` on the text between
    empty_test,  // test code `argument` on the empty text
  };
  Kind kind;
  uint32_t argument;
  auto operator<=>(const StackOp&) const = default;
};

struct Edge {
  enum class Kind : uint8_t { character, leave, accept, jump };
  // leave: return to the point on top of the stack; accept: the source may end here; jump: go on with the
  // edges of `target`, which many points share (without it, n alternatives in a repetition would be n x n
  // edges)
  Kind kind = Kind::character;
  bool prune = false;    // passes a `prune`
  bool skips = false;    // a character of a fallback
  uint32_t classes = 0;  // index into Program::classes
  uint32_t cost = 0;
  uint32_t target = 0;   // point
  uint32_t actions = 0;  // index into Program::actions, 0: none
  uint32_t stack = 0;    // index into Program::stack_ops, 0: none
};

struct Point {
  uint32_t first_edge = 0, edges = 0;
  uint32_t rule = kNone;  // the rule it lies in, for reports
  uint32_t offset = 0;    // what would come next, in the grammar's source
  bool inside_character = false;
  bool accepts_all = false;   // whatever follows, a path from here (with an empty stack) succeeds
  uint32_t sure_actions = 0;  // how many leading actions all its edges share: they are certain on arrival
};

struct ProgramOptions {
  uint32_t inline_points = 20'000;  // calls are inlined while the program stays below this
};

class Program {
 public:
  static constexpr uint32_t kFallbackCost = 0xffffffff;

  // REQUIRES: the grammar was checked and outlives the program.
  static Result<std::shared_ptr<const Program>> compile(const Grammar& grammar, uint32_t entry,
                                                        const ProgramOptions& options = {});

  const Grammar* grammar = nullptr;
  uint32_t entry = kNone;
  uint32_t start = 0;
  std::vector<Point> points;
  std::vector<Edge> edges;
  std::vector<Binding> bindings;
  std::vector<Actions> actions;                 // [0] is empty
  std::vector<std::vector<StackOp>> stack_ops;  // [0] is empty
  std::vector<std::bitset<256>> classes;        // sets of byte classes
  std::array<uint8_t, 256> class_of{};          // byte -> class
  std::bitset<256> continuation;                // classes of continuation bytes
  uint32_t class_count = 0;
  bool has_tests = false, has_calls = false;

  std::span<const Edge> edges_of(const Point& point) const {
    return {edges.data() + point.first_edge, point.edges};
  }
  // For `gleaner debug automaton` (automaton_text.cc): a text for people, and a Graphviz graph.
  std::string to_string() const;
  std::string to_dot() const;
};

}  // namespace gleaner::grammar
