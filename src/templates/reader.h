// Characters of a .tpl file to names, texts, numbers and values, with the place of every error.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "templates/ast.h"

namespace gleaner::templates {

bool is_variable_name(std::string_view name);  // Variable, _

class Reader {
 public:
  Reader(std::string_view text, const std::string& file) : text_(text), file_(file) {}

 protected:
  // Thrown by fail() up to where reading can go on.
  struct Stop {};
  [[noreturn]] void fail(std::string message, std::string hint = {}, std::optional<Position> where = {});
  void note(std::string message, std::string hint, Position where);
  // Behind the next full stop that ends a line.
  void recover();

  Position position();
  void skip();  // white space and comments
  bool at_end() { return skip(), at_ >= text_.size(); }
  char next() const { return at_ < text_.size() ? text_[at_] : 0; }
  bool looking_at(std::string_view what);
  bool take(std::string_view what);
  void need(std::string_view what, std::string_view after);

  std::string name();          // empty if none stands here
  std::string feature_name();  // attributes may hold '-'; ':' is written quoted
  std::string quoted();        // REQUIRES: looking_at("\"")
  Term term();

  std::string_view text_;
  std::string file_;
  Diagnostics errors_;
  size_t at_ = 0;

 private:
  void number(Term& made);
  void regex(Term& made);

  size_t counted_ = 0;  // position() has counted lines and columns up to here
  Position here_{1, 1};
};

}  // namespace gleaner::templates
