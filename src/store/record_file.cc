// See record_file.h.
#include "store/record_file.h"

#include "base/text.h"
#include "store/duckdb.h"
#include "store/sqlite.h"

namespace gleaner::store {

std::string_view RecordFile::kind_of(std::string_view path) {
  const std::string name = lower_ascii(path);
  if (name.ends_with(".parquet")) return "parquet";
  if (name.ends_with(".duckdb")) return "duckdb";
  for (std::string_view ending : {".sqlite", ".sqlite3", ".db"})
    if (name.ends_with(ending)) return "sqlite";
  return {};
}

Status RecordFile::add_to(const std::string& table, std::string_view) {
  return error(Code::unsupported, "this file has one table: there is no place for \"" + table + "\"");
}

Result<std::unique_ptr<RecordFile>> RecordFile::create(const std::string& path) {
  return kind_of(path) == "sqlite" ? create_sqlite_file(path) : create_duckdb_file(path);
}

}  // namespace gleaner::store
