// Lexer: cuts a text into tokens, one at a time, without gaps: the spans of all tokens together are the whole
// text.
//
// Idea: one class table decides by the first byte what a token can be; tags are read by the HTML standard's
// own attribute rules (page/tag_scan.h); the inside of script, style, title and textarea holds no tags. Types
// of a lexer file come before the built-in ones. Cost: linear; no allocation (a lexer file's rules keep a few
// numbers each, made once). Peer and figures: bench/tokens.cc.
#pragma once

#include <string_view>
#include <vector>

#include "page/document.h"
#include "tokens/token.h"

namespace gleaner::tokens {

class LexerFile;

struct LexerOptions {
  bool html = true;        // tags, comments and entities count
  bool composites = true;  // dates, money, URLs and emails as one token each
  const LexerFile* file = nullptr;
};

class Lexer {
 public:
  // `text` must outlive the lexer; as must options.file.
  explicit Lexer(std::string_view text, const LexerOptions& options = {});

  // False at the end of the text.
  bool next(Token& token);

 private:
  Type scan(uint32_t& at);
  Type scan_less(uint32_t& at);
  Type scan_amp(uint32_t& at);
  Type scan_word(uint32_t& at);
  Type scan_digit(uint32_t& at);
  Type scan_punct(uint32_t& at);
  void skip_space(uint32_t& at);
  void skip_letters(uint32_t& at);
  void enter_raw(uint32_t name, uint32_t name_end, uint32_t after);
  bool custom(uint32_t at, Token& token);

  std::string_view text_;
  LexerOptions options_;
  uint32_t at_ = 0;
  uint32_t raw_end_ = 0;  // no tags before this offset
  struct Next {           // of a lexer file's rule: its next match from `asked` on
    Span span;
    bool none = false, known = false;
  };
  std::vector<Next> next_custom_;
};

// for (const Token& token : Tokens(document)) ...
class Tokens {
 public:
  explicit Tokens(const Document& document, LexerOptions options = {})
      : text_(document.text()), options_(options) {
    options_.html = document.is_html();
  }
  Tokens(std::string_view text, const LexerOptions& options) : text_(text), options_(options) {}

  struct End {};
  class Iterator {
   public:
    Iterator(std::string_view text, const LexerOptions& options) : lexer_(text, options) { ++*this; }
    const Token& operator*() const { return token_; }
    const Token* operator->() const { return &token_; }
    Iterator& operator++() {
      done_ = !lexer_.next(token_);
      return *this;
    }
    bool operator!=(End) const { return !done_; }
    bool operator==(End) const { return done_; }

   private:
    Lexer lexer_;
    Token token_;
    bool done_ = false;
  };
  Iterator begin() const { return Iterator(text_, options_); }
  End end() const { return {}; }

 private:
  std::string_view text_;
  LexerOptions options_;
};

// All tokens of a page, kept: document.view<TokenList>().
class TokenList {
 public:
  explicit TokenList(const Document& document);
  const std::vector<Token>& all() const { return tokens_; }
  // Index of the token that holds the offset; size() behind the end.
  size_t at(uint32_t offset) const;

 private:
  std::vector<Token> tokens_;
};

std::vector<Token> lex(std::string_view text, const LexerOptions& options = {});

}  // namespace gleaner::tokens
