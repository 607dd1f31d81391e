// Queries: select .. from .. where .. group by .. having .. order by .. limit, over lists, tables, views and
// what rules gave.
//
// Sources are joined from left to right; a condition is tested as soon as the sources it reads are bound, and
// an equality between a new source and earlier ones becomes a look-up in an index of the new source (a hash
// join), made once. Outer joins bind null where nothing fits; with a right or full join the conditions of
// `where` wait until all sources are bound, because a row that they refuse has still been matched.
#include <algorithm>
#include <set>
#include <unordered_map>

#include <fmt/format.h>

#include "base/lists.h"
#include "script/aggregate.h"
#include "script/compare.h"
#include "script/duckdb_query.h"
#include "script/pushdown.h"
#include "script/query_names.h"

namespace gleaner::script {
namespace {

using Join = Query::Source::Join;

// Which of the query's sources an expression reads, as a bit set by position.
uint64_t sources_read(const Ast& e, const Query& q) {
  uint64_t bits = 0;
  for_each_node(e, [&](const Ast& n) {
    for (size_t i = 0; i < q.from.size(); ++i)
      if (n.reads(q.from[i].slot)) bits |= 1ull << i;
  });
  return bits;
}

int last_of(uint64_t bits) {
  int last = -1;
  for (int i = 0; i < 64; ++i)
    if (bits >> i & 1) last = i;
  return last;
}

}  // namespace

class QueryRun {
  // What aggregates are while it lives, also when an error passes.
  class Aggregates {
   public:
    Aggregates(Interpreter& in, const std::vector<Value>* values)
        : in_(in), outer_(std::exchange(in.aggregates_, values)) {}
    ~Aggregates() { in_.aggregates_ = outer_; }
    Aggregates(const Aggregates&) = delete;
    Aggregates& operator=(const Aggregates&) = delete;

   private:
    Interpreter& in_;
    const std::vector<Value>* outer_;
  };

 public:
  QueryRun(Interpreter& in, const Query& q, Value* frame) : in_(in), q_(q), frame_(frame) {}

  Value run() {
    const Aggregates none(in_, nullptr);  // those around this query are not its own
    std::vector<Out> rows = result();
    for (const Query::Further& further : q_.further) combine(rows, further);
    if (!q_.further.empty() && !q_.order.empty())
      for (Out& row : rows) row.keys.clear(), order_keys(row, true);
    if (!q_.order.empty())
      std::ranges::stable_sort(rows, [&](const Out& a, const Out& b) { return before(a, b); });
    const size_t offset = number_or(q_.offset, 0), limit = number_or(q_.limit, SIZE_MAX);
    std::vector<Value> out;
    for (size_t i = offset; i < rows.size() && out.size() < limit; ++i)
      out.push_back(std::move(rows[i].value));
    Value list = Value::list(std::move(out));
    list.as_list().columns = selected_columns();
    return list;
  }

 private:
  struct Level {
    bool independent = true;
    std::vector<Value> items;            // of an independent source, once evaluated
    std::vector<const Ast*> conditions;  // of `where`, testable once this source is bound
    std::vector<const Ast*> on;          // of the join
    const Ast* own_key = nullptr;        // hash join: the new source's side
    const Ast* other_key = nullptr;      // ... and what it must equal
    const Ast* equality = nullptr;  // the condition itself: keys may be shared by values that are not equal
    std::unordered_map<std::string, std::vector<uint32_t>> index;
    bool indexed = false;
    std::vector<bool> matched;  // right and full join: by item
  };
  struct Out {
    Value value;
    std::vector<Value> keys = {};
  };
  struct Group {
    std::vector<Value> row;  // its first
    std::vector<Aggregate> aggregates;
  };

  size_t number_or(const AstPtr& e, size_t otherwise) {
    if (!e) return otherwise;
    const Value v = in_.eval(*e, frame_);
    const auto n = to_number(v);
    in_.here = e->offset;
    if (!n && !v.is_null()) in_.fail(fmt::format("a limit is a number, not {}", to_json(v)));
    return n ? size_t(std::clamp(*n, 0.0, 1e18)) : otherwise;
  }

