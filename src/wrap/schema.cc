// Schemas: found in records, and the names of types. See schema.h.
#include "wrap/schema.h"

#include <array>

namespace gleaner::wrap {

namespace {

constexpr std::array<std::string_view, 6> kTypeNames = {"text", "number", "money", "date", "url", "bool"};

FieldSchema& field_of(std::vector<FieldSchema>& fields, const std::string& name) {
  for (FieldSchema& field : fields)
    if (field.name == name) return field;
  fields.push_back({});
  fields.back().name = name;
  return fields.back();
}

void merge(std::vector<FieldSchema>& into, const std::vector<Field>& fields);

void merge(FieldSchema& into, const Value& value) {
  if (value.is_list()) {
    into.list = true;
    for (const Value& item : value.items) merge(into, item);
  } else if (value.is_record()) {
    merge(into.fields, value.fields);
  } else if (value.is_text() && value.typed) {
    into.type = value.typed->type;
  }
}

void merge(std::vector<FieldSchema>& into, const std::vector<Field>& fields) {
  for (size_t i = 0; i < fields.size(); ++i) {
    FieldSchema& schema = field_of(into, fields[i].name);
    // A name that stands twice in one record is a list that was not written as one.
    for (size_t j = 0; j < i; ++j)
      if (fields[j].name == fields[i].name) schema.list = true;
    merge(schema, fields[i].value);
  }
}

}  // namespace

const FieldSchema* Schema::find(std::string_view name) const {
  for (const FieldSchema& field : fields)
    if (field.name == name) return &field;
  return nullptr;
}

void merge_schema(Schema& into, const Record& record) { merge(into.fields, record.fields); }

Schema schema_of(const std::vector<Record>& records) {
  Schema schema;
  for (const Record& record : records) merge_schema(schema, record);
  return schema;
}

std::string_view name_of(Type type) { return kTypeNames[size_t(type)]; }

std::optional<Type> type_of_name(std::string_view name) {
  for (size_t i = 0; i < kTypeNames.size(); ++i)
    if (kTypeNames[i] == name) return Type(i);
  if (name == "boolean") return Type::boolean;
  return std::nullopt;
}

}  // namespace gleaner::wrap
