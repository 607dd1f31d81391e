// See xpath_syntax.h. Characters to tokens to expressions, by recursive descent; each rule of the grammar is
// a function. Nesting is limited, so that a hostile expression cannot exhaust the stack.
#include "html/xpath_syntax.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "base/text.h"

namespace gleaner::html::xpath {
namespace {

constexpr int kNesting = 200;

struct FunctionName {
  std::string_view name;
  Function function;
  Type type;
  size_t least, most;
};
constexpr size_t kMany = 1000;
constexpr FunctionName kFunctions[] = {
    {"last", Function::last, Type::number, 0, 0},
    {"position", Function::position, Type::number, 0, 0},
    {"count", Function::count, Type::number, 1, 1},
    {"id", Function::id, Type::nodes, 1, 1},
    {"local-name", Function::local_name, Type::text, 0, 1},
    {"namespace-uri", Function::namespace_uri, Type::text, 0, 1},
    {"name", Function::name, Type::text, 0, 1},
    {"string", Function::string, Type::text, 0, 1},
    {"concat", Function::concat, Type::text, 2, kMany},
    {"starts-with", Function::starts_with, Type::boolean, 2, 2},
    {"contains", Function::contains, Type::boolean, 2, 2},
    {"substring-before", Function::substring_before, Type::text, 2, 2},
    {"substring-after", Function::substring_after, Type::text, 2, 2},
    {"substring", Function::substring, Type::text, 2, 3},
    {"string-length", Function::string_length, Type::number, 0, 1},
    {"normalize-space", Function::normalize_space, Type::text, 0, 1},
    {"translate", Function::translate, Type::text, 3, 3},
    {"boolean", Function::boolean, Type::boolean, 1, 1},
    {"not", Function::not_, Type::boolean, 1, 1},
    {"true", Function::true_, Type::boolean, 0, 0},
    {"false", Function::false_, Type::boolean, 0, 0},
    {"lang", Function::lang, Type::boolean, 1, 1},
    {"number", Function::number, Type::number, 0, 1},
    {"sum", Function::sum, Type::number, 1, 1},
    {"floor", Function::floor, Type::number, 1, 1},
    {"ceiling", Function::ceiling, Type::number, 1, 1},
    {"round", Function::round, Type::number, 1, 1},
};

constexpr std::string_view kAxes[] = {
    "child",     "descendant",       "descendant-or-self", "parent",
    "ancestor",  "ancestor-or-self", "following-sibling",  "preceding-sibling",
    "following", "preceding",        "attribute",          "self",
    "namespace"};  // by Axis

// Operators of two operands by how strongly they bind, the weakest first; all group to the left.
struct Operator {
  int level;
  std::string_view name;
  Kind kind;
  Type type;
};
constexpr Operator kOperators[] = {
    {0, "or", Kind::or_, Type::boolean},    {1, "and", Kind::and_, Type::boolean},
    {2, "=", Kind::equal, Type::boolean},   {2, "!=", Kind::unequal, Type::boolean},
    {3, "<", Kind::less, Type::boolean},    {3, "<=", Kind::less_equal, Type::boolean},
    {3, ">", Kind::greater, Type::boolean}, {3, ">=", Kind::greater_equal, Type::boolean},
    {4, "+", Kind::add, Type::number},      {4, "-", Kind::subtract, Type::number},
    {5, "*", Kind::multiply, Type::number}, {5, "div", Kind::divide, Type::number},
    {5, "mod", Kind::modulo, Type::number},
};
constexpr int kLevels = 6;

bool starts_name(char c) { return is_letter_byte(c) || c == '_'; }
bool in_name(char c) { return starts_name(c) || is_digit(c) || c == '-' || c == '.'; }

enum class Token : uint8_t { end, name, number, literal, sign };

class Parser {
 public:
  explicit Parser(std::string_view source) : source_(source) { next(); }

