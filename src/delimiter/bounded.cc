// See bounded.h.
#include "delimiter/bounded.h"

#include <algorithm>

#include "delimiter/choice.h"
#include "delimiter/limits.h"
#include "delimiter/match.h"

namespace gleaner::delimiter {

namespace {

constexpr size_t kNotThere = std::string_view::npos;

// A labelled tuple: its items, and where the next one's first value begins (the end of
// its last value if there is none).
struct Tuple {
  std::string_view text;
  const Item* items;
  size_t size;
  uint32_t end;
  bool last;
};

std::vector<Tuple> tuples_of(const std::vector<Example>& pages) {
  std::vector<Tuple> out;
  for (const Example& page : pages) {
    const std::vector<Item>& items = page.items;
    for (size_t i = 0; i < items.size() && out.size() < kBoundingTuples;) {
      size_t next = i + 1;
      while (next < items.size() && items[next].attribute != 0) ++next;
      const bool last = next == items.size();
      out.push_back(
          {page.text, &items[i], next - i, last ? items[next - 1].span.end : items[next].span.begin, last});
      i = next;
    }
  }
  return out;
}

// Does `text` stand in the tuple, other than right before `at` (kNotThere: anywhere)?
bool stands_elsewhere(const Tuple& tuple, std::string_view text, size_t at) {
  const std::string_view window = tuple.text.substr(0, tuple.end);
  for (size_t found = window.find(text, tuple.items[0].span.begin); found != kNotThere;
       found = window.find(text, found + 1))
    if (found + text.size() != at) return true;
  return false;
}

// The best suffix of what stands before all values of the attribute that stands nowhere else
// in a tuple; "" if there is none.
std::string mark_of(const std::vector<Tuple>& tuples, uint32_t attribute) {
  std::string_view common;
  bool any = false;
  auto add = [&](std::string_view before) {
    common = any ? common.substr(common.size() - common_suffix(common, before)) : before;
    any = true;
  };
  for (size_t t = 0; t < tuples.size(); ++t)
    for (size_t i = 0; i < tuples[t].size; ++i) {
      const Item& item = tuples[t].items[i];
      if (item.attribute != attribute) continue;
      const bool first = attribute == 0 && (t == 0 || tuples[t - 1].last);
      const uint32_t from = first ? 0 : (tuples[t].items + i - 1)->span.end;
      add(tuples[t].text.substr(from, item.span.begin - from));
    }
  if (!any) return {};
  common.remove_prefix(common.size() - std::min(common.size(), kLongestMark));
  while (!common.empty() && inside_character(common, 0)) common.remove_prefix(1);
  const Range range{std::string(common), 1, common.size(), {}, {}, false, {}};
  for (uint32_t length : ranked_left(range, kAlternativesTried)) {
    const std::string_view mark = std::string_view(range.longest).substr(range.longest.size() - length);
    const bool distinct = std::ranges::none_of(tuples, [&](const Tuple& tuple) {
      size_t at = attribute == 0 && !tuple.last ? tuple.end : kNotThere;
      for (size_t i = 0; attribute > 0 && i < tuple.size; ++i)
        if (tuple.items[i].attribute == attribute) at = tuple.items[i].span.begin;
      return stands_elsewhere(tuple, mark, at);
    });
    if (distinct) return std::string(mark);
  }
  return {};
}

}  // namespace

TupleBounds bounds_of(const std::vector<Example>& pages, size_t attributes) {
  TupleBounds out;
  if (attributes < 2 || std::ranges::any_of(pages, [](const Example& page) { return page.partial; }))
    return out;
  const std::vector<Tuple> tuples = tuples_of(pages);
  if (tuples.size() < 2) return out;
  for (const Tuple& tuple : tuples)
    for (size_t i = 1; i < tuple.size; ++i)
      if (tuple.items[i].attribute <= tuple.items[i - 1].attribute) return out;  // lists
  out.start = mark_of(tuples, 0);
  if (!out.known()) return out;
  out.marks.emplace_back();
  for (uint32_t k = 1; k < attributes; ++k) out.marks.push_back(mark_of(tuples, k));
  for (const Tuple& tuple : tuples)
    out.reach = std::max(out.reach, tuple.items[tuple.size - 1].span.end - tuple.items[0].span.end);
  out.reach = 2 * out.reach + kReachSlack;
  out.beyond = std::ranges::none_of(pages, [&](const Example& page) {
    return !page.items.empty() && page.text.find(out.start, page.items.back().span.end) != kNotThere;
  });
  return out;
}

bool is_broken(const Delimiters& w, const TupleBounds& bounds, std::string_view text,
               const std::vector<Item>& items, const Outcome& outcome) {
  const size_t attributes = w.attributes();
  if (outcome.end == Outcome::End::cut_off) return text.find(bounds.start) != kNotThere;
  if (outcome.end == Outcome::End::tail && bounds.beyond && text.find(bounds.start, outcome.at) != kNotThere)
    return true;
  for (size_t i = 0; i < items.size(); i += attributes) {
    if (i + attributes > items.size()) return true;
    for (size_t k = 0; k < attributes; ++k)
      if (items[i + k].attribute != k) return true;
    const uint32_t from = items[i].span.begin, to = items[i + attributes - 1].span.begin;
    if (text.substr(from, to - from).find(bounds.start) != kNotThere) return true;
  }
  return false;
}

namespace {

class BoundedRun {
 public:
  BoundedRun(const Delimiters& w, const TupleBounds& bounds, std::string_view text, std::vector<Item>& items)
      : w_(w), bounds_(bounds), text_(text), items_(items) {}

