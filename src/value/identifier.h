// Numbers that name something: phone numbers, ISBN, GTIN (EAN, UPC).
#pragma once

#include <string>
#include <string_view>

namespace gleaner::value {

// All give the normal form, empty where the text is none.

// "+49301234567" where the country is said, else the digits as dialled: "0301234567".
std::string read_phone(std::string_view text);
// The 13 digits, whatever form was written; its check digit must be right.
std::string read_isbn(std::string_view text);
// 8, 12, 13 or 14 digits with the right check digit.
std::string read_gtin(std::string_view text);

}  // namespace gleaner::value
