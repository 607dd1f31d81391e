// See parser_internal.h. Statements and blocks, and whether a name that is assigned is a local or a global.
#include "script/parser_internal.h"

#include <fmt/format.h>

#include <algorithm>

namespace gleaner::script {

AstPtr Parser::block_until(std::initializer_list<std::string_view> ends) {
  auto block = node(AK::block, token_.begin);
  while (token_.kind != Token::end) {
    for (std::string_view end : ends)
      if (is(end)) return block;
    statement(*block);
  }
  return block;
}

void Parser::statement(Ast& block) {
  const Nested level(*this, "statements");
  if (!take(";")) adopt(block, one_statement());
}

AstPtr Parser::one_statement() {
  const size_t begin = token_.begin;
  if (is("if")) return if_statement();
  if (take("while")) {
    auto n = node(AK::while_, begin);
    adopt(*n, expression());
    need("do", "after the condition");
    adopt(*n, block_until({"end"}));
    need("end");
    return n;
  }
  if (take("for")) return for_statement(begin);
  if (take("return")) {
    auto n = node(AK::return_, begin);
    if (!is(";") && !is("end")) adopt(*n, expression());
    take(";");
    return n;
  }
  if (take("break")) return take(";"), node(AK::break_, begin);
  if (take("continue")) return take(";"), node(AK::continue_, begin);
  if (take("throw")) {
    auto n = node(AK::throw_, begin);
    adopt(*n, expression());
    take(";");
    return n;
  }
  if (take("try")) {
    auto n = node(AK::try_, begin);
    adopt(*n, block_until({"catch"}));
    need("catch", "after the statements to try");
    n->slot = add_local(*scope_->unit, need_name("a variable for the error"));  // also of the script itself
    adopt(*n, block_until({"end"}));
    need("end");
    return n;
  }
  if (begins_navigation()) return navigation(begin);
  return assignment(begin);
}

AstPtr Parser::if_statement() {
  auto n = node(AK::if_, token_.begin);
  next();
  adopt(*n, expression());
  need("then", "after the condition");
  adopt(*n, block_until({"elseif", "else", "end"}));
  while (take("elseif")) {
    adopt(*n, expression());
    need("then", "after the condition");
    adopt(*n, block_until({"elseif", "else", "end"}));
  }
  if (take("else")) adopt(*n, block_until({"end"}));
  need("end");
  return n;
}

AstPtr Parser::for_statement(size_t begin) {
  auto n = node(AK::for_, begin);
  if (is("each") && word_after() != "in") next();
  std::string name = need_name("a variable");
  need("in");
  adopt(*n, expression());
  auto target = target_of(name, begin);
  need("do");
  adopt(*n, block_until({"end"}));
  need("end");
  adopt(*n, std::move(target));
  return n;
}

// A name that is assigned: a global of the script, or a local of the function or rule.
AstPtr Parser::target_of(const std::string& name, size_t begin) {
  auto n = node(AK::local, begin);
  n->name = name;
  const bool shared =
      in_rule_ && scope_->unit->slot_of(name) == kNone && (assigned_.count(name) || known_.count(name));
  if (scope_->top || shared) {
    n->kind = AK::global;
    n->slot = global(name);
    scope_->assigned.insert(name);
  } else {
    n->slot = add_local(*scope_->unit, name);
  }
  return n;
}

uint32_t Parser::add_local(Unit& unit, const std::string& name) {
  const uint32_t known = unit.slot_of(name);
  if (known != kNone) return known;
  unit.locals.push_back(name);
  return uint32_t(unit.locals.size() - 1);
}

uint32_t Parser::hidden_local() {
  scope_->unit->locals.push_back(fmt::format(" {}", scope_->unit->locals.size()));
  return uint32_t(scope_->unit->locals.size() - 1);
}

uint32_t Parser::global(const std::string& name) {
  const uint32_t known = script_.global_slot(name);
  if (known != kNone) return known;
  script_.globals.push_back(name);
  return uint32_t(script_.globals.size() - 1);
}

AstPtr Parser::assignment(size_t begin) {
  auto left = expression();
  const bool adds = is("+=");
  if (!adds && !is("=")) {
    auto n = node(AK::expression, begin);
    adopt(*n, std::move(left));
    end_statement(*n->kids[0]);
    return n;
  }
  next();
  auto n = node(adds ? AK::assign_add : AK::assign, begin);
  if (left->kind == AK::name) {
    scope_->names.erase(std::ranges::find(scope_->names, left.get()));
    left = target_of(left->name, begin);
  } else if (left->kind != AK::member && left->kind != AK::index) {
    fail(begin, "only a variable, a field or an element can be assigned");
  }
  adopt(*n, std::move(left));
  adopt(*n, expression());
  end_statement(*n->kids[1]);
  return n;
}

void Parser::end_statement(const Ast& last) {
  if (take(";") || is("end") || is("else") || is("elseif") || is("catch") || token_.kind == Token::end)
    return;
  if (last.kind == AK::parallel || last.kind == AK::function) return;  // they end with `end`
  fail(token_.begin, "expected `;`" + found());
}
}  // namespace gleaner::script
