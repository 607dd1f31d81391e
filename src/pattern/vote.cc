// The vote that model.h tells of: hits of rules, vetoes, the count with its early end, lists and ordered
// rules.
#include <algorithm>
#include <map>

#include "base/contains.h"
#include "base/sorted.h"
#include "base/text.h"
#include "pattern/model.h"
#include "pattern/weights.h"

namespace gleaner::pattern {

Bits evaluate(const std::vector<ConditionId>& conditions, const Matches& matches) {
  Bits out;
  std::vector<uint32_t> hits;
  each_hit(conditions, matches, hits);
  if (hits.empty()) return out;
  out = Bits(matches.candidates());
  for (uint32_t c : hits) out.set(c);
  return out;
}

void each_hit(const std::vector<ConditionId>& conditions, const Matches& matches,
              std::vector<uint32_t>& hits) {
  hits.clear();
  const size_t count = conditions.size();
  if (count == 0) return;
  constexpr size_t kMost = 8;
  const uint64_t* few[kMost];
  std::vector<const uint64_t*> many(count > kMost ? count : 0);
  const uint64_t** rows = many.empty() ? few : many.data();
  for (size_t i = 0; i < count; ++i)
    if (!(rows[i] = matches.row(conditions[i]))) return;
  for (size_t w = 0; w < matches.words(); ++w) {
    uint64_t all = rows[0][w];
    for (size_t i = 1; i < count; ++i) all &= rows[i][w];
    for (; all; all &= all - 1) hits.push_back(matches.candidate_at(w * 64 + size_t(std::countr_zero(all))));
  }
  if (!matches.in_order()) std::ranges::sort(hits);
}

namespace {

uint64_t template_hash(const Unit& unit, const Candidate& c) {
  return c.form == Form::text ? (mix(unit.page().class_path(c.node), hash_text(unit.text(c))) >> 24) | 1 : 0;
}

}  // namespace

std::vector<uint64_t> template_hashes(const Unit& unit) {
  std::vector<uint64_t> out(unit.candidates.size(), 0);
  for (size_t i = 0; i < unit.candidates.size(); ++i) out[i] = template_hash(unit, unit.candidates[i]);
  return out;
}

namespace {
// Variants of one label share a word: "Your price", "List price".
bool like_any(std::string_view label, const std::set<std::string>& labels) {
  const std::string mine = lower_ascii(label);
  for (const std::string& other : labels) {
    const std::string theirs = lower_ascii(other);
    for (std::string_view w : split(mine, ' '))
      for (std::string_view x : split(theirs, ' '))
        if (w == x && w.size() > 3) return true;
  }
  return false;
}
}  // namespace

double veto(std::string_view text, const FieldModel& field, const Looks& looks) {
  using namespace weights;
  double w = 1.0;
  if (text.ends_with(':') && field.seen_labels.contains(std::string(text))) w *= kSeenLabel;
  if (!looks.own_labels.empty()) {
    std::string label(own_label(text));
    if (!looks.own_labels.contains(label) && (!label.empty() || looks.own_labels.size() == 1) &&
        !like_any(label, looks.own_labels))
      w *= kOtherLabel;
  }
  if (field.list) return w;
  TextKind kind = kind_of(text);
  if (contains(looks.kinds, kind)) return w;
  Coarse mine = coarse(kind);
  bool known = false, texty = false, all_integer = true;
  for (TextKind k : looks.kinds) {
    Coarse c = coarse(k);
    known |= c == mine;
    texty |= c == Coarse::text || c == Coarse::digits;
    all_integer &= c == Coarse::integer;
  }
  if (!known) {
    bool close = (mine == Coarse::text || mine == Coarse::digits || mine == Coarse::figures) && texty;
    w *= close ? kOtherKind : kOtherKind * kOtherKind;
  } else if (mine == Coarse::integer && all_integer && looks.kinds.size() == 1) {
    w *= looks.kinds[0].length >= kIdentifier ? kOtherKind * kOtherKind : kOtherKind;
  }
  return w;
}

// What a vote asks of a unit's texts, answered once each.
bool is_template(const FieldModel& field, const View& view, uint32_t c) {
  if (view.paths.empty()) {
    view.paths.assign(view.unit->candidates.size(), 0);
    view.template_bits = Bits(view.unit->candidates.size());
  }
  if (!view.paths[c]) {
    uint64_t hash = template_hash(*view.unit, view.unit->candidates[c]);
    view.paths[c] = hash ? hash : 1;  // not a hash: those have more than one bit
    if (hash && view.known->contains(hash)) view.template_bits.set(c);
  }
  return view.template_bits.test(c) && !field.not_template.contains(view.paths[c]);
}

namespace {

bool is_worded(const View& view, uint32_t value) {
  if (view.worded.size() <= value) view.worded.resize(view.unit->values.size(), 2);
  if (view.worded[value] == 2) view.worded[value] = has_word(view.unit->values[value]);
  return view.worded[value] == 1;
}

constexpr double kAllVotes = 2;  // more than all weight

// The vote of a slot, counted best rule first, so that one may stop as soon as the rest cannot change the
// answer.
class Tally {
 public:
  Tally(const FieldModel& field, const Slot& slot, const View& view)
      : field_(field),
        slot_(slot),
        view_(view),
        unit_(*view.unit),
        templates_(view.known && !view.known->empty()) {
    candidate.assign(unit_.candidates.size(), 0);
    for (const Vote& vote : slot.votes) total += vote.weight;
  }

