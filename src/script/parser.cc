// Scripts: definitions and the order of things. See parser_internal.h.
#include "script/parser_internal.h"

#include <fmt/format.h>

#include "base/text.h"
#include "grammar/check.h"
#include "grammar/parser.h"

namespace gleaner::script {

void Parser::parse() {
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

void Parser::top_level(Ast& block) {
  if (is("rule") || is("strict")) {
    size_t at = token_.begin;
    if (auto read = grammar::parse_rule(script_.grammar, at); !read.ok()) throw Failure{read.error()};
    at_ = at;
    next();
    take(";");
    return;
  }
  if (is("function") && grammar::skip_blanks(s_, at_) < s_.size() &&
      s_[grammar::skip_blanks(s_, at_)] != '(') {
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
  if (is("type") && defines_type()) {
    next();
    type_definition();
    return;
  }
  statement(block);
}

// `type` is a name like any other, unless it stands before a name and `is`.
bool Parser::defines_type() const {
  const size_t name = grammar::skip_blanks(s_, at_);
  size_t end = name;
  while (end < s_.size() && (is_alnum(s_[end]) || s_[end] == '_')) ++end;
  return end > name && grammar::is_word_at(s_, grammar::skip_blanks(s_, end), "is");
}

void Parser::type_definition() {
  auto type = std::make_shared<ObjectType>();
  type->offset = uint32_t(token_.begin);
  type->name = need_name("the type's name");
  if (script_.types.count(type->name))
    fail(type->offset, fmt::format("there is already a type {}", type->name));
  need("is", "after the name of the type");
  if (!is("function") && !is("end")) {
    do type->fields.push_back(need_name("a field"));
    while (take(","));
    need(";", "after the fields");
  }
  while (!is("end")) {
    const size_t offset = token_.begin;
    if (is("from")) {
      next();
      if (type->from) fail(offset, fmt::format("{} has two conversions", type->name));
      type->from = function_body(type->name, offset, nullptr);
      if (type->from->parameters != 1) fail(offset, "a conversion takes one source: from(x) ... end");
    } else if (take("function")) {
      std::string name = need_name("the method's name");
      auto unit = function_body(name, offset, nullptr, true);
      if (!type->methods.emplace(name, std::move(unit)).second)
        fail(offset, fmt::format("there are two methods {}", name));
    } else {
      fail(offset, "expected a method, a conversion or `end`" + found());
    }
    take(";");
  }
  need("end");
  take(";");
  script_.types[type->name] = std::move(type);
}

std::shared_ptr<Unit> Parser::function_body(std::string name, size_t offset, Scope* outer_scope,
                                            bool method) {
  auto unit = std::make_shared<Unit>();
  unit->name = std::move(name);
  unit->offset = uint32_t(offset);
  if (method) unit->locals.push_back("self");
  need("(");
  while (!is(")")) {
    unit->locals.push_back(need_name("a parameter"));
    if (!take(",")) break;
  }
  need(")", "after the parameters");
  unit->parameters = uint32_t(unit->locals.size());
  unit_body(*unit, outer_scope);
  return unit;
}

// Statements up to `end`, with names of their own inside of `around`.
void Parser::unit_body(Unit& unit, Scope* around) {
  Scope scope{&unit, around, false, {}, {}};
  Scope* outer = std::exchange(scope_, &scope);
  const bool in_query = std::exchange(in_query_, false);
  unit.body = block_until({"end"});
  in_query_ = in_query;
  need("end");
  close(scope);
  scope_ = outer;
}

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

Result<std::shared_ptr<Script>> parse_script(std::string source, std::string file,
                                             const ParseOptions& options) {
  auto script = std::make_shared<Script>();
  GLEANER_TRY(JoinedSource joined, join_imports(std::move(source), file, options.load));
  script->grammar.source = std::move(joined.text);
  script->parts = std::move(joined.parts);
  script->own_begin = joined.own_begin;
  script->grammar.file = std::move(file);
  const Where where{.file = script->grammar.file};
  if (script->grammar.source.size() > (1u << 28))
    return error(gleaner::Code::bad_input, "this script is too large", where);
  if (valid_utf8_prefix(script->grammar.source) != script->grammar.source.size())
    return error(gleaner::Code::bad_input, "this is not a script: it is not UTF-8 text", where);
  script->globals = options.known_globals;
  try {
    Parser(*script, options).parse();
  } catch (const Failure& failure) {
    Diagnostic why = failure.why;
    relocate(why, script->parts);
    return why;
  }
  return script;
}

}  // namespace gleaner::script
