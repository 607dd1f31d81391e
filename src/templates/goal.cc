// See goal.h. The parser of goals that need no Prolog, and their evaluation.
#include "templates/goal.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "base/lists.h"
#include "base/text.h"

namespace gleaner::templates {

static bool atom_character(char c) { return is_alnum(c) || c == '_'; }

std::vector<std::string> variables_of_goal(std::string_view goal) {
  std::vector<std::string> names;
  for (size_t at = 0; at < goal.size();) {
    char c = goal[at];
    if (c == '"' || c == '\'') {
      for (++at; at < goal.size() && goal[at] != c; ++at)
        if (goal[at] == '\\') ++at;
      ++at;
    } else if (atom_character(c)) {
      size_t begin = at;
      while (at < goal.size() && atom_character(goal[at])) ++at;
      std::string name(goal.substr(begin, at - begin));
      bool variable = (name[0] >= 'A' && name[0] <= 'Z') || (name[0] == '_' && name.size() > 1);
      if (variable && !contains(names, name)) names.push_back(std::move(name));
    } else {
      ++at;
    }
  }
  return names;
}

// Goals of the form  expression op expression {, ...}.
class GoalParser {
 public:
  using Expression = NativeGoal::Expression;
  explicit GoalParser(std::string_view text) : text_(text) {}

  bool parse(NativeGoal& goal) {
    do {
      NativeGoal::Comparison one;
      if (!sum(one.left) || !op(one.op) || !sum(one.right)) return false;
      if ((one.op == "is" || one.op == "=") && one.left.kind != Expression::Kind::variable) return false;
      goal.all_.push_back(std::move(one));
    } while (take(","));
    skip();
    return at_ == text_.size();
  }

 private:
  void skip() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }
  bool take(std::string_view what) {
    skip();
    if (text_.substr(at_, what.size()) != what) return false;
    at_ += what.size();
    return true;
  }
  bool op(std::string& out) {
    for (std::string_view one : {"=:=", "=\\=", "\\==", "==", "=<", ">=", "<", ">", "is ", "\\=", "="})
      if (take(one)) return out = trim(one), true;
    return false;
  }
  bool binary(Expression& left, Expression::Kind kind, bool (GoalParser::*next)(Expression&)) {
    Expression both;
    both.kind = kind;
    both.parts.push_back(std::move(left));
    both.parts.emplace_back();
    if (!(this->*next)(both.parts[1])) return false;
    left = std::move(both);
    return true;
  }
  bool sum(Expression& e) {
    return chain(e, &GoalParser::product, "+", Expression::Kind::add, "-", Expression::Kind::subtract);
  }
  bool product(Expression& e) {
    return chain(e, &GoalParser::atom, "*", Expression::Kind::multiply, "/", Expression::Kind::divide);
  }
  // Operands with one of two signs between them, from the left.
  bool chain(Expression& e, bool (GoalParser::*operand)(Expression&), std::string_view one,
             Expression::Kind first, std::string_view other, Expression::Kind second) {
    if (!(this->*operand)(e)) return false;
    while (true) {
      const bool is_first = take(one);
      if (!is_first && !take(other)) return true;
      if (!binary(e, is_first ? first : second, operand)) return false;
    }
  }
  bool atom(Expression& e) {
    if (++depth_ > 200) return false;
    if (take("(")) return sum(e) && take(")");
    if (take("-")) {
      e.kind = Expression::Kind::negate;
      e.parts.emplace_back();
      return atom(e.parts[0]);
    }
    skip();
    if (at_ >= text_.size()) return false;
    char c = text_[at_];
    if (is_digit(c)) {
      auto [end, wrong] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), e.number);
      if (wrong != std::errc()) return false;
      at_ = size_t(end - text_.data());
      return true;
    }
    if (c == '"' || c == '\'') return quoted(e, c);
    size_t begin = at_;
    while (at_ < text_.size() && atom_character(text_[at_])) ++at_;
    if (at_ == begin) return false;
    e.text = text_.substr(begin, at_ - begin);
    const bool capital = (c >= 'A' && c <= 'Z') || (c == '_' && e.text.size() > 1);
    e.kind = capital ? Expression::Kind::variable : Expression::Kind::text;
    if (c == '_' && e.text.size() == 1) return false;
    skip();
    return at_ >= text_.size() || text_[at_] != '(';  // f(x): not ours
  }
  bool quoted(Expression& e, char quote) {
    e.kind = Expression::Kind::text;
    for (++at_; at_ < text_.size() && text_[at_] != quote; ++at_) {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
      e.text += text_[at_];
    }
    if (at_ >= text_.size()) return false;
    ++at_;
    return true;
  }

  std::string_view text_;
  size_t at_ = 0;
  int depth_ = 0;
};

