// Text and lists for made-up pages from the words of a site's own trade: pages about plants and pages about cars do not share theirs.
#pragma once

#include <cctype>
#include <functional>
#include <span>
#include <string>
#include <string_view>

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

// Says in a page's head which address is its own: those with what was clicked where are others of the same page.
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

}  // namespace bench
