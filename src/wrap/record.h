// Record and Value: what every wrapper gives and every label is.
//
// A value is absent (nothing there), null (there, but empty by intent), a text with its span, a list, or a
// nested record. A text may carry a typed reading beside it; the text itself is never changed. Order and
// duplicates are kept. `text` is what a person would copy: entities decoded and white space collapsed; `span`
// is where it was written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/span.h"
#include "value/type.h"

namespace gleaner::wrap {

using value::Type;
using value::Typed;

struct Field;

struct Value {
  enum class Kind : uint8_t { absent, null, text, list, record };
  Kind kind = Kind::absent;

  // text
  std::string text = {};
  std::optional<Span> span = {};  // in Document::text(); labels may lack it until they are located
  std::vector<Span> places = {};  // labels only: the alternatives when the text stands in several places
  std::optional<Typed> typed = {};
  uint32_t rule = 0;  // index into Wrapper::rules(); provenance

  std::vector<Value> items = {};  // list
  std::vector<Field> fields;      // record; no initialiser: Field is incomplete here

  bool is_absent() const { return kind == Kind::absent; }
  bool is_text() const { return kind == Kind::text; }
  bool is_list() const { return kind == Kind::list; }
  bool is_record() const { return kind == Kind::record; }

  static Value make_null();
  static Value make_text(std::string text);  // which stands nowhere, or nobody knows where yet
  static Value make_text(std::string text, Span span, uint32_t rule = 0);
  static Value make_list(std::vector<Value> items);
  static Value make_record(std::vector<Field> fields);
};

struct Field {
  std::string name;
  Value value;
};

// A text as every wrapper gives it: no white space at the ends, one blank inside. The span goes with it.
void tidy_text(Value& value);

// A record is a Value's fields plus where the whole record stands.
struct Record {
  std::vector<Field> fields;
  std::optional<Span> span;
  uint32_t rule = 0;
  bool partial = false;  // cut off by a budget or the end of the page

  const Value* find(std::string_view name) const;
  Value* find(std::string_view name);
  // Appends; a second value of a name turns the field into a list.
  void add(std::string_view name, Value value);
};

const Value* find(const std::vector<Field>& fields, std::string_view name);

// Calls visit(path, value) for each text below, in order; path is "offers.price" (innermost last, no
// positions).
template <class Visit>
void for_each_leaf(const std::vector<Field>& fields, Visit&& visit, const std::string& prefix = {});
template <class Visit>
void for_each_leaf(const Value& value, Visit&& visit, const std::string& path) {
  if (value.is_text()) visit(path, value);
  for (const Value& item : value.items) for_each_leaf(item, visit, path);
  if (value.is_record()) for_each_leaf(value.fields, visit, path);
}
template <class Visit>
void for_each_leaf(const std::vector<Field>& fields, Visit&& visit, const std::string& prefix) {
  for (const Field& field : fields)
    for_each_leaf(field.value, visit, prefix.empty() ? field.name : prefix + "." + field.name);
}
template <class Visit>
void for_each_leaf(const Record& record, Visit&& visit) {
  for_each_leaf(record.fields, visit);
}

// The same, to change the leaves.
template <class Visit>
void for_each_leaf(std::vector<Field>& fields, Visit&& visit, const std::string& prefix = {});
template <class Visit>
void for_each_leaf(Value& value, Visit&& visit, const std::string& path) {
  if (value.is_text()) visit(path, value);
  for (Value& item : value.items) for_each_leaf(item, visit, path);
  if (value.is_record()) for_each_leaf(value.fields, visit, path);
}
template <class Visit>
void for_each_leaf(std::vector<Field>& fields, Visit&& visit, const std::string& prefix) {
  for (Field& field : fields)
    for_each_leaf(field.value, visit, prefix.empty() ? field.name : prefix + "." + field.name);
}

bool same_shape_and_spans(const Record& a, const Record& b);

}  // namespace gleaner::wrap
