// See names.h.
#include "html/names.h"

#include "base/text.h"

namespace gleaner::html {

bool semantic_attribute(std::string_view name) {
  switch (name.size()) {
    case 3: return name == "rel" || name == "for";
    case 4: return name == "name" || name == "role" || name == "type";
    case 5: return name == "title";
    case 7: return name == "headers";
    case 8: return name == "itemprop" || name == "property" || name == "itemtype";
    case 9: return name == "data-type";
    case 10: return name == "data-field" || name == "data-label";
    case 11: return name == "data-testid";
    default: return false;
  }
}

bool looks_generated(std::string_view name) {
  size_t digits = 0, hex = 0;
  int turns = 0;  // digit, letter, digit, letter, digit
  for (char c : name) {
    digits = is_digit(c) ? digits + 1 : 0;
    hex = is_digit(c) || (c >= 'a' && c <= 'f') ? hex + 1 : 0;
    if (digits >= 3 || hex >= 8) return true;
    if (turns % 2 == 0 ? is_digit(c) : (c >= 'a' && c <= 'z')) ++turns;
    if (turns >= 5) return true;
  }
  return false;
}

}  // namespace gleaner::html
