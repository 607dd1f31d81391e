// See duckdb_query.h. The query as SQL: each expression with the type of its values, or nothing.
#include "script/duckdb_query.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "base/lists.h"
#include "base/ordered_pool.h"
#include "base/text.h"
#include "page/load.h"
#include "script/csv.h"
#include "script/numbers.h"
#include "store/duckdb.h"

namespace gleaner::script {
namespace {

using Join = Query::Source::Join;

// wide: whole numbers that a double may change. null: the literal.
enum class Type : uint8_t { whole, wide, real, text, boolean, null, other };
bool is_number(Type t) { return t == Type::whole || t == Type::wide || t == Type::real; }

struct Sql {
  std::string text;
  Type type;
};
using Made = std::optional<Sql>;

struct Table {
  const Query::Source* source;
  std::string path;
  std::vector<std::pair<std::string, Type>> columns;
  std::string reader;
};

constexpr const char* kRow = "gleaner_row";  // the number of a row in its file

class Translation {
 public:
  Translation(Interpreter& in, const Query& q, Value* frame) : in_(in), q_(q), frame_(frame) {}

  std::optional<Value> run() {
    if (!find_tables()) return std::nullopt;
    const auto sql = statement();
    if (!sql) return std::nullopt;
    std::vector<store::DuckDb::File> files;
    for (size_t i = 0; i < tables_.size(); ++i)
      files.push_back({tables_[i].path, fmt::format("t{}", i), tables_[i].reader});
    store::DuckDb::Use use;
    use.threads = sums_reals_ ? 1 : unsigned(default_jobs());
    use.memory = in_.budget().limits().memory;
    auto opened = store::DuckDb::open_files(files, use);
    if (!opened.ok()) return std::nullopt;
    std::vector<Value> rows;
    const Status asked = opened->query(*sql, [&](const store::Row& row) {
      rows.push_back(value_of(row));
      return in_.budget().spend_steps();
    });
    if (in_.budget().exhausted()) in_.out_of_budget();
    if (!asked.ok()) return std::nullopt;  // said in the language's own words by its own evaluation
    Value list = Value::list(std::move(rows));
    if (!plain_) list.as_list().columns = names_;
    return list;
  }

 private:
  bool grouped() const { return q_.grouped() || q_.distinct; }

  // ---------------------------------------------------------------- sources

  bool find_tables() {
    if (q_.from.empty() || q_.from.size() > 2 || !q_.further.empty()) return false;
    uint64_t bytes = 0;
    for (const Query::Source& s : q_.from) {
      const Ast& e = *s.expression;
      if (e.kind != AK::constant || !e.value.is_text()) return false;
      const std::string name(e.value.view()), lower = lower_ascii(name);
      if (name.find("://") != std::string::npos) return false;
      if (!lower.ends_with(".csv") && !lower.ends_with(".tsv") && !lower.ends_with(".tab") &&
          !lower.ends_with(".parquet"))
        return false;
      in_.here = e.offset;
      std::error_code failed;
      Table table{&s, in_.checked_path(name), {}, ""};
      const uint64_t size = std::filesystem::file_size(table.path, failed);
      if (failed) return false;
      bytes += lower.ends_with(".parquet") ? in_.options().duckdb_from : size;
      tables_.push_back(std::move(table));
    }
    if (bytes < in_.options().duckdb_from) return false;
    return std::ranges::all_of(tables_, [&](Table& table) {
      return lower_ascii(table.path).ends_with(".parquet") ? look_at_parquet(table) : look_at_csv(table);
    });
  }

  bool look_at_csv(Table& table) {
    auto text = read_file(table.path);
    if (!text.ok() || text->empty()) return false;
    const bool tabs = !lower_ascii(table.path).ends_with(".csv");
    auto shape = shape_of_csv(*text, tabs ? '\t' : 0, table.path);
    if (!shape.ok() || shape->odd) return false;
    std::string columns;
    for (const CsvShape::Column& column : shape->columns) {
      const bool numbers = column.seen.type() == ColumnType::numbers;
      Type type = column.seen.type() == ColumnType::texts ? Type::text : Type::other;
      if (numbers && column.safe && column.whole) type = column.wide ? Type::wide : Type::whole;
      if (numbers && column.safe && !column.whole && !column.wide) type = Type::real;
      if (column.name == kRow) return false;
      const char* sql = type == Type::real ? "DOUBLE" : is_number(type) ? "BIGINT" : "VARCHAR";
      columns += fmt::format("{}{}: '{}'", columns.empty() ? "" : ", ", store::quote_text(column.name), sql);
      table.columns.emplace_back(column.name, type);
    }
    table.reader = fmt::format(
        "read_csv({{}}, auto_detect = false, header = true, delim = {}, quote = '\"', escape = '\"', nullstr = '', "
        "new_line = '{}', columns = {{{{{}}}}})",
        store::quote_text(std::string(1, shape->separator)), shape->carriage_returns ? "\\r\\n" : "\\n",
        braced(columns));
    return true;
  }

