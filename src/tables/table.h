// Table: a grid of cells with the roles of its rows and columns, read from a page.
//
// Slots are the grid of the HTML standard: a cell that spans several rows or columns owns all their slots.
// Roles say what a person sees at once: which rows name the columns, which give a title or a section, which
// repeat the header, which columns only colour the table. data_rows() and data_columns() leave those out;
// nothing is thrown away.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/span.h"
#include "html/tree.h"
#include "wrap/record.h"
#include "wrap/schema.h"

namespace gleaner::tables {

inline constexpr uint32_t kNoCell = 0xffffffff;

struct Cell {
  uint32_t row = 0, column = 0, row_span = 1, column_span = 1;
  std::string text;  // as a person reads it: white space collapsed, hidden text and note marks left out
  Span span;         // where it was written; empty for an empty cell
  html::NodeId node = html::kNoNode;
  bool heading = false;  // th
  bool strong = false;   // all of it is bold, or its class is of headings; known where no cell is a th
};

enum class RowRole : uint8_t { data, header, repeated_header, section, title, note, footer, empty };
enum class ColumnRole : uint8_t { data, header, section, spacer };
std::string_view name_of(RowRole role);
std::string_view name_of(ColumnRole role);

struct Table {
  html::NodeId node = html::kNoNode;
  Span span;
  uint32_t rows = 0, columns = 0;
  std::vector<Cell> cells;
  std::vector<uint32_t> slots;  // rows x columns: index of the cell, or kNoCell
  std::vector<RowRole> row_roles;
  std::vector<ColumnRole> column_roles;
  std::string caption;
  bool genuine = true;     // data, not the frame of a page
  std::string why;         // it was taken for data or for layout, in words
  bool cut = false;        // larger than the limits: rows or columns are missing
  bool continues = false;  // goes on from the table before it, which stands on the sheet before (PDF)

  uint32_t slot(uint32_t row, uint32_t column) const { return slots[size_t(row) * columns + column]; }
  const Cell* at(uint32_t row, uint32_t column) const {
    const uint32_t cell = slot(row, column);
    return cell == kNoCell ? nullptr : &cells[cell];
  }
  std::string_view text(uint32_t row, uint32_t column) const {
    const Cell* cell = at(row, column);
    return cell ? std::string_view(cell->text) : std::string_view();
  }
  std::vector<uint32_t> header_rows() const;
  std::vector<uint32_t> data_rows() const;  // repeated headers included: data(), footer(), repeated_header()
  std::vector<uint32_t> data_columns() const;  // all but spacers and section labels
};

// A name for each of data_columns(): its headings from top to bottom, joined by " / " where they differ;
// "column 3" where there is none; a second column of a name is "name (2)". Pairs of
// names and values: "name", "value".
std::vector<std::string> column_names(const Table& table);

// The rows as records, a field for each column that has a text in the row. Rows below a section line have the
// field "section" first; --roles adds "role".
struct RecordOptions {
  bool roles = false;
};
std::vector<wrap::Record> to_records(const Table& table, const RecordOptions& options = {});
wrap::Schema to_schema(const Table& table, const RecordOptions& options = {});

// Tables that go on over several sheets as one: their rows in order, repeated headers marked. REQUIRES: the
// tables are those of one document, in order.
std::vector<Table> join_continued(std::vector<Table> tables);

// Subject, predicate, object of every cell of data: the row's heading, the column's, the text. Where only
// rows have headings: what the table is about (its caption or title), the row's heading, the text.
struct Triple {
  std::string subject, predicate, object;
  Span span;  // of the object
};
std::vector<Triple> to_triples(const Table& table);

}  // namespace gleaner::tables
