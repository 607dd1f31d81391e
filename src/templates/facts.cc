// See facts.h. A page's tokens, and the stream of facts without repeats.
#include "templates/facts.h"

#include <algorithm>
#include <cstdlib>

#include "base/hash.h"
#include "base/text.h"
#include "html/slice_text.h"
#include "tokens/lexer.h"

namespace gleaner::templates {

using tokens::Token;
using tokens::Type;

PageTokens::PageTokens(const Document& document, const TemplateSet& set) {
  tokens::LexerOptions options;
  options.html = document.is_html();
  options.composites = set.composites;
  options.file = set.lexer.get();
  tokens_.reserve(document.text().size() / 8);
  tokens::Lexer lexer(document.text(), options);
  Token token;
  while (lexer.next(token)) {
    if (!set.keep_whitespace && (token.type == Type::whitespace || token.type == Type::comment)) continue;
    if (token.type == Type::whitespace) split_lines(token, document.text());
    else tokens_.push_back(token);
  }
}

// White space that is kept is two tokens where a line ends in it: values end with the line as often as with
// the last blank.
void PageTokens::split_lines(Token token, std::string_view text) {
  const size_t line = token.span.of(text).find_first_of("\r\n");
  if (line != std::string_view::npos && line > 0) {
    Token blanks = token;
    blanks.span.end = token.span.begin + uint32_t(line);
    tokens_.push_back(blanks);
    token.span.begin = blanks.span.end;
  }
  tokens_.push_back(token);
}

FactStream::FactStream(const Compiled& compiled, size_t output, const Document& document,
                       const PageTokens& page, Budget& budget, CodeCaller* caller)
    : compiled_(compiled),
      output_(compiled.outputs[output]),
      document_(document),
      matcher_(compiled, document.text(), page.all(), budget, caller),
      collects_(output_.units.size() > 1) {
  matcher_.start(output_.units[0]);
}

void FactStream::give(const std::vector<std::optional<std::string>>& texts) {
  texts_ = texts;
  matcher_.start(output_.units[0], known(output_.units[0]));
}

std::vector<std::optional<Value>> FactStream::known(const Unit& unit) const {
  std::vector<std::optional<Value>> out(unit.parameters);
  const std::vector<bool> free = only_in_goals(compiled_, unit);
  for (size_t i = 0; i < texts_.size() && i < out.size(); ++i) {
    if (!texts_[i] || !free[i]) continue;
    Value value;
    value.text = *texts_[i];
    char* end = nullptr;
    value.number = std::strtod(texts_[i]->c_str(), &end);
    value.numeric = !texts_[i]->empty() && is_digit(texts_[i]->back()) && *end == '\0';
    out[i] = value;
  }
  return out;
}

FactValue FactStream::make(const Value& value) const {
  return {value.located ? html::slice_text(document_, value.span) : std::string(value.text), value.span,
          value.located, value.numeric, value.number};
}

bool SeenFacts::insert(uint64_t hash) {
  if (hash == 0) hash = 1;
  if (used_ * 2 >= table_.size()) {
    std::vector<uint64_t> old(std::max<size_t>(64, table_.size() * 2));
    old.swap(table_);
    used_ = 0;
    for (uint64_t one : old)
      if (one) insert(one);
  }
  size_t at = hash & (table_.size() - 1);
  while (table_[at] && table_[at] != hash) at = (at + 1) & (table_.size() - 1);
  if (table_[at]) return false;
  table_[at] = hash;
  ++used_;
  return true;
}

bool FactStream::next_of_unit(Fact& fact) {
  while (matcher_.next()) {
    fact.values.clear();
    fact.unit = unit_;
    fact.span = {};
    uint64_t hash = 0x9e3779b97f4a7c15ull;
    for (uint32_t i = 0; i < output_.parameters.size(); ++i) {
      std::optional<Value> value = matcher_.value(i);
      fact.values.emplace_back();
      if (!value) hash = mix(hash, 1);
      else if (value->located) hash = mix(mix(hash, 2), uint64_t(value->span.begin) << 32 | value->span.end);
      else hash = mix(mix(hash, 3), stable_hash(value->text));
    }
    if (!seen_.insert(hash)) continue;  // before anything is copied: duplicates are cheap
    bool any = false;
    for (uint32_t i = 0; i < output_.parameters.size(); ++i) {
      std::optional<Value> value = matcher_.value(i);
      if (!value) continue;
      fact.values[i] = make(*value);
      if (value->located) fact.span = any ? fact.span.hull(value->span) : value->span, any = true;
    }
    return true;
  }
  return false;
}

void FactStream::collect_all() {
  for (unit_ = 0; unit_ < output_.units.size(); ++unit_) {
    matcher_.start(output_.units[unit_], known(output_.units[unit_]));
    Fact fact;
    while (next_of_unit(fact)) collected_.push_back(fact);
  }
  std::ranges::stable_sort(collected_,
                           [](const Fact& a, const Fact& b) { return a.span.begin < b.span.begin; });
  collects_ = false;
}

bool FactStream::next(Fact& fact) {
  if (output_.units.size() == 1) return next_of_unit(fact);
  if (collects_) collect_all();
  if (given_ >= collected_.size()) return false;
  fact = std::move(collected_[given_++]);
  return true;
}

}  // namespace gleaner::templates
