// Lexing and matching of terms; see terms.h.
#include "byexample/terms.h"

#include <algorithm>
#include <array>

#include "base/lists.h"
#include "base/text.h"
#include "base/unicode.h"
#include "byexample/costs.h"
#include "page/tag_scan.h"

namespace gleaner::byexample {
namespace {

bool is_word_letter(char c) { return is_alnum(c) || c == '_'; }
bool is_word_point(uint32_t point) {
  return point < 0x80 ? is_word_letter(char(point)) : is_letter_or_digit(point);
}

uint32_t word_end(std::string_view text, uint32_t at) {
  while (at < text.size()) {
    if (static_cast<unsigned char>(text[at]) < 0x80) {
      if (!is_word_letter(text[at])) break;
      ++at;
      continue;
    }
    const CodePoint point = code_point_at(text, at);
    if (!is_word_point(point.value)) break;
    at += point.length;
  }
  return at;
}

bool word_begins(std::string_view text, uint32_t at) {
  if (at == 0) return true;
  if (static_cast<unsigned char>(text[at - 1]) < 0x80) return !is_word_letter(text[at - 1]);
  uint32_t before = at - 1;
  while (before > 0 && at - before < 4 && is_utf8_tail(text[before])) --before;
  return !is_word_point(code_point_at(text, before).value);
}

// "&nbsp;", "&#160;": one symbol. Length 0 if there is none at `at`.
uint32_t reference_length(std::string_view text, uint32_t at) {
  if (text[at] != '&') return 0;
  uint32_t end = at + 1;
  if (end < text.size() && text[end] == '#') ++end;
  const uint32_t name = end;
  while (end < text.size() && end - at < 12 && is_alnum(text[end])) ++end;
  return end > name && end < text.size() && text[end] == ';' ? end + 1 - at : 0;
}

bool name_byte(char c) { return is_alnum(c) || c == '-' || c == ':' || c == '_'; }

// Name of the tag at `at`, with its slash; empty if it is none.
std::string_view tag_name(std::string_view text, uint32_t at) {
  uint32_t end = at + 1;
  if (end < text.size() && text[end] == '!') return text.substr(end, text.substr(end, 3) == "!--" ? 3 : 1);
  if (end < text.size() && text[end] == '/') ++end;
  if (end >= text.size() || !is_alpha(text[end])) return {};
  while (end < text.size() && name_byte(text[end])) ++end;
  return text.substr(at + 1, end - at - 1);
}

// Attributes that tell what a tag is for, not what this one points to.
bool identifies(std::string_view name, std::string_view value) {
  static constexpr std::array<std::string_view, 12> kPointing = {"href",  "src",     "alt",    "title",
                                                                 "value", "content", "style",  "action",
                                                                 "data",  "target",  "srcset", "for"};
  if (contains(kPointing, name)) return false;
  if (name.starts_with("on") || value.size() > 60) return false;
  int digits = 0;
  for (char c : value) {
    digits = is_digit(c) ? digits + 1 : 0;
    if (digits >= 4) return false;  // generated ids
  }
  return true;
}

template <class Visit>  // visit(name, value) for each attribute of the tag text[at, end)
void for_each_attribute(std::string_view text, uint32_t at, uint32_t end, Visit&& visit) {
  TagScan scan = TagScan::behind_name(text.substr(0, end), at + 1 + uint32_t(tag_name(text, at).size()));
  for (ScannedAttribute found; scan.next(found);)
    if (text[found.name.begin] != '=') visit(found.name.of(text), found.value.of(text));
}

Term read_tag(std::string_view text, uint32_t at, uint32_t end) {
  Term term{Term::Kind::tag, lower_ascii(tag_name(text, at))};
  for_each_attribute(text, at, end, [&](std::string_view name, std::string_view value) {
    std::string key = lower_ascii(name);
    if (identifies(key, value)) term.attributes.emplace_back(std::move(key), std::string(value));
  });
  std::ranges::sort(term.attributes);
  return term;
}

bool has_attributes(std::string_view text, uint32_t at, uint32_t end, const Term& term) {
  size_t found = 0;
  for_each_attribute(text, at, end, [&](std::string_view name, std::string_view value) {
    for (const auto& [key, wanted] : term.attributes)
      if (equals_ignoring_case(key, name) && wanted == value) {
        ++found;
        break;
      }
  });
  return found >= term.attributes.size();
}

uint32_t match_tag(std::string_view text, uint32_t at, const Term& term) {
  const size_t size = term.text.size();
  if (at + 1 + size >= text.size() || text[at] != '<') return kNowhere;
  for (size_t i = 0; i < size; ++i)
    if (to_lower(text[at + 1 + i]) != term.text[i]) return kNowhere;
  if (term.text[0] != '!' && name_byte(text[at + 1 + size])) return kNowhere;
  const uint32_t end = tag_end(text, at);
  if (end == kNowhere) return kNowhere;
  return term.attributes.empty() || has_attributes(text, at, end, term) ? end : kNowhere;
}

}  // namespace

uint32_t tag_end(std::string_view text, uint32_t at) {
  if (tag_name(text, at).empty()) return kNowhere;
  const size_t limit = std::min<size_t>(text.size(), at + size_t{kMaxTagBytes});
  if (text.substr(at, 4) == "<!--") {
    const size_t close = text.substr(0, limit).find("-->", at + 4);
    return close == std::string_view::npos ? kNowhere : uint32_t(close + 3);
  }
  char quote = 0;
  char before = 0;  // last byte that is no blank: quotes open values only after '='
  for (size_t p = at + 1; p < limit; ++p) {
    const char c = text[p];
    if (quote) {
      if (c == quote) quote = 0;
    } else if (c == '>') {
      return uint32_t(p + 1);
    } else if (c == '<') {
      return kNowhere;
    } else if ((c == '"' || c == '\'') && before == '=') {
      quote = c;
    }
    if (!is_space(c)) before = c;
  }
  return kNowhere;
}

uint32_t skip_blank(std::string_view text, uint32_t at, bool across) {
  while (at < text.size()) {
    const char c = text[at];
    if (c != ' ' && c != '\t' && !(across && (c == '\n' || c == '\r' || c == '\f'))) break;
    ++at;
  }
  return at;
}

std::vector<PlacedTerm> lex(std::string_view text, Span range, bool lines) {
  std::vector<PlacedTerm> out;
  uint32_t at = range.begin;
  auto add = [&](Term term, uint32_t end) {
    out.push_back({std::move(term), {at, end}});
    at = end;
  };
  while (at < range.end) {
    const char c = text[at];
    if (c == '\n' && lines) {
      add({Term::Kind::line, ""}, at + 1);
      continue;
    }
    if (is_space(c)) {
      ++at;
      continue;
    }
    if (c == '<') {
      const uint32_t end = tag_end(text, at);
      if (end != kNowhere && end <= range.end) {
        add(read_tag(text, at, end), end);
        continue;
      }
    }
    const uint32_t word = std::min(word_end(text, at), range.end);
    if (word > at) {
      const std::string_view token = text.substr(at, word - at);
      add(is_all_digits(token) ? Term{Term::Kind::number, ""} : Term{Term::Kind::word, std::string(token)},
          word);
      continue;
    }
    const uint32_t reference = reference_length(text, at);
    const uint32_t length = reference ? reference : code_point_at(text, at).length;
    const uint32_t end = std::min(at + length, range.end);
    add({Term::Kind::symbol, std::string(text.substr(at, end - at))}, end);
  }
  return out;
}

uint32_t match_term(std::string_view text, uint32_t at, const Term& term, bool line_begin) {
  switch (term.kind) {
    case Term::Kind::line:
      if (line_begin) return at == 0 || text[at - 1] == '\n' ? at : kNowhere;
      return at >= text.size() || text[at] == '\n' ||
                     (text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n')
                 ? at
                 : kNowhere;
    case Term::Kind::symbol:
      return text.compare(at, term.text.size(), term.text) == 0 ? at + uint32_t(term.text.size()) : kNowhere;
    case Term::Kind::word: {
      if (text.compare(at, term.text.size(), term.text) != 0 || !word_begins(text, at)) return kNowhere;
      const uint32_t end = at + uint32_t(term.text.size());
      return word_end(text, end) == end ? end : kNowhere;
    }
    case Term::Kind::number: {
      if (at >= text.size() || !is_digit(text[at]) || !word_begins(text, at)) return kNowhere;
      uint32_t end = at;
      while (end < text.size() && is_digit(text[end])) ++end;
      return word_end(text, end) == end ? end : kNowhere;
    }
    case Term::Kind::run: {
      uint32_t end = at;
      while (end < text.size() && !is_space(text[end]) && text[end] != '<') ++end;
      return end > at && (at == 0 || is_space(text[at - 1]) || text[at - 1] == '>') ? end : kNowhere;
    }
    case Term::Kind::tag: return at < text.size() ? match_tag(text, at, term) : kNowhere;
  }
  return kNowhere;
}

uint32_t match_terms(std::string_view text, uint32_t at, const Terms& terms, bool across, bool line_begin) {
  for (size_t i = 0; i < terms.size(); ++i) {
    const bool blank = terms[i].kind == Term::Kind::symbol && terms[i].text == " ";
    if (i > 0 && !blank) at = skip_blank(text, at, across);
    if (at > text.size()) return kNowhere;
    at = match_term(text, at, terms[i], line_begin);
    if (at == kNowhere) return kNowhere;
  }
  return at;
}

static bool same_ignoring_attributes(const Term& a, const Term& b) {
  return a.kind == b.kind && a.text == b.text;
}

Term without_attributes(const Term& term) { return {term.kind, term.text}; }

bool generalise(const Term& a, const Term& b, Term& common) {
  if (!same_ignoring_attributes(a, b)) return false;
  common = without_attributes(a);
  std::set_intersection(a.attributes.begin(), a.attributes.end(), b.attributes.begin(), b.attributes.end(),
                        std::back_inserter(common.attributes));
  return true;
}

}  // namespace gleaner::byexample
