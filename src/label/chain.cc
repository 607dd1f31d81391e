// See chain.h.
#include "label/chain.h"
#include "base/lists.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/text.h"
#include "html/source_map.h"
#include "label/weights.h"

namespace gleaner::label {
namespace {

using wrap::Field;
using wrap::Value;

// One value in the order of the page.
struct Leaf {
  Value* value = nullptr;
  uint32_t field = 0;  // number of its path: "scenes.lines.number"
  std::vector<Span> places = {};
  std::vector<uint64_t> looks = {};  // by place
};

// ---------------------------------------------------------------- in which order fields stand

// First place of a value that is known for sure.
std::optional<uint32_t> known_begin(const Value& value) {
  if (value.is_text()) return value.span ? std::optional(value.span->begin) : std::nullopt;
  for (const Value& item : value.items)
    if (auto begin = known_begin(item)) return begin;
  for (const Field& field : value.fields)
    if (auto begin = known_begin(field.value)) return begin;
  return std::nullopt;
}

// By level ("scenes.lines") and two of its fields: how often the first stands before the second.
class FieldOrder {
 public:
  void learn(const std::vector<Field>& fields, const std::string& level) {
    for (size_t i = 0; i < fields.size(); ++i)
      for (size_t j = 0; j < fields.size(); ++j) {
        if (i == j) continue;
        const auto a = known_begin(fields[i].value), b = known_begin(fields[j].value);
        if (a && b && *a < *b) ++before_[key(level, fields[i].name, fields[j].name)];
      }
    note_names(fields, level);
    for (const Field& field : fields) below(field.value, level + "." + field.name);
  }

  // Orders that nothing speaks against: a field stands before some of those that are labelled before it.
  std::vector<FieldOrder> others() const {
    std::vector<FieldOrder> out;
    for (const auto& [level, names] : names_)
      for (size_t i = 1; i < names.size(); ++i)
        for (size_t j = i; j-- > 0 && is_open(level, names[i], names[j]);) {
          if (out.size() == kOrdersTried) return out;
          out.push_back(*this);
          for (size_t k = j; k < i; ++k) ++out.back().before_[key(level, names[i], names[k])];
        }
    return out;
  }

  // The fields in the order of the page; as labelled where nothing is known.
  std::vector<Field*> ordered(std::vector<Field>& fields, const std::string& level) const {
    std::vector<Field*> out;
    for (Field& field : fields) {
      auto at = out.end();
      while (at != out.begin() &&
             count(level, field.name, (*(at - 1))->name) > count(level, (*(at - 1))->name, field.name))
        --at;
      out.insert(at, &field);
    }
    return out;
  }

 private:
  void below(const Value& value, const std::string& level) {
    if (value.is_record()) learn(value.fields, level);
    for (const Value& item : value.items) below(item, level);
  }
  void note_names(const std::vector<Field>& fields, const std::string& level) {
    std::vector<std::string>& names = names_[level];
    for (const Field& field : fields) add_new(names, field.name);
  }
  static std::string key(const std::string& level, const std::string& a, const std::string& b) {
    return level + "\n" + a + "\n" + b;
  }
  size_t count(const std::string& level, const std::string& a, const std::string& b) const {
    auto at = before_.find(key(level, a, b));
    return at == before_.end() ? 0 : at->second;
  }
  bool is_open(const std::string& level, const std::string& a, const std::string& b) const {
    return count(level, a, b) == 0 && count(level, b, a) == 0;
  }
  std::unordered_map<std::string, size_t> before_;
  std::map<std::string, std::vector<std::string>> names_;  // by level, as labelled
};

class Flattener {
 public:
  explicit Flattener(const FieldOrder& order) : order_(order) {}

  void add(std::vector<Field>& fields, const std::string& level) {
    for (Field* field : order_.ordered(fields, level)) add(field->value, level + "." + field->name);
  }
  std::vector<Leaf> leaves;
  size_t fields() const { return numbers_.size(); }

 private:
  void add(Value& value, const std::string& path) {
    if (value.is_text()) {
      const uint32_t number = numbers_.try_emplace(path, uint32_t(numbers_.size())).first->second;
      leaves.push_back({&value, number});
      if (value.span) leaves.back().places = {*value.span};
      else leaves.back().places = value.places;
    }
    if (value.is_record()) add(value.fields, path);
    for (Value& item : value.items) add(item, path);
  }
  const FieldOrder& order_;
  std::unordered_map<std::string, uint32_t> numbers_;
};

// ---------------------------------------------------------------- what places look like

// Tags and classes of the elements around a place, whether it is in a tag or a text, and
// whether it is all of the text.
class Looks {
 public:
  explicit Looks(const Document& document) {
    if (!document.is_html()) return;
    tree_ = &document.view<html::Tree>();
    map_ = &document.view<html::SourceMap>();
  }

  uint64_t of(Span place) {
    if (!tree_) return 0;
    const html::NodeId n = map_->node_at(place.begin);
    if (n == html::kNoNode) return 0;
    auto [at, fresh] = known_.try_emplace(n);
    if (fresh) at->second = look_at(n);
    return at->second.path * 3 + (at->second.begin == place.begin);
  }

