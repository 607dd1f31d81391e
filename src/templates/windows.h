// Token windows and their least general generalisation.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "page/document.h"
#include "templates/ast.h"
#include "templates/facts.h"

namespace gleaner::templates {

// A labelled page as the learner sees it.
struct Example {
  DocumentPtr document;
  std::shared_ptr<const PageTokens> tokens;
  std::string_view text() const { return document->text(); }
};

// Where a value stands among the tokens: tokens [begin, end), or (part of) an attribute of the tag token
// `begin`.
struct TokenPlace {
  size_t page = 0;
  uint32_t begin = 0, end = 0;
  std::string attribute;  // "" for text
  Span value;             // attribute: where in the text
  Span whole;             // attribute: the whole value
};

// Nothing if the value begins or ends inside a token.
std::optional<TokenPlace> token_place_of(const Example& example, size_t page, Span value);

enum class Words : uint8_t { literal, typed };  // are words of a single example kept?

// What all these tokens have in common; nothing if their types (or tags) differ. `one`: they come from one
// page.
std::optional<TokenTest> generalise(const std::vector<Example>& pages,
                                    const std::vector<std::pair<size_t, uint32_t>>& tokens, bool one,
                                    Words words);

// The generalised tokens before the sites (nearest last) or after them, at most `most`.
std::vector<TokenTest> window_beside(const std::vector<Example>& pages, const std::vector<TokenPlace>& sites,
                                     bool before, size_t most, bool one, Words words);

// Pattern that takes the value of such sites: Name = ..., or the tag with the attribute.
std::optional<Pattern> value_pattern(const std::vector<Example>& pages, const std::vector<TokenPlace>& sites,
                                     const std::string& name, bool one,
                                     const std::vector<TokenTest>& barriers);

Pattern token_pattern(TokenTest test);
Pattern lazy_gap(const std::vector<TokenTest>& barriers);  // any*? or not(...)*?

}  // namespace gleaner::templates
