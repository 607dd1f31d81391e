// See learn_fields.h.
#include "rows/learn_fields.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>
#include <unordered_map>

#include "base/sorted.h"
#include "base/text.h"
#include "base/unicode.h"
#include "rows/choose_rules.h"
#include "rows/cut_label.h"
#include "rows/label_texts.h"
#include "rows/list_rules.h"
#include "rows/negation.h"
#include "rows/rule_candidates.h"
#include "rows/weights.h"

namespace gleaner::rows {
namespace {

double cost_of(const Cut& cut) {
  if (cut.strips()) return kStripCost;
  const size_t quoted = letter_words(cut.begin).size() + letter_words(cut.end).size();
  return kCutCost + kQuotedWord * double(quoted) +
         (cut.words_long == 0             ? 0
          : std::abs(cut.words_long) == 1 ? kWordsCost
                                          : kSeveralWordsCost);
}

class FieldLearner {
 public:
  FieldLearner(const std::vector<Sample>& samples, const std::vector<std::string>& fields,
               std::vector<SlotsPtr>& kept, size_t rival)
      : samples_(samples), fields_(fields), kept_(kept), rival_(rival), names_(samples) {
    find_labels();
    order_equal_texts();
  }

  std::vector<FieldModel> run() {
    std::vector<std::vector<Scored>> scored;
    for (size_t f = 0; f < fields_.size(); ++f)
      scored.push_back(are_list(have_[f]) ? list_rules(samples_, have_[f]) : rules_of(f));
    lower_quoted_values(samples_, have_, scored);
    return choose_rules(samples_, fields_, have_, scored, rival_);
  }

 private:
  const Page& page(size_t sample) const { return *samples_[sample].page; }

  // A label shows a place where its record holds it; one that stands elsewhere only says what is wrong.
  void find_labels() {
    for (size_t s = 0; s < samples_.size(); ++s)
      if (samples_[s].row) labelled_.push_back(s);
    have_.resize(fields_.size());
    lack_.resize(fields_.size());
    elsewhere_.resize(fields_.size());
    for (size_t f = 0; f < fields_.size(); ++f)
      for (size_t s : labelled_) {
        const LabelledCell* cell = samples_[s].row->find(fields_[f]);
        if (!cell) {
          lack_[f].push_back(s);
          continue;
        }
        if (!places_inside(samples_[s], *cell).empty()) have_[f].push_back({s, cell, cell->in_attribute()});
        else if (attribute_holds(*cell, s)) have_[f].push_back({s, cell, true});
        else elsewhere_[f].push_back({s, cell, false});
      }
  }

  // A text that stands elsewhere on the page may be a part of an attribute here.
  bool attribute_holds(const LabelledCell& cell, size_t sample) const {
    if (cell.list || !page(sample).has_attributes()) return false;
    const std::vector<Unit>& units = samples_[sample].member().units();
    return std::ranges::any_of(units, [&](const Unit& unit) {
      return unit.attribute > 0 && page(sample).letters(unit).find(cell.letters) != std::string_view::npos;
    });
  }

  // One text for several fields of a row, at as many places: first field, first place.
  void order_equal_texts() {
    for (size_t s : labelled_) {
      std::map<std::string, std::vector<size_t>> same;
      for (size_t f = 0; f < fields_.size(); ++f)
        for (const Labelled& label : have_[f])
          if (label.sample == s) same[label.cell->letters].push_back(f);
      for (const auto& [letters, fields] : same) {
        if (fields.size() < 2) continue;
        const std::vector<Place> places =
            places_inside(samples_[s], *samples_[s].row->find(fields_[fields[0]]));
        if (places.size() != fields.size()) continue;
        for (size_t i = 0; i < fields.size(); ++i) {
          const Page& p = page(s);
          wanted_place_[{fields[i], s}] = {p.leaf_at(places[i].begin), p.leaf_at(places[i].end - 1) + 1};
        }
      }
    }
  }