  // ---------------------------------------------------------------- one select without order and limit

  std::vector<Out> result() {
    if (q_.from.size() > 60) in_.fail("a query has at most 60 sources");
    plan();
    load();
    join(0);
    for (size_t i = 0; i < levels_.size(); ++i) unmatched(i);
    if (q_.grouped()) finish_groups();
    for (const Query::Source& s : q_.from) frame_[s.slot] = Value();
    if (q_.distinct) keep_first(rows_);
    return std::move(rows_);
  }

  static void keep_first(std::vector<Out>& rows) {
    std::set<std::string> seen;
    std::erase_if(rows, [&](const Out& row) { return !seen.insert(row_key(row.value)).second; });
  }

  static std::string row_key(const Value& row) {
    if (!row.is(Kind::record)) return group_key(row);
    std::string key;
    for (const auto& [name, value] : row.as_record().fields) key += group_key(value) + '\0';
    return key;
  }

  void combine(std::vector<Out>& rows, const Query::Further& further) {
    using Kind_ = Query::Further::Kind;
    std::vector<Out> more = QueryRun(in_, *further.query, frame_).result();
    auto width = [](const Out& row) {
      return row.value.is(Kind::record) ? row.value.as_record().fields.size() : 1;
    };
    if (!rows.empty() && !more.empty() && width(rows[0]) != width(more[0]))
      in_.fail(fmt::format("the two sides have {} and {} columns", width(rows[0]), width(more[0])));
    if (further.kind == Kind_::union_) {
      for (Out& row : more) {
        rename(row, rows);
        rows.push_back(std::move(row));
      }
    } else {
      std::map<std::string, size_t> right;
      for (const Out& row : more) ++right[row_key(row.value)];
      std::erase_if(rows, [&](const Out& row) {
        auto at = right.find(row_key(row.value));
        const bool there = at != right.end() && at->second > 0;
        if (there && further.all) --at->second;
        return there == (further.kind == Kind_::except);
      });
    }
    if (!further.all) keep_first(rows);
  }

  // Columns have the names of the first select.
  static void rename(Out& row, const std::vector<Out>& rows) {
    if (rows.empty() || !row.value.is(Kind::record) || !rows[0].value.is(Kind::record)) return;
    const Fields& names = rows[0].value.as_record().fields;
    Fields& fields = row.value.as_record().fields;
    for (size_t i = 0; i < fields.size(); ++i) fields[i].first = names[i].first;
  }

  void plan() {
    levels_.resize(q_.from.size());
    late_ = std::ranges::any_of(q_.from,
                                [](const auto& s) { return s.join == Join::right || s.join == Join::full; });
    for (size_t i = 0; i < q_.from.size(); ++i) {
      Level& level = levels_[i];
      level.independent = (sources_read(*q_.from[i].expression, q_) & ((1ull << i) - 1)) == 0;
      for (const AstPtr& on : q_.from[i].on)
        if (!take_key(*on, int(i))) level.on.push_back(on.get());
    }
    for (const AstPtr& where : q_.where) {
      const int last = std::max(0, last_of(sources_read(*where, q_)));
      if (late_ || levels_.empty()) {
        late_conditions_.push_back(where.get());
        continue;
      }
      if (q_.from[size_t(last)].join != Join::inner || !take_key(*where, last))
        levels_[size_t(last)].conditions.push_back(where.get());
    }
    for (const Query::Item& item : q_.group) group_.push_back(&group_expression(item));
  }

  // An equality between the source and earlier ones makes it a look-up.
  bool take_key(const Ast& condition, int i) {
    Level& level = levels_[size_t(i)];
    if (condition.kind != AK::equal || level.own_key || !level.independent || i == 0) return false;
    const uint64_t own = 1ull << i, a = sources_read(*condition.kids[0], q_),
                   b = sources_read(*condition.kids[1], q_);
    if (a == own && b && b < own)
      level.own_key = condition.kids[0].get(), level.other_key = condition.kids[1].get();
    else if (b == own && a && a < own)
      level.own_key = condition.kids[1].get(), level.other_key = condition.kids[0].get();
    if (level.own_key) level.equality = &condition;
    return level.own_key != nullptr;
  }

