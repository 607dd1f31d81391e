// See words.h.
#include "match/words.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "base/hash.h"
#include "base/text.h"

namespace gleaner::match {
namespace {

// Latin letters with marks, U+00C0..U+017F, without them.
constexpr std::string_view kPlain =
    "aaaaaaaceeeeiiiidnooooo ouuuuytsaaaaaaaceeeeiiiidnooooo ouuuuyty"
    "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkkllllllllll"
    "nnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";

bool is_ideograph(uint32_t c) {
  return (c >= 0x2e80 && c <= 0x9fff) || (c >= 0xac00 && c <= 0xd7af) || (c >= 0xf900 && c <= 0xfaff) ||
         c >= 0x20000;
}

void fold_other(std::string& out, uint32_t c) {
  if (c == 0x2019 || c == 0x2032 || c == 0x2018) out += '\'';
  else if (c == 0x2033 || c == 0x201d || c == 0x201c) out += '"';
  else if (c == 0xdf) out += "ss";
  else if (c == 0xe6 || c == 0xc6) out += "ae";
  else if (c >= 0xc0 && c < 0xc0 + kPlain.size()) out += kPlain[c - 0xc0];
  else if (c >= 0xff01 && c <= 0xff5e) out += to_lower(char(c - 0xff01 + '!'));
  else if (c >= 0x300 && c <= 0x36f) return;  // marks that combine
  else if (c < 0xc0 || (c >= 0x2000 && c <= 0x2bff) || (c >= 0x3000 && c <= 0x3020) || c == 0xfffd)
    out += ' ';
  else {
    if ((c >= 0x391 && c <= 0x3a9) || (c >= 0x410 && c <= 0x42f)) c += 32;
    const bool alone = is_ideograph(c);  // scripts without blanks: every character is a word
    if (alone) out += ' ';
    out += char(0x80 | (mix(0, c) >> 57));
    if (alone) out += ' ';
  }
}

struct Unit {
  std::string_view name, spellings;  // separated by |
};
constexpr std::array kUnits = {Unit{"in", "inches|inch|in|''|\"|'"},
                               Unit{"mp", "megapixels|megapixel|mega pixels|mega pixel|mpix|mp"},
                               Unit{"gb", "gigabytes|gigabyte|gb"},
                               Unit{"mb", "megabytes|megabyte|mb"},
                               Unit{"tb", "terabytes|terabyte|tb"},
                               Unit{"cuft", "cu ft|cu. ft|cu . ft|cu.ft|cubic feet|cubic foot|cuft"},
                               Unit{"w", "watts|watt"},
                               Unit{"lb", "pounds|pound|lbs|lb"},
                               Unit{"ghz", "ghz"},
                               Unit{"mhz", "mhz"},
                               Unit{"mm", "millimeters|millimeter|mm"},
                               Unit{"cm", "centimeters|centimeter|cm"},
                               Unit{"ft", "feet|foot|ft"},
                               Unit{"oz", "ounces|ounce|oz"},
                               Unit{"ch", "channels|channel|ch"},
                               Unit{"disc", "discs|disc|disks|disk"},
                               Unit{"pk", "packs|pack|pk"},
                               Unit{"user", "users|user"},
                               Unit{"kg", "kilograms|kilogram|kg"},
                               Unit{"ml", "milliliters|milliliter|ml"},
                               Unit{"mah", "mah"},
                               Unit{"rpm", "rpm"},
                               Unit{"dpi", "dpi"}};

// Length of the spelling of `unit` at `at`, a whole word; 0: not there.
size_t spelled(std::string_view text, size_t at, const Unit& unit) {
  for (std::string_view one : split(unit.spellings, '|')) {
    if (text.substr(at, one.size()) != one) continue;
    const size_t end = at + one.size();
    if (!is_word_byte(one.back()) || end == text.size() || !is_word_byte(text[end])) return one.size();
  }
  return 0;
}

// "08.50" -> "8.5": as short as it can be written.
std::string shortest(std::string_view number) {
  while (number.size() > 1 && number[0] == '0' && number[1] != '.') number.remove_prefix(1);
  if (number.find('.') != std::string_view::npos) {
    while (number.back() == '0') number.remove_suffix(1);
    if (number.back() == '.') number.remove_suffix(1);
  }
  return number.empty() ? "0" : std::string(number);
}

// Length of "13.6" or "1,299" at `at`.
size_t number_length(std::string_view text, size_t at) {
  size_t end = at;
  while (end < text.size() && is_digit(text[end])) ++end;
  const auto digits = [&](size_t from) {
    size_t n = 0;
    while (from + n < text.size() && is_digit(text[from + n])) ++n;
    return n;
  };
  while (end < text.size() && text[end] == ',' && digits(end + 1) == 3) end += 4;
  if (end < text.size() && text[end] == '.' && digits(end + 1)) end += 1 + digits(end + 1);
  return end - at;
}

// Numbers with their units joined, thousands joined, commas as blanks.
std::string with_units(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const bool begins =
        is_digit(text[at]) && (out.empty() || (!is_word_byte(out.back()) && out.back() != '.'));
    if (!begins) {
      out += text[at] == ',' ? ' ' : text[at];
      ++at;
      continue;
    }
    const size_t length = number_length(text, at);
    std::string number(text.substr(at, length));
    std::erase(number, ',');
    at += length;
    size_t next = at;
    while (next < text.size() && text[next] == ' ') ++next;
    if (next < text.size() && text[next] == '-') ++next;
    while (next < text.size() && text[next] == ' ') ++next;
    const Unit* found = nullptr;
    size_t end = 0;
    for (const Unit& unit : kUnits)
      if (const size_t n = next < text.size() ? spelled(text, next, unit) : 0; n && !found)
        found = &unit, end = next + n;
    if (!found) {
      out += number;
      continue;
    }
    out += ' ' + shortest(number) + std::string(found->name) + ' ';
    at = end;
  }
  return out;
}

}  // namespace