  // What stands at the places of a key in records that have all of them; nothing where that tells nothing.
  SlotsPtr slots_of(uint64_t key, KeyKind kind, int nth) {
    if (nth < 0 || kind == KeyKind::places || is_word_key(kind)) return {};
    auto [at, fresh] = slots_.try_emplace(key);
    if (!fresh) return at->second;
    size_t most = 0;
    for (size_t s : labelled_) most = std::max(most, samples_[s].member().at(key).size());
    if (most < 2 || most > kAlignedPlaces) return {};
    std::vector<Slots::Place> places(most);
    for (size_t j = 0; j < most; ++j) {
      std::vector<std::string> kinds, firsts, shapes;
      std::vector<std::vector<std::string>> paths;
      for (size_t s = 0; s < samples_.size(); ++s) {
        const Member& member = samples_[s].member();
        const auto entries = member.at(key);
        if (entries.size() != most || member.unit(entries[j]).empty()) continue;
        const Unit& unit = member.unit(entries[j]);
        const std::string& text = page(s).text(unit);
        kinds.push_back(kind_of(text));
        firsts.push_back(first_word(text));
        shapes.push_back(shape_of(text));
        paths.push_back(page(s).leaf_path_words(unit.node));
      }
      if (kinds.empty()) continue;
      places[j].known = true;
      size_t times = 0;
      places[j].kind = commonest(kinds, &times);
      const bool length = places[j].kind == "short" || places[j].kind == "words" || places[j].kind == "long";
      if (length && (kinds.size() < kLengthRecords || double(times) < kSteadyKind * double(kinds.size())))
        places[j].kind.clear();
      places[j].shape = commonest(shapes, &times);
      if (kinds.size() < kShapeRecords || double(times) < kSteadyShape * double(kinds.size()))
        places[j].shape.clear();
      places[j].paths = commonest(paths);
      const std::string word = commonest(firsts, &times);
      constexpr double kConstant = 0.7;
      if (kinds.size() > 1 && double(times) >= kConstant * double(kinds.size())) places[j].word = word;
    }
    if (are_items(places)) return {};
    at->second = std::make_shared<Slots>(std::move(places));
    kept_.push_back(at->second);
    return at->second;
  }

  // All alike, or many that differ in nothing but how long they are: items of a list
  // have no places of their own.
  static bool are_items(std::vector<Slots::Place> places) {
    constexpr size_t kMany = 4;
    if (places.size() >= kMany)
      for (Slots::Place& place : places) {
        place.shape.clear();
        if (alike("short", place.kind) > 0) place.kind.clear();
      }
    return std::ranges::all_of(places, [&](const Slots::Place& p) { return p == places[0]; });
  }

  // --- scores
  double labelled_score(size_t f, Scored& one, bool& any) {
    const FieldRule& rule = one.rule;
    double hits = 0, order = 0, extra = 0;
    size_t wrong = 0;
    bool whole = false;  // some label is all that the rule gives
    for (const Labelled& label : have_[f]) whole = whole || gives(rule, label);
    for (const Labelled& label : have_[f]) {
      const auto value = rule.value(page(label.sample), samples_[label.sample].member());
      if (!value) continue;
      const bool same = value->letters == label.cell->letters;
      const bool written = same && text_of(page(label.sample), *value) == label.cell->text;
      const double hit = written ? 1
                         : same  ? kSameLetters
                         : !rule.cut && (is_near(label.cell->letters, value->letters) ||
                                         (whole && is_cut_short(rule, label, *value)))
                             ? kNearHit
                             : 0;
      hits += hit;
      wrong += hit == 0;
      if (auto at = wanted_place_.find({f, label.sample}); hit > 0 && at != wanted_place_.end())
        order += std::pair{value->unit.leaf_begin, value->unit.leaf_end} != at->second;
    }
    for (const Labelled& label : elsewhere_[f])
      if (const auto value = rule.value(page(label.sample), samples_[label.sample].member()))
        wrong += value->letters != label.cell->letters;
    double unsaid = 0, lacking = 0;
    for (size_t s : lack_[f]) {
      const bool given = rule.value(page(s), samples_[s].member()).has_value();
      const bool sure = samples_[s].row->lacks(fields_[f]);
      (sure ? extra : unsaid) += given;
      lacking += sure;
    }
    const double n = double(have_[f].size());
    any = hits > double(wrong);  // what labels contradict as often as not is no rule
    return kHit * hits / n - kWrong * double(wrong) / n - kOrder * order / n -
           kExtra * extra / std::max(1.0, lacking) -
           kUnsaid * unsaid / std::max(1.0, double(lack_[f].size()) - lacking) + worth_of(rule.kind) -
           (rule.nth != 0 ? kNotFirst : 0) -
           (rule.nth < 0 ? kFromEnd + kFarFromEnd * std::log(-rule.nth) : 0) -
           (rule.nth != 0 && rule.kind == KeyKind::tag ? kNthTag : 0) - (rule.cut ? cost_of(*rule.cut) : 0) -
           (is_own_text(rule.of) ? kOwnTextCost : 0) - (rule.without ? kNegation : 0);
  }

