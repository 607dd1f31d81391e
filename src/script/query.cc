// Queries: select .. from .. where .. group by .. having .. order by .. limit, over lists, tables, views and
// what rules gave.
//
// Sources are joined from left to right; a condition is tested as soon as the sources it reads are bound, and
// an equality between a new source and earlier ones becomes a look-up in an index of the new source (a hash
// join), made once.
#include <algorithm>
#include <functional>
#include <set>
#include <unordered_map>

#include <fmt/format.h>

#include "script/interpreter.h"
#include "script/numbers.h"
#include "script/pushdown.h"

namespace gleaner::script {
namespace {

using AK = Ast::Kind;
using grammar::kNone;

// Which of the query's sources an expression reads, as a bit set by position.
uint64_t sources_read(const Ast& n, const Query& q) {
  uint64_t bits = 0;
  auto slot = [&](uint32_t s) {
    for (size_t i = 0; i < q.from.size(); ++i)
      if (q.from[i].slot == s) bits |= 1ull << i;
  };
  if (n.kind == AK::local) slot(n.slot);
  if (n.row != kNone) slot(n.row);
  for (const AstPtr& kid : n.kids) bits |= sources_read(*kid, q);
  if (n.unit)
    for (const Unit::Capture& c : n.unit->captures) bits |= sources_read(*c.from, q);
  if (n.query) {
    const Query& inner = *n.query;
    for (const auto& item : inner.select)
      if (item.expression) bits |= sources_read(*item.expression, q);
    for (const auto& s : inner.from) bits |= sources_read(*s.expression, q);
    for (const auto& w : inner.where) bits |= sources_read(*w, q);
    for (const auto& item : inner.group) bits |= sources_read(*item.expression, q);
    for (const auto& item : inner.order) bits |= sources_read(*item.expression, q);
    if (inner.having) bits |= sources_read(*inner.having, q);
  }
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
    Aggregates(Interpreter& in, const std::vector<Value>* values) : in_(in), outer_(std::exchange(in.aggregates_, values)) {}
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
    if (q_.from.size() > 60) in_.fail("a query has at most 60 sources");
    plan();
    join(0);
    if (grouped()) finish_groups();
    if (!q_.order.empty())
      std::stable_sort(rows_.begin(), rows_.end(), [&](const Out& a, const Out& b) { return before(a, b); });
    std::vector<Value> out;
    constexpr double kMostRows = 1e15;
    const size_t limit = q_.limit ? size_t(std::clamp(to_number(in_.eval(*q_.limit, frame_)).value_or(0), 0.0, kMostRows)) : SIZE_MAX;
    std::set<std::string> seen;
    for (Out& row : rows_) {
      if (out.size() >= limit) break;
      if (q_.distinct && !seen.insert(to_json(row.value)).second) continue;
      out.push_back(std::move(row.value));
    }
    for (const Query::Source& s : q_.from) frame_[s.slot] = Value();
    return Value::list(std::move(out));
  }

 private:
  struct Level {
    bool independent = true;
    std::vector<Value> items;  // of an independent source, once evaluated
    bool loaded = false;
    std::vector<const Ast*> conditions;  // testable once this source is bound
    const Ast* own_key = nullptr;        // hash join: the new source's side
    const Ast* other_key = nullptr;      // ... and what it must equal
    std::unordered_map<std::string, std::vector<uint32_t>> index;
    bool indexed = false;
  };
  struct Out {
    Value value;
    std::vector<Value> keys;
  };
  struct Group {
    std::vector<std::vector<Value>> rows;
    std::vector<Value> keys;
  };

  bool grouped() const { return q_.aggregates || !q_.group.empty(); }

  void plan() {
    levels_.resize(q_.from.size());
    for (size_t i = 0; i < q_.from.size(); ++i)
      levels_[i].independent = (sources_read(*q_.from[i].expression, q_) & ((1ull << i) - 1)) == 0;
    for (const AstPtr& where : q_.where) {
      const int last = std::max(0, last_of(sources_read(*where, q_)));
      Level& level = levels_[size_t(last)];
      if (where->kind == AK::equal && !level.own_key && level.independent && last > 0) {
        const uint64_t own = 1ull << last, a = sources_read(*where->kids[0], q_),
                       b = sources_read(*where->kids[1], q_);
        if (a == own && b && !(b & own))
          level.own_key = where->kids[0].get(), level.other_key = where->kids[1].get();
        if (b == own && a && !(a & own))
          level.own_key = where->kids[1].get(), level.other_key = where->kids[0].get();
        if (level.own_key) continue;
      }
      level.conditions.push_back(where.get());
    }
  }

  std::vector<Value> items_of(const Query::Source& source, const Level& level) {
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
      case Kind::list: return v.as_list().items;
      case Kind::null: return {};
      case Kind::element: return v.as_element().children;
      case Kind::record: return {v};
      case Kind::text: return {v};
      default:
        in_.fail(fmt::format("{} cannot be asked: a source is a list, a table or a view", name_of(v.kind())));
    }
  }

