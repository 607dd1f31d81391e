// Shape: what kinds of values a column holds, gathered value by value, and the SQL type that holds them all.
// Cost: linear in the values seen. Memory: the nesting seen, not the number of values.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/json.h"

namespace gleaner::store {

bool is_whole(std::string_view number);  // a number of JSON that a 64-bit integer surely holds

// One line of a file of records; an error where it is none. `file` is the file that they go to.
Result<json::Parsed> parse_record(std::string_view line, const std::string& file);

struct Shape {
  bool boolean = false, whole = false, real = false, text = false, list = false, record = false;
  std::unique_ptr<Shape> item;     // of the lists
  std::vector<std::string> names;  // of the records' fields, in the order first seen
  std::vector<Shape> shapes;       // ... and what they hold

  void add(const json::Value& value);
  Shape& field(std::string_view name);
  std::string sql_type() const;  // values of several kinds: VARCHAR
};

}  // namespace gleaner::store
