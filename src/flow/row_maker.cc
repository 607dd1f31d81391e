// See row_maker.h.
#include "flow/row_maker.h"

#include <utility>

#include "wrap/writer.h"

namespace gleaner::flow {
namespace {

wrap::Type column_type(const wrap::FieldSchema& field) {
  if (field.list || !field.fields.empty()) return wrap::Type::text;
  if (wrap::is_numeric(field.type)) return wrap::Type::number;
  return field.type == wrap::Type::date || field.type == wrap::Type::boolean ? field.type : wrap::Type::text;
}

}  // namespace

RowMaker::RowMaker(Table& table, const wrap::Schema& schema) : table_(table) {
  table.columns.clear();
  for (const wrap::FieldSchema& field : schema.fields) {
    table.columns.push_back({field.name, column_type(field)});
    if (field.type == wrap::Type::money && !field.list && field.fields.empty())
      table.columns.push_back({field.name + "_currency", wrap::Type::text});
  }
}

void RowMaker::add(const wrap::Record& record, uint32_t page, uint32_t source) {
  Row row;
  row.page = page, row.source = source;
  row.cells.resize(table_.columns.size());
  row.places.resize(table_.columns.size());
  for (const wrap::Field& field : record.fields) {
    size_t at = table_.column(field.name);
    if (at == Table::npos) {
      at = table_.columns.size();
      table_.columns.push_back({field.name, wrap::Type::text});
      for (Row& before : table_.rows) before.cells.emplace_back(), before.places.emplace_back();
      row.cells.emplace_back(), row.places.emplace_back();
    }
    put(row, at, field.value);
  }
  table_.rows.push_back(std::move(row));
}

void RowMaker::put(Row& row, size_t at, const wrap::Value& value) {
  if (value.is_absent() || value.kind == wrap::Value::Kind::null) return;
  if (!value.is_text()) return void(row.cells[at] = Cell::of_json(wrap::json_of(value)));
  Cell& cell = row.cells[at];
  if (value.span) row.places[at] = {*value.span, value.rule};
  cell = Cell::of_text(value.text);
  if (!value.typed) {
    if (table_.columns[at].type != wrap::Type::text)
      table_.columns[at].type = wrap::Type::text;  // one that cannot be read: all stay texts
    return;
  }
  const wrap::Typed& typed = *value.typed;
  switch (typed.type) {
    case wrap::Type::money: {
      cell = Cell::of_number(typed.number, value.text);
      const size_t currency = table_.column(table_.columns[at].name + "_currency");
      if (currency != Table::npos && !typed.normal.empty()) row.cells[currency] = Cell::of_text(typed.normal);
      return;
    }
    case wrap::Type::boolean: cell = {Cell::Kind::boolean, typed.number, value.text}; return;
    case wrap::Type::number:
    case wrap::Type::integer:
    case wrap::Type::rating:
    case wrap::Type::duration:
    case wrap::Type::size: cell = Cell::of_number(typed.number, value.text); return;
    default:
      if (!typed.normal.empty() && typed.normal != "literal") cell.text = typed.normal;
  }
}

}  // namespace gleaner::flow
