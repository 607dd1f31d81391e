// RFC 3986, section 5.2: the parts of the reference that are missing come from the base; "." and ".." are
// worked off.
#include "page/url.h"

#include <vector>

#include "base/text.h"

namespace gleaner {
namespace {

size_t scheme_length(std::string_view url) {
  if (url.empty() || !is_alpha(url[0])) return 0;
  for (size_t i = 1; i < url.size(); ++i) {
    if (url[i] == ':') return i;
    if (!is_alpha(url[i]) && !is_digit(url[i]) && url[i] != '+' && url[i] != '-' && url[i] != '.') return 0;
  }
  return 0;
}

}  // namespace

UrlParts split_url(std::string_view url) {
  UrlParts parts;
  if (const size_t n = scheme_length(url)) {
    parts.scheme = url.substr(0, n);
    url.remove_prefix(n + 1);
  }
  if (const size_t hash = url.find('#'); hash != std::string_view::npos) {
    parts.has_fragment = true;
    parts.fragment = url.substr(hash + 1);
    url = url.substr(0, hash);
  }
  if (const size_t question = url.find('?'); question != std::string_view::npos) {
    parts.has_query = true;
    parts.query = url.substr(question + 1);
    url = url.substr(0, question);
  }
  if (url.starts_with("//")) {
    const size_t slash = url.find('/', 2);
    parts.has_authority = true;
    parts.authority = url.substr(2, slash == std::string_view::npos ? slash : slash - 2);
    url = slash == std::string_view::npos ? std::string_view() : url.substr(slash);
  }
  parts.path = url;
  return parts;
}

namespace {

std::string without_dots(std::string_view path) {
  std::vector<std::string_view> kept;
  const bool absolute = path.starts_with('/');
  const std::vector<std::string_view> segments = split(path, '/');
  for (size_t i = absolute ? 1 : 0; i < segments.size(); ++i) {
    const bool last = i + 1 == segments.size();
    if (segments[i] == "." || segments[i] == "..") {
      if (segments[i] == ".." && !kept.empty()) kept.pop_back();
      if (last) kept.push_back("");
    } else {
      kept.push_back(segments[i]);
    }
  }
  std::string made;
  for (size_t i = 0; i < kept.size(); ++i) {
    if (absolute || i) made += '/';
    made += kept[i];
  }
  if (absolute && made.empty()) made = "/";
  return made;
}

std::string join(const UrlParts& parts, std::string_view path) {
  std::string url;
  if (!parts.scheme.empty()) url.append(parts.scheme).append(":");
  if (parts.has_authority) url.append("//").append(parts.authority);
  url += path;
  if (parts.has_query) url.append("?").append(parts.query);
  if (parts.has_fragment) url.append("#").append(parts.fragment);
  return url;
}

}  // namespace

std::string resolve_url(std::string_view reference, std::string_view base) {
  const std::string_view clean = trim(reference);
  const UrlParts parts = split_url(clean);
  if (equals_ignoring_case(parts.scheme, "javascript") || equals_ignoring_case(parts.scheme, "data"))
    return "";
  std::string escaped;
  for (char c : clean) {
    if (c == ' ') escaped += "%20";
    else if (static_cast<unsigned char>(c) >= 0x20) escaped += c;
  }
  if (base.empty()) return escaped;
  const UrlParts from = split_url(base);
  UrlParts target = split_url(escaped);
  if (!target.scheme.empty()) return escaped;
  target.scheme = from.scheme;
  std::string path;
  if (target.has_authority) {
    path = without_dots(target.path);
  } else {
    target.authority = from.authority;
    target.has_authority = from.has_authority;
    if (target.path.empty()) {
      path = std::string(from.path);
      if (!target.has_query) {
        target.query = from.query;
        target.has_query = from.has_query;
      }
    } else if (target.path.starts_with('/')) {
      path = without_dots(target.path);
    } else {
      const size_t slash = from.path.rfind('/');
      std::string merged =
          slash == std::string_view::npos ? "/" : std::string(from.path.substr(0, slash + 1));
      path = without_dots(merged + std::string(target.path));
    }
  }
  return join(target, path);
}

std::string host_of(const UrlParts& parts) {
  std::string_view host = parts.authority;
  if (const size_t at = host.rfind('@'); at != std::string_view::npos) host.remove_prefix(at + 1);
  const size_t bracket = host.rfind(']');  // an IPv6 address has colons of its own
  const size_t colon = host.find(':', bracket == std::string_view::npos ? 0 : bracket);
  return lower_ascii(host.substr(0, colon));
}

std::string decode_percent(std::string_view text) {
  const auto digit = [](char c) { return is_digit(c) ? c - '0' : to_lower(c) - 'a' + 10; };
  const auto hexadecimal = [](char c) { return is_digit(c) || (to_lower(c) >= 'a' && to_lower(c) <= 'f'); };
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && hexadecimal(text[i + 1]) && hexadecimal(text[i + 2])) {
      out += char(digit(text[i + 1]) * 16 + digit(text[i + 2]));
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

std::string encode_percent(std::string_view text, std::string_view plain) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    if (is_alnum(c) || plain.find(c) != std::string_view::npos) out += c;
    else out.append({'%', kDigits[uint8_t(c) >> 4], kDigits[uint8_t(c) & 15]});
  }
  return out;
}

bool looks_like_url(std::string_view text) {
  const UrlParts parts = split_url(text);
  if (parts.scheme.empty() || !parts.has_authority || parts.authority.empty()) return false;
  for (char c : text)
    if (is_space(c) || c == '"' || c == '<' || c == '>') return false;
  return true;
}

}  // namespace gleaner
