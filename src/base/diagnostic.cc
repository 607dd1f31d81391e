// See diagnostic.h. The names of codes and severities, exit codes, and the printed form.
#include "base/diagnostic.h"

#include <fmt/format.h>

namespace gleaner {

std::string_view name_of(Severity severity) {
  static constexpr std::string_view kNames[] = {"note", "warning", "error"};
  return kNames[size_t(severity)];
}

std::string_view name_of(Code code) {
  static constexpr std::string_view kNames[] = {"usage",    "not_found",    "io",     "bad_input",
                                                "drift",    "cannot_learn", "budget", "unsupported",
                                                "internal", "closed"};
  return kNames[size_t(code)];
}

int exit_code(Code code) {
  switch (code) {
    case Code::usage: return 2;
    case Code::not_found:
    case Code::io:
    case Code::bad_input:
    case Code::unsupported: return 3;
    case Code::drift: return 4;
    case Code::cannot_learn: return 5;
    case Code::budget: return 6;
    case Code::internal: return 70;
    case Code::closed: return 0;
  }
  return 70;
}

std::string Diagnostic::to_string() const {
  std::string out;
  if (!where.file.empty()) {
    out += where.file;
    if (where.line) out += fmt::format(":{}", where.line);
    if (where.line && where.column) out += fmt::format(":{}", where.column);
    if (!where.line && where.span) out += fmt::format(" bytes {}-{}", where.span->begin, where.span->end);
    out += ": ";
  }
  out += name_of(severity);
  out += ": ";
  out += message;
  if (!hint.empty()) out += "\n  " + hint;
  return out;
}

}  // namespace gleaner
