// The language's readers of outside tables: CSV, TSV, JSON, JSON lines. The first byte picks the reader. What
// is read is shaped as it should be: every row of a CSV has the columns of its first line.
#include "script/tables.h"
#include "fuzz/require.h"
#include "script/compare.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace gleaner;
  if (size == 0) return 0;
  const std::string_view text = as_text(data + 1, size - 1);
  const int which = data[0] % 4;
  auto rows = which == 0   ? script::read_csv(text, ',', "fuzz")
              : which == 1 ? script::read_csv(text, '\t', "fuzz")
              : which == 2 ? script::read_json(text, "fuzz")
                           : script::read_json_lines(text, "fuzz");
  if (!rows.ok()) {
    require(!rows.error().message.empty(), "an error says what");
    return 0;
  }
  require(!script::to_json(*rows).empty(), "what is read can be shown");
  require(script::equal(*rows, *rows) || which >= 2, "and is equal to itself");
  if (which >= 2) return 0;
  require(rows->is(script::Kind::list), "a table is a list");
  size_t columns = 0;
  for (const script::Value& row : rows->as_list().items) {
    require(row.is(script::Kind::record), "of records");
    if (columns) require(row.as_record().fields.size() == columns, "that have the same columns");
    columns = row.as_record().fields.size();
  }
  return 0;
}
