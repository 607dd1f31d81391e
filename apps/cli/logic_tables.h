// Tables as predicates of a logic program: `:- use_table('shop.csv')` makes shop/N, an argument for each column.
//
// Files of every kind that queries read (CSV, JSON, XML, SQLite, Parquet, DuckDB) and PostgreSQL. A file lies in the
// program's folder, a database on a host that was allowed, unless the program is trusted.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "logic/session.h"

namespace gleaner::cli {

struct TableAccess {
  std::vector<std::string> hosts;
  bool confined = true;
};

// `what`: "PATH" or "PATH\nNAME"; without a name the predicate is called like the file or the table in it.
Status add_table(logic::Session& session, const std::string& what, const std::string& folder,
                 const TableAccess& access);

}  // namespace gleaner::cli
