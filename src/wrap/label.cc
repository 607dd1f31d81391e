// Label files: reading, writing, and binding spans to a page. See label.h.
#include "wrap/label.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/csv.h"
#include "base/json.h"
#include "base/lists.h"
#include "base/shorten.h"
#include "base/text.h"
#include "wrap/schema.h"
#include "wrap/span_reading.h"
#include "wrap/writer_internal.h"

namespace gleaner::wrap {
namespace {

using Json = json::Value;

constexpr int kMostOfAField = 1'000'000'000;  // values of one field on one page that a label may tell of

// Reads one line; errors say file, line and key.
class LabelReader {
 public:
  LabelReader(const std::string& file, uint32_t line) : file_(file), line_(line) {}

  Result<Label> read(const Json& root) const {
    Label label;
    label.line = line_;
    if (!root.is_object())
      return wrong(root, "a label is an object such as {\"page\": \"a.html\", \"records\": [...]}");
    for (const json::Member& member : root.members) {
      const Json& value = member.value;
      if (member.key == "page") {
        if (!value.is_string()) return wrong(value, "\"page\" must be a text");
        label.page = value.text;
      } else if (member.key == "url") {
        if (value.is_string()) label.url = value.text;
      } else if (member.key == "complete") {
        if (!value.is(Json::Kind::boolean)) return wrong(value, "\"complete\" must be true or false");
        label.complete = value.boolean;
      } else if (member.key == "records") {
        GLEANER_CHECK(read_records(value, label));
      } else if (member.key == "negative") {
        GLEANER_CHECK(read_negative(value, label));
      } else if (member.key == "count") {
        GLEANER_CHECK(read_count(value, label));
      }
      // Other keys are for other programs (or later versions) and are left alone.
    }
    if (label.page.empty()) return wrong(root, "the key \"page\" is missing");
    return label;
  }

 private:
  Diagnostic wrong(const Json& at, std::string message) const {
    return error(Code::bad_input, std::move(message),
                 Where{.file = file_, .line = line_, .column = at.span.begin + 1});
  }

  Status check_field(const json::Member& member) const {
    Status named = check_name(member.key);
    return named.ok() ? named : Status(wrong(member.value, named.error().message));
  }

  Status read_records(const Json& value, Label& label) const {
    if (!value.is_array()) return wrong(value, "\"records\" must be a list of records");
    for (const Json& item : value.items) {
      if (!item.is_object()) return wrong(item, "a record must be an object of fields");
      Record record;
      for (const json::Member& member : item.members) {
        GLEANER_CHECK(check_field(member));
        GLEANER_TRY(Value field, read_value(member.value, member.key));
        record.add(member.key, std::move(field));
      }
      label.records.push_back(std::move(record));
    }
    return {};
  }

  Status read_negative(const Json& value, Label& label) const {
    if (!value.is_array()) return wrong(value, "\"negative\" must be a list of texts");
    for (const Json& item : value.items) {
      GLEANER_TRY(Value text, read_value(item, "negative"));
      if (!text.is_text()) return wrong(item, "a negative must be a text, or an object with \"text\"");
      const Json* field = item.is_object() ? item.find("field") : nullptr;
      label.negative.push_back(std::move(text));
      label.negative_field.push_back(field && field->is_string() ? std::string(field->text) : "");
    }
    return {};
  }

  Status read_count(const Json& value, Label& label) const {
    if (!value.is_object()) return wrong(value, "\"count\" must be an object such as {\"author\": 9}");
    for (const json::Member& member : value.members) {
      const double count = member.value.number;
      if (!member.value.is_number() || count < 0 || count > kMostOfAField)
        return wrong(member.value, fmt::format("the count of \"{}\" must be a number from 0 to {}",
                                               member.key, kMostOfAField));
      label.count[std::string(member.key)] = int(count);
    }
    return {};
  }

