// See table.h.
#include "flow/table.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "base/base64.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/lists.h"
#include "base/text.h"
#include "page/load.h"
#include "page/pack.h"

namespace gleaner::flow {
namespace {

constexpr std::string_view kPackedMark = "glt1";  // format and its version

// Numbers of variable length, texts with their length before them.
struct PackWriter {
  std::string out;
  void number(uint64_t n) {
    for (; n >= 128; n >>= 7) out += char(n | 128);
    out += char(n);
  }
  void text(std::string_view s) { number(s.size()), out += s; }
  void real(double d) { out.append(reinterpret_cast<const char*>(&d), sizeof d); }
};

struct PackReader {
  std::string_view in;
  bool good = true;
  uint64_t number() {
    uint64_t n = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (in.empty()) return good = false, 0;
      const auto byte = uint8_t(in[0]);
      in.remove_prefix(1);
      n |= uint64_t(byte & 127) << shift;
      if (byte < 128) return n;
    }
    return good = false, 0;
  }
  size_t count() {  // of things that take at least a byte each
    const uint64_t n = number();
    return n <= in.size() ? size_t(n) : (good = false, 0);
  }
  std::string text() {
    const size_t n = count();
    std::string out(in.substr(0, n));
    in.remove_prefix(n);
    return out;
  }
  double real() {
    double d = 0;
    if (in.size() < sizeof d) return good = false, 0;
    std::memcpy(&d, in.data(), sizeof d);
    in.remove_prefix(sizeof d);
    return d;
  }
};

void write_row(PackWriter& w, const Row& row) {
  for (const Cell& cell : row.cells) {
    w.number(uint64_t(cell.kind));
    if (cell.kind == Cell::Kind::number || cell.kind == Cell::Kind::boolean) w.real(cell.number);
    if (cell.kind != Cell::Kind::null) w.text(cell.text);
  }
  w.number(row.from.size());
  uint32_t before = 0;
  for (const RowRef& ref : row.from) {  // runs of numbers: the distance to the one before
    w.number(ref.input);
    w.number(ref.row >= before ? uint64_t(ref.row - before) * 2 : uint64_t(before - ref.row) * 2 + 1);
    before = ref.row;
  }
  w.number(uint64_t(row.stale));
  w.number(uint32_t(row.source + 1));
  w.number(uint32_t(row.page + 1));
  w.number(row.places.size());
  for (const Place& place : row.places)
    w.number(place.span.begin), w.number(place.span.end - place.span.begin), w.number(place.rule);
}

void read_row(PackReader& r, size_t columns, Row& row) {
  row.cells.resize(columns);
  for (Cell& cell : row.cells) {
    const uint64_t kind = r.number();
    if (kind > uint64_t(Cell::Kind::json)) r.good = false;
    if (!r.good) return;
    cell.kind = Cell::Kind(kind);
    if (cell.kind == Cell::Kind::number || cell.kind == Cell::Kind::boolean) cell.number = r.real();
    if (cell.kind != Cell::Kind::null) cell.text = r.text();
  }
  row.from.resize(r.count());
  uint32_t before = 0;
  for (RowRef& ref : row.from) {
    ref.input = uint32_t(r.number());
    const uint64_t step = r.number();
    ref.row = before = uint32_t(step % 2 ? before - step / 2 : before + step / 2);
  }
  row.stale = int64_t(r.number());
  row.source = uint32_t(r.number()) - 1;
  row.page = uint32_t(r.number()) - 1;
  row.places.resize(r.count());
  for (Place& place : row.places) {
    place.span.begin = uint32_t(r.number());
    place.span.end = place.span.begin + uint32_t(r.number());
    place.rule = uint32_t(r.number());
  }
}

}  // namespace

std::string shown(const Cell& cell) {
  switch (cell.kind) {
    case Cell::Kind::null: return "";
    case Cell::Kind::boolean: return cell.number ? "true" : "false";
    case Cell::Kind::number: {
      std::string out;
      json::append_number(out, cell.number);
      return out;
    }
    default: return cell.text;
  }
}

size_t Table::column(std::string_view name) const {
  for (size_t i = 0; i < columns.size(); ++i)
    if (columns[i].name == name) return i;
  return npos;
}

uint32_t Table::source(const std::string& name) {
  for (size_t i = 0; i < sources.size(); ++i)
    if (sources[i] == name) return uint32_t(i);
  sources.push_back(name);
  return uint32_t(sources.size() - 1);
}

std::vector<std::string> Table::names() const { return mapped(columns, &Column::name); }

