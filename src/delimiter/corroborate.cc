// See corroborate.h. The search for label sets, one order of the fields at a time.
#include "delimiter/corroborate.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "base/lists.h"
#include "delimiter/edges.h"
#include "delimiter/limits.h"
#include "delimiter/match.h"

namespace gleaner::delimiter {

namespace {

constexpr std::string_view kErrs[] = {"perfect", "misses", "extra", "both"};
constexpr size_t kContextSeen = 64;  // how much context two values must share some of

// The search for one order of the fields.
class SetSearch {
 public:
  SetSearch(const std::vector<std::string_view>& pages, const std::vector<Recognised>& recognised,
            std::vector<uint32_t> order, Corroboration& result, Budget& budget)
      : pages_(pages), recognised_(recognised), order_(std::move(order)), result_(result), budget_(budget) {
    for (uint32_t f : order_)
      if (recognised_[f].errs == Errs::perfect) anchor_ = f;
    chosen_.resize(pages_.size());
    used_.assign(pages_.size(), std::vector<size_t>(recognised_.size(), 0));
    behind_.resize(order_.size());
    before_.resize(order_.size());
  }

  void run() {
    enter(0, 0, 0, 0);
    while (!slots_.empty() && !stop()) advance();
  }

 private:
  struct Choice {
    uint32_t tuple;
    Item item;
  };
  // A place for a value that is being filled: page, tuple and field, and what it changed. They are kept here,
  // not in calls: there are as many as the pages have values.
  struct Filling {
    size_t page;
    uint32_t tuple;
    size_t k;
    uint32_t from, limit;
    size_t mark, next;  // of the field's instances: where it began, which one is tried next
    bool last = false, taken = false, left_out = false;
    std::string behind = {}, before = {};
  };
  bool stop() const { return !result_.all; }
  uint32_t tuples(size_t page) const { return uint32_t(recognised_[anchor_].instances[page].size()); }

  // Where the next perfect value stands: what comes before it must end there.
  uint32_t next_fixed(size_t page, uint32_t tuple, size_t k) const {
    for (uint32_t m = tuple; m < tuples(page); ++m)
      for (size_t j = m == tuple ? k + 1 : 0; j < order_.size(); ++j) {
        const Recognised& r = recognised_[order_[j]];
        if (r.errs == Errs::perfect && m < r.instances[page].size()) return r.instances[page][m].begin;
      }
    return uint32_t(pages_[page].size());
  }

  // One slot after the other: page, tuple, field.
  void enter(size_t page, uint32_t tuple, size_t k, uint32_t from) {
    for (;;) {
      if (stop()) return;
      if (!budget_.spend_steps()) {
        result_.all = false;
        return;
      }
      if (page == pages_.size()) return finish();
      if (tuple == tuples(page)) {
        if (!all_used(page)) return;
        ++page, tuple = 0, k = 0, from = 0;
      } else if (k == order_.size()) {
        ++tuple, k = 0;
      } else {
        const size_t mark = used_[page][order_[k]];
        slots_.push_back({page, tuple, k, from, next_fixed(page, tuple, k), mark, mark});
        return;
      }
    }
  }

  // Tries what the last slot has not tried yet.
  void advance() {
    Filling& slot = slots_.back();
    const auto [page, tuple, k, from] = std::tuple(slot.page, slot.tuple, slot.k, slot.from);
    const Recognised& r = recognised_[order_[k]];
    const std::vector<Span>& found = r.instances[page];
    if (slot.taken) give_back(slot);
    while (!slot.left_out && !slot.last && slot.next < found.size() && found[slot.next].end <= slot.limit) {
      const size_t i = slot.next++;
      slot.last = r.errs == Errs::perfect || r.errs == Errs::misses;  // none may be passed over
      if (found[i].begin >= from && choose(slot, found[i], i + 1))
        return enter(page, tuple, k + 1, found[i].end);
    }
    used_[page][order_[k]] = slot.mark;
    if (!slot.left_out && (r.errs == Errs::misses || r.errs == Errs::both)) {
      slot.left_out = true;
      ++holes_;
      return enter(page, tuple, k + 1, from);
    }
    holes_ -= slot.left_out;
    slots_.pop_back();
  }

