// Records: building, looking up, comparing. See record.h.
#include "wrap/record.h"

#include <algorithm>

#include "base/text.h"

namespace gleaner::wrap {

bool Value::holds_records() const {
  return is_record() || std::ranges::any_of(items, [](const Value& item) { return item.is_record(); });
}

Value Value::make_null() { return {.kind = Kind::null, .fields = {}}; }

Value Value::make_text(std::string text) {
  return {.kind = Kind::text, .text = std::move(text), .fields = {}};
}

Value Value::make_text(std::string text, Span span, uint32_t rule) {
  return {.kind = Kind::text, .text = std::move(text), .span = span, .rule = rule, .fields = {}};
}

Value Value::make_list(std::vector<Value> items) {
  return {.kind = Kind::list, .items = std::move(items), .fields = {}};
}

Value Value::make_record(std::vector<Field> fields) {
  return {.kind = Kind::record, .fields = std::move(fields)};
}

void tidy_text(Value& value) {
  const std::string_view inner = trim(value.text);
  if (value.span && value.span->size() == value.text.size()) {
    value.span->begin += uint32_t(inner.data() - value.text.data());
    value.span->end = value.span->begin + uint32_t(inner.size());
  }
  value.text = collapse(inner);
}

const Value* find(const std::vector<Field>& fields, std::string_view name) {
  for (const Field& field : fields)
    if (field.name == name) return &field.value;
  return nullptr;
}

const Value* Record::find(std::string_view name) const { return wrap::find(fields, name); }

Value* Record::find(std::string_view name) { return const_cast<Value*>(wrap::find(fields, name)); }

void Record::add(std::string_view name, Value value) {
  Value* present = find(name);
  if (!present) {
    fields.push_back({std::string(name), std::move(value)});
    return;
  }
  if (present->is_absent()) {
    *present = std::move(value);
    return;
  }
  if (!present->is_list()) {
    Value first = std::move(*present);
    *present = Value::make_list({});
    present->items.push_back(std::move(first));
  }
  if (value.is_list())
    for (Value& item : value.items) present->items.push_back(std::move(item));
  else present->items.push_back(std::move(value));
}

}  // namespace gleaner::wrap
