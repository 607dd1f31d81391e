// The six classes straight from their definitions: slow, obvious, and only for tests (included by the tests,
// fuzz and bench). Nothing here shares code with exec.cc or the learners.
#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "delimiter/delimiters.h"
#include "delimiter/exec.h"

namespace gleaner::delimiter::oracle {

inline constexpr size_t kNone = std::string_view::npos;

struct Run {
  std::vector<Item> items;
  Outcome::End end = Outcome::End::page;
  size_t cursor = 0;  // where the decision to stop was taken
};

inline Run run_flat(const Delimiters& w, std::string_view p) {
  using End = Outcome::End;
  Run run;
  const bool oc = has_open_close(w.kind), ht = has_head_tail(w.kind);
  size_t cursor = ht ? p.find(w.head) : 0;
  if (cursor == kNone) return {{}, End::no_head, 0};
  for (;;) {
    const size_t begun = run.cursor = cursor;
    const size_t opener = p.find(oc ? w.open : w.left[0], cursor);
    if (opener == kNone) return run.end = End::page, run;
    const size_t tail = ht ? p.find(w.tail, cursor) : kNone;
    if (tail != kNone && !(opener < tail)) return run.end = End::tail, run;
    if (oc) cursor = opener;
    std::vector<Item> tuple;
    for (size_t k = 0; k < w.attributes(); ++k) {
      const size_t l = p.find(w.left[k], cursor);
      if (l == kNone) return run.end = End::cut_off, run;
      const size_t begin = l + w.left[k].size();
      const size_t end = p.find(w.right[k], begin);
      if (end == kNone) return run.end = End::cut_off, run;
      tuple.push_back({uint32_t(k), {uint32_t(begin), uint32_t(end)}});
      cursor = end;
    }
    if (oc) cursor = p.find(w.close, cursor);
    if (cursor == kNone) return run.end = End::cut_off, run;
    if (cursor == begun) return run.end = End::endless, run;
    run.items.insert(run.items.end(), tuple.begin(), tuple.end());
  }
}

inline Run run_nested(const Delimiters& w, std::string_view p) {
  using End = Outcome::End;
  Run run;
  const bool ht = has_head_tail(w.kind);
  size_t cursor = ht ? p.find(w.head) : 0;
  if (cursor == kNone) return {{}, End::no_head, 0};
  size_t last = 0, still = 0;  // last: 1-based
  for (;;) {
    run.cursor = cursor;
    size_t best = kNone, winner = 0;
    for (size_t i = 0; i < w.attributes() && i <= last; ++i) {
      const size_t at = p.find(w.left[i], cursor);
      if (at == kNone) continue;
      if (best == kNone || at < best || (at == best && w.left[i].size() >= w.left[winner].size()))
        best = at, winner = i;
    }
    if (best == kNone) return run.end = End::page, run;
    const size_t tail = ht ? p.find(w.tail, cursor) : kNone;
    if (tail != kNone && tail <= best) return run.end = End::tail, run;
    const size_t begin = best + w.left[winner].size();
    const size_t end = p.find(w.right[winner], begin);
    if (end == kNone) return run.end = End::cut_off, run;
    still = end == cursor ? still + 1 : 0;
    if (still > w.attributes()) return run.end = End::endless, run;
    run.items.push_back({uint32_t(winner), {uint32_t(begin), uint32_t(end)}});
    last = winner + 1;
    cursor = end;
  }
}

inline Run run(const Delimiters& w, std::string_view p) {
  return is_nested(w.kind) ? run_nested(w, p) : run_flat(w, p);
}

struct Page {
  std::string text;
  std::vector<Item> items;