  Result<ExpressionPtr> whole() {
    ExpressionPtr made = or_expression();
    if (made && token_ != Token::end) fail("unexpected text");
    if (!failed_.empty() || !made) {
      Where where;
      where.line = 1;
      where.column = uint32_t(failed_at_ + 1);
      return error(Code::bad_input, failed_.empty() ? "unreadable" : failed_, where);
    }
    return made;
  }

 private:
  // --- tokens

  void next() {
    while (at_ < source_.size() && is_space(source_[at_])) ++at_;
    begin_ = at_;
    if (at_ >= source_.size()) {
      token_ = Token::end;
      text_ = {};
      return;
    }
    const char c = source_[at_];
    if (starts_name(c)) return name_token();
    if (is_digit(c) || (c == '.' && at_ + 1 < source_.size() && is_digit(source_[at_ + 1])))
      return number_token();
    if (c == '"' || c == '\'') return literal_token(c);
    token_ = Token::sign;
    for (std::string_view two : {"//", "::", "!=", "<=", ">=", ".."})
      if (source_.substr(at_, 2) == two) return take(2);
    take(1);
  }
  void take(size_t length) {
    text_ = source_.substr(begin_, length);
    at_ = begin_ + length;
  }
  // With a prefix: "a:b", "a:*"; not "a::b", which is an axis.
  void name_token() {
    token_ = Token::name;
    size_t end = begin_;
    auto word = [&] {
      while (end < source_.size() && in_name(source_[end])) ++end;
    };
    word();
    if (end + 1 < source_.size() && source_[end] == ':' && source_[end + 1] != ':') {
      if (source_[end + 1] == '*') end += 2;
      else if (starts_name(source_[end + 1])) ++end, word();
    }
    take(end - begin_);
  }
  void number_token() {
    token_ = Token::number;
    size_t end = begin_;
    while (end < source_.size() && is_digit(source_[end])) ++end;
    if (end < source_.size() && source_[end] == '.') {
      ++end;
      while (end < source_.size() && is_digit(source_[end])) ++end;
    }
    take(end - begin_);
  }
  void literal_token(char quote) {
    const size_t end = source_.find(quote, begin_ + 1);
    if (end == std::string_view::npos) {
      fail("a text without an end");
      token_ = Token::end;
      return;
    }
    token_ = Token::literal;
    text_ = source_.substr(begin_ + 1, end - begin_ - 1);
    at_ = end + 1;
  }

  bool is_sign(std::string_view sign) const { return token_ == Token::sign && text_ == sign; }
  bool take_sign(std::string_view sign) {
    if (!is_sign(sign)) return false;
    next();
    return true;
  }
  std::nullptr_t fail(std::string why) {
    if (failed_.empty()) failed_ = std::move(why), failed_at_ = begin_;
    return nullptr;
  }
  bool refuse(std::string why) {
    fail(std::move(why));
    return false;
  }
  struct Deeper {
    explicit Deeper(Parser& p) : parser(p) {
      if (++parser.depth_ > kNesting) parser.fail("nested too deeply");
    }
    ~Deeper() { --parser.depth_; }
    Parser& parser;
  };

  // --- expressions

  static ExpressionPtr make(Kind kind, Type type, ExpressionPtr a, ExpressionPtr b = nullptr) {
    auto made = std::make_unique<Expression>();
    made->kind = kind;
    made->type = type;
    made->operands.push_back(std::move(a));
    if (b) made->operands.push_back(std::move(b));
    return made;
  }

