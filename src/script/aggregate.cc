// See aggregate.h.
#include "script/aggregate.h"

#include <cmath>

#include <fmt/format.h>

#include "script/compare.h"
#include "script/decimal.h"
#include "script/numbers.h"

namespace gleaner::script {

Aggregate::Aggregate(const Ast& call) : call_(call) {
  kind_ = call.name == "sum"    ? Kind::sum
          : call.name == "avg"  ? Kind::avg
          : call.name == "min"  ? Kind::min
          : call.name == "max"  ? Kind::max
          : call.name == "list" ? Kind::list
                                : Kind::count;
}

void Aggregate::take(Interpreter& in, const Value& v) {
  if (v.is_null()) return;
  if (call_.distinct && !seen_.insert(group_key(v)).second) return;
  switch (kind_) {
    case Kind::count: ++count_; break;
    case Kind::list: all_.push_back(v); break;
    case Kind::sum:
    case Kind::avg: add(in, v); break;
    default:
      if (counts_as_number(v)) return ++count_, keep_extreme(number_, v);
      keep_extreme(text_, v);
      if (texts_++ == 0) a_text_ = v;
  }
}

void Aggregate::add(Interpreter& in, const Value& v) {
  const auto n = to_number(v);
  if (!n) return in.left_out(call_, fmt::format("{}: a value that is no number is left out", call_.name), v);
  const std::string_view unit = unit_of(v);
  units_ |= count_ > 0 && unit != unit_;
  unit_ = unit;
  ++count_;
  std::optional<__int128> whole;
  if (v.is(script::Kind::exact) || v.is_whole()) {
    if (auto d = read_decimal(to_text(v))) whole = whole_of(*d);
  } else if (std::fabs(*n) < kExact && *n == std::floor(*n)) {
    whole = __int128(*n);
  }
  all_whole_ = all_whole_ && whole && !__builtin_add_overflow(whole_, *whole, &whole_);
  const double sum = total_ + *n;
  lost_ += std::fabs(total_) >= std::fabs(*n) ? (total_ - sum) + *n : (*n - sum) + total_;
  total_ = sum;
}

void Aggregate::keep_extreme(Value& best, const Value& v) const {
  const int c = best.is_null() ? 0 : compare(v, best);
  if (best.is_null() || (kind_ == Kind::min ? c < 0 : c > 0)) best = v;
}

Value Aggregate::result(Interpreter& in) {
  switch (kind_) {
    case Kind::count: return Value(double(count_));
    case Kind::list: return Value::list(std::move(all_));
    case Kind::sum:
    case Kind::avg: {
      if (units_) {
        in.here = call_.offset;
        in.fail(fmt::format("{} of amounts in several currencies has no meaning", call_.name),
                "group by the currency: group by price.currency");
      }
      if (count_ == 0) return Value();
      const double sum = std::isfinite(lost_) ? total_ + lost_ : total_;
      if (kind_ == Kind::avg) return Value((all_whole_ ? double(whole_) : sum) / double(count_));
      return all_whole_ ? read_number(to_digits(whole_)).value_or(Value(sum)) : Value(sum);
    }
    default: break;
  }
  if (number_.is_null()) return text_;
  for (uint64_t i = 0; i < texts_; ++i)  // counted, so that how many there were is said
    in.left_out(call_, fmt::format("{}: a text among numbers is left out", call_.name), a_text_);
  // A text of a mixed column is the number it writes.
  if (number_.is_text() && !number_.as_text().typed)
    if (auto number = read_number(number_.view())) return std::move(*number);
  return number_;
}

}  // namespace gleaner::script