  // A leaf is a text, a number or truth value as written, or an object whose "text" is one of
  // them, with its "span" perhaps.
  Result<Value> read_value(const Json& value, std::string_view field) const {
    switch (value.kind) {
      case Json::Kind::null: return Value::make_null();
      case Json::Kind::string:
      case Json::Kind::number: return Value::make_text(std::string(value.text));
      case Json::Kind::boolean: return Value::make_text(value.boolean ? "true" : "false");
      case Json::Kind::array: {
        Value made = Value::make_list({});
        for (const Json& item : value.items) {
          GLEANER_TRY(made.items.emplace_back(), read_value(item, field));
        }
        return made;
      }
      case Json::Kind::object: break;
    }
    const Json* text = value.find("text");
    if (text && !text->is_object() && !text->is_array() && is_leaf(value))
      return read_leaf(value, *text, field);
    Value made = Value::make_record({});
    for (const json::Member& member : value.members) {
      GLEANER_CHECK(check_field(member));
      GLEANER_TRY(Value read, read_value(member.value, member.key));
      made.fields.push_back({std::string(member.key), std::move(read)});
    }
    return made;
  }

  // A nested record may have a field "text" beside others, which a leaf never has.
  static bool is_leaf(const Json& value) {
    constexpr std::string_view kOfLeaves[] = {"text", "span", "field", "value", "currency",
                                              "best", "unit", "type",  "rule",  "note"};
    return std::ranges::all_of(value.members,
                               [&](const json::Member& member) { return contains(kOfLeaves, member.key); });
  }

  Result<Value> read_leaf(const Json& value, const Json& text, std::string_view field) const {
    Value made = Value::make_text(text.is(Json::Kind::boolean) ? (text.boolean ? "true" : "false")
                                                               : std::string(text.text));
    if (text.is(Json::Kind::null)) made.kind = Value::Kind::null;
    const Json* span = value.find("span");
    if (!span || span->is(Json::Kind::null)) return made;
    const std::optional<Span> read = read_span(*span);
    if (!read)
      return wrong(*span, fmt::format("the span of \"{}\" must be [begin, end] in bytes of the page", field));
    made.span = *read;
    return made;
  }

