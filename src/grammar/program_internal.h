// The stages of compiling a rule, each with a file of its own. For program*.cc only.
//
//   program_steps.cc   the tree as steps with epsilon moves (what Thompson's construction gives), built
//                      from the end backwards
//   program_edges.cc   points and edges without epsilon moves; what lies on the way becomes actions of the
//                      edge
//   program_bytes.cc   characters to bytes and classes of bytes; which points surely accept
#pragma once

#include <vector>

#include "grammar/code_set.h"
#include "grammar/program.h"

namespace gleaner::grammar {

struct Step {
  enum class Kind : uint8_t { character, split, action, prune, begin_test, end_test, call, leave, accept };
  Kind kind;
  uint32_t argument = 0;  // character: set number; end_test: code; call: rule
  Action action{};
  uint32_t next = kNone;
  std::vector<uint32_t> ways = {};  // split, in order of preference
  uint32_t rule = kNone;
  uint32_t offset = 0;
};

// A set of characters and what reading one of them costs.
struct SetUse {
  CodeSet set;
  uint32_t cost;
  auto operator<=>(const SetUse&) const = default;
};

struct Steps {
  std::vector<Step> steps;
  std::vector<SetUse> sets;
  uint32_t start = kNone;
};
Steps build_steps(const Grammar& grammar, uint32_t entry, const ProgramOptions& options, Program& program);

struct RawEdge {
  Edge edge;
  uint32_t set = kNone;  // character: number of its set
};
struct RawPoint {
  uint32_t step = kNone;
  std::vector<RawEdge> edges = {};
};
std::vector<RawPoint> close_steps(const Steps& built, Program& program);

void make_bytes(const Steps& built, const std::vector<RawPoint>& points, Program& program);

}  // namespace gleaner::grammar
