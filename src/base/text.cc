// See text.h. ASCII, UTF-8, splitting, hashing.
#include "base/text.h"

#include "base/collapsed.h"

#include <cstring>

#include <fmt/format.h>

namespace gleaner {

bool is_all_digits(std::string_view text) { return !text.empty() && digits_at(text, 0) == text.size(); }

size_t digits_at(std::string_view text, size_t at) {
  size_t n = 0;
  while (at + n < text.size() && is_digit(text[at + n])) ++n;
  return n;
}

std::string lower_ascii(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = to_lower(c);
  return out;
}

bool equals_ignoring_case(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i)
    if (to_lower(a[i]) != to_lower(b[i])) return false;
  return true;
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> out;
  size_t from = 0;
  while (true) {
    size_t at = text.find(separator, from);
    if (at == std::string_view::npos) break;
    out.push_back(text.substr(from, at - from));
    from = at + 1;
  }
  out.push_back(text.substr(from));
  return out;
}

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> out;
  for_each_word(text, [&](std::string_view word) { out.push_back(word); });
  return out;
}

std::string collapse(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  bool blank = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (const size_t length = blank_at(text, i)) {
      i += length - 1;
      blank = true;
      continue;
    }
    if (blank && !out.empty()) out += ' ';
    blank = false;
    out += text[i];
  }
  return out;
}

CodePoint code_point_at(std::string_view text, size_t at) {
  auto byte = [&](size_t i) { return i < text.size() ? uint8_t(text[i]) : 0u; };
  uint32_t a = byte(at);
  if (a < 0x80) return {a, 1};
  auto continuation = [&](size_t i) { return (byte(i) & 0xc0) == 0x80; };
  if (a >= 0xc2 && a <= 0xdf && continuation(at + 1)) return {(a & 0x1f) << 6 | (byte(at + 1) & 0x3f), 2};
  if ((a & 0xf0) == 0xe0 && continuation(at + 1) && continuation(at + 2)) {
    uint32_t c = (a & 0x0f) << 12 | (byte(at + 1) & 0x3f) << 6 | (byte(at + 2) & 0x3f);
    if (c >= 0x800 && (c < 0xd800 || c > 0xdfff)) return {c, 3};
  }
  if (a >= 0xf0 && a <= 0xf4 && continuation(at + 1) && continuation(at + 2) && continuation(at + 3)) {
    uint32_t c =
        (a & 0x07) << 18 | (byte(at + 1) & 0x3f) << 12 | (byte(at + 2) & 0x3f) << 6 | (byte(at + 3) & 0x3f);
    if (c >= 0x10000 && c <= 0x10ffff) return {c, 4};
  }
  return {0xfffd, 1};
}

void append_utf8(std::string& out, uint32_t c) {
  if (c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff)) c = 0xfffd;
  if (c < 0x80) {
    out += char(c);
  } else if (c < 0x800) {
    out += char(0xc0 | c >> 6);
    out += char(0x80 | (c & 0x3f));
  } else if (c < 0x10000) {
    out += char(0xe0 | c >> 12);
    out += char(0x80 | (c >> 6 & 0x3f));
    out += char(0x80 | (c & 0x3f));
  } else {
    out += char(0xf0 | c >> 18);
    out += char(0x80 | (c >> 12 & 0x3f));
    out += char(0x80 | (c >> 6 & 0x3f));
    out += char(0x80 | (c & 0x3f));
  }
}

size_t count_code_points(std::string_view text) {
  size_t n = 0;
  for (char c : text) n += (uint8_t(c) & 0xc0) != 0x80;
  return n;
}

// Most pages are all ASCII, so it goes by blocks.
size_t ascii_prefix(std::string_view text) {
  constexpr uint64_t kHighs = 0x8080808080808080ull;
  size_t i = 0;
  for (uint64_t b[8]; i + sizeof b <= text.size(); i += sizeof b) {
    std::memcpy(b, text.data() + i, sizeof b);
    if ((b[0] | b[1] | b[2] | b[3] | b[4] | b[5] | b[6] | b[7]) & kHighs) break;
  }
  while (i < text.size() && uint8_t(text[i]) < 0x80) ++i;
  return i;
}

size_t valid_utf8_prefix(std::string_view text) {
  size_t i = ascii_prefix(text);
  while (i < text.size()) {
    // Eight ASCII bytes at a time: most pages are mostly ASCII.
    while (i + 8 <= text.size()) {
      uint64_t chunk;
      std::memcpy(&chunk, text.data() + i, 8);
      if (chunk & 0x8080808080808080ull) break;
      i += 8;
    }
    if (i >= text.size()) break;
    if (uint8_t(text[i]) < 0x80) {
      ++i;
      continue;
    }
    CodePoint c = code_point_at(text, i);
    if (c.length == 1) return i;
    i += c.length;
  }
  return i;
}

