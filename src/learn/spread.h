// How a field's values are spread: the range of its amounts, the decimal mark they are written with, how
// often one value comes again on a page, the header above its column. A part of a field's profile.
//
// These are what tells a price from a price a thousand times as large, a column of zeros from
// prices, and two columns of numbers from each other after they changed places; kinds and
// shapes are the same in all of these.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "wrap/config.h"

namespace gleaner::learn {

// The amount that all of a text is, number or money; nothing for other texts.
std::optional<double> amount_of(std::string_view text);
// '.' or ',' where the text surely has decimals behind it: "12,40", "1.234,5"; 0 otherwise.
char decimal_mark(std::string_view text);

struct Spread {
  uint32_t numbers = 0;             // values that are amounts
  double low = 0, high = 0;         // ... the least and the greatest of them
  uint32_t points = 0, commas = 0;  // ... that have decimals, by mark
  uint32_t struck = 0;              // values that are struck through
  uint32_t distinct = 0;            // different values, counted up to a few
  double commonest = -1;  // greatest share of a page's values that are one value; -1: no page has enough
  std::map<std::string, uint32_t> headers;  // texts above the column, with how many values stood below them

  void add_value(std::string_view text, bool first);
  void add_page(const std::vector<std::string_view>& values);
  void save(wrap::Config& into) const;
  Status load(const wrap::Config& from);

  // Is an amount beyond all that is known, by far? Few known values allow for more.
  bool beyond(double amount) const;
  // The one mark that all known values with decimals have; 0 if they have none or both.
  char mark() const;
  // The one text above the column; "" if there is none or several.
  std::string_view header() const;
};

// Share of the values that are the commonest of them.
double commonest_share(const std::vector<std::string_view>& values);

}  // namespace gleaner::learn
