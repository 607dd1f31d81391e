// Aggregates of a query, row by row: count sum avg min max list. What they keep does not grow with the rows
// (but for `list` and `distinct`). Null is left out, as in SQL; so is a text among numbers, and that is said.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "script/interpreter.h"

namespace gleaner::script {

class Aggregate {
 public:
  explicit Aggregate(const Ast& call);
  void take(Interpreter& in, const Value& value);
  Value result(Interpreter& in);

 private:
  enum class Kind : uint8_t { count, sum, avg, min, max, list };
  void add(Interpreter& in, const Value& value);
  void keep_extreme(Value& best, const Value& value) const;

  const Ast& call_;
  Kind kind_;
  uint64_t count_ = 0;
  __int128 whole_ = 0;  // the sum, while all are whole numbers
  bool all_whole_ = true;
  double total_ = 0, lost_ = 0;  // the sum and what rounding took from it (Neumaier)
  std::string unit_;
  bool units_ = false;   // several: they cannot be added
  Value number_, text_;  // the extreme of each
  uint64_t texts_ = 0;
  Value a_text_;
  std::vector<Value> all_;
  std::set<std::string> seen_;
};

}  // namespace gleaner::script
