// Diagnostic: one thing to tell a person: what, where, and what to do about it.
// Library code returns or collects them; only front ends print.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/span.h"

namespace gleaner {

enum class Severity : uint8_t { note, warning, error };

// What went wrong, in the terms that decide the exit code of the program.
enum class Code : uint8_t {
  usage,         // the caller asked for something that does not exist: exit 2
  not_found,     // no such file, page, field
  io,            // reading or writing failed
  bad_input,     // a file that cannot be understood: exit 3
  drift,         // a check failed: exit 4
  cannot_learn,  // no wrapper fits the labels: exit 5
  budget,        // ran out of steps, bytes, depth, memory or time: exit 6
  unsupported,   // understood, but not available here
  internal,      // a bug
  closed,        // nobody reads what is written any more: no error for a program, exit 0
};

// Where: any part may be unknown (empty or 0). Lines and columns count from 1.
struct Where {
  std::string file = {};
  uint32_t line = 0;
  uint32_t column = 0;
  std::optional<Span> span = {};  // bytes of the page
};

struct Diagnostic {
  Severity severity = Severity::error;
  Code code = Code::internal;
  std::string message;
  Where where = {};
  std::string hint = {};

  // "file:line:column: error: message\n  hint"
  std::string to_string() const;
};

inline Diagnostic error(Code code, std::string message, Where where = {}, std::string hint = {}) {
  return {Severity::error, code, std::move(message), std::move(where), std::move(hint)};
}
inline Diagnostic warning(Code code, std::string message, Where where = {}, std::string hint = {}) {
  return {Severity::warning, code, std::move(message), std::move(where), std::move(hint)};
}

using Diagnostics = std::vector<Diagnostic>;

std::string_view name_of(Severity severity);
std::string_view name_of(Code code);

// The exit code that the command line gives for a code (see the command-line reference).
int exit_code(Code code);

}  // namespace gleaner
