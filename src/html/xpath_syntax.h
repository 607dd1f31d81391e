// XPath 1.0 as a tree of expressions, and the reader that makes it
// (https://www.w3.org/TR/xpath-10/, section 3). Internal to html.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace gleaner::html::xpath {

enum class Axis : uint8_t {
  child,
  descendant,
  descendant_or_self,
  parent,
  ancestor,
  ancestor_or_self,
  following_sibling,
  preceding_sibling,
  following,
  preceding,
  attribute,
  self,
  name_space,
};

enum class NodeTest : uint8_t { name, any_name, prefix, node, text, comment, instruction };

enum class Function : uint8_t {
  last,
  position,
  count,
  id,
  local_name,
  namespace_uri,
  name,
  string,
  concat,
  starts_with,
  contains,
  substring_before,
  substring_after,
  substring,
  string_length,
  normalize_space,
  translate,
  boolean,
  not_,
  true_,
  false_,
  lang,
  number,
  sum,
  floor,
  ceiling,
  round,
};

enum class Kind : uint8_t {
  or_,
  and_,
  equal,
  unequal,
  less,
  less_equal,
  greater,
  greater_equal,
  add,
  subtract,
  multiply,
  divide,
  modulo,
  negate,
  union_,
  path,
  filter,
  literal,
  number,
  function,
};

enum class Type : uint8_t { nodes, text, number, boolean };

struct Expression;
using ExpressionPtr = std::unique_ptr<Expression>;

struct Step {
  Axis axis = Axis::child;
  NodeTest test = NodeTest::node;
  std::string name;
  std::vector<ExpressionPtr> predicates;
};

struct Expression {
  Kind kind = Kind::literal;
  Type type = Type::text;
  Function function = Function::last;
  std::string text;         // literal
  double number = 0;        // number
  bool absolute = false;    // path: begins at the document
  std::vector<Step> steps;  // path
  // operators, arguments; filter: what is filtered, then the predicates; path: empty, or where it begins
  std::vector<ExpressionPtr> operands;
};

// Errors carry the column.
Result<ExpressionPtr> parse(std::string_view source);

}  // namespace gleaner::html::xpath
