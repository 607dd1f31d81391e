// .tpl files: parser and printer. docs/templates.md describes the language.
//
//   % advertisements
//   template price(P)            := word(txt: "DM"), ( int(P) ; float(P) ).
//   template advert(Doc, I, D, P) := any*?, html(tag: b), I = not(html_end)+, html_end(tag: b),
//                                    once((D = any*?, price(P))).
//
// Directives: `lexer "file.lex".`, `keep whitespace.`, `use basic.` (no dates, money, URLs, emails as one
// token), `extract a, b.` (these give records), `page a, b.` (one record a page; each of these templates
// gives a field)
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "templates/ast.h"

namespace gleaner::templates {

// Gives the text of a lexer file; the default reads it relative to the template file's folder.
using ReadLexer = std::function<Result<std::string>(const std::string& path)>;

// All errors found, each with line and column; none: `set` is whole.
Diagnostics parse(std::string_view text, const std::string& file, TemplateSet& set,
                  const ReadLexer& read_lexer = {});
// The first of them as a Result.
Result<TemplateSet> parse_templates(std::string_view text, const std::string& file,
                                    const ReadLexer& read_lexer = {});
Result<TemplateSet> load_templates(const std::string& path);

// As a person would write it; parse(print(x)) is x.
std::string print(const Term& term);
std::string print(const TokenTest& test);
std::string print(const Pattern& pattern);
std::string print(const Template& one);
std::string print(const TemplateSet& set);

}  // namespace gleaner::templates
