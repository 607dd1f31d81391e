// Writers for trees of records: jsonl, json, labels. Tables are in table_writer.cc, XML in xml_format.cc. See
// writer.h.
//
// A leaf is a plain string; in a field of a type, or where its span is asked for, an object:
//   {"text": "EUR 6.90", "value": 6.9, "currency": "EUR", "span": [8812, 8820]}
#include "wrap/writer.h"

#include <fmt/format.h>

#include <cstdlib>

#include "base/json.h"
#include "base/lists.h"
#include "base/text.h"
#include "wrap/label.h"
#include "wrap/literal.h"
#include "wrap/writer_internal.h"

namespace gleaner::wrap {

std::optional<Format> format_of_name(std::string_view name) {
  const std::string lower = lower_ascii(name);
  if (lower == "jsonl" || lower == "ndjson") return Format::jsonl;
  if (lower == "json") return Format::json;
  if (lower == "csv") return Format::csv;
  if (lower == "tsv" || lower == "tab") return Format::tsv;
  if (lower == "xml") return Format::xml;
  if (lower == "labels") return Format::labels;
  if (lower == "table") return Format::table;
  return std::nullopt;
}

std::optional<Format> format_of_path(std::string_view path) {
  const size_t slash = path.rfind('/');
  const std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
  if (name == "labels.jsonl" || name.ends_with(".labels.jsonl") || name.ends_with(".labels"))
    return Format::labels;
  const size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return std::nullopt;
  return format_of_name(name.substr(dot + 1));
}

std::string page_key(const Schema& schema) { return schema.find("page") ? "_page" : "page"; }

std::string typed_value(const Typed& typed) {
  if (typed.type == Type::boolean) return typed.number != 0 ? "true" : "false";
  if (!is_numeric(typed.type) || keeps_digits(typed)) return typed.normal;
  std::string text;
  json::append_number(text, typed.number);
  return text;
}

Typed typed_from(Type type, const std::string& value) {
  if (type == Type::boolean) return {type, double(value == "true"), ""};
  if (!is_numeric(type)) return {type, 0, value};
  const double number = std::strtod(value.c_str(), nullptr);
  return {type, number, exact_digits(number, value)};
}

namespace {

Span stored(Span span, const Document* document) { return document ? document->to_bytes(span) : span; }

struct JsonContext {
  const WriteOptions& options;
  const Document* document;
  bool label = false;  // as label files have texts: always objects
};

void append_fields(std::string& out, const std::vector<Field>& fields, const std::vector<FieldSchema>& schema,
                   const JsonContext& context, bool first);

// `type`: of the field. All values of a typed field have the same form, also those that have no reading.
void append_leaf(std::string& out, const Value& value, Type type, const JsonContext& context) {
  const bool typed = context.options.typed && value.typed && value.typed->type != Type::text;
  const bool span = context.options.spans && value.span;
  if (!context.label && is_literal(value)) {
    out += value.text;
    return;
  }
  if (!context.label && !typed && !span && (type == Type::text || !context.options.typed)) {
    json::append_string(out, value.text);
    return;
  }
  out += "{\"text\": ";
  json::append_string(out, value.text);
  if (typed) {
    const Typed& reading = *value.typed;
    out += ", \"value\": ";
    if (is_numeric(reading.type) || reading.type == Type::boolean) out += typed_value(reading);
    else json::append_string(out, reading.normal);
    if (const std::string_view second = second_part(reading.type);
        !second.empty() && !reading.normal.empty()) {
      out.append(", \"").append(second).append("\": ");
      if (reading.type == Type::rating) out += reading.normal;
      else json::append_string(out, reading.normal);
    }
  }
  if (span) {
    const Span at = stored(*value.span, context.document);
    fmt::format_to(std::back_inserter(out), ", \"span\": [{}, {}]", at.begin, at.end);
  }
  out += '}';
}

void append_value(std::string& out, const Value& value, const FieldSchema* schema,
                  const JsonContext& context) {
  static const std::vector<FieldSchema> kNone;
  switch (value.kind) {
    case Value::Kind::absent:
    case Value::Kind::null: out += "null"; break;
    case Value::Kind::text: append_leaf(out, value, schema ? schema->type : Type::text, context); break;
    case Value::Kind::list:
      out += '[';
      for (size_t i = 0; i < value.items.size(); ++i) {
        if (i) out += ", ";
        append_value(out, value.items[i], schema, context);
      }
      out += ']';
      break;
    case Value::Kind::record:
      out += '{';
      append_fields(out, value.fields, schema ? schema->fields : kNone, context, true);
      out += '}';
      break;
  }
}

const FieldSchema* schema_of_field(const std::vector<FieldSchema>& schema, const std::string& name,
                                   size_t guess) {
  if (guess < schema.size() && schema[guess].name == name) return &schema[guess];
  return find_by(schema, &FieldSchema::name, name);
}

void append_fields(std::string& out, const std::vector<Field>& fields, const std::vector<FieldSchema>& schema,
                   const JsonContext& context, bool first) {
  for (size_t i = 0; i < fields.size(); ++i) {
    const Field& field = fields[i];
    if (field.value.is_absent()) continue;
    if (!first) out += ", ";
    first = false;
    json::append_string(out, field.name);
    out += ": ";
    append_value(out, field.value, schema_of_field(schema, field.name, i), context);
  }
}

// Objects of one schema, one a call.
class JsonRecords {
 public:
  JsonRecords(const Schema& schema, const WriteOptions& options)
      : schema_(schema), page_key_(page_key(schema)), options_(options) {}

