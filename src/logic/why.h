// Proofs for people: why an answer is one, down to the bytes of the pages. As text, as JSON, as a page of its
// own.
#pragma once

#include <string>
#include <vector>

#include "logic/session.h"

namespace gleaner::logic {

std::string why_text(const Answer& answer, size_t number);
std::string why_json(const Answer& answer);
// Self-contained: no scripts, no other files.
std::string why_html(const std::vector<Answer>& answers, const std::string& goal);

// The fact that gives a value, if one does: the first leaf with a cell of that text.
struct FactPlace {
  DocumentPtr document;
  Span span;
};
std::optional<FactPlace> place_of(const Proof& proof, const Term& value);

}  // namespace gleaner::logic
