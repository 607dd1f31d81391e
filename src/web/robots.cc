// See robots.h.
#include "web/robots.h"

#include <cstdlib>

#include "base/text.h"
#include "page/url.h"

namespace gleaner::web {
namespace {

constexpr size_t kMostBytes = 500u << 10;
constexpr double kLongestDelay = 300;

bool is_hex(char c) { return is_digit(c) || (to_lower(c) >= 'a' && to_lower(c) <= 'f'); }
int hex_value(char c) { return is_digit(c) ? c - '0' : to_lower(c) - 'a' + 10; }

bool unreserved(unsigned char c) {
  return is_alpha(char(c)) || is_digit(char(c)) || c == '-' || c == '.' || c == '_' || c == '~';
}

enum class Escapes { of_path, of_rule };

// One form for the many ways to escape: octets above ASCII escaped, what needs no escape bare, the rest as
// it is with capital digits. A star or a dollar sign of an address is escaped, for in a rule they are more
// than themselves (section 2.2.3).
std::string normal_escapes(std::string_view text, Escapes which) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string out;
  const auto escape = [&](unsigned char c) {
    out += '%';
    out += kDigits[c >> 4];
    out += kDigits[c & 15];
  };
  for (size_t i = 0; i < text.size(); ++i) {
    const unsigned char c = static_cast<unsigned char>(text[i]);
    if (c == '%' && i + 2 < text.size() && is_hex(text[i + 1]) && is_hex(text[i + 2])) {
      const unsigned char value =
          static_cast<unsigned char>(hex_value(text[i + 1]) * 16 + hex_value(text[i + 2]));
      if (unreserved(value)) out += char(value);
      else escape(value);
      i += 2;
    } else if (c >= 0x80 || (c == '*' && which == Escapes::of_path) ||
               (c == '$' && (which == Escapes::of_path || i + 1 < text.size()))) {
      escape(c);
    } else {
      out += char(c);
    }
  }
  return out;
}

// Does `pattern` (with * and a last $) match the beginning of `path`? A greedy match with one place
// to go back to is enough for *.
bool matches(std::string_view pattern, std::string_view path) {
  const bool to_end = pattern.ends_with('$');
  if (to_end) pattern.remove_suffix(1);
  size_t p = 0, s = 0, star = std::string_view::npos, back = 0;
  for (;;) {
    if (p == pattern.size() && (!to_end || s == path.size())) return true;
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      back = s;
    } else if (p < pattern.size() && s < path.size() && pattern[p] == path[s]) {
      ++p, ++s;
    } else if (star != std::string_view::npos && back < path.size()) {
      p = star + 1;
      s = ++back;
    } else {
      return false;
    }
  }
}

// The product token of a User-agent line: letters, "_" and "-" up to anything else.
std::string_view token_of(std::string_view value) {
  size_t end = 0;
  while (end < value.size() && (is_alpha(value[end]) || value[end] == '_' || value[end] == '-')) ++end;
  return value.substr(0, end);
}

enum class Key { other, agent, allow, disallow, delay, sitemap };

Key key_of(std::string_view name) {
  const std::string key = lower_ascii(name);
  if (key == "user-agent" || key == "useragent" || key == "user agent") return Key::agent;
  if (key == "allow") return Key::allow;
  if (key == "disallow" || key == "dissallow" || key == "disalow")
    return Key::disallow;  // as people write it
  if (key == "crawl-delay") return Key::delay;
  if (key == "sitemap" || key == "site-map") return Key::sitemap;
  return Key::other;
}

}  // namespace

Robots Robots::refuse_all() {
  Robots out;
  out.rules_.push_back({"/", false});
  return out;
}

Robots Robots::parse(std::string_view text, std::string_view product_token) {
  text = text.substr(0, kMostBytes);
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  Robots ours, anyones;
  bool group_ours = false, group_anyones = false, in_agents = false, found_ours = false;
  std::vector<std::string> sitemaps;
  for (size_t at = 0; at < text.size();) {
    size_t end = text.find_first_of("\r\n", at);
    if (end == std::string_view::npos) end = text.size();
    std::string_view line = text.substr(at, end - at);
    at = end + 1;
    line = trim(line.substr(0, line.find('#')));
    size_t divider = line.find(':');
    if (divider == std::string_view::npos) divider = line.find_first_of(" \t");  // a colon is often forgotten
    if (divider == std::string_view::npos) continue;
    const Key key = key_of(trim(line.substr(0, divider)));
    const std::string_view value = trim(line.substr(divider + 1));
    if (key == Key::agent) {
      if (!in_agents) group_ours = group_anyones = false;
      in_agents = true;
      if (value.starts_with('*') && (value.size() == 1 || is_space(value[1]))) group_anyones = true;
      else if (equals_ignoring_case(token_of(value), product_token)) group_ours = found_ours = true;
    } else if (key == Key::sitemap) {
      sitemaps.emplace_back(value);  // of no group
    } else if (key != Key::other) {
      in_agents = false;
      for (Robots* into : {group_ours ? &ours : nullptr, group_anyones ? &anyones : nullptr}) {
        if (!into) continue;
        if (key == Key::delay) {
          char* stop = nullptr;
          const std::string number(value);
          const double seconds = std::strtod(number.c_str(), &stop);
          if (stop != number.c_str() && seconds >= 0) into->delay_ = std::min(seconds, kLongestDelay);
        } else if (!value.empty()) {
          into->rules_.push_back({normal_escapes(value, Escapes::of_rule), key == Key::allow});
        }
      }
    }
  }
  Robots out = found_ours ? std::move(ours) : std::move(anyones);
  out.sitemaps_ = std::move(sitemaps);
  return out;
}

bool Robots::allowed(std::string_view target) const {
  if (target == "/robots.txt") return true;
  const std::string path = normal_escapes(target, Escapes::of_path);
  const Rule* best = nullptr;
  for (const Rule& rule : rules_) {
    if (best && (rule.pattern.size() < best->pattern.size() ||
                 (rule.pattern.size() == best->pattern.size() && !rule.allow)))
      continue;
    if (matches(rule.pattern, path)) best = &rule;
  }
  return !best || best->allow;
}

std::string robots_target(std::string_view url) {
  const UrlParts parts = split_url(url);
  std::string out(parts.path);
  if (out.empty()) out = "/";
  if (parts.has_query) out.append("?").append(parts.query);
  return out;
}

}  // namespace gleaner::web