  ExpressionPtr or_expression() {
    const Deeper deeper(*this);
    return failed_.empty() ? binary(0) : nullptr;
  }
  ExpressionPtr binary(int level) {
    if (level == kLevels) return unary();
    ExpressionPtr left = binary(level + 1);
    for (int chain = 0; left; ++chain) {  // long chains nest to the left
      const Operator* found = operator_of(level);
      if (!found) break;
      next();
      if (chain == kNesting) return fail("too long");
      ExpressionPtr right = binary(level + 1);
      left = right ? make(found->kind, found->type, std::move(left), std::move(right)) : nullptr;
    }
    return left;
  }
  // The one that stands here. Those that are words stand where an operand has ended, so no name can be meant.
  const Operator* operator_of(int level) const {
    for (const Operator& one : kOperators)
      if (one.level == level && text_ == one.name &&
          token_ == (is_alpha(text_[0]) ? Token::name : Token::sign))
        return &one;
    return nullptr;
  }
  ExpressionPtr unary() {
    size_t signs = 0;
    while (take_sign("-")) ++signs;
    ExpressionPtr inner = union_expression();
    if (!inner || !signs) return inner;
    ExpressionPtr once = make(Kind::negate, Type::number, std::move(inner));
    return signs % 2 ? std::move(once) : make(Kind::negate, Type::number, std::move(once));
  }
  ExpressionPtr union_expression() {
    ExpressionPtr left = path();
    for (int chain = 0; left && is_sign("|"); ++chain) {
      if (left->type != Type::nodes) return fail("only nodes can be joined by |");
      next();
      if (chain == kNesting) return fail("too long");
      ExpressionPtr right = path();
      if (right && right->type != Type::nodes) return fail("only nodes can be joined by |");
      left = right ? make(Kind::union_, Type::nodes, std::move(left), std::move(right)) : nullptr;
    }
    return left;
  }

  // --- paths

  bool starts_step() const {
    return token_ == Token::name || is_sign("*") || is_sign("@") || is_sign(".") || is_sign("..");
  }
  // A function call, unless it is a test of nodes.
  bool starts_call() const {
    if (token_ != Token::name) return false;
    if (!source_.substr(skip_space(at_)).starts_with('(')) return false;
    return text_ != "node" && text_ != "text" && text_ != "comment" && text_ != "processing-instruction";
  }

  ExpressionPtr path() {
    auto made = std::make_unique<Expression>();
    made->kind = Kind::path;
    made->type = Type::nodes;
    if (is_sign("/")) {
      next();
      made->absolute = true;
      if (!starts_step()) return made;
    } else if (is_sign("//")) {
      made->absolute = true;
    } else if (is_sign("(") || token_ == Token::literal || token_ == Token::number || is_sign("$") ||
               starts_call()) {
      ExpressionPtr primary = filtered();
      if (!primary || (!is_sign("/") && !is_sign("//"))) return primary;
      if (primary->type != Type::nodes) return fail("a step can only follow nodes");
      made->operands.push_back(std::move(primary));
      if (is_sign("/")) next();
    }
    return steps(std::move(made));
  }

  ExpressionPtr steps(ExpressionPtr path) {
    while (true) {
      if (take_sign("//")) {
        Step all;
        all.axis = Axis::descendant_or_self;
        path->steps.push_back(std::move(all));
      }
      if (!step(*path)) return nullptr;
      if (path->steps.size() > kMany) return fail("too many steps");
      if (is_sign("//")) continue;
      if (!take_sign("/")) return path;
    }
  }

  bool step(Expression& path) {
    Step made;
    if (take_sign(".")) {
      made.axis = Axis::self;
    } else if (take_sign("..")) {
      made.axis = Axis::parent;
    } else {
      if (take_sign("@")) made.axis = Axis::attribute;
      else if (!axis(made)) return false;
      if (!node_test(made)) return false;
    }
    if (!predicates(made.predicates)) return false;
    path.steps.push_back(std::move(made));
    return true;
  }

  bool axis(Step& into) {
    if (token_ != Token::name || source_.substr(skip_space(at_), 2) != "::") return true;
    const auto found = std::find(std::begin(kAxes), std::end(kAxes), text_);
    if (found == std::end(kAxes)) return refuse("there is no such axis");
    into.axis = Axis(found - kAxes);
    next();
    next();
    return true;
  }
  size_t skip_space(size_t at) const {
    while (at < source_.size() && is_space(source_[at])) ++at;
    return at;
  }

