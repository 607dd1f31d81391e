// The head of a log's lines, without labels: columns at the beginning that nearly all lines have.
//
// A line is cut into words (a bracketed part is one). A place is a column if nearly all lines have the same
// type there (a date, a number, a level), or a bracketed part; a place before such a column is one, too,
// whatever it holds. Behind the last of them may come a program's name that ends with a colon or a dash, with
// its number in brackets: pid. What is left is the message. Lines of `key=value` words give their keys as
// columns instead. The result is no grammar, but labels of a few lines: the learner makes the grammar of
// them, as of a person's labels.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/span.h"

namespace gleaner::lines {

struct HeadColumn {
  std::string name;  // date, time, level, pid, component, ...; each once
  std::string type;  // what its values are: date, time, number, level, ip, word, text
};

struct HeadLine {
  uint32_t line;             // index of the line
  std::vector<Span> values;  // by column; empty where the line has none
};

struct Head {
  std::vector<HeadColumn> columns;
  std::vector<HeadLine> examples;  // lines that show all of it
  bool named = false;              // the first line names the columns and is no record
};

// What nearly all of the values are: date, time, number, level, ip, ...; "text"
// where they are of several types.
std::string common_type(const std::vector<std::string_view>& values);

// Nothing (no columns) if the lines have no head in common.
Head find_head(const std::vector<std::string_view>& lines);

}  // namespace gleaner::lines
