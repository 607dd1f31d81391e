// LinesWrapper: a learned grammar as a wrapper of kind "lines".
//
// The grammar is run over the page's lines (page_lines.h): the text itself, or what HTML shows line by line.
// Lines of no kind are noted, the first few with the place where reading stopped and what was wanted there. A
// field may have a name that no variable can have: names() tells.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "grammar/program.h"
#include "grammar/syntax.h"
#include "wrap/ruled_wrapper.h"

namespace gleaner::lines {

// Variable -> field, where they differ.
using Names = std::vector<std::pair<std::string, std::string>>;

void add_renamed(const std::vector<std::string>& variables, const std::vector<std::string>& fields,
                 Names& into);

class LinesWrapper;

// Reads single lines with the record's rule of a wrapper.
class LineReader {
 public:
  explicit LineReader(const LinesWrapper& wrapper);
  ~LineReader();
  // Field and place of each value that is not empty; nothing if the line is of no kind.
  std::optional<std::vector<std::pair<std::string, Span>>> read(std::string_view line);

 private:
  struct Parts;
  const LinesWrapper& wrapper_;
  std::unique_ptr<Parts> parts_;
};

class LinesWrapper : public wrap::RuledWrapper {
 public:
  static Result<std::shared_ptr<const LinesWrapper>> make(std::string grammar, Names names);
  static Result<wrap::WrapperPtr> load(const wrap::Config& config);

  std::string_view kind() const override { return "lines"; }
  std::unique_ptr<wrap::Scratch> make_scratch() const override;
  Status extract(const Document& document, wrap::Scratch& scratch, wrap::RecordSink& sink,
                 Budget& budget) const override;
  void save(wrap::Config& into) const override;
  wrap::Explanation explain_cell(const Document& document, const wrap::Record* record, std::string_view field,
                                 const wrap::Value* value) const override;

  const std::string& grammar_text() const { return grammar_.source; }
  const Names& names() const { return names_; }
  // Why a line is of no kind: how far it was read, and what was wanted there. Empty if it is of one.
  std::string why_not(std::string_view line) const;

 private:
  friend class LineReader;
  LinesWrapper() = default;
  void rename(wrap::Record& record) const;
  Diagnostic note_of_skipped(const Document& document, std::string_view line, uint32_t at) const;

  grammar::Grammar grammar_;
  std::shared_ptr<const grammar::Program> program_;
  std::vector<std::shared_ptr<const grammar::Program>> line_;  // the record's rule alone, for why_not
  Names names_;
  bool grouped_ = false;  // records are groups of lines: a head without lines is none
};

}  // namespace gleaner::lines
