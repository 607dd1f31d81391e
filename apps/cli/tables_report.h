// What `gleaner tables` says of the tables it found: for people, as JSON, and in the form that scoring reads.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "page/document.h"
#include "tables/table.h"

namespace gleaner::cli {

struct PageTables {
  std::string page;  // as given
  DocumentPtr document;
  std::vector<tables::Table> tables;
  std::optional<Diagnostic> failed;
  bool partial = false;
  double seconds = 0;
};

// "table 2: 12 rows of 4 columns, "Results"": one line, then the first rows.
std::string tables_shown(const std::vector<PageTables>& pages, size_t rows, bool roles);
std::string tables_json(const std::vector<PageTables>& pages);
// A line a document: {"doc", "seconds", "tables": [{"header_rows", "cells": [{"row", "col", ...}]}]}. Of
// pages the grid of data; of PDFs all cells, with the page and its box.
std::string as_tables_line(const PageTables& page);

}  // namespace gleaner::cli
