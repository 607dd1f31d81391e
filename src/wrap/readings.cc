// See readings.h.
#include "wrap/readings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "base/calendar.h"
#include "base/json.h"
#include "base/lists.h"
#include "base/text.h"
#include "wrap/literal.h"

namespace gleaner::wrap {
namespace {

Value literal_of(std::string text, Type type, double number) {
  Value value = Value::make_text(std::move(text));
  make_literal(value, type, number);
  return value;
}

Value plain_number(double number, Type type) {
  std::string text;
  json::append_number(text, number);
  return literal_of(std::move(text), type, number);
}

constexpr int64_t kMinutes = 24 * 60;  // of a day

// "2010-06-29T18:30+02:00" in UTC, as SQL writes it; of a date, midnight. Empty where there is no day.
std::string timestamp_of(const std::string& iso) {
  int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, used = 0;
  if (std::sscanf(iso.c_str(), "%4d-%2d-%2d%n", &year, &month, &day, &used) != 3) return "";
  std::string_view rest = std::string_view(iso).substr(size_t(used));
  int shift = 0;  // minutes that the zone is ahead
  if (rest.starts_with('T') && std::sscanf(rest.data(), "T%2d:%2d%n", &hour, &minute, &used) == 2) {
    rest.remove_prefix(size_t(used));
    if (std::sscanf(rest.data(), ":%2d%n", &second, &used) == 1) rest.remove_prefix(size_t(used));
    int zone_hour = 0, zone_minute = 0;
    if ((rest.starts_with('+') || rest.starts_with('-')) &&
        (std::sscanf(rest.data() + 1, "%2d:%2d", &zone_hour, &zone_minute) == 2 ||
         std::sscanf(rest.data() + 1, "%2d%2d", &zone_hour, &zone_minute) >= 1))
      shift = (rest[0] == '-' ? -1 : 1) * (zone_hour * 60 + zone_minute);
  }
  const int64_t minutes = days_of({year, month, day}) * kMinutes + hour * 60 + minute - shift;
  const int64_t days = (minutes >= 0 ? minutes : minutes - kMinutes + 1) / kMinutes;
  const int64_t of_day = minutes - days * kMinutes;
  const Day at = day_of(days);
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02}", at.year, at.month, at.day, of_day / 60,
                     of_day % 60, second);
}

constexpr size_t kDay = 10;  // of 2010-06-29

// The type of the column that holds a reading.
Type column_type(Type type) {
  switch (type) {
    case Type::integer:
    case Type::boolean:
    case Type::date:
    case Type::timestamp: return type;
    default: return is_numeric(type) ? Type::number : Type::text;
  }
}

std::optional<Value> reading_of(const Value& value, Type type) {
  if (!value.is_text()) return std::nullopt;
  if (is_literal(value)) return value;
  // an amount whose currency nobody knew is read back as a number
  if (!value.typed || (value.typed->type != type && !(is_numeric(type) && is_numeric(value.typed->type))))
    return std::nullopt;
  const Typed& typed = *value.typed;
  if (type == Type::boolean) return literal_of(typed.number != 0 ? "true" : "false", type, typed.number);
  if (is_numeric(type) && keeps_digits(typed))
    return literal_of(typed.normal, column_type(type), typed.number);
  if (is_numeric(type)) return plain_number(typed.number, column_type(type));
  std::string normal = typed.normal;
  if (type == Type::timestamp) normal = timestamp_of(normal);
  if (type == Type::date) normal = normal.size() >= kDay ? normal.substr(0, kDay) : "";
  if (normal.empty()) return std::nullopt;
  return Value::make_text(std::move(normal));
}

std::optional<Value> second_of(const Value& value, Type type) {
  if (!value.is_text() || !value.typed || value.typed->type != type || value.typed->normal.empty() ||
      is_literal(value))
    return std::nullopt;
  if (type != Type::rating) return Value::make_text(value.typed->normal);
  return plain_number(std::strtod(value.typed->normal.c_str(), nullptr), Type::number);
}

// `get` of a value, or the list of it of a list; lists of several columns keep their positions.
template <class Get>
Value each(const Value& value, Get get) {
  if (!value.is_list()) return get(value).value_or(Value::make_null());
  Value made = Value::make_list({});
  for (const Value& item : value.items) made.items.push_back(get(item).value_or(Value::make_null()));
  return made;
}

}  // namespace

std::optional<Readings> readings_of_name(std::string_view name) {
  if (name == "struct") return Readings::structs;
  if (name == "columns") return Readings::columns;
  if (name == "text") return Readings::text;
  return std::nullopt;
}

bool is_numeric(Type type) {
  return type == Type::number || type == Type::money || type == Type::integer || type == Type::duration ||
         type == Type::rating || type == Type::size;
}

std::string_view second_part(Type type) {
  return type == Type::money ? "currency" : type == Type::rating ? "best" : "";
}

std::string ColumnNames::unique(const std::string& name) {
  std::string made = name;
  for (int n = 2;; ++n) {
    const std::string lower = lower_ascii(made);
    if (!contains(taken_, lower)) {
      taken_.push_back(lower);
      return made;
    }
    made = fmt::format("{}_{}", name, n);
  }
}

ReadingColumns::ReadingColumns(const Schema& schema, Readings readings, bool spans)
    : readings_(readings), spans_(spans) {
  plans_ = plan(schema.fields, schema_.fields);
}

