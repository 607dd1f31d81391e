// Fields of a record and columns across records.
//
// A leaf climbs out of formatting tags and plain spans always, out of other inline elements and links where the parent has
// running text of its own; leaves that end in the same node with no br, image or block between them are one field.
// A column is (tag path from the record's root without classes, how many times the path came before in the record), ordered
// by mean place. Alignment by longest common subsequence was tried and brought nothing.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/span.h"
#include "records/candidates.h"
#include "records/outline.h"

namespace gleaner::records {

struct FieldPlace {
  uint32_t leaf_begin = 0, leaf_end = 0;
  uint32_t node = 0;    // the outline node the leaves climbed to
  uint64_t path = 0;    // hash of the tags from the record's root to it
};

// Fields of the siblings `record`, in document order. Linear in its leaves.
std::vector<FieldPlace> fields_of(const Outline& outline, Stretch record);

// What a person would copy: white space as written, collapsed.
std::string field_text(const Outline& outline, const FieldPlace& field);
Span field_span(const Outline& outline, const FieldPlace& field);

struct TableColumn {
  uint64_t path = 0;
  uint32_t occurrence = 0;
  uint32_t count = 0;   // records that have it
  double place = 0;     // mean place in a record, 0..1
};

// Whether the parts of a column's fields became columns of their own; see split.cc.
struct SplitVote {
  uint64_t column = 0;  // column_key
  uint32_t count = 0;   // fields
  bool split = false;
};
using SplitChoices = std::unordered_map<uint64_t, bool>;

inline uint64_t column_key(const TableColumn& column) { return column.path * 1000003 + column.occurrence; }

struct Table {
  struct Cell {
    uint32_t column;
    FieldPlace field;
  };
  std::vector<TableColumn> columns;
  std::vector<std::vector<Cell>> rows;  // in document order within a record
  std::vector<SplitVote> votes;
};

struct LeafRange {
  uint32_t begin, end;
};

// Fields that begin in one of the sorted ranges `except` are left out. `choices` decides splits (else the page does).
Table make_table(const Outline& outline, const std::vector<Stretch>& records, const std::vector<LeafRange>& except = {},
                 const SplitChoices* choices = nullptr);

// Fields made of the same parts in nearly every record are split into columns of their own ("PHP 945 267", "by Joel").
void split_columns(const Outline& outline, Table& table, const SplitChoices* choices);

}  // namespace gleaner::records