uint64_t stable_hash(std::string_view text, uint64_t seed) {
  uint64_t h = seed;
  for (char c : text) {
    h ^= uint8_t(c);
    h *= 1099511628211ull;
  }
  return h;
}

std::string hex(uint64_t value) { return fmt::format("{:016x}", value); }

std::string ordinal(int n) {
  const int teen = n % 100 / 10 == 1 ? 0 : n % 10;
  return std::to_string(n) + (teen == 1 ? "st" : teen == 2 ? "nd" : teen == 3 ? "rd" : "th");
}

std::string in_quotes(std::string_view text, char quote) {
  std::string out(1, quote);
  for (char c : text) {
    if (c == '\n') out += "\\n";
    else if (c == '\r') out += "\\r";
    else if (c == '\t') out += "\\t";
    else if (c == quote || c == '\\') out += '\\', out += c;
    else out += c;
  }
  return out + quote;
}

std::vector<std::string> quoted_words(std::string_view text) {
  std::vector<std::string> out;
  for (size_t at = 0; (at = text.find_first_of("'\"", at)) != std::string_view::npos;) {
    const size_t end = text.find(text[at], at + 1);
    if (end == std::string_view::npos) break;
    out.emplace_back(text.substr(at + 1, end - at - 1));
    at = end + 1;
  }
  return out;
}

void append_html(std::string& out, std::string_view text) {
  for (char c : text) switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
}

std::string escape_html(std::string_view text) {
  std::string out;
  out.reserve(text.size() + text.size() / 8);
  append_html(out, text);
  return out;
}

namespace {

// One [...] set at pattern[p] (just behind '['); gives whether c is in it and where it ends, or npos if it is
// not closed.
struct SetMatch {
  bool in = false;
  size_t end = std::string_view::npos;
};
SetMatch match_set(std::string_view pattern, size_t p, char c) {
  SetMatch out;
  bool negated = p < pattern.size() && (pattern[p] == '!' || pattern[p] == '^');
  if (negated) ++p;
  bool first = true;
  for (; p < pattern.size() && (first || pattern[p] != ']'); ++p, first = false) {
    if (p + 2 < pattern.size() && pattern[p + 1] == '-' && pattern[p + 2] != ']') {
      out.in |= pattern[p] <= c && c <= pattern[p + 2];
      p += 2;
    } else {
      out.in |= pattern[p] == c;
    }
  }
  if (p < pattern.size()) out.end = p + 1;
  out.in ^= negated;
  return out;
}

}  // namespace

// Iterative with one backtrack point a star kind, so hostile patterns stay quadratic. `*` stops at '/', `**`
// does not.
bool glob_match(std::string_view pattern, std::string_view text) {
  size_t p = 0, t = 0;
  size_t star_p = std::string_view::npos, star_t = 0;
  bool star_deep = false;
  size_t deep_p = std::string_view::npos, deep_t = 0;
  while (true) {
    if (p < pattern.size() && pattern[p] == '*') {
      bool deep = p + 1 < pattern.size() && pattern[p + 1] == '*';
      p += deep ? 2 : 1;
      if (deep && p < pattern.size() && pattern[p] == '/' && (t == 0 || text[t - 1] == '/')) ++p;
      star_p = p, star_t = t, star_deep = deep;
      if (deep) deep_p = p, deep_t = t;
      continue;
    }
    bool advanced = false;
    if (p < pattern.size() && t < text.size()) {
      if (pattern[p] == '?' && text[t] != '/') {
        ++p, ++t, advanced = true;
      } else if (pattern[p] == '[') {
        SetMatch set = match_set(pattern, p + 1, text[t]);
        if (set.end != std::string_view::npos ? set.in : text[t] == '[') {
          p = set.end != std::string_view::npos ? set.end : p + 1;
          ++t, advanced = true;
        }
      } else if (pattern[p] == text[t]) {
        ++p, ++t, advanced = true;
      }
    }
    if (advanced) continue;
    if (p == pattern.size() && t == text.size()) return true;
    if (star_p != std::string_view::npos && star_t < text.size() && (star_deep || text[star_t] != '/')) {
      p = star_p, t = ++star_t;
    } else if (deep_p != std::string_view::npos && deep_t < text.size()) {
      p = deep_p, t = ++deep_t;
      star_p = std::string_view::npos;
    } else {
      return false;
    }
  }
}

}  // namespace gleaner
