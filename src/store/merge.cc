// See merge.h.
#include "store/merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "store/table.h"
#include "wrap/columns_there.h"

namespace gleaner::store {
namespace {

bool same_name(std::string_view a, std::string_view b) { return lower_ascii(a) == lower_ascii(b); }

std::string bare_type(std::string_view type) {
  std::string out;
  for (char c : lower_ascii(type))
    if (c != '"' && c != ' ') out += c;
  return out;
}

// Types of several databases by what they hold, so that a table that somebody else made can be added to.
std::string family_of(std::string_view type) {
  const std::string lower = lower_ascii(type);
  const auto has = [&](std::string_view part) { return lower.find(part) != std::string::npos; };
  if (lower.empty()) return "text";  // SQLite: anything
  if (has("struct") || has("json") || has("map(")) return bare_type(lower);
  if (has("[]")) return family_of(lower.substr(0, lower.find("[]"))) + "[]";
  if (has("char") || has("text") || has("clob") || has("string")) return "text";
  if (has("bool")) return "boolean";
  if (has("int") && !has("interval") && !has("point")) return "integer";
  if (has("doub") || has("real") || has("float") || has("numeric") || has("decimal")) return "real";
  if (has("timestamp") || has("datetime")) return "timestamp";
  if (has("date")) return "date";
  return lower;
}

// Whether every value of the type `now` has a place in a column of the type `there`.
bool holds(const std::string& there, const std::string& now) {
  const std::string a = family_of(there), b = family_of(now);
  if (a == b) return true;
  if (a == "text") return b.find("[]") == std::string::npos && b.find('(') == std::string::npos;
  return (a == "real" && b == "integer") || (a == "timestamp" && b == "date") ||
         (a == "integer" && b == "boolean");
}

struct Key {
  std::string name, more;
};

std::vector<Key> keys_of(const StagedTable& table, bool top) {
  std::vector<Key> keys;
  if (!table.keyed) return keys;
  keys.push_back({kId, " PRIMARY KEY"});
  if (!top) keys.push_back({kParent, ""}), keys.push_back({kPosition, ""});
  return keys;
}

class Merge {
 public:
  Merge(Sql& sql, const Target& target, const std::vector<StagedTable>& tables)
      : sql_(sql), target_(target), tables_(tables) {}

  Result<Written> run() {
    Written written;
    GLEANER_TRY(const bool had, had_before());
    if (had) return Written{"the target has had these rows already: nothing was changed", ""};
    for (const StagedTable& table : tables_) {
      GLEANER_TRY(there_.emplace_back(), sql_.columns(table.name));
    }
    const bool existed = there_[0].has_value();
    int64_t before = 0;
    if (existed) {
      GLEANER_TRY(before, count());
      GLEANER_CHECK(may_write(before > 0));
    }
    if (target_.mode == Mode::replace) GLEANER_CHECK(make_room());
    for (size_t t = 0; t < tables_.size(); ++t) GLEANER_CHECK(there_[t] ? add_columns(t) : create(t));
    int64_t gone = 0;
    if (target_.mode == Mode::upsert && existed) {
      GLEANER_CHECK(drop_old());
      GLEANER_TRY(const int64_t left, count());
      gone = before - left;
    }
    GLEANER_CHECK(insert());
    if (!existed || before == 0) return written;
    const std::string name = fmt::format("{} of the table {}", rows(before), target_.table);
    if (target_.mode == Mode::replace) written.words = fmt::format("instead of the {}", name);
    if (target_.mode == Mode::append) written.words = fmt::format("added to the {}", name);
    if (target_.mode == Mode::upsert) written.words = fmt::format("{} replaced of the {}", gone, name);
    return written;
  }

 private:
  // Remembers Target::once in the target, in the same transaction as the rows.
  Result<bool> had_before() {
    if (target_.once.empty()) return false;
    const std::string table = sql_.target(kDelivered);
    GLEANER_CHECK(sql_.run("CREATE TABLE IF NOT EXISTS " + table + " (id TEXT PRIMARY KEY)"));
    GLEANER_TRY(const int64_t there, sql_.number(fmt::format("SELECT count(*) FROM {} WHERE id = {}", table,
                                                             quote_text(target_.once))));
    if (!there)
      GLEANER_CHECK(sql_.run(fmt::format("INSERT INTO {} VALUES ({})", table, quote_text(target_.once))));
    return there > 0;
  }
  static std::string rows(int64_t n) { return fmt::format("{} row{}", n, n == 1 ? "" : "s"); }
  Result<int64_t> count() { return sql_.number("SELECT count(*) FROM " + sql_.target(tables_[0].name)); }

  const ColumnThere* find(size_t t, std::string_view name) const {
    for (const ColumnThere& column : *there_[t])
      if (same_name(column.name, name)) return &column;
    return nullptr;
  }

  bool is_of_another() const {
    std::vector<std::string> there, ours;
    for (const ColumnThere& column : *there_[0])
      if (column.name != kId) there.push_back(column.name);
    for (const wrap::FieldSchema& column : tables_[0].columns) ours.push_back(column.name);
    return wrap::holds_others(there, ours);
  }

