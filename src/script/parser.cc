// Scripts: definitions and the order of things. See parser_internal.h.
#include "script/parser_internal.h"

#include <fmt/format.h>

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
  statement(block);
}

std::shared_ptr<Unit> Parser::function_body(std::string name, size_t offset, Scope* outer_scope) {
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
  script->grammar.source = std::move(source);
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
    return failure.why;
  }
  return script;
}

}  // namespace gleaner::script