  static std::string braced(const std::string& text) {  // for the format string that the reader is
    std::string out;
    for (char c : text) out.append(c == '{' || c == '}' ? 2 : 1, c);
    return out;
  }

  bool look_at_parquet(Table& table) {
    auto opened = store::DuckDb::open_parquet(table.path);
    if (!opened.ok()) return false;
    const Status asked = opened->query(
        "select column_name, data_type from information_schema.columns where table_name = 'data' order by "
        "ordinal_position",
        [&](const store::Row& row) {
          const std::string type(row[1].text);
          const bool whole = type == "BIGINT" || type == "INTEGER" || type == "SMALLINT" || type == "TINYINT";
          table.columns.emplace_back(std::string(row[0].text), type == "BIGINT"    ? Type::wide
                                                               : whole             ? Type::whole
                                                               : type == "DOUBLE"  ? Type::real
                                                               : type == "VARCHAR" ? Type::text
                                                                                   : Type::other);
          return true;
        });
    table.reader = "read_parquet({})";
    return asked.ok() && !table.columns.empty();
  }

  // ---------------------------------------------------------------- expressions

  Made column(size_t t, const std::string& name) const {
    for (const auto& [known, type] : tables_[t].columns)
      if (known == name) {
        if (type == Type::other) return std::nullopt;
        return Sql{fmt::format("s{}.{}", t, store::quote_name(name)), type};
      }
    return std::nullopt;
  }

  bool reads_sources(const Ast& e) const {
    bool reads = false;
    for_each_node(e, [&](const Ast& n) {
      for (const Table& table : tables_) reads |= n.reads(table.source->slot);
      reads |= n.kind == AK::aggregate;
    });
    return reads;
  }

  static Made literal(const Value& v) {
    if (v.is_null()) return Sql{"NULL", Type::null};
    if (v.is(Kind::boolean)) return Sql{v.boolean() ? "TRUE" : "FALSE", Type::boolean};
    if (v.is_whole()) return Sql{fmt::format("CAST({} AS BIGINT)", v.whole()), Type::wide};
    if (v.is_number()) {
      const double n = v.number();
      if (!std::isfinite(n)) return std::nullopt;
      if (n == std::floor(n) && std::fabs(n) < kExact)
        return Sql{fmt::format("CAST({} AS BIGINT)", int64_t(n)), Type::whole};
      return Sql{fmt::format("CAST({} AS DOUBLE)", n), Type::real};
    }
    if (v.is_text() && !v.as_text().untyped && !v.as_text().typed &&
        v.view().find('\0') == std::string_view::npos)
      return Sql{store::quote_text(v.view()), Type::text};
    return std::nullopt;
  }

  Made expression(const Ast& n) {
    if (n.unit || n.query) return std::nullopt;
    if (n.kind == AK::aggregate) return aggregate(n);
    if (!reads_sources(n)) {
      if (n.kind == AK::name) return std::nullopt;
      return literal(in_.eval(n, frame_));
    }
    switch (n.kind) {
      case AK::local:
      case AK::global: return named(n);
      case AK::member: {
        for (size_t t = 0; t < tables_.size(); ++t)
          if (n.kids[0]->is_row(tables_[t].source->slot)) return column(t, n.name);
        return std::nullopt;
      }
      case AK::and_:
      case AK::or_: {
        auto a = condition(*n.kids[0]), b = condition(*n.kids[1]);
        if (!a || !b) return std::nullopt;
        return Sql{fmt::format("({} {} {})", *a, n.kind == AK::and_ ? "AND" : "OR", *b), Type::boolean};
      }
      case AK::not_: {
        auto a = condition(*n.kids[0]);
        return a ? Made(Sql{"(NOT " + *a + ")", Type::boolean}) : std::nullopt;
      }
      case AK::is_null: {
        auto a = expression(*n.kids[0]);
        if (!a) return std::nullopt;
        return Sql{fmt::format("({} IS {}NULL)", a->text, n.negated ? "NOT " : ""), Type::boolean};
      }
      case AK::equal: return comparison(n, "=");
      case AK::unequal: return comparison(n, "<>");
      case AK::less: return comparison(n, "<");
      case AK::less_equal: return comparison(n, "<=");
      case AK::greater: return comparison(n, ">");
      case AK::greater_equal: return comparison(n, ">=");
      case AK::between: return between(n);
      case AK::in: return in_list(n);
      case AK::like: return like(n);
      case AK::add: return arithmetic(n, "+");
      case AK::subtract: return arithmetic(n, "-");
      case AK::multiply: return arithmetic(n, "*");
      case AK::case_: return case_of(n);
      default: return std::nullopt;
    }
  }

