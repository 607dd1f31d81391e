// DuckDB's functions as they are loaded, and an open database. Internal to store: duckdb.cc reads,
// duckdb_backend.cc writes.
#pragma once

#ifdef GLEANER_HAVE_DUCKDB
#include <duckdb.h>

#include <string>
#include <utility>
#include <vector>

#include "base/library.h"

#include "store/duckdb.h"

namespace gleaner::store {

// The functions that are used, found by name when the library is loaded.
// clang-format off
#define GLEANER_DUCKDB_FUNCTIONS(X) \
  X(duckdb_create_config) X(duckdb_set_config) X(duckdb_destroy_config) X(duckdb_open_ext) \
  X(duckdb_close) X(duckdb_free) X(duckdb_connect) X(duckdb_disconnect) X(duckdb_query) \
  X(duckdb_destroy_result) X(duckdb_result_error) X(duckdb_prepare) X(duckdb_destroy_prepare) \
  X(duckdb_prepare_error) X(duckdb_prepared_statement_type) X(duckdb_prepared_statement_column_count) \
  X(duckdb_prepared_statement_column_name) X(duckdb_prepared_statement_column_type) \
  X(duckdb_execute_prepared_streaming) X(duckdb_fetch_chunk) X(duckdb_destroy_data_chunk) \
  X(duckdb_data_chunk_get_size) X(duckdb_data_chunk_get_vector) X(duckdb_vector_get_data) \
  X(duckdb_vector_get_validity) X(duckdb_appender_create_ext) X(duckdb_appender_error) \
  X(duckdb_appender_destroy) X(duckdb_appender_close) X(duckdb_appender_end_row) X(duckdb_append_null) \
  X(duckdb_append_bool) X(duckdb_append_int64) X(duckdb_append_double) X(duckdb_append_date) \
  X(duckdb_append_timestamp) X(duckdb_append_varchar_length) X(duckdb_append_value) \
  X(duckdb_create_logical_type) X(duckdb_create_list_type) X(duckdb_create_struct_type) \
  X(duckdb_destroy_logical_type) X(duckdb_create_null_value) X(duckdb_create_bool) X(duckdb_create_int64) \
  X(duckdb_create_double) X(duckdb_create_date) X(duckdb_create_timestamp) X(duckdb_create_varchar_length) \
  X(duckdb_create_list_value) X(duckdb_create_struct_value) X(duckdb_destroy_value)
// clang-format on

struct DuckDbApi {
  GLEANER_DUCKDB_FUNCTIONS(GLEANER_FUNCTION)
};

Result<DuckDbApi> load_duckdb();
std::string first_line(const char* text);

struct DuckDb::Impl {
  DuckDbApi api;
  std::string name;
  duckdb_database database = nullptr;
  duckdb_connection connection = nullptr;

  ~Impl() {
    if (connection) api.duckdb_disconnect(&connection);
    if (database) api.duckdb_close(&database);
  }

  // `path` empty: a database in memory. `name`: what messages call it.
  static Result<DuckDb> open(const std::string& path, const std::string& name,
                             const std::vector<std::pair<const char*, const char*>>& how);

  // A statement of our own.
  Status run(const std::string& sql) const;

  // From here on no other file, no network, no way back.
  Status lock() const { return run("SET enable_external_access = false; SET lock_configuration = true"); }

  struct Statement {
    explicit Statement(const DuckDbApi& a) : api(a) {}
    ~Statement() { api.duckdb_destroy_prepare(&prepared); }
    const DuckDbApi& api;
    duckdb_prepared_statement prepared = nullptr;
  };
  Status prepare(Statement& into, const std::string& sql) const;
};

}  // namespace gleaner::store
#endif
