// Labels without spans: a text may stand in several places, and the right ones are those for which a wrapper
// exists.
//
// A page's values stand in the order of the shape and do not overlap, which leaves few assignments; they are
// made lazily, in page order. Pages are joined one after the other: the assignments of the next page are
// tried in the order of how much their contexts look like those already chosen, and each join is kept only if
// the learner finds a wrapper. Bounded by kJoinsTried learner runs.
#include <fmt/format.h>

#include <algorithm>

#include "delimiter/family.h"
#include "delimiter/limits.h"
#include "delimiter/match.h"
#include "delimiter/ranges.h"

namespace gleaner::delimiter {

namespace {

constexpr size_t kContext = 48;  // bytes compared on either side

using Items = std::vector<Item>;

// All ways to give each slot one of its places, in order and without overlap; at most `limit`.
void assign(const std::vector<Slot>& slots, size_t at, uint32_t from, Items& chosen, std::vector<Items>& out,
            size_t limit, size_t& steps) {
  if (at == slots.size()) {
    out.push_back(chosen);
    return;
  }
  for (const Span& place : slots[at].places) {
    if (out.size() >= limit || steps == 0) return;
    --steps;
    if (place.begin < from) continue;
    chosen.push_back({slots[at].attribute, place});
    assign(slots, at + 1, place.end, chosen, out, limit, steps);
    chosen.pop_back();
  }
}

size_t likeness(std::string_view text, Span a, std::string_view other, Span b) {
  const std::string_view left_a = text.substr(0, a.begin), left_b = other.substr(0, b.begin);
  const size_t before =
      std::min(kContext, common_suffix(left_a.substr(left_a.size() - std::min(left_a.size(), kContext)),
                                       left_b.substr(left_b.size() - std::min(left_b.size(), kContext))));
  const size_t behind = common_prefix(text.substr(a.end, kContext), other.substr(b.end, kContext));
  return before + behind;
}

class Joiner {
 public:
  Joiner(Class kind, size_t attributes, std::vector<std::string_view> texts,
         std::vector<std::vector<Items>> choices, Budget& budget)
      : kind_(kind),
        attributes_(attributes),
        texts_(std::move(texts)),
        choices_(std::move(choices)),
        budget_(budget) {}

  // The first join that works; otherwise the first choice of every page, so that the failure is told of
  // something definite.
  std::vector<Example> join() {
    std::vector<Example> chosen;
    if (extend(chosen)) return chosen;
    chosen.clear();
    for (size_t page = 0; page < texts_.size(); ++page)
      chosen.push_back({texts_[page], choices_[page].front()});
    return chosen;
  }

 private:
  bool extend(std::vector<Example>& chosen) {
    const size_t page = chosen.size();
    if (page == texts_.size()) return true;
    std::vector<Items>& choices = choices_[page];
    std::vector<size_t> order(choices.size());
    std::vector<size_t> score(choices.size());
    for (size_t i = 0; i < order.size(); ++i)
      order[i] = i, score[i] = likeness_to(chosen, texts_[page], choices[i]);
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return score[a] > score[b]; });
    for (size_t i : order) {
      if (tries_ == 0 || !budget_.spend_steps()) return false;
      chosen.push_back({texts_[page], choices[i]});
      // With one choice everywhere so far there is nothing to decide yet.
      const bool open = std::any_of(choices_.begin(), choices_.begin() + std::ptrdiff_t(page) + 1,
                                    [](const auto& c) { return c.size() > 1; });
      const bool any =
          std::any_of(chosen.begin(), chosen.end(), [](const Example& e) { return !e.items.empty(); });
      if ((!open || !any || (--tries_, learn(kind_, chosen, attributes_, {}, budget_).learnt)) &&
          extend(chosen))
        return true;
      chosen.pop_back();
    }
    return false;
  }

  size_t likeness_to(const std::vector<Example>& chosen, std::string_view text, const Items& items) const {
    size_t sum = 0;
    for (const Item& item : items)
      for (const Example& example : chosen) {
        auto same = std::find_if(example.items.begin(), example.items.end(),
                                 [&](const Item& i) { return i.attribute == item.attribute; });
        if (same != example.items.end()) sum += likeness(text, item.span, example.text, same->span);
      }
    return sum;
  }

