// See shape.h.
#include "store/shape.h"

#include "store/staging.h"
#include "wrap/literal.h"

namespace gleaner::store {

using wrap::Type;

Shape& Shape::field(const std::string& name) {
  for (size_t i = 0; i < names_.size(); ++i)
    if (names_[i] == name) return *shapes_[i];
  names_.push_back(name);
  return *shapes_.emplace_back(std::make_unique<Shape>());
}

void Shape::add(const std::vector<wrap::Field>& fields) {
  record_ = true;
  for (const wrap::Field& f : fields) field(f.name).add(f.value);
}

void Shape::add(const wrap::Value& value) {
  switch (value.kind) {
    case wrap::Value::Kind::absent:
    case wrap::Value::Kind::null: return;
    case wrap::Value::Kind::record: return add(value.fields);
    case wrap::Value::Kind::list:
      list_ = true;
      for (const wrap::Value& item : value.items) {
        deep_ |= item.is_list();
        if (!item.is_list()) add(item);
      }
      return;
    case wrap::Value::Kind::text: break;
  }
  if (wrap::is_literal(value)) {
    if (value.text == "true" || value.text == "false") boolean_ = true;
    else (whole_of(value) ? whole_ : real_) = true;
    return;
  }
  text_ = true;
  if (value.typed && value.typed->type != Type::text && reading_ != Type::money && reading_ != Type::rating)
    reading_ = value.typed->type;
}

bool Shape::is_odd() const {
  return deep_ || (record_ && (boolean_ || whole_ || real_ || text_ || names_.empty()));
}

wrap::FieldSchema Shape::schema_of(const std::string& name) const {
  wrap::FieldSchema made{name, Type::text, list_, {}};
  if (is_odd()) {
    made.list = false;
    return made;
  }
  for (size_t i = 0; i < names_.size(); ++i) made.fields.push_back(shapes_[i]->schema_of(names_[i]));
  const int kinds = boolean_ + (whole_ || real_) + text_;
  if (kinds != 1 || record_) return made;
  made.plain = !text_;
  if (boolean_) made.type = Type::boolean;
  else if (real_) made.type = Type::number;
  else if (whole_) made.type = Type::integer;
  else made.type = reading_;
  return made;
}

wrap::Schema Shape::schema() const {
  wrap::Schema made;
  for (size_t i = 0; i < names_.size(); ++i) made.fields.push_back(shapes_[i]->schema_of(names_[i]));
  return made;
}

void Shape::fit(wrap::Value& value) const {
  if (is_odd()) {
    if (value.is_list() || value.is_record()) value = wrap::Value::make_text(wrap::json_of(value));
    return;
  }
  for (wrap::Value& item : value.items) fit(item);
  if (value.is_record()) fit(value.fields);
}

void Shape::fit(std::vector<wrap::Field>& fields) const {
  for (wrap::Field& field : fields)
    for (size_t i = 0; i < names_.size(); ++i)
      if (names_[i] == field.name) shapes_[i]->fit(field.value);
}

wrap::Schema Shape::fit(std::vector<wrap::PageRecords>& pages) {
  Shape shape;
  for (const wrap::PageRecords& page : pages)
    for (const wrap::Record& record : page.records) shape.add(record.fields);
  for (wrap::PageRecords& page : pages)
    for (wrap::Record& record : page.records) shape.fit(record.fields);
  return shape.schema();
}

}  // namespace gleaner::store
