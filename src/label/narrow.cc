// See narrow.h.
#include "label/narrow.h"

#include <algorithm>
#include <optional>

#include "label/weights.h"

namespace gleaner::label {
namespace {

// The places of texts that stand once, in the order of the records; of those out of order (a price that is a
// part of another) the fewest are left out: the longest increasing subsequence.
std::vector<std::optional<Span>> anchors_of(std::vector<wrap::Record>& records) {
  std::vector<std::pair<size_t, Span>> all;  // record and place
  for (size_t i = 0; i < records.size(); ++i) {
    std::vector<Span> here;
    wrap::for_each_leaf(records[i].fields, [&](const std::string&, wrap::Value& value) {
      if (value.span) here.push_back(*value.span);
    });
    std::ranges::sort(here, [](Span a, Span b) { return a.begin < b.begin; });
    for (Span place : here) all.emplace_back(i, place);
  }
  std::vector<size_t> tails, before(all.size(), size_t(-1));  // patience sorting
  for (size_t i = 0; i < all.size(); ++i) {
    auto at = std::lower_bound(tails.begin(), tails.end(), all[i].second.begin,
                               [&](size_t t, uint32_t begin) { return all[t].second.begin < begin; });
    if (at != tails.begin()) before[i] = *(at - 1);
    if (at == tails.end()) tails.push_back(i);
    else *at = i;
  }
  std::vector<std::optional<Span>> out(records.size());
  for (size_t i = tails.empty() ? size_t(-1) : tails.back(); i != size_t(-1); i = before[i]) {
    std::optional<Span>& one = out[all[i].first];
    one = one ? one->hull(all[i].second) : all[i].second;
  }
  return out;
}

void keep_inside(wrap::Record& record, uint32_t from, uint32_t to) {
  wrap::for_each_leaf(record.fields, [&](const std::string&, wrap::Value& value) {
    if (value.span || value.places.size() < 2) return;
    std::vector<Span> inside;
    for (Span place : value.places)
      if (place.begin >= from && place.end <= to) inside.push_back(place);
    if (inside.empty()) return;
    value.places = std::move(inside);
    if (value.places.size() == 1) value.span = value.places.front();
  });
}

}  // namespace

void narrow_places(wrap::Label& label) {
  const size_t n = label.records.size();
  if (n < kLongList) return;
  const std::vector<std::optional<Span>> anchors = anchors_of(label.records);
  const size_t known = n - size_t(std::count(anchors.begin(), anchors.end(), std::nullopt));
  if (double(known) < kAnchored * double(n)) return;
  std::vector<uint32_t> next_end(n, uint32_t(-1));  // where the next record with an anchor ends
  for (size_t i = n - 1; i-- > 0;) next_end[i] = anchors[i + 1] ? anchors[i + 1]->end : next_end[i + 1];
  uint32_t from = 0;  // where the record before begins
  for (size_t i = 0; i < n; ++i) {
    keep_inside(label.records[i], from, next_end[i]);
    if (anchors[i]) from = anchors[i]->begin;
  }
}

}  // namespace gleaner::label