  Class kind_;
  size_t attributes_;
  std::vector<std::string_view> texts_;
  std::vector<std::vector<Items>> choices_;
  Budget& budget_;
  size_t tries_ = kJoinsTried;
};

Diagnostic out_of_order(const wrap::LabelledPage& page, const std::vector<Slot>& slots, const Shape& shape) {
  uint32_t from = 0;
  for (size_t i = 0; i < slots.size(); ++i) {
    auto place =
        std::find_if(slots[i].places.begin(), slots[i].places.end(), [&](Span s) { return s.begin >= from; });
    if (place == slots[i].places.end()) {
      const Slot& before = slots[i ? i - 1 : 0];
      return error(Code::cannot_learn,
                   fmt::format("\"{}\" ({}) does not stand behind \"{}\" ({}): delimiter wrappers need the "
                               "values of all records in page order, without overlap",
                               shape.path(slots[i].attribute), show(slots[i].text),
                               shape.path(before.attribute), show(before.text)),
                   page.document->where(slots[i].places.front()),
                   "label the fields in one order, or learn another kind of wrapper");
    }
    from = place->end;
  }
  return error(Code::cannot_learn, "the labelled values overlap", Where{.file = page.document->name()});
}

// Nested items: each attribute hangs on the one before it.
std::optional<Diagnostic> broken_chain(const wrap::LabelledPage& page, const std::vector<Slot>& slots,
                                       const Shape& shape) {
  uint32_t last = 0;  // 1-based
  for (const Slot& slot : slots) {
    if (slot.attribute > last)
      return error(Code::cannot_learn,
                   fmt::format("\"{}\" is missing before \"{}\" ({}): a nested class can leave out the last "
                               "fields of a record, not one in the middle",
                               shape.path(last), shape.path(slot.attribute), show(slot.text)),
                   page.document->where(slot.places.front()),
                   "label the field if it is there; otherwise learn another kind of wrapper");
    last = slot.attribute + 1;
  }
  return std::nullopt;
}

std::optional<Diagnostic> not_whole(const wrap::LabelledPage& page, const std::vector<Slot>& slots,
                                    const Shape& shape, Class kind) {
  const size_t k = shape.attributes.size();
  for (size_t i = 0; i <= slots.size(); ++i) {
    const auto expected = uint32_t(i % k);
    if (i == slots.size() ? expected == 0 : slots[i].attribute == expected) continue;
    const Slot& near = slots[i == slots.size() ? i - 1 : i];
    std::string words = fmt::format("\"{}\" is missing in a record near \"{}\" ({})", shape.path(expected),
                                    shape.path(near.attribute), show(near.text));
    if (shape.has_lists() || (i < slots.size() && slots[i].attribute != 0 && expected > slots[i].attribute))
      words = fmt::format("records have several values of \"{}\"", shape.path(near.attribute));
    return error(
        Code::cannot_learn,
        fmt::format("{}: {} gives every record exactly one value of every field", words, title_of(kind)),
        page.document->where(near.places.front()),
        "--kind nlr and --kind nhlrt learn records with lists or missing last fields");
  }
  return std::nullopt;
}

}  // namespace

Result<Prepared> prepare(Class kind, const std::vector<wrap::LabelledPage>& pages, Budget& budget) {
  Prepared prepared;
  GLEANER_TRY(prepared.shape, shape_of(pages));
  std::vector<std::string_view> texts;
  std::vector<std::vector<Items>> choices;
  for (const wrap::LabelledPage& page : pages) {
    GLEANER_TRY(const std::vector<Slot> slots, slots_of(page, prepared.shape));
    if (!is_nested(kind))
      if (auto why = not_whole(page, slots, prepared.shape, kind)) return *why;
    if (auto why = broken_chain(page, slots, prepared.shape)) return *why;
    std::vector<Items> ways;
    Items chosen;
    size_t steps = kPlacesTried * 100 + slots.size() * 10;
    assign(slots, 0, 0, chosen, ways, kPlacesTried, steps);
    if (ways.empty()) return out_of_order(page, slots, prepared.shape);
    texts.push_back(page.document->text());
    choices.push_back(std::move(ways));
  }
  prepared.examples =
      Joiner(kind, prepared.shape.attributes.size(), texts, std::move(choices), budget).join();
  return prepared;
}

}  // namespace gleaner::delimiter
