// Terms: what windows are made of (Ribeiro-Neto, Laender, da Silva 1999, section 3: "words or special
// symbols").
//
// A term is a word, a number, a tag, a single symbol, or the edge of a line. Numbers stand for any number:
// list positions and years would otherwise quote the page. A tag is compared by name, and by those of its
// attributes that the term carries. A character reference is one symbol. Terms are matched at byte positions;
// nothing is tokenised in advance, so a page is only looked at where a pattern could begin. All functions are
// pure and safe for any bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/span.h"

namespace gleaner::byexample {

inline constexpr uint32_t kNowhere = 0xffffffff;

struct Term {
  enum class Kind : uint8_t { word, number, tag, symbol, line, run };
  Kind kind = Kind::symbol;
  // run: anything without blank and tag; stands for a neighbouring value that only a blank parts from this
  // one.
  std::string text = {};  // word, symbol: as written; tag: lower-case name, "/td" for end tags
  std::vector<std::pair<std::string, std::string>> attributes = {};  // a tag must have these; sorted

  bool operator==(const Term&) const = default;
};
using Terms = std::vector<Term>;

// A term of the page and where it stands.
struct PlacedTerm {
  Term term;
  Span span;
};

// The terms of text[range], in order. Line ends become a `line` term when `lines`, else white space.
// A tag that the range cuts is given as words and symbols.
std::vector<PlacedTerm> lex(std::string_view text, Span range, bool lines);

// The end of `term` if it stands at `at`, else kNowhere. A line term is empty: it stands at the beginning of
// a line when `line_begin`, else at the end of one.
uint32_t match_term(std::string_view text, uint32_t at, const Term& term, bool line_begin);

// All terms one after the other with only white space between them (line ends too when `across`); the end, or
// kNowhere. The symbol " " is exactly one blank.
uint32_t match_terms(std::string_view text, uint32_t at, const Terms& terms, bool across, bool line_begin);

// Skips blanks (and line ends when `across`).
uint32_t skip_blank(std::string_view text, uint32_t at, bool across);

// What two terms have in common: the same, or a tag with the attributes both have. False if nothing.
bool generalise(const Term& a, const Term& b, Term& common);
Term without_attributes(const Term& term);

// One line for a person: <td class="price"> "Our" "Price" ":" # ~ ; and back (wrapper files).
std::string print_term(const Term& term, bool line_begin);
std::string print_terms(const Terms& terms, bool line_begin);
// False when the text is no printed term list.
bool parse_terms(std::string_view text, Terms& out);

// Tag helpers shared with the scanner. End of the tag that begins at text[at] == '<', or kNowhere.
uint32_t tag_end(std::string_view text, uint32_t at);

}  // namespace gleaner::byexample
