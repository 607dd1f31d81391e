// See shape.h. From labels to a shape, from a page's labels to slots, and from items back to records.
#include "delimiter/shape.h"

#include "base/lists.h"
#include "html/slice_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "wrap/types.h"

namespace gleaner::delimiter {

using wrap::Field;
using wrap::Record;
using wrap::Value;

bool Shape::has_lists() const {
  return std::ranges::any_of(attributes,
                             [](const Attribute& a) { return a.form != Attribute::Form::inline_; });
}

wrap::Schema Shape::schema() const {
  wrap::Schema schema;
  std::vector<wrap::FieldSchema>* level = &schema.fields;
  for (const Attribute& attribute : attributes) {
    if (attribute.form == Attribute::Form::records) {
      level->push_back({attribute.list, wrap::Type::text, true, {}});
      level = &level->back().fields;
    }
    level->push_back({attribute.name, attribute.type, attribute.form == Attribute::Form::values, {}});
  }
  put_in_order(schema.fields);
  return schema;
}

std::string Shape::path(size_t attribute) const {
  std::string prefix;
  for (size_t k = 0; k <= attribute; ++k)
    if (attributes[k].form == Attribute::Form::records) prefix += attributes[k].list + ".";
  return prefix + attributes[attribute].name;
}

namespace {

// --- from labels to a shape

bool is_record_like(const Value& value) {
  if (value.is_record()) return true;
  return value.is_list() && std::ranges::any_of(value.items, [](const Value& v) { return v.is_record(); });
}
bool is_text_list(const Value& value) { return value.is_list() && !is_record_like(value); }

// Where a value first may stand.
uint32_t first_place(const Value& value) {
  if (value.is_text())
    return value.span ? value.span->begin : value.places.empty() ? 0 : value.places.front().begin;
  for (const Value& item : value.items) return first_place(item);
  for (const Field& field : value.fields) return first_place(field.value);
  return 0;
}

struct Seen {
  std::string name;
  bool records = false, texts = false;  // ever a list of them
  double rank = 0;                      // where it stands among its record's fields, on average
  int times = 0;
  std::vector<const std::vector<Field>*> below;
};

// The fields of one level, over all records of that level, in page order.
std::vector<Seen> fields_of(const std::vector<const std::vector<Field>*>& records) {
  std::vector<Seen> seen;
  for (const std::vector<Field>* fields : records) {
    std::vector<const Field*> order;
    for (const Field& field : *fields)
      if (field.value.is_text() || field.value.is_record() ||
          (field.value.is_list() && !field.value.items.empty()))
        order.push_back(&field);
    std::ranges::stable_sort(
        order, [](const Field* a, const Field* b) { return first_place(a->value) < first_place(b->value); });
    for (size_t i = 0; i < order.size(); ++i) {
      const Field& field = *order[i];
      auto found = std::ranges::find(seen, field.name, &Seen::name);
      if (found == seen.end()) found = seen.insert(seen.end(), Seen{.name = field.name, .below = {}});
      found->rank += double(i + 1) / double(order.size() + 1);
      ++found->times;
      found->records |= is_record_like(field.value);
      found->texts |= is_text_list(field.value);
      if (field.value.is_record()) found->below.push_back(&field.value.fields);
      for (const Value& item : field.value.items)
        if (item.is_record()) found->below.push_back(&item.fields);
    }
  }
  std::ranges::stable_sort(seen, [](const Seen& a, const Seen& b) {
    if (a.records != b.records) return b.records;  // the nested list comes last
    return a.rank / a.times < b.rank / b.times;
  });
  return seen;
}

Status add_level(const std::vector<const std::vector<Field>*>& records, const std::string& list,
                 Shape& shape) {
  std::vector<Seen> fields = fields_of(records);
  bool first = true;
  for (size_t i = 0; i < fields.size(); ++i) {
    const Seen& field = fields[i];
    if (field.records) {
      if (i + 1 < fields.size())
        return error(
            Code::cannot_learn,
            fmt::format("records with two nested lists (\"{}\" and \"{}\") are beyond delimiter wrappers",
                        field.name, fields[i + 1].name),
            {}, "label one of them, or learn another kind of wrapper");
      if (first && !list.empty())
        return error(
            Code::cannot_learn,
            fmt::format(
                "\"{}\" holds only nested records: a delimiter wrapper needs a value of its own there",
                list));
      GLEANER_CHECK(add_level(field.below, field.name, shape));
      continue;
    }
    Attribute attribute{field.name};
    if (first && !list.empty()) attribute.form = Attribute::Form::records, attribute.list = list;
    if (field.texts) {
      if (first)
        return error(
            Code::cannot_learn,
            fmt::format("\"{}\" is a list of values with no value before it in its record", field.name), {},
            "delimiter wrappers hang a list on a value that stands before it");
      if (i + 1 < fields.size())
        return error(
            Code::cannot_learn,
            fmt::format("the list \"{}\" must be the last field of its record, but \"{}\" stands behind it",
                        field.name, fields[i + 1].name));
      attribute.form = Attribute::Form::values;
    }
    first = false;
    shape.attributes.push_back(std::move(attribute));
  }
  return {};
}

// The fields in the order in which the labels first name them; empty where that is page order.
std::vector<std::string> labelled_order(const std::vector<const std::vector<Field>*>& records,
                                        const std::vector<wrap::FieldSchema>& page_order) {
  std::vector<std::string> order, on_page;
  for (const wrap::FieldSchema& field : page_order) on_page.push_back(field.name);
  for (const std::vector<Field>* fields : records)
    for (const Field& field : *fields)
      if (contains(on_page, field.name)) add_new(order, field.name);
  return order == on_page ? std::vector<std::string>{} : order;
}

// --- from a page's labels to slots

class SlotReader {
 public:
  explicit SlotReader(const Shape& shape) : shape_(shape) {}

