// Records as rows: csv (RFC 4180) and tsv (tabs and line breaks inside values become \t and \n).
//
// The one rule of flattening: a nested record's fields are columns "offers.price"; a record with nested lists
// of records gives as many rows as the longest of them, the n-th row holding the n-th of each list, and its
// own values repeated on every row. A list of texts stays one cell, joined by " | ". Readings are columns of
// their own already (readings.h); where they are asked for as structs, they are columns "price.value" and
// "price.currency", spans "price.begin" and "price.end".
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/csv.h"
#include "base/text.h"
#include "wrap/writer_internal.h"

namespace gleaner::wrap {
namespace {

constexpr std::string_view kJoin = " | ";

using Row = std::map<std::string, std::string>;

void append_cell(std::string& out, std::string_view text, char separator) {
  if (separator == '\t') {
    for (char c : text) {
      if (c == '\t') out += "\\t";
      else if (c == '\n') out += "\\n";
      else if (c == '\r') out += "\\r";
      else if (c == '\\') out += "\\\\";
      else out += c;
    }
    return;
  }
  out += csv_cell(text, separator);
}

// Spreadsheets take a text that begins so for a formula, and run it when the file is opened. Numbers stay.
bool runs_in_spreadsheets(std::string_view text) {
  if (text.empty() || std::string_view("=+-@\t\r").find(text[0]) == std::string_view::npos) return false;
  if (text[0] != '+' && text[0] != '-') return true;
  return text.size() == 1 || text.find_first_not_of("0123456789.,", 1) != std::string_view::npos;
}

class TableWriter : public Writer {
 public:
  TableWriter(char separator, const Schema& schema, const WriteOptions& options, Out out)
      : separator_(separator), options_(options), out_(std::move(out)) {
    if (!schema.fields.empty()) set_columns(schema);
  }

  Status page(const std::string& name, const Document* document,
              const std::vector<Record>& records) override {
    if (records.empty()) return {};
    if (columns_.empty()) set_columns(schema_of(records));
    std::string lines = header();
    for (const Record& record : records) {
      if (append_plain(lines, record, name)) continue;
      unknown_.clear();
      std::vector<Row> rows = flatten(record.fields, "", document);
      if (!unknown_.empty())
        return error(Code::internal, fmt::format("the field \"{}\" is not in the wrapper's schema", unknown_),
                     Where{.file = name}, "write jsonl instead: it needs no columns");
      for (Row& row : rows) {
        if (options_.page) row[page_column_] = name;
        append_row(lines, row);
      }
    }
    return out_(lines);
  }

  Status finish() override {
    const std::string line = columns_.empty() ? "" : header();
    return line.empty() ? Status() : out_(line);
  }

 private:
  void set_columns(const Schema& schema) {
    page_column_ = page_key(schema);
    if (options_.page) columns_.push_back(page_column_);
    add_columns(schema.fields, "");
    for (const std::string& column : columns_) known_[column] = true;
  }

  void add_columns(const std::vector<FieldSchema>& fields, const std::string& prefix) {
    for (const FieldSchema& field : fields) {
      const std::string name = prefix + field.name;
      if (!field.fields.empty()) {
        add_columns(field.fields, name + ".");
        continue;
      }
      columns_.push_back(name);
      if (options_.typed && field.type != Type::text && !field.list) {
        columns_.push_back(name + ".value");
        if (const std::string_view second = second_part(field.type); !second.empty())
          columns_.push_back(fmt::format("{}.{}", name, second));
      }
      if (options_.spans) {
        columns_.push_back(name + ".begin");
        columns_.push_back(name + ".end");
      }
    }
  }

  std::string header() {
    if (header_done_) return "";
    header_done_ = true;
    std::string line;
    for (size_t i = 0; i < columns_.size(); ++i) {
      if (i) line += separator_;
      append_cell(line, columns_[i], separator_);
    }
    return line + "\n";
  }

