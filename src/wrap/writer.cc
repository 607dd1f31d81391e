// Writers for trees of records: jsonl, json, labels. Tables are in table_writer.cc, XML in xml_format.cc. See writer.h.
//
// A leaf is a plain string; where there is a typed reading or its span is asked for, an object:
//   {"text": "EUR 6.90", "value": 6.9, "currency": "EUR", "span": [8812, 8820]}
#include "wrap/writer.h"

#include <fmt/format.h>

#include "base/json.h"
#include "base/text.h"
#include "wrap/label.h"
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
  return std::nullopt;
}

std::optional<Format> format_of_path(std::string_view path) {
  const size_t slash = path.rfind('/');
  const std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
  if (name == "labels.jsonl" || name.ends_with(".labels.jsonl") || name.ends_with(".labels")) return Format::labels;
  const size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return std::nullopt;
  return format_of_name(name.substr(dot + 1));
}

std::string page_key(const Schema& schema) { return schema.find("page") ? "_page" : "page"; }

std::string typed_value(const Typed& typed) {
  switch (typed.type) {
    case Type::number:
    case Type::money: {
      std::string text;
      json::append_number(text, typed.number);
      return text;
    }
    case Type::boolean: return typed.number != 0 ? "true" : "false";
    default: return typed.normal;
  }
}

namespace {

Span stored(Span span, const Document* document) { return document ? document->to_bytes(span) : span; }

void append_fields(std::string& out, const std::vector<Field>& fields, const WriteOptions& options,
                   const Document* document, bool first);

void append_leaf(std::string& out, const Value& value, const WriteOptions& options, const Document* document) {
  const bool typed = options.typed && value.typed && value.typed->type != Type::text;
  const bool span = options.spans && value.span;
  if (!typed && !span) {
    json::append_string(out, value.text);
    return;
  }
  out += "{\"text\": ";
  json::append_string(out, value.text);
  if (typed) {
    const Typed& reading = *value.typed;
    out += ", \"value\": ";
    if (reading.type == Type::date || reading.type == Type::url)
      json::append_string(out, reading.normal);
    else
      out += typed_value(reading);
    if (reading.type == Type::money && !reading.normal.empty()) {
      out += ", \"currency\": ";
      json::append_string(out, reading.normal);
    }
  }
  if (span) {
    const Span at = stored(*value.span, document);
    fmt::format_to(std::back_inserter(out), ", \"span\": [{}, {}]", at.begin, at.end);
  }
  out += '}';
}

void append_value(std::string& out, const Value& value, const WriteOptions& options, const Document* document) {
  switch (value.kind) {
    case Value::Kind::absent:
    case Value::Kind::null: out += "null"; break;
    case Value::Kind::text: append_leaf(out, value, options, document); break;
    case Value::Kind::list:
      out += '[';
      for (size_t i = 0; i < value.items.size(); ++i) {
        if (i) out += ", ";
        append_value(out, value.items[i], options, document);
      }
      out += ']';
      break;
    case Value::Kind::record:
      out += '{';
      append_fields(out, value.fields, options, document, true);
      out += '}';
      break;
  }
}

void append_fields(std::string& out, const std::vector<Field>& fields, const WriteOptions& options,
                   const Document* document, bool first) {
  for (const Field& field : fields) {
    if (field.value.is_absent()) continue;
    if (!first) out += ", ";
    first = false;
    json::append_string(out, field.name);
    out += ": ";
    append_value(out, field.value, options, document);
  }
}

std::string json_record(const std::string& page, const std::string& page_name, const Record& record,
                        const WriteOptions& options, const Document* document) {
  std::string out = "{";
  bool first = true;
  if (options.page) {
    json::append_string(out, page_name);
    out += ": ";
    json::append_string(out, page);
    first = false;
  }
  append_fields(out, record.fields, options, document, first);
  if (record.partial) out += out.size() > 1 ? ", \"_partial\": true" : "\"_partial\": true";
  out += '}';
  return out;
}

class JsonlWriter : public Writer {
 public:
  JsonlWriter(const Schema& schema, const WriteOptions& options, Out out)
      : page_key_(page_key(schema)), options_(options), out_(std::move(out)) {}

  Status page(const std::string& name, const Document* document, const std::vector<Record>& records) override {
    std::string lines;
    for (const Record& record : records) {
      lines += json_record(name, page_key_, record, options_, document);
      lines += '\n';
    }
    return lines.empty() ? Status() : out_(lines);
  }
  Status finish() override { return {}; }

 private:
  std::string page_key_;
  WriteOptions options_;
  Out out_;
};

class JsonWriter : public Writer {
 public:
  JsonWriter(const Schema& schema, const WriteOptions& options, Out out)
      : page_key_(page_key(schema)), options_(options), out_(std::move(out)) {}

  Status page(const std::string& name, const Document* document, const std::vector<Record>& records) override {
    std::string lines;
    for (const Record& record : records) {
      lines += empty_ ? "[\n  " : ",\n  ";
      empty_ = false;
      lines += json_record(name, page_key_, record, options_, document);
    }
    return lines.empty() ? Status() : out_(lines);
  }
  Status finish() override { return out_(empty_ ? "[]\n" : "\n]\n"); }

 private:
  std::string page_key_;
  WriteOptions options_;
  Out out_;
  bool empty_ = true;
};

// A line a page, also for pages without records: a label file says of every page what is on it.
class LabelWriter : public Writer {
 public:
  explicit LabelWriter(Out out) : out_(std::move(out)) {}

  Status page(const std::string& name, const Document* document, const std::vector<Record>& records) override {
    return out_(format_label_records(name, document ? document->url() : "", records, document) + "\n");
  }
  Status finish() override { return {}; }

 private:
  Out out_;
};

}  // namespace

std::unique_ptr<Writer> make_writer(Format format, const Schema& schema, const WriteOptions& options, Writer::Out out) {
  switch (format) {
    case Format::jsonl: return std::make_unique<JsonlWriter>(schema, options, std::move(out));
    case Format::json: return std::make_unique<JsonWriter>(schema, options, std::move(out));
    case Format::csv: return make_table_writer(',', schema, options, std::move(out));
    case Format::tsv: return make_table_writer('\t', schema, options, std::move(out));
    case Format::xml: return make_xml_writer(schema, options, std::move(out));
    case Format::labels: return std::make_unique<LabelWriter>(std::move(out));
  }
  return nullptr;
}

}  // namespace gleaner::wrap
