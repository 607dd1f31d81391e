// Records: building, looking up, comparing. See record.h.
#include "wrap/record.h"

#include "base/text.h"

namespace gleaner::wrap {

Value Value::make_null() {
  Value value;
  value.kind = Kind::null;
  return value;
}

Value Value::make_text(std::string text) {
  Value value;
  value.kind = Kind::text;
  value.text = std::move(text);
  return value;
}

Value Value::make_text(std::string text, Span span, uint32_t rule) {
  Value value = make_text(std::move(text));
  value.span = span;
  value.rule = rule;
  return value;
}

Value Value::make_list(std::vector<Value> items) {
  Value value;
  value.kind = Kind::list;
  value.items = std::move(items);
  return value;
}

Value Value::make_record(std::vector<Field> fields) {
  Value value;
  value.kind = Kind::record;
  value.fields = std::move(fields);
  return value;
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

namespace {

bool same(const std::vector<Field>& a, const std::vector<Field>& b);

bool same(const Value& a, const Value& b) {
  if (a.kind != b.kind) return false;
  if (a.is_text()) return a.span == b.span;
  if (a.items.size() != b.items.size()) return false;
  for (size_t i = 0; i < a.items.size(); ++i)
    if (!same(a.items[i], b.items[i])) return false;
  return same(a.fields, b.fields);
}

bool same(const std::vector<Field>& a, const std::vector<Field>& b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i)
    if (a[i].name != b[i].name || !same(a[i].value, b[i].value)) return false;
  return true;
}

}  // namespace

bool same_shape_and_spans(const Record& a, const Record& b) { return same(a.fields, b.fields); }

}  // namespace gleaner::wrap