  // Goes on until `share` of all weight is counted or given up as open.
  void count(double share) {
    for (; next_ < slot_.votes.size() && past_ < share * total; ++next_) {
      const Vote& vote = slot_.votes[next_];
      past_ += vote.weight;
      if (view_.program && view_.program->open[slot_.group][next_]) skipped_ += vote.weight;
      else count(vote);
    }
    open = next_ < slot_.votes.size() ? total - past_ + skipped_ : skipped_;
    const Looks& looks = slot_.looks.kinds.empty() ? field_.looks : slot_.looks;
    for (size_t i = vetoes_.size(); i < values.size(); ++i)
      vetoes_.push_back(veto(unit_.values[values[i]], field_, looks));
    for (size_t i = 0; i < values.size(); ++i)
      score_[values[i]].vetoed = score_[values[i]].given * vetoes_[i];
  }

  double value(uint32_t v) const { return score_[v].vetoed; }  // REQUIRES: one of `values`

  std::vector<double> candidate;
  std::vector<uint32_t> values;  // that have a score
  double total = 0;
  double open = 0;  // of it not counted

 private:
  struct Score {
    double given = 0, vetoed = 0;
    uint32_t round = 0;  // that met the value last
  };

  Score& score(uint32_t v) {
    if (v >= score_.size()) score_.resize(unit_.values.size());
    return score_[v];
  }

  void count(const Vote& vote) {
    each_hit(vote.conditions, *view_.matches, hits_);
    if (hits_.empty()) return;
    if (hits_ != raw_) take_in();
    if (!distinct_) return;
    const double each = (known_only_ ? vote.weight * weights::kTemplate : vote.weight) / double(distinct_);
    ++round_;
    for (uint32_t c : kept_) {
      candidate[c] += each;
      const uint32_t v = unit_.value(c);
      Score& s = score_[v];
      if (s.round == round_) continue;
      s.round = round_;  // once a value
      if (s.given == 0) values.push_back(v);
      s.given += each;
    }
  }

  // What counts of the hits. Neighbours in the order of rules mostly have the same.
  void take_in() {
    raw_ = hits_;
    kept_ = hits_;
    auto is_known = [&](uint32_t c) { return is_template(field_, view_, c); };
    known_only_ = templates_ && std::ranges::all_of(kept_, is_known);
    if (templates_ && !known_only_) std::erase_if(kept_, is_known);
    if (!field_.bare)
      std::erase_if(kept_, [&](uint32_t c) {
        uint32_t v = unit_.value(c);
        return !is_worded(view_, v) && !is_dash(unit_.values[v]);
      });
    ++round_;
    distinct_ = 0;
    for (uint32_t c : kept_) {
      uint32_t& last = score(unit_.value(c)).round;
      distinct_ += last != round_;
      last = round_;
    }
  }