  std::string_view view() const { return text; }
  std::string_view head() const { return view().substr(0, items[0].span.begin); }
  std::string_view tail() const { return view().substr(items.back().span.end); }
};

// sep(K) of all pages: the texts between an attribute and the first attribute behind it.
inline std::vector<std::string_view> tuple_gaps(const std::vector<Page>& pages) {
  std::vector<std::string_view> gaps;
  for (const Page& page : pages)
    for (size_t i = 1; i < page.items.size(); ++i)
      if (page.items[i].attribute == 0)
        gaps.push_back(page.view().substr(page.items[i - 1].span.end,
                                          page.items[i].span.begin - page.items[i - 1].span.end));
  return gaps;
}

inline bool occurs(std::string_view what, std::string_view where) { return where.find(what) != kNone; }

// `one` occurs, and from its first place on `other`.
inline bool occurs_after(std::string_view one, std::string_view other, std::string_view where) {
  const size_t at = where.find(one);
  return at != kNone && occurs(other, where.substr(at));
}

// Does the wrapper reproduce the labels? Items equal and no tuple cut off or endless; and as the paper
// demands on pages with tuples: h stands in the head, t in the tail, o in the head behind h, c in gaps and
// tail, o in gaps behind c.
inline bool fits(const Delimiters& w, const std::vector<Page>& pages) {
  for (const Page& page : pages) {
    const Run got = run(w, page.text);
    if (got.items != page.items) return false;
    if (got.end == Outcome::End::cut_off || got.end == Outcome::End::endless) return false;
    if (page.items.empty()) continue;
    if (has_head_tail(w.kind) && (!occurs(w.head, page.head()) || !occurs(w.tail, page.tail()))) return false;
    if (has_open_close(w.kind) &&
        (!occurs_after(w.head, w.open, page.head()) || !occurs(w.close, page.tail())))
      return false;
  }
  if (has_open_close(w.kind))
    for (std::string_view gap : tuple_gaps(pages))
      if (!occurs_after(w.close, w.open, gap)) return false;
  return true;
}

inline std::set<std::string> substrings(std::string_view text) {
  std::set<std::string> all{""};
  for (size_t i = 0; i < text.size(); ++i)
    for (size_t n = 1; i + n <= text.size(); ++n) all.emplace(text.substr(i, n));
  return all;
}
inline std::set<std::string> suffixes(std::string_view text) {
  std::set<std::string> all;
  for (size_t i = 0; i <= text.size(); ++i) all.emplace(text.substr(i));
  return all;
}
inline void keep_those_in(std::set<std::string>& set, std::string_view text) {
  std::erase_if(set, [&](const std::string& s) { return !occurs(s, text); });
}

// All candidates of one role, from the domains of the definitions.
struct Domains {
  std::vector<std::set<std::string>> left, right;
  std::set<std::string> head{""}, tail{""}, open{""}, close{""};
};

inline Domains domains(Class kind, size_t attributes, const std::vector<Page>& pages) {
  Domains d;
  d.left.resize(attributes);
  d.right.resize(attributes);
  std::vector<bool> seen(attributes);
  bool any = false;
  for (const Page& page : pages) {
    for (size_t i = 0; i < page.items.size(); ++i) {
      const auto [k, span] = page.items[i];
      const size_t from = i ? page.items[i - 1].span.end : 0;
      std::set<std::string> left = suffixes(page.view().substr(from, span.begin - from)), right;
      for (size_t n = 0; span.end + n <= page.text.size(); ++n)
        if (page.text.find(page.view().substr(span.end, n), span.begin) == span.end)
          right.emplace(page.view().substr(span.end, n));
      if (!seen[k]) d.left[k] = left, d.right[k] = right;
      std::erase_if(d.left[k], [&](const std::string& s) { return !left.count(s); });
      std::erase_if(d.right[k], [&](const std::string& s) { return !right.count(s); });
      seen[k] = true;
    }
    if (page.items.empty()) continue;
    if (!any) {
      d.head = d.open = substrings(page.head());
      d.tail = d.close = substrings(page.tail());
    }
    any = true;
    for (auto* set : {&d.head, &d.open}) keep_those_in(*set, page.head());
    for (auto* set : {&d.tail, &d.close}) keep_those_in(*set, page.tail());
  }
  for (std::string_view gap : tuple_gaps(pages))
    for (auto* set : {&d.open, &d.close}) keep_those_in(*set, gap);
  if (!has_head_tail(kind)) d.head = d.tail = {""};
  if (!has_open_close(kind)) d.open = d.close = {""};
  return d;
}

// Tries left delimiter k and all after it. Flat classes: l2.. are independent of everything else, so one of
// each that finds its place is enough; l1 and all left delimiters of nested classes are tried in all
// combinations.
inline bool try_left(Delimiters& w, const Domains& d, const std::vector<Page>& pages, size_t k) {
  if (k == w.attributes()) return fits(w, pages);
  for (const std::string& l : d.left[k]) {
    w.left[k] = l;
    if (k > 0 && !is_nested(w.kind)) {
      bool right_place = true;
      for (const Page& page : pages)
        for (size_t i = 1; i < page.items.size(); ++i)
          if (page.items[i].attribute == k)
            right_place &=
                page.text.find(l, page.items[i - 1].span.end) + l.size() == page.items[i].span.begin;
      if (!right_place) continue;
      return try_left(w, d, pages, k + 1);
    }
    if (try_left(w, d, pages, k + 1)) return true;
  }
  return false;
}

// Some wrapper of the class that fits, by trying all of them.
inline bool exists(Class kind, size_t attributes, const std::vector<Page>& pages,
                   Delimiters* found = nullptr) {
  const Domains d = domains(kind, attributes, pages);
  Delimiters w;
  w.kind = kind;
  w.left.resize(attributes);
  for (const auto& right : d.right) {
    if (right.empty()) return false;
    w.right.push_back(*right.begin());
  }
  for (const std::string& h : d.head)
    for (const std::string& t : d.tail)
      for (const std::string& o : d.open)
        for (const std::string& c : d.close) {
          w.head = h, w.tail = t, w.open = o, w.close = c;
          if (!try_left(w, d, pages, 0)) continue;
          if (found) *found = w;
          return true;
        }
  return false;
}

}  // namespace gleaner::delimiter::oracle