  bool gives(const FieldRule& rule, const Labelled& label) const {
    const auto value = rule.value(page(label.sample), samples_[label.sample].member());
    return value && value->letters == label.cell->letters;
  }

  // Does the label end where nothing on the page does?
  bool is_cut_short(const FieldRule& rule, const Labelled& label, const Found& value) const {
    const std::string next = word_behind(label.cell->letters, text_of(page(label.sample), value));
    if (next.empty()) return false;
    std::vector<std::string> others;
    for (size_t s = 0; s < samples_.size(); ++s)
      if (const auto other = s == label.sample ? std::nullopt : rule.value(page(s), samples_[s].member()))
        others.push_back(text_of(page(s), *other));
    return !is_end_word(next, others);
  }

  // Which units the rule takes rightly; which in place of a label's; and which though labels say that they
  // are none: in a row that lacks the field, or marked.
  struct Judged {
    std::vector<UnitAt> right, other, none;
    std::vector<UnitAt> wrong() const {
      std::vector<UnitAt> out = other;
      out.insert(out.end(), none.begin(), none.end());
      return out;
    }
  };
  Judged judge_units(size_t f, const FieldRule& rule) const {
    Judged out;
    for (size_t s = 0; s < samples_.size(); ++s) {
      if (!samples_[s].row && !samples_[s].negatives) continue;
      const Member& member = samples_[s].member();
      const auto value = rule.value(page(s), member);
      if (!value) continue;
      const UnitAt at{&page(s), &member, rule.unit(page(s), member)};
      const LabelledCell* cell = samples_[s].row ? samples_[s].row->find(fields_[f]) : nullptr;
      if (is_marked(f, s, *value) || (samples_[s].row && samples_[s].row->lacks(fields_[f])))
        out.none.push_back(at);
      else if (cell && value->letters == cell->letters) out.right.push_back(at);
      else if (cell && !is_near(cell->letters, value->letters)) out.other.push_back(at);
    }
    return out;
  }

  // Rules that leave marked units out, where no other gives the labels: taken where more labels come out, or
  // less that labels say is none. A label that comes out nowhere proves nothing: it may be mistyped.
  void add_negations(size_t f, std::vector<Scored>& rules, std::vector<Scored> contradicted) {
    for (const Scored& one : rules) {
      // one that quotes a text of its record is a last resort; own texts leave marked ones out by accident
      if (is_word_key(one.rule.kind) || is_own_text(one.rule.of)) continue;
      const Judged judged = judge_units(f, one.rule);
      if (judged.none.empty() && judged.right.size() == have_[f].size()) return;
    }
    for (const Scored& one : rules) contradicted.push_back({one.rule, {}});
    std::ranges::stable_sort(contradicted, is_better);
    for (size_t i = 0; i < contradicted.size() && i < kNegatedRules; ++i) {
      const Judged before = judge_units(f, contradicted[i].rule);
      if (before.other.empty() && before.none.empty()) continue;
      for (FieldRule& rule : with_negation(contradicted[i].rule, before.right, before.wrong())) {
        const Judged after = judge_units(f, rule);
        if (after.right.size() < before.right.size() || after.none.size() > before.none.size() ||
            after.right.size() + before.none.size() == before.right.size() + after.none.size())
          continue;
        Scored one{std::move(rule), {}};
        bool any = false;
        one.rule.score = labelled_score(f, one, any);
        if (any) rules.push_back(std::move(one));
      }
    }
  }

