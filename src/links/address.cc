// See address.h.
#include "links/address.h"

#include "base/text.h"
#include "page/url.h"

namespace gleaner::links {
namespace {

bool digits_at(std::string_view text, size_t at, size_t n) {
  return at + n <= text.size() && is_all_digits(text.substr(at, n));
}

// Words and numbers of a path.
std::multiset<std::string> pieces(std::string_view path) {
  constexpr std::string_view kDividers = "/&?=._-";
  std::multiset<std::string> out;
  for (size_t i = 0; i < path.size();) {
    size_t end = i;
    if (is_digit(path[i])) {
      while (end < path.size() && is_digit(path[end])) ++end;
    } else if (kDividers.find(path[i]) == std::string_view::npos) {
      while (end < path.size() && !is_digit(path[end]) && kDividers.find(path[end]) == std::string_view::npos)
        ++end;
    } else {
      ++i;
      continue;
    }
    out.emplace(path.substr(i, end - i));
    i = end;
  }
  return out;
}

}  // namespace

OwnAddress own_address(const std::string& url) {
  OwnAddress own;
  const UrlParts parts = split_url(url);
  own.host = host_of(parts);
  const std::string path = decode_percent(parts.path);
  own.pieces = pieces(path);
  own.whole = path + "?" + std::string(parts.query);
  for (std::string_view part : split(parts.query, '&')) {
    const size_t equals = part.find('=');
    if (part.empty()) continue;
    own.query[lower_ascii(decode_percent(part.substr(0, equals)))] =
        equals == std::string_view::npos ? "" : decode_percent(part.substr(equals + 1));
  }
  return own;
}

bool counts_pages(std::string_view key) {
  for (std::string_view part : {"size", "per", "count"})
    if (key.find(part) != std::string_view::npos) return false;
  for (std::string_view exact : {"p", "pg", "pag", "pn", "paged", "offset", "from", "skip", "seite", "pagina",
                                 "s", "st", "cp", "first", "limitstart", "updated-max", "max-results"})
    if (key == exact) return true;
  return key.starts_with("page") || key.starts_with("start") || key.ends_with("page") ||
         key.ends_with("offset");
}

bool chooses_view(std::string_view key) {
  for (std::string_view part :
       {"count", "size", "perpage", "per_page", "per-page", "show", "sort", "order", "mode", "view"})
    if (key.find(part) != std::string_view::npos) return true;
  return key.ends_with("limit") || key.ends_with("dir");
}

bool page_in_path(const std::string& path) {
  const std::string lower = lower_ascii(path);
  const auto divides = [](char c) { return c == '/' || c == '_' || c == '-'; };
  for (std::string_view word : {"p", "page", "pag", "seite", "pagina", "index", "strona", "o"})
    for (size_t at = lower.find(word); at != std::string::npos; at = lower.find(word, at + 1)) {
      if (at && !divides(lower[at - 1])) continue;
      size_t end = at + word.size();
      if (end < lower.size() && divides(lower[end])) ++end;
      if (end < lower.size() && is_digit(lower[end])) return true;
    }
  return false;
}

bool has_date(std::string_view href) {
  for (size_t i = 0; i < href.size(); ++i) {
    if (digits_at(href, i, 4) && i + 10 <= href.size() && href[i + 4] == '-' && digits_at(href, i + 5, 2) &&
        href[i + 7] == '-' && digits_at(href, i + 8, 2))
      return true;
    if (href[i] != '/' || !digits_at(href, i + 1, 4)) continue;
    const std::string_view century = href.substr(i + 1, 2);
    if ((century != "19" && century != "20") || i + 5 >= href.size() || href[i + 5] != '/') continue;
    size_t at = i + 6;
    while (at < href.size() && at < i + 8 && is_digit(href[at])) ++at;
    if (at > i + 6 && at + 1 < href.size() && href[at] == '/' && is_digit(href[at + 1])) return true;
  }
  return false;
}

bool has_year_folder(std::string_view path) {
  for (size_t i = 0; i + 5 < path.size(); ++i)
    if (path[i] == '/' && digits_at(path, i + 1, 4) && path[i + 5] == '/' &&
        (path.substr(i + 1, 2) == "19" || path.substr(i + 1, 2) == "20"))
      return true;
  return false;
}

std::vector<uint32_t> numbers_in(std::string_view text, size_t most_digits) {
  std::vector<uint32_t> out;
  for (size_t i = 0; i < text.size();) {
    size_t end = i;
    while (end < text.size() && is_digit(text[end])) ++end;
    if (end > i && end - i <= most_digits)
      out.push_back(uint32_t(std::stoul(std::string(text.substr(i, end - i)))));
    i = end > i ? end : i + 1;
  }
  return out;
}

Difference difference(const Link& link, const OwnAddress& own) {
  Difference out;
  const auto note_new = [&](const std::string& part) {
    if (!is_all_digits(part)) ++out.words;
    else if (part.size() <= kMostUrlDigits) out.numbers.push_back(uint32_t(std::stoul(part)));
  };
  std::multiset<std::string> left = own.pieces;
  for (const std::string& piece : pieces(link.path)) {
    if (const auto at = left.find(piece); at != left.end()) left.erase(at);
    else note_new(piece);
  }
  out.gone = left.size();
  for (const std::string& piece : left)
    out.gone_counting += is_all_digits(piece) || piece == "page" || piece == "p";
  std::map<std::string, std::string> query;
  for (const Query& one : link.query) query[one.key] = one.value;
  for (const auto& [key, value] : query) {
    const auto at = own.query.find(key);
    if (at != own.query.end() && at->second == value) continue;
    out.keys.push_back(key);
    note_new(value);
  }
  for (const auto& [key, value] : own.query) {
    if (query.count(key)) continue;
    ++out.gone;
    out.gone_counting += counts_pages(key);
  }
  return out;
}

std::string_view without_www(std::string_view host) {
  return host.starts_with("www.") ? host.substr(4) : host;
}

}  // namespace gleaner::links