  Made named(const Ast& n) const {
    Made found;
    for (const uint32_t slot : n.rows)
      for (size_t t = 0; t < tables_.size(); ++t)
        if (tables_[t].source->slot == slot)
          if (auto one = column(t, n.name)) {
            if (found) return std::nullopt;
            found = one;
          }
    return found;
  }

  std::optional<std::string> condition(const Ast& n) {
    auto made = expression(n);
    if (!made || (made->type != Type::boolean && made->type != Type::null)) return std::nullopt;
    return made->text;
  }

  static bool comparable(Type a, Type b) {
    if (a == Type::null || b == Type::null) return true;
    if (is_number(a) && is_number(b))
      return !((a == Type::wide && b == Type::real) || (a == Type::real && b == Type::wide));
    return a == b && a != Type::other;
  }

  Made comparison(const Ast& n, const char* sign) {
    auto a = expression(*n.kids[0]), b = expression(*n.kids[1]);
    if (!a || !b || !comparable(a->type, b->type)) return std::nullopt;
    return Sql{fmt::format("({} {} {})", a->text, sign, b->text), Type::boolean};
  }

  Made between(const Ast& n) {
    auto x = expression(*n.kids[0]), low = expression(*n.kids[1]), high = expression(*n.kids[2]);
    if (!x || !low || !high || !comparable(x->type, low->type) || !comparable(x->type, high->type))
      return std::nullopt;
    if (low->type == Type::null || high->type == Type::null) return Sql{"NULL", Type::null};
    return Sql{
        fmt::format("({} {}BETWEEN {} AND {})", x->text, n.negated ? "NOT " : "", low->text, high->text),
        Type::boolean};
  }

  Made in_list(const Ast& n) {
    auto x = expression(*n.kids[0]);
    if (!x || n.kids[1]->kind != AK::list || n.kids[1]->kids.empty()) return std::nullopt;
    std::string all;
    for (const AstPtr& kid : n.kids[1]->kids) {
      auto one = expression(*kid);
      if (!one || !comparable(x->type, one->type)) return std::nullopt;
      all += (all.empty() ? "" : ", ") + one->text;
    }
    return Sql{fmt::format("({} {}IN ({}))", x->text, n.negated ? "NOT " : "", all), Type::boolean};
  }

  Made like(const Ast& n) {
    auto a = expression(*n.kids[0]), b = expression(*n.kids[1]);
    if (!a || !b || a->type != Type::text || b->type != Type::text || n.kids[1]->kind != AK::constant)
      return std::nullopt;
    return Sql{fmt::format("({} {}LIKE {})", a->text, n.negated ? "NOT " : "", b->text), Type::boolean};
  }

  Made arithmetic(const Ast& n, const char* sign) {
    auto a = expression(*n.kids[0]), b = expression(*n.kids[1]);
    if (!a || !b || !is_number(a->type) || !is_number(b->type) || a->type == Type::wide ||
        b->type == Type::wide)
      return std::nullopt;
    return Sql{fmt::format("(CAST({} AS DOUBLE) {} CAST({} AS DOUBLE))", a->text, sign, b->text), Type::real};
  }

  Made case_of(const Ast& n) {
    if (n.slot) return std::nullopt;  // case x when ..
    std::string out = "(CASE";
    std::optional<Type> type;
    auto take = [&](const Ast& e) -> Made {
      auto value = expression(e);
      if (!value || value->type == Type::other) return std::nullopt;
      if (value->type == Type::null) return value;
      if (type && *type != value->type) return std::nullopt;
      type = value->type;
      return value;
    };
    size_t i = 0;
    for (; i + 1 < n.kids.size(); i += 2) {
      auto when = condition(*n.kids[i]);
      auto then = take(*n.kids[i + 1]);
      if (!when || !then) return std::nullopt;
      out += fmt::format(" WHEN {} THEN {}", *when, then->text);
    }
    if (i < n.kids.size()) {
      auto otherwise = take(*n.kids[i]);
      if (!otherwise) return std::nullopt;
      out += " ELSE " + otherwise->text;
    }
    return Sql{out + " END)", type.value_or(Type::null)};
  }