  bool choose(Filling& slot, Span span, size_t used) {
    const std::string_view text = pages_[slot.page];
    const size_t k = slot.k;
    // What all values of the field share on either side; a branch without anything in common has no wrapper.
    const bool first = behind_[k].empty();
    const std::string_view here = text.substr(span.end, kContextSeen);
    const std::string_view there = text.substr(span.begin - std::min<size_t>(span.begin, kContextSeen),
                                               std::min<size_t>(span.begin, kContextSeen));
    std::string behind(first ? here : here.substr(0, common_prefix(behind_[k], here)));
    std::string before(first ? there : there.substr(there.size() - common_suffix(before_[k], there)));
    if (behind.empty() || before.empty()) return false;
    slot.behind = std::exchange(behind_[k], std::move(behind));
    slot.before = std::exchange(before_[k], std::move(before));
    used_[slot.page][order_[k]] = used;
    chosen_[slot.page].push_back({slot.tuple, {uint32_t(k), span}});
    return slot.taken = true;
  }

  void give_back(Filling& slot) {
    chosen_[slot.page].pop_back();
    behind_[slot.k] = std::move(slot.behind);
    before_[slot.k] = std::move(slot.before);
    slot.taken = false;
  }

  // Instances that must all be values must all have been taken.
  bool all_used(size_t page) const {
    for (uint32_t f : order_) {
      const Recognised& r = recognised_[f];
      if ((r.errs == Errs::perfect || r.errs == Errs::misses) && used_[page][f] < r.instances[page].size())
        return false;
    }
    return true;
  }

  void finish() {
    ++result_.consistent;
    std::vector<Example> examples;
    for (size_t page = 0; page < pages_.size(); ++page) {
      Example example{pages_[page], {}, holes_ > 0, {}, tuples(page)};
      for (const Choice& choice : chosen_[page]) {
        example.items.push_back(choice.item);
        example.tuple.push_back(choice.tuple);
      }
      examples.push_back(std::move(example));
    }
    for (Class kind : {Class::lr, Class::hlrt, Class::oclr, Class::hoclrt}) {
      Outcomes outcomes = learn(kind, examples, order_.size(), {}, budget_);
      if (outcomes.learnt && keep(std::move(*outcomes.learnt))) break;
    }
    if (result_.fitting >= kLabelSetsKept || result_.consistent >= kLabelSetsTried) result_.all = false;
  }

  // Does the wrapper give every value that was chosen, in the record it was chosen for, and as
  // many records as the anchor has? A wrapper that fills a hole with the next record's value
  // shifts all that follow by one.
  bool stays_in_step(const LabelSet& set) const {
    for (size_t page = 0; page < pages_.size(); ++page) {
      std::vector<std::pair<uint32_t, Item>> given;
      uint32_t records = 0;
      for (const Item& item : set.items[page]) {
        records += item.attribute == 0;
        given.push_back({records - 1, item});
      }
      if (records != tuples(page)) return false;
      for (const Choice& choice : chosen_[page])
        if (!contains(given, std::pair(choice.tuple, choice.item))) return false;
    }
    return true;
  }

  // Two searches may end in the same labels: a hole that is filled, and the same value chosen.
  bool is_known(const LabelSet& set) const {
    return std::ranges::any_of(result_.kept, [&](const LabelSet& other) {
      return other.order == set.order && other.items == set.items;
    });
  }

  // False: the wrapper does not give these labels.
  bool keep(Learnt learnt) {
    LabelSet set{order_, {}, std::move(learnt), holes_};
    const Program program(set.learnt.delimiters);
    for (std::string_view page : pages_) program.run(page, set.items.emplace_back());
    if (!stays_in_step(set)) return false;
    if (is_known(set)) return true;
    ++result_.fitting;
    auto better = [](const LabelSet& a, const LabelSet& b) {
      return std::pair(a.holes, a.learnt.delimiters.kind) < std::pair(b.holes, b.learnt.delimiters.kind);
    };
    result_.kept.insert(std::upper_bound(result_.kept.begin(), result_.kept.end(), set, better),
                        std::move(set));
    return true;
  }