 private:
  struct Look {
    uint64_t path = 0;
    uint32_t begin = 0;  // of a text, white space left out
  };

  Look look_at(html::NodeId n) const {
    Look out;
    const bool text = tree_->is_text(n);
    out.path = text ? 1 : 2;
    if (text) {
      const Span whole = tree_->text_span(n);
      const std::string_view source = tree_->document().text(whole);
      size_t skip = 0;
      while (skip < source.size() && is_space(source[skip])) ++skip;
      out.begin = whole.begin + uint32_t(skip);
    }
    html::NodeId at = text ? tree_->parent(n) : n;
    for (size_t i = 0; i < kLookLevels && at != html::kNoNode && tree_->is_element(at);
         ++i, at = tree_->parent(at)) {
      out.path = out.path * 1000003 ^ stable_hash(tree_->name(at));
      out.path = out.path * 1000003 ^ stable_hash(tree_->attribute(at, "class").value_or(std::string_view{}));
    }
    return out;
  }
  const html::Tree* tree_ = nullptr;
  const html::SourceMap* map_ = nullptr;
  std::unordered_map<html::NodeId, Look> known_;
};

// ---------------------------------------------------------------- what certain places rule out

// The longest chain of values that stand once: its places in order; the other values lie between them.
std::vector<size_t> certain_chain(const std::vector<Leaf>& leaves) {
  std::vector<size_t> tails, before(leaves.size(), size_t(-1));  // patience sorting
  for (size_t i = 0; i < leaves.size(); ++i) {
    if (leaves[i].places.size() != 1) continue;
    auto at = std::lower_bound(tails.begin(), tails.end(), leaves[i].places[0].begin,
                               [&](size_t t, uint32_t begin) { return leaves[t].places[0].begin < begin; });
    if (at != tails.begin()) before[i] = *(at - 1);
    if (at == tails.end()) tails.push_back(i);
    else *at = i;
  }
  std::vector<size_t> out;
  for (size_t i = tails.empty() ? size_t(-1) : tails.back(); i != size_t(-1); i = before[i]) out.push_back(i);
  std::ranges::reverse(out);
  return out;
}

// Keeps the places between the certain values before and behind, if there are any: on a long list a number
// has a thousand places, and a handful of them can be meant.
void narrow(std::vector<Leaf>& leaves) {
  const std::vector<size_t> chain = certain_chain(leaves);
  size_t next = 0;
  for (size_t i = 0; i < leaves.size(); ++i) {
    while (next < chain.size() && chain[next] < i) ++next;
    if (leaves[i].places.size() < 2) continue;
    const uint32_t from = next ? leaves[chain[next - 1]].places[0].begin : 0;
    const uint32_t to = next < chain.size() ? leaves[chain[next]].places[0].end : uint32_t(-1);
    std::vector<Span> inside;
    for (Span place : leaves[i].places)
      if (place.begin >= from && place.end <= to) inside.push_back(place);
    if (!inside.empty()) leaves[i].places = std::move(inside);
  }
}

// By field: what each look costs.
using LookCosts = std::vector<std::unordered_map<uint64_t, double>>;

LookCosts look_costs(const std::vector<Leaf>& leaves, size_t fields) {
  LookCosts shares(fields);
  std::vector<double> all(fields, 0);
  LookCosts covers(fields);  // how many values have a place of that look
  for (const Leaf& leaf : leaves) {
    if (leaf.places.empty()) continue;
    std::set<uint64_t> here;
    for (uint64_t look : leaf.looks) {
      shares[leaf.field][look] += 1.0 / double(leaf.places.size());
      if (here.insert(look).second) covers[leaf.field][look] += 1;
    }
    all[leaf.field] += 1;
  }
  // A look that all values of the field may have is meant rather than one that most of them may have.
  for (size_t f = 0; f < fields; ++f)
    for (auto& [look, share] : shares[f]) {
      const double cover = covers[f][look] / all[f];
      share = -std::log(std::max(share / all[f] * cover * cover * cover, kUnseenLook));
    }
  return shares;
}

// ---------------------------------------------------------------- the chain

// The best chain that ends at a place of some value (or has none yet).
struct State {
  uint32_t end = 0;
  double cost = 0;
  size_t previous = size_t(-1);  // in the trail
  size_t leaf = size_t(-1), place = 0;
};

class Chain {
 public:
  Chain(const std::vector<Leaf>& leaves, const LookCosts& looks) : leaves_(leaves), looks_(looks) {}

  // By value: the place in the best chain; and what that costs.
  std::vector<std::optional<size_t>> best(double& cost) {
    trail_.push_back({});
    std::vector<size_t> ends = {0};  // states in the trail, by where they end
    for (size_t i = 0; i < leaves_.size(); ++i) ends = step(i, ends);
    size_t at =
        *std::ranges::min_element(ends, [&](size_t a, size_t b) { return trail_[a].cost < trail_[b].cost; });
    cost = trail_[at].cost;
    std::vector<std::optional<size_t>> out(leaves_.size());
    for (; at != size_t(-1); at = trail_[at].previous)
      if (trail_[at].leaf != size_t(-1)) out[trail_[at].leaf] = trail_[at].place;
    return out;
  }

