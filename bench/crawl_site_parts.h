// What the made-up sites are made of: numbers and words that depend on a seed alone, frames, details,
// articles.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "base/hash.h"
#include "base/text.h"

namespace bench {

using gleaner::mix;

// Numbers that depend on the seed and what they are for alone.
class Dice {
 public:
  Dice(uint64_t seed, std::string_view what, uint64_t number = 0)
      : state_(mix(mix(seed, gleaner::stable_hash(what)), number)) {}
  uint32_t below(uint32_t n) { return n ? uint32_t((next() >> 33) % n) : 0; }
  bool chance(double p) { return double(next() >> 11) / double(1ull << 53) < p; }
  uint64_t next() {
    uint64_t z = state_ += 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
  }

 private:
  uint64_t state_;
};

inline constexpr std::string_view kWords[] = {"amber", "birch",  "copper", "delta",   "ember",   "flint",
                                              "grove", "harbor", "indigo", "juniper", "kestrel", "linden",
                                              "maple", "north",  "onyx",   "pearl",   "quartz",  "river",
                                              "stone", "tundra", "umber",  "vale",    "willow",  "zephyr"};

inline std::string words_of(Dice& dice, size_t n, char between = ' ') {
  std::string out;
  for (size_t i = 0; i < n; ++i) {
    if (i) out += between;
    out += kWords[dice.below(uint32_t(std::size(kWords)))];
  }
  return out;
}

inline std::string sentences(Dice& dice, size_t n) {
  std::string out;
  for (size_t i = 0; i < n; ++i) out += words_of(dice, 6 + dice.below(10)) + ". ";
  return out;
}

inline std::string link(const std::string& href, const std::string& text) {
  return fmt::format("<a href=\"{}\">{}</a>", href, text);
}

// "/a/b-17.html" with prefix "/a/b-" and suffix ".html" is 17.
inline std::optional<size_t> number_in(std::string_view target, std::string_view prefix,
                                       std::string_view suffix = "") {
  if (!target.starts_with(prefix) || !target.ends_with(suffix) ||
      target.size() <= prefix.size() + suffix.size())
    return {};
  const std::string_view digits = target.substr(prefix.size(), target.size() - prefix.size() - suffix.size());
  size_t value = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9' || digits.size() > 9) return {};
    value = value * 10 + size_t(c - '0');
  }
  return value;
}

inline std::string parameter(std::string_view target, std::string_view key) {
  const size_t question = target.find('?');
  if (question == std::string_view::npos) return "";
  for (const std::string_view pair : gleaner::split(target.substr(question + 1), '&'))
    if (pair.size() > key.size() && pair.starts_with(key) && pair[key.size()] == '=')
      return std::string(pair.substr(key.size() + 1));
  return "";
}

inline std::string path_of(const std::string& target) { return target.substr(0, target.find('?')); }

// Days are counted in made-up months of 30 days, so that a calendar goes on without end in both directions.
inline std::string date_of(long day, char between) {
  return fmt::format("{}{}{:02}{}{:02}", day / 360, between, day % 360 / 30 + 1, between, day % 30 + 1);
}
inline std::optional<long> day_of(std::string_view date) {
  const auto year = date.size() == 10 ? number_in(date.substr(0, 4), "") : std::nullopt;
  const auto month = year ? number_in(date.substr(5, 2), "") : std::nullopt;
  const auto day = month ? number_in(date.substr(8), "") : std::nullopt;
  if (!day || *year < 1900 || *month < 1 || *month > 12 || *day < 1 || *day > 30) return {};
  return long(*year * 360 + (*month - 1) * 30 + *day - 1);
}

// A real page with its own links taken out and ours put in: its skeleton varies as real ones do.
inline std::string with_links(const std::string& real, const std::string& title, const std::string& ours) {
  std::string out;
  const std::string lower = gleaner::lower_ascii(real);
  for (size_t at = 0; at < real.size();) {
    const size_t href = std::min(lower.find("href", at), real.size());
    out.append(real, at, href - at);
    at = href;
    if (at < real.size()) out += "data", at += 4;
  }
  if (const size_t begin = gleaner::lower_ascii(out).find("<title"); begin != std::string::npos) {
    const size_t open = out.find('>', begin), end = out.find('<', open);
    if (end != std::string::npos) out.replace(open + 1, end - open - 1, title);
  }
  size_t body = gleaner::lower_ascii(out).rfind("</body");
  if (body == std::string::npos) body = out.size();
  out.insert(body, "<div>" + title + "</div>" + ours);
  return out;
}

