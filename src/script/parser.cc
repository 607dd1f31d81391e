#include "script/parser.h"

#include <algorithm>
#include <charconv>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "grammar/check.h"
#include "grammar/parser.h"

namespace gleaner::script {
namespace {

using grammar::kNone;
using AK = Ast::Kind;

constexpr uint32_t kMaxDepth = 300;

bool starts_word(char c) { return is_alpha(c) || c == '_' || uint8_t(c) >= 0x80; }
bool in_word(char c) { return starts_word(c) || is_digit(c); }

struct Failure {  // thrown inside this file only: a parser that returns a Result from every function is twice as long
  Diagnostic why;
};

bool is_reserved(std::string_view w) {
  static const std::set<std::string_view> kWords{
      "if", "then", "elseif", "else", "end", "while", "do", "for", "in", "return", "break", "continue", "throw", "try",
      "catch", "function", "rule", "strict", "view", "is", "and", "or", "not", "true", "false", "null", "parallel",
      "select", "from", "where", "group", "by", "having", "order", "limit", "as", "like", "distinct"};
  return kWords.count(w) > 0;
}

class Parser {
 public:
  Parser(Script& script, const ParseOptions& options)
      : script_(script), s_(script.grammar.source), known_(options.known_globals.begin(), options.known_globals.end()) {}

  void parse() {
    script_.main = std::make_unique<Unit>();
    script_.main->name = "script";
    Scope top{script_.main.get(), nullptr, true, {}, {}};
    scope_ = &top;
    auto block = node(AK::block, 0);
    for (next(); token_.kind != Token::end;) top_level(*block);
    close(top);
    script_.has_statements = !block->kids.empty();
    script_.main->body = std::move(block);
    if (auto checked = grammar::check_grammar(script_.grammar); !checked.ok()) throw Failure{checked.error()};
    rule_code();
    link();
  }

 private:
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
    std::vector<Ast*> names = {};  // to resolve when the scope closes
    std::set<std::string> assigned = {};  // top: globals
  };

  // ------------------------------------------------------------ tokens
  void next() {
    at_ = grammar::skip_blanks(s_, at_);
    token_ = {};
    token_.begin = at_;
    if (at_ >= s_.size()) {
      token_.after = at_;
      return;
    }
    const char c = s_[at_];
    if (starts_word(c)) {
      while (at_ < s_.size() && in_word(s_[at_])) ++at_;
      token_.kind = Token::name;
    } else if (is_digit(c)) {
      auto [end, failed] = std::from_chars(s_.data() + at_, s_.data() + s_.size(), token_.number);
      (void)failed;
      at_ = size_t(end - s_.data());
      token_.kind = Token::digits;
    } else if (c == '"' || c == '\'') {
      text(c);
      token_.kind = Token::text;
    } else {
      static constexpr std::string_view kTwo[] = {"==", "!=", "<=", ">=", "+=", "<>", "$$"};
      size_t length = 1;
      for (std::string_view two : kTwo)
        if (s_.substr(at_, 2) == two) length = 2;
      at_ += length;
      token_.kind = Token::op;
      if (s_.substr(token_.begin, length) == "$$") token_.kind = Token::name;
    }
    token_.after = at_;
    token_.word = s_.substr(token_.begin, at_ - token_.begin);
  }

  void text(char quote) {
    const size_t begin = at_++;
    while (at_ < s_.size() && s_[at_] != quote) {
      if (s_[at_] != '\\') {
        token_.string += s_[at_++];
        continue;
      }
      if (++at_ >= s_.size()) break;
      const char c = s_[at_++];
      if (c == 'n') token_.string += '\n';
      else if (c == 't') token_.string += '\t';
      else if (c == 'r') token_.string += '\r';
      else if (c == 'u') code_escape(begin);
      else if (!in_word(c)) token_.string += c;
      else fail(at_ - 2, fmt::format("there is no escape \\{}", c), "known: \\t \\n \\r \\\\ \\\" \\' \\u{20AC}");
    }
    if (at_ >= s_.size()) fail(begin, "this text is never closed");
    ++at_;
  }

