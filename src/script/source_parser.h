// SourceParser: one source read by one rule: records, code, coverage, skipped portions. Whole or piece by
// piece.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "grammar/reader.h"
#include "script/interpreter.h"

namespace gleaner::script {

struct SourceOptions {
  bool eager = false;                             // see ScannerOptions
  bool records = true;                            // make records of the rules' variables
  bool code = true;                               // run the code of rules
  bool want_result = false;                       // keep the entry rule's value
  std::function<bool(wrap::Record&&)> on_record;  // false: enough
  std::function<void(grammar::Range)> on_skip;
  grammar::EventSink* events = nullptr;  // sees everything, for traces
};

class SourceParser {
 public:
  SourceParser(Interpreter& interpreter, uint32_t rule, SourceOptions options);
  ~SourceParser();

  // The whole source at once: no copy is made. The view stays valid until finish().
  Status whole(std::string_view text, DocumentPtr page = {});
  // The next piece: what is needed of it is kept.
  Status piece(std::string_view bytes);
  Result<grammar::Outcome> finish();

  grammar::Coverage coverage() const;
  const Value& result() const;
  const grammar::Scanner& scanner() const { return scanner_; }
  // Words for an outcome that is no match: which rule came nearest and how far it got.
  Diagnostic explain(const grammar::Outcome& outcome, std::string_view text, const std::string& name) const;

 private:
  struct Tee;
  Status feed(std::string_view bytes);

  Interpreter& interpreter_;
  SourceOptions options_;
  std::shared_ptr<const grammar::Program> program_;
  grammar::Scanner scanner_;
  SourceText source_;
  std::unique_ptr<grammar::Reader> reader_;
  std::unique_ptr<CodeRunner> runner_;
  std::unique_ptr<Tee> tee_;
  std::string buffer_;
  uint64_t read_ = 0, unread_ = 0;
  bool stopped_ = false;
};

// The rule to begin with when none is named: the last one that no other rule calls, else the last one.
uint32_t default_rule(const grammar::Grammar& grammar);
// The rule of that name; of no name, the default one.
Result<uint32_t> choose_rule(const grammar::Grammar& grammar, const std::string& name);

}  // namespace gleaner::script
