// Staged rows into the tables of a database: create, append, replace, upsert. One way for all databases; what
// differs between them is behind Sql. Internal to store.
#pragma once

#include <optional>

#include "store/staging.h"

namespace gleaner::store {

struct ColumnThere {
  std::string name, type;  // type as the database prints it
};

class Sql {
 public:
  virtual ~Sql() = default;
  virtual Status run(const std::string& sql) = 0;
  virtual Result<int64_t> number(const std::string& sql) = 0;  // the one cell of the answer
  // Of a table in the target; nothing: there is none. A view is an error.
  virtual Result<std::optional<std::vector<ColumnThere>>> columns(const std::string& table) = 0;
  virtual std::string type_of(const wrap::FieldSchema& column) const = 0;  // as columns() gives it back
  virtual std::string staged(const std::string& table) const = 0;          // quoted
  virtual std::string target(const std::string& table) const = 0;
  // Tables have a primary key, and an index of _parent.
  virtual bool has_indexes() const = 0;
  virtual std::string index(const std::string& name, const std::string& table) const {  // "i" ON "t"
    return name + " ON " + target(table);
  }
};

inline constexpr const char* kId = "_id";
inline constexpr const char* kParent = "_parent";
inline constexpr const char* kPosition = "_position";
inline constexpr const char* kDelivered = "gleaner_delivered";  // names of what has come: Target::once

// Columns of a staging table, for CREATE TABLE: all have an _id, which tells their order.
std::string staged_columns(const Sql& sql, const StagedTable& table);

// Before the transaction: of staged rows with the same key the last stays.
Status drop_double_keys(Sql& sql, const Target& target, const std::vector<StagedTable>& tables);
// REQUIRES: within a transaction that is committed if this succeeds.
Result<Written> merge(Sql& sql, const Target& target, const std::vector<StagedTable>& tables);

// Whether the target can take these tables at all: asked before the work where the columns are known.
Status check_key(const Target& target, const StagedTable& top);

}  // namespace gleaner::store
