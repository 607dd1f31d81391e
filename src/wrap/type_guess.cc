// See type_guess.h. Types are tried from the most particular; all of a value must be the type, except where
// the type itself says so clearly (a rating with its best, a duration with its units).
#include "wrap/type_guess.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "value/date.h"
#include "wrap/types.h"

namespace gleaner::wrap {
namespace {

bool is_so(Type type, const std::string& text) {
  if (recognise(text) == type) return true;
  const auto read = read_as(type, text);
  if (!read) return false;
  switch (type) {
    case Type::isbn:
      return lower_ascii(text).find("isbn") != std::string::npos || read->normal.starts_with("97");
    case Type::gtin: return true;
    case Type::rating: return !read->normal.empty();
    case Type::duration: return std::ranges::any_of(text, is_alpha);
    case Type::phone: return read->normal.starts_with('+');
    case Type::size: return text.find_first_of("bB") != std::string::npos;  // 4.0K may be many things
    case Type::ip: return true;
    case Type::level:
      return text.size() > 2 &&
             (read->normal != "info" || lower_ascii(text).find("inf") != std::string::npos);
    default: return false;
  }
}

// Dates of one column have one order: a 29/06/2010 says what 05/06/2010 is.
std::optional<TypeGuess> guess_date(const std::vector<std::string>& values) {
  TypeGuess guess;
  guess.type.type = Type::date;
  guess.values = values.size();
  for (const std::string& value : values) {
    const auto read = value::find_date(collapse(value), DateOrder::day_first);
    const auto other = value::find_date(collapse(value), DateOrder::month_first);
    if ((!read || !read->whole) && (!other || !other->whole)) return std::nullopt;
    if ((read && read->iso.find('T') != std::string::npos)) guess.type.type = Type::timestamp;
  }
  const auto clear = [&](DateOrder order) -> const std::string* {  // that can only be of this order
    const DateOrder against = order == DateOrder::day_first ? DateOrder::month_first : DateOrder::day_first;
    for (const std::string& value : values) {
      const std::string text = collapse(value);
      if (text.find('/') == std::string::npos) continue;
      const auto unknown = value::find_date(text), mine = value::find_date(text, order),
                 theirs = value::find_date(text, against);
      if (unknown && mine && theirs && mine->iso == theirs->iso && text.size() > 4 && text[4] != '/') {
        // told by a number over 12: the day. Its place says the order.
        const int first = std::atoi(text.c_str());
        if ((first > 12) == (order == DateOrder::day_first)) return &value;
      }
    }
    return nullptr;
  };
  const bool doubt =
      std::ranges::any_of(values, [](const std::string& one) { return !value::find_date(collapse(one)); });
  guess.evidence = values.front();
  if (!doubt) return guess;
  const std::string* day = clear(DateOrder::day_first);
  const std::string* month = clear(DateOrder::month_first);
  if ((day != nullptr) == (month != nullptr)) return std::nullopt;  // nobody knows, or both
  guess.type.order = day ? DateOrder::day_first : DateOrder::month_first;
  guess.evidence = day ? *day : *month;
  return guess;
}

}  // namespace

std::optional<TypeGuess> guess_type(const std::vector<std::string>& values) {
  constexpr size_t kFewest = 2;  // different values
  if (std::set<std::string>(values.begin(), values.end()).size() < kFewest) return std::nullopt;
  for (const Type type : {Type::isbn, Type::gtin, Type::money, Type::rating, Type::duration, Type::ip,
                          Type::phone, Type::number, Type::size, Type::level, Type::url, Type::boolean}) {
    if (!std::ranges::all_of(values, [&](const std::string& v) { return is_so(type, v); })) continue;
    TypeGuess guess;
    guess.type.type = type;
    guess.values = values.size();
    guess.evidence = values.front();
    return guess;
  }
  return guess_date(values);
}

}  // namespace gleaner::wrap
