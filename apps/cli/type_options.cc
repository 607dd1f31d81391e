// See type_options.h.
#include "type_options.h"

#include <fmt/format.h>

#include "base/text.h"

namespace gleaner::cli {

Status set_types(const std::vector<std::string>& types, wrap::Schema& schema) {
  for (const std::string& one : types) {
    const size_t equals = one.rfind('=');
    const auto type = equals == std::string::npos ? std::nullopt : wrap::type_of_name(one.substr(equals + 1));
    if (!type)
      return error(Code::usage, fmt::format("--type {} is not FIELD=TYPE", one), {},
                   "types: text, number, money, date, url, bool");
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
    found->type = *type;
  }
  return {};
}

}  // namespace gleaner::cli
