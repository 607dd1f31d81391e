// See differences.h. Records are paired by the values they share, then values are listed.
#include "learn/differences.h"

#include <algorithm>

#include "base/text.h"
#include "learn/compare.h"

namespace gleaner::learn {
namespace {

using wrap::Record;
using wrap::Value;

struct PlacedLeaf {
  std::string field;
  const Value* value;
};

std::vector<PlacedLeaf> leaves_of(const Record& record) {
  std::vector<PlacedLeaf> out;
  wrap::for_each_leaf(record, [&](const std::string& field, const Value& v) { out.push_back({field, &v}); });
  return out;
}

bool same(const PlacedLeaf& wanted, const PlacedLeaf& got) {
  if (wanted.field != got.field) return false;
  if (wanted.value->span && got.value->span) return *wanted.value->span == *got.value->span;
  return collapse(wanted.value->text) == collapse(got.value->text);
}

size_t shared_leaves(const std::vector<PlacedLeaf>& wanted, const std::vector<PlacedLeaf>& got) {
  return size_t(std::ranges::count_if(wanted, [&](const PlacedLeaf& w) {
    return std::ranges::any_of(got, [&](const PlacedLeaf& g) { return same(w, g); });
  }));
}

constexpr size_t kNone = SIZE_MAX;
constexpr size_t kLookAhead = 8;  // records that may stand between one and the next that fits

// For each wanted record the given one that it belongs to.
std::vector<size_t> align(const std::vector<std::vector<PlacedLeaf>>& wanted,
                          const std::vector<std::vector<PlacedLeaf>>& got) {
  std::vector<size_t> to(wanted.size(), kNone);
  size_t from = 0;
  for (size_t i = 0; i < wanted.size(); ++i) {
    size_t most = 0;
    for (size_t j = from; j < got.size() && j < from + kLookAhead; ++j)
      if (const size_t n = shared_leaves(wanted[i], got[j]); n > most) most = n, to[i] = j;
    if (to[i] != kNone) from = to[i] + 1;
  }
  // What shares nothing belongs to what is left over between its neighbours.
  size_t next = 0;
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (to[i] != kNone) {
      next = to[i] + 1;
      continue;
    }
    size_t limit = got.size();
    for (size_t k = i + 1; k < wanted.size() && limit == got.size(); ++k)
      if (to[k] != kNone) limit = to[k];
    if (next < limit) to[i] = next++;
  }
  return to;
}

// `label`: of a page labelled in part, which says nothing of the fields it does not name.
void compare_values(size_t record, const std::vector<PlacedLeaf>& wanted, std::vector<PlacedLeaf> got,
                    const Record* label, std::vector<Difference>& out) {
  std::vector<const PlacedLeaf*> missing;
  for (const PlacedLeaf& w : wanted) {
    auto at = std::ranges::find_if(got, [&](const PlacedLeaf& g) { return same(w, g); });
    if (at == got.end()) missing.push_back(&w);
    else got.erase(at);
  }
  for (const PlacedLeaf* w : missing) {
    Difference d{record, w->field, w->value->text, std::nullopt, w->value->span, 0};
    auto at = std::ranges::find(got, w->field, &PlacedLeaf::field);
    if (at != got.end()) {
      d.got = at->value->text, d.span = at->value->span, d.rule = at->value->rule;
      got.erase(at);
    }
    out.push_back(std::move(d));
  }
  if (label) std::erase_if(got, [&](const PlacedLeaf& g) { return !says_absent(*label, g.field); });
  for (const PlacedLeaf& g : got)
    out.push_back({record, g.field, std::nullopt, g.value->text, g.value->span, g.value->rule});
}

std::string first_text(const std::vector<PlacedLeaf>& leaves) {
  return leaves.empty() ? "" : leaves[0].value->text;
}

}  // namespace

std::vector<Difference> differences(const wrap::Label& label, const std::vector<Record>& given) {
  std::vector<std::vector<PlacedLeaf>> wanted, got;
  for (const Record& record : label.records) wanted.push_back(leaves_of(record));
  for (const Record& record : given) got.push_back(leaves_of(record));
  const std::vector<size_t> to = align(wanted, got);
  std::vector<bool> used(got.size(), false);
  std::vector<Difference> out;
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (to[i] == kNone) {
      out.push_back({i + 1, "", first_text(wanted[i]), std::nullopt, label.records[i].span, 0});
      if (!out.back().span && !wanted[i].empty()) out.back().span = wanted[i][0].value->span;
      continue;
    }
    used[to[i]] = true;
    compare_values(i + 1, wanted[i], got[to[i]], label.complete ? nullptr : &label.records[i], out);
  }
  for (size_t j = 0; j < got.size() && label.complete; ++j)
    if (!used[j]) out.push_back({0, "", std::nullopt, first_text(got[j]), given[j].span, given[j].rule});
  return out;
}

}  // namespace gleaner::learn
