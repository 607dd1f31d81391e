// See shape.h.
#include "store/shape.h"

#include <charconv>
#include <fmt/format.h>

#include "base/text.h"
#include "store/table.h"

namespace gleaner::store {
bool is_whole(std::string_view number) {
  int64_t whole = 0;
  const auto [end, failed] = std::from_chars(number.data(), number.data() + number.size(), whole);
  return failed == std::errc() && end == number.data() + number.size();
}

Result<json::Parsed> parse_record(std::string_view line, const std::string& file) {
  GLEANER_TRY(json::Parsed parsed, json::parse(line));
  if (!parsed.root.is_object())
    return error(Code::usage, fmt::format("{} holds records: this is none: {}", file, line.substr(0, 60)));
  return parsed;
}

Shape& Shape::field(std::string_view name) {
  for (size_t i = 0; i < names.size(); ++i)
    if (names[i] == name) return shapes[i];
  names.emplace_back(name);
  return shapes.emplace_back();
}

void Shape::add(const json::Value& v) {
  switch (v.kind) {
    case json::Value::Kind::null: return;
    case json::Value::Kind::boolean: boolean = true; return;
    case json::Value::Kind::number: (is_whole(v.text) ? whole : real) = true; return;
    case json::Value::Kind::string: text = true; return;
    case json::Value::Kind::array:
      list = true;
      if (!item) item = std::make_unique<Shape>();
      for (const json::Value& i : v.items) item->add(i);
      return;
    case json::Value::Kind::object:
      record = true;
      for (const json::Member& m : v.members) field(m.key).add(m.value);
  }
}

std::string Shape::sql_type() const {
  const int kinds = boolean + (whole || real) + text + list + record;
  if (kinds != 1 || (record && names.empty())) return "VARCHAR";
  if (boolean) return "BOOLEAN";
  if (real) return "DOUBLE";
  if (whole) return "BIGINT";
  if (list) return item->sql_type() + "[]";
  if (!record) return "VARCHAR";
  std::string out;
  for (size_t i = 0; i < names.size(); ++i)
    out += (i ? ", " : "") + quote_name(names[i]) + " " + shapes[i].sql_type();
  return "STRUCT(" + out + ")";
}

}  // namespace gleaner::store
