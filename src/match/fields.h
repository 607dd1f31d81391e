// Which columns of two tables are compared, and as what.
//
// Columns meet by name (case, blanks and underscores aside). One of them is the title, the text that names
// the thing: pieces and codes are read from it. The others are numbers, short texts (compared as sets of
// words) or long ones (whose rare words count). Where no single column names the thing (first name, last
// name, street), the short ones together are the title.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "match/table.h"

namespace gleaner::match {

enum class FieldKind : uint8_t { title, number, short_text, long_text };
std::string_view name_of(FieldKind kind);

struct Field {
  std::string name;  // as the left table has it
  FieldKind kind = FieldKind::short_text;
  bool in_title = false;       // part of a title that is made of several columns
  size_t left = 0, right = 0;  // columns
};

struct Fields {
  std::vector<Field> all;                          // in the order of the left table
  std::vector<std::string> left_only, right_only;  // columns that were not compared
};

// `right` may be `left` itself. Fails if no column is in both, naming the columns of both.
Result<Fields> align(const Table& left, const Table& right);

}  // namespace gleaner::match
