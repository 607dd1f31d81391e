// What names mean: locals, what functions see of the scope around them, globals, the code of rules.
#include "script/parser_internal.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/nearest.h"

namespace gleaner::script {

void Parser::close(Scope& scope) {
  for (size_t i = 0; i < scope.names.size(); ++i) {
    Ast* n = scope.names[i];
    const uint32_t slot = scope.unit->slot_of(n->name);
    if (slot != kNone) {
      n->kind = AK::local;
      n->slot = slot;
      continue;
    }
    // Maybe a variable of the function around, or one of the script that is no global: taken along by value.
    const uint32_t outer = scope.outer && scope.outer->top ? scope.outer->unit->slot_of(n->name) : kNone;
    if (scope.outer && (!scope.outer->top || outer != kNone)) {
      auto from = node(outer == kNone ? AK::name : AK::local, n->offset);
      from->name = n->name;
      if (outer == kNone) {
        from->rows = n->rows;
        from->named_rows = n->named_rows;
        scope.outer->names.push_back(from.get());
      } else {
        from->slot = outer;
      }
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
void Parser::rule_code() {
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
    in_rule_ = true;
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
    in_rule_ = false;
    close(scope);
  }
}

void Parser::condition(uint32_t c) {
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

// Every name that is no local must be something: a variable of the script, a function, rule, view or
// built-in.
void Parser::link() {
  for (Ast* n : globals_) {
    if (n->name.ends_with("()"))  // the script's own function of that name comes first
      if (std::string own = n->name.substr(0, n->name.size() - 2);
          script_.functions.count(own) || assigned_.count(own) || known_.count(own))
        n->name = std::move(own);
    const bool defined = assigned_.count(n->name) || known_.count(n->name) ||
                         script_.functions.count(n->name) || script_.views.count(n->name) ||
                         script_.types.count(n->name) || script_.grammar.find(n->name) || is_builtin(n->name);
    if (!defined) {  // then it may be a column of a named source
      n->column_only = true;
      n->rows.insert(n->rows.end(), n->named_rows.begin(), n->named_rows.end());
    }
    if (!defined && n->rows.empty()) {
      if (n->name == "$$")
        fail(n->offset, "$$ is what an `accept` matched: it has a value only after its `if`");
      fail(n->offset, fmt::format("nothing is called {} here", n->name), suggestion(n->name));
    }
    n->kind = AK::global;
    n->slot = global(n->name);
  }
}

std::string Parser::suggestion(const std::string& name) const {
  std::vector<std::string> all = builtin_names();
  for (const auto& [f, unit] : script_.functions) all.push_back(f);
  for (const auto& [f, unit] : script_.views) all.push_back(f);
  for (const auto& [f, type] : script_.types) all.push_back(f);
  all.insert(all.end(), assigned_.begin(), assigned_.end());
  all.insert(all.end(), known_.begin(), known_.end());
  for (const grammar::Rule& rule : script_.grammar.rules) all.push_back(rule.name);
  const auto near = nearest(name, all);
  return near ? fmt::format("did you mean {}?", *near)
              : "assign it before it is used, or define a function of that name";
}

}  // namespace gleaner::script