  const std::vector<std::string_view>& pages_;
  const std::vector<Recognised>& recognised_;
  std::vector<uint32_t> order_;
  Corroboration& result_;
  Budget& budget_;
  uint32_t anchor_ = 0;
  std::vector<std::vector<Choice>> chosen_;
  std::vector<std::vector<size_t>> used_;  // a page, a field: instances before this one are taken or passed
  std::vector<std::string> behind_, before_;
  uint32_t holes_ = 0;
  std::vector<Filling> slots_;
};

Status check(const std::vector<std::string_view>& pages, const std::vector<Recognised>& recognised) {
  const Recognised* anchor = nullptr;
  for (const Recognised& r : recognised) {
    if (r.errs != Errs::perfect) continue;
    if (!anchor) anchor = &r;
    for (size_t page = 0; page < pages.size(); ++page)
      if (r.instances[page].size() != anchor->instances[page].size())
        return error(
            Code::cannot_learn,
            fmt::format("the perfect recognisers contradict each other: \"{}\" finds {} instances on a page, "
                        "\"{}\" {}",
                        anchor->field, anchor->instances[page].size(), r.field, r.instances[page].size()),
            {}, "declare one of them as \"misses\", \"extra\" or \"both\"");
  }
  if (!anchor)
    return error(
        Code::cannot_learn,
        "no recogniser is declared perfect: at least one must be, to tell how many records there are", {},
        "set errs = \"perfect\" for a field that is found exactly");
  return {};
}

}  // namespace

std::string_view name_of(Errs errs) { return kErrs[size_t(errs)]; }

std::optional<Errs> errs_of_name(std::string_view name) {
  for (size_t i = 0; i < std::size(kErrs); ++i)
    if (kErrs[i] == name) return Errs(i);
  return std::nullopt;
}

static Result<Corroboration> search_all(const std::vector<std::string_view>& pages,
                                        const std::vector<Recognised>& recognised,
                                        const std::vector<std::string>& order, Budget& budget) {
  GLEANER_CHECK(check(pages, recognised));
  std::vector<uint32_t> fields(recognised.size());
  std::iota(fields.begin(), fields.end(), 0u);
  Corroboration result;
  if (!order.empty()) {
    std::vector<uint32_t> named;
    for (const std::string& name : order) {
      auto found = std::ranges::find(recognised, name, &Recognised::field);
      if (found == recognised.end())
        return error(Code::usage, fmt::format("the order names \"{}\", but no recogniser is for it", name));
      named.push_back(uint32_t(found - recognised.begin()));
    }
    if (named.size() != recognised.size()) return error(Code::usage, "the order must name every field once");
    SetSearch(pages, recognised, named, result, budget).run();
    result.orders = result.consistent > 0;
    return result;
  }
  do {
    const uint64_t before = result.consistent;
    SetSearch(pages, recognised, fields, result, budget).run();
    result.orders += result.consistent > before;
  } while (result.all && std::next_permutation(fields.begin(), fields.end()));
  return result;
}

static bool touches_edge(const std::vector<std::string_view>& pages,
                         const std::vector<Recognised>& recognised) {
  for (const Recognised& r : recognised)
    for (size_t page = 0; page < pages.size(); ++page)
      for (Span span : r.instances[page])
        if ((span.begin == 0 || span.end == pages[page].size()) &&
            pages[page].find(kLineEnd) != std::string_view::npos)
          return true;
  return false;
}

Result<Corroboration> corroborate(const std::vector<std::string_view>& pages,
                                  const std::vector<Recognised>& recognised,
                                  const std::vector<std::string>& order, Budget& budget) {
  if (!touches_edge(pages, recognised)) return search_all(pages, recognised, order, budget);
  std::vector<std::string> texts;
  texts.reserve(pages.size());
  std::vector<std::string_view> views;
  for (std::string_view page : pages) views.push_back(texts.emplace_back(with_edges(page)));
  std::vector<Recognised> moved = recognised;
  for (Recognised& r : moved)
    for (std::vector<Span>& page : r.instances)
      for (Span& span : page) span = {span.begin + 1, span.end + 1};
  GLEANER_TRY(Corroboration result, search_all(views, moved, order, budget));
  for (LabelSet& set : result.kept) {
    set.learnt.delimiters.edges = true;
    for (size_t page = 0; page < pages.size(); ++page)
      for (Item& item : set.items[page]) item.span = without_edges(item.span, pages[page].size());
  }
  return result;
}

}  // namespace gleaner::delimiter