  Made aggregate(const Ast& n) {
    if (n.slot >= q_.aggregate_calls.size()) {  // in having: something selected
      const size_t item = n.slot - q_.aggregate_calls.size();
      return item < q_.select.size() && q_.select[item].expression ? expression(*q_.select[item].expression)
                                                                   : std::nullopt;
    }
    if (in_aggregate_) return std::nullopt;
    in_aggregate_ = true;
    auto x = expression(*n.kids[0]);
    in_aggregate_ = false;
    if (!x || x->type == Type::null) return std::nullopt;
    const std::string distinct = n.distinct ? "DISTINCT " : "";
    if (n.name == "count") return Sql{fmt::format("count({}{})", distinct, x->text), Type::whole};
    if (n.name == "min" || n.name == "max") {
      if (x->type == Type::boolean) return std::nullopt;
      return Sql{fmt::format("{}({})", n.name, x->text), x->type};
    }
    if ((n.name != "sum" && n.name != "avg") || !is_number(x->type) || n.distinct) return std::nullopt;
    if (x->type == Type::real) {
      sums_reals_ = true;
      return Sql{n.name == "sum" ? fmt::format("fsum({})", x->text)
                                 : fmt::format("(fsum({0}) / count({0}))", x->text),
                 Type::real};
    }
    if (n.name == "avg") return Sql{fmt::format("avg({})", x->text), Type::real};
    return Sql{fmt::format("sum({})", x->text), Type::wide};
  }

  // ---------------------------------------------------------------- the statement

  std::optional<std::string> statement() {
    std::string where;
    for (const AstPtr& e : q_.where) {
      auto one = condition(*e);
      if (!one) return std::nullopt;
      where += (where.empty() ? " WHERE " : " AND ") + *one;
    }
    std::vector<Sql> items;
    if (!selected(items)) return std::nullopt;
    std::string list;
    for (const Sql& item : items) {
      types_.push_back(item.type);
      list += fmt::format("{}{} AS c{}", list.empty() ? "" : ", ", item.text, types_.size() - 1);
    }
    std::string group, having, order, from;
    if (!group_clause(items, group, having) || !order_clause(items, order) || !from_clause(from))
      return std::nullopt;
    std::string sql = "SELECT " + list + from + where + group + having + order;
    for (const auto& [word, e] : {std::pair{" LIMIT ", &q_.limit}, std::pair{" OFFSET ", &q_.offset}}) {
      if (!*e) continue;
      if (reads_sources(**e)) return std::nullopt;
      const auto n = to_number(in_.eval(**e, frame_));
      if (!n || *n < 0 || *n > 1e15) return std::nullopt;
      sql += word + std::to_string(int64_t(*n));
    }
    return sql;
  }

  // A number for each row is needed to keep the order of the file: behind a join, in
  // groups, among equal keys.
  bool numbers_rows() const {
    if (grouped()) return (!q_.group.empty() || q_.distinct) && !groups_ordered_;
    return tables_.size() > 1 || !q_.order.empty();
  }

  bool from_clause(std::string& out) {
    for (size_t t = 0; t < tables_.size(); ++t) {
      const Query::Source& s = *tables_[t].source;
      const std::string table =
          numbers_rows() ? fmt::format("(SELECT *, row_number() OVER () AS {} FROM t{}) s{}", kRow, t, t)
                         : fmt::format("t{} s{}", t, t);
      if (t == 0) {
        if (s.join != Join::inner || !s.on.empty()) return false;
        out = " FROM " + table;
        continue;
      }
      std::string on;
      for (const AstPtr& e : s.on) {
        auto one = condition(*e);
        if (!one) return false;
        on += (on.empty() ? "" : " AND ") + *one;
      }
      const char* word = s.join == Join::left    ? "LEFT JOIN"
                         : s.join == Join::right ? "RIGHT JOIN"
                         : s.join == Join::full  ? "FULL JOIN"
                                                 : "JOIN";
      if (s.join == Join::inner && on.empty()) out += ", " + table;
      else out += fmt::format(" {} {} ON {}", word, table, on.empty() ? "TRUE" : on);
    }
    return true;
  }

  bool selected(std::vector<Sql>& items) {
    plain_ = q_.gives_values();
    Record names;
    auto add = [&](const std::string& name, Sql sql) {
      names_.push_back(names.free_name(name));
      names.fields.emplace_back(names_.back(), Value());
      items.push_back(std::move(sql));
    };
    for (const Query::Item& item : q_.select) {
      if (item.star) {
        if (q_.grouped()) return false;
        for (size_t t = 0; t < tables_.size(); ++t)
          for (const auto& [name, type] : tables_[t].columns) {
            auto one = column(t, name);
            if (!one) return false;
            add(name, std::move(*one));
          }
        continue;
      }
      auto one = expression(*item.expression);
      if (!one || one->type == Type::other) return false;
      add(item.name, std::move(*one));
    }
    return true;
  }