  const std::string& file_;
  uint32_t line_;
};

// --- binding

// Where the tag, comment, script or style sheet that begins at `at` ends: its last character.
size_t markup_end(std::string_view text, size_t at) {
  auto end_of = [&](std::string_view close) {
    const size_t end = text.find(close, at);
    return end == std::string_view::npos ? std::string_view::npos : end + close.size() - 1;
  };
  if (text.substr(at).starts_with("<!--")) return end_of("-->");
  const std::string start = lower_ascii(text.substr(at, 7));
  if (start == "<script") return end_of("</script>");
  if (start.starts_with("<style")) return end_of("</style>");
  return end_of(">");
}

// Letters and digits of a text, with markup and entities left out: what remains equal however a page writes a
// value.
std::string skeleton(std::string_view text, bool source) {
  std::string kept;
  for (size_t at = 0; at < text.size(); ++at) {
    if (source && text[at] == '<') {
      const size_t end = markup_end(text, at);
      if (end != std::string_view::npos) at = end;
      continue;
    }
    if (source && text[at] == '&') {
      const size_t end = text.find(';', at);
      if (end != std::string_view::npos && end - at < 12) at = end;
      continue;
    }
    if (is_alnum(text[at])) kept += text[at];
  }
  return kept;
}

bool is_subsequence(std::string_view small, std::string_view large) {
  size_t at = 0;
  for (char c : large)
    if (at < small.size() && small[at] == c) ++at;
  return at == small.size();
}

// Whether a source slice shows the text: exactly, with other white space, written with markup, entities or
// escapes, or with the same letters and digits (label files often lose typographic quotes and dashes).
bool shows(std::string_view slice, std::string_view text) {
  if (slice == text) return true;
  if (collapse(slice) == collapse(text)) return true;
  if (slice.find_first_of("<&\\") == std::string_view::npos) {
    const std::string letters = skeleton(slice, false);
    return !letters.empty() && letters == skeleton(text, false);
  }
  return is_subsequence(skeleton(slice, true), skeleton(text, false));
}

std::string in_a_message(std::string_view text) { return shortened(collapse(text), 60); }

Status bind_value(Value& value, const std::string& field, const Label& label, const Document& document) {
  if (!value.is_text() || !value.span) return {};
  const Span stored = *value.span;
  if (stored.end > document.bytes().size())
    return error(
        Code::bad_input,
        fmt::format("the label of \"{}\" (\"{}\") is at bytes {}-{}, but the page has only {}", field,
                    in_a_message(value.text), stored.begin, stored.end, document.bytes().size()),
        Where{.file = label.page, .span = stored});
  const Span span = document.to_text(stored);
  const std::string_view slice = document.text(span);
  if (value.text.empty()) value.text = collapse(slice);
  if (!shows(slice, value.text))
    return error(Code::bad_input,
                 fmt::format("the label of \"{}\" says \"{}\", but the page has \"{}\" at bytes {}-{}", field,
                             in_a_message(value.text), in_a_message(slice), stored.begin, stored.end),
                 document.where(span),
                 "has the page changed since it was labelled? leave the span out to have it found again");
  value.span = span;
  return {};
}

}  // namespace

bool Label::is_nested() const {
  return std::ranges::any_of(records, [](const Record& record) {
    return std::ranges::any_of(record.fields, [](const Field& field) { return field.value.holds_records(); });
  });
}

Result<std::vector<Label>> parse_labels(std::string_view text, const std::string& file) {
  std::vector<Label> labels;
  uint32_t line = 0;
  for (const std::string_view source : split(without_mark(text), '\n')) {
    ++line;
    if (trim(source).empty()) continue;
    auto parsed = json::parse(source);
    if (!parsed.ok()) {
      Diagnostic why = std::move(parsed).error();
      why.code = Code::bad_input;
      if (trim(source).starts_with('<'))
        return error(
            Code::bad_input, "this is a page, not a label file", Where{.file = file, .line = line},
            "a label file has a line a page: {\"page\": \"a.html\", \"records\": [{\"price\": \"6.90\"}]}");
      why.message = "damaged label: " + why.message;
      why.where.file = file;
      why.where.line = line;
      if (why.hint.empty()) why.hint = "a label file has one JSON object a line";
      return why;
    }
    GLEANER_TRY(labels.emplace_back(), LabelReader(file, line).read(parsed->root));
  }
  return labels;
}

static std::string open_label(const std::string& page, const std::string& url, bool complete,
                              const std::vector<Record>& records, const Document* document) {
  std::string out = "{\"page\": ";
  json::append_string(out, page);
  if (!url.empty()) {
    out += ", \"url\": ";
    json::append_string(out, url);
  }
  if (complete) out += ", \"complete\": true";
  out += ", \"records\": [";
  for (size_t i = 0; i < records.size(); ++i) {
    if (i) out += ", ";
    append_label(out, Value::make_record(records[i].fields), document);
  }
  return out + ']';
}

std::string format_label(const Label& label, const Document* document) {
  std::string out = open_label(label.page, label.url, label.complete, label.records, document);
  if (!label.negative.empty()) {
    out += ", \"negative\": [";
    for (size_t i = 0; i < label.negative.size(); ++i) {
      if (i) out += ", ";
      append_label(out, label.negative[i], document);
      if (i >= label.negative_field.size() || label.negative_field[i].empty() || !label.negative[i].is_text())
        continue;
      out.back() = ',';  // one member more
      out += " \"field\": " + json::quote(label.negative_field[i]) + "}";
    }
    out += ']';
  }
  if (!label.count.empty()) {
    out += ", \"count\": {";
    bool first = true;
    for (const auto& [field, count] : label.count) {
      if (!first) out += ", ";
      first = false;
      json::append_string(out, field);
      out += fmt::format(": {}", count);
    }
    out += '}';
  }
  out += '}';
  return out;
}

std::string format_label_records(const std::string& page, const std::string& url,
                                 const std::vector<Record>& records, const Document* document) {
  return open_label(page, url, false, records, document) + '}';
}

Status bind(Label& label, const Document& document) {
  Status status;
  for_each_leaf(label.records, [&](const std::string& path, Value& value) {
    if (status.ok()) status = bind_value(value, path, label, document);
  });
  for (Value& value : label.negative)
    if (status.ok()) status = bind_value(value, "negative", label, document);
  return status;
}

}  // namespace gleaner::wrap