// The parts that the sites with a modern layout share.
class Layout {
 public:
  Layout(uint64_t seed, std::string name) : seed_(seed), name_(std::move(name)) {}

  std::string page(const std::string& title, const std::string& menu, const std::string& main,
                   const std::string& footer) const {
    return fmt::format(
        "<!doctype html><html><head><meta charset=utf-8><title>{0}</title><link rel=stylesheet href=/style.css></head><body class=site>"
        "<header class=top><a class=logo href=/><img src=/logo.png alt={1}></a><form action=/search><input name=q><button>Go</button></form></header>"
        "<nav class=menu><ul>{2}</ul></nav><main class=content>{3}</main><footer class=bottom><p>{4}</p></footer></body></html>",
        title, name_, menu, main, footer);
  }

  // A detail: heading, picture, facts, text, and optional parts.
  std::string detail(size_t number, const std::string& title, const std::string& crumbs,
                     const std::string& related, const std::string& extra) const {
    Dice dice(seed_, name_ + "detail", number);
    std::string out =
        fmt::format("<div class=crumbs>{}</div><h1>{}</h1><div class=pic><img src=/i/{}.jpg></div>", crumbs,
                    title, number);
    if (dice.chance(0.5)) {
      out += "<ul class=thumbs>";
      for (uint32_t i = dice.below(5) + 1; i > 0; --i) out += "<li><img src=/t.jpg></li>";
      out += "</ul>";
    }
    out += fmt::format("<p class=price><b>EUR {}.{:02}</b></p>", dice.below(900) + 5, dice.below(100));
    if (dice.chance(0.3)) out += "<p class=old><s>EUR 999</s></p>";
    out += "<table class=facts>";
    for (uint32_t i = dice.below(9) + 3; i > 0; --i)
      out += fmt::format("<tr><th>{}</th><td>{}</td></tr>", words_of(dice, 1), words_of(dice, 2));
    out += "</table><div class=text>";
    for (uint32_t i = dice.below(3) + 1; i > 0; --i) out += "<p>" + sentences(dice, 3) + "</p>";
    out += "</div>";
    if (dice.chance(0.6)) {
      out += "<section class=reviews><h2>Reviews</h2>";
      for (uint32_t i = dice.below(dice.chance(0.2) ? 40 : 6); i > 0; --i)
        out += fmt::format("<div class=review><b>{}</b><span class=stars>{}</span><p>{}</p></div>",
                           words_of(dice, 1), dice.below(5) + 1, sentences(dice, 2));
      out += "</section>";
    }
    return out + "<aside class=related><h3>See also</h3><ul>" + related + "</ul></aside>" + extra;
  }

  std::string article(std::string_view what, size_t number, const std::string& title,
                      const std::string& after) const {
    Dice dice(seed_, what, number);
    std::string out =
        fmt::format("<article class={}><h1>{}</h1><p class=by><i>{}</i></p>", what, title, words_of(dice, 2));
    for (uint32_t i = dice.below(8) + 2; i > 0; --i) out += "<p>" + sentences(dice, 3) + "</p>";
    if (dice.chance(0.4)) out += "<blockquote><p>" + sentences(dice, 1) + "</p></blockquote>";
    return out + "</article>" + after;
  }

  std::string thread(size_t number, const std::string& title, const std::string& after) const {
    Dice dice(seed_, "thread", number);
    std::string out = fmt::format("<h1>{}</h1><div class=thread>", title);
    for (uint32_t i = dice.below(20) + 1; i > 0; --i)
      out += fmt::format(
          "<div class=post><div class=who><a href=/user/{}>{}</a><br><small>{} posts</small></div><div class=said>{}</div></div>",
          dice.below(800), words_of(dice, 1), dice.below(999), sentences(dice, 2));
    return out + "</div>" + after;
  }

  uint64_t seed() const { return seed_; }

 private:
  uint64_t seed_;
  std::string name_;
};

inline std::string item(const std::string& href, const std::string& text) {
  return "<li>" + link(href, text) + "</li>";
}

}  // namespace bench