  // group by the number or the name of something selected, or any expression
  const Ast& group_expression(const Query::Item& item) const {
    const Ast& e = *item.expression;
    if (e.kind == AK::constant && e.value.is_number()) {
      const size_t i = size_t(e.value.number());
      if (i >= 1 && i <= q_.select.size() && q_.select[i - 1].expression) return *q_.select[i - 1].expression;
    }
    if (e.kind == AK::global && e.column_only)
      for (const Query::Item& selected : q_.select)
        if (selected.named && selected.name == e.name) return *selected.expression;
    return e;
  }

  // Sources that read no other are read before anything is joined, so that their columns are known.
  void load() {
    std::vector<SourceColumns> known;
    for (size_t i = 0; i < q_.from.size(); ++i) {
      SourceColumns columns{&q_.from[i]};
      if (levels_[i].independent) {
        Value list = list_of(q_.from[i], levels_[i]);
        columns = columns_of(q_.from[i], list, in_.script());
        levels_[i].items = std::move(list.as_list().items);
        if (q_.from[i].join == Join::right || q_.from[i].join == Join::full)
          levels_[i].matched.resize(levels_[i].items.size());
      } else if (q_.from[i].join == Join::right || q_.from[i].join == Join::full) {
        in_.here = q_.from[i].expression->offset;
        in_.fail("a right or full join needs a source that reads no other");
      }
      columns_.push_back(std::move(columns));
    }
    for (const Query::Item& item : q_.group) {  // a name of something selected is no column
      const Ast& e = *item.expression;
      if (&group_expression(item) != &e) aliases_.insert(&e);
    }
    check_columns(in_, q_, columns_, frame_, aliases_);
    if (q_.grouped()) check_grouped(in_, q_, group_, columns_);
  }

  // The rows of a source; a list of our own.
  Value list_of(const Query::Source& source, const Level& level) {
    const Ast& expression = *source.expression;
    Value v = in_.eval(expression, frame_);
    in_.here = expression.offset;
    if (v.is_text() && v.as_text().fields.empty()) {
      const Pushed pushed =
          pushed_down(q_, source, level.conditions, [&](const Ast& e) { return in_.eval(e, frame_); });
      in_.here = expression.offset;
      v = in_.load(std::string(v.view()), &pushed);
    }
    switch (v.kind()) {
      case Kind::list: {
        Value copy = Value::list(v.as_list().items);
        copy.as_list().columns = v.as_list().columns;
        return copy;
      }
      case Kind::null: return Value::list();
      case Kind::element: {  // its elements; white space between them is no row
        std::vector<Value> all = v.as_element().children;
        if (std::ranges::any_of(all, [](const Value& child) { return child.is(Kind::element); }))
          std::erase_if(all, [](const Value& child) { return !child.is(Kind::element); });
        return Value::list(std::move(all));
      }
      case Kind::record:
      case Kind::text: return Value::list({v});
      default:
        in_.fail(fmt::format("{} cannot be asked: a source is a list, a table or a view", name_of(v.kind())));
    }
  }

  // ---------------------------------------------------------------- joins

  void join(size_t i) {
    if (i == q_.from.size()) return emit();
    Level& level = levels_[i];
    bool any = false;
    if (!level.own_key) {
      const std::vector<Value> own =
          level.independent ? std::vector<Value>() : std::move(list_of(q_.from[i], level).as_list().items);
      const std::vector<Value>& over = level.independent ? level.items : own;
      for (uint32_t k = 0; k < over.size(); ++k) any |= visit(i, over[k], k);
    } else {
      any = look_up(i);
    }
    const Join kind = q_.from[i].join;
    if (!any && (kind == Join::left || kind == Join::full)) {
      frame_[q_.from[i].slot] = Value();
      if (passes(level.conditions)) join(i + 1);
    }
  }

