// From label files to labelled lines: which line (or lines) a record is, and where its texts stand in it.
//
// A label gives texts; short ones stand in many lines. A record belongs to the first line that holds all its
// texts with the fewest cut words and that no other record has taken; records are asked in the order of the
// lines they could be, so that the order of the labels changes nothing. A record whose texts stand in no
// single line is several lines long.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "lines/locate.h"
#include "lines/page_lines.h"
#include "wrap/label.h"

namespace gleaner::lines {

struct LabelledLine {
  const PageLines* page = nullptr;
  size_t line = 0, lines = 1;  // the first, and how many
  std::string_view text;       // of these lines, without the last line's end
  std::vector<Wanted> wanted;
  std::vector<Placement> placements;  // the cheapest first
};

struct LabelledLines {
  std::vector<std::string> fields;  // in the order of the columns
  std::vector<LabelledLine> lines;  // in page order
  Diagnostics problems;             // records that stand in no line, and why
  std::vector<std::string> heads;   // lines known to be column headings
  bool indented = false;            // see Example
  bool lone_heads = false;          // see Example
};

// Fields that hold texts; nested records are left to the caller.
LabelledLines find_labelled(const std::vector<wrap::LabelledPage>& pages);
// The same for records of one page, whatever the label says of others.
LabelledLines find_labelled(const PageLines& page,
                            const std::vector<const std::vector<wrap::Field>*>& records,
                            const std::string& page_name);

}  // namespace gleaner::lines
