// The rule language as a tree: what the parser makes, the checks read, and the compiler and the reference
// interpreter run.
//
//   rule NAME [: result] is PRODUCTION end        strict rule ...: no fallbacks in this rule
//   E1 E2   E1 | E2   E? E* E+ E{n} E{m,n}   (E)   .   [A-Z]   [^A-Z]   'text'   name()   v = E   v += E
//   accept E if EXPRESSION;   do STATEMENTS end   prune
//
// Code (statements and expressions) is kept as a range of the source: the language that runs it is a layer
// above.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "grammar/code_set.h"

namespace gleaner::grammar {

inline constexpr uint32_t kNone = 0xffffffff;

struct Node {
  enum class Kind : uint8_t {
    sequence,  // children in order; none: matches nothing
    choice,    // the earlier is preferred among equals
    optional,  // of child 0
    star,
    plus,
    set,      // one character
    literal,  // `text`, character by character
    call,     // of rule `name`, resolved to `target`
    assign,   // child 0 into variable `variable` of the rule
    accept,   // child 0 if code `code` holds
    code,     // block `code`
    prune,
    // skip any number of characters, each at a cost worse than any production; made by add_fallbacks
    fallback,
  };
  Kind kind = Kind::sequence;
  bool append = false;   // assign: +=
  bool between = false;  // plus: a fallback before each further repetition; made by add_fallbacks
  bool counted = false;  // sequence: made of E{n} or E{m,n}
  uint32_t offset = 0;   // where it stands in the grammar's source
  uint32_t variable = kNone;
  uint32_t target = kNone;
  uint32_t code = kNone;
  std::string name;
  CodeSet set;
  std::vector<uint32_t> text;  // characters of a literal
  std::vector<Node> children;
};

struct Variable {
  std::string name;
  bool list = false;  // assigned with +=
  // its values are results of this rule (the last such assignment), or matched text
  uint32_t rule = kNone;
  uint32_t offset = 0;
};

struct Rule {
  std::string name;
  std::string result;  // the variable whose value the rule gives; empty: the matched text
  bool strict = false;
  bool skips = false;  // it has fallbacks (fallback.h); made by check_grammar
  Node body;
  std::vector<Variable> variables;
  uint32_t offset = 0;  // of the name in the source
  uint32_t begin = 0, end = 0;
  bool has_code = false;  // a code block stands in its body
};

struct Code {
  bool predicate = false;       // an expression after `if`, else statements between `do` and `end`
  uint32_t begin = 0, end = 0;  // range of the source
  uint32_t rule = kNone;
};

// The assignments of all rules, numbered through; events name them by this number.
struct Binding {
  uint32_t rule = kNone, variable = kNone;
  bool append = false;
  uint32_t called = kNone;  // the production is a call of this rule alone: its result is the value
  // of a fixed width, E{n}: in records the blanks that fill it up are no part of the value
  bool padded = false;
};

struct Grammar {
  std::string file;  // for messages
  std::string source;
  std::vector<Rule> rules;
  std::vector<Code> codes;

  const Rule* find(std::string_view name) const;
  uint32_t index_of(std::string_view name) const;  // kNone if there is none
  uint32_t line_of(uint32_t offset) const;         // in the source
};

// "message" at an offset of the source: line, column, and the line itself with a caret below.
Diagnostic syntax_error(const Grammar& grammar, uint32_t offset, std::string message, std::string hint = {});
// Line and column of a place in a text.
Where where_in(std::string_view source, size_t offset, const std::string& file);

}  // namespace gleaner::grammar
