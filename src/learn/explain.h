// Explain: why each cell is there, and why an absent one is not.
//
// For every value: where it stands (span, line), the rule in words, the example the rule came from. For an
// absent value: the nearest miss and the first condition that it failed, as far as the family can tell.
// explain_html.h makes a page of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "page/document.h"
#include "wrap/wrapper.h"

namespace gleaner::learn {

struct ExplainedCell {
  size_t record = 0;  // counted from 1
  std::string field;  // path
  bool absent = false;
  std::string text;
  std::optional<Span> span;  // in Document::text()
  uint32_t line_number = 0;  // of the value, else of the nearest miss
  std::string line;          // of the source, cut to a readable length
  std::string rule;          // id
  std::string words;         // why, or why not
  std::vector<std::string> voters;
  std::string example;
  std::optional<Span> near_miss;  // absent: the nearest candidate
  std::string failed;             // ... and what it failed
};

struct ExplainOptions {
  std::string field;  // only this one
  size_t record = 0;  // only this one, counted from 1; 0: all
};

std::vector<ExplainedCell> explain(const wrap::Wrapper& wrapper, const Document& page,
                                   const std::vector<wrap::Record>& records,
                                   const ExplainOptions& options = {});

// Labels have no rules; their cells only say where they stand.
std::vector<ExplainedCell> cells_of(const Document& page, const std::vector<wrap::Record>& records);

// The line of the source that a byte stands in, cut to a readable length around it.
std::string line_around(const Document& page, uint32_t at);

std::string format_text(const ExplainedCell& cell, const Document& page);
std::string format_json(const ExplainedCell& cell, const Document& page);

}  // namespace gleaner::learn