std::string fold(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 0x80) {
      out += byte < 0x20 ? ' ' : to_lower(text[at]);
      ++at;
      continue;
    }
    const CodePoint c = code_point_at(text, at);
    fold_other(out, c.value);
    at += c.length;
  }
  return out;
}

std::vector<std::string> chunks(std::string_view folded) {
  std::vector<std::string> out;
  const std::string text = with_units(folded);
  for (std::string_view chunk : words(text)) {
    while (!chunk.empty() && !is_word_byte(chunk.front())) chunk.remove_prefix(1);
    while (!chunk.empty() && !is_word_byte(chunk.back())) chunk.remove_suffix(1);
    if (!chunk.empty()) out.emplace_back(chunk);
  }
  return out;
}

std::vector<std::string> words_of(std::string_view chunk) {
  std::vector<std::string> out;
  bool inside = false;
  for (size_t i = 0; i < chunk.size(); ++i) {
    const bool point =
        chunk[i] == '.' && i && i + 1 < chunk.size() && is_digit(chunk[i - 1]) && is_digit(chunk[i + 1]);
    if (!point && !is_word_byte(chunk[i])) {
      inside = false;
      continue;
    }
    if (!inside) out.emplace_back();
    out.back() += chunk[i];
    inside = true;
  }
  return out;
}

std::string plain_word(std::string_view word) {
  std::string_view number = word;
  if (number.starts_with('v')) number.remove_prefix(1);
  const bool is_number = !number.empty() && is_digit(number[0]) && number_length(number, 0) == number.size();
  const bool written = number.size() < word.size() || number.find('.') != std::string_view::npos;
  if (!is_number || !written) return squeeze(word);
  std::string out = shortest(number);
  std::replace(out.begin(), out.end(), '.', 'p');  // 4.5 is not 45
  return out;
}

std::string squeeze(std::string_view text) {
  std::string out;
  for (char c : text)
    if (is_word_byte(c)) out += c;
  return out;
}

std::optional<Measure> measure_of(std::string_view word) {
  if (word.empty() || !is_digit(word[0])) return {};
  const size_t length = number_length(word, 0);
  for (size_t unit = 0; unit < kUnits.size(); ++unit)
    if (word.substr(length) == kUnits[unit].name)
      return Measure{float(std::strtod(std::string(word.substr(0, length)).c_str(), nullptr)), uint8_t(unit),
                     false};
  return {};
}

bool is_code(std::string_view word) {
  if (word.size() < 3 || std::ranges::none_of(word, is_digit)) return false;
  return std::ranges::any_of(word, is_alpha) || word.size() >= 4;
}

uint32_t colour_of(std::string_view word) {
  static constexpr std::array kColours = {std::string_view("black|blk|schwarz|noir"),
                                          std::string_view("white|wht|weiss|blanc"),
                                          std::string_view("silver|silber|argent"),
                                          std::string_view("stainless"),
                                          std::string_view("red|rot|rouge"),
                                          std::string_view("blue|blu|blau|bleu"),
                                          std::string_view("pink|pnk"),
                                          std::string_view("green|grn|grun|vert"),
                                          std::string_view("purple"),
                                          std::string_view("gray|grey|grau|gris"),
                                          std::string_view("orange"),
                                          std::string_view("gold"),
                                          std::string_view("brown|braun|brun"),
                                          std::string_view("yellow|gelb|jaune"),
                                          std::string_view("titanium|titan"),
                                          std::string_view("cherry"),
                                          std::string_view("bronze"),
                                          std::string_view("beige"),
                                          std::string_view("cyan"),
                                          std::string_view("magenta"),
                                          std::string_view("violet"),
                                          std::string_view("copper")};
  if (word.size() < 3 || word.size() > 9) return 0;
  for (size_t i = 0; i < kColours.size(); ++i)
    for (std::string_view name : split(kColours[i], '|'))
      if (name == word) return 1u << i;
  return 0;
}

bool is_plain_number(std::string_view value) {
  bool digit = false, point = false;
  for (size_t at = 0; at < value.size();) {
    const CodePoint c = code_point_at(value, at);
    at += c.length;
    if (c.value < 0x80 && is_digit(char(c.value))) digit = true;
    else if (c.value == '.' && digit && !point) point = true;
    else if (c.value == ',' && digit) continue;
    else if (c.value == ' ' ||
             (!digit && (c.value == '-' || c.value == '$' || c.value == 0x20ac || c.value == 0xa3)))
      continue;
    else return false;
  }
  return digit;
}

std::optional<double> number_in(std::string_view value) {
  size_t at = 0;
  while (at < value.size() && !is_digit(value[at])) ++at;
  if (at == value.size()) return {};
  std::string number(value.substr(at, number_length(value, at)));
  std::erase(number, ',');
  const double magnitude = std::strtod(number.c_str(), nullptr);
  return at && value[at - 1] == '-' ? -magnitude : magnitude;
}

uint64_t hash_of(std::string_view word) { return mix(stable_hash(word), word.size()); }

}  // namespace gleaner::match
