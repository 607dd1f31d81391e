// Expressions of a script: one walk of the tree, the value of each node from the values of its kids.
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "base/text.h"
#include "script/compare.h"
#include "script/interpreter.h"
#include "script/numbers.h"

namespace gleaner::script {

using grammar::kNone;

namespace {

// SQL: % any text, _ any character.
bool like(std::string_view text, std::string_view pattern) {
  size_t t = 0, p = 0, star = std::string_view::npos, from = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '%') {
      star = p++;
      from = t;
    } else if (p < pattern.size() && pattern[p] == '_') {
      t += code_point_at(text, t).length;
      ++p;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++t, ++p;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++from;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '%') ++p;
  return p == pattern.size();
}

// Where a double is no longer every whole number, whole numbers stay exact as long as they can.
inline Value rounded_last(char sign, double x, double y, double result) {
  if (std::fabs(result) < kExact) return Value(result);
  return exact_arithmetic(sign, Value(x), Value(y)).value_or(Value(result));
}

// Between two doubles: by far the most common, so it comes before anything that looks at kinds.
inline Value of_numbers(Ast::Kind kind, double x, double y) {
  switch (kind) {
    case AK::add: return rounded_last('+', x, y, x + y);
    case AK::subtract: return rounded_last('-', x, y, x - y);
    case AK::multiply: return rounded_last('*', x, y, x * y);
    case AK::less: return Value(x < y);
    case AK::less_equal: return Value(x <= y);
    case AK::greater: return Value(x > y);
    case AK::greater_equal: return Value(x >= y);
    case AK::equal: return Value(x == y);
    default: return Value(x != y);
  }
}

}  // namespace

// The column of that name of one of the query's rows.
const Value* Interpreter::column(const Ast& n, Value* frame, Value& made) {
  for (const uint32_t slot : n.rows) {
    const Value& row = frame[slot];
    if (row.is(Kind::record)) {
      if (const Value* field = row.as_record().find(n.name)) return field;
    } else if (!row.is_null()) {
      made = member(row, n.name);
      if (!made.is_null()) return &made;
    }
  }
  return nullptr;
}

Value Interpreter::eval_global(const Ast& n, Value* frame) {
  if (!n.rows.empty()) {
    Value made;
    if (const Value* field = column(n, frame, made)) return *field;
    if (n.column_only) return Value();
  }
  if (view_of_[n.slot]) {
    const Unit& unit = *view_of_[n.slot];
    for (const CallPlace& call : calls_)
      if (call.name == &unit.name) {
        here = unit.offset;
        fail(fmt::format("view {} is made of itself", unit.name),
             "a view reads other views, tables and functions");
      }
    CallMark mark(*this, unit.name, n.offset);
    FramePiece inner(*this, unit.locals.size());
    return eval(*unit.body, inner.locals);
  }
  return globals_[n.slot];
}

Value Interpreter::eval_binary(const Ast& n, Value* frame) {
  const Value a = eval(*n.kids[0], frame);
  const Value b = eval(*n.kids[1], frame);
  if (a.is_real() && b.is_real() && n.kind != AK::divide && n.kind != AK::remainder)
    return of_numbers(n.kind, a.number(), b.number());
  here = n.offset;
  if (n.sql && (a.is_null() || b.is_null())) return Value();  // SQL: unknown
  if (n.kind >= AK::less && n.kind <= AK::greater_equal) return ordered(n, n.kind, a, b);
  if (n.kind == AK::equal || n.kind == AK::unequal) return equality(n, a, b);
  return arithmetic(n.kind, a, b);
}

Value Interpreter::eval_concat(const Ast& n, Value* frame) {
  const Value a = eval(*n.kids[0], frame), b = eval(*n.kids[1], frame);
  here = n.offset;
  if (a.is_null() || b.is_null()) return Value();
  return arithmetic(AK::add, a.is_text() ? a : Value::text(to_text(a)), b);
}

Value Interpreter::eval(const Ast& n, Value* frame) {
  switch (n.kind) {
    case AK::constant: return n.value;
    case AK::local:
      if (!n.rows.empty()) {
        Value made;
        if (const Value* field = column(n, frame, made)) return *field;
      }
      return frame[n.slot];
    case AK::global: return eval_global(n, frame);
    case AK::exists_target: return test_target(n, frame);
    case AK::and_:
    case AK::or_: return eval_logic(n, frame);
    case AK::not_: {
      const Value a = eval(*n.kids[0], frame);
      return n.sql && a.is_null() ? Value() : Value(!truth(a));
    }
    case AK::add:
    case AK::subtract:
    case AK::multiply:
    case AK::divide:
    case AK::remainder:
    case AK::less:
    case AK::less_equal:
    case AK::greater:
    case AK::greater_equal:
    case AK::equal:
    case AK::unequal: return eval_binary(n, frame);
    case AK::negate: return eval_negated(n, frame);
    case AK::like: return eval_like(n, frame);
    case AK::in: return eval_in(n, frame);
    case AK::is_null: return Value(eval(*n.kids[0], frame).is_null() != n.negated);
    case AK::between: return eval_between(n, frame);
    case AK::concat: return eval_concat(n, frame);
    case AK::case_: return eval_case(n, frame);
    case AK::exists: return Value(!eval(*n.kids[0], frame).as_list().items.empty());
    case AK::call: return call_node(n, frame);
    case AK::method: return eval_method(n, frame);
    case AK::member: {
      Value self = eval(*n.kids[0], frame);
      here = n.offset;
      if (n.sql && self.is_null()) return Value();
      return member(self, n.name);
    }
    case AK::index: return eval_index(n, frame);
    case AK::list:
    case AK::record:
    case AK::function: return eval_literal(n, frame);
    case AK::select: return select(*n.query, frame);
    case AK::aggregate:
      here = n.offset;
      if (!aggregates_ || n.slot >= aggregates_->size())
        fail(fmt::format("{}(...) over rows has no meaning here", n.name));
      return aggregate_value(n.slot);
    case AK::parallel: return parallel(n, frame);
    default: break;
  }
  here = n.offset;
  fail("this cannot be evaluated");
}

