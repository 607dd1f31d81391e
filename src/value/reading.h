// Typed readings of texts: number, money, date, url, duration ... The text stays beside the reading.
// Nothing is guessed beyond the text: "1,234" is 1234, "12,40" is 12.40, "1.234,5" is 1234.5; a two-digit
// year or an ambiguous day/month order gives no date unless the month is a word or the order was said.
#pragma once

#include <optional>
#include <string_view>

#include "value/type.h"

namespace gleaner::value {

std::optional<Typed> read_as(Type type, std::string_view text, std::string_view base_url = {},
                             DateOrder order = DateOrder::unknown);
// The narrowest type that all of the text is, or Type::text.
Type recognise(std::string_view text);

}  // namespace gleaner::value
