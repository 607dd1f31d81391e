// Records read back: jsonl and json as JsonWriter gives them (or any objects), csv and tsv
// with a header row. Columns "offers.price" become nested records. A column "price" beside "price_text" is a
// reading of that text (readings.h), "price_currency", "price_best", "price_begin" and "price_end" belong to
// it; so do "price.value", "price.currency", "price.begin" and "price.end" beside "price".
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "base/csv.h"
#include "base/json.h"
#include "base/lists.h"
#include "base/text.h"
#include "wrap/label.h"
#include "wrap/literal.h"
#include "wrap/span_reading.h"
#include "wrap/types.h"
#include "wrap/writer_internal.h"

namespace gleaner::wrap {
namespace {

using Json = json::Value;

Typed typed_of(const Json& object, const Json& value) {
  Typed typed;
  if (value.is_number()) {
    const Json* currency = object.find("currency");
    const Json* best = object.find("best");
    typed.type = currency ? Type::money : best ? Type::rating : Type::number;
    typed.number = value.number;
    if (typed.type == Type::number) typed.normal = exact_digits(value.number, value.text);
    if (currency && currency->is_string()) typed.normal = currency->text;
    if (best && best->is_number()) typed.normal = best->text;
  } else if (value.is(Json::Kind::boolean)) {
    typed.type = Type::boolean;
    typed.number = value.boolean;
  } else {
    typed.type = recognise(value.text) == Type::date ? Type::date : Type::url;
    typed.normal = value.text;
  }
  return typed;
}

std::vector<Field> fields_of(const Json& object, std::string_view skip);

Value value_of(const Json& from) {
  Value value;
  switch (from.kind) {
    case Json::Kind::null: return Value::make_null();
    case Json::Kind::boolean:
    case Json::Kind::number:
      value = Value::make_text(std::string(from.is_number() ? from.text : from.boolean ? "true" : "false"));
      make_literal(value);
      return value;
    case Json::Kind::string: return Value::make_text(std::string(from.text));
    case Json::Kind::array:
      value = Value::make_list({});
      for (const Json& item : from.items) value.items.push_back(value_of(item));
      return value;
    case Json::Kind::object: break;
  }
  const Json* text = from.find("text");
  if (!text || !text->is_string()) return Value::make_record(fields_of(from, ""));
  value = Value::make_text(std::string(text->text));
  if (const Json* span = from.find("span")) value.span = read_span(*span);
  if (const Json* reading = from.find("value"); reading && !reading->is(Json::Kind::null))
    value.typed = typed_of(from, *reading);
  return value;
}

std::vector<Field> fields_of(const Json& object, std::string_view skip) {
  std::vector<Field> fields;
  for (const json::Member& member : object.members)
    if (skip.empty() || (member.key != skip && member.key != "_partial"))
      fields.push_back({std::string(member.key), value_of(member.value)});
  return fields;
}

void add_json_record(std::vector<PageRecords>& pages, const Json& object) {
  const std::string_view key = object.find("_page") ? "_page" : "page";
  const Json* page = object.find(key);
  const bool named = page && page->is_string();
  add_record(pages, named ? std::string(page->text) : "",
             {fields_of(object, named ? key : "\n"), {}, 0, object.find("_partial") != nullptr});
}

Diagnostic placed(Diagnostic why, const std::string& file, uint32_t line_offset) {
  why.code = Code::bad_input;
  why.message = "damaged JSON: " + why.message;
  why.where.file = file;
  why.where.line += line_offset;
  return why;
}

Diagnostic not_an_object(const std::string& file, uint32_t line) {
  return error(Code::bad_input, "a record must be a JSON object", Where{.file = file, .line = line});
}

// --- tables

using Cells = std::vector<std::string>;

struct Table {
  std::vector<Cells> rows;
  std::vector<uint32_t> lines;
};

Result<Table> cut_csv(std::string_view text, const std::string& file) {
  Table table;
  uint32_t line = 1;
  for (size_t at = 0; at < text.size();) {
    const uint32_t first_line = line;
    Cells row;
    GLEANER_CHECK(csv_row(text, at, ',', line, file, row));
    if (row.size() == 1 && row[0].empty()) continue;
    table.rows.push_back(std::move(row));
    table.lines.push_back(first_line);
  }
  return table;
}

Table cut_tsv(std::string_view text) {
  Table table;
  uint32_t line = 0;
  for (std::string_view source : split(text, '\n')) {
    ++line;
    if (source.ends_with('\r')) source.remove_suffix(1);
    if (source.empty()) continue;
    Cells row;
    for (std::string_view raw : split(source, '\t')) {
      std::string cell;
      for (size_t i = 0; i < raw.size(); ++i) {
        if (raw[i] != '\\' || i + 1 == raw.size()) {
          cell += raw[i];
          continue;
        }
        const char next = raw[++i];
        cell += next == 't' ? '\t' : next == 'n' ? '\n' : next == 'r' ? '\r' : next;
      }
      row.push_back(std::move(cell));
    }
    table.rows.push_back(std::move(row));
    table.lines.push_back(line);
  }
  return table;
}

// What a column holds: a value at a path, or an attribute ("value", "begin", ...) of the column before.
struct Column {
  std::vector<std::string> path;
  std::string attribute;
};

// A header that says two things of one name would lose or mix values.
Status check_header(const Cells& header, const std::vector<Column>& columns, const std::string& file) {
  auto wrong = [&](std::string message) {
    return error(Code::bad_input, std::move(message), Where{.file = file, .line = 1}, "rename one of them");
  };
  std::set<std::string> values, records;
  for (size_t c = 0; c < columns.size(); ++c) {
    if (!columns[c].attribute.empty()) continue;
    if (header[c].empty()) continue;  // a comma too many
    if (!values.insert(header[c]).second)
      return wrong(fmt::format("two columns are called \"{}\"", header[c]));
    for (size_t dot = header[c].find('.'); dot != std::string::npos; dot = header[c].find('.', dot + 1))
      records.insert(header[c].substr(0, dot));
  }
  for (const std::string& name : values)
    if (records.contains(name))
      return wrong(
          fmt::format("the column \"{0}\" is a value, and by \"{0}.\" of another column a record", name));
  return {};
}

bool is_attribute(std::string_view name) {
  return name == "value" || name == "currency" || name == "best" || name == "begin" || name == "end";
}

// What the column `name` says of another one: "price_currency" is the "currency" of "price".
struct Said {
  std::string base, attribute;
};

Said said_by(const Cells& header, const std::string& name) {
  const auto has = [&](const std::string& column) { return contains(header, column); };
  if (has(name + "_text")) return {name, "value"};
  if (const size_t dot = name.rfind('.'); dot != std::string::npos)
    if (const std::string before = name.substr(0, dot), last = name.substr(dot + 1);
        is_attribute(last) && has(before))
      return {before, last};
  const size_t line = name.rfind('_');
  if (line == std::string::npos) return {name, ""};
  const std::string before = name.substr(0, line), last = name.substr(line + 1);
  if (last == "text" && has(before)) return {before, ""};
  const bool span = last == "begin" || last == "end";
  if (span && has(before) && has(before + "_begin") && has(before + "_end")) return {before, last};
  if ((last == "currency" || last == "best") && has(before + "_text")) return {before, last};
  return {name, ""};
}

// A name of more parts than this is one name: records so deep mean nothing, and whatever walks them recurses.
constexpr size_t kDeepestColumn = 64;
constexpr size_t kMostColumns = 16'384;  // as in spreadsheets; each is compared with the others

std::vector<Column> columns_of(const Cells& header) {
  std::vector<Column> columns;
  for (const std::string& name : header) {
    Said said = said_by(header, name);
    Column column;
    column.attribute = std::move(said.attribute);
    const std::vector<std::string_view> parts = split(said.base, '.');
    if (parts.size() > kDeepestColumn) column.path = {said.base};
    else column.path.assign(parts.begin(), parts.end());
    columns.push_back(std::move(column));
  }
  return columns;
}

std::vector<Field>& record_at(std::vector<Field>& fields, const std::vector<std::string>& path) {
  std::vector<Field>* at = &fields;
  for (size_t i = 0; i + 1 < path.size(); ++i) {
    auto found = std::ranges::find_if(*at, [&](const Field& f) { return f.name == path[i]; });
    if (found == at->end()) found = at->insert(at->end(), {path[i], Value::make_record({})});
    at = &found->value.fields;
  }
  return *at;
}

void set_attribute(Value& value, const std::string& attribute, const std::string& cell) {
  if (attribute == "begin" || attribute == "end") {
    if (!value.span) value.span = Span{};
    (attribute == "begin" ? value.span->begin : value.span->end) =
        uint32_t(std::strtoul(cell.c_str(), nullptr, 10));
  } else if (attribute == "currency" || attribute == "best") {
    if (value.typed)
      value.typed->type = attribute == "best" ? Type::rating : Type::money, value.typed->normal = cell;
  } else {
    const Type type = recognise(cell);
    const bool kept = type == Type::number || type == Type::boolean || type == Type::date;
    value.typed = typed_from(kept ? type : Type::url, cell);
  }
}

}  // namespace

void add_record(std::vector<PageRecords>& pages, const std::string& page, Record record) {
  if (pages.empty() || pages.back().page != page) pages.push_back({page, {}});
  pages.back().records.push_back(std::move(record));
}

Result<std::vector<std::vector<std::string>>> cells_of_csv(std::string_view text) {
  GLEANER_TRY(Table table, cut_csv(text, ""));
  return std::move(table.rows);
}

// A record with a list of records stands on several rows, its own values on each: rows that differ only in
// records inside them are one.
static bool continues(const Record& before, const Record& row) {
  auto next_own = [](const std::vector<Field>& fields, size_t at) {
    while (at < fields.size() && (fields[at].value.is_record() || fields[at].value.is_list())) ++at;
    return at;
  };
  const std::vector<Field>&a = before.fields, &b = row.fields;
  size_t i = next_own(a, 0), j = next_own(b, 0), own = 0;
  for (; i < a.size() && j < b.size(); i = next_own(a, i + 1), j = next_own(b, j + 1), ++own)
    if (a[i].name != b[j].name || a[i].value.text != b[j].value.text) return false;
  return i == a.size() && j == b.size() && own > 0 && own < a.size() && own < b.size();
}

static void fold_rows(std::vector<PageRecords>& pages) {
  std::set<std::string> lists;  // fields that hold several records somewhere are lists everywhere
  auto as_list = [](Value& value) {
    if (value.is_list()) return;
    Value only = std::move(value);
    value = Value::make_list({});
    value.items.push_back(std::move(only));
  };
  for (PageRecords& page : pages) {
    std::vector<Record> folded;
    for (Record& row : page.records) {
      if (folded.empty() || !continues(folded.back(), row)) {
        folded.push_back(std::move(row));
        continue;
      }
      for (Field& field : row.fields) {
        if (!field.value.is_record()) continue;
        lists.insert(field.name);
        Value* into = folded.back().find(field.name);
        if (!into) into = &folded.back().fields.emplace_back(Field{field.name, Value::make_list({})}).value;
        as_list(*into);
        into->items.push_back(std::move(field.value));
      }
    }
    page.records = std::move(folded);
  }
  for (PageRecords& page : pages)
    for (Record& record : page.records)
      for (Field& field : record.fields)
        if (lists.contains(field.name)) as_list(field.value);
}

Result<std::vector<PageRecords>> read_table(char separator, std::string_view text, const std::string& file) {
  text = without_mark(text);
  Table table;
  if (separator == '\t') table = cut_tsv(text);
  else {
    GLEANER_TRY(table, cut_csv(text, file));
  }
  std::vector<PageRecords> pages;
  if (table.rows.empty()) return pages;
  const Cells header = table.rows[0];
  if (header.size() > kMostColumns)
    return error(Code::bad_input,
                 fmt::format("{} columns; tables have {} at most", header.size(), kMostColumns),
                 {file, 1, 0, {}});
  const std::vector<Column> columns = columns_of(header);
  GLEANER_CHECK(check_header(header, columns, file));
  const bool own_page = contains(header, "_page");
  for (size_t r = 1; r < table.rows.size(); ++r) {
    const Cells& row = table.rows[r];
    if (row.size() > header.size())
      return error(Code::bad_input,
                   fmt::format("{} cells in this row, but {} columns", row.size(), header.size()),
                   Where{.file = file, .line = table.lines[r]});
    Record record;
    std::string page;
    // Texts first: what is said of them may stand before them.
    for (const bool texts : {true, false})
      for (size_t c = 0; c < row.size(); ++c) {
        if (header[c] == (own_page ? "_page" : "page")) {
          page = row[c];
          continue;
        }
        if (row[c].empty() || columns[c].attribute.empty() != texts) continue;
        std::vector<Field>& fields = record_at(record.fields, columns[c].path);
        const std::string& name = columns[c].path.back();
        auto found = std::ranges::find(fields, name, &Field::name);
        if (texts) fields.push_back({name, Value::make_text(row[c])});
        else if (found != fields.end()) set_attribute(found->value, columns[c].attribute, row[c]);
      }
    add_record(pages, page, std::move(record));
  }
  fold_rows(pages);
  return pages;
}

Result<std::vector<PageRecords>> read_json_records(std::string_view text, const std::string& file) {
  std::vector<PageRecords> pages;
  if (trim(text).starts_with('[')) {
    auto parsed = json::parse(text);
    if (!parsed.ok()) return placed(std::move(parsed).error(), file, 0);
    for (const Json& item : parsed->root.items) {
      if (!item.is_object()) return not_an_object(file, 0);
      add_json_record(pages, item);
    }
    return pages;
  }
  uint32_t line = 0;
  for (std::string_view source : split(text, '\n')) {
    ++line;
    if (trim(source).empty()) continue;
    auto parsed = json::parse(source);
    if (!parsed.ok()) return placed(std::move(parsed).error(), file, line - 1);
    if (!parsed->root.is_object()) return not_an_object(file, line);
    add_json_record(pages, parsed->root);
  }
  return pages;
}

Result<std::vector<PageRecords>> read_records(Format format, std::string_view text, const std::string& file) {
  switch (format) {
    case Format::jsonl:
    case Format::json: return read_json_records(text, file);
    case Format::csv: return read_table(',', text, file);
    case Format::tsv: return read_table('\t', text, file);
    case Format::xml: return read_xml(text, file);
    case Format::table:
      return error(Code::unsupported, "a table is made for people and cannot be read back",
                   Where{.file = file});
    case Format::labels: break;
  }
  GLEANER_TRY(std::vector<Label> labels, parse_labels(text, file));
  std::vector<PageRecords> pages;
  for (Label& label : labels) pages.push_back({label.page, std::move(label.records)});
  return pages;
}

}  // namespace gleaner::wrap
