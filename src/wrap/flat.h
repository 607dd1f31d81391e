// Nested records as relational tables: one table a level, a key in every row, the parent's key in every row
// below the top.
//
//   records            id, volume, number, date
//   articles           id, parent_id, position, title, pages
//   articles.authors   id, parent_id, position, authors
//
// A record that is no list becomes columns of its parent ("publisher.name"). Keys count from 1 through all
// pages of a run. Every table is a list of plain records with a schema of its own, so any writer can write
// it. Cost: linear in the values.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "wrap/schema.h"
#include "wrap/writer.h"

namespace gleaner::wrap {

struct FlatTable {
  std::string name;  // path of the list, "records" for the top
  Schema schema;
  size_t parent = 0;  // index of the table above; of the top, itself
};

// What the keys of the tables are called; a field of that name keeps it, and the key gets a "_" before it.
struct KeyNames {
  std::string id = "id", parent = "parent_id", position = "position";
};

class Flattener {
 public:
  // `table_column`: rows begin with the name of their table, for tables that share a stream.
  explicit Flattener(const Schema& schema, bool table_column = false, const KeyNames& keys = {});
  const std::vector<FlatTable>& tables() const { return tables_; }
  KeyNames keys() const { return {id_, parent_, position_}; }
  // Rows for each table, in the order of tables(). Keys go on from the last call.
  std::vector<std::vector<Record>> flatten(const std::vector<Record>& records);

 private:
  struct Plan {  // what to do with the fields of one level
    size_t table;
    std::vector<FieldSchema> fields;
    std::vector<Plan> lists;  // of the list fields at any depth of plain records, in order
  };
  // `plain`: the field whose values are no records, or null.
  Plan make_plan(const std::vector<FieldSchema>& fields, const std::string& path, const FieldSchema* plain,
                 const std::string& name, size_t above);
  void add_columns(Plan& plan, const std::vector<FieldSchema>& fields, const std::string& column,
                   const std::string& path);
  void add_row(const Plan& plan, const std::vector<Field>& fields, uint64_t parent, size_t position,
               std::vector<std::vector<Record>>& rows);
  void add_fields(const Plan& plan, const std::vector<FieldSchema>& schema, const std::vector<Field>& fields,
                  const std::string& column, uint64_t id, size_t& list, Record& row,
                  std::vector<std::vector<Record>>& rows);

  bool table_column_;
  std::string id_, parent_, position_, table_ = "table";
  std::vector<FlatTable> tables_;
  std::vector<uint64_t> next_;  // key by table
  Plan root_;
};

// Writes every table through a writer of its own, in the order of Flattener::tables().
std::unique_ptr<Writer> make_flat_writer(Flattener flattener, std::vector<std::unique_ptr<Writer>> writers);

}  // namespace gleaner::wrap
