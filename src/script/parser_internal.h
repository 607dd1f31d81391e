// Parser: the script parser's own class, cut over several files by what it reads. Internal to script.
//
// Recursive descent. Names are resolved when the scope that may declare them closes, so a function may be
// used before it is defined. Inside, errors are exceptions: a parser that returns a Result from every
// function is twice as long.
#pragma once

#include <optional>
#include <set>

#include "base/text.h"
#include "script/parser.h"

namespace gleaner::script {

using grammar::kNone;

struct Failure {  // ends in parse_script
  Diagnostic why;
};

bool is_reserved(std::string_view word);
// Words that end a source or a selected value in a query; elsewhere they are names.
bool is_query_word(std::string_view word);

class Parser {
 public:
  Parser(Script& script, const ParseOptions& options)
      : script_(script),
        s_(script.grammar.source),
        known_(options.known_globals.begin(), options.known_globals.end()) {}

  void parse();

 private:
  static constexpr uint32_t kMaxDepth = 300;    // of statements and expressions in one another
  static constexpr uint32_t kMaxHeight = 1000;  // of the tree: a + b + c + ... is as high as it is long
  struct Token {
    enum Kind : uint8_t { end, name, digits, text, op } kind = end;
    std::string_view word;  // as written
    std::string string;     // text: decoded
    double number = 0;
    size_t begin = 0, after = 0;
  };
  struct Scope {
    Unit* unit;
    Scope* outer;
    bool top;
    std::vector<Ast*> names = {};         // to resolve when the scope closes
    std::set<std::string> assigned = {};  // top: globals
  };
  struct Operator {
    AK kind;
    int level;
  };

  // One level further down while it lives.
  class Nested {
   public:
    Nested(Parser& parser, const char* what) : parser_(parser) {
      if (++parser.depth_ > kMaxDepth)
        parser.fail(parser.token_.begin, std::string(what) + " are nested too deeply");
    }
    ~Nested() { --parser_.depth_; }

   private:
    Parser& parser_;
  };

  // --- tokens (parser_tokens.cc)
  void next();
  void text(char quote);
  void code_escape(size_t begin);
  bool is(std::string_view word) const;
  bool take(std::string_view word);
  void need(std::string_view word, std::string_view why = "");
  std::string found() const;
  std::string need_name(std::string_view what);
  [[noreturn]] void fail(size_t offset, std::string message, std::string hint = {}) const;
  AstPtr node(AK kind, size_t offset) const;
  // Puts a node below another. Fails where the tree gets too high.
  void adopt(Ast& parent, AstPtr kid) const;
  void grow(Ast& parent, const Ast& below) const;

  // --- definitions (parser.cc)
  void top_level(Ast& block);
  bool defines_type() const;
  void type_definition();
  // `method`: it has `self` before its parameters.
  std::shared_ptr<Unit> function_body(std::string name, size_t offset, Scope* outer_scope,
                                      bool method = false);

  // --- statements (parser_statements.cc)
  void unit_body(Unit& unit, Scope* around);
  AstPtr block_until(std::initializer_list<std::string_view> ends);
  void statement(Ast& block);
  AstPtr one_statement();
  AstPtr if_statement();
  AstPtr for_statement(size_t begin);
  AstPtr target_of(const std::string& name, size_t begin);
  static uint32_t add_local(Unit& unit, const std::string& name);
  uint32_t hidden_local();
  uint32_t global(const std::string& name);
  AstPtr assignment(size_t begin);
  void end_statement(const Ast& last);

  // --- navigation (parser_navigation.cc)
  std::string_view word_after() const;  // behind the token: a word, or one character
  bool begins_navigation() const;
  bool begins_target() const;
  AstPtr navigation(size_t begin);
  void navigation_parts(Ast& n);
  AstPtr on_error(size_t begin);
  void time_limit(Ast& n);
  AstPtr target();
  AstPtr alternative();
  void ordinal(Ast& n);
  AstPtr target_test(size_t begin);  // exists(T), count(T); null where it is something else

  // --- expressions (parser_expressions.cc)
  AstPtr expression();
  std::optional<Operator> operator_here() const;
  AstPtr binary(int level);
  AstPtr unary();
  AstPtr postfix(AstPtr left);
  void arguments(Ast& n);
  AstPtr aggregate(AstPtr n);
  AstPtr primary();
  AstPtr record(size_t begin);
  AstPtr word(size_t begin);
  AstPtr parallel(size_t begin);

  // --- queries (parser_queries.cc)
  AstPtr select();
  void select_core(Query& q,
                   bool further = false);  // further: behind a union, its order and limit are of the whole
  void order_and_limit(Query& q);
  void select_from(Query& q);
  AstPtr case_expression(size_t begin);
  AstPtr exists(size_t begin);
  AstPtr query_comparison(AstPtr left, bool& done);
  AstPtr null_test(AstPtr n) const;
  void by_name(const Query::Item& item, const Query& q);
  void selected_names(Ast& n, const Query& q, std::vector<std::pair<Ast*, uint32_t>>& found);
  Query::Item select_item();
  Query::Item key_item();
  Query::Source source();
  static void conjuncts(AstPtr e, std::vector<AstPtr>& out);

  // --- names (parser_names.cc)
  void close(Scope& scope);
  void rule_code();
  void condition(uint32_t c);
  void link();
  std::string suggestion(const std::string& name) const;

  Script& script_;
  std::string_view s_;
  std::set<std::string, std::less<>> known_;
  size_t at_ = 0;
  size_t last_end_ = 0;  // of the token before
  Token token_;
  Scope* scope_ = nullptr;
  Query* query_ = nullptr;
  bool in_query_ = false;
  uint32_t depth_ = 0;
  std::vector<Ast*> globals_;
  std::set<std::string> assigned_;
  bool in_rule_ = false;  // code of a rule: it may change variables of the script
};

}  // namespace gleaner::script
