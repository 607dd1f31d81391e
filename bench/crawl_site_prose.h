// Text and lists for made-up pages from the words of a site's own trade: pages about plants and pages about
// cars do not share theirs.
#pragma once

#include <cctype>
#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "bench/crawl_site_parts.h"

namespace bench {

using Words = std::span<const std::string_view>;

inline std::string_view pick(Dice& dice, Words words) { return words[dice.below(uint32_t(words.size()))]; }

inline std::string capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = char(text[0] - 'a' + 'A');
  return text;
}

inline std::string phrase(Dice& dice, Words words, size_t n) {
  std::string out;
  for (size_t i = 0; i < n; ++i) out += (i ? " " : "") + std::string(pick(dice, words));
  return out;
}

inline std::string prose(Dice& dice, Words words, size_t sentences) {
  std::string out;
  for (size_t i = 0; i < sentences; ++i) {
    out += (i ? " " : "") + capital(phrase(dice, words, 4 + dice.below(9)));
    if (dice.chance(0.4)) out += ", " + phrase(dice, words, 3 + dice.below(6));
    out += '.';
  }
  return out;
}

// One to `most` paragraphs.
inline std::string paragraphs(Dice& dice, Words words, uint32_t most) {
  std::string out;
  for (uint32_t i = dice.below(most) + 1; i > 0; --i)
    out += "<p>" + prose(dice, words, 1 + dice.below(4)) + "</p>";
  return out;
}

inline std::string slug_of(std::string_view title) {
  std::string out;
  for (const char c : title) {
    if (std::isalnum(static_cast<unsigned char>(c))) out += char(std::tolower(static_cast<unsigned char>(c)));
    else if (!out.empty() && out.back() != '-') out += '-';
  }
  while (!out.empty() && out.back() == '-') out.pop_back();
  return out;
}

// The first pages, those around this one, and the last, as pagers show them; pages count from 0.
inline std::string pager_of(size_t pages, size_t here, const std::function<std::string(size_t)>& address) {
  std::string out;
  for (size_t i = 0; i < pages; ++i) {
    if (i > 0 && i + 1 < pages && (i + 2 < here || i > here + 2)) continue;
    out += i == here ? fmt::format("<b>{}</b> ", i + 1) : link(address(i), std::to_string(i + 1)) + " ";
  }
  return out;
}

// Says in a page's head which address is its own: those with what was clicked where are others of the same
// page.
inline void name_address(std::string& html, const std::string& address) {
  const size_t head = html.find("</head>");
  if (head != std::string::npos)
    html.insert(head, fmt::format("<link rel=\"canonical\" href=\"{}\">", address));
}

// "page=3" is 2: pages count from 0, and what is no number is the first one.
inline size_t page_asked(std::string_view target, std::string_view key = "page") {
  const auto n = number_in(parameter(target, key), "");
  return n && *n > 1 ? *n - 1 : 0;
}

// A code that says nothing of what it stands for: letters and digits.
inline std::string opaque_code(uint64_t seed, std::string_view what, size_t number, size_t length) {
  Dice dice(seed, what, number);
  std::string out;
  while (out.size() < length)
    out += "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"[dice.below(62)];
  return out;
}

// Which entries of a list a page shows; nothing: the list has no such page. An empty list has one.
struct Slice {
  size_t from, to, pages;
};
inline std::optional<Slice> slice_of(size_t all, size_t here, size_t on_page) {
  const size_t pages = std::max<size_t>(1, (all + on_page - 1) / on_page);
  if (here >= pages) return {};
  return Slice{here * on_page, std::min(all, (here + 1) * on_page), pages};
}

// A pager whose pages a parameter tells; where there is one page, none.
inline std::string paged(size_t pages, size_t here, const std::string& root, std::string_view key = "page") {
  if (pages < 2) return "";
  return pager_of(pages, here, [&](size_t n) {
    return n ? fmt::format("{}{}{}={}", root, root.find('?') == std::string::npos ? '?' : '&', key, n + 1)
             : root;
  });
}

// "?a=1&b=2" of those that have a value.
inline std::string query_of(std::initializer_list<std::pair<std::string_view, std::string>> pairs) {
  std::string out;
  for (const auto& [key, value] : pairs)
    if (!value.empty()) out += fmt::format("{}{}={}", out.empty() ? '?' : '&', key, value);
  return out;
}

inline std::string full_name(Dice& dice) {
  static constexpr std::string_view first[] = {"Ada",    "Boris", "Clara", "Dario", "Edith", "Felix", "Greta",
                                               "Hugo",   "Irma",  "Jonas", "Karin", "Leon",  "Mina",  "Nils",
                                               "Olivia", "Paul",  "Rosa",  "Simon", "Tessa", "Viktor"};
  static constexpr std::string_view last[] = {
      "Ahrens", "Bellini", "Carver", "Dahl",  "Engel", "Fischer", "Grant", "Holm",  "Ivers", "Jordan",
      "Keller", "Lund",    "Moreau", "Novak", "Okoye", "Porter",  "Quint", "Rossi", "Sato",  "Tanner"};
  return fmt::format("{} {}", pick(dice, first), pick(dice, last));
}

}  // namespace bench
