// See parser_internal.h. `select`: its sources, conditions, groups and order, and
// the words that only queries have.
#include "base/lists.h"
#include "script/parser_internal.h"

#include "grammar/parser.h"

namespace gleaner::script {

AstPtr Parser::select() {
  auto n = node(AK::select, token_.begin);
  n->query = std::make_unique<Query>();
  Query& q = *n->query;
  Query* outer_query = query_;
  const bool outer_in = std::exchange(in_query_, true);
  select_core(q);
  while (is("union") || is("except") || is("intersect")) {
    using How = Query::Further::Kind;
    const How kind = is("union") ? How::union_ : is("except") ? How::except : How::intersect;
    next();
    const bool all = take("all");
    take("distinct");
    if (!is("select")) fail(token_.begin, "expected `select`" + found());
    q.further.push_back({kind, all, std::make_unique<Query>()});
    select_core(*q.further.back().query, true);
  }
  if (!q.further.empty()) order_and_limit(q);
  query_ = outer_query;
  in_query_ = outer_in;
  for_each_expression(q, [&](const Ast& below) { grow(*n, below); });
  return n;
}

// One select, to its order and limit; those behind a union are of the whole.
void Parser::select_core(Query& q, bool further) {
  query_ = &q;
  need("select");
  const size_t first_name = scope_->names.size();
  q.distinct = take("distinct");
  if (!q.distinct) take("all");
  do q.select.push_back(select_item());
  while (take(","));
  std::vector<Ast*> not_columns;  // names in sources: a source is no column of itself
  if (take("from")) {
    const size_t before = scope_->names.size();
    select_from(q);
    not_columns.assign(scope_->names.begin() + ptrdiff_t(before), scope_->names.end());
    for (const Query::Source& s : q.from)
      for (const AstPtr& on : s.on) {
        std::vector<const Ast*> open{on.get()};
        while (!open.empty()) {
          const Ast* one = open.back();
          open.pop_back();
          std::erase(not_columns, one);
          for (const AstPtr& kid : one->kids) open.push_back(kid.get());
        }
      }
  }
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
  if (!further && !is("union") && !is("except") && !is("intersect")) order_and_limit(q);
  for (auto& [name, item] : selected)
    name->slot = uint32_t(q.aggregate_calls.size()) + item;  // all aggregates are known now
  q.having_selected = !selected.empty();
  for (const Query::Source& s : q.from)
    for (size_t i = first_name; i < scope_->names.size(); ++i) {
      Ast* name = scope_->names[i];
      if (contains(not_columns, name)) continue;
      (s.name.empty() ? name->rows : name->named_rows).push_back(s.slot);
    }
}

void Parser::order_and_limit(Query& q) {
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
  if (take("offset")) q.offset = expression();
}

// order by the name of something selected
void Parser::by_name(const Query::Item& item, const Query& q) {
  if (item.expression->kind != AK::name) return;
  for (const Query::Item& selected : q.select)
    if ((selected.named || !q.further.empty()) && selected.name == item.expression->name)
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
  const bool named =
      token_.kind == Token::name && !is_reserved(token_.word) && !is_query_word(token_.word);  // count(*) n
  if (take("as") || named) {
    item.name = token_.kind == Token::text ? token_.string : "";
    if (token_.kind == Token::text) next();
    else item.name = need_name("a name");
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

void Parser::select_from(Query& q) {
  using Join = Query::Source::Join;
  q.from.push_back(source());
  for (;;) {
    if (take(",")) {
      q.from.push_back(source());
      continue;
    }
    const size_t begin = token_.begin;
    const bool cross = take("cross");
    Join join = take("left")    ? Join::left
                : take("right") ? Join::right
                : take("full")  ? Join::full
                                : Join::inner;
    if (join != Join::inner) take("outer");
    else take("inner");
    if (!is("join")) {
      if (token_.begin != begin) need("join");
      return;
    }
    next();
    q.from.push_back(source());
    q.from.back().join = join;
    if (cross) continue;
    need("on", "after the joined source");
    conjuncts(expression(), q.from.back().on);
  }
}

Query::Source Parser::source() {
  Query::Source s;
  if (token_.kind == Token::name && !is_reserved(token_.word)) {
    const size_t after = grammar::skip_blanks(s_, at_);
    if (grammar::is_word_at(s_, after, "in")) {
      s.name = need_name("a variable");
      next();
      s.expression = binary(4);
      s.slot = add_local(*scope_->unit, s.name);
      return s;
    }
  }
  s.expression = binary(4);
  const bool as = take("as");
  if (as || (token_.kind == Token::name && !is_reserved(token_.word) &&
             !is_query_word(token_.word))) {  // from shop s
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

// ---------------------------------------------------------------- words of queries inside expressions

// E is [not] null, E [not] between E and E, E not in E, E not like E. `more`: another comparison may follow.
AstPtr Parser::query_comparison(AstPtr left, bool& more) {
  const size_t begin = token_.begin;
  if (is("is")) {
    auto n = node(AK::is_null, begin);
    next();
    n->negated = take("not");
    need("null", "after `is`");
    adopt(*n, std::move(left));
    return n;
  }
  bool negated = false;
  if (in_query_ && is("not")) {
    const size_t after = grammar::skip_blanks(s_, at_);
    for (std::string_view word : {"in", "like", "between", "IN", "LIKE", "BETWEEN"})
      negated |= grammar::is_word_at(s_, after, word);
    if (!negated) {
      more = false;
      return left;
    }
    next();
  }
  if (in_query_ && take("between")) {
    auto n = node(AK::between, begin);
    n->negated = negated;
    adopt(*n, std::move(left));
    adopt(*n, binary(4));
    need("and", "after between");
    adopt(*n, binary(4));
    return n;
  }
  if (!is("in") && !is("like")) return left;
  auto n = node(is("in") ? AK::in : AK::like, begin);
  n->negated = negated;
  next();
  adopt(*n, std::move(left));
  if (n->kind == AK::in && in_query_ && is("(")) {  // in (1, 2, 3), in (select ...)
    next();
    auto list = node(AK::list, token_.begin);
    do adopt(*list, expression());
    while (take(","));
    need(")", "after the values");
    const bool one = list->kids.size() == 1 && list->kids[0]->kind != AK::constant;
    n->distinct = one;  // what stands in parentheses may be one value, or a list of them
    adopt(*n, one ? std::move(list->kids[0]) : std::move(list));
  } else {
    adopt(*n, binary(4));
  }
  return n;
}

// x == null is what people write who mean x is null; that a comparison with null is
// never true helps nobody here.
AstPtr Parser::null_test(AstPtr n) const {
  if (!n->sql || (n->kind != AK::equal && n->kind != AK::unequal)) return n;
  for (size_t i = 0; i < 2; ++i) {
    const Ast& literal = *n->kids[i];
    if (literal.kind != AK::constant || !literal.value.is_null()) continue;
    auto test = node(AK::is_null, n->offset);
    test->negated = n->kind == AK::unequal;
    adopt(*test, std::move(n->kids[1 - i]));
    return test;
  }
  return n;
}

// case [E] when E then E ... [else E] end. Kids: condition, value, ..., [otherwise].
AstPtr Parser::case_expression(size_t begin) {
  auto n = node(AK::case_, begin);
  const bool compared = !is("when");
  n->slot = compared;  // then the first kid is what each `when` is compared with
  if (compared) adopt(*n, expression());
  if (!is("when")) fail(token_.begin, "expected `when`" + found());
  while (take("when")) {
    adopt(*n, expression());
    need("then", "after the condition");
    adopt(*n, expression());
  }
  if (take("else")) adopt(*n, expression());
  need("end", "after case");
  return n;
}

AstPtr Parser::exists(size_t begin) {
  auto n = node(AK::exists, begin);
  next();
  need("(");
  if (!is("select")) fail(token_.begin, "expected `select`" + found());
  adopt(*n, select());
  need(")");
  return n;
}

}  // namespace gleaner::script
