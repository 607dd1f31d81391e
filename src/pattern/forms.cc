// See forms.h. Hashes and forms of texts, a character at a time; ASCII first, since most texts are.
#include "pattern/forms.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/exact_number.h"
#include "base/text.h"
#include "base/unicode.h"
#include "value/calendar_words.h"
#include "value/money.h"

namespace gleaner::pattern {
namespace {

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }

// A word that names a month, as in "Jan", "Sept.", "March"; not "Marsh" or "Julian".
bool has_month(std::string_view lower) {
  for (size_t i = 0; i < lower.size();) {
    size_t from = i;
    while (i < lower.size() && is_alpha(lower[i])) ++i;
    std::string_view word = lower.substr(from, i - from);
    if (value::english_month(word)) return true;
    if (i == from) ++i;
  }
  return false;
}

// 1-4 digits, separator, 1-2 digits, separator, 1-4 digits.
bool numeric_date(std::string_view t) {
  size_t i = 0;
  auto digits = [&](size_t most) {
    size_t from = i;
    while (i < t.size() && is_digit(t[i]) && i - from < most) ++i;
    return i > from;
  };
  auto separator = [&] {
    return i < t.size() && (t[i] == '-' || t[i] == '/' || t[i] == '.') ? (++i, true) : false;
  };
  return digits(4) && separator() && digits(2) && separator() && digits(4) && i == t.size();
}

}  // namespace

uint64_t hash_text(std::string_view text) {
  uint64_t h = 0x2545F4914F6CDD1Dull ^ text.size();
  size_t i = 0;
  for (; i + 8 <= text.size(); i += 8) {
    uint64_t piece;
    std::memcpy(&piece, text.data() + i, 8);
    h = mix(h, piece);
  }
  if (i < text.size()) {
    uint64_t piece = 0;
    std::memcpy(&piece, text.data() + i, text.size() - i);
    h = mix(h, piece);
  }
  return h;
}

std::string_view clip(std::string_view text, size_t limit) {
  if (text.size() <= limit) return text;
  while (limit > 0 && is_utf8_tail(text[limit])) --limit;
  return text.substr(0, limit);
}

void plain_into(std::string& out, std::string_view text, size_t limit) {
  out.clear();
  size_t letters = 0;
  bool in_word = false;
  auto close = [&] {
    if (in_word && letters > 3 && out.back() == 's' && out[out.size() - 2] != 's') out.pop_back();
    in_word = false;
  };
  for (size_t i = 0; i < text.size();) {
    unsigned char c = static_cast<unsigned char>(text[i]);
    uint32_t code = c, length = 1;
    if (c >= 0x80) {
      CodePoint point = code_point_at(text, i);
      code = point.value;
      length = point.length;
    }
    if (is_letter(code)) {
      if (!in_word) {
        if (out.size() >= limit) break;
        if (!out.empty()) out += ' ';
        letters = 0;
        in_word = true;
      }
      if (code < 0x80) out += to_lower(char(code));
      else append_utf8(out, lower(code));
      ++letters;
    } else {
      close();
    }
    i += length;
  }
  close();
  if (out.empty()) out = clip(text, limit);
  else if (out.size() > limit) out.resize(clip(out, limit).size());
}

std::string plain(std::string_view text, size_t limit) {
  std::string out;
  plain_into(out, text, limit);
  return out;
}

std::string shape_of(std::string_view text) {
  text = clip(text, 60);
  std::string out;
  size_t i = 0;
  auto word_at = [&](size_t at, const char*& form) {  // end of the word that begins at `at`
    size_t e = at;
    if (is_upper(text[at])) {
      if (at + 1 < text.size() && is_lower(text[at + 1])) {
        for (e = at + 1; e < text.size() && is_lower(text[e]);) ++e;
        form = "Aa";
        return e;
      }
      while (e < text.size() && is_upper(text[e]) &&
             !(e > at && e + 1 < text.size() && is_lower(text[e + 1])))
        ++e;
      form = "A";
      return e;
    }
    while (e < text.size() && is_lower(text[e])) ++e;
    form = "a";
    return e;
  };
  auto gap = [](char c) { return c == ' ' || c == ',' || c == '.' || c == '\'' || c == '&' || c == '-'; };
  while (i < text.size()) {
    char c = text[i];
    if (is_digit(c)) {
      while (i < text.size() && is_digit(text[i])) ++i;
      out += '9';
    } else if (is_alpha(c)) {
      const char* form = "a";
      size_t from = i, words = 0, end = i;
      while (end < text.size() && is_alpha(text[end])) {
        end = word_at(end, form);
        ++words;
        size_t after = end;
        while (after < text.size() && gap(text[after])) ++after;
        if (words == 1) i = end;  // where a lone word ends
        end = after;
      }
      if (words == 1) {
        const char* lone = "a";
        word_at(from, lone);
        out += lone;
      } else {
        out += 'w';
        i = end;
      }
    } else {
      out += c;
      ++i;
    }
  }
  return out;
}