  void code_escape(size_t begin) {
    uint32_t value = 0;
    if (at_ >= s_.size() || s_[at_] != '{') fail(at_, "expected { after \\u, as in \\u{20AC}");
    const size_t close = s_.find('}', at_);
    if (close == std::string_view::npos || close - at_ > 8) fail(begin, "expected a character number, as in \\u{20AC}");
    auto [end, failed] = std::from_chars(s_.data() + at_ + 1, s_.data() + close, value, 16);
    if (failed != std::errc() || end != s_.data() + close || value > 0x10FFFF) fail(at_, "there is no such character");
    append_utf8(token_.string, value);
    at_ = close + 1;
  }

  bool is(std::string_view word) const {
    return (token_.kind == Token::name || token_.kind == Token::op) && token_.word == word;
  }
  bool take(std::string_view word) {
    if (!is(word)) return false;
    next();
    return true;
  }
  void need(std::string_view word, std::string_view why = "") {
    if (!take(word))
      fail(token_.begin, fmt::format("expected `{}`{}{}", word, why.empty() ? "" : " ", why) + found());
  }
  std::string found() const {
    if (token_.kind == Token::end) return ", but the script ends here";
    return fmt::format(", not `{}`", token_.word);
  }
  std::string need_name(std::string_view what) {
    if (token_.kind != Token::name || is_reserved(token_.word)) fail(token_.begin, fmt::format("expected {}", what) + found());
    std::string word(token_.word);
    next();
    return word;
  }
  [[noreturn]] void fail(size_t offset, std::string message, std::string hint = {}) const {
    throw Failure{grammar::syntax_error(script_.grammar, uint32_t(offset), std::move(message), std::move(hint))};
  }

  static AstPtr node(AK kind, size_t offset) {
    auto n = std::make_unique<Ast>();
    n->kind = kind;
    n->offset = uint32_t(offset);
    return n;
  }

  // ------------------------------------------------------------ definitions
  void top_level(Ast& block) {
    if (is("rule") || is("strict")) {
      size_t at = token_.begin;
      if (auto read = grammar::parse_rule(script_.grammar, at); !read.ok()) throw Failure{read.error()};
      at_ = at;
      next();
      take(";");
      return;
    }
    if (is("function") && grammar::skip_blanks(s_, at_) < s_.size() && s_[grammar::skip_blanks(s_, at_)] != '(') {
      next();
      const size_t offset = token_.begin;
      std::string name = need_name("the function's name");
      if (script_.functions.count(name)) fail(offset, fmt::format("there is already a function {}", name));
      auto unit = function_body(name, offset, nullptr);
      script_.functions[name] = std::move(unit);
      take(";");
      return;
    }
    if (is("view")) {
      next();
      const size_t offset = token_.begin;
      std::string name = need_name("the view's name");
      need("is", "after the name of the view");
      auto unit = std::make_shared<Unit>();
      unit->name = name;
      unit->offset = uint32_t(offset);
      Scope scope{unit.get(), nullptr, false, {}, {}};
      Scope* outer = std::exchange(scope_, &scope);
      unit->body = expression();
      close(scope);
      scope_ = outer;
      take(";");
      script_.views[name] = std::move(unit);
      return;
    }
    statement(block);
  }

  std::shared_ptr<Unit> function_body(std::string name, size_t offset, Scope* outer_scope) {
    auto unit = std::make_shared<Unit>();
    unit->name = std::move(name);
    unit->offset = uint32_t(offset);
    need("(");
    while (!is(")")) {
      unit->locals.push_back(need_name("a parameter"));
      if (!take(",")) break;
    }
    need(")", "after the parameters");
    unit->parameters = uint32_t(unit->locals.size());
    Scope scope{unit.get(), outer_scope, false, {}, {}};
    Scope* outer = std::exchange(scope_, &scope);
    unit->body = block_until({"end"});
    need("end");
    close(scope);
    scope_ = outer;
    return unit;
  }