  Status read(const std::vector<Field>& fields, size_t attribute) {
    for (size_t k = attribute; k < shape_.attributes.size(); ++k) {
      const Attribute& a = shape_.attributes[k];
      if (k > attribute && a.form == Attribute::Form::records) {
        const Value* list = wrap::find(fields, a.list);
        if (list && list->is_record()) GLEANER_CHECK(read(list->fields, k));
        if (list)
          for (const Value& item : list->items)
            if (item.is_record()) GLEANER_CHECK(read(item.fields, k));
        return {};
      }
      const Value* value = wrap::find(fields, a.name);
      if (!value) continue;
      if (value->is_text()) add(k, *value);
      for (const Value& item : value->items)
        if (item.is_text()) add(k, item);
    }
    return {};
  }

  std::vector<OpenValue> take() { return std::move(slots_); }

 private:
  void add(size_t k, const Value& value) {
    OpenValue slot{uint32_t(k), value.places, value.text};
    if (value.span) slot.places = {*value.span};
    if (slot.places.empty()) return;
    // A record that repeats the fields of the one before it: the same place is the same value.
    if (slot.places.size() == 1) {
      auto last = std::find_if(slots_.rbegin(), slots_.rend(),
                               [&](const OpenValue& known) { return known.attribute == slot.attribute; });
      if (last != slots_.rend() && last->places == slot.places && !slot.places[0].empty()) return;
    }
    slots_.push_back(std::move(slot));
  }