namespace {
// "example.org", "example.org/about": a name without blanks whose last part is a top level domain of letters.
bool is_host(std::string_view text) {
  std::string_view host = text.substr(0, text.find('/'));
  size_t dot = host.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || text.size() > 80 ||
      text.find_first_of(" @,;:()") != std::string_view::npos)
    return false;
  std::string_view top = host.substr(dot + 1), name = host.substr(0, dot);
  if (top.size() < 2 || top.size() > 4 || !std::ranges::all_of(top, is_alpha)) return false;
  return name.size() > 1 &&
         std::ranges::all_of(name, [](char c) { return is_alnum(c) || c == '-' || c == '.'; });
}
}  // namespace

TextKind kind_of(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == ':')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == ':')) text.remove_suffix(1);
  if (value::looks_like_money(text)) return {Kind::money};
  bool any_letter = false, any_digit = false, only_int = !text.empty(), only_number = !text.empty();
  size_t word_count = 0;
  bool in_word = false;
  for (char c : text) {
    if (is_digit(c)) any_digit = true;
    any_letter |= is_letter_byte(c);
    if (!is_digit(c) && c != ',') {
      only_int = false;
      if (c != '.') only_number = false;
    }
    bool space = c == ' ';
    if (!space && !in_word) ++word_count;
    in_word = !space;
    if (any_letter && any_digit && word_count > 6) break;  // nothing more to learn from a long text
  }
  if (only_int) return {Kind::integer, uint8_t(std::min<size_t>(text.size(), 14))};
  if (only_number) return {Kind::number};
  if (any_digit && text.size() < 40) {
    if (has_month(lower_ascii(text))) return {Kind::date};
    if (numeric_date(text)) return {Kind::date};
  }
  std::string start = lower_ascii(text.substr(0, 6));
  if (start.starts_with("http:") || start.starts_with("https:") || start.starts_with("www.") || is_host(text))
    return {Kind::url};
  if (any_digit && text.size() < 40 && !any_letter) return {Kind::figures};
  if (any_digit) return {text.size() < 40 ? Kind::digits : Kind::long_digits};
  return {word_count <= 1 ? Kind::word : word_count <= 6 ? Kind::words : Kind::long_text};
}

namespace {
constexpr std::array<std::string_view, 11> kKindNames = {
    "money", "int", "number", "date", "url", "digits", "long-digits", "word", "words", "long", "figures"};
}

std::string name_of(TextKind kind) {
  std::string name(kKindNames[size_t(kind.kind)]);
  if (kind.kind == Kind::integer) name += std::to_string(kind.length);
  return name;
}

bool parse_kind(std::string_view name, TextKind& kind) {
  for (size_t i = 0; i < kKindNames.size(); ++i) {
    if (Kind(i) == Kind::integer) {
      if (!name.starts_with("int") || name.size() < 4 || name.size() > 5) continue;
      const auto n = exact_number<unsigned>(name.substr(3));
      if (n) kind = {Kind::integer, uint8_t(std::min(*n, 14u))};
      return n.has_value();
    }
    if (name == kKindNames[i]) return kind = {Kind(i)}, true;
  }
  return false;
}

Coarse coarse(TextKind kind) {
  switch (kind.kind) {
    case Kind::integer: return Coarse::integer;
    case Kind::money: return Coarse::money;
    case Kind::date: return Coarse::date;
    case Kind::number: return Coarse::number;
    case Kind::url: return Coarse::url;
    case Kind::digits:
    case Kind::long_digits: return Coarse::digits;
    case Kind::figures: return Coarse::figures;
    default: return Coarse::text;
  }
}