  // ------------------------------------------------------------ statements
  AstPtr block_until(std::initializer_list<std::string_view> ends) {
    auto block = node(AK::block, token_.begin);
    while (token_.kind != Token::end) {
      for (std::string_view end : ends)
        if (is(end)) return block;
      statement(*block);
    }
    return block;
  }

  void statement(Ast& block) {
    if (++depth_ > kMaxDepth) fail(token_.begin, "statements are nested too deeply");
    if (!take(";")) block.kids.push_back(one_statement());
    --depth_;
  }

  AstPtr one_statement() {
    const size_t begin = token_.begin;
    if (is("if")) return if_statement();
    if (take("while")) {
      auto n = node(AK::while_, begin);
      n->kids.push_back(expression());
      need("do", "after the condition");
      n->kids.push_back(block_until({"end"}));
      need("end");
      return n;
    }
    if (take("for")) return for_statement(begin);
    if (take("return")) {
      auto n = node(AK::return_, begin);
      if (!is(";") && !is("end")) n->kids.push_back(expression());
      take(";");
      return n;
    }
    if (take("break")) return take(";"), node(AK::break_, begin);
    if (take("continue")) return take(";"), node(AK::continue_, begin);
    if (take("throw")) {
      auto n = node(AK::throw_, begin);
      n->kids.push_back(expression());
      take(";");
      return n;
    }
    if (take("try")) {
      auto n = node(AK::try_, begin);
      n->kids.push_back(block_until({"catch"}));
      need("catch", "after the statements to try");
      n->slot = local(need_name("a variable for the error"), n.get());
      n->kids.push_back(block_until({"end"}));
      need("end");
      return n;
    }
    return assignment(begin);
  }

  AstPtr if_statement() {
    auto n = node(AK::if_, token_.begin);
    next();
    n->kids.push_back(expression());
    need("then", "after the condition");
    n->kids.push_back(block_until({"elseif", "else", "end"}));
    while (take("elseif")) {
      n->kids.push_back(expression());
      need("then", "after the condition");
      n->kids.push_back(block_until({"elseif", "else", "end"}));
    }
    if (take("else")) n->kids.push_back(block_until({"end"}));
    need("end");
    return n;
  }

  AstPtr for_statement(size_t begin) {
    auto n = node(AK::for_, begin);
    std::string name = need_name("a variable");
    need("in");
    n->kids.push_back(expression());
    auto target = target_of(name, begin);
    need("do");
    n->kids.push_back(block_until({"end"}));
    need("end");
    n->kids.push_back(std::move(target));
    return n;
  }

  // A name that is assigned: a global of the script, or a local of the function or rule.
  AstPtr target_of(const std::string& name, size_t begin) {
    auto n = node(AK::local, begin);
    n->name = name;
    if (scope_->top) {
      n->kind = AK::global;
      n->slot = global(name);
      scope_->assigned.insert(name);
    } else {
      n->slot = add_local(*scope_->unit, name);
    }
    return n;
  }

  uint32_t local(const std::string& name, Ast*) {  // try: the variable is always a local slot, even of the script
    return add_local(*scope_->unit, name);
  }
  static uint32_t add_local(Unit& unit, const std::string& name) {
    const uint32_t known = unit.slot_of(name);
    if (known != kNone) return known;
    unit.locals.push_back(name);
    return uint32_t(unit.locals.size() - 1);
  }
  uint32_t hidden_local() {
    scope_->unit->locals.push_back(fmt::format(" {}", scope_->unit->locals.size()));
    return uint32_t(scope_->unit->locals.size() - 1);
  }
  uint32_t global(const std::string& name) {
    const uint32_t known = script_.global_slot(name);
    if (known != kNone) return known;
    script_.globals.push_back(name);
    return uint32_t(script_.globals.size() - 1);
  }

  AstPtr assignment(size_t begin) {
    auto left = expression();
    const bool adds = is("+=");
    if (!adds && !is("=")) {
      auto n = node(AK::expression, begin);
      n->kids.push_back(std::move(left));
      end_statement(*n->kids[0]);
      return n;
    }
    next();
    auto n = node(adds ? AK::assign_add : AK::assign, begin);
    if (left->kind == AK::name) {
      scope_->names.erase(std::find(scope_->names.begin(), scope_->names.end(), left.get()));
      left = target_of(left->name, begin);
    } else if (left->kind != AK::member && left->kind != AK::index) {
      fail(begin, "only a variable, a field or an element can be assigned");
    }
    n->kids.push_back(std::move(left));
    n->kids.push_back(expression());
    end_statement(*n->kids[1]);
    return n;
  }