  const FieldModel& field_;
  const Slot& slot_;
  const View& view_;
  const Unit& unit_;
  const bool templates_;
  size_t next_ = 0;
  double past_ = 0, skipped_ = 0;
  std::vector<Score> score_;    // by value
  std::vector<double> vetoes_;  // as `values`
  uint32_t round_ = 0;
  std::vector<uint32_t> hits_;
  std::vector<uint32_t> raw_, kept_;  // hits taken in last, and what counts of them
  size_t distinct_ = 0;               // texts of kept_
  bool known_only_ = false;           // all hits are texts of the template
};

// Whatever the open votes say, is the answer the same? They can add their weight to any text and place; a
// veto only takes away.
bool settled(const FieldModel& field, const Unit& unit, const Tally& t) {
  if (t.open <= 0) return true;
  constexpr double kRounding = 1e-9;
  const double open = t.open * (1 + kRounding);
  double most = 0, second = 0;
  uint32_t winner = 0;
  for (uint32_t v : t.values) {
    if (t.value(v) > most) second = most, most = t.value(v), winner = v;
    else second = std::max(second, t.value(v));
  }
  const double needed = weights::kAbsent * t.total;
  if (most + open < needed * (1 - kRounding)) return true;  // absent
  if (most < needed * (1 + kRounding) || second + open >= weights::kTie * most * (1 - kRounding))
    return false;
  // Then a text far behind may win.
  if ((!field.cut_off && ends_cut_off(unit.values[winner])) ||
      (!field.remarks && unit.values[winner].ends_with(')')))
    return false;
  // The place: of equal texts, the one with most votes.
  const std::vector<uint32_t>& places = unit.places(winner);
  double here = 0, elsewhere = 0;
  for (uint32_t c : places) {
    if (t.candidate[c] > here) elsewhere = here, here = t.candidate[c];
    else elsewhere = std::max(elsewhere, t.candidate[c]);
  }
  return places.size() == 1 || elsewhere + open < here * (1 - kRounding);
}

Answer make_answer(const Slot& slot, uint32_t slot_number, const View& view, uint32_t candidate) {
  Answer a;
  a.candidate = candidate;
  a.slot = slot_number;
  a.text = std::string(view.unit->text(view.unit->candidates[candidate]));
  a.to = a.text.size();
  for (uint32_t i = 0; i < slot.votes.size(); ++i)
    if (view.matches->holds(slot.votes[i].conditions, candidate)) {
      a.vote = i;
      break;
    }
  return a;
}

// "Glen Davis (basketball)" loses to "Glen Davis" where that has votes too and no labelled value ends in a
// bracket: places that agreed in training differ here by a remark.
uint32_t without_remark(const FieldModel& field, const Unit& unit, const Tally& t, uint32_t winner) {
  std::string_view v = unit.values[winner];
  size_t open = v.rfind(" (");
  if (field.remarks || !v.ends_with(')') || open == std::string_view::npos || open == 0) return kNoNode;
  // From one page a few votes agree by chance; from several any that is left is a second source.
  const double enough = field.examples > 1 ? 0 : weights::kSecondSource * t.value(winner);
  for (uint32_t u : t.values)
    if (unit.values[u] == v.substr(0, open) && t.value(u) >= enough) return u;
  return kNoNode;
}

// The winner's answer, or those of several that are as good.
std::vector<Answer> choose(const FieldModel& field, uint32_t number, const View& view, const Tally& t) {
  const Slot& slot = field.slots[number];
  const Unit& unit = *view.unit;
  double most = 0;
  uint32_t winner = 0;
  for (uint32_t v : t.values)
    if (t.value(v) > most) most = t.value(v), winner = v;
  if (most < weights::kAbsent * t.total || most <= 0) return {};
  std::vector<uint32_t> chosen;
  if (!field.cut_off && ends_cut_off(unit.values[winner])) {
    std::string_view v = unit.values[winner];
    std::string_view stem = v.substr(0, v.size() - 3);
    while (!stem.empty() && is_space(stem.back())) stem.remove_suffix(1);
    double best = -1;
    for (uint32_t u : t.values) {
      std::string_view text = unit.values[u];
      if (text.size() <= v.size() || !text.starts_with(stem) || ends_cut_off(text)) continue;
      if (t.value(u) > best || (t.value(u) == best && text.size() < unit.values[chosen[0]].size()))
        best = t.value(u), chosen = {u};
    }
  }
  if (uint32_t bare = without_remark(field, unit, t, winner); bare != kNoNode) chosen = {bare};
  if (chosen.empty())
    for (uint32_t v : t.values)
      if (t.value(v) >= weights::kTie * most) chosen.push_back(v);
  std::vector<Answer> out;
  for (uint32_t v : chosen) {
    uint32_t best = kNoNode;
    for (uint32_t c : unit.places(v))
      if (t.candidate[c] > 0 && (best == kNoNode || t.candidate[c] > t.candidate[best])) best = c;
    if (best == kNoNode) continue;
    out.push_back(make_answer(slot, number, view, best));
    out.back().share = t.value(v) / t.total;
  }
  std::ranges::sort(out, {}, &Answer::candidate);
  return out;
}

std::vector<Answer> answer_single(const FieldModel& field, uint32_t number, const View& view) {
  const Slot& slot = field.slots[number];
  Tally t(field, slot, view);
  t.count(view.program ? weights::kFirstCount : kAllVotes);
  if (!settled(field, *view.unit, t)) t.count(kAllVotes);
  if (settled(field, *view.unit, t)) return choose(field, number, view, t);
  view.more->complete_group(*view.plan, *view.program, *view.unit, slot.group);
  View whole = view;
  whole.program = nullptr;
  Tally all(field, slot, whole);
  all.count(kAllVotes);
  return choose(field, number, view, all);
}

std::vector<Answer> from_bits(const FieldModel& field, uint32_t number, const View& view, const Bits& bits,
                              uint32_t vote) {
  std::vector<Answer> out;
  std::set<uint32_t> seen;
  const Unit& unit = *view.unit;
  bits.each([&](uint32_t c) {
    uint32_t v = unit.value(c);
    if (!field.bare && !has_word(unit.values[v]) && (field.list || !is_dash(unit.values[v]))) return;
    if (!seen.insert(v).second && !field.keep_all) return;
    Answer a;
    a.candidate = c;
    a.slot = number;
    a.vote = vote;
    a.text = std::string(unit.values[v]);
    a.to = a.text.size();
    out.push_back(std::move(a));
  });
  return out;
}

std::vector<Answer> answer_ordered(const FieldModel& field, uint32_t number, const View& view) {
  const Slot& slot = field.slots[number];
  for (uint32_t i = 0; i < slot.votes.size(); ++i) {
    Bits bits = evaluate(slot.votes[i].conditions, *view.matches);
    if (!bits.any()) continue;
    std::vector<Answer> out = from_bits(field, number, view, bits, i);
    if (out.empty()) continue;
    if (!field.list) out.resize(1);
    return out;
  }
  return {};
}

// The set of texts most like all the others, by weight.
std::vector<Answer> answer_list(const FieldModel& field, uint32_t number, const View& view) {
  const Slot& slot = field.slots[number];
  const Unit& unit = *view.unit;
  struct Entry {
    double weight = 0;
    uint32_t vote = 0;
  };
  std::map<std::vector<uint32_t>, Entry> sets;
  double total = 0, voted = 0;
  std::vector<uint32_t> hits, values;
  for (uint32_t i = 0; i < slot.votes.size(); ++i) {
    total += slot.votes[i].weight;
    each_hit(slot.votes[i].conditions, *view.matches, hits);
    if (hits.empty()) continue;
    values.clear();
    for (uint32_t c : hits)
      if (const uint32_t v = unit.value(c); is_worded(view, v)) values.push_back(v);
    sort_unique(values);
    if (values.empty()) continue;
    auto [at, fresh] = sets.try_emplace(values, Entry{0, i});
    at->second.weight += slot.votes[i].weight;
    voted += slot.votes[i].weight;
  }
  if (sets.empty() || voted < weights::kAbsent * total) return {};
  std::vector<std::pair<const std::vector<uint32_t>*, Entry>> top;
  for (auto& [set, entry] : sets) top.push_back({&set, entry});
  std::ranges::stable_sort(top, [](auto& a, auto& b) { return a.second.weight > b.second.weight; });
  if (top.size() > weights::kMedoidSets) top.resize(weights::kMedoidSets);
  size_t best = 0;
  double most = -1;
  for (size_t i = 0; i < top.size(); ++i) {
    double sum = 0;
    for (const auto& other : top) {
      const auto &x = *top[i].first, &y = *other.first;
      const size_t common = common_count(x, y);
      sum += other.second.weight * double(common) / double(x.size() + y.size() - common);
    }
    if (sum > most) most = sum, best = i;
  }
  uint32_t vote = top[best].second.vote;
  std::vector<Answer> out =
      from_bits(field, number, view, evaluate(slot.votes[vote].conditions, *view.matches), vote);
  for (Answer& a : out) a.share = top[best].second.weight / total;
  return out;
}

}  // namespace

std::vector<Answer> answer_slot(const FieldModel& field, uint32_t slot, const View& view) {
  if (field.ordered) return answer_ordered(field, slot, view);
  return field.list ? answer_list(field, slot, view) : answer_single(field, slot, view);
}

Scores scores(const FieldModel& field, uint32_t slot, const View& view) {
  Tally t(field, field.slots[slot], view);
  t.count(kAllVotes);
  Scores out;
  out.total = t.total;
  for (uint32_t v : t.values) out.by_value.push_back({v, t.value(v)});
  std::ranges::stable_sort(out.by_value, [](auto& a, auto& b) { return a.second > b.second; });
  return out;
}

}  // namespace gleaner::pattern
