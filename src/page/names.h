// Names of countries and languages in many languages, as ICU knows them: "Deutschland", "Allemagne",
// "Germany", "DEU" are DE. Made on first use, in a few milliseconds.
#pragma once

#include <string>
#include <string_view>

namespace gleaner {

// The code of ISO 3166-1 ("DE") or ISO 639 ("de"); empty where the text is no such name. Case
// and white space do not matter.
std::string country_code(std::string_view text);
std::string language_code(std::string_view text);
// In English; empty for what is no code.
std::string country_name(std::string_view code);
std::string language_name(std::string_view code);

}  // namespace gleaner
