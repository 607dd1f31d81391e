// Every threshold of the layout in one place, with its unit and reason. A user may copy and change them: see
// settings_file.h. "em" is the size of the font at the place. Measured sensitivity stands in docs/pdf.md.
#pragma once

#include <string>

namespace gleaner::layout {

struct Settings {
  // --- words and chunks
  double word_gap = 0.2;     // em: a wider gap ends a word
  double space_gap = 0.08;   // em: the same where a space was written
  double chunk_gap = 0.8;    // em: a wider gap parts two chunks of a line; flat between 0.8 and 1.0
  double number_gap = 0.55;  // em: the same before a number
  // --- columns
  double weak_gap = 0.4;  // em: wider than a word space, counts for weak_vote
  double weak_vote = 0.6;
  double opposition = 0.34;  // a gutter stands where ink <= this share of its support; not below 0.3
  double votes = 2;          // a gutter needs; with three, runs that grow from pairs of lines die
  double single = 0.34;      // weight of the ink of lines of one chunk: section rows, spanners
  // --- rows
  double record_pitch = 1.25;  // ratio of the line pitch between records to that inside
  double same_row = 0.8;       // em: lines nearer than this are one row
  // --- rulings, in points
  double thin = 3.2;        // an area thinner than this is a ruling
  double rule_join = 3.5;   // pieces of a ruling nearer than this are one
  double line_break = 3.2;  // em: a larger gap between lines ends a table without rulings
  // --- text
  double heading_size = 1.12;   // of the text's size: larger lines are headings
  double paragraph_gap = 1.45;  // of the line pitch: larger gaps end a paragraph
  double margin_share = 0.12;   // of the sheet's height: where running heads and feet stand
  // --- words that open captions and notes (regular expressions, any case)
  std::string caption =
      R"(^(table|tab\.|exhibit|figure|fig\.|chart|box|appendix|schedule|tableau|tabelle)\s+([A-Z]{0,2}[-.]?\d|[IVX]+\b))";
  std::string figure = R"(^(fig|chart|graph))";
  std::string note = R"(^(sources?|notes?|nb)\b\s*[:.]|^(source|note)s?:?$)";
};

}  // namespace gleaner::layout
