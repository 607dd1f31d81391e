// Fields of a record and columns across records.
//
// A leaf climbs out of formatting tags and plain spans always, out of other inline elements and links where
// the parent has running text of its own; leaves that end in the same node with no br, image or block between
// them are one field. A column is (tag path from the record's root without classes, in rows of tables also
// the number of the cell, how many times the path came before in the record), ordered by mean place. Where a
// record has several fields of a path, the labels before them, classes or kinds of values tell them apart, if
// they can. Alignment by longest common subsequence was tried and brought nothing.
#pragma once

#include <algorithm>
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
  uint32_t node = 0;  // the outline node the leaves climbed to
  uint64_t path = 0;  // hash of the tags from the record's root to it
  uint32_t skip = 0;  // bytes of the first leaf's text that are no part of the value ("by ", "Price: ")
  uint32_t drop = 0;  // ... at the end of the last leaf's text ("Town hall, ")
};

// Fields of the siblings `record`, in document order. Linear in its leaves.
std::vector<FieldPlace> fields_of(const Outline& outline, Stretch record);

// What a person would copy: white space as written, collapsed.
std::string field_text(const Outline& outline, const FieldPlace& field);
Span field_span(const Outline& outline, const FieldPlace& field);

struct TableColumn {
  uint64_t path = 0;
  uint32_t occurrence = 0;
  uint32_t count = 0;     // records that have it
  double place = 0;       // mean place in a record, 0..1
  uint32_t whole = 0;     // parts of the same fields have the same number here; 0: not a part
  bool plain = false;     // a part that stands in no element of its own but formatting
  std::string lead = {};  // what its values began with
  bool list = false;      // several values a record: paragraphs of one text
};

// What a page says of a column: whether the parts of its fields became columns of their own, and which; with
// what word or label its values begin. See split.cc.
struct ColumnVote {
  uint64_t column = 0;  // column_key
  uint32_t count = 0;   // fields
  bool split = false;
  std::vector<uint64_t> parts = {};
  std::string lead = {};
};
struct ColumnChoice {
  bool split = false;
  std::vector<uint64_t> parts = {};  // sorted
  std::string lead = {};
};
// What pages of a site agreed on.
struct Choices {
  std::unordered_map<uint64_t, ColumnChoice> split, lead;
  std::vector<uint64_t> lists;    // paths of lists inside records
  std::vector<uint64_t> running;  // paths of running text
};

// Sorts columns by their place; gives the new number of each.
template <class Column>
std::vector<uint32_t> sort_by_place(std::vector<Column>& columns) {
  std::vector<uint32_t> order(columns.size()), rank(columns.size());
  for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order,
                           [&](uint32_t a, uint32_t b) { return columns[a].place < columns[b].place; });
  std::vector<Column> sorted;
  for (uint32_t i = 0; i < order.size(); ++i)
    rank[order[i]] = i, sorted.push_back(std::move(columns[order[i]]));
  columns = std::move(sorted);
  return rank;
}

inline uint64_t column_key(const TableColumn& column) { return column.path * 1000003 + column.occurrence; }

struct Table {
  struct Cell {
    uint32_t column;
    FieldPlace field;
    bool led = false;  // the column's lead was taken off
  };
  std::vector<TableColumn> columns;
  std::vector<std::vector<Cell>> rows;  // in document order within a record
  std::vector<ColumnVote> votes, leads;
};

struct LeafRange {
  uint32_t begin, end;
};

// Fields that begin in one of the sorted ranges `except` are left out. `choices` decides splits (else the
// page does); `scope` tells columns of lists inside records from others there.
Table make_table(const Outline& outline, const std::vector<Stretch>& records,
                 const std::vector<LeafRange>& except = {}, const Choices* choices = nullptr,
                 uint64_t scope = 0);

// Fields made of the same parts in nearly every record are split into columns of their own ("PHP 945 267",
// "Price: 12 9").
void split_columns(const Outline& outline, Table& table, const Choices* choices, uint64_t scope);

// Takes what nearly all values of a column begin with off them, if it is a label ("Price:") or a joining word
// ("by").
void strip_leads(const Outline& outline, Table& table, const Choices* choices, uint64_t scope);

// Paragraphs of running text, of which records have as many as they like, become one column with several
// values a record instead of a column each. Gives the paths of such texts; those `known` are always joined.
std::vector<uint64_t> join_running(const Outline& outline, Table& table, const std::vector<uint64_t>& known);

bool ends_with_colon(std::string_view text);  // or with a full-width one
// "Price:" of "Price: EUR 9.90"; neither "12:30" nor "http://".
std::string_view label_of(std::string_view text);

// That beginning of the texts (white space collapsed), "" if there is none; and how much of a field it takes
// up.
std::string common_lead(const std::vector<std::string>& texts);
bool strip_lead(const Outline& outline, FieldPlace& field, std::string_view lead);

// Takes commas and bars that divide values off both ends.
void strip_dividers(const Outline& outline, FieldPlace& field);

}  // namespace gleaner::records
