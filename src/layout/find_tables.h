// Finds the tables of a page: lattices of rulings, then groups of horizontal rulings, then runs of lines with
// common gutters; each takes its words away from the next. Internal to layout.
//
// After section 3.4 of the Lixto paper (cells by adjacency, columns by alignment), with votes for gutters in
// place of aligned edges, and with rulings as evidence. Cost: near linear in words; the votes of a run are
// counted anew for each line it grows by, over its last dozen lines.
#pragma once

#include <optional>
#include <vector>

#include "layout/grid.h"
#include "layout/gutters.h"
#include "layout/rules.h"

namespace gleaner::layout {

enum class TableKind : uint8_t { lattice, ruled, text };

struct FoundTable {
  TableKind kind = TableKind::text;
  Box box;  // in the turned page
  Lattice rules;
  Words words;
  Grid grid;
  std::vector<Line> lines;      // not of lattices
  std::vector<Gutter> gutters;  // not of lattices
  bool below_figure = false;    // a caption of a figure stands above
  bool below_caption = false;   // a caption of a table does
  const char* why = "";         // rejected: the reason, in words
};

// `rejected`: if given, candidates that are no tables, with why.
std::vector<FoundTable> find_tables(Page& page, std::vector<FoundTable>* rejected = nullptr);

// --- between the files of this part
bool is_good_lattice(Page& page, FoundTable& table);
bool is_good_text(const Page& page, FoundTable& table);
std::vector<std::vector<Line>> text_streams(const Page& page, const Words& words);
// Where two tables stand side by side: the space between them.
std::optional<double> space_between_tables(const std::vector<const Line*>& lines,
                                           const std::vector<Gutter>& gutters);
// The last line of the caption near above the line, if any. REQUIRES: stops are marked.
const Line* caption_above(const std::vector<Line>& lines, size_t a);
std::vector<FoundTable> tables_of_text(const Page& page, std::vector<Line>& lines);
std::vector<FoundTable> tables_between_rules(const Page& page, const Words& words);

}  // namespace gleaner::layout
