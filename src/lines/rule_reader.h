// RuleReader: one production, read by the grammar engine, a line at a time.
//
// Learning asks this of every guess: whatever is chosen was chosen because the engine that will run
// the grammar reads the lines so. Cost: compiling takes about 0.1 ms, a line some microseconds once
// the automaton's table is warm.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/span.h"
#include "grammar/scanner.h"
#include "grammar/syntax.h"

namespace gleaner::lines {

struct Found {
  uint32_t variable;  // index into names()
  Span span;
};

// What the engine tells of a line: the spans of bindings, in the order in which they end.
struct BoundSpans : grammar::EventSink {
  void take(const grammar::Event* events, size_t count) override;
  std::vector<uint64_t> open;
  std::vector<std::pair<uint32_t, Span>> found;  // by binding
};

class RuleReader {
 public:
  // A production without line end; `helpers`: rules that it calls. REQUIRES: right
  // by the rules of the language.
  explicit RuleReader(const std::string& production, const std::string& helpers = "");

  bool ok() const { return program_ != nullptr; }
  const std::vector<std::string>& names() const { return names_; }
  // What the variables hold, in the order of the line; nothing if the line cannot be read. A variable that is
  // assigned twice is there twice.
  std::optional<std::vector<Found>> read(std::string_view line);
  bool reads(std::string_view line);

 private:
  grammar::Grammar grammar_;
  std::shared_ptr<const grammar::Program> program_;
  std::unique_ptr<grammar::Scanner> scanner_;
  std::vector<std::string> names_;
  std::vector<uint32_t> variable_of_;  // binding -> index into names_
};

}  // namespace gleaner::lines
