// Where records go: a file or database, which table of it, and what becomes of the rows that are there.
//
//   shop.duckdb            the table `records`
//   shop.duckdb#offers     the table `offers`; everything else in the database is left alone
//   postgresql://user@host/db#offers
//   shop.parquet           one table, so the file is the table
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace gleaner::store {

enum class Mode : uint8_t {
  replace,  // the rows that are there go; the default, so that running a command again gives the same
  create,   // the table must not be there
  append,   // the rows that are there stay; columns that are missing there are added
  upsert    // the same, but rows with the key of a new one go
};
Result<Mode> mode_of_name(std::string_view name);

struct Target {
  std::string place;  // a path, or the address of a database
  std::string table = "records";
  Mode mode = Mode::replace;
  bool asked = false;  // the mode was asked for: replaces also what somebody else's table holds
  std::vector<std::string> key = {};  // columns; upsert only
  std::string once = {};  // a name for these rows: a target that has had rows of that name is left as it is
  bool flat = false;      // a table for each list, also where lists could stay lists
  double wait_seconds = 30;  // for another that is writing to the same database
};

// "parquet", "duckdb", "sqlite" or "postgresql" by the ending or beginning of the name, with or without
// "#table"; empty: no such place.
std::string_view kind_of(std::string_view place);
// The same for messages: without the password of an address.
std::string shown_place(std::string_view place);
// Where the "#" before a table's name stands; npos: no table is named.
size_t table_mark(std::string_view place);
// Splits "shop.duckdb#offers". REQUIRES: !kind_of(place).empty().
Result<Target> parse_target(std::string_view place);

}  // namespace gleaner::store
