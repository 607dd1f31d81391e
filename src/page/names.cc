// See names.h.
#include "page/names.h"

#include <array>
#include <unordered_map>

#include <unicode/stringoptions.h>
#include <unicode/uchar.h>
#include <unicode/uloc.h>
#include <unicode/unorm2.h>
#include <unicode/ustring.h>

#include "base/text.h"

namespace gleaner {
namespace {

constexpr std::array<const char*, 20> kNameLocales = {"en", "de", "fr", "es", "it", "nl", "pt",
                                                      "pl", "cs", "da", "sv", "nb", "fi", "hu",
                                                      "tr", "ro", "el", "ru", "ja", "zh"};

std::string folded(std::string_view text) {
  const std::string clean = collapse(text);
  std::array<UChar, 256> wide{}, lower{};
  UErrorCode failed = U_ZERO_ERROR;
  int32_t length = 0;
  u_strFromUTF8(wide.data(), int32_t(wide.size()), &length, clean.data(), int32_t(clean.size()), &failed);
  if (U_FAILURE(failed)) return lower_ascii(clean);
  length =
      u_strFoldCase(lower.data(), int32_t(lower.size()), wide.data(), length, U_FOLD_CASE_DEFAULT, &failed);
  std::array<char, 1024> narrow{};
  int32_t size = 0;
  u_strToUTF8(narrow.data(), int32_t(narrow.size()), &size, lower.data(), length, &failed);
  return U_FAILURE(failed) ? lower_ascii(clean) : std::string(narrow.data(), size_t(size));
}

// Without accents, as many type it: "francais".
std::string without_accents(const std::string& text) {
  std::array<UChar, 256> wide{}, apart{};
  UErrorCode failed = U_ZERO_ERROR;
  int32_t length = 0, size = 0;
  u_strFromUTF8(wide.data(), int32_t(wide.size()), &length, text.data(), int32_t(text.size()), &failed);
  length = unorm2_normalize(unorm2_getNFDInstance(&failed), wide.data(), length, apart.data(),
                            int32_t(apart.size()), &failed);
  if (U_FAILURE(failed)) return text;
  int32_t kept = 0;
  for (int32_t i = 0; i < length; ++i)
    if (u_charType(apart[size_t(i)]) != U_NON_SPACING_MARK) apart[size_t(kept++)] = apart[size_t(i)];
  std::array<char, 1024> narrow{};
  u_strToUTF8(narrow.data(), int32_t(narrow.size()), &size, apart.data(), kept, &failed);
  return U_FAILURE(failed) ? text : std::string(narrow.data(), size_t(size));
}

std::string display(const std::string& code, const char* locale, bool country) {
  std::array<UChar, 256> wide{};
  UErrorCode failed = U_ZERO_ERROR;
  const int32_t length =
      country ? uloc_getDisplayCountry(("und_" + code).c_str(), locale, wide.data(), int32_t(wide.size()),
                                       &failed)
              : uloc_getDisplayLanguage(code.c_str(), locale, wide.data(), int32_t(wide.size()), &failed);
  if (U_FAILURE(failed) || failed == U_USING_DEFAULT_WARNING) return {};
  std::array<char, 1024> narrow{};
  int32_t size = 0;
  u_strToUTF8(narrow.data(), int32_t(narrow.size()), &size, wide.data(), length, &failed);
  return U_FAILURE(failed) ? std::string() : std::string(narrow.data(), size_t(size));
}

using NameMap = std::unordered_map<std::string, std::string>;

NameMap make_names(bool country) {
  NameMap out;
  const char* const* codes = country ? uloc_getISOCountries() : uloc_getISOLanguages();
  for (const char* const* code = codes; *code; ++code) out.emplace(folded(*code), *code);
  for (const char* locale : kNameLocales)
    for (const char* const* code = codes; *code; ++code)
      if (const std::string name = display(*code, locale, country); !name.empty())
        out.emplace(folded(name), *code);
  for (const char* const* code = codes; *code; ++code)
    out.emplace(folded(country ? uloc_getISO3Country((std::string("und_") + *code).c_str())
                               : uloc_getISO3Language(*code)),
                *code);
  out.erase("");
  NameMap plain;
  for (const auto& [name, code] : out) {
    const auto [there, fresh] = plain.emplace(without_accents(name), code);
    if (!fresh && there->second != code) there->second.clear();  // two names that only accents tell apart
  }
  for (const auto& [name, code] : plain)
    if (!code.empty()) out.emplace(name, code);
  if (country)
    for (const auto& [name, code] : {std::pair("uk", "GB"),
                                     {"great britain", "GB"},
                                     {"england", "GB"},
                                     {"usa", "US"},
                                     {"u.s.a.", "US"},
                                     {"united states of america", "US"},
                                     {"holland", "NL"},
                                     {"czech republic", "CZ"},
                                     {"tschechische republik", "CZ"},
                                     {"korea", "KR"},
                                     {"russian federation", "RU"}})
      out[name] = code;
  return out;
}

std::string code_in(const NameMap& names, std::string_view text) {
  const auto found = names.find(folded(text));
  return found == names.end() ? std::string() : found->second;
}

}  // namespace

std::string country_code(std::string_view text) {
  static const NameMap kNames = make_names(true);
  return code_in(kNames, text);
}
std::string language_code(std::string_view text) {
  static const NameMap kNames = make_names(false);
  return code_in(kNames, text);
}
std::string country_name(std::string_view code) { return display(std::string(code), "en", true); }
std::string language_name(std::string_view code) { return display(std::string(code), "en", false); }

}  // namespace gleaner
