// A node that looks like a record of a list and is none: how that is said in the notes of a page, and read back from
// them, so that learning, extraction, explanation and check tell of it in one way.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace gleaner::wrap {

struct Refusal {
  std::string text;  // of the node, shortened; "" for several nodes
  std::string why;   // "without price"
  size_t nodes = 1;
};

Diagnostic note_of(const Refusal& refusal, Where where);
// Nothing where the note says something else.
std::optional<Refusal> refusal_of(const Diagnostic& note);

}  // namespace gleaner::wrap
