// See refusal.h. `refused "Advertisement": without price`, `refused 12 more nodes: without price`,
// `3 lines skipped, of no kind`.
#include "wrap/refusal.h"

#include <cstdlib>

#include <fmt/format.h>

namespace gleaner::wrap {

constexpr std::string_view kRefused = "refused ", kMore = " more nodes: ", kSkipped = " skipped, ";

Diagnostic note_of(const Refusal& refusal, Where where) {
  std::string message = refusal.nodes == 1
                            ? fmt::format("{}\"{}\": {}", kRefused, refusal.text, refusal.why)
                            : fmt::format("{}{}{}{}", kRefused, refusal.nodes, kMore, refusal.why);
  return {Severity::note, Code::bad_input, std::move(message), std::move(where), {}};
}

std::optional<Refusal> refusal_of(const Diagnostic& note) {
  const std::string_view message = note.message;
  if (note.severity != Severity::note || !message.starts_with(kRefused)) return std::nullopt;
  const std::string_view said = message.substr(kRefused.size());
  if (said.starts_with('"')) {
    const size_t end = said.rfind("\": ");  // a reason quotes nothing that ends so
    if (end == std::string_view::npos || end == 0) return std::nullopt;
    return Refusal{std::string(said.substr(1, end - 1)), std::string(said.substr(end + 3)), 1};
  }
  const size_t more = said.find(kMore);
  if (more == std::string_view::npos) return std::nullopt;
  Refusal out{"", std::string(said.substr(more + kMore.size())), 0};
  out.nodes = size_t(std::strtoul(std::string(said.substr(0, more)).c_str(), nullptr, 10));
  return out.nodes ? std::optional(std::move(out)) : std::nullopt;
}

Diagnostic note_of(const Skipped& skipped, const std::string& details, Where where) {
  return {Severity::note,
          Code::not_found,
          fmt::format("{} {}{}{}{}", skipped.count, skipped.what, skipped.count == 1 ? "" : "s", kSkipped,
                      details),
          std::move(where),
          {}};
}

std::optional<Skipped> skipped_of(const Diagnostic& note) {
  const size_t end = note.message.find(kSkipped), blank = note.message.find(' ');
  if (note.severity != Severity::note || end == std::string::npos || blank >= end) return std::nullopt;
  Skipped out{note.message.substr(blank + 1, end - blank - 1), 0};
  out.count = size_t(std::strtoul(note.message.c_str(), nullptr, 10));
  if (out.count > 1 && out.what.ends_with('s')) out.what.pop_back();
  return out.count && out.what.find(' ') == std::string::npos ? std::optional(std::move(out)) : std::nullopt;
}

}  // namespace gleaner::wrap
