// Schemas: found in records, and the names of types. See schema.h.
#include "wrap/schema.h"

#include <array>

namespace gleaner::wrap {

namespace {

constexpr std::array<std::string_view, 6> kTypeNames = {"text", "number", "money", "date", "url", "bool"};

// The field of that name, made where there is none. Fields mostly come in the order of the schema: the search
// begins at `from`.
size_t field_of(std::vector<FieldSchema>& fields, const std::string& name, size_t from) {
  for (size_t n = 0, at = from; n < fields.size(); ++n, ++at) {
    if (at >= fields.size()) at = 0;
    if (fields[at].name == name) return at;
  }
  fields.push_back({});
  fields.back().name = name;
  return fields.size() - 1;
}

void merge(std::vector<FieldSchema>& into, const std::vector<Field>& fields);

void merge(FieldSchema& into, const Value& value) {
  if (value.is_list()) {
    into.list = true;
    for (const Value& item : value.items) merge(into, item);
  } else if (value.is_record()) {
    merge(into.fields, value.fields);
  } else if (value.is_text() && value.typed && value.typed->type != Type::text) {
    into.type = value.typed->type;
  }
}

void merge(std::vector<FieldSchema>& into, const std::vector<Field>& fields) {
  std::vector<char> seen(into.size(), 0);
  size_t next = 0;
  for (const Field& field : fields) {
    const size_t at = field_of(into, field.name, next);
    next = at + 1;
    seen.resize(into.size(), 0);
    if (seen[at]) into[at].list = true;  // twice in one record: a list that was not written as one
    seen[at] = 1;
    merge(into[at], field.value);
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
