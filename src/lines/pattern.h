// Pattern: one kind of line as a sequence of blanks, marks, words and fields, and
// the production it is written as.
//
// The text between the labelled fields is cut into blanks (any run is one), marks (one character each) and
// words (what nobody labelled). Each word and field has one production or several, narrow ones first:
// `([0-9]+ | [^\n \]]+ | [^\n]+)`. The engine takes the cheapest reading, so the later ones are read only
// where the earlier ones cannot be: this makes a grammar ready for lines that the page does not show, which
// is worth more than all the lines it does show. For the same reason a bracketed part is optional:
// `('[' pid=[0-9]+ ']')?`, and a quoted part with fields inside may say something else: `('"' method=... ' '+
// path=... '"' | '"' [^"]* '"')`.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "lines/locate.h"
#include "lines/separators.h"

namespace gleaner::lines {

// A labelled line.
struct Example {
  std::string_view line;
  std::vector<FieldSpan> places;
  bool indented = false;                  // lines that go on with a value begin with a blank
  bool lone_heads = false;                // a last field on lines of its own may be missing: a stack trace
  std::vector<FieldSpan> values() const;  // the places that are no dashes
};

// What separates the fields, as a key: lines with the same key are written alike.
std::string signature(const Example& example);

struct PatternOptions {
  std::set<size_t> loose = {};  // separators (0 is before the first field) of which only the ends are kept
  bool air = false;             // blanks beside marks, and at the line's beginning, may be missing
  bool dashes = false;          // lone dashes between the fields may be words in other lines
  bool message = false;  // words that all labelled lines share are what such a line says: it must say them
};

class Pattern {
 public:
  // The examples have the same fields in the same order. `names`: of all columns, as variables of a rule.
  Pattern(std::vector<Example> examples, const std::vector<std::string>& names, PatternOptions options = {});

  // No level of some field reads the examples as labelled.
  bool failed() const { return failed_; }
  uint32_t failed_field() const { return failed_field_; }
  const std::vector<size_t>& wordy() const { return wordy_; }  // separators that hold words
  const std::vector<Example>& examples() const { return examples_; }
  const PatternOptions& options() const { return options_; }
  std::vector<Item> items;

  // The production from item `from` on; every word is a variable, too, if `words`: w_3_ is item 3. `until`:
  // with the levels that take whatever stands before the next mark.
  std::string production(size_t from = 0, bool words = false, bool until = true) const;
  bool has_phrase() const;  // three words in a row that all labelled lines share
  bool reads_examples() const;
  bool is_group(size_t i) const { return groups_.contains(i); }
  // Bracketed parts are optional, except one that a line must begin with.
  void find_groups();
  void drop_groups() {
    groups_.clear();
    quotes_.clear();
  }
  const std::string& name(uint32_t field) const { return names_[field]; }

 private:
  void spread_dashes();
  void add_separator(size_t index, std::vector<std::vector<Item>> cuts, bool last);
  void choose_levels();
  bool choose_level(size_t i);
  bool drop_until(size_t i);
  std::vector<std::string> candidates(size_t i) const;
  bool reads_from(size_t i) const;
  bool is_delimiter(char c) const;
  bool misses_column(size_t i) const;
  std::optional<std::string> several_words(const Item& item) const;
  bool is_said(size_t i) const;
  void find_quotes();
  bool begins_last_lines() const;
  bool is_dash(size_t example, uint32_t field) const;
  std::string blank_production(size_t i) const;
  std::string text_production(size_t i, bool words, bool until) const;

  std::vector<Example> examples_;
  std::vector<std::string> names_;
  PatternOptions options_;
  std::vector<size_t> wordy_;
  std::map<size_t, size_t> groups_;  // first item of an optional part -> last
  std::map<size_t, size_t> quotes_;  // first item of a quoted part that may say something else -> last
  bool failed_ = false;
  uint32_t failed_field_ = 0;
};

}  // namespace gleaner::lines
