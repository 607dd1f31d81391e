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
#include <type_traits>
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
  bool holds_records() const;  // it is one, or a list with one in it

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
// positions). `within`: a value, a field, a record, a labelled page, or a list of them; the leaves of
// what is not const may be changed.
template <class Within, class Visit>
void for_each_leaf(Within&& within, Visit&& visit, const std::string& path = {}) {
  using Kind = std::remove_cvref_t<Within>;
  if constexpr (std::is_same_v<Kind, Value>) {
    if (within.is_text()) visit(path, within);
    for (auto& item : within.items) for_each_leaf(item, visit, path);
    if (within.is_record()) for_each_leaf(within.fields, visit, path);
  } else if constexpr (std::is_same_v<Kind, Field>) {
    for_each_leaf(within.value, visit, path.empty() ? within.name : path + "." + within.name);
  } else if constexpr (std::is_same_v<Kind, Record>) {
    for_each_leaf(within.fields, visit, path);
  } else if constexpr (requires { within.label.records; }) {
    for_each_leaf(within.label.records, visit, path);
  } else {
    for (auto& one : within) for_each_leaf(one, visit, path);
  }
}
// Where the values below stand, from the first to the last; nothing where none says it.
template <class Within>
std::optional<Span> hull_of(const Within& within) {
  std::optional<Span> hull;
  for_each_leaf(within, [&](const std::string&, const Value& value) {
    if (value.span) hull = hull ? hull->hull(*value.span) : *value.span;
  });
  return hull;
}

}  // namespace gleaner::wrap
