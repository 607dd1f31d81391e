// See lexer.h. One function for each way a token can begin.
#include "tokens/lexer.h"

#include <algorithm>

#include "base/text.h"
#include "page/tag_scan.h"
#include "tokens/characters.h"
#include "tokens/composite.h"
#include "tokens/lexer_file.h"
#include "tokens/number.h"

namespace gleaner::tokens {

// Elements whose text holds no tags.
constexpr std::string_view kRaw[] = {"script", "style",  "title",   "textarea",
                                     "xmp",    "iframe", "noembed", "noframes"};

static uint32_t find_from(std::string_view text, uint32_t at, std::string_view what) {
  size_t found = text.find(what, at);
  return found == std::string_view::npos ? uint32_t(text.size()) : uint32_t(found + what.size());
}

Lexer::Lexer(std::string_view text, const LexerOptions& options) : text_(text), options_(options) {
  if (options_.file) next_custom_.resize(options_.file->rules().size());
}

bool Lexer::next(Token& token) {
  if (at_ >= text_.size()) return false;
  if (!next_custom_.empty() && custom(at_, token)) {
    at_ = token.span.end;
    return true;
  }
  token.span.begin = at_;
  token.type = scan(at_);
  token.span.end = at_;
  return true;
}

// Moves `at` behind the token that begins there.
Type Lexer::scan(uint32_t& at) {
  switch (class_of(text_[at])) {
    case Class::space: skip_space(at); return Type::whitespace;
    case Class::letter: return scan_word(at);
    case Class::digit: return scan_digit(at);
    case Class::less: return scan_less(at);
    case Class::amp: return scan_amp(at);
    case Class::high: {
      uint32_t length = 1;
      Class what = class_of_high(text_.data() + at, text_.data() + text_.size(), length);
      if (what == Class::letter) return scan_word(at);
      if (what == Class::space) {
        skip_space(at);
        return Type::whitespace;
      }
      if (options_.composites && may_begin_money(uint8_t(text_[at])))
        if (uint32_t end = scan_money(text_, at)) return at = end, Type::money;
      at += length;
      return Type::punct;
    }
    case Class::punct: break;
  }
  return scan_punct(at);
}

Type Lexer::scan_punct(uint32_t& at) {
  if (text_[at] == '$' && options_.composites)
    if (uint32_t end = scan_money(text_, at)) return at = end, Type::money;
  ++at;
  return Type::punct;
}

void Lexer::skip_space(uint32_t& at) {
  const char* data = text_.data();
  const uint32_t size = uint32_t(text_.size());
  while (at < size) {
    Class what = class_of(data[at]);
    uint32_t length = 1;
    if (what == Class::high) what = class_of_high(data + at, data + size, length);
    if (what != Class::space) return;
    at += length;
  }
}

void Lexer::skip_letters(uint32_t& at) {
  const char* data = text_.data();
  const uint32_t size = uint32_t(text_.size());
  while (at < size) {
    Class what = class_of(data[at]);
    if (what == Class::letter || what == Class::digit) {
      ++at;
      continue;
    }
    uint32_t length = 1;
    if (what != Class::high || class_of_high(data + at, data + size, length) != Class::letter) return;
    at += length;
  }
}

Type Lexer::scan_word(uint32_t& at) {
  const uint32_t begin = at;
  skip_letters(at);
  if (!options_.composites || at >= text_.size()) return Type::word;
  const char after = text_[at];
  // Each composite can only begin before certain characters: nearly all words are through here after one
  // comparison.
  if (is_space(after) || after == '\xc2' || after == '$' || after == '.') {
    const uint32_t length = at - begin;
    if (length <= 3 && may_begin_money(uint8_t(text_[begin])))
      if (uint32_t end = scan_money(text_, begin)) return at = end, Type::money;
    if (length >= 3 && length <= 9 && after != '$')
      if (uint32_t end = scan_date(text_, begin)) return at = end, Type::date;
  }
  if (after == ':' || after == '.')
    if (uint32_t end = scan_url(text_, begin, at)) return at = end, Type::url;
  if (after == '@' || after == '.' || after == '-' || after == '+' || after == '%')
    if (uint32_t end = scan_email(text_, begin, at)) return at = end, Type::email;
  return Type::word;
}

Type Lexer::scan_digit(uint32_t& at) {
  if (options_.composites) {
    if (uint32_t end = scan_date(text_, at)) return at = end, Type::date;
    if (uint32_t end = scan_money(text_, at)) return at = end, Type::money;
  }
  Number number = scan_number(text_, at);
  at = number.end;
  return number.real ? Type::real : Type::integer;
}

Type Lexer::scan_less(uint32_t& at) {
  const uint32_t size = uint32_t(text_.size());
  if (!options_.html || at < raw_end_ || at + 1 >= size) return ++at, Type::punct;
  const char next = text_[at + 1];
  if (is_alpha(next)) {
    const uint32_t name = at + 1;
    at = tag_end(text_, name);
    enter_raw(name, tag_name_end(text_, name), at);
    return Type::html;
  }
  if (next == '/' && at + 2 < size && is_alpha(text_[at + 2]))
    return at = tag_end(text_, at + 2), Type::html_end;
  if (next == '!' || next == '?' || next == '/') {
    if (text_.substr(at, 4) == "<!--") {
      // "<!-->" and "<!--->" are whole comments too.
      if (text_.substr(at + 4, 1) == ">") return at += 5, Type::comment;
      if (text_.substr(at + 4, 2) == "->") return at += 6, Type::comment;
      return at = find_from(text_, at + 4, "-->"), Type::comment;
    }
    if (next == '/' && at + 2 >= size) return ++at, Type::punct;
    return at = find_from(text_, at + 2, ">"), Type::declaration;
  }
  return ++at, Type::punct;
}

// After the start tag of script, style, ...: no tag counts before its end tag.
void Lexer::enter_raw(uint32_t name, uint32_t name_end, uint32_t after) {
  std::string_view tag = text_.substr(name, name_end - name);
  if (tag.size() < 3 || tag.size() > 8) return;
  const std::string_view* raw = nullptr;
  for (const std::string_view& candidate : kRaw)
    if (to_lower(tag[0]) == candidate[0] && equals_ignoring_case(tag, candidate)) raw = &candidate;
  if (!raw) return;
  size_t look = after;
  while ((look = text_.find("</", look)) != std::string_view::npos) {
    size_t stop = look + 2 + raw->size();
    if (equals_ignoring_case(text_.substr(look + 2, raw->size()), *raw) && stop < text_.size() &&
        ends_name(text_[stop]))
      break;
    look += 2;
  }
  raw_end_ = uint32_t(std::min(look, text_.size()));
}

Type Lexer::scan_amp(uint32_t& at) {
  const uint32_t size = uint32_t(text_.size());
  if (options_.html) {
    constexpr uint32_t kLongestName = 32;  // CounterClockwiseContourIntegral is 31
    uint32_t end = at + 1;
    if (end < size && text_[end] == '#') ++end;
    const uint32_t first = end;
    while (end < size && end - first < kLongestName && is_alnum(text_[end])) ++end;
    if (end > first && end < size && text_[end] == ';') {
      if (options_.composites)
        if (uint32_t money = scan_money(text_, at)) return at = money, Type::money;
      return at = end + 1, Type::entity;
    }
  }
  return ++at, Type::punct;
}

// A rule's next match is looked for once and kept until the lexer has passed it, so rules cost a search a
// match, not a token.
bool Lexer::custom(uint32_t at, Token& token) {
  const auto& rules = options_.file->rules();
  for (size_t i = 0; i < rules.size(); ++i) {
    Next& next = next_custom_[i];
    if (next.none || (next.known && next.span.begin > at)) continue;
    if (!next.known || next.span.begin < at) {
      std::optional<Span> found = rules[i].regex.find(text_, at);
      // An empty match is none; look one character on.
      size_t from = at;
      while (found && found->empty() && ++from <= text_.size()) {
        while (from < text_.size() && is_utf8_tail(text_[from])) ++from;
        found = from <= text_.size() ? rules[i].regex.find(text_, from) : std::nullopt;
      }
      next.known = found.has_value();
      next.none = !found;
      if (found) next.span = *found;
    }
    if (next.known && next.span.begin == at) {
      token.span = next.span;
      token.type = Type(kFirstCustom + i);
      return true;
    }
  }
  return false;
}

TokenList::TokenList(const Document& document) {
  LexerOptions options;
  options.html = document.is_html();
  tokens_ = lex(document.text(), options);
}

size_t TokenList::at(uint32_t offset) const {
  return size_t(std::upper_bound(tokens_.begin(), tokens_.end(), offset,
                                 [](uint32_t at, const Token& token) { return at < token.span.end; }) -
                tokens_.begin());
}

std::vector<Token> lex(std::string_view text, const LexerOptions& options) {
  std::vector<Token> tokens;
  tokens.reserve(text.size() / 4);
  Lexer lexer(text, options);
  Token token;
  while (lexer.next(token)) tokens.push_back(token);
  return tokens;
}

}  // namespace gleaner::tokens