Value Interpreter::eval_negated(const Ast& n, Value* frame) {
  const Value a = eval(*n.kids[0], frame);
  if (n.sql && a.is_null()) return Value();
  const auto x = to_number(a);
  here = n.offset;
  if (!x) fail(fmt::format("cannot negate {}", name_of(a.kind())));
  if (std::fabs(*x) < kExact) return Value(-*x);
  return *x == 0x1p63 ? Value::whole(INT64_MIN) : exact_arithmetic('-', Value(0.0), a).value_or(Value(-*x));
}

// In a query, null is unknown: unknown and false is false, unknown or true is true.
Value Interpreter::eval_logic(const Ast& n, Value* frame) {
  const bool decides = n.kind == AK::or_;  // the answer that one side alone can give
  const Value a = eval(*n.kids[0], frame);
  if (truth(a) == decides && !(n.sql && a.is_null())) return Value(decides);
  const Value b = eval(*n.kids[1], frame);
  if (!n.sql || (!a.is_null() && !b.is_null())) return Value(truth(b));
  return !b.is_null() && truth(b) == decides ? Value(decides) : Value();
}

Value Interpreter::eval_like(const Ast& n, Value* frame) {
  const Value a = eval(*n.kids[0], frame), b = eval(*n.kids[1], frame);
  if (n.sql && (a.is_null() || b.is_null())) return Value();
  return Value((!a.is_null() && like(to_text(a), to_text(b))) != n.negated);
}

Value Interpreter::eval_in(const Ast& n, Value* frame) {
  const Value a = eval(*n.kids[0], frame), b = eval(*n.kids[1], frame);
  here = n.offset;
  const bool unknown = n.sql && a.is_null();
  if (n.distinct && !b.is(Kind::list))
    return unknown || b.is_null() ? Value() : Value(equal(a, b) != n.negated);
  if (b.is_text()) return Value((b.view().find(to_text(a)) != std::string_view::npos) != n.negated);
  if (b.is(Kind::record)) return Value((b.as_record().find(to_text(a)) != nullptr) != n.negated);
  if (!b.is(Kind::list))
    fail(fmt::format("`in` needs a list, a text or a record, not {}", name_of(b.kind())));
  bool null = unknown && !b.as_list().items.empty();
  for (const Value& item : b.as_list().items) {
    if (n.sql && item.is_null()) null = true;
    else if (!unknown && equal(item, a)) return Value(!n.negated);
  }
  return null ? Value() : Value(n.negated);
}

Value Interpreter::eval_between(const Ast& n, Value* frame) {
  const Value x = eval(*n.kids[0], frame), low = eval(*n.kids[1], frame), high = eval(*n.kids[2], frame);
  here = n.offset;
  if (x.is_null() || low.is_null() || high.is_null()) return Value();
  const Value from = ordered(n, AK::greater_equal, x, low), to = ordered(n, AK::less_equal, x, high);
  if (from.is_null() || to.is_null()) return Value();
  return Value((from.boolean() && to.boolean()) != n.negated);
}

Value Interpreter::eval_case(const Ast& n, Value* frame) {
  const size_t first = n.slot;  // 1: each `when` is a value that the first kid may equal
  const Value what = first ? eval(*n.kids[0], frame) : Value();
  size_t i = first;
  for (; i + 1 < n.kids.size(); i += 2) {
    const Value when = eval(*n.kids[i], frame);
    if (first ? !what.is_null() && !when.is_null() && equal(what, when) : truth(when))
      return eval(*n.kids[i + 1], frame);
  }
  return i < n.kids.size() ? eval(*n.kids[i], frame) : Value();
}

Value Interpreter::ordered(const Ast& n, AK kind, const Value& a, const Value& b) {
  if (a.is_null() || b.is_null()) return Value(false);
  const auto c = order(a, b);
  if (!c) {
    not_comparable(n, a, b);
    return n.sql ? Value() : Value(false);
  }
  return Value(kind == AK::less         ? *c < 0
               : kind == AK::less_equal ? *c <= 0
               : kind == AK::greater    ? *c > 0
                                        : *c >= 0);
}