  // What all members show.
  void add_members_score(size_t f, Scored& one, const std::vector<std::string>& kinds, bool constant) {
    FieldRule& rule = one.rule;
    double alike_sum = 0, in_run = 0, count = 0;
    std::set<std::string_view> distinct;
    std::set<int> runs;
    one.values.resize(samples_.size());
    for (size_t s = 0; s < samples_.size(); ++s) one.values[s] = rule.value(page(s), samples_[s].member());
    for (const Labelled& label : have_[f])
      if (const auto& value = one.values[label.sample]; value && value->letters == label.cell->letters)
        runs.insert(samples_[label.sample].member().in_runs(value->unit));
    for (size_t s = 0; s < samples_.size(); ++s) {
      if (!one.values[s]) continue;
      ++count;
      const std::string kind = kind_of(text_of(page(s), *one.values[s]));
      double most = 0;
      for (const std::string& k : kinds) most = std::max(most, alike(kind, k));
      alike_sum += most;
      const int in_runs = samples_[s].member().in_runs(one.values[s]->unit);
      in_run += in_runs == 0 || runs.count(in_runs);
      distinct.insert(one.values[s]->letters);
    }
    const double some = std::max(1.0, count), cover = count / double(samples_.size());
    if (!rule.cut || rule.cut->strips()) rule.score += kRun * in_run / some;
    rule.score += kCoverage * cover + kKind * alike_sum / some;
    if (is_word_key(rule.kind) && cover < kRareShare) rule.score -= kRareWord;
    if (rule.cut && rule.cut->number == 0 && !rule.cut->strips()) {
      if (cover < kRareShare && rule.cut->quotes_word()) rule.score -= kRareCut;
      if (rule.cut->quotes_digit()) rule.score -= kDigitCut;
    }
    rule.score -= kNegative * double(negatives_given(f, one));
    rule.score -= kForeignName *
                  std::max(names_.foreign_share(one, have_[f]), foreign_columns(samples_, one, have_[f]));
    if (rule.cut && rule.cut->number > 0) rule.score -= kForeignNumber * foreign_numbers(f, one);
    if (rule.kind == KeyKind::after &&
        names_.is_marked(std::string_view(rule.of).substr(0, rule.of.rfind(' '))))
      rule.score += kNamed;
    if (count > 2 && !constant)  // few values always differ, many may repeat: it is constants that are meant
      rule.score += kVariety * std::min(1.0, double(distinct.size()) / std::min(some, kVaried));
    if (rule.kind == KeyKind::begins && rule.cut && !rule.cut->begin.empty() &&
        letters_of(rule.cut->begin).starts_with(rule.of.substr(0, rule.of.find(' '))))
      rule.score += kLeadCut;
  }

  // Of the numbers that a cut counts, which share stands beside other words than those that are labelled,
  // where most records have the word before: "Time: 3 h 20 min" has no second number of "Time: 35 min |
  // Serves: 4". One with the same word behind it is none of these: "Keller Press. 758 pp." where some have no
  // publisher.
  double foreign_numbers(size_t f, const Scored& one) const {
    std::set<std::string> names, units;
    for (const Labelled& label : have_[f])
      if (const auto& value = one.values[label.sample]; value && value->letters == label.cell->letters) {
        names.insert(word_before(page(label.sample).text(value->unit), value->from));
        units.insert(word_after(page(label.sample).text(value->unit), value->to));
      }
    if (names.size() != 1 || names.begin()->empty()) return 0;
    const std::string& name = *names.begin();
    const std::string unit_of_all = units.size() == 1 ? *units.begin() : "";
    size_t given = 0, foreign = 0, named = 0;
    for (size_t s = 0; s < samples_.size(); ++s) {
      const Unit* unit = one.rule.unit(page(s), samples_[s].member());
      if (!unit) continue;
      const std::string& text = page(s).text(*unit);
      named += std::ranges::any_of(letter_words(text), [&](const Word& w) { return w.folded == name; });
      if (!one.values[s]) continue;
      ++given;
      foreign += word_before(text, one.values[s]->from) != name &&
                 (unit_of_all.empty() || word_after(text, one.values[s]->to) != unit_of_all);
    }
    const bool usual = double(named) >= kNameShare * double(samples_.size());
    return given > 0 && usual ? double(foreign) / double(given) : 0;
  }

  // How many texts it gives that a person marked as none.
  size_t negatives_given(size_t f, const Scored& one) const {
    size_t count = 0;
    for (size_t s = 0; s < samples_.size(); ++s) count += one.values[s] && is_marked(f, s, *one.values[s]);
    return count;
  }
  bool is_marked(size_t f, size_t s, const Found& value) const {
    if (!samples_[s].negatives) return false;
    for (const LabelledCell& negative : *samples_[s].negatives) {
      if (negative.letters != value.letters || negative.field != fields_[f]) continue;
      const Unit& unit = value.unit;
      if (std::ranges::any_of(negative.places, [&](const Place& place) {
            return place.node != kNone
                       ? place.node == unit.node
                       : page(s).at(unit.leaf_begin) <= place.begin && place.end <= page(s).at(unit.leaf_end);
          }))
        return true;
    }
    return false;
  }