  std::string format(const std::string& page, const Record& record, const Document* document) const {
    std::string out = "{";
    if (options_.page) {
      json::append_string(out, page_key_);
      out += ": ";
      json::append_string(out, page);
    }
    append_fields(out, record.fields, schema_.fields, {options_, document}, !options_.page);
    if (record.partial) out += out.size() > 1 ? ", \"_partial\": true" : "\"_partial\": true";
    out += '}';
    return out;
  }

 private:
  Schema schema_;
  std::string page_key_;
  WriteOptions options_;
};

// One object a line, or all of them in a list.
class JsonWriter : public Writer {
 public:
  JsonWriter(bool list, const Schema& schema, const WriteOptions& options, Out out)
      : list_(list), records_(schema, options), out_(std::move(out)) {}

  Status page(const std::string& name, const Document* document,
              const std::vector<Record>& records) override {
    std::string lines;
    for (const Record& record : records) {
      if (list_) lines += empty_ ? "[\n  " : ",\n  ";
      empty_ = false;
      lines += records_.format(name, record, document);
      if (!list_) lines += '\n';
    }
    return lines.empty() ? Status() : out_(lines);
  }
  Status finish() override { return list_ ? out_(empty_ ? "[]\n" : "\n]\n") : Status(); }

 private:
  bool list_;
  JsonRecords records_;
  Out out_;
  bool empty_ = true;
};

// A line a page, also for pages without records: a label file says of every page what is on it.
class LabelWriter : public Writer {
 public:
  explicit LabelWriter(Out out) : out_(std::move(out)) {}

  Status page(const std::string& name, const Document* document,
              const std::vector<Record>& records) override {
    return out_(format_label_records(name, document ? document->url() : "", records, document) + "\n");
  }
  Status finish() override { return {}; }

 private:
  Out out_;
};

}  // namespace

std::string json_of(const Value& value) {
  WriteOptions plain;
  plain.typed = false;
  std::string out;
  append_value(out, value, nullptr, {plain, nullptr});
  return out;
}

void append_label(std::string& out, const Value& value, const Document* document) {
  WriteOptions label;
  label.typed = false;
  label.spans = true;
  append_value(out, value, nullptr, {label, document, true});
}

static std::unique_ptr<Writer> make_plain_writer(Format format, const Schema& schema,
                                                 const WriteOptions& options, Writer::Out out) {
  switch (format) {
    case Format::jsonl: return std::make_unique<JsonWriter>(false, schema, options, std::move(out));
    case Format::json: return std::make_unique<JsonWriter>(true, schema, options, std::move(out));
    case Format::csv: return make_table_writer(',', schema, options, std::move(out));
    case Format::tsv: return make_table_writer('\t', schema, options, std::move(out));
    case Format::xml: return make_xml_writer(schema, options, std::move(out));
    case Format::labels: return std::make_unique<LabelWriter>(std::move(out));
    case Format::table: return make_aligned_writer(schema, options, std::move(out));
  }
  return nullptr;
}

std::unique_ptr<Writer> make_writer(Format format, const Schema& schema, const WriteOptions& options,
                                    Writer::Out out) {
  const bool table = format == Format::csv || format == Format::tsv;
  WriteOptions inner = options;
  Readings readings = options.readings.value_or(table ? Readings::columns : Readings::structs);
  if (format == Format::table || !options.typed) readings = Readings::text;
  if (readings == Readings::text) inner.typed = false;
  const bool columns = readings == Readings::columns ||
                       (readings == Readings::text && options.spans && (table || format == Format::table));
  if (!columns || format == Format::labels) return make_plain_writer(format, schema, inner, std::move(out));
  inner.typed = inner.spans = false;
  return make_columns_writer(schema, readings, options.spans,
                             [format, inner, out = std::move(out)](const Schema& made) {
                               return make_plain_writer(format, made, inner, out);
                             });
}

}  // namespace gleaner::wrap