  void end_statement(const Ast& last) {
    if (take(";") || is("end") || is("else") || is("elseif") || is("catch") || token_.kind == Token::end) return;
    if (last.kind == AK::parallel || last.kind == AK::function) return;  // they end with `end`
    fail(token_.begin, "expected `;`" + found());
  }

  // ------------------------------------------------------------ expressions
  AstPtr expression() {
    if (++depth_ > kMaxDepth) fail(token_.begin, "expressions are nested too deeply");
    auto n = binary(0);
    --depth_;
    return n;
  }

  struct Operator {
    AK kind;
    int level;
  };
  std::optional<Operator> operator_here() const {
    static const std::map<std::string_view, Operator> kAll{
        {"or", {AK::or_, 0}},       {"and", {AK::and_, 1}},       {"==", {AK::equal, 3}},       {"!=", {AK::unequal, 3}},
        {"<>", {AK::unequal, 3}},   {"<", {AK::less, 3}},         {"<=", {AK::less_equal, 3}},  {">", {AK::greater, 3}},
        {">=", {AK::greater_equal, 3}}, {"like", {AK::like, 3}},  {"in", {AK::in, 3}},          {"+", {AK::add, 4}},
        {"-", {AK::subtract, 4}},   {"*", {AK::multiply, 5}},     {"/", {AK::divide, 5}},       {"%", {AK::remainder, 5}}};
    if (token_.kind != Token::op && token_.kind != Token::name) return std::nullopt;
    if (in_query_ && token_.word == "=") return Operator{AK::equal, 3};  // SQL habit
    auto at = kAll.find(token_.word);
    return at == kAll.end() ? std::nullopt : std::optional(at->second);
  }

  AstPtr binary(int level) {
    if (level == 2) {
      if (!is("not")) return binary(3);
      auto n = node(AK::not_, token_.begin);
      next();
      n->kids.push_back(binary(2));
      return n;
    }
    if (level == 6) return unary();
    auto left = binary(level + 1);
    for (;;) {
      auto op = operator_here();
      if (!op || op->level != level) return left;
      auto n = node(op->kind, token_.begin);
      next();
      n->kids.push_back(std::move(left));
      n->kids.push_back(binary(level + 1));
      left = std::move(n);
    }
  }

  AstPtr unary() {
    if (is("-")) {
      auto n = node(AK::negate, token_.begin);
      next();
      n->kids.push_back(unary());
      return n;
    }
    return postfix(primary());
  }

  AstPtr postfix(AstPtr left) {
    for (;;) {
      const size_t begin = token_.begin;
      if (take(".")) {
        if (token_.kind != Token::name) fail(token_.begin, "expected a field or method" + found());
        std::string name(token_.word);
        const size_t at = token_.begin;
        next();
        auto n = node(is("(") ? AK::method : AK::member, at);
        n->name = std::move(name);
        n->kids.push_back(std::move(left));
        if (is("(")) arguments(*n);
        left = std::move(n);
      } else if (is("(")) {
        auto n = node(AK::call, left->offset);
        n->name = left->kind == AK::name ? left->name : "";
        n->kids.push_back(std::move(left));
        arguments(*n);
        left = aggregate(std::move(n));
      } else if (take("[")) {
        auto n = node(AK::index, begin);
        n->kids.push_back(std::move(left));
        n->kids.push_back(expression());
        need("]", "after the index");
        left = std::move(n);
      } else {
        return left;
      }
    }
  }

  void arguments(Ast& n) {
    need("(");
    while (!is(")")) {
      if (is("*") && n.name == "count" && in_query_) {  // count(*)
        next();
        auto one = node(AK::constant, token_.begin);
        one->value = Value(1.0);
        n.kids.push_back(std::move(one));
        break;
      }
      n.kids.push_back(expression());
      if (!take(",")) break;
    }
    need(")", "after the arguments");
  }

