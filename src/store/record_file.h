// Records into a database or a file of tables: Parquet, DuckDB, SQLite, PostgreSQL
// (target.h says how they are named).
//
// The columns come from a schema (wrap/readings.h says which), so that two batches of one wrapper
// fit together; or, where nobody has one, from all records that were given: those wait in a file
// beside the result. Values go to the database as values. Nothing is seen there before finish(),
// and then all of it (staging.h).
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/shape.h"
#include "store/staging.h"
#include "store/target.h"
#include "wrap/flat.h"
#include "wrap/readings.h"
#include "wrap/writer.h"

namespace gleaner::store {

class RecordFile {
 public:
  static bool writes(std::string_view place) { return !kind_of(place).empty(); }
  // REQUIRES: writes(place).
  static Result<std::unique_ptr<RecordFile>> create(const std::string& place);
  static Result<std::unique_ptr<RecordFile>> create(const Target& target);
  ~RecordFile();
  RecordFile(const RecordFile&) = delete;
  RecordFile& operator=(const RecordFile&) = delete;

  // Records of a schema. `options.readings` is columns unless it says otherwise.
  Status begin(const wrap::Schema& schema, const wrap::WriteOptions& options);
  Status page(const std::string& name, const Document* document, const std::vector<wrap::Record>& records);
  // Records without one, an object a line. REQUIRES: no begin().
  Status add(std::string_view json_lines);

  Result<Written> finish();  // appears whole or not at all
  // What lies beside the result until finish(): to be removed where no destructor runs.
  std::vector<std::string> unfinished() const;

 private:
  struct Table {
    wrap::ReadingColumns columns;
    std::vector<std::vector<std::string>> paths;  // of the cells, in what columns.apply() gives
  };

  explicit RecordFile(const Target& target) : target_(target) {}
  Status wait(const std::string& line);
  Status feed_waiting();
  void add_table(const std::string& name, size_t parent, const wrap::Schema& schema,
                 const wrap::WriteOptions& options);
  Status put(size_t table, const RowKeys& keys, const std::vector<wrap::Field>& fields,
             const Document* document, bool partial);

  Target target_;
  std::unique_ptr<Backend> backend_;
  bool keyed_ = false, partial_ = false, begun_ = false;
  wrap::Schema schema_;
  std::string page_key_;  // empty: no such column
  std::unique_ptr<wrap::Flattener> flattener_;
  std::vector<Table> tables_;
  std::vector<StagedTable> staged_;
  int64_t rows_ = 0;

  // without a schema
  std::FILE* waiting_ = nullptr;
  std::string waiting_file_;
  Shape shape_;
  bool paged_ = false;
};

// A writer into it: what make_writer() is for texts.
std::unique_ptr<wrap::Writer> make_record_writer(RecordFile& file, const wrap::Schema& schema,
                                                 const wrap::WriteOptions& options);

}  // namespace gleaner::store
