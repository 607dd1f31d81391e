// See compare.h.
#include "script/compare.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "script/decimal.h"
#include "wrap/readings.h"
#include "wrap/types.h"

namespace gleaner::script {
namespace {

// Two values that are being compared further out are equal as far as this goes.
using Pairs = std::vector<std::pair<const Object*, const Object*>>;
bool comparing(const Pairs& path, const Value& a, const Value& b) {
  return a.object() == b.object() || std::ranges::find(path, std::pair<const Object*, const Object*>(
                                                                 a.object(), b.object())) != path.end();
}

int sign(int c) { return c < 0 ? -1 : c > 0; }

const wrap::Typed* typed_of(const Value& v) {
  return v.is_text() && v.as_text().typed ? v.as_text().typed.get() : nullptr;
}
bool is_typed_number(const Value& v) {
  const wrap::Typed* typed = typed_of(v);
  return typed && wrap::is_numeric(typed->type);
}
bool is_date(const Value& v) {
  const wrap::Typed* typed = typed_of(v);
  return typed && (typed->type == wrap::Type::date || typed->type == wrap::Type::timestamp);
}
// The text of texts, and what a reading is where it is one of texts (addresses, dates).
std::string_view text_in(const Value& v) {
  const wrap::Typed* typed = typed_of(v);
  return typed && !wrap::is_numeric(typed->type) && !typed->normal.empty() ? std::string_view(typed->normal)
                                                                           : v.view();
}

bool is_a_number(const Value& v) { return v.is_number() || v.is(Kind::exact) || is_typed_number(v); }
bool reads_as_number(const Value& v) {
  return v.is_text() && v.as_text().untyped && !v.as_text().typed && is_number_written(v.view());
}

// A number that a double would change, or a text that may write one: all its digits count.
bool is_kept(const Value& v) {
  constexpr size_t kSafeDigits = 15;
  return v.is(Kind::exact) || v.is_whole() || (v.is_text() && !typed_of(v) && v.view().size() > kSafeDigits);
}

bool is_plain(const Value& v) { return v.is_text() && !typed_of(v); }

// All digits of a number, or of a text that writes one.
Decimal digits_of(const Value& v) {
  if (is_kept(v) || is_plain(v)) return read_decimal(trim(to_text(v))).value_or(Decimal{});
  const double n = to_number(v).value_or(0);
  return std::isfinite(n) ? decimal_of(n) : Decimal{n < 0, "1", 2'000'000'000};
}

// REQUIRES: numbers, readings of numbers, or texts that write one.
int compare_numbers(const Value& a, const Value& b) {
  if (is_kept(a) || is_kept(b) || (is_plain(a) && is_plain(b))) return compare(digits_of(a), digits_of(b));
  const double x = to_number(a).value_or(0), y = to_number(b).value_or(0);
  return x < y ? -1 : x > y ? 1 : 0;
}

bool same_unit(const Value& a, const Value& b) {
  const std::string_view x = unit_of(a), y = unit_of(b);
  return x.empty() || y.empty() || x == y;
}

// A day and a moment of it, or the day that a text writes.
std::optional<std::string> date_in(const Value& v) {
  if (is_date(v)) return typed_of(v)->normal;
  if (!v.is_text()) return std::nullopt;
  const auto read = wrap::read_as(wrap::Type::date, v.view());
  return read ? std::optional(read->normal) : std::nullopt;
}

std::optional<int> order_dates(const Value& a, const Value& b) {
  const auto x = date_in(a), y = date_in(b);
  if (!x || !y) return std::nullopt;
  return sign(x->compare(*y));
}

bool equal_scalars(const Value& a, const Value& b) {
  const bool x = is_a_number(a), y = is_a_number(b);
  if (x && y) return same_unit(a, b) && compare_numbers(a, b) == 0;
  if (x || y) return reads_as_number(x ? b : a) && compare_numbers(a, b) == 0;
  if (!a.is_text() || !b.is_text()) return false;
  return text_in(a) == text_in(b);
}

bool equal_to(const Value& a, const Value& b, Pairs& path) {
  walk();
  if (a.is_real() && b.is_real()) return a.number() == b.number();
  if (a.is_text() || b.is_text() || is_a_number(a) || is_a_number(b)) return equal_scalars(a, b);
  if (a.kind() != b.kind()) return false;
  if (a.is(Kind::list) || a.is(Kind::record)) {
    if (comparing(path, a, b)) return true;
    if (path.size() > size_t(kMaxNesting)) return false;
  }
  switch (a.kind()) {
    case Kind::null: return true;
    case Kind::boolean: return a.boolean() == b.boolean();
    case Kind::list: {
      const auto &x = a.as_list().items, &y = b.as_list().items;
      if (x.size() != y.size()) return false;
      path.emplace_back(a.object(), b.object());
      bool same = true;
      for (size_t i = 0; same && i < x.size(); ++i) same = equal_to(x[i], y[i], path);
      path.pop_back();
      return same;
    }
    case Kind::record: {
      const Fields& x = a.as_record().fields;
      const Record& y = b.as_record();
      if (x.size() != y.fields.size()) return false;
      path.emplace_back(a.object(), b.object());
      bool same = true;
      for (size_t i = 0; same && i < x.size(); ++i) {
        const Value* other = y.find(x[i].first);
        same = other && equal_to(x[i].second, *other, path);
      }
      path.pop_back();
      return same;
    }
    case Kind::html: return a.as_html().page == b.as_html().page && a.as_html().node == b.as_html().node;
    default: return a.object() == b.object();
  }
}

// For sorting: numbers and what reads as one, then texts, then by kind; null last.
int rank(const Value& v) {
  if (v.is_null()) return 100;
  if (is_a_number(v) || reads_as_number(v)) return 1;
  if (v.is(Kind::boolean)) return 0;
  return 2 + int(v.kind());
}

int compare_to(const Value& a, const Value& b, Pairs& path) {
  walk();
  const int x = rank(a), y = rank(b);
  if (x != y) return x < y ? -1 : 1;
  if (a.is_null()) return 0;
  if (a.is(Kind::boolean)) return int(a.boolean()) - int(b.boolean());
  if (x == 1) {
    if (!same_unit(a, b)) return sign(unit_of(a).compare(unit_of(b)));
    return compare_numbers(a, b);
  }
  if (a.is_text()) return sign(text_in(a).compare(text_in(b)));
  if (a.is(Kind::list)) {
    if (comparing(path, a, b) || path.size() > size_t(kMaxNesting)) return 0;
    const auto &p = a.as_list().items, &q = b.as_list().items;
    path.emplace_back(a.object(), b.object());
    int c = 0;
    for (size_t i = 0; c == 0 && i < std::min(p.size(), q.size()); ++i) c = compare_to(p[i], q[i], path);
    path.pop_back();
    if (c) return c;
    return p.size() < q.size() ? -1 : p.size() > q.size();
  }
  if (equal(a, b)) return 0;
  return sign(to_text(a).compare(to_text(b)));
}

std::string number_key(const Value& v) {
  const double n = to_number(v).value_or(0);
  return "n" + (std::isfinite(n) || is_kept(v) || is_plain(v) ? key_of(digits_of(v)) : format_number(n));
}

}  // namespace

bool equal(const Value& a, const Value& b) {
  Pairs path;
  return equal_to(a, b, path);
}

std::optional<int> order(const Value& a, const Value& b) {
  if (a.is_real() && b.is_real()) return a.number() < b.number() ? -1 : a.number() > b.number() ? 1 : 0;
  const bool x = is_a_number(a), y = is_a_number(b);
  if (x && y) return same_unit(a, b) ? std::optional(compare_numbers(a, b)) : std::nullopt;
  if (x || y) {
    const Value& text = x ? b : a;
    if (!text.is_text() || text.as_text().typed || !is_number_written(text.view())) return std::nullopt;
    return compare_numbers(a, b);
  }
  if (a.is_text() && b.is_text()) {
    if (is_date(a) || is_date(b)) return order_dates(a, b);
    if (a.as_text().untyped && b.as_text().untyped) {
      const bool p = reads_as_number(a), q = reads_as_number(b);
      if (p && q) return compare_numbers(a, b);
      if (p || q) return std::nullopt;
    }
    return sign(text_in(a).compare(text_in(b)));
  }
  if (a.is(Kind::boolean) && b.is(Kind::boolean)) return int(a.boolean()) - int(b.boolean());
  if (a.is(Kind::list) && b.is(Kind::list)) return compare(a, b);
  return std::nullopt;
}

int compare(const Value& a, const Value& b) {
  Pairs path;
  return compare_to(a, b, path);
}

std::string group_key(const Value& v) {
  if (is_a_number(v)) return number_key(v) + std::string(unit_of(v));
  if (v.is_text()) return "t" + std::string(text_in(v));
  return std::string(name_of(v.kind())) + ":" + to_text(v);
}

std::vector<std::string> lookup_keys(const Value& v) {
  if (is_a_number(v)) return {number_key(v)};  // amounts without a currency equal those with one
  if (reads_as_number(v)) return {"t" + std::string(v.view()), number_key(v)};
  return {group_key(v)};
}

bool counts_as_number(const Value& v) { return is_a_number(v) || reads_as_number(v); }

std::string_view unit_of(const Value& v) {
  const wrap::Typed* typed = typed_of(v);
  return typed && typed->type == wrap::Type::money ? std::string_view(typed->normal) : std::string_view();
}

}  // namespace gleaner::script
