// Facts: the template theory of a set of templates on a page (paper, definition 4): what each template
// extracts, as ground atoms whose values know where they stand. Both the wrapper and Prolog take facts from
// here, so both see the same ones in the same order.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "page/document.h"
#include "templates/compile.h"
#include "templates/matcher.h"

namespace gleaner::templates {

struct FactValue {
  std::string text;  // as a person sees it: tags left out, entities decoded, white space collapsed
  Span span;
  bool located = false;
  bool numeric = false;
  double number = 0;
};

struct Fact {
  uint32_t unit = 0;                             // which of the template's alternatives
  std::vector<std::optional<FactValue>> values;  // in order of the parameters; unbound ones are absent
  Span span;                                     // hull of the values
};

// A page's tokens as a template set sees them.
class PageTokens {
 public:
  PageTokens(const Document& document, const TemplateSet& set);
  const std::vector<tokens::Token>& all() const { return tokens_; }

 private:
  void split_lines(tokens::Token token, std::string_view text);
  std::vector<tokens::Token> tokens_;
};

// Which facts were given already, by a 64-bit hash of their places and texts: two different ones of a page
// share it with a chance of about n^2 / 2^65, so nothing else is kept.
class SeenFacts {
 public:
  bool insert(uint64_t hash);  // false: was there

 private:
  std::vector<uint64_t> table_;  // open addressing, 0 is free
  size_t used_ = 0;
};

// The facts of one template, one at a time. A single template is enumerated lazily; alternatives are united
// in page order. The same values at the same places are given once.
class FactStream {
 public:
  // All must outlive the stream.
  FactStream(const Compiled& compiled, size_t output, const Document& document, const PageTokens& page,
             Budget& budget, CodeCaller* caller = nullptr);
  // Texts that parameters must have: those that only code calls use are bound before the match. For the
  // others the caller compares facts with them. REQUIRES: before next().
  void give(const std::vector<std::optional<std::string>>& texts);
  bool next(Fact& fact);
  const std::optional<Diagnostic>& problem() const { return matcher_.problem(); }
  uint64_t steps() const { return matcher_.steps(); }

 private:
  bool next_of_unit(Fact& fact);
  void collect_all();
  std::vector<std::optional<Value>> known(const Unit& unit) const;
  FactValue make(const Value& value) const;

  const Compiled& compiled_;
  const Compiled::Output& output_;
  const Document& document_;
  Matcher matcher_;
  uint32_t unit_ = 0;
  std::vector<std::optional<std::string>> texts_;
  SeenFacts seen_;
  std::vector<Fact> collected_;
  size_t given_ = 0;
  bool collects_ = false;
};

}  // namespace gleaner::templates