  // The values behind the first one, which is the last item so far; where the last of them ends.
  uint32_t take_rest(bool& lonely) {
    const uint32_t end = items_.back().span.end;
    const size_t tuple = items_.size();
    const size_t limit =
        std::min({text_.find(bounds_.start, end), size_t(end) + bounds_.reach, text_.size()});
    lonely = false;
    if (!in_order(end, limit)) {
      items_.resize(tuple);
      by_marks(end, limit);
      size_t marked = 0;
      for (const std::string& mark : bounds_.marks) marked += !mark.empty();
      lonely = items_.size() == tuple && marked > 1;
    }
    uint32_t last = end;
    for (size_t i = tuple; i < items_.size(); ++i) last = std::max(last, items_[i].span.end);
    return last;
  }

 private:
  bool take(uint32_t k, std::string_view before, size_t from, size_t limit) {
    const size_t at = text_.find(before, from);
    if (at == kNotThere || at + before.size() > limit) return false;
    const size_t begin = at + before.size(), end = text_.find(w_.right[k], begin);
    if (end == kNotThere || end > limit) return false;
    items_.push_back({k, {uint32_t(begin), uint32_t(end)}});
    return true;
  }
  bool in_order(size_t from, size_t limit) {
    for (uint32_t k = 1; k < w_.attributes(); ++k) {
      if (!take(k, w_.left[k], from, limit)) return false;
      from = items_.back().span.end;
    }
    return true;
  }
  void by_marks(size_t from, size_t limit) {
    if (has_head_tail(w_.kind) && !bounds_.beyond) limit = std::min(limit, text_.find(w_.tail, from));
    for (uint32_t k = 1; k < w_.attributes(); ++k)
      if (!bounds_.marks[k].empty()) take(k, bounds_.marks[k], from, limit);
  }

  const Delimiters& w_;
  const TupleBounds& bounds_;
  std::string_view text_;
  std::vector<Item>& items_;
};

}  // namespace

Outcome run_bounded(const Delimiters& w, const TupleBounds& bounds, std::string_view text,
                    std::vector<Item>& items, std::vector<Span>& refused) {
  using End = Outcome::End;
  items.clear();
  size_t cursor = has_head_tail(w.kind) ? text.find(w.head) : 0;
  if (cursor == kNotThere) return {.end = End::no_head};
  BoundedRun run(w, bounds, text, items);
  for (;;) {
    const size_t opens = text.find(bounds.start, cursor);
    if (opens == kNotThere) return {End::page, uint32_t(cursor)};
    if (has_head_tail(w.kind) && !bounds.beyond && text.find(w.tail, cursor) <= opens)
      return {End::tail, uint32_t(cursor)};
    const size_t begin = opens + bounds.start.size(), end = text.find(w.right[0], begin);
    if (end == kNotThere) return {End::cut_off, uint32_t(opens), 0, false};
    if (const size_t other = text.substr(begin, end - begin).find(bounds.start); other != kNotThere) {
      cursor = begin + other;  // the first value is missing here
      continue;
    }
    const size_t tuple = items.size();
    items.push_back({0, {uint32_t(begin), uint32_t(end)}});
    bool lonely = false;
    cursor = run.take_rest(lonely);
    if (lonely) refused.push_back(items[tuple].span), items.resize(tuple);
  }
}

}  // namespace gleaner::delimiter