  bool node_test(Step& into) {
    if (take_sign("*")) {
      into.test = NodeTest::any_name;
      return true;
    }
    if (token_ != Token::name) return refuse("a step is missing");
    const std::string_view name = text_;
    if (!source_.substr(skip_space(at_)).starts_with('(')) {
      into.test = name.ends_with(":*") ? NodeTest::prefix : NodeTest::name;
      into.name = std::string(into.test == NodeTest::prefix ? name.substr(0, name.size() - 1) : name);
      next();
      return true;
    }
    if (name == "node") into.test = NodeTest::node;
    else if (name == "text") into.test = NodeTest::text;
    else if (name == "comment") into.test = NodeTest::comment;
    else if (name == "processing-instruction") into.test = NodeTest::instruction;
    else return refuse("there is no such test of nodes");
    next();
    next();
    if (into.test == NodeTest::instruction && token_ == Token::literal) next();
    return take_sign(")") || refuse("\")\" is missing");
  }

  bool predicates(std::vector<ExpressionPtr>& into) {
    while (take_sign("[")) {
      ExpressionPtr inner = or_expression();
      if (!inner) return false;
      if (!take_sign("]")) return refuse("\"]\" is missing");
      into.push_back(std::move(inner));
      if (into.size() > size_t(kNesting)) return refuse("too many conditions");
    }
    return true;
  }

  ExpressionPtr filtered() {
    ExpressionPtr inner = primary();
    if (!inner || !is_sign("[")) return inner;
    if (inner->type != Type::nodes) return fail("a condition can only follow nodes");
    ExpressionPtr filter = make(Kind::filter, Type::nodes, std::move(inner));
    return predicates(filter->operands) ? std::move(filter) : nullptr;
  }

  ExpressionPtr primary() {
    auto made = std::make_unique<Expression>();
    if (token_ == Token::literal) {
      made->text = std::string(text_);
      next();
      return made;
    }
    if (token_ == Token::number) {
      made->kind = Kind::number;
      made->type = Type::number;
      std::from_chars(text_.data(), text_.data() + text_.size(), made->number);
      next();
      return made;
    }
    if (take_sign("(")) {
      ExpressionPtr inner = or_expression();
      if (inner && !take_sign(")")) return fail("\")\" is missing");
      return inner;
    }
    if (is_sign("$")) return fail("there are no variables here");
    return call(std::move(made));
  }

  ExpressionPtr call(ExpressionPtr made) {
    const FunctionName* known = nullptr;
    for (const FunctionName& function : kFunctions)
      if (function.name == text_) known = &function;
    if (!known) return fail(fmt::format("there is no function \"{}\"", text_));
    made->kind = Kind::function;
    made->type = known->type;
    made->function = known->function;
    next();
    next();  // "("
    while (!is_sign(")")) {
      ExpressionPtr argument = or_expression();
      if (!argument) return nullptr;
      made->operands.push_back(std::move(argument));
      if (is_sign(")")) break;
      if (!take_sign(",")) return fail("\",\" or \")\" is missing");
    }
    if (made->operands.size() < known->least || made->operands.size() > known->most)
      return fail(fmt::format("wrong number of arguments of {}", known->name));
    const bool of_nodes = known->function == Function::count || known->function == Function::sum ||
                          known->function == Function::local_name || known->function == Function::name ||
                          known->function == Function::namespace_uri;
    if (of_nodes && !made->operands.empty() && made->operands[0]->type != Type::nodes)
      return fail(fmt::format("{} wants nodes", known->name));
    next();
    return made;
  }

  std::string_view source_, text_;
  size_t at_ = 0, begin_ = 0, failed_at_ = 0;
  Token token_ = Token::end;
  std::string failed_;
  int depth_ = 0;
};

}  // namespace

Result<ExpressionPtr> parse(std::string_view source) { return Parser(source).whole(); }

}  // namespace gleaner::html::xpath
