// See pushdown.h. Finds the columns and conditions of a query that a store can be asked for, and writes
// them as SQL.
#include "script/pushdown.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "script/numbers.h"
#include "store/table.h"

namespace gleaner::script {
namespace {

// The column of the source that an expression is, if it is one.
const std::string* column_of(const Ast& n, const Query::Source& source) {
  const bool own = (n.kind == AK::local || n.kind == AK::global) && n.may_be_column_of(source.slot);
  return own || (n.kind == AK::member && n.kids[0]->is_row(source.slot)) ? &n.name : nullptr;
}

// Adds the columns that an expression reads. False if it may read others: a row used as a whole, a function,
// a query inside.
bool add_columns(const Ast& n, const Query::Source& source, std::set<std::string>& into) {
  if (const std::string* name = column_of(n, source)) {
    into.insert(*name);
    return true;
  }
  if (n.unit || n.query || (n.kind == AK::local && n.slot == source.slot)) return false;
  return std::ranges::all_of(n.kids, [&](const AstPtr& kid) { return add_columns(*kid, source, into); });
}

std::string needed_columns(const Query& q, const Query::Source& source) {
  std::set<std::string> names;
  bool known = true;
  auto look = [&](const AstPtr& e) { known = known && (!e || add_columns(*e, source, names)); };
  for (const Query::Item& item : q.select) known &= !item.star, look(item.expression);
  for (const Query::Source& other : q.from) {
    if (&other != &source) look(other.expression);
    for (const AstPtr& on : other.on) look(on);
  }
  for (const AstPtr& condition : q.where) look(condition);
  for (const Query::Item& item : q.group) look(item.expression);
  for (const Query::Item& item : q.order) look(item.expression);
  look(q.having);
  if (!known) return "*";
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ", ") + store::quote_name(name);
  return out.empty() ? "1 AS \"row\"" : out;
}

// Reads a row, or does more than look something up: then it is not for the store.
bool reads_a_source(const Ast& n, const Query& q) {
  if (n.unit || n.query || n.kind == AK::aggregate || n.kind == AK::call || n.kind == AK::method) return true;
  return std::ranges::any_of(q.from, [&](const Query::Source& s) { return n.reads(s.slot); }) ||
         std::ranges::any_of(n.kids, [&](const AstPtr& kid) { return reads_a_source(*kid, q); });
}

std::optional<std::string> literal(const Value& v, AK sign) {
  const bool pattern = sign == AK::like;
  // Large whole numbers are the same as doubles: a store would leave out rows that differ in the last digits.
  if (v.is_number() && std::fabs(v.number()) >= kExact)
    return sign == AK::equal && v.is_whole() ? std::optional(to_text(v)) : std::nullopt;
  if (v.is_number() && std::isfinite(v.number()) && !pattern)
    return fmt::format("CAST({} AS DOUBLE PRECISION)", v.number());
  // A backslash means something in the patterns of some stores.
  if (v.is_text() && v.view().find('\0') == std::string_view::npos &&
      (!pattern || v.view().find('\\') == std::string_view::npos))
    return store::quote_text(v.view());
  return std::nullopt;
}

const char* sign_of(AK kind, bool turned) {
  switch (kind) {
    case AK::equal: return "=";
    case AK::less: return turned ? ">" : "<";
    case AK::less_equal: return turned ? ">=" : "<=";
    case AK::greater: return turned ? "<" : ">";
    case AK::greater_equal: return turned ? "<=" : ">=";
    case AK::like: return turned ? nullptr : "LIKE";
    default: return nullptr;
  }
}

}  // namespace

Pushed pushed_down(const Query& q, const Query::Source& source, const std::vector<const Ast*>& conditions,
                   const std::function<Value(const Ast&)>& value_of) {
  Pushed out{needed_columns(q, source), ""};
  for (const Ast* condition : conditions) {
    if (condition->kids.size() != 2) continue;
    for (const bool turned : {false, true}) {
      const char* sign = condition->negated ? nullptr : sign_of(condition->kind, turned);
      const Ast &left = *condition->kids[turned], &right = *condition->kids[!turned];
      const std::string* column = sign ? column_of(left, source) : nullptr;
      if (!column || reads_a_source(right, q)) continue;
      const Value value = value_of(right);
      // Texts of typed columns, dates among them, may be ordered in other ways by the store.
      if (value.is_text() && condition->kind != AK::equal && condition->kind != AK::like) continue;
      if (auto text = literal(value, condition->kind))
        out.where += fmt::format("{}{} {} {}", out.where.empty() ? "" : " AND ", store::quote_name(*column),
                                 sign, *text);
      break;
    }
  }
  return out;
}

}  // namespace gleaner::script
