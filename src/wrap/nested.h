// Nested tables for people: a record a row, a list of records a table inside its cell, a list of texts in
// braces (as in the nested tables of the by-example paper, figure 3). Drawn with lines for a terminal, or as
// an HTML page. All records are kept until finish(), for the widths.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "wrap/schema.h"
#include "wrap/writer.h"

namespace gleaner::wrap {

struct NestedOptions {
  bool html = false;
  bool page = true;        // a heading for each page, when there are several
  size_t cell_width = 40;  // terminal: longer texts are cut, "..." at their end
};

std::unique_ptr<Writer> make_nested_writer(const Schema& schema, const NestedOptions& options,
                                           Writer::Out out);

// One table as lines of text, or as an HTML table element.
std::string draw_nested(const Schema& schema, const std::vector<Record>& records,
                        const NestedOptions& options);

}  // namespace gleaner::wrap