  bool look_up(size_t i) {
    Level& level = levels_[i];
    if (!level.indexed) {
      for (uint32_t k = 0; k < level.items.size(); ++k) {
        frame_[q_.from[i].slot] = level.items[k];
        const Value key = in_.eval(*level.own_key, frame_);
        if (!key.is_null())
          for (std::string& word : lookup_keys(key)) level.index[std::move(word)].push_back(k);
      }
      level.indexed = true;
    }
    const Value wanted = in_.eval(*level.other_key, frame_);
    if (wanted.is_null()) return false;
    std::vector<uint32_t> found;
    const auto keys = lookup_keys(wanted);
    for (const std::string& word : keys)
      if (auto at = level.index.find(word); at != level.index.end())
        found.insert(found.end(), at->second.begin(), at->second.end());
    if (keys.size() > 1) {
      sort_unique(found);
    }
    bool any = false;
    for (uint32_t k : found) any |= visit(i, level.items[k], k);
    return any;
  }

  bool passes(const std::vector<const Ast*>& conditions) {
    return std::ranges::all_of(conditions,
                               [&](const Ast* condition) { return truth(in_.eval(*condition, frame_)); });
  }

  // Whether the item fits by the conditions of its join.
  bool visit(size_t i, const Value& item, uint32_t k) {
    in_.step();
    Level& level = levels_[i];
    frame_[q_.from[i].slot] = item;
    if (level.equality && !truth(in_.eval(*level.equality, frame_))) return false;
    if (!passes(level.on)) return false;
    if (!level.matched.empty()) level.matched[k] = true;
    if (passes(level.conditions)) join(i + 1);
    return true;
  }

  // What a right or full join adds: the rows that nothing on the left fitted.
  void unmatched(size_t i) {
    Level& level = levels_[i];
    for (size_t k = 0; k < level.matched.size(); ++k) {
      if (level.matched[k]) continue;
      for (size_t j = 0; j < i; ++j) frame_[q_.from[j].slot] = Value();
      frame_[q_.from[i].slot] = level.items[k];
      join(i + 1);
    }
  }

  // ---------------------------------------------------------------- rows and groups

  void emit() {
    if (!passes(late_conditions_)) return;
    if (!q_.grouped()) return add_row();
    std::string key;
    for (const Ast* e : group_) key += group_key(in_.eval(*e, frame_)) + '\0';
    auto [at, fresh] = group_numbers_.try_emplace(key, groups_.size());
    if (fresh) groups_.push_back(new_group());
    Group& group = groups_[at->second];
    if (fresh)
      for (const Query::Source& s : q_.from) group.row.push_back(frame_[s.slot]);
    for (size_t i = 0; i < group.aggregates.size(); ++i)
      group.aggregates[i].take(in_, in_.eval(*q_.aggregate_calls[i]->kids[0], frame_));
  }

  Group new_group() const {
    Group group;
    for (const Ast* call : q_.aggregate_calls) group.aggregates.emplace_back(*call);
    return group;
  }

  void finish_groups() {
    if (groups_.empty() && q_.group.empty()) groups_.push_back(new_group());  // count(*) of nothing is 0
    for (Group& group : groups_) {
      std::vector<Value> aggregates;
      for (Aggregate& one : group.aggregates) aggregates.push_back(one.result(in_));
      for (size_t i = 0; i < q_.from.size(); ++i)
        frame_[q_.from[i].slot] = i < group.row.size() ? group.row[i] : Value();
      const Aggregates of_group(in_, &aggregates);
      if (q_.having_selected)
        for (const Query::Item& item : q_.select)
          aggregates.push_back(item.star ? Value() : in_.eval(*item.expression, frame_));
      if (!q_.having || truth(in_.eval(*q_.having, frame_))) add_row();
    }
  }

  void add_row() {
    rows_.push_back({selected()});
    if (q_.further.empty()) order_keys(rows_.back(), false);
  }

  Value selected() {
    if (q_.gives_values()) return in_.eval(*q_.select[0].expression, frame_);
    Value record = Value::record();
    Fields& fields = record.as_record().fields;
    for (const Query::Item& item : q_.select) {
      if (item.star) {
        for (size_t i = 0; i < q_.from.size(); ++i) add_all(record.as_record(), i);
        continue;
      }
      fields.emplace_back(record.as_record().free_name(item.name), in_.eval(*item.expression, frame_));
    }
    return record;
  }

