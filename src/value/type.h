// What a text says, as a value: its type, and the reading that stands beside the text, never in its place.
#pragma once

#include <cstdint>
#include <string>

namespace gleaner::value {

enum class Type : uint8_t {
  text,
  number,
  money,
  date,
  url,
  boolean,
  integer,
  timestamp,
  duration,
  rating,
  phone,
  isbn,
  gtin,
  size,
  ip,
  level
};

struct Typed {
  Type type = Type::text;
  double number = 0;   // number, integer, money, rating: the amount; duration: seconds; size: bytes;
                       // boolean: 0 or 1
  std::string normal;  // money: ISO 4217 code; rating: the best there is; date, timestamp: ISO 8601; url:
      // absolute; phone, isbn, gtin: digits; ip, level: as everybody writes it; whole beyond 2^53:
      // digits; else empty
};

// What 05/06/2010 is. Nobody knows unless somebody says.
enum class DateOrder : uint8_t { unknown, day_first, month_first };

}  // namespace gleaner::value
