// See types.h.
#include "run/types.h"

#include <fmt/format.h>

#include <map>

#include "base/text.h"

namespace gleaner::run {
namespace {

// The field that a path names, or null.
wrap::FieldSchema* field_at(const std::string& path, std::vector<wrap::FieldSchema>& top) {
  std::vector<wrap::FieldSchema>* fields = &top;
  wrap::FieldSchema* found = nullptr;
  for (std::string_view part : split(path, '.')) {
    found = nullptr;
    for (wrap::FieldSchema& field : *fields)
      if (field.name == part) found = &field;
    if (!found) return nullptr;
    fields = &found->fields;
  }
  return found;
}

}  // namespace

Status set_type(const std::string& path, std::string_view type, wrap::Schema& schema) {
  wrap::FieldSchema read;
  if (!wrap::read_type(type, read))
    return error(Code::usage, fmt::format("there is no type {}", type), {}, "types: " + wrap::type_names());
  wrap::FieldSchema* field = field_at(path, schema.fields);
  if (!field) {
    std::vector<std::string> names;
    for (const wrap::FieldSchema& one : schema.fields) names.push_back(one.name);
    return error(Code::usage, fmt::format("there is no field {}", path), {},
                 fmt::format("fields: {}", fmt::join(names, ", ")));
  }
  field->type = read.type;
  field->order = read.order;
  return {};
}

Status set_types(const std::vector<std::string>& types, wrap::Schema& schema) {
  for (const std::string& one : types) {
    const size_t equals = one.rfind('=');
    if (equals == std::string::npos)
      return error(Code::usage, fmt::format("--type {} is not FIELD=TYPE", one), {},
                   "types: " + wrap::type_names());
    if (Status set = set_type(one.substr(0, equals), std::string_view(one).substr(equals + 1), schema);
        !set.ok()) {
      Diagnostic why = set.error();
      why.message = fmt::format("--type {}: {}", one, why.message);
      return why;
    }
  }
  return {};
}

bool keep_types(const std::vector<wrap::FieldSchema>& from, std::vector<wrap::FieldSchema>& to) {
  bool any = false;
  for (wrap::FieldSchema& field : to) {
    for (const wrap::FieldSchema& old : from) {
      if (old.name != field.name) continue;
      field.type = old.type;
      field.order = old.order;
      any |= keep_types(old.fields, field.fields);
    }
    any |= field.type != wrap::Type::text;
  }
  return any;
}

std::vector<TypeOffer> type_offers(const std::vector<wrap::LabelledPage>& pages, const wrap::Schema& schema) {
  std::map<std::string, std::vector<std::string>> values;
  std::vector<std::string> order;
  for (const wrap::LabelledPage& page : pages)
    for (const wrap::Record& record : page.label.records)
      wrap::for_each_leaf(record, [&](const std::string& path, const wrap::Value& value) {
        if (values[path].empty()) order.push_back(path);
        values[path].push_back(value.text);
      });
  std::vector<TypeOffer> offers;
  wrap::Schema known = schema;
  for (const std::string& path : order) {
    const wrap::FieldSchema* field = field_at(path, known.fields);
    if (!field || field->type != wrap::Type::text) continue;
    if (auto guess = wrap::guess_type(values[path])) offers.push_back({path, std::move(*guess)});
  }
  return offers;
}

}  // namespace gleaner::run
