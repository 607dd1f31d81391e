// See type_options.h.
#include "type_options.h"

#include <fmt/format.h>

#include "base/text.h"

namespace gleaner::cli {

Status set_types(const std::vector<std::string>& types, wrap::Schema& schema) {
  for (const std::string& one : types) {
    const size_t equals = one.rfind('=');
    wrap::FieldSchema read;
    if (equals == std::string::npos || !wrap::read_type(std::string_view(one).substr(equals + 1), read))
      return error(Code::usage, fmt::format("--type {} is not FIELD=TYPE", one), {}, "types: " + wrap::type_names());
    std::vector<wrap::FieldSchema>* fields = &schema.fields;
    wrap::FieldSchema* found = nullptr;
    for (std::string_view part : split(std::string_view(one).substr(0, equals), '.')) {
      found = nullptr;
      for (wrap::FieldSchema& field : *fields)
        if (field.name == part) found = &field;
      if (!found)
        return error(Code::usage, fmt::format("--type {}: there is no such field", one));
      fields = &found->fields;
    }
    found->type = read.type;
    found->order = read.order;
  }
  return {};
}

}  // namespace gleaner::cli