  std::vector<Scored> rules_of(size_t f) {
    std::vector<Scored> out, contradicted;
    if (have_[f].empty()) return out;
    for (RuleCandidate& candidate : candidates_of(samples_, have_[f])) {
      const KeyInfo* info = key_info(samples_, have_[f], candidate.key);
      if (!info) continue;
      Scored one;
      one.rule.kind = info->kind, one.rule.of = info->of, one.rule.key = candidate.key;
      one.rule.nth = candidate.nth, one.rule.cut = std::move(candidate.cut);
      one.rule.slots = slots_of(candidate.key, info->kind, candidate.nth);
      bool any = false;
      one.rule.score = labelled_score(f, one, any);
      (any ? out : contradicted).push_back(std::move(one));
    }
    add_negations(f, out, std::move(contradicted));
    std::ranges::stable_sort(out, is_better);
    if (out.empty()) return out;
    const double best = out[0].rule.score;
    std::erase_if(out, [&](const Scored& s) { return s.rule.score <= best - kWorthScoring; });
    if (out.size() > kRulesScored) out.resize(kRulesScored);
    std::vector<std::string> kinds;
    std::set<std::string> texts;
    for (const Labelled& label : have_[f])
      kinds.push_back(kind_of(label.cell->text)), texts.insert(label.cell->letters);
    const bool constant = have_[f].size() > 1 && texts.size() == 1;
    for (Scored& one : out) add_members_score(f, one, kinds, constant);
    drop_content(out);
    std::ranges::stable_sort(out, is_better);
    prefer_inner(out);
    prefer_cell(out);
    return out;
  }

  // Of two rules that give the same everywhere, that of the element inside, if it has a class: on other
  // pages a badge may stand beside it.
  static void prefer_inner(std::vector<Scored>& rules) {
    for (size_t i = 1; i < rules.size() && rules[i].rule.score > rules[0].rule.score - 1e-9; ++i) {
      const FieldRule &best = rules[0].rule, &other = rules[i].rule;
      if (other.kind == KeyKind::class_path && best.kind == other.kind && !other.cut && !best.cut &&
          other.of.starts_with(best.of + "/") && other.of.find('.', other.of.rfind('/')) != other.of.npos &&
          gives_the_same(rules[0], rules[i]))
        std::swap(rules[0], rules[i]);
    }
  }

  // Of two rules that give the same everywhere, that of the whole cell first:
  // elsewhere a title may be no link.
  static void prefer_cell(std::vector<Scored>& rules) {
    for (size_t i = 1; i < rules.size() && rules[i].rule.score > rules[0].rule.score - 1e-9; ++i) {
      const FieldRule &best = rules[0].rule, &other = rules[i].rule;
      if (other.kind == best.kind && best.of.starts_with(other.of) && best.of != other.of &&
          (other.kind == KeyKind::header || other.of.ends_with("td")) && gives_the_same(rules[0], rules[i]))
        std::swap(rules[0], rules[i]);
    }
  }

  // A text that no unlabelled record has where the rule looks for it is content; a word may still be a
  // field's name, if nothing else tells the field.
  void drop_content(std::vector<Scored>& rules) const {
    auto is_content = [&](const Scored& one) {
      const bool quotes = is_word_key(one.rule.kind) || (one.rule.cut && one.rule.cut->quotes_word());
      if (!quotes && one.rule.kind != KeyKind::attribute) return false;
      bool others = false, shown = false;
      for (size_t s = 0; s < samples_.size(); ++s)
        if (!samples_[s].row) others = true, shown |= one.values[s].has_value();
      return others && !shown;
    };
    auto has_digit = [](const Scored& one) {
      const std::string_view quoted = std::string_view(one.rule.of).substr(0, one.rule.of.rfind(' '));
      return std::ranges::any_of(quoted, is_digit);
    };
    if (std::ranges::all_of(rules, is_content)) std::erase_if(rules, has_digit);
    else std::erase_if(rules, is_content);
  }

  const std::vector<Sample>& samples_;
  const std::vector<std::string>& fields_;
  std::vector<SlotsPtr>& kept_;
  const size_t rival_;
  const LabelTexts names_;
  std::vector<size_t> labelled_;
  std::vector<std::vector<Labelled>> have_,
      elsewhere_;  // labels that their record holds, and those it does not
  std::vector<std::vector<size_t>> lack_;
  std::map<std::pair<size_t, size_t>, std::pair<uint32_t, uint32_t>> wanted_place_;  // field, sample: leaves
  std::unordered_map<uint64_t, SlotsPtr> slots_;
};

}  // namespace

std::vector<FieldModel> learn_fields(const std::vector<Sample>& samples,
                                     const std::vector<std::string>& fields, std::vector<SlotsPtr>& kept,
                                     size_t rival) {
  return FieldLearner(samples, fields, kept, rival).run();
}

}  // namespace gleaner::rows