  // A record of texts alone, each once, as nearly all are: its row without detours.
  // False: it is something else.
  bool append_plain(std::string& out, const Record& record, const std::string& page) {
    if (options_.typed || options_.spans) return false;
    cells_.assign(columns_.size(), nullptr);
    if (options_.page) cells_[0] = &page;
    size_t at = options_.page;
    for (const Field& field : record.fields) {
      if (field.value.is_absent()) continue;
      if (!field.value.is_text()) return false;
      for (size_t tried = 0; tried < columns_.size() && (at >= columns_.size() || columns_[at] != field.name);
           ++tried)
        at = at + 1 < columns_.size() ? at + 1 : 0;
      if (at >= columns_.size() || columns_[at] != field.name || cells_[at]) return false;
      cells_[at++] = &field.value.text;
    }
    for (size_t i = 0; i < cells_.size(); ++i) {
      if (i) out += separator_;
      if (cells_[i]) put_cell(out, *cells_[i]);
    }
    out += '\n';
    return true;
  }

  void put_cell(std::string& out, const std::string& text) const {
    if (options_.safe_cells && runs_in_spreadsheets(text)) append_cell(out, "'" + text, separator_);
    else append_cell(out, text, separator_);
  }

  void append_row(std::string& out, const Row& row) const {
    for (size_t i = 0; i < columns_.size(); ++i) {
      if (i) out += separator_;
      const auto cell = row.find(columns_[i]);
      if (cell != row.end()) put_cell(out, cell->second);
    }
    out += '\n';
  }

  std::vector<Row> flatten(const std::vector<Field>& fields, const std::string& prefix,
                           const Document* document) {
    Row own;
    std::vector<std::vector<Row>> lists;  // rows of each nested list, put side by side below
    for (const Field& field : fields) {
      const std::string name = prefix + field.name;
      const Value& value = field.value;
      if (value.is_record()) {
        lists.push_back(flatten(value.fields, name + ".", document));
      } else if (value.is_list() && !value.items.empty() && value.items[0].is_record()) {
        std::vector<Row> rows;
        for (const Value& item : value.items)
          for (Row& row : flatten(item.fields, name + ".", document)) rows.push_back(std::move(row));
        lists.push_back(std::move(rows));
      } else {
        put(own, name, value, document);
      }
    }
    size_t count = 1;
    for (const std::vector<Row>& rows : lists) count = std::max(count, rows.size());
    std::vector<Row> made(count, own);
    for (std::vector<Row>& rows : lists) {
      // A single nested record belongs to the record itself, so it is repeated like the record's own values.
      for (size_t i = 0; i < count; ++i) {
        const size_t from = rows.size() == 1 ? 0 : i;
        if (from < rows.size()) made[i].insert(rows[from].begin(), rows[from].end());
      }
    }
    return made;
  }

  void put(Row& row, const std::string& name, const Value& value, const Document* document) {
    if (value.is_text()) {
      put_text(row, name, value, document);
    } else if (value.is_list()) {
      std::string joined;
      std::optional<Span> hull;
      bool first = true;
      for (const Value& item : value.items) {
        if (!item.is_text() && item.kind != Value::Kind::null) continue;
        if (!first) joined += kJoin;
        first = false;
        joined += item.text;
        if (item.span) hull = hull ? hull->hull(*item.span) : *item.span;
      }
      Value whole = Value::make_text(std::move(joined));
      whole.span = hull;
      put_text(row, name, whole, document);
    }
  }

  void put_text(Row& row, const std::string& name, const Value& value, const Document* document) {
    if (!known_.count(name)) unknown_ = name;
    std::string& cell = row[name];
    if (!cell.empty()) cell += kJoin;  // a name that stands twice in the record
    cell += value.text;
    if (value.typed && value.typed->type != Type::text && options_.typed) {
      row[name + ".value"] = typed_value(*value.typed);
      if (const std::string_view second = second_part(value.typed->type); !second.empty())
        row[fmt::format("{}.{}", name, second)] = value.typed->normal;
    }
    if (value.span && options_.spans) {
      const Span at = document ? document->to_bytes(*value.span) : *value.span;
      row[name + ".begin"] = fmt::format("{}", at.begin);
      row[name + ".end"] = fmt::format("{}", at.end);
    }
  }

  char separator_;
  WriteOptions options_;
  Out out_;
  std::string page_column_;
  std::vector<std::string> columns_;
  std::vector<const std::string*> cells_;  // scratch of append_plain
  std::map<std::string, bool> known_;
  bool header_done_ = false;
  std::string unknown_;  // a field that has no column
};

}  // namespace

std::unique_ptr<Writer> make_table_writer(char separator, const Schema& schema, const WriteOptions& options,
                                          Writer::Out out) {
  return std::make_unique<TableWriter>(separator, schema, options, std::move(out));
}

}  // namespace gleaner::wrap
