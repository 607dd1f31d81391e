// Regex: a regular expression written by a person (selector parts, lexer files), compiled once, immutable,
// shared by threads.
//
// PCRE2 with JIT in UTF mode. The text is the valid UTF-8 of a Document, so it is not checked again on every
// match. Patterns that backtrack without end stop at a match limit (kMatchLimit) and do not match, which the
// Match tells: never a hang. Cost: one PCRE2 match; match data is kept a thread, so
// matching does not allocate.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/span.h"

namespace gleaner::regex {

struct Options {
  bool ignore_case = false;
  bool multi_line = false;  // ^ and $ at lines
  bool dot_all = false;     // . matches a newline too
};

// groups[0] is the whole match; a group that took no part is absent.
struct Match {
  Span span;
  std::vector<std::optional<Span>> groups;
  bool gave_up = false;  // no match was found by then: the expression backtracked too long (kMatchLimit)
};

// Backtracking steps of one match before it counts as no match; about a tenth of a second.
inline constexpr uint32_t kMatchLimit = 1'000'000;
// How many matches this thread gave up so far: who wants to know compares before and after.
uint64_t given_up();

class Regex {
 public:
  // Errors carry the column in the pattern.
  static Result<Regex> compile(std::string_view pattern, const Options& options = {});

  size_t group_count() const;                           // without group 0
  const std::vector<std::string>& group_names() const;  // [g]: name of group g, "" if it has none; [0] is ""
  std::optional<size_t> group_of(std::string_view name) const;

  // The first match that begins at or after `from`; look-behind sees the text before. REQUIRES: from <=
  // text.size(), text is valid UTF-8 and from is at a character's start.
  std::optional<Span> find(std::string_view text, size_t from = 0) const;
  bool find(std::string_view text, size_t from, Match& match) const;
  // The match that begins exactly at `at`.
  bool match_at(std::string_view text, size_t at, Match& match) const;
  // The whole text matches.
  bool matches(std::string_view text) const;
  bool matches(std::string_view text, Match& match) const;

 private:
  Regex() = default;
  bool run(std::string_view text, size_t from, uint32_t flags, Match* match, Span* span = nullptr) const;
  struct Impl;
  std::shared_ptr<const Impl> impl_;  // copies share it
};

}  // namespace gleaner::regex
