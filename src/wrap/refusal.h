// A node that looks like a record of a list and is none, and lines that a grammar skips: how that is
// said in the notes of a page, and read back from them, so that learning, extraction, explanation
// and check tell of it in one way.
#pragma once

#include <optional>
#include <string>

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

// What a grammar passed over: "3 lines skipped, of no kind".
struct Skipped {
  std::string what;  // line, portion
  size_t count = 0;
};
Diagnostic note_of(const Skipped& skipped, const std::string& details, Where where);
std::optional<Skipped> skipped_of(const Diagnostic& note);

}  // namespace gleaner::wrap
