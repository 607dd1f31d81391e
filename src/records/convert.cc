// Records, labels and schemas from regions. See convert.h.
#include "records/convert.h"

#include <numeric>

#include <fmt/format.h>

#include "base/contains.h"
#include "base/text.h"
#include "records/weights.h"
#include "wrap/types.h"

namespace gleaner::records {

std::vector<uint32_t> data_columns(const std::vector<Column>& columns) {
  // what is taken when that leaves no text: rare columns, then those that are the same in every record
  auto taken = [&](const Column& column, int round) {
    return is_data(column) || (!column.is_label && (round == 2 || (round == 1 && !column.constant)));
  };
  for (int round = 0; round < 3; ++round) {
    std::vector<uint32_t> out;
    bool text = false;
    for (uint32_t c = 0; c < columns.size(); ++c)
      if (taken(columns[c], round)) out.push_back(c), text = text || !columns[c].is_link;
    if (text) return out;
  }
  std::vector<uint32_t> all(columns.size());
  std::iota(all.begin(), all.end(), 0u);
  return all;
}

Selection select_all(const std::vector<Column>& columns, const std::vector<uint32_t>& shown) {
  Selection out;
  for (uint32_t c : shown) {
    out.columns.push_back(c);
    out.names.push_back(columns[c].name);
  }
  return out;
}

Result<Selection> select_named(const std::vector<Column>& columns, const std::vector<uint32_t>& shown,
                               const std::vector<std::string_view>& names) {
  if (names.size() > shown.size())
    return error(Code::usage, fmt::format("{} names for {} columns", names.size(), shown.size()), {},
                 "give at most as many names as the table has columns; - leaves a column out");
  Selection out;
  for (size_t i = 0; i < shown.size(); ++i) {
    std::string name = i < names.size() ? std::string(trim(names[i])) : columns[shown[i]].name;
    if (name == "-") continue;
    if (name.empty()) name = columns[shown[i]].name;
    if (contains(out.names, name))
      return error(Code::usage, fmt::format("the name \"{}\" is given twice", name));
    out.columns.push_back(shown[i]);
    out.names.push_back(std::move(name));
  }
  return out;
}

namespace {

// Constant parts of a nested record are no data either.
std::vector<wrap::Field> fields_of(const std::vector<Cell>& cells, const std::vector<Column>& columns);

wrap::Value to_value(const Cell& cell, const Column& column) {
  if (!cell.items.empty()) return wrap::Value::make_record(fields_of(cell.items[0], column.fields));
  wrap::Value value = wrap::Value::make_text(cell.text, cell.span);
  if (column.type != wrap::Type::text) value.typed = wrap::read_as(column.type, cell.text);
  return value;
}

std::vector<wrap::Field> fields_of(const std::vector<Cell>& cells, const std::vector<Column>& columns) {
  std::vector<wrap::Field> out;
  for (uint32_t column : data_columns(columns))
    for (const Cell& cell : cells)
      if (cell.column == column) {
        out.push_back({columns[column].name, to_value(cell, columns[column])});
        break;
      }
  return out;
}

wrap::FieldSchema to_field(const Column& column, std::string name) {
  wrap::FieldSchema field{std::move(name), column.type, column.list, {}};
  if (!column.fields.empty())
    for (uint32_t c : data_columns(column.fields))
      field.fields.push_back(to_field(column.fields[c], column.fields[c].name));
  return field;
}

}  // namespace

wrap::Record to_record(const FoundRecord& found, const std::vector<Column>& columns,
                       const Selection& selection) {
  wrap::Record record;
  record.span = found.whole;
  for (size_t i = 0; i < selection.columns.size(); ++i) {
    const Column& column = columns[selection.columns[i]];
    std::vector<wrap::Value> values;
    for (const Cell& cell : found.cells)
      if (cell.column == selection.columns[i]) values.push_back(to_value(cell, column));
    if (values.empty()) continue;
    wrap::Value value = column.list ? wrap::Value::make_list(std::move(values)) : std::move(values[0]);
    record.fields.push_back({selection.names[i], std::move(value)});
  }
  return record;
}

wrap::Schema to_schema(const std::vector<Column>& columns, const Selection& selection) {
  wrap::Schema schema;
  for (size_t i = 0; i < selection.columns.size(); ++i)
    schema.fields.push_back(to_field(columns[selection.columns[i]], selection.names[i]));
  return schema;
}

}  // namespace gleaner::records