  Status may_write(bool has_rows) {
    if (target_.mode == Mode::replace && !target_.asked && has_rows && is_of_another())
      return error(Code::usage,
                   fmt::format("the table {} is there already and has other columns; it was not replaced",
                               target_.table),
                   Where{.file = target_.place},
                   "name another table: FILE#TABLE; or give up what it holds: --mode replace");
    if (target_.mode == Mode::create)
      return error(Code::usage, fmt::format("the table {} is there already", target_.table),
                   Where{.file = target_.place},
                   "say what to do with it: --mode append, replace or upsert; or name another: FILE#TABLE");
    for (size_t t = 1; t < tables_.size(); ++t)
      if (there_[t] && !find(t, kParent))
        return error(Code::usage,
                     fmt::format("the table {} is there already and is no list of {}", tables_[t].name,
                                 tables_[0].name),
                     Where{.file = target_.place},
                     fmt::format("name another table: {}#NAME; its lists are then called NAME.{}",
                                 target_.place, tables_[t].name));
    return {};
  }

  bool same_columns(size_t t) const {
    const std::vector<Key> keys = keys_of(tables_[t], t == 0);
    const std::vector<ColumnThere>& there = *there_[t];
    if (there.size() != keys.size() + tables_[t].columns.size()) return false;
    for (size_t i = 0; i < keys.size(); ++i)
      if (there[i].name != keys[i].name) return false;
    for (size_t i = 0; i < tables_[t].columns.size(); ++i) {
      const wrap::FieldSchema& column = tables_[t].columns[i];
      const ColumnThere& old = there[keys.size() + i];
      if (old.name != column.name || bare_type(old.type) != bare_type(sql_.type_of(column))) return false;
    }
    return true;
  }

  // Tables that are as they are to be are emptied: what hangs on them (indexes, rights, views) stays.
  Status make_room() {
    for (size_t t = tables_.size(); t-- > 0;) {
      if (!there_[t]) continue;
      const bool same = same_columns(t);
      GLEANER_CHECK(sql_.run((same ? "DELETE FROM " : "DROP TABLE ") + sql_.target(tables_[t].name)));
      if (!same) there_[t].reset();
    }
    return {};
  }

  Status create(size_t t) {
    const StagedTable& table = tables_[t];
    const wrap::FieldSchema whole{"", wrap::Type::integer, false, {}};
    std::vector<std::string> columns;
    for (const Key& key : keys_of(table, t == 0))
      columns.push_back(key.name + " " + sql_.type_of(whole) + (sql_.has_indexes() ? key.more : ""));
    for (const wrap::FieldSchema& column : table.columns)
      columns.push_back(quote_name(column.name) + " " + sql_.type_of(column));
    GLEANER_CHECK(
        sql_.run(fmt::format("CREATE TABLE {} ({})", sql_.target(table.name), fmt::join(columns, ", "))));
    if (t > 0 && sql_.has_indexes())
      return sql_.run(fmt::format("CREATE INDEX {} ({})",
                                  sql_.index(quote_name(table.name + "._parent"), table.name), kParent));
    return {};
  }

  Status add_columns(size_t t) {
    for (const wrap::FieldSchema& column : tables_[t].columns) {
      const std::string type = sql_.type_of(column);
      if (const ColumnThere* old = find(t, column.name)) {
        if (holds(old->type, type)) continue;
        GLEANER_TRY(const int64_t values,
                    sql_.number(fmt::format("SELECT count({}) FROM {}", quote_name(column.name),
                                            sql_.staged(tables_[t].name))));
        if (!values) {
          empty_.insert({t, column.name});
          continue;
        }
        return error(Code::usage,
                     fmt::format("the column {} of the table {} is {} there and {} here", column.name,
                                 tables_[t].name, old->type, type),
                     Where{.file = target_.place},
                     "--mode replace makes the table anew; or name another table: FILE#TABLE");
      }
      GLEANER_CHECK(sql_.run("ALTER TABLE " + sql_.target(tables_[t].name) + " ADD COLUMN " +
                             quote_name(column.name) + " " + type));
    }
    return {};
  }

  // For upsert: rows whose key is staged, and what hangs below them.
  Status drop_old() {
    const std::string list = joined(target_.key, quote_name);
    for (const std::string& column : target_.key)
      if (!find(0, column))
        return error(
            Code::usage,
            fmt::format("the table {} has no column {}: it cannot be the key", target_.table, column),
            Where{.file = target_.place});
    GLEANER_CHECK(
        sql_.run(fmt::format("DELETE FROM {} WHERE ({}) IN (SELECT {} FROM {})", sql_.target(tables_[0].name),
                             list, list, sql_.staged(tables_[0].name))));
    for (size_t t = 1; t < tables_.size(); ++t)
      GLEANER_CHECK(sql_.run(fmt::format("DELETE FROM {} WHERE {} NOT IN (SELECT {} FROM {})",
                                         sql_.target(tables_[t].name), kParent, kId,
                                         sql_.target(tables_[tables_[t].parent].name))));
    return {};
  }

