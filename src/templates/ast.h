// Token templates as written: terms, token tests, patterns, templates (paper 003, sections 2.3-2.5; spec:
// templates.md).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "regex/regex.h"
#include "tokens/lexer_file.h"
#include "tokens/token.h"

namespace gleaner::templates {

struct Position {
  uint32_t line = 0, column = 0;
};

// What may stand for a feature's value or a call's argument.
struct Term {
  enum class Kind : uint8_t { any, variable, text, number, regex } kind = Kind::any;
  std::string text;  // variable: its name; number: as written; regex: its source
  double number = 0;
  bool ignore_case = false;  // regex
  std::shared_ptr<const regex::Regex> regex = nullptr;
  bool is_variable() const { return kind == Kind::variable; }
};

struct FeatureTest {
  std::string name;  // "" is the type's main feature
  Term value;
};

// One token: its type and features (directed unification: each of these must be in the token).
struct TokenTest {
  tokens::Type type = tokens::Type::word;
  std::string type_name;
  std::vector<FeatureTest> features;
  Position at;
};

struct Pattern {
  enum class Kind : uint8_t {
    token,     // test
    any,       // one token, whatever
    none_of,   // one token that is none of tests
    times,     // exactly count tokens
    optional,  // P? P??
    plus,      // P+ P+?
    star,      // P* P*?
    once,      // only the first match
    bind,      // name = P
    sequence,  // parts in order
    either,    // parts, alternatives
    call,      // name(arguments)
    code,      // {name}: the goal's text
    literal,   // "text": its tokens, kept together for printing; parts hold the tests
  };
  Kind kind = Kind::sequence;
  bool moderate = false;  // shortest first
  std::vector<Pattern> parts = {};
  std::vector<TokenTest> tests = {};  // token: one; none_of: all
  uint32_t count = 0;
  std::string name = {};             // bind, call, code, literal
  std::vector<Term> arguments = {};  // call
  Position at = {};
};

struct Template {
  std::string name;
  std::vector<std::string> parameters;  // without the document
  std::string document;                 // name of the document's parameter, "" if there is none
  Pattern pattern;
  Position at;
};

// The templates that a pattern calls, at any depth.
void collect_calls(const Pattern& pattern, std::set<std::string>& into);

// A .tpl file.
struct TemplateSet {
  std::vector<Template> templates;
  std::shared_ptr<const tokens::LexerFile> lexer;  // null: the default one
  std::string lexer_path;                          // as written
  std::vector<std::string> extract;  // which templates give records; empty: those that no other calls
  std::vector<std::string> page;     // one record a page: each of these templates gives a field of it
  // parameter -> field, where the name alone does not say it (learned: "lastName")
  std::map<std::string, std::string> fields;
  bool keep_whitespace = false;  // white space and comments are tokens too
  bool composites = true;        // dates, money, URLs, emails are one token each
  std::string file;              // for messages
  std::string source;            // as read; "" if made in memory

  // Names in order of first appearance.
  std::vector<std::string> names() const;
  // Names whose facts are records, see `extract`.
  std::vector<std::string> outputs() const;
  // Adds an error for each call that names no template or gives it the wrong arguments.
  void check(Diagnostics& into) const;
};

}  // namespace gleaner::templates