  AstPtr aggregate(AstPtr n) {
    static const std::set<std::string_view> kAll{"count", "sum", "avg", "min", "max", "list"};
    if (!in_query_ || query_ == nullptr || !kAll.count(n->name) || n->kids.size() != 2) return n;
    scope_->names.erase(std::find(scope_->names.begin(), scope_->names.end(), n->kids[0].get()));
    n->kids.erase(n->kids.begin());
    n->kind = AK::aggregate;
    n->slot = uint32_t(query_->aggregate_calls.size());
    query_->aggregates = true;
    query_->aggregate_calls.push_back(n.get());
    return n;
  }

  AstPtr primary() {
    const size_t begin = token_.begin;
    switch (token_.kind) {
      case Token::digits: {
        auto n = node(AK::constant, begin);
        n->value = Value(token_.number);
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
        n->kids.push_back(expression());
        if (!take(",")) break;
      }
      need("]", "after the list");
      return n;
    }
    if (take("{")) return record(begin);
    fail(begin, "expected a value" + found());
  }

  AstPtr record(size_t begin) {
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
      n->kids.push_back(expression());
      if (!take(",")) break;
    }
    need("}", "after the record");
    return n;
  }

  AstPtr word(size_t begin) {
    if (take("true") || take("false")) {
      auto n = node(AK::constant, begin);
      n->value = Value(s_[begin] == 't');
      return n;
    }
    if (take("null")) return node(AK::constant, begin);
    if (take("function")) {
      auto n = node(AK::function, begin);
      n->unit = function_body("function", begin, scope_);
      return n;
    }
    if (is("select")) return select();
    if (take("parallel")) return parallel(begin);
    if (is_reserved(token_.word)) fail(begin, fmt::format("`{}` is not expected here", token_.word));
    auto n = node(AK::name, begin);
    n->name = std::string(token_.word);
    next();
    scope_->names.push_back(n.get());
    return n;
  }

  // parallel for x in E do .. end: a list of what each round returns, in order. A round is a function of x.
  AstPtr parallel(size_t begin) {
    need("for", "after parallel");
    auto n = node(AK::parallel, begin);
    auto unit = std::make_shared<Unit>();
    unit->name = "parallel for";
    unit->offset = uint32_t(begin);
    unit->locals.push_back(need_name("a variable"));
    unit->parameters = 1;
    need("in");
    n->kids.push_back(expression());
    need("do");
    Scope scope{unit.get(), scope_, false, {}, {}};
    Scope* outer = std::exchange(scope_, &scope);
    unit->body = block_until({"end"});
    need("end");
    close(scope);
    scope_ = outer;
    n->unit = std::move(unit);
    return n;
  }

  // ------------------------------------------------------------ queries
  AstPtr select() {
    auto n = node(AK::select, token_.begin);
    next();
    n->query = std::make_unique<Query>();
    Query& q = *n->query;
    Query* outer_query = std::exchange(query_, &q);
    const bool outer_in = std::exchange(in_query_, true);
    const size_t first_name = scope_->names.size();
    q.distinct = take("distinct");
    do q.select.push_back(select_item());
    while (take(","));
    need("from", "after what is selected");
    do q.from.push_back(source());
    while (take(","));
    if (take("where")) conjuncts(expression(), q.where);
    if (take("group")) {
      need("by", "after group");
      do q.group.push_back(select_item());
      while (take(","));
    }
    if (take("having")) q.having = expression();
    if (take("order")) {
      need("by", "after order");
      do {
        Query::Item item = select_item();
        if (is("desc") || is("asc")) {
          item.descending = is("desc");
          next();
        }
        by_name(item, q);
        q.order.push_back(std::move(item));
      } while (take(","));
    }
    if (take("limit")) q.limit = expression();
    query_ = outer_query;
    in_query_ = outer_in;
    for (Query::Source& s : q.from) {
      if (!s.name.empty()) continue;
      for (size_t i = first_name; i < scope_->names.size(); ++i)
        if (scope_->names[i]->row == kNone) scope_->names[i]->row = s.slot;
      break;
    }
    return n;
  }

