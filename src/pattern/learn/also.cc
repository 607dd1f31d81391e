// See also.h. What each rule says on the unlabelled pages, its agreement with the vote, and the short list
// chosen by it.
#include "pattern/learn/also.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "base/lists.h"
#include "pattern/weights.h"

namespace gleaner::pattern {
namespace {

using Values = std::vector<uint32_t>;

// What a rule gives on a page. A vote does not count texts of the template: who finds only those finds
// nothing. A rule that answers alone gives them as they are.
Values values_of(const FieldModel& field, const Vote& vote, const View& view, bool alone) {
  Values out;
  evaluate(vote.conditions, *view.matches).each([&](uint32_t c) {
    if (alone || !view.known || !is_template(field, view, c)) out.push_back(view.unit->value(c));
  });
  sort_unique(out);
  return out;
}

std::vector<std::vector<Values>> table_of(const FieldModel& field, const Slot& slot,
                                          const std::vector<View>& views, bool alone) {
  std::vector<std::vector<Values>> out(slot.votes.size());
  for (size_t r = 0; r < slot.votes.size(); ++r)
    for (const View& view : views) out[r].push_back(values_of(field, slot.votes[r], view, alone));
  return out;
}

Values winners(const FieldModel& field, uint32_t slot, const View& view) {
  Values out;
  for (const Answer& a : answer_slot(field, slot, view)) out.push_back(view.unit->value(a.candidate));
  sort_unique(out);
  return out;
}

void sort_votes(Slot& slot) { std::ranges::stable_sort(slot.votes, std::greater{}, &Vote::weight); }

// Among rules that agree equally the strongest, and rather one condition than two: somebody will read it.
double standing(const Vote& vote) { return vote.weight / double(vote.conditions.size()); }

}  // namespace

void trust_by_agreement(FieldModel& field, const std::vector<View>& views) {
  if (views.empty()) return;
  const double pages = double(views.size());
  auto weight_of = [](const Slot& slot) {
    double sum = 0;
    for (const Vote& v : slot.votes) sum += v.weight;
    return sum;
  };
  std::vector<double> share;
  for (uint32_t s = 0; s < field.slots.size(); ++s) {
    Slot& slot = field.slots[s];
    const double before = weight_of(slot);
    std::vector<std::vector<Values>> table = table_of(field, slot, views, false);
    if (!field.list) {
      std::vector<size_t> different(slot.votes.size(), 0);
      for (size_t r = 0; r < slot.votes.size(); ++r) {
        size_t one = 0;
        std::map<std::string_view, int> texts;
        for (size_t x = 0; x < views.size(); ++x) {
          one += table[r][x].size() == 1;
          for (uint32_t v : table[r][x]) texts[views[x].unit->values[v]] = 1;
        }
        different[r] = texts.size();
        slot.votes[r].weight = slot.votes[r].weight * double(one) / pages + 1e-9;
      }
      size_t most = different.empty() ? 0 : *std::ranges::max_element(different);
      if (views.size() >= 4 && most > 1)
        for (size_t r = 0; r < slot.votes.size(); ++r)
          if (different[r] == 1) slot.votes[r].weight *= weights::kSameEverywhere;
    }
    share.push_back(weight_of(slot) / before);
    for (int round = 0; round < 2; ++round) {
      std::vector<Values> win = mapped(views, [&](const View& view) { return winners(field, s, view); });
      for (size_t r = 0; r < slot.votes.size(); ++r) {
        size_t agree = 0;
        for (size_t x = 0; x < views.size(); ++x) agree += table[r][x] == win[x];
        slot.votes[r].weight *= std::pow(weights::kAgreeBase + double(agree) / pages, weights::kAgreePower);
      }
    }
    sort_votes(slot);
  }
  // A further value of one labelled page whose rules find next to nothing elsewhere was that page's own.
  for (size_t s = field.slots.size(); s-- > 1;)
    if (share[s] < weights::kOwnPage) field.slots.erase(field.slots.begin() + long(s));
}

double choose_rules(FieldModel& field, const std::vector<View>& views) {
  if (views.empty() || field.slots.empty()) return 0;
  std::vector<Slot> chosen;
  double least = 1;
  for (uint32_t s = 0; s < field.slots.size(); ++s) {
    const Slot& slot = field.slots[s];
    std::vector<std::vector<Values>> table = table_of(field, slot, views, true);
    std::vector<Values> win = mapped(views, [&](const View& view) { return winners(field, s, view); });
    std::vector<char> open(views.size(), 1);
    Slot out;
    size_t right = 0;
    while (out.votes.size() < 3) {
      int best = 0;
      size_t which = slot.votes.size();
      for (size_t r = 0; r < slot.votes.size(); ++r) {
        int gain = 0;
        for (size_t x = 0; x < views.size(); ++x)
          if (open[x] && !table[r][x].empty()) gain += table[r][x] == win[x] ? 1 : -1;
        if (gain > best ||
            (gain == best && gain > 0 && standing(slot.votes[r]) > standing(slot.votes[which])))
          best = gain, which = r;
      }
      if (which == slot.votes.size()) break;
      for (size_t x = 0; x < views.size(); ++x)
        if (open[x] && !table[which][x].empty()) {
          open[x] = 0;
          right += table[which][x] == win[x];
        }
      out.votes.push_back({1.0, slot.votes[which].conditions});
    }
    for (size_t x = 0; x < views.size(); ++x) right += open[x] && win[x].empty();
    least = std::min(least, double(right) / double(views.size()));
    if (out.votes.empty()) return 0;
    chosen.push_back(std::move(out));
  }
  if (least >= weights::kAgreeEnough) {
    field.slots = std::move(chosen);
    field.ordered = true;
  }
  return least;
}

}  // namespace gleaner::pattern
