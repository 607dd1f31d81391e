// See types.h.
#include "wrap/types.h"

#include "value/time.h"

namespace gleaner::wrap {
namespace {

// A field is a list in every record or in none: the schema says which. Several values of a field that is no
// list stay as they are, since nothing may be lost.
void take_shape(Value& value, const FieldSchema& schema) {
  if (schema.list && (value.is_text() || value.is_record())) {
    std::vector<Value> one;
    one.push_back(std::move(value));
    value = Value::make_list(std::move(one));
  } else if (!schema.list && value.is_list() && value.items.size() == 1) {
    Value only = std::move(value.items[0]);
    value = std::move(only);
  }
}

void read_types(std::vector<Field>& fields, const std::vector<FieldSchema>& schema,
                std::string_view base_url);

void read_types(Value& value, const FieldSchema& schema, std::string_view base_url) {
  // a link is read again by who knows where links of the page start (html/address.h)
  const bool again = schema.type == Type::url && !base_url.empty();
  if (value.is_text() && (!value.typed || again) && schema.type != Type::text)
    value.typed = read_as(schema.type, value.text, base_url, schema.order);
  for (Value& item : value.items) read_types(item, schema, base_url);
  if (value.is_record()) read_types(value.fields, schema.fields, base_url);
}

void read_types(std::vector<Field>& fields, const std::vector<FieldSchema>& schema,
                std::string_view base_url) {
  for (Field& field : fields)
    for (const FieldSchema& known : schema)
      if (known.name == field.name) take_shape(field.value, known), read_types(field.value, known, base_url);
}

void read_fields(std::vector<Field>& fields, const std::vector<FieldSchema>& schema, int year) {
  for (Field& field : fields)
    for (const FieldSchema& known : schema) {
      if (known.name != field.name) continue;
      auto one = [&](Value& item) {
        if (item.is_record()) read_fields(item.fields, known.fields, year);
        if (!item.is_text() || item.typed || known.type != Type::date) return;
        if (auto iso = value::read_time(item.text, year)) item.typed = Typed{Type::date, 0, std::move(*iso)};
      };
      one(field.value);
      for (Value& each : field.value.items) one(each);
    }
}

}  // namespace

void read_types(Record& record, const Schema& schema, std::string_view base_url) {
  read_types(record.fields, schema.fields, base_url);
}

void read_times(Record& record, const Schema& schema, int year) {
  read_fields(record.fields, schema.fields, year);
}

}  // namespace gleaner::wrap