Value Interpreter::equality(const Ast& n, const Value& a, const Value& b) {
  const bool same = equal(a, b);
  // A number and a text that writes one: somebody will wonder.
  if (!same && n.sql && (a.is_text() != b.is_text()) && to_number(a) && to_number(a) == to_number(b))
    not_comparable(n, a, b);
  return Value(same == (n.kind == AK::equal));
}

Value Interpreter::eval_method(const Ast& n, Value* frame) {
  const Value self = eval(*n.kids[0], frame);
  std::vector<Value> arguments;
  for (size_t i = 1; i < n.kids.size(); ++i) arguments.push_back(eval(*n.kids[i], frame));
  here = n.offset;
  step();
  return call_method(self, n.name, arguments);
}

Value Interpreter::eval_index(const Ast& n, Value* frame) {
  const Value self = eval(*n.kids[0], frame), at = eval(*n.kids[1], frame);
  here = n.offset;
  if (self.is(Kind::record) && at.is_text()) {
    const Value* field = self.as_record().find(at.view());
    return field ? *field : Value();
  }
  if (self.is_null() && n.sql) return Value();
  if (self.is(Kind::element) && at.is_text()) return member(self, to_text(at));  // e["x:note"]
  if (!at.is_number()) fail(fmt::format("an index is a number, not {}", name_of(at.kind())));
  if (self.is(Kind::list)) return element(self, at.number());
  if (self.is_text()) {
    std::vector<Value> arguments{at, Value(at.number() + 1)};
    return call_method(self, "slice", arguments);
  }
  fail(fmt::format("{} has no elements", name_of(self.kind())));
}

Value& Interpreter::element(const Value& list, double index) {
  auto& items = list.as_list().items;
  const double i = index < 0 ? index + double(items.size()) : index;
  if (!(i >= 0 && i < double(items.size())))
    fail(fmt::format("there is no element {} in a list of {}", format_number(index), items.size()));
  return items[size_t(i)];
}

Value Interpreter::eval_literal(const Ast& n, Value* frame) {
  if (n.kind == AK::list) {
    std::vector<Value> items;
    items.reserve(n.kids.size());
    for (const AstPtr& kid : n.kids) items.push_back(eval(*kid, frame));
    return Value::list(std::move(items));
  }
  if (n.kind == AK::record) {
    Value record = Value::record();
    for (size_t i = 0; i < n.kids.size(); ++i) record.as_record().set(n.keys[i], eval(*n.kids[i], frame));
    return record;
  }
  Function* function = new Function();
  Value value(function);
  function->name = n.unit->name;
  function->unit = n.unit;
  for (const Unit::Capture& c : n.unit->captures) function->captured.push_back(eval(*c.from, frame));
  return value;
}

Value Interpreter::arithmetic(AK kind, const Value& a, const Value& b) {
  switch (kind) {
    case AK::add:
      if (a.is(Kind::list) && b.is(Kind::list)) {
        need_room((a.as_list().items.size() + b.as_list().items.size()) * sizeof(Value));
        std::vector<Value> items = a.as_list().items;
        items.insert(items.end(), b.as_list().items.begin(), b.as_list().items.end());
        return Value::list(std::move(items));
      }
      if (a.is_text() && b.is_text() && a.as_text().typed && b.as_text().typed) break;  // two amounts
      if (a.is_text() || b.is_text()) {
        if ((a.is_text() ? a : b).as_text().typed && to_number(a.is_text() ? a : b) &&
            !(a.is_text() && b.is_text()))
          break;
        const std::string left = a.is_text() ? "" : to_text(a), right = b.is_text() ? "" : to_text(b);
        const std::string_view x = a.is_text() ? a.view() : left, y = b.is_text() ? b.view() : right;
        if (x.size() + y.size() > kMaxText) too_large();
        need_room(x.size() + y.size());
        std::string joined;
        joined.reserve(x.size() + y.size());
        joined.append(x).append(y);
        return Value::text(std::move(joined));
      }
      break;
    default: break;
  }
  const auto x = to_number(a), y = to_number(b);
  static const std::map<AK, const char*> kSigns{
      {AK::add, "+"}, {AK::subtract, "-"}, {AK::multiply, "*"}, {AK::divide, "/"}, {AK::remainder, "%"}};
  if (!x || !y)
    fail(fmt::format("`{}` needs numbers, not {} and {}", kSigns.at(kind), name_of(a.kind()),
                     name_of(b.kind())));
  if (std::fabs(*x) >= kExact || std::fabs(*y) >= kExact)
    if (auto exact = exact_arithmetic(kSigns.at(kind)[0], a, b)) return std::move(*exact);
  switch (kind) {
    case AK::add: return Value(*x + *y);
    case AK::subtract: return Value(*x - *y);
    case AK::multiply: return Value(*x * *y);
    case AK::divide:
      if (*y == 0) fail("division by zero");
      return Value(*x / *y);
    default:
      if (*y == 0) fail("division by zero");
      return Value(*x - *y * std::floor(*x / *y));
  }
}

}  // namespace gleaner::script
