// See choose_rules.h.
#include "rows/choose_rules.h"

#include <algorithm>

#include "rows/cut_ends.h"
#include "rows/cut_label.h"
#include "rows/weights.h"

namespace gleaner::rows {
namespace {

class RuleChoice {
 public:
  RuleChoice(const std::vector<Sample>& samples, const std::vector<std::string>& fields,
             const std::vector<std::vector<Labelled>>& have, size_t rival)
      : samples_(samples), fields_(fields), have_(have), rival_(rival) {}

  std::vector<FieldModel> run(const std::vector<std::vector<Scored>>& scored) const {
    std::vector<size_t> order;
    for (size_t f = 0; f < fields_.size(); ++f)
      if (!scored[f].empty()) order.push_back(f);
    auto sure = [&](size_t f) {  // a rule that one label shows is less sure than one that five do
      const double n = double(have_[f].size());
      return scored[f][0].rule.score * n / (n + 1);
    };
    std::ranges::stable_sort(order, [&](size_t a, size_t b) { return sure(a) > sure(b); });
    std::vector<std::pair<size_t, const Scored*>> taken;
    for (size_t f : order) {
      auto first_free = [&](double same_place) {
        return std::ranges::find_if(scored[f], [&](const Scored& one) {
          return std::ranges::none_of(
              taken, [&](const auto& t) { return collides(f, one, t.first, *t.second, same_place); });
        });
      };
      auto free = first_free(kSamePlace);
      // One that never takes another field's place is better where it is nearly as good.
      if (const auto apart = first_free(0);
          apart != scored[f].end() && apart->rule.score > free->rule.score - kApartCost)
        free = apart;
      taken.emplace_back(f, free != scored[f].end() ? &*free : &scored[f][0]);
    }
    part_fields(scored, taken);
    std::ranges::sort(taken, [](const auto& a, const auto& b) { return a.first < b.first; });
    if (rival_ > 0 && !take_rival(scored, taken)) return {};
    std::vector<FieldModel> out;
    std::vector<std::vector<std::string>> kinds;
    for (const auto& [f, chosen] : taken) {
      kinds.emplace_back();
      for (const Labelled& label : have_[f]) kinds.back().push_back(kind_of(label.cell->text));
      FieldModel model;
      model.name = fields_[f];
      model.list = are_list(have_[f]);
      model.rules.push_back(chosen->rule);
      if (const Scored* second = model.list ? nullptr : for_the_missed(f, *chosen, scored[f]))
        model.rules.push_back(second->rule);
      else if (const Scored* place = without_header(*chosen, scored[f])) {
        model.rules.push_back(place->rule);
        model.rules.back().unheaded = true;
      }
      out.push_back(std::move(model));
    }
    add_cut_ends(samples_, kinds, out);
    return out;
  }

 private:
  // Has a record the same text labelled as both, at so many places?
  bool same_labels(size_t f, size_t g, size_t places) const {
    for (const Labelled& a : have_[f])
      for (const Labelled& b : have_[g])
        if (a.sample == b.sample && a.cell->letters == b.cell->letters &&
            places_inside(samples_[a.sample], *a.cell).size() >= places)
          return true;
    return false;
  }

  // What was chosen before others were known may take their values where its own is missing: one that is
  // nearly as good and never does is taken instead.
  void part_fields(const std::vector<std::vector<Scored>>& scored,
                   std::vector<std::pair<size_t, const Scored*>>& taken) const {
    for (auto& [f, chosen] : taken) {
      auto is_apart = [&, f = f](const Scored& one) {
        return std::ranges::none_of(
            taken, [&](const auto& t) { return t.first != f && collides(f, one, t.first, *t.second, 0); });
      };
      if (is_apart(*chosen)) continue;
      const auto apart = std::ranges::find_if(scored[f], is_apart);
      if (apart != scored[f].end() && apart->rule.score > chosen->rule.score - kPartCost) chosen = &*apart;
    }
  }

  // `share`: of the records that have both, in which they may take one place.
  bool collides(size_t f, const Scored& one, size_t g, const Scored& taken, double share) const {
    size_t both = 0, same = 0;
    for (size_t s = 0; s < samples_.size(); ++s) {
      if (!one.values[s] || !taken.values[s]) continue;
      ++both;
      same += one.values[s]->same_place(*taken.values[s]);
    }
    if (both == 0 || double(same) <= share * double(both)) return false;
    return !same_labels(f, g, 0) || (double(same) > kSameLabels * double(both) && same_labels(f, g, 2));
  }

  // Puts the n-th of the rules that were nearly chosen in the place of its field's.
  bool take_rival(const std::vector<std::vector<Scored>>& scored,
                  std::vector<std::pair<size_t, const Scored*>>& taken) const {
    struct Rival {
      double behind;
      size_t at;
      const Scored* rule;
    };
    std::vector<Rival> rivals;
    for (size_t t = 0; t < taken.size(); ++t) {
      const auto& [f, chosen] = taken[t];
      std::vector<const Scored*> known{chosen};
      for (const Scored& one : scored[f]) {
        const double behind = chosen->rule.score - one.rule.score;
        if (behind < 0 || behind > kRivalRule) continue;
        if (std::ranges::any_of(known, [&](const Scored* other) { return gives_the_same(one, *other); }))
          continue;
        known.push_back(&one);
        rivals.push_back({behind, t, &one});
      }
    }
    std::ranges::stable_sort(rivals, {}, &Rival::behind);
    if (rival_ > rivals.size()) return false;
    taken[rivals[rival_ - 1].at].second = rivals[rival_ - 1].rule;
    return true;
  }

  // For pages on which the column's header has another text: the place that gives the same values here.
  const Scored* without_header(const Scored& chosen, const std::vector<Scored>& all) const {
    if (chosen.rule.kind != KeyKind::header || chosen.rule.all) return nullptr;
    for (const Scored& one : all)
      if (one.rule.kind != KeyKind::header && !is_word_key(one.rule.kind) && gives_the_same(one, chosen))
        return &one;
    return nullptr;
  }

  // Labelled rows in which the rule gives nothing: a second one that gives them all, and quotes no content.
  const Scored* for_the_missed(size_t f, const Scored& chosen, const std::vector<Scored>& all) const {
    std::vector<const Labelled*> missed;
    for (const Labelled& label : have_[f])
      if (!chosen.values[label.sample]) missed.push_back(&label);
    if (missed.empty()) return nullptr;
    auto gives = [&](const Scored& one, const Labelled& l) {
      const auto& value = one.values[l.sample];
      return value && (value->letters == l.cell->letters ||
                       (!one.rule.cut && is_near(l.cell->letters, value->letters)));
    };
    for (const Scored& one : all)
      if (!(one.rule.cut && one.rule.cut->quotes_word()) && one.rule.kind != KeyKind::begins &&
          one.rule.kind != KeyKind::ends &&
          std::ranges::all_of(missed, [&](const Labelled* l) { return gives(one, *l); }))
        return &one;
    return nullptr;
  }

  const std::vector<Sample>& samples_;
  const std::vector<std::string>& fields_;
  const std::vector<std::vector<Labelled>>& have_;
  const size_t rival_;
};

}  // namespace

std::vector<FieldModel> choose_rules(const std::vector<Sample>& samples,
                                     const std::vector<std::string>& fields,
                                     const std::vector<std::vector<Labelled>>& have,
                                     const std::vector<std::vector<Scored>>& scored, size_t rival) {
  return RuleChoice(samples, fields, have, rival).run(scored);
}

}  // namespace gleaner::rows
