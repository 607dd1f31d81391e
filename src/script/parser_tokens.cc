// See parser_internal.h. The words and signs of the language, and errors at them.
#include "script/parser_internal.h"

#include <charconv>

#include <fmt/format.h>

#include "grammar/parser.h"

namespace gleaner::script {

namespace {

bool starts_word(char c) { return is_alpha(c) || c == '_' || uint8_t(c) >= 0x80; }
bool in_word(char c) { return starts_word(c) || is_digit(c); }

}  // namespace

bool is_reserved(std::string_view w) {
  static const std::set<std::string_view> kWords{
      "if",    "then",     "elseif", "else",  "end",   "while",    "do",       "for",     "in",   "return",
      "break", "continue", "throw",  "try",   "catch", "function", "rule",     "strict",  "view", "is",
      "and",   "or",       "not",    "true",  "false", "null",     "parallel", "select",  "from", "where",
      "group", "by",       "having", "order", "limit", "as",       "like",     "distinct"};
  return kWords.count(w) > 0;
}

bool is_query_word(std::string_view w) {
  static const std::set<std::string_view> kWords{
      "left",   "right", "full", "inner", "outer", "cross", "join",   "on",        "all",    "union",
      "except", "when",  "asc",  "desc",  "nulls", "case",  "exists", "intersect", "offset", "between"};
  return kWords.count(w) > 0;
}

// SQL is often written in capitals: SELECT is select. A name is as it is written.
static std::string_view word_meant(std::string_view written) {
  static const std::set<std::string, std::less<>> kWords{
      "select", "from",     "where",  "group",     "by",     "having",  "order", "limit", "as",
      "like",   "distinct", "and",    "or",        "not",    "in",      "is",    "null",  "true",
      "false",  "left",     "right",  "full",      "inner",  "outer",   "cross", "join",  "on",
      "all",    "union",    "except", "when",      "asc",    "desc",    "nulls", "case",  "exists",
      "then",   "else",     "end",    "intersect", "offset", "between", "first", "last"};
  for (char c : written)
    if (c < 'A' || c > 'Z') return written;
  const auto at = kWords.find(lower_ascii(written));
  return at == kWords.end() ? written : std::string_view(*at);
}

void Parser::next() {
  last_end_ = token_.after;
  at_ = grammar::skip_blanks(s_, at_);
  token_ = {};
  token_.begin = at_;
  if (at_ >= s_.size()) {
    token_.after = at_;
    return;
  }
  const char c = s_[at_];
  if (starts_word(c)) {
    while (at_ < s_.size() && in_word(s_[at_])) ++at_;
    token_.kind = Token::name;
  } else if (is_digit(c)) {
    auto [end, failed] = std::from_chars(s_.data() + at_, s_.data() + s_.size(), token_.number);
    (void)failed;
    at_ = size_t(end - s_.data());
    token_.kind = Token::digits;
  } else if (c == '"' || c == '\'') {
    text(c);
    token_.kind = Token::text;
  } else {
    static constexpr std::string_view kTwo[] = {"==", "!=", "<=", ">=", "+=", "<>", "$$", "||"};
    size_t length = 1;
    for (std::string_view two : kTwo)
      if (s_.substr(at_, 2) == two) length = 2;
    at_ += length;
    token_.kind = Token::op;
    if (s_.substr(token_.begin, length) == "$$") token_.kind = Token::name;
  }
  token_.after = at_;
  token_.word = s_.substr(token_.begin, at_ - token_.begin);
  if (token_.kind == Token::name) token_.word = word_meant(token_.word);
}

void Parser::text(char quote) {
  const size_t begin = at_++;
  while (at_ < s_.size() && s_[at_] != quote) {
    if (s_[at_] != '\\') {
      token_.string += s_[at_++];
      continue;
    }
    if (++at_ >= s_.size()) break;
    const char c = s_[at_++];
    if (c == 'n') token_.string += '\n';
    else if (c == 't') token_.string += '\t';
    else if (c == 'r') token_.string += '\r';
    else if (c == 'u') code_escape(begin);
    else if (!in_word(c)) token_.string += c;
    else
      fail(at_ - 2, fmt::format("there is no escape \\{}", c), "known: \\t \\n \\r \\\\ \\\" \\' \\u{20AC}");
  }
  if (at_ >= s_.size()) fail(begin, "this text is never closed");
  ++at_;
}

void Parser::code_escape(size_t begin) {
  uint32_t value = 0;
  if (at_ >= s_.size() || s_[at_] != '{') fail(at_, "expected { after \\u, as in \\u{20AC}");
  const size_t close = s_.find('}', at_);
  if (close == std::string_view::npos || close - at_ > 8)
    fail(begin, "expected a character number, as in \\u{20AC}");
  auto [end, failed] = std::from_chars(s_.data() + at_ + 1, s_.data() + close, value, 16);
  if (failed != std::errc() || end != s_.data() + close || value > 0x10FFFF)
    fail(at_, "there is no such character");
  append_utf8(token_.string, value);
  at_ = close + 1;
}

bool Parser::is(std::string_view word) const {
  return (token_.kind == Token::name || token_.kind == Token::op) && token_.word == word;
}

bool Parser::take(std::string_view word) {
  if (!is(word)) return false;
  next();
  return true;
}

void Parser::need(std::string_view word, std::string_view why) {
  if (!take(word))
    fail(token_.begin, fmt::format("expected `{}`{}{}", word, why.empty() ? "" : " ", why) + found());
}

std::string Parser::found() const {
  if (token_.kind == Token::end) return ", but the script ends here";
  return fmt::format(", not `{}`", token_.word);
}

std::string Parser::need_name(std::string_view what) {
  if (token_.kind != Token::name || is_reserved(token_.word))
    fail(token_.begin, fmt::format("expected {}", what) + found());
  std::string word(token_.word);
  next();
  return word;
}

void Parser::fail(size_t offset, std::string message, std::string hint) const {
  throw Failure{
      grammar::syntax_error(script_.grammar, uint32_t(offset), std::move(message), std::move(hint))};
}

void Parser::grow(Ast& parent, const Ast& below) const {
  if (below.height >= kMaxHeight)
    fail(parent.offset,
         fmt::format("this is too long: more than {} operations hang on one another", kMaxHeight),
         "cut it into several statements, or use a list: join, sum, in");
  parent.height = std::max(parent.height, below.height + 1);
}

void Parser::adopt(Ast& parent, AstPtr kid) const {
  grow(parent, *kid);
  parent.kids.push_back(std::move(kid));
}

AstPtr Parser::node(AK kind, size_t offset) const {
  auto n = std::make_unique<Ast>();
  n->kind = kind;
  n->sql = in_query_;
  n->offset = uint32_t(offset);
  return n;
}

}  // namespace gleaner::script