  bool group_clause(const std::vector<Sql>& items, std::string& group, std::string& having) {
    for (const Query::Item& item : q_.group) {
      const Ast* e = item.expression.get();
      if (e->kind == AK::constant) {
        const double i = e->value.is_number() ? e->value.number() : 0;
        if (!(i >= 1 && i <= double(q_.select.size())) || !q_.select[size_t(i) - 1].expression) return false;
        e = q_.select[size_t(i) - 1].expression.get();
      } else if (e->kind == AK::global && e->column_only && !named(*e)) {
        for (const Query::Item& one : q_.select)
          if (one.named && one.name == e->name) e = one.expression.get();
      }
      auto one = expression(*e);
      if (!one) return false;
      group_keys_.push_back(one->text);
    }
    if (q_.distinct) {
      if (q_.grouped()) return false;
      for (const Sql& item : items) group_keys_.push_back(item.text);
    }
    for (const std::string& key : group_keys_) group += (group.empty() ? " GROUP BY " : ", ") + key;
    if (q_.having) {
      auto one = condition(*q_.having);
      if (!one) return false;
      having = " HAVING " + *one;
    }
    return true;
  }

  bool order_clause(const std::vector<Sql>& items, std::string& order) {
    auto add = [&](const std::string& key) { order += (order.empty() ? " ORDER BY " : ", ") + key; };
    std::vector<std::string> keys;
    for (const Query::Item& item : q_.order) {
      const Ast& e = *item.expression;
      std::string key;
      if (e.kind == AK::constant && e.value.is_number()) {
        const double i = e.value.number();
        if (!(i >= 1 && i <= double(items.size()))) return false;
        key = items[size_t(i) - 1].text;
      } else {
        for (size_t i = 0; i < names_.size(); ++i)
          if (!e.name.empty() && names_[i] == e.name && e.kind != AK::member && !plain_ && key.empty())
            key = items[i].text;
        if (key.empty()) {
          auto one = expression(e);
          if (!one || one->type == Type::null) return false;
          key = one->text;
        }
      }
      keys.push_back(key);
      add(key + (item.descending ? " DESC NULLS LAST" : " ASC NULLS LAST"));
    }
    // No two groups have the same keys: ordered by all of them, nothing is left open.
    groups_ordered_ = !group_keys_.empty() && std::ranges::all_of(group_keys_, [&](const std::string& key) {
      return contains(keys, key);
    });
    if (!numbers_rows()) return true;
    const std::string first = fmt::format("s0.{}", kRow), second = fmt::format("s1.{}", kRow);
    if (!grouped()) {
      add(first + " NULLS LAST");
      if (tables_.size() > 1) add(second + " NULLS LAST");
    } else if (tables_.size() == 1) {
      add(fmt::format("min({})", first));
    } else {
      add(fmt::format("min(coalesce({}, 2147483647) * 4294967296 + coalesce({}, 0))", first, second));
    }
    return true;
  }

  // ---------------------------------------------------------------- the answer

  Value cell_value(const store::Cell& cell, Type type) const {
    switch (cell.kind) {
      case store::Cell::Kind::null: return Value();
      case store::Cell::Kind::boolean: return Value(cell.number != 0);
      case store::Cell::Kind::number: return Value(cell.number == 0 ? 0.0 : cell.number);
      case store::Cell::Kind::whole: return read_number(cell.text).value_or(Value(cell.number));
      default: break;
    }
    if (is_number(type))
      if (auto number = read_number(cell.text)) return std::move(*number);
    return Value::text(std::string(cell.text));
  }

  Value value_of(const store::Row& row) const {
    if (plain_) return cell_value(row[0], types_[0]);
    Value record = Value::record();
    Fields& fields = record.as_record().fields;
    fields.reserve(names_.size());
    for (size_t i = 0; i < names_.size(); ++i) fields.emplace_back(names_[i], cell_value(row[i], types_[i]));
    return record;
  }

  Interpreter& in_;
  const Query& q_;
  Value* frame_;
  std::vector<Table> tables_;
  std::vector<std::string> names_;
  std::vector<Type> types_;
  std::vector<std::string> group_keys_;
  bool plain_ = false, sums_reals_ = false, in_aggregate_ = false, groups_ordered_ = false;
};

}  // namespace

std::optional<Value> select_in_duckdb(Interpreter& in, const Query& query, Value* frame) {
  return Translation(in, query, frame).run();
}

}  // namespace gleaner::script