  void join(size_t i) {
    if (i == q_.from.size()) return emit();
    Level& level = levels_[i];
    if (!level.loaded || !level.independent) {
      level.items = items_of(q_.from[i], level);
      level.loaded = true;
    }
    if (!level.own_key) {
      const std::vector<Value> items = level.independent ? std::vector<Value>() : std::move(level.items);
      const std::vector<Value>& over = level.independent ? level.items : items;
      for (size_t k = 0; k < over.size(); ++k) visit(i, over[k]);
      return;
    }
    if (!level.indexed) {
      for (uint32_t k = 0; k < level.items.size(); ++k) {
        frame_[q_.from[i].slot] = level.items[k];
        Value key = in_.eval(*level.own_key, frame_);
        if (!key.is_null()) level.index[group_key(key)].push_back(k);
      }
      level.indexed = true;
    }
    Value wanted = in_.eval(*level.other_key, frame_);
    auto at = level.index.find(group_key(wanted));
    if (wanted.is_null() || at == level.index.end()) return;
    for (uint32_t k : at->second) visit(i, level.items[k]);
  }

  void visit(size_t i, const Value& item) {
    in_.step();
    frame_[q_.from[i].slot] = item;
    for (const Ast* condition : levels_[i].conditions)
      if (!truth(in_.eval(*condition, frame_))) return;
    join(i + 1);
  }

  void emit() {
    if (!grouped()) {
      Out out;
      out.value = selected(nullptr);
      order_keys(out);
      rows_.push_back(std::move(out));
      return;
    }
    std::vector<Value> keys;
    std::string key;
    for (const Query::Item& item : q_.group) {
      keys.push_back(in_.eval(*item.expression, frame_));
      key += group_key(keys.back()) + '\0';
    }
    auto [at, fresh] = group_numbers_.try_emplace(key, groups_.size());
    if (fresh) groups_.push_back({{}, std::move(keys)});
    std::vector<Value> row;
    for (const Query::Source& s : q_.from) row.push_back(frame_[s.slot]);
    groups_[at->second].rows.push_back(std::move(row));
  }

  void finish_groups() {
    if (groups_.empty() && q_.group.empty()) groups_.emplace_back();  // count(*) of nothing is 0
    for (Group& group : groups_) {
      std::vector<Value> aggregates;
      for (const Ast* call : q_.aggregate_calls) aggregates.push_back(aggregate(*call, group));
      bind(group.rows.empty() ? nullptr : &group.rows[0]);
      const Aggregates of_group(in_, &aggregates);
      if (q_.having_selected)
        for (const Query::Item& item : q_.select)
          aggregates.push_back(item.star ? Value() : in_.eval(*item.expression, frame_));
      if (!q_.having || truth(in_.eval(*q_.having, frame_))) {
        Out out;
        out.value = selected(&group);
        order_keys(out);
        rows_.push_back(std::move(out));
      }
    }
  }

  void bind(const std::vector<Value>* row) {
    for (size_t i = 0; i < q_.from.size(); ++i) frame_[q_.from[i].slot] = row ? (*row)[i] : Value();
  }

  Value aggregate(const Ast& call, const Group& group) {
    double count = 0;
    Sum total;
    Value best;
    std::vector<Value> all;
    for (const auto& row : group.rows) {
      bind(&row);
      Value v = in_.eval(*call.kids[0], frame_);
      if (v.is_null()) continue;
      ++count;
      if (call.name == "sum" || call.name == "avg") {
        auto n = to_number(v);
        in_.here = call.offset;
        if (!n) in_.fail(fmt::format("{} needs numbers, not {}", call.name, to_json(v)));
        total.add(v, *n);
      }
      if (call.name == "list") all.push_back(v);
      const int c = best.is_null() ? 0 : compare(v, best);
      if (best.is_null() || (call.name == "min" ? c < 0 : c > 0)) best = v;
    }
    if (call.name == "count") return Value(count);
    if (call.name == "list") return Value::list(std::move(all));
    if (call.name == "sum") return total.total();
    if (call.name == "avg") return count ? Value(total.real() / count) : Value();
    return best;
  }

  Value selected(const Group* group) {
    const bool plain = q_.select.size() == 1 && !q_.select[0].named && !q_.select[0].star && !group;
    if (plain) return in_.eval(*q_.select[0].expression, frame_);
    Value record = Value::record();
    for (const Query::Item& item : q_.select) {
      if (item.star) {
        for (const Query::Source& s : q_.from) add_all(record.as_record(), frame_[s.slot]);
        continue;
      }
      std::string name = item.name;
      for (int n = 2; record.as_record().find(name); ++n) name = fmt::format("{}{}", item.name, n);
      record.as_record().fields.emplace_back(std::move(name), in_.eval(*item.expression, frame_));
    }
    return record;
  }

  static void add_all(Record& into, const Value& from) {
    const Fields* fields = from.is(Kind::record) ? &from.as_record().fields
                           : from.is_text()      ? &from.as_text().fields
                                                 : nullptr;
    if (!fields || fields->empty()) {
      into.set("value", from);
      return;
    }
    for (const auto& [name, value] : *fields) into.set(name, value);
  }

  // order by a column's number, a selected name, or any expression
  void order_keys(Out& out) {
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
      if (e.kind == AK::constant && e.value.is_number()) {
        out.keys.push_back(out.value);
        continue;
      }
      out.keys.push_back(in_.eval(e, frame_));
    }
  }

  bool before(const Out& a, const Out& b) const {
    for (size_t i = 0; i < q_.order.size(); ++i) {
      const int c = compare(a.keys[i], b.keys[i]);
      if (c != 0) return q_.order[i].descending ? c > 0 : c < 0;
    }
    return false;
  }

  Interpreter& in_;
  const Query& q_;
  Value* frame_;
  std::vector<Level> levels_;
  std::vector<Out> rows_;
  std::vector<Group> groups_;
  std::unordered_map<std::string, size_t> group_numbers_;
};

Value Interpreter::select(const Query& query, Value* frame) { return QueryRun(*this, query, frame).run(); }

}  // namespace gleaner::script
