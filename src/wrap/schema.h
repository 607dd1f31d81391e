// Schema: the fields a wrapper gives, in order, with type and shape.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "wrap/record.h"

namespace gleaner::wrap {

struct FieldSchema {
  std::string name;
  Type type = Type::text;
  bool list = false;                // may hold several values
  std::vector<FieldSchema> fields;  // non-empty: nested record(s)
};

struct Schema {
  std::vector<FieldSchema> fields;
  const FieldSchema* find(std::string_view name) const;
};

// The schema that records show: union of fields in order of first appearance; list where any record has one.
Schema schema_of(const std::vector<Record>& records);
void merge_schema(Schema& into, const Record& record);

// Names that outputs and wrapper files can hold: not empty, no NUL; with `ignore_case` (tables of databases)
// no two of a level that differ in case only.
Status check_names(const Schema& schema, bool ignore_case);
Status check_name(std::string_view field);

std::string_view name_of(Type type);
std::optional<Type> type_of_name(std::string_view name);

}  // namespace gleaner::wrap
