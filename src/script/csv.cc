// See csv.h. One pass cuts the text into cells and looks at each, a second makes values of them.
#include "script/csv.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/budget.h"
#include "base/text.h"
#include "page/charset.h"
#include "script/tables.h"

namespace gleaner::script {

void ColumnSeen::see(std::string_view cell) {
  const std::string_view s = trim(cell);
  if (cell.empty()) return;
  ++values;
  if (is_number_written(s)) ++numbers;
  else if (s.size() > 1 && s[0] == '0' && s.find_first_not_of("0123456789") == std::string_view::npos)
    zeros = true;
}

ColumnType ColumnSeen::type() const {
  if (values > 0 && numbers == values) return ColumnType::numbers;
  return !zeros && 2 * numbers > values ? ColumnType::mixed : ColumnType::texts;
}

char find_separator(std::string_view text) {
  constexpr size_t kLines = 20;
  char best = ',';
  size_t most = 0;
  for (const char sign : {',', ';', '\t', '|'}) {
    size_t at = 0, columns = 0, even = 0, rows = 0;
    uint32_t line = 1;
    std::vector<std::string> row;
    while (at < text.size() && rows < kLines) {
      if (!csv_row(text, at, sign, line, "", row).ok()) break;
      if (row.size() == 1 && row[0].empty()) continue;
      if (rows++ == 0) columns = row.size();
      even += row.size() == columns;
    }
    // Even rows count before many columns: a comma inside texts makes columns, too.
    const size_t score =
        columns < 2 || rows == 0 ? 0 : even * 1000 / rows * 1000 + std::min<size_t>(columns, 999);
    if (score > most) most = score, best = sign;
  }
  return best;
}

std::string_view readable(std::string_view bytes, std::string& room) {
  const size_t valid = valid_utf8_prefix(bytes);
  if (valid == bytes.size()) return without_mark(bytes);
  if (ascii_prefix(bytes) < valid) return without_mark(bytes);  // letters that are UTF-8 came before
  Decoded decoded = decode(bytes, determine_charset(bytes, "", false).name);
  if (decoded.identity) return bytes.substr(decoded.skip);
  room = std::move(decoded.text);
  return room;
}

constexpr size_t kMostColumns = 16'384;  // as in spreadsheets; each is compared with the others

static Status csv_head(std::string_view text, size_t& at, char separator, uint32_t& line,
                       const std::string& file, std::vector<std::string>& names) {
  GLEANER_CHECK(csv_row(text, at, separator, line, file, names));
  if (names.size() > kMostColumns)
    return error(gleaner::Code::bad_input,
                 fmt::format("{} columns; tables have {} at most", names.size(), kMostColumns),
                 {file, 1, 0, {}});
  make_different(names);
  return {};
}

Status each_csv_row(std::string_view bytes, const std::string& file, const TakeCsvRow& take, char separator) {
  std::string room;
  const std::string_view text = readable(bytes, room);
  if (!separator) separator = find_separator(text);
  std::vector<std::string> names, row;
  uint32_t line = 1;
  size_t at = 0;
  GLEANER_CHECK(csv_head(text, at, separator, line, file, names));
  while (at < text.size()) {
    const uint32_t here = line;
    GLEANER_CHECK(csv_row(text, at, separator, line, file, row));
    if (row.size() == 1 && row[0].empty()) continue;
    if (row.size() > names.size())
      return error(gleaner::Code::bad_input,
                   fmt::format("{} values, but {} columns", row.size(), names.size()), {file, here, 0, {}});
    if (!take(names, row)) break;
  }
  return {};
}

void make_different(std::vector<std::string>& names) {
  std::set<std::string> seen;
  for (std::string& name : names) {
    const std::string first = name;
    for (int n = 2; !seen.insert(name).second; ++n) name = fmt::format("{}{}", first, n);
  }
}

static void see(CsvShape::Column& column, std::string_view cell) {
  const size_t numbers = column.seen.numbers;
  column.seen.see(cell);
  if (column.seen.numbers == numbers) return;
  const std::string_view number = trim(cell);
  const bool whole = number.find_first_of(".eE") == std::string_view::npos;
  constexpr size_t kSafeWhole = 18, kSafeParts = 15;
  column.whole &= whole;
  column.safe &= number.size() <= (whole ? kSafeWhole : kSafeParts);
  column.wide |= whole && number.size() > kSafeParts;
}

static bool ends_cell(char c, char separator) { return c == separator || c == '\n' || c == '\r'; }

// The cell in quotes that begins at `at`, which moves behind it; beyond the text where the quotes do not end.
static std::string_view quoted_cell(std::string_view text, size_t& at, CsvShape& shape) {
  const size_t begin = at + 1;
  size_t end = begin;
  bool doubled = false;
  while ((end = text.find('"', end)) != std::string_view::npos && end + 1 < text.size() &&
         text[end + 1] == '"')
    doubled = true, end += 2;
  if (end == std::string_view::npos) {
    shape.odd = true;
    at = text.size() + 1;
    return {};
  }
  const std::string_view cell = text.substr(begin, end - begin);
  shape.odd = doubled && is_digit(cell.empty() ? ' ' : cell[0]);
  shape.odd |= cell.find('\n') != std::string_view::npos;
  at = end + 1;
  if (at < text.size() && !ends_cell(text[at], shape.separator)) shape.odd = true;
  return cell;
}

static std::string_view plain_cell(std::string_view text, size_t& at, CsvShape& shape) {
  const size_t begin = at;
  for (; at < text.size() && !ends_cell(text[at], shape.separator); ++at) shape.odd |= text[at] == '"';
  return text.substr(begin, at - begin);
}

Result<CsvShape> shape_of_csv(std::string_view whole, char separator, const std::string& file) {
  const std::string_view text = without_mark(whole);
  CsvShape shape;
  shape.odd = valid_utf8_prefix(text) != text.size();
  shape.separator = separator ? separator : find_separator(text);
  std::vector<std::string> names;
  uint32_t line = 1;
  size_t at = 0;
  GLEANER_CHECK(csv_head(text, at, shape.separator, line, file, names));
  for (std::string& name : names) shape.columns.push_back({std::move(name), {}});
  shape.carriage_returns = at >= 2 && text[at - 2] == '\r';
  size_t column = 0;
  const size_t width = shape.columns.size();
  while (at < text.size() && !shape.odd) {
    const std::string_view cell =
        text[at] == '"' ? quoted_cell(text, at, shape) : plain_cell(text, at, shape);
    if (at > text.size()) return shape;
    if (column >= width) return shape.odd = true, shape;
    see(shape.columns[column], cell);
    const bool carriage = at < text.size() && text[at] == '\r';
    if (carriage) ++at;
    if (at < text.size() && text[at] == shape.separator && !carriage) {
      ++column, ++at;
      if (at < text.size()) continue;
      see(shape.columns[std::min(column, width - 1)], "");
    }
    if (at < text.size() && text[at] != '\n') shape.odd = true;  // a carriage return inside
    shape.odd |= column + 1 != width || (at < text.size() && carriage != shape.carriage_returns);
    shape.odd |= width == 1 && cell.empty();
    column = 0;
    ++at;
  }
  return shape;
}

static Value cell_value(std::string cell, ColumnType type) {
  if (cell.empty()) return Value();
  if (type == ColumnType::numbers)
    if (auto number = read_number(cell)) return std::move(*number);
  Value text = Value::text(std::move(cell));
  text.as_text().untyped = type == ColumnType::mixed;
  return text;
}

Result<Value> read_csv(std::string_view whole, char separator, const std::string& file) {
  std::string room;
  const std::string_view text = readable(whole, room);
  if (!separator) separator = find_separator(text);
  std::vector<std::string> names, row;
  uint32_t line = 1;
  size_t at = 0;
  GLEANER_CHECK(csv_head(text, at, separator, line, file, names));
  const size_t first = at;
  const uint32_t first_line = line;
  std::vector<ColumnSeen> seen(names.size());
  Pulse pulse(Budget::current());
  while (at < text.size()) {
    const uint32_t here = line;
    if (!pulse.beat()) return Budget::current()->diagnostic("reading " + file);
    GLEANER_CHECK(csv_row(text, at, separator, line, file, row));
    if (row.size() > names.size())
      return error(gleaner::Code::bad_input,
                   fmt::format("{} values, but {} columns", row.size(), names.size()), {file, here, 0, {}});
    for (size_t i = 0; i < row.size(); ++i) seen[i].see(row[i]);
  }
  std::vector<Value> out;
  at = first, line = first_line;
  while (at < text.size()) {
    if (!pulse.beat()) return Budget::current()->diagnostic("reading " + file);
    GLEANER_CHECK(csv_row(text, at, separator, line, file, row));
    if (row.size() == 1 && row[0].empty()) continue;
    Value record = Value::record();
    Fields& fields = record.as_record().fields;
    fields.reserve(names.size());
    for (size_t i = 0; i < names.size(); ++i)
      fields.emplace_back(names[i], i < row.size() ? cell_value(std::move(row[i]), seen[i].type()) : Value());
    out.push_back(std::move(record));
  }
  Value list = Value::list(std::move(out));
  list.as_list().columns = std::move(names);
  return list;
}

}  // namespace gleaner::script