 private:
  std::vector<size_t> step(size_t i, const std::vector<size_t>& ends) {
    const Leaf& leaf = leaves_[i];
    std::vector<size_t> least(ends.size());  // by prefix: the cheapest
    for (size_t e = 0; e < ends.size(); ++e)
      least[e] = e && trail_[ends[least[e - 1]]].cost <= trail_[ends[e]].cost ? least[e - 1] : e;
    std::vector<size_t> next;
    for (size_t p = 0; p < leaf.places.size(); ++p) {
      const Span place = leaf.places[p];
      const size_t behind =
          size_t(std::upper_bound(ends.begin(), ends.end(), place.begin,
                                  [&](uint32_t begin, size_t s) { return begin < trail_[s].end; }) -
                 ends.begin());
      if (!behind) continue;
      State made{place.end, 0, size_t(-1), i, p};
      auto consider = [&](size_t s) {
        const double gap = trail_[s].end ? kGap * std::log1p(place.begin - trail_[s].end) : 0;
        const double cost = trail_[s].cost + gap;
        if (made.previous == size_t(-1) || cost < made.cost) made.cost = cost, made.previous = s;
      };
      for (size_t e = behind; e > 0 && behind - e < kNear; --e) consider(ends[e - 1]);
      consider(ends[least[behind - 1]]);
      made.cost += looks_[leaf.field].at(leaf.looks[p]);
      trail_.push_back(made);
      next.push_back(trail_.size() - 1);
    }
    for (size_t s : cheapest(ends, kLeftStates)) {  // the value is left out
      State without = trail_[s];
      without.cost += kLeft;
      without.previous = s, without.leaf = size_t(-1);
      if (trail_[s].leaf == size_t(-1)) without.previous = trail_[s].previous;
      trail_.push_back(without);
      next.push_back(trail_.size() - 1);
    }
    next = cheapest(std::move(next), kStates);
    std::ranges::stable_sort(next, [&](size_t a, size_t b) { return trail_[a].end < trail_[b].end; });
    return next;
  }

  std::vector<size_t> cheapest(std::vector<size_t> states, size_t most) const {
    if (states.size() <= most) return states;
    std::nth_element(states.begin(), states.begin() + ptrdiff_t(most), states.end(), [&](size_t a, size_t b) {
      return trail_[a].cost != trail_[b].cost ? trail_[a].cost < trail_[b].cost : a < b;
    });
    states.resize(most);
    return states;
  }

  const std::vector<Leaf>& leaves_;
  const LookCosts& looks_;
  std::vector<State> trail_;
};

}  // namespace

void settle_nested(wrap::Label& label, const Document& document) {
  if (label.is_nested()) settle_in_order(label, document);
}

namespace {

struct Chained {
  std::vector<Leaf> leaves;
  std::vector<std::optional<size_t>> chosen;  // by leaf: its place
  double cost = 0;
};

Chained chain_in(const FieldOrder& order, wrap::Label& label, Looks& looks) {
  Flattener flat(order);
  for (wrap::Record& record : label.records) flat.add(record.fields, "");
  Chained out;
  out.leaves = std::move(flat.leaves);
  narrow(out.leaves);
  for (Leaf& leaf : out.leaves)
    for (Span place : leaf.places) leaf.looks.push_back(looks.of(place));
  out.chosen = Chain(out.leaves, look_costs(out.leaves, flat.fields())).best(out.cost);
  return out;
}

bool any_open(wrap::Label& label) {
  bool open = false;
  for (wrap::Record& record : label.records)
    wrap::for_each_leaf(record.fields, [&](const std::string&, Value& value) {
      open |= value.is_text() && !value.span && value.places.size() > 1;
    });
  return open;
}

}  // namespace

void settle_in_order(wrap::Label& label, const Document& document) {
  if (!any_open(label)) return;
  FieldOrder order;
  for (const wrap::Record& record : label.records) order.learn(record.fields, "");
  Looks looks(document);
  Chained best = chain_in(order, label, looks);
  if (best.leaves.size() <= kOrderedLeaves)
    for (const FieldOrder& other : order.others())
      if (Chained tried = chain_in(other, label, looks); tried.cost < best.cost - kBetterOrder)
        best = std::move(tried);
  const size_t left = size_t(std::count(best.chosen.begin(), best.chosen.end(), std::nullopt));
  if (double(left) > kMostLeft * double(best.chosen.size())) return;
  for (size_t i = 0; i < best.chosen.size(); ++i)
    if (best.chosen[i]) {
      best.leaves[i].value->span = best.leaves[i].places[*best.chosen[i]];
      best.leaves[i].value->places = {*best.leaves[i].value->span};
    }
}

}  // namespace gleaner::label