  // Every column of a source, also where the row lacks it or there is no row.
  void add_all(Record& into, size_t i) {
    const Value& from = frame_[q_.from[i].slot];
    const bool known = columns_[i].known && !(from.is_text() && from.as_text().fields.empty());
    if (known && (from.is_null() || from.is(Kind::record))) {
      for (const std::string& name : columns_[i].names) {
        const Value* field = from.is_null() ? nullptr : from.as_record().find(name);
        into.fields.emplace_back(into.free_name(name), field ? *field : Value());
      }
      return;
    }
    const Fields* fields = from.is(Kind::record) ? &from.as_record().fields
                           : from.is_text()      ? &from.as_text().fields
                                                 : nullptr;
    if (!fields || fields->empty()) {
      into.fields.emplace_back(into.free_name("value"), from);
      return;
    }
    for (const auto& [name, value] : *fields) into.fields.emplace_back(into.free_name(name), value);
  }

  // Of the answer, when they can be known without a row.
  std::vector<std::string> selected_columns() const {
    if (q_.gives_values()) return {};
    Record names;
    for (const Query::Item& item : q_.select) {
      if (!item.star) {
        names.fields.emplace_back(names.free_name(item.name), Value());
        continue;
      }
      for (const SourceColumns& source : columns_) {
        if (!source.known) return {};
        for (const std::string& name : source.names)
          names.fields.emplace_back(names.free_name(name), Value());
      }
    }
    std::vector<std::string> out;
    for (auto& [name, value] : names.fields) out.push_back(std::move(name));
    return out;
  }

  // order by a column's number, a selected name, or any expression
  void order_keys(Out& out, bool answer_only) {
    for (const Query::Item& item : q_.order) {
      const Ast& e = *item.expression;
      if (out.value.is(Kind::record)) {
        const Fields& fields = out.value.as_record().fields;
        if (e.kind == AK::constant && e.value.is_number() && e.value.number() >= 1 &&
            e.value.number() <= double(fields.size())) {
          out.keys.push_back(fields[size_t(e.value.number()) - 1].second);
          continue;
        }
        if ((e.kind == AK::global || e.kind == AK::local || e.kind == AK::name) && !e.name.empty())
          if (const Value* named = out.value.as_record().find(e.name)) {
            out.keys.push_back(*named);
            continue;
          }
      }
      if ((e.kind == AK::constant && e.value.is_number()) || (answer_only && !out.value.is(Kind::record))) {
        out.keys.push_back(out.value);
        continue;
      }
      in_.here = e.offset;
      if (answer_only) in_.fail("the rows of a union are ordered by the names or numbers of their columns");
      out.keys.push_back(in_.eval(e, frame_));
    }
  }

  bool before(const Out& a, const Out& b) const {
    for (size_t i = 0; i < q_.order.size(); ++i) {
      if (a.keys[i].is_null() != b.keys[i].is_null()) return b.keys[i].is_null();  // null last, up or down
      const int c = compare(a.keys[i], b.keys[i]);
      if (c != 0) return q_.order[i].descending ? c > 0 : c < 0;
    }
    return false;
  }

  Interpreter& in_;
  const Query& q_;
  Value* frame_;
  std::vector<Level> levels_;
  std::vector<SourceColumns> columns_;
  bool late_ = false;
  std::vector<const Ast*> late_conditions_;
  std::vector<const Ast*> group_;
  std::set<const Ast*> aliases_;
  std::vector<Out> rows_;
  std::vector<Group> groups_;
  std::unordered_map<std::string, size_t> group_numbers_;
};

Value Interpreter::select(const Query& query, Value* frame) {
  struct Inside {
    explicit Inside(uint32_t& n) : count(n) { ++count; }
    ~Inside() { --count; }
    uint32_t& count;
  } inside(selects_);
  if (selects_ == 1)
    if (auto answer = select_in_duckdb(*this, query, frame)) return ++in_duckdb, std::move(*answer);
  return QueryRun(*this, query, frame).run();
}

}  // namespace gleaner::script