  // order by the name of something selected
  void by_name(const Query::Item& item, const Query& q) {
    if (item.expression->kind != AK::name) return;
    for (const Query::Item& selected : q.select)
      if (selected.named && selected.name == item.expression->name)
        std::erase(scope_->names, item.expression.get());
  }

  Query::Item select_item() {
    Query::Item item;
    if (is("*")) {
      next();
      item.star = true;
      return item;
    }
    item.expression = expression();
    if (take("as")) {
      item.name = need_name("a name");
      item.named = true;
    } else {
      const Ast& e = *item.expression;
      item.name = e.kind == AK::member || e.kind == AK::name || e.kind == AK::aggregate ? e.name : "value";
    }
    return item;
  }

  Query::Source source() {
    Query::Source s;
    const size_t begin = token_.begin;
    if (token_.kind == Token::name && !is_reserved(token_.word)) {
      const size_t after = grammar::skip_blanks(s_, at_);
      if (grammar::is_word_at(s_, after, "in")) {
        s.name = need_name("a variable");
        next();
        s.expression = binary(4);
        s.slot = add_local(*scope_->unit, s.name);
        query_locals_.insert({scope_->unit, s.name});
        return s;
      }
    }
    (void)begin;
    s.expression = binary(4);
    if (token_.kind == Token::name && !is_reserved(token_.word)) {  // from shop s
      s.name = need_name("a variable");
      s.slot = add_local(*scope_->unit, s.name);
    } else {
      s.slot = hidden_local();
    }
    return s;
  }

  static void conjuncts(AstPtr e, std::vector<AstPtr>& out) {
    if (e->kind == AK::and_) {
      conjuncts(std::move(e->kids[0]), out);
      conjuncts(std::move(e->kids[1]), out);
    } else {
      out.push_back(std::move(e));
    }
  }

  // ------------------------------------------------------------ names
  void close(Scope& scope) {
    for (size_t i = 0; i < scope.names.size(); ++i) {
      Ast* n = scope.names[i];
      const uint32_t slot = scope.unit->slot_of(n->name);
      if (slot != kNone) {
        n->kind = AK::local;
        n->slot = slot;
        continue;
      }
      if (scope.outer && !scope.outer->top) {  // maybe a variable of the function around: taken along by value
        auto from = node(AK::name, n->offset);
        from->name = n->name;
        from->row = n->row;
        scope.outer->names.push_back(from.get());
        const uint32_t inner = add_local(*scope.unit, n->name);
        n->kind = AK::local;
        n->slot = inner;
        scope.unit->captures.push_back({std::move(from), inner});
        continue;
      }
      if (scope.outer && scope.outer->top && scope.outer->unit->slot_of(n->name) != kNone) {
        auto from = node(AK::local, n->offset);
        from->slot = scope.outer->unit->slot_of(n->name);
        from->name = n->name;
        const uint32_t inner = add_local(*scope.unit, n->name);
        n->kind = AK::local;
        n->slot = inner;
        scope.unit->captures.push_back({std::move(from), inner});
        continue;
      }
      globals_.push_back(n);
    }
    if (scope.top) assigned_ = scope.assigned;
  }

  // The code of rules: all blocks of a rule share its variables.
  void rule_code() {
    script_.rules.resize(script_.grammar.rules.size());
    script_.codes.resize(script_.grammar.codes.size());
    script_.conditions.resize(script_.grammar.codes.size());
    for (uint32_t r = 0; r < script_.grammar.rules.size(); ++r) {
      const grammar::Rule& rule = script_.grammar.rules[r];
      RuleCode& code = script_.rules[r];
      code.unit.name = rule.name;
      code.unit.offset = rule.offset;
      for (const grammar::Variable& v : rule.variables) code.unit.locals.push_back(v.name);
      if (!rule.result.empty()) code.result = add_local(code.unit, rule.result);
      Scope scope{&code.unit, nullptr, false, {}, {}};
      scope_ = &scope;
      for (uint32_t c = 0; c < script_.grammar.codes.size(); ++c) {
        const grammar::Code& range = script_.grammar.codes[c];
        if (range.rule != r) continue;
        const std::string_view whole = s_;
        s_ = whole.substr(0, range.end);
        at_ = range.begin;
        next();
        if (range.predicate) {
          condition(c);
        } else {
          script_.has_code = true;
          script_.codes[c] = block_until({});
        }
        s_ = whole;
      }
      close(scope);
    }
  }