  const Shape& shape_;
  std::vector<OpenValue> slots_;
};

}  // namespace

Result<Shape> shape_of(const std::vector<wrap::LabelledPage>& pages) {
  std::vector<const std::vector<Field>*> records;
  for (const wrap::LabelledPage& page : pages)
    for (const Record& record : page.label.records) records.push_back(&record.fields);
  Shape shape;
  GLEANER_CHECK(add_level(records, "", shape));
  if (shape.attributes.empty()) return error(Code::cannot_learn, "no page has a labelled value");
  shape.order = labelled_order(records, shape.schema().fields);
  return shape;
}

Result<std::vector<OpenValue>> open_values_of(const wrap::LabelledPage& page, const Shape& shape) {
  SlotReader reader(shape);
  for (const Record& record : page.label.records) GLEANER_CHECK(reader.read(record.fields, 0));
  return reader.take();
}

// --- from items to records

RecordBuilder::RecordBuilder(const Shape& shape, const Document& document, bool nested)
    : shape_(shape), document_(document), nested_(nested) {
  for (uint32_t k = 0; k < shape.attributes.size(); ++k) {
    if (k == 0 || shape.attributes[k].form == Attribute::Form::records) first_of_.push_back(k);
    level_of_.push_back(uint32_t(first_of_.size() - 1));
  }
  levels_.resize(first_of_.size());
}

Value RecordBuilder::value_of(const Item& item) const {
  Value value = Value::make_text(html::slice_text(document_, item.span), item.span, item.attribute + 2);
  const wrap::Type type = shape_.attributes[item.attribute].type;
  if (type != wrap::Type::text) value.typed = wrap::read_as(type, value.text, document_.url());
  return value;
}

// A new top-level record: the first attribute, or a second value of an inline one.
bool RecordBuilder::splits_record(uint32_t k) const {
  if (!open_ || k >= level_of_.size() || level_of_[k] != 0) return false;
  if (k == 0) return true;
  return shape_.attributes[k].form == Attribute::Form::inline_ && contains(levels_[0].attributes, k);
}

// Closes the records of all levels from `keep` on, each into the list of the level above it.
void RecordBuilder::close_levels(size_t keep) {
  for (size_t level = levels_.size(); level-- > std::max<size_t>(keep, 1);) {
    if (levels_[level].fields.empty()) continue;
    Level& parent = levels_[level - 1];
    const std::string& list = shape_.attributes[first_of_[level]].list;
    if (parent.fields.empty() || parent.fields.back().name != list) {
      parent.fields.push_back({list, Value::make_list({})});
      parent.attributes.push_back(kNoAttribute);
    }
    parent.fields.back().value.items.push_back(Value::make_record(std::move(levels_[level].fields)));
    levels_[level] = {};
  }
}

void RecordBuilder::place(const Item& item) {
  const uint32_t k = item.attribute;
  const uint32_t level = level_of_[k];
  Level& here = levels_[level];
  if (level == 0 && !open_) {
    here = {};
    // A second value of an inline attribute: the fields before it are repeated.
    for (size_t i = 0; k != 0 && i < repeated_attributes_.size() && repeated_attributes_[i] < k; ++i) {
      here.fields.push_back(repeated_[i]);
      here.attributes.push_back(repeated_attributes_[i]);
    }
    open_ = true;
  }
  if (shape_.attributes[k].form == Attribute::Form::values) {
    if (!contains(here.attributes, k)) {
      here.fields.push_back({shape_.attributes[k].name, Value::make_list({})});
      here.attributes.push_back(k);
    }
    here.fields.back().value.items.push_back(value_of(item));
    return;
  }
  if (level > 0 && (k == first_of_[level] || contains(here.attributes, k))) {
    std::vector<Field> shared;
    std::vector<uint32_t> shared_attributes;
    for (size_t i = 0; k != first_of_[level] && i < here.attributes.size() && here.attributes[i] < k; ++i) {
      shared.push_back(here.fields[i]);
      shared_attributes.push_back(here.attributes[i]);
    }
    close_levels(level);
    here.fields = std::move(shared);
    here.attributes = std::move(shared_attributes);
  } else {
    close_levels(level + 1);
  }
  here.fields.push_back({shape_.attributes[k].name, value_of(item)});
  here.attributes.push_back(k);
}

Record RecordBuilder::close() {
  close_levels(1);
  Record record;
  record.rule = 1;
  if (nested_) {
    repeated_ = levels_[0].fields;
    repeated_attributes_ = levels_[0].attributes;
  }
  record.fields = std::move(levels_[0].fields);
  shape_.put_in_order(record.fields);
  levels_[0] = {};
  open_ = false;
  record.span = wrap::hull_of(record);
  return record;
}

}  // namespace gleaner::delimiter
