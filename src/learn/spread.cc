// See spread.h.
#include "learn/spread.h"

#include <algorithm>

#include "base/text.h"
#include "learn/weights.h"
#include "wrap/types.h"

namespace gleaner::learn {

std::optional<double> amount_of(std::string_view text) {
  if (std::ranges::none_of(text, is_digit)) return std::nullopt;
  const wrap::Type type = wrap::recognise(text);
  if (type != wrap::Type::number && type != wrap::Type::money) return std::nullopt;
  auto read = wrap::read_as(type, text);
  return read ? std::optional(read->number) : std::nullopt;
}

char decimal_mark(std::string_view text) {
  const size_t last = text.find_last_of(".,");
  if (last == std::string_view::npos || last == 0 || !is_digit(text[last - 1])) return 0;
  size_t digits = 0;
  while (last + 1 + digits < text.size() && is_digit(text[last + 1 + digits])) ++digits;
  return digits == 1 || digits == 2 ? text[last] : 0;
}

double commonest_share(const std::vector<std::string_view>& values) {
  std::map<std::string_view, size_t> counts;
  size_t most = 0;
  for (std::string_view value : values) most = std::max(most, ++counts[value]);
  return values.empty() ? 0 : double(most) / double(values.size());
}

void Spread::add_value(std::string_view text, bool is_new) {
  distinct += is_new;
  const std::optional<double> amount = amount_of(text);
  if (!amount) return;
  low = numbers ? std::min(low, *amount) : *amount;
  high = numbers ? std::max(high, *amount) : *amount;
  ++numbers;
  const char mark = decimal_mark(text);
  points += mark == '.';
  commas += mark == ',';
}

void Spread::add_page(const std::vector<std::string_view>& values) {
  if (values.size() >= kVarietyValues) commonest = std::max(commonest, commonest_share(values));
}

bool Spread::beyond(double amount) const {
  if (!numbers || low < 0) return false;
  const double margin = kRangeFactor * (1 + kRangeFew / numbers);
  if (amount <= 0) return low > 0;
  return amount > high * margin || amount * margin < low;
}

char Spread::mark() const { return points && !commas ? '.' : commas && !points ? ',' : char(0); }

std::string_view Spread::header() const {
  return headers.size() == 1 ? std::string_view(headers.begin()->first) : std::string_view();
}

void Spread::save(wrap::Config& into) const {
  into.set("distinct", int64_t(distinct));
  if (commonest >= 0) into.set("commonest", commonest);
  if (struck) into.set("struck", int64_t(struck));
  if (numbers) into.set("numbers", int64_t(numbers)).set("low", low).set("high", high);
  if (points) into.set("decimal_points", int64_t(points));
  if (commas) into.set("decimal_commas", int64_t(commas));
  if (std::string_view above = header(); !above.empty() && valid_utf8_prefix(above) == above.size())
    into.set("header", above);
}

Status Spread::load(const wrap::Config& from) {
  GLEANER_TRY(distinct, from.count_or("distinct", 0));
  GLEANER_TRY(struck, from.count_or("struck", 0));
  GLEANER_TRY(numbers, from.count_or("numbers", 0));
  GLEANER_TRY(points, from.count_or("decimal_points", 0));
  GLEANER_TRY(commas, from.count_or("decimal_commas", 0));
  GLEANER_TRY(low, from.real_or("low", 0.0));
  GLEANER_TRY(high, from.real_or("high", 0.0));
  GLEANER_TRY(commonest, from.real_or("commonest", -1.0));
  GLEANER_TRY(std::string above, from.text_or("header", ""));
  if (!above.empty()) headers[above] = 1;
  return {};
}

}  // namespace gleaner::learn
