// Schemas: found in records, and the names of types. See schema.h.
#include "wrap/schema.h"

#include <fmt/format.h>

#include <array>
#include <map>
#include <optional>

#include "base/lists.h"
#include "base/text.h"

namespace gleaner::wrap {

namespace {

constexpr std::array<std::string_view, 16> kTypeNames = {
    "text",     "number", "money", "date", "url",  "bool", "integer", "timestamp",
    "duration", "rating", "phone", "isbn", "gtin", "size", "ip",      "level"};  // in the order of Type

// The field of that name, made where there is none. Fields mostly come in the order of the schema: the search
// begins at `from`.
size_t field_of(std::vector<FieldSchema>& fields, const std::string& name, size_t from) {
  for (size_t n = 0, at = from; n < fields.size(); ++n, ++at) {
    if (at >= fields.size()) at = 0;
    if (fields[at].name == name) return at;
  }
  fields.push_back({});
  fields.back().name = name;
  return fields.size() - 1;
}

void merge(std::vector<FieldSchema>& into, const std::vector<Field>& fields);

void merge(FieldSchema& into, const Value& value) {
  if (value.is_list()) {
    into.list = true;
    for (const Value& item : value.items) merge(into, item);
  } else if (value.is_record()) {
    merge(into.fields, value.fields);
  } else if (value.is_text() && value.typed && value.typed->type != Type::text) {
    into.type = value.typed->type;
  }
}

void merge(std::vector<FieldSchema>& into, const std::vector<Field>& fields) {
  std::vector<char> seen(into.size(), 0);
  size_t next = 0;
  for (const Field& field : fields) {
    const size_t at = field_of(into, field.name, next);
    next = at + 1;
    seen.resize(into.size(), 0);
    if (seen[at]) into[at].list = true;  // twice in one record: a list that was not written as one
    seen[at] = 1;
    merge(into[at], field.value);
  }
}

}  // namespace

const FieldSchema* Schema::find(std::string_view name) const {
  return find_by(fields, &FieldSchema::name, name);
}

void merge_schema(Schema& into, const Record& record) { merge(into.fields, record.fields); }

Schema schema_of(const std::vector<Record>& records) {
  Schema schema;
  for (const Record& record : records) merge_schema(schema, record);
  return schema;
}

Status check_name(std::string_view field) {
  if (field.empty()) return error(Code::bad_input, "a field without a name", {}, "give it a name");
  if (field.find('\0') != std::string_view::npos)
    return error(Code::bad_input, "a field whose name holds a NUL character", {}, "give it another name");
  return {};
}

static Status check_names(const std::vector<FieldSchema>& fields, bool ignore_case,
                          const std::string& prefix) {
  std::map<std::string, std::string> seen;
  for (const FieldSchema& field : fields) {
    GLEANER_CHECK(check_name(field.name));
    const auto [at, fresh] = seen.emplace(lower_ascii(field.name), field.name);
    if (!fresh && ignore_case && at->second != field.name)
      return error(Code::bad_input,
                   fmt::format("the fields \"{0}{1}\" and \"{0}{2}\" differ in case only, which columns of a "
                               "database do not tell apart",
                               prefix, at->second, field.name),
                   {}, "rename one of them in the wrapper or the labels, or write jsonl or csv");
    GLEANER_CHECK(check_names(field.fields, ignore_case, prefix + field.name + "."));
  }
  return {};
}

Status check_names(const Schema& schema, bool ignore_case) {
  return check_names(schema.fields, ignore_case, "");
}

std::string_view name_of(Type type) { return kTypeNames[size_t(type)]; }

std::optional<Type> type_of_name(std::string_view name) {
  for (size_t i = 0; i < kTypeNames.size(); ++i)
    if (kTypeNames[i] == name) return Type(i);
  if (name == "boolean") return Type::boolean;
  return std::nullopt;
}

std::string type_names() { return fmt::format("{}", fmt::join(kTypeNames, ", ")); }

constexpr std::string_view kDayFirst = " day-first", kMonthFirst = " month-first";

static bool is_of_time(Type type) { return type == Type::date || type == Type::timestamp; }

std::string format_type(const FieldSchema& field) {
  std::string words(name_of(field.type));
  if (is_of_time(field.type) && field.order != DateOrder::unknown)
    words += field.order == DateOrder::day_first ? kDayFirst : kMonthFirst;
  return words;
}

bool read_type(std::string_view text, FieldSchema& into) {
  DateOrder order = DateOrder::unknown;
  if (text.ends_with(kDayFirst)) order = DateOrder::day_first, text.remove_suffix(kDayFirst.size());
  else if (text.ends_with(kMonthFirst))
    order = DateOrder::month_first, text.remove_suffix(kMonthFirst.size());
  const std::optional<Type> type = type_of_name(text);
  if (!type || (order != DateOrder::unknown && !is_of_time(*type))) return false;
  into.type = *type;
  into.order = order;
  return true;
}

void set_date_order(std::vector<FieldSchema>& fields, DateOrder order) {
  for (FieldSchema& field : fields) {
    if (is_of_time(field.type) && field.order == DateOrder::unknown) field.order = order;
    set_date_order(field.fields, order);
  }
}

}  // namespace gleaner::wrap