std::optional<NativeGoal> NativeGoal::parse(std::string_view goal) {
  NativeGoal made;
  if (!GoalParser(goal).parse(made)) return std::nullopt;
  return made;
}

std::optional<double> NativeGoal::number_of(const Expression& e, const std::vector<GoalVariable>& variables) {
  using Kind = Expression::Kind;
  switch (e.kind) {
    case Kind::number: return e.number;
    case Kind::text: return std::nullopt;
    case Kind::variable:
      for (const GoalVariable& variable : variables)
        if (variable.name == e.text && variable.value && variable.value->numeric)
          return variable.value->number;
      return std::nullopt;
    case Kind::negate: {
      auto inner = number_of(e.parts[0], variables);
      if (inner) *inner = -*inner;
      return inner;
    }
    default: break;
  }
  auto left = number_of(e.parts[0], variables), right = number_of(e.parts[1], variables);
  if (!left || !right) return std::nullopt;
  if (e.kind == Kind::add) return *left + *right;
  if (e.kind == Kind::subtract) return *left - *right;
  if (e.kind == Kind::multiply) return *left * *right;
  return *right == 0 ? std::nullopt : std::optional<double>(*left / *right);
}

std::optional<Value> NativeGoal::value_of(const Expression& e, const std::vector<GoalVariable>& variables,
                                          Arena& arena) {
  Value value;
  if (e.kind == Expression::Kind::text) {
    value.text = e.text;
    return value;
  }
  if (e.kind == Expression::Kind::variable) {
    for (const GoalVariable& variable : variables)
      if (variable.name == e.text) return variable.value;
    return std::nullopt;
  }
  auto number = number_of(e, variables);
  if (!number) return std::nullopt;
  value.numeric = true;
  value.number = *number;
  value.text = arena.copy(fmt::format("{}", *number));
  return value;
}

bool NativeGoal::holds(const Comparison& c, std::vector<GoalVariable>& variables, Arena& arena) const {
  if (c.op == "is" || c.op == "=") {
    std::optional<Value> right = value_of(c.right, variables, arena);
    if (!right || (c.op == "is" && !right->numeric)) return false;
    for (GoalVariable& variable : variables)
      if (variable.name == c.left.text) {
        if (variable.value) return same(*variable.value, *right);
        variable.value = right;
        return true;
      }
    return false;
  }
  if (c.op == "==" || c.op == "\\==" || c.op == "\\=") {
    auto left = value_of(c.left, variables, arena), right = value_of(c.right, variables, arena);
    if (!left || !right) return c.op == "\\==";
    return same(*left, *right) == (c.op == "==");
  }
  auto left = number_of(c.left, variables), right = number_of(c.right, variables);
  if (!left || !right) return false;
  if (c.op == "<") return *left < *right;
  if (c.op == ">") return *left > *right;
  if (c.op == "=<") return *left <= *right;
  if (c.op == ">=") return *left >= *right;
  if (c.op == "=:=") return *left == *right;
  return *left != *right;
}

bool NativeGoal::call(std::vector<GoalVariable>& variables, Arena& arena) const {
  return std::ranges::all_of(all_, [&](const Comparison& one) { return holds(one, variables, arena); });
}

}  // namespace gleaner::templates