std::vector<ReadingColumns::Plan> ReadingColumns::plan(const std::vector<FieldSchema>& from,
                                                       std::vector<FieldSchema>& into) {
  ColumnNames names;
  std::vector<std::string> own;
  for (const FieldSchema& field : from) {
    std::string name = field.name.empty() ? "_" : field.name;  // every column has a name
    std::replace(name.begin(), name.end(), '\0', '_');         // which ends at a NUL
    own.push_back(names.unique(name));
    if (own.back() != field.name) renamed_.emplace_back(field.name, own.back());
  }
  std::vector<Plan> plans;
  for (size_t i = 0; i < from.size(); ++i) {
    FieldSchema field = from[i];
    field.name = own[i];
    if (field.fields.empty()) {
      plans.push_back(plan_leaf(field, names, into));
    } else {
      FieldSchema made{own[i], Type::text, field.list, {}};
      Plan nested;
      nested.fields = plan(field.fields, made.fields);
      into.push_back(std::move(made));
      plans.push_back(std::move(nested));
    }
    plans.back().field = from[i].name;
    plans.back().column = own[i];
  }
  return plans;
}

ReadingColumns::Plan ReadingColumns::plan_leaf(const FieldSchema& field, ColumnNames& names,
                                               std::vector<FieldSchema>& into) const {
  Plan made;
  made.type = readings_ == Readings::text ? Type::text : field.type;
  const bool typed = made.type != Type::text;
  if (field.plain) {
    made.type = field.type;
    made.value = field.name;
    into.push_back({field.name, column_type(field.type), field.list, {}});
    return made;
  }
  made.as_record = readings_ == Readings::structs && (typed || spans_);
  FieldSchema record{field.name, Type::text, field.list, {}};
  // In a record the parts have names of their own; as columns they begin with the field's.
  auto part = [&](std::string_view name, Type type, bool first = false) {
    const std::string whole = made.as_record ? std::string(name)
                              : first        ? field.name
                                             : names.unique(fmt::format("{}_{}", field.name, name));
    if (made.as_record) record.fields.push_back({whole, type, false, {}});
    else into.push_back({whole, type, field.list, {}});
    return whole;
  };
  if (made.as_record) made.text = part("text", Type::text);
  if (typed) made.value = part("value", column_type(made.type), true);
  if (const std::string_view second = second_part(made.type); !second.empty())
    made.second = part(second, made.type == Type::rating ? Type::number : Type::text);
  if (made.text.empty()) made.text = part("text", Type::text, !typed);
  if (spans_) {
    made.begin = part("begin", Type::integer);
    made.end = part("end", Type::integer);
  }
  if (made.as_record) into.push_back(std::move(record));
  return made;
}

void ReadingColumns::add_leaf(const Plan& plan, const Value& value, const Document* document,
                              std::vector<Field>& into) const {
  const auto put = [&](const std::string& name, auto get) {
    if (!name.empty()) into.push_back({name, each(value, get)});
  };
  const auto edge = [&](bool end) {
    return [=](const Value& v) -> std::optional<Value> {
      if (!v.span) return std::nullopt;
      const Span at = document ? document->to_bytes(*v.span) : *v.span;
      return plain_number(end ? at.end : at.begin, Type::integer);
    };
  };
  put(plan.value, [&](const Value& v) { return reading_of(v, plan.type); });
  put(plan.second, [&](const Value& v) { return second_of(v, plan.type); });
  put(plan.text, [&](const Value& v) -> std::optional<Value> {
    if (v.is_list() || v.is_record()) return v;  // of another shape than the schema says: whoever writes it
    if (!v.is_text() || (is_literal(v) && !plan.value.empty())) return std::nullopt;
    Value text = v;
    if (!is_literal(v)) text.typed.reset();
    return text;
  });
  put(plan.begin, edge(false));
  put(plan.end, edge(true));
}

std::vector<Field> ReadingColumns::apply(const std::vector<Plan>& plans, const std::vector<Field>& fields,
                                         const Document* document) const {
  std::vector<Field> made;
  for (size_t i = 0; i < fields.size(); ++i) {
    const Field& field = fields[i];
    if (field.value.is_absent()) continue;
    const Plan* plan = i < plans.size() && plans[i].field == field.name ? &plans[i] : nullptr;
    for (size_t p = 0; !plan && p < plans.size(); ++p)
      if (plans[p].field == field.name) plan = &plans[p];
    if (!plan) {
      made.push_back(field);
    } else if (!plan->fields.empty()) {
      const auto inner = [&](const Value& v) -> std::optional<Value> {
        if (!v.is_record()) return v;
        return Value::make_record(apply(plan->fields, v.fields, document));
      };
      made.push_back({plan->column, each(field.value, inner)});
    } else if (plan->as_record) {
      const auto record = [&](const Value& v) -> std::optional<Value> {
        if (!v.is_text()) return std::nullopt;
        Value one = Value::make_record({});
        add_leaf(*plan, v, document, one.fields);
        return one;
      };
      made.push_back({plan->column, each(field.value, record)});
    } else {
      add_leaf(*plan, field.value, document, made);
    }
  }
  return made;
}

bool ReadingColumns::changes_nothing(const std::vector<Plan>& plans) {
  return std::ranges::all_of(plans, [](const Plan& plan) {
    if (plan.field != plan.column || plan.as_record) return false;
    if (!plan.fields.empty()) return changes_nothing(plan.fields);
    return plan.type == Type::text && plan.text == plan.field && plan.value.empty() && plan.begin.empty();
  });
}

Record ReadingColumns::apply(const Record& record, const Document* document) const {
  return {apply(plans_, record.fields, document), record.span, record.rule, record.partial};
}

}  // namespace gleaner::wrap
