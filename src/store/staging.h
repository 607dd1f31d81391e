// How records get into a database without anybody ever seeing half of them.
//
// Rows are first put into staging tables of our own: a new file beside the target (SQLite, DuckDB) or lines
// that wait in a file (PostgreSQL). When all are there, one transaction moves them into the target (merge.h).
// So a run of an hour holds the target's lock for the seconds of the move, a failed run leaves nothing, and a
// killed one a file called *.part. Cost: rows are written twice.
// Internal to store.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/result.h"
#include "store/target.h"
#include "wrap/record.h"
#include "wrap/schema.h"

namespace gleaner::store {

// A table of the result. Its columns hold text, number, integer, boolean, date or timestamp, lists of
// them, or records (wrap/readings.h).
struct StagedTable {
  std::string name;
  size_t parent = 0;   // index of the table above it; of the first, itself
  bool keyed = false;  // rows have _id, and below the first table _parent and _position
  std::vector<wrap::FieldSchema> columns;
};

struct RowKeys {
  int64_t id = 0, parent = 0, position = 0;  // id counts from 1 in every table
};

// A cell for each column; null: nothing.
using Cells = std::vector<const wrap::Value*>;

// What became of the target.
struct Written {
  std::string words;    // for people, "" where there is nothing to tell: "replaced 82 rows"
  std::string renamed;  // ... "Name" is "Name_2"
};

class Backend {
 public:
  virtual ~Backend() = default;
  virtual Status begin(const std::vector<StagedTable>& tables) = 0;
  virtual Status put(size_t table, const RowKeys& keys, const Cells& cells) = 0;
  // `tables`: as they are to be, their columns among those that began.
  virtual Result<Written> commit(const std::vector<StagedTable>& tables) = 0;
  // Files that are removed if this ends here.
  virtual std::vector<std::string> unfinished() const = 0;
};

// They look whether the target can be written, as far as that can be known before the work.
Result<std::unique_ptr<Backend>> make_sqlite_backend(const Target& target);
Result<std::unique_ptr<Backend>> make_duckdb_backend(const Target& target);  // Parquet too
Result<std::unique_ptr<Backend>> make_postgres_backend(const Target& target);

// Somebody else has the database.
template <class Opened>
bool is_locked(const Opened& opened) {
  return !opened.ok() && opened.error().message.find("lock") != std::string::npos;
}

// Calls `open` until it succeeds, fails for another reason than somebody else's lock, or the time is over.
template <class Open>
auto open_patiently(double wait_seconds, Open&& open) -> decltype(open()) {
  using Clock = std::chrono::steady_clock;
  constexpr auto kPause = std::chrono::milliseconds(50);
  const auto until = Clock::now() + std::chrono::duration<double>(wait_seconds);
  for (;;) {
    auto opened = open();
    if (!is_locked(opened) || Clock::now() >= until) return opened;
    std::this_thread::sleep_for(kPause);
  }
}

// A file that is there and not empty.
bool is_there(const std::string& path);
// Gives a finished file its name. False: somebody else made one of that name meanwhile.
Result<bool> place_file(const std::string& from, const std::string& to);

// Values as columns hold them.
double real_of(const wrap::Value& value);
bool truth_of(const wrap::Value& value);
// Nothing where the text is too large for 64 bits or no whole number.
std::optional<int64_t> whole_of(const wrap::Value& value);
std::optional<int64_t> days_of(const wrap::Value& value);          // of a date, from 1970-01-01
std::optional<int64_t> microseconds_of(const wrap::Value& value);  // of a timestamp

}  // namespace gleaner::store
