// Schema: the fields a wrapper gives, in order, with type and shape.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "wrap/record.h"

namespace gleaner::wrap {

using value::DateOrder;

struct FieldSchema {
  std::string name;
  Type type = Type::text;
  bool list = false;                     // may hold several values
  std::vector<FieldSchema> fields;       // non-empty: nested record(s)
  DateOrder order = DateOrder::unknown;  // of dates
  bool plain = false;                    // values are numbers themselves, without a text beside (literal.h)
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
std::string type_names();  // all of them, for messages: "text, number, ..."

// As schemas write it: "money", "date day-first".
std::string format_type(const FieldSchema& field);
bool read_type(std::string_view text, FieldSchema& into);  // false: there is none such
// What every date of a schema without an order of its own is.
void set_date_order(std::vector<FieldSchema>& fields, DateOrder order);

}  // namespace gleaner::wrap