std::string column_list(const Table& table) { return fmt::format("{}", fmt::join(table.names(), ", ")); }

std::string key_of(const Row& row, const std::vector<size_t>& columns) {
  std::string out;
  for (size_t i = 0; i < columns.size(); ++i) {
    if (i) out += '\x1f';  // stands in no value that a person wrote
    out += shown(row.cells[columns[i]]);
  }
  return out;
}

bool has_key(const Row& row, const std::vector<size_t>& columns) {
  return std::ranges::any_of(columns, [&](size_t c) { return !row.cells[c].is_null(); });
}

Result<std::vector<size_t>> columns_of(const Table& table, const std::vector<std::string>& names,
                                       const std::string& where) {
  std::vector<size_t> out;
  for (const std::string& name : names) {
    const size_t at = table.column(name);
    if (at == Table::npos)
      return error(Code::bad_input, fmt::format("{} has no column \"{}\"", where, name), {},
                   "columns: " + column_list(table));
    out.push_back(at);
  }
  return out;
}

void find_types(Table& table) {
  for (size_t c = 0; c < table.columns.size(); ++c) {
    if (table.columns[c].type != wrap::Type::text) continue;
    size_t numbers = 0, truths = 0, others = 0;
    for (const Row& row : table.rows) {
      numbers += row.cells[c].kind == Cell::Kind::number;
      truths += row.cells[c].kind == Cell::Kind::boolean;
      others += row.cells[c].kind == Cell::Kind::text || row.cells[c].kind == Cell::Kind::json;
    }
    if (others) continue;
    if (numbers && !truths) table.columns[c].type = wrap::Type::number;
    if (truths && !numbers) table.columns[c].type = wrap::Type::boolean;
  }
}

std::string pack(const Table& table) {
  PackWriter w;
  w.out = kPackedMark;
  w.number(table.columns.size());
  for (const Column& column : table.columns) w.text(column.name), w.number(uint64_t(column.type));
  w.number(table.sources.size());
  for (const std::string& source : table.sources) w.text(source);
  w.number(table.pages.size());
  for (const PageSeen& page : table.pages)
    w.text(page.name), w.text(page.url), w.text(page.hash), w.number(page.bytes);
  w.number(table.rules.size());
  for (const std::string& rule : table.rules) w.text(rule);
  w.number(table.rows.size());
  for (const Row& row : table.rows) write_row(w, row);
  return base64(pack_zstd(w.out));
}

Result<Table> unpack(std::string_view packed) {
  const auto damaged = [] { return error(Code::bad_input, "a table of the store is damaged"); };
  auto bytes = from_base64(packed);
  if (!bytes) return damaged();
  GLEANER_TRY(const std::string whole,
              gleaner::unpack(std::move(*bytes), "a table of the store", UINT64_MAX >> 2));
  if (!whole.starts_with(kPackedMark)) return damaged();
  PackReader r{std::string_view(whole).substr(kPackedMark.size())};
  Table table;
  table.columns.resize(r.count());
  for (Column& column : table.columns) column.name = r.text(), column.type = wrap::Type(r.number());
  table.sources.resize(r.count());
  for (std::string& source : table.sources) source = r.text();
  table.pages.resize(r.count());
  for (PageSeen& page : table.pages)
    page.name = r.text(), page.url = r.text(), page.hash = r.text(), page.bytes = r.number();
  table.rules.resize(r.count());
  for (std::string& rule : table.rules) rule = r.text();
  table.rows.resize(r.count());
  for (Row& row : table.rows) {
    read_row(r, table.columns.size(), row);
    if (!r.good) return damaged();
  }
  if (!r.good || !r.in.empty()) return damaged();
  return table;
}

uint64_t row_hash(const Row& row) {
  uint64_t hash = row.cells.size();
  for (const Cell& cell : row.cells) {
    hash = mix(hash, uint64_t(cell.kind));
    const bool number = cell.kind == Cell::Kind::number || cell.kind == Cell::Kind::boolean;
    if (number) hash = mix(hash, std::bit_cast<uint64_t>(cell.number + 0.0));  // -0 is 0
    else if (!cell.is_null()) hash = mix(hash, stable_hash(cell.text));
  }
  return hash;
}

uint64_t content_hash(const Table& table) {
  uint64_t hash = table.columns.size();
  for (const Column& column : table.columns)
    hash = mix(stable_hash(column.name, hash), uint64_t(column.type));
  for (const Row& row : table.rows) hash = mix(mix(hash, row_hash(row)), uint64_t(row.stale));
  return hash;
}

}  // namespace gleaner::flow
