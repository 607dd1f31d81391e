// See parser_internal.h. `select`: its sources, conditions, groups and order.
#include "script/parser_internal.h"

#include <fmt/format.h>

#include "grammar/parser.h"

namespace gleaner::script {

AstPtr Parser::select() {
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
    do q.group.push_back(key_item());
    while (take(","));
  }
  std::vector<std::pair<Ast*, uint32_t>> selected;
  if (take("having")) {
    q.having = expression();
    selected_names(*q.having, q, selected);
  }
  if (take("order")) {
    need("by", "after order");
    do {
      Query::Item item = key_item();
      if (is("desc") || is("asc")) {
        item.descending = is("desc");
        next();
      }
      by_name(item, q);
      q.order.push_back(std::move(item));
    } while (take(","));
  }
  if (take("limit")) q.limit = expression();
  for (auto& [name, item] : selected)
    name->slot = uint32_t(q.aggregate_calls.size()) + item;  // all aggregates are known now
  q.having_selected = !selected.empty();
  query_ = outer_query;
  in_query_ = outer_in;
  for (Query::Source& s : q.from) {
    if (!s.name.empty()) continue;
    for (size_t i = first_name; i < scope_->names.size(); ++i)
      if (scope_->names[i]->row == kNone) scope_->names[i]->row = s.slot;
    break;
  }
  for (const auto* items : {&q.select, &q.group, &q.order})
    for (const Query::Item& item : *items)
      if (item.expression) grow(*n, *item.expression);
  for (const Query::Source& s : q.from) grow(*n, *s.expression);
  for (const AstPtr& condition : q.where) grow(*n, *condition);
  for (const AstPtr* part : {&q.having, &q.limit})
    if (*part) grow(*n, **part);
  return n;
}

// order by the name of something selected
void Parser::by_name(const Query::Item& item, const Query& q) {
  if (item.expression->kind != AK::name) return;
  for (const Query::Item& selected : q.select)
    if (selected.named && selected.name == item.expression->name)
      std::erase(scope_->names, item.expression.get());
}

// having with the name of something selected: its value stands behind those of the aggregates
void Parser::selected_names(Ast& n, const Query& q, std::vector<std::pair<Ast*, uint32_t>>& found) {
  for (AstPtr& kid : n.kids) selected_names(*kid, q, found);
  if (n.kind != AK::name) return;
  for (uint32_t i = 0; i < q.select.size(); ++i) {
    if (!q.select[i].named || q.select[i].name != n.name) continue;
    std::erase(scope_->names, &n);
    n.kind = AK::aggregate;
    found.emplace_back(&n, i);
    return;
  }
}

Query::Item Parser::select_item() {
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

// What rows are grouped or ordered by.
Query::Item Parser::key_item() {
  if (is("*")) fail(token_.begin, "* is no value to group or order by", "name a field");
  return select_item();
}

Query::Source Parser::source() {
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

void Parser::conjuncts(AstPtr e, std::vector<AstPtr>& out) {
  if (e->kind == AK::and_) {
    conjuncts(std::move(e->kids[0]), out);
    conjuncts(std::move(e->kids[1]), out);
  } else {
    out.push_back(std::move(e));
  }
}

}  // namespace gleaner::script
