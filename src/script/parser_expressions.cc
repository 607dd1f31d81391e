// See parser_internal.h. Expressions: operators by their levels, calls, records, `parallel for`.
#include "script/parser_internal.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "grammar/parser.h"
#include "script/numbers.h"

namespace gleaner::script {

static bool is_aggregate(std::string_view name) {
  static const std::set<std::string_view> kAll{"count", "sum", "avg", "min", "max", "list"};
  return kAll.count(name) > 0;
}

AstPtr Parser::expression() {
  const Nested level(*this, "expressions");
  return binary(0);
}

std::optional<Parser::Operator> Parser::operator_here() const {
  static const std::map<std::string_view, Operator> kAll{
      {"or", {AK::or_, 0}},        {"and", {AK::and_, 1}},   {"==", {AK::equal, 3}},
      {"!=", {AK::unequal, 3}},    {"<>", {AK::unequal, 3}}, {"<", {AK::less, 3}},
      {"<=", {AK::less_equal, 3}}, {">", {AK::greater, 3}},  {">=", {AK::greater_equal, 3}},
      {"like", {AK::like, 3}},     {"in", {AK::in, 3}},      {"+", {AK::add, 4}},
      {"-", {AK::subtract, 4}},    {"*", {AK::multiply, 5}}, {"/", {AK::divide, 5}},
      {"%", {AK::remainder, 5}},   {"||", {AK::concat, 4}}};
  if (token_.kind != Token::op && token_.kind != Token::name) return std::nullopt;
  if (in_query_ && token_.word == "=") return Operator{AK::equal, 3};  // SQL habit
  auto at = kAll.find(token_.word);
  return at == kAll.end() ? std::nullopt : std::optional(at->second);
}

AstPtr Parser::binary(int level) {
  if (level == 2) {
    if (!is("not")) return binary(3);
    auto n = node(AK::not_, token_.begin);
    next();
    const Nested deeper(*this, "expressions");
    adopt(*n, binary(2));
    return n;
  }
  if (level == 6) return unary();
  auto left = binary(level + 1);
  for (;;) {
    if (level == 3) {
      bool more = true;
      left = query_comparison(std::move(left), more);
      if (!more) return left;
    }
    auto op = operator_here();
    if (!op || op->level != level) return left;
    auto n = node(op->kind, token_.begin);
    next();
    adopt(*n, std::move(left));
    adopt(*n, binary(level + 1));
    left = level == 3 ? null_test(std::move(n)) : std::move(n);
  }
}

AstPtr Parser::unary() {
  if (is("-")) {
    auto n = node(AK::negate, token_.begin);
    next();
    const Nested deeper(*this, "expressions");
    adopt(*n, unary());
    return n;
  }
  return postfix(primary());
}

AstPtr Parser::postfix(AstPtr left) {
  for (;;) {
    const size_t begin = token_.begin;
    if (take(".")) {
      if (token_.kind != Token::name) fail(token_.begin, "expected a field or method" + found());
      std::string name(s_.substr(token_.begin, token_.after - token_.begin));
      const size_t at = token_.begin;
      next();
      auto n = node(is("(") ? AK::method : AK::member, at);
      n->name = std::move(name);
      adopt(*n, std::move(left));
      if (is("(")) arguments(*n);
      left = std::move(n);
    } else if (is("(")) {
      auto n = node(AK::call, left->offset);
      // SQL is often written in capitals: COUNT(x)
      const std::string lower = left->kind == AK::name ? lower_ascii(left->name) : "";
      if (in_query_ && !lower.empty() && lower != left->name && (is_builtin(lower) || is_aggregate(lower)) &&
          !script_.functions.count(left->name))
        left->name = lower;
      n->name = left->kind == AK::name ? left->name : "";
      adopt(*n, std::move(left));
      arguments(*n);
      left = aggregate(std::move(n));
    } else if (take("[")) {
      auto n = node(AK::index, begin);
      adopt(*n, std::move(left));
      adopt(*n, expression());
      need("]", "after the index");
      left = std::move(n);
    } else {
      return left;
    }
  }
}

void Parser::arguments(Ast& n) {
  need("(");
  while (!is(")")) {
    if (is("*") && n.name == "count" && in_query_) {  // count(*)
      next();
      auto one = node(AK::constant, token_.begin);
      one->value = Value(1.0);
      adopt(n, std::move(one));
      break;
    }
    if (in_query_ && n.kids.size() == 1 && is("distinct")) next(), n.distinct = true;
    adopt(n, expression());
    if (!take(",")) break;
  }
  need(")", "after the arguments");
}

AstPtr Parser::aggregate(AstPtr n) {
  if (!in_query_ || query_ == nullptr || !is_aggregate(n->name) || n->kids.size() != 2) {
    if (n->distinct)
      fail(n->offset, fmt::format("{}(distinct ...) has no meaning", n->name), "write count(distinct x)");
    return n;
  }
  scope_->names.erase(std::ranges::find(scope_->names, n->kids[0].get()));
  n->kids.erase(n->kids.begin());
  n->kind = AK::aggregate;
  n->slot = uint32_t(query_->aggregate_calls.size());
  query_->aggregates = true;
  query_->aggregate_calls.push_back(n.get());
  return n;
}

AstPtr Parser::primary() {
  const size_t begin = token_.begin;
  switch (token_.kind) {
    case Token::digits: {
      auto n = node(AK::constant, begin);
      n->value = number_value(token_.number, token_.word);
      next();
      return n;
    }
    case Token::text: {
      auto n = node(AK::constant, begin);
      n->value = Value::text(std::move(token_.string));
      next();
      return n;
    }
    case Token::op: break;
    case Token::name: return word(begin);
    case Token::end: fail(begin, "expected a value, but the script ends here");
  }
  if (take("(")) {
    const bool outer = std::exchange(in_query_, false);
    Query* query = query_;
    if (outer) in_query_ = true;
    auto n = expression();
    in_query_ = outer;
    query_ = query;
    need(")");
    return n;
  }
  if (take("[")) {
    auto n = node(AK::list, begin);
    while (!is("]")) {
      adopt(*n, expression());
      if (!take(",")) break;
    }
    need("]", "after the list");
    return n;
  }
  if (take("{")) return record(begin);
  fail(begin, "expected a value" + found());
}

AstPtr Parser::record(size_t begin) {
  auto n = node(AK::record, begin);
  while (!is("}")) {
    if (token_.kind == Token::text) {
      n->keys.push_back(token_.string);
      next();
    } else {
      if (token_.kind != Token::name) fail(token_.begin, "expected the name of a field" + found());
      n->keys.emplace_back(token_.word);
      next();
    }
    need(":", "after the name of the field");
    adopt(*n, expression());
    if (!take(",")) break;
  }
  need("}", "after the record");
  return n;
}

AstPtr Parser::word(size_t begin) {
  if (take("true") || take("false")) {
    auto n = node(AK::constant, begin);
    n->value = Value(s_[begin] == 't' || s_[begin] == 'T');
    return n;
  }
  if (take("null")) return node(AK::constant, begin);
  if (take("function")) {
    auto n = node(AK::function, begin);
    n->unit = function_body("function", begin, scope_);
    grow(*n, *n->unit->body);
    return n;
  }
  if (is("select")) return select();
  if (in_query_ && take("case")) return case_expression(begin);
  if (in_query_ && is("exists") && grammar::skip_blanks(s_, at_) < s_.size() &&
      s_[grammar::skip_blanks(s_, at_)] == '(')
    return exists(begin);
  if (!in_query_ && (is("exists") || is("count")) && word_after() == "(")
    if (AstPtr n = target_test(begin)) return n;
  if (take("parallel")) return parallel(begin);
  if (is_reserved(token_.word)) fail(begin, fmt::format("`{}` is not expected here", token_.word));
  auto n = node(AK::name, begin);
  n->name = std::string(s_.substr(begin, token_.after - begin));
  // Functions of the page in the browser, by names that columns of tables have too:
  // outside of queries, and only called.
  static const std::set<std::string_view> kOfBrowser{"page", "url", "secret", "next_page"};
  if (!in_query_ && kOfBrowser.count(n->name) && word_after() == "(") n->name += "()";
  next();
  scope_->names.push_back(n.get());
  return n;
}

// parallel for x in E do .. end: a list of what each round returns, in order. A round is a function of x.
AstPtr Parser::parallel(size_t begin) {
  need("for", "after parallel");
  auto n = node(AK::parallel, begin);
  auto unit = std::make_shared<Unit>();
  unit->name = "parallel for";
  unit->offset = uint32_t(begin);
  unit->locals.push_back(need_name("a variable"));
  unit->parameters = 1;
  need("in");
  adopt(*n, expression());
  need("do");
  unit_body(*unit, scope_);
  grow(*n, *unit->body);
  n->unit = std::move(unit);
  return n;
}

}  // namespace gleaner::script