  void condition(uint32_t c) {
    auto unit = std::make_unique<Unit>();
    unit->name = "accept";
    unit->offset = script_.grammar.codes[c].begin;
    unit->locals.push_back("$$");
    unit->parameters = 1;
    Scope scope{unit.get(), nullptr, false, {}, {}};
    Scope* outer = std::exchange(scope_, &scope);
    script_.codes[c] = expression();
    if (token_.kind != Token::end) fail(token_.begin, "expected `;`" + found());
    close(scope);
    scope_ = outer;
    script_.conditions[c] = std::move(unit);
  }

  // Every name that is no local must be something: a variable of the script, a function, rule, view or built-in.
  void link() {
    for (Ast* n : globals_) {
      const bool defined = assigned_.count(n->name) || known_.count(n->name) || script_.functions.count(n->name) ||
                           script_.views.count(n->name) || script_.grammar.find(n->name) || is_builtin(n->name);
      if (!defined && n->row == kNone) {
        if (n->name == "$$") fail(n->offset, "$$ is what an `accept` matched: it has a value only after its `if`");
        fail(n->offset, fmt::format("nothing is called {} here", n->name), suggestion(n->name));
      }
      n->kind = AK::global;
      n->slot = global(n->name);
    }
  }

  std::string suggestion(const std::string& name) const {
    std::vector<std::string> all = builtin_names();
    for (const auto& [f, unit] : script_.functions) all.push_back(f);
    for (const auto& [f, unit] : script_.views) all.push_back(f);
    all.insert(all.end(), script_.globals.begin(), script_.globals.end());
    for (const grammar::Rule& rule : script_.grammar.rules) all.push_back(rule.name);
    for (const std::string& other : all) {
      if (lower_ascii(other) == lower_ascii(name)) return fmt::format("did you mean {}?", other);
      if (other.size() != name.size() && other.size() != name.size() + 1) continue;
      size_t different = 0;
      for (size_t i = 0; i < name.size(); ++i) different += other[i] != name[i];
      if (different <= 1) return fmt::format("did you mean {}?", other);
    }
    return "assign it before it is used, or define a function of that name";
  }

  Script& script_;
  std::string_view s_;
  std::set<std::string, std::less<>> known_;
  size_t at_ = 0;
  Token token_;
  Scope* scope_ = nullptr;
  Query* query_ = nullptr;
  bool in_query_ = false;
  uint32_t depth_ = 0;
  std::vector<Ast*> globals_;
  std::set<std::string> assigned_;
  std::set<std::pair<Unit*, std::string>> query_locals_;
};

}  // namespace

uint32_t Unit::slot_of(std::string_view wanted) const {
  for (uint32_t i = 0; i < locals.size(); ++i)
    if (locals[i] == wanted) return i;
  return kNone;
}

uint32_t Script::global_slot(std::string_view wanted) const {
  for (uint32_t i = 0; i < globals.size(); ++i)
    if (globals[i] == wanted) return i;
  return kNone;
}

Result<std::shared_ptr<Script>> parse_script(std::string source, std::string file, const ParseOptions& options) {
  auto script = std::make_shared<Script>();
  script->grammar.source = std::move(source);
  script->grammar.file = std::move(file);
  if (script->grammar.source.size() > (1u << 28)) return error(gleaner::Code::bad_input, "this script is too large");
  script->globals = options.known_globals;
  try {
    Parser(*script, options).parse();
  } catch (const Failure& failure) {
    return failure.why;
  }
  return script;
}

}  // namespace gleaner::script
