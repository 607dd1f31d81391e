// See diagnostic.h. The names of codes and severities, exit codes, and the printed form.
#include "base/diagnostic.h"

#include <fmt/format.h>

namespace gleaner {

std::string_view name_of(Severity severity) {
  switch (severity) {
    case Severity::note: return "note";
    case Severity::warning: return "warning";
    case Severity::error: return "error";
  }
  return "error";
}

std::string_view name_of(Code code) {
  switch (code) {
    case Code::usage: return "usage";
    case Code::not_found: return "not_found";
    case Code::io: return "io";
    case Code::bad_input: return "bad_input";
    case Code::drift: return "drift";
    case Code::cannot_learn: return "cannot_learn";
    case Code::budget: return "budget";
    case Code::unsupported: return "unsupported";
    case Code::internal: return "internal";
  }
  return "internal";
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