std::string_view own_label(std::string_view text) {
  if (text.empty()) return {};
  CodePoint first = code_point_at(text, 0);
  if (!is_letter(first.value) && text[0] != '_') return {};
  size_t i = first.length, more = 0;
  while (i < text.size() && text[i] != ':' && text[i] != '.' && text[i] != ',' && text[i] != ';' &&
         more < 25) {
    i += code_point_at(text, i).length;
    ++more;
  }
  if (i >= text.size() || text[i] != ':' || more < 1 || more > 24) return {};
  size_t after = i + 1;
  while (after < text.size() && text[after] == ' ') ++after;
  return after < text.size() ? text.substr(0, i) : std::string_view{};
}

std::string_view leading(std::string_view text) {
  size_t i = 0;
  while (i < text.size()) {
    CodePoint point = code_point_at(text, i);
    if (is_letter(point.value) || (point.value < 0x80 && (is_digit(char(point.value)) || point.value == '_')))
      break;
    i += point.length;
  }
  std::string_view found;
  if (i > 0) {
    found = text.substr(0, i);
  } else {
    size_t colon = text.substr(0, 22).find(':');
    if (colon == std::string_view::npos || colon < 2 || colon > 20) return {};
    found = text.substr(0, colon + 1);
  }
  found = clip(found, 20);
  while (!found.empty() && found.back() == ' ') found.remove_suffix(1);
  return found;
}

bool is_dash(std::string_view text) {
  return text == "-" || text == "--" || text == "\xE2\x80\x93" || text == "\xE2\x80\x94";
}

bool has_word(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    const auto [c, length] = code_point_at(text, i);
    if (is_letter(c) || (c < 0x80 && is_digit(char(c))) || c == '_' || (c >= 0xBC && c <= 0xBE) ||
        c == 0xB2 || c == 0xB3 || c == 0xB9 || (c >= 0x2150 && c <= 0x218B))
      return true;
    i += length;
  }
  return false;
}

bool ends_cut_off(std::string_view text) { return text.ends_with("...") || text.ends_with("\xE2\x80\xA6"); }

size_t length_class(std::string_view text) { return std::min<size_t>(6, text.size() / 15); }

std::string_view in_title(std::string_view title, std::string_view text) {
  if (text == title) return "eq";
  return text.size() > 3 && title.find(text) != std::string_view::npos ? "in" : "no";
}

std::string_view last_keys(std::string_view path, int count) {
  size_t dot = path.size();
  for (int i = 0; i < count; ++i) {
    dot = dot == 0 ? std::string_view::npos : path.rfind('.', dot - 1);
    if (dot == std::string_view::npos) return path;
  }
  return path.substr(dot + 1);
}

std::string mask_digits(std::string_view text) {
  std::string out;
  mask_digits_into(out, text);
  return out;
}

void mask_digits_into(std::string& out, std::string_view text) {
  out.clear();
  for (size_t i = 0; i < text.size();) {
    if (!is_digit(text[i])) {
      out += text[i++];
      continue;
    }
    while (i < text.size() && is_digit(text[i])) ++i;
    out += '9';
  }
}

std::string link_form(std::string_view href) {
  href = href.substr(0, href.find('?'));
  std::string out;
  size_t from = 0;
  auto stop = [](char c) { return c == '/' || c == '=' || c == '&'; };
  for (size_t i = 0; i <= href.size(); ++i) {
    if (i < href.size() && !stop(href[i])) continue;
    std::string_view part = href.substr(from, i - from);
    if (std::ranges::any_of(part, is_digit)) out += '9';
    else out += part;
    if (i < href.size()) out += href[i];
    from = i + 1;
  }
  size_t slash = out.rfind('/');
  if (slash != std::string::npos) out.resize(slash);
  out.resize(clip(out, 80).size());
  return out;
}

std::string query_form(std::string_view href) {
  std::string out;
  for (size_t i = 0; i < href.size(); ++i) {
    if (href[i] != '?' && href[i] != '&' && href[i] != ';') continue;
    size_t e = i + 1;
    while (e < href.size() && href[e] != '=' && href[e] != '&') ++e;
    if (e >= href.size() || href[e] != '=' || e == i + 1) continue;
    if (!out.empty()) out += '&';
    out += href.substr(i + 1, e - i - 1);
  }
  out.resize(clip(out, 60).size());
  return out;
}

}  // namespace gleaner::pattern