  // Keys go on behind those that are there.
  Status insert() {
    std::vector<int64_t> shift(tables_.size(), 0);
    for (size_t t = 0; t < tables_.size(); ++t) {
      const StagedTable& table = tables_[t];
      const bool keyed = table.keyed && (!there_[t] || find(t, kId));
      if (table.keyed && !keyed && tables_.size() > 1)
        return error(Code::usage,
                     fmt::format("the table {} has no column _id, which its lists need", table.name),
                     Where{.file = target_.place}, "name another table: FILE#TABLE");
      std::vector<std::string> names, from;
      const auto add = [&](std::string name, std::string value) {
        names.push_back(std::move(name)), from.push_back(std::move(value));
      };
      if (keyed) {
        GLEANER_TRY(shift[t], sql_.number(fmt::format("SELECT coalesce(max({}), 0) FROM {}", kId,
                                                      sql_.target(table.name))));
        add(kId, fmt::format("{} + {}", kId, shift[t]));
      }
      if (t > 0)
        add(kParent, fmt::format("{} + {}", kParent, shift[table.parent])), add(kPosition, kPosition);
      for (const wrap::FieldSchema& column : table.columns) {
        // a column that was there is called as it was
        const ColumnThere* old = there_[t] ? find(t, column.name) : nullptr;
        add(quote_name(old ? old->name : column.name),
            empty_.contains({t, column.name}) ? "NULL" : quote_name(column.name));
      }
      GLEANER_CHECK(
          sql_.run(fmt::format("INSERT INTO {} ({}) SELECT {} FROM {}", sql_.target(table.name),
                               fmt::join(names, ", "), fmt::join(from, ", "), sql_.staged(table.name))));
    }
    return {};
  }

  Sql& sql_;
  const Target& target_;
  const std::vector<StagedTable>& tables_;
  std::vector<std::optional<std::vector<ColumnThere>>> there_;  // by table
  // Columns without a value, whose type is another than that of the column there: where rows have no values,
  // theirs was guessed.
  std::set<std::pair<size_t, std::string>> empty_;
};

}  // namespace

std::string staged_columns(const Sql& sql, const StagedTable& table) {
  wrap::FieldSchema whole{"", wrap::Type::integer, false, {}};
  std::string columns = fmt::format("{} {}", kId, sql.type_of(whole));
  if (table.keyed)
    columns += fmt::format(", {} {}, {} {}", kParent, sql.type_of(whole), kPosition, sql.type_of(whole));
  for (const wrap::FieldSchema& column : table.columns)
    columns += ", " + quote_name(column.name) + " " + sql.type_of(column);
  return columns;
}

Status check_key(const Target& target, const StagedTable& top) {
  for (const std::string& column : target.key) {
    const auto found = std::ranges::find_if(
        top.columns, [&](const wrap::FieldSchema& c) { return same_name(c.name, column); });
    if (found != top.columns.end() && !found->list && found->fields.empty()) continue;
    std::string names;
    for (const wrap::FieldSchema& c : top.columns)
      if (!c.list && c.fields.empty()) names += (names.empty() ? "" : ", ") + c.name;
    return error(Code::usage,
                 found == top.columns.end()
                     ? fmt::format("there is no column {}: it cannot be the key", column)
                     : fmt::format("{} is a list: it cannot be the key", column),
                 {}, "columns: " + names);
  }
  return {};
}

Status drop_double_keys(Sql& sql, const Target& target, const std::vector<StagedTable>& tables) {
  if (target.mode != Mode::upsert) return {};
  const std::string list = joined(target.key, quote_name);
  const std::string nothing =
      joined(target.key, [](const auto& column) { return quote_name(column) + " IS NULL"; }, " OR ");
  const std::string top = sql.staged(tables[0].name);
  GLEANER_TRY(const int64_t without,
              sql.number(fmt::format("SELECT count(*) FROM {} WHERE {}", top, nothing)));
  if (without)
    return error(Code::bad_input,
                 fmt::format("{} record{} no value for the key {}: nothing was written", without,
                             without == 1 ? " has" : "s have", fmt::join(target.key, ", ")),
                 Where{.file = target.place}, "choose a key that every record has, or --mode append");
  GLEANER_CHECK(sql.run(fmt::format("DELETE FROM {} WHERE {} NOT IN (SELECT max({}) FROM {} GROUP BY {})",
                                    top, kId, kId, top, list)));
  for (size_t t = 1; t < tables.size(); ++t)
    GLEANER_CHECK(
        sql.run(fmt::format("DELETE FROM {} WHERE {} NOT IN (SELECT {} FROM {})", sql.staged(tables[t].name),
                            kParent, kId, sql.staged(tables[tables[t].parent].name))));
  return {};
}

Result<Written> merge(Sql& sql, const Target& target, const std::vector<StagedTable>& tables) {
  return Merge(sql, target, tables).run();
}

}  // namespace gleaner::store
