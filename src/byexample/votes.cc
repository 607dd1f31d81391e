// See votes.h.
#include "byexample/votes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "base/lists.h"
#include "base/text.h"
#include "byexample/costs.h"

namespace gleaner::byexample {
namespace {

constexpr std::array<size_t, 6> kLeftWidths = {1, 2, 3, 4, 6, 9};
constexpr std::array<size_t, 3> kRightWidths = {1, 2, 3};

// One labelled value: its places, the chosen one first.
struct PlacedValue {
  uint32_t page;
  std::vector<Span> places;
  std::string example;
};

bool heading(const Term& term) {
  return term.kind == Term::Kind::tag &&
         (term.text == "title" || (term.text.size() == 2 && term.text[0] == 'h' && is_digit(term.text[1])));
}

bool holds_name(const Term& term, const std::vector<std::string>& words) {
  std::string all = lower_ascii(term.text);
  for (const auto& [name, value] : term.attributes) all += " " + lower_ascii(value);
  if (term.kind == Term::Kind::symbol || (term.kind == Term::Kind::tag && term.attributes.empty()))
    return false;
  return std::ranges::any_of(
      words, [&](const std::string& word) { return word.size() > 2 && all.find(word) != std::string::npos; });
}

class Voters {
 public:
  Voters(const std::vector<wrap::LabelledPage>& pages, const std::vector<JudgedPage>& judged,
         const Model& model, uint32_t attribute, Budget& budget)
      : judged_(judged), attribute_(attribute), budget_(budget) {
    const std::string& path = model.attributes[attribute].path;
    for (std::string_view word : split(path, '_')) name_.push_back(lower_ascii(word));
    for (uint32_t p = 0; p < pages.size(); ++p)
      for (uint32_t r = 0; r < pages[p].label.records.size(); ++r)
        wrap::for_each_leaf(
            pages[p].label.records[r], [&](const std::string& leaf, const wrap::Value& value) {
              if (leaf != path || !value.span) return;
              PlacedValue made{
                  p,
                  {*value.span},
                  fmt::format("{} record {}", pages[p].label.page.substr(pages[p].label.page.rfind('/') + 1),
                              r + 1)};
              for (Span place : value.places)
                if (place != *value.span) made.places.push_back(place);
              values_.push_back(std::move(made));
            });
    for (const PlacedValue& value : values_) ++on_page_[value.page];
  }

  // The values of the page that has the most are the slots; of equal pages the one with the fewest places.
  std::vector<AvpPattern> run() {
    if (values_.empty()) return {};
    auto rank = [&](const PlacedValue& value) {
      return std::pair(-long(on_page_[value.page]), value.places.size());
    };
    const uint32_t from = std::ranges::min_element(values_, [&](const auto& a, const auto& b) {
                            return rank(a) < rank(b);
                          })->page;
    std::vector<AvpPattern> out;
    uint32_t slot = 0;
    for (const PlacedValue& seed : values_) {
      if (seed.page != from || slot == kMaxSlots) continue;
      tried_.clear();
      place_of_.clear();
      for (size_t i = 0; i < seed.places.size() && i < kVotePlaces; ++i)
        add_windows(seed, seed.places[i], slot, uint32_t(i));
      for (AvpPattern& pattern : judge()) out.push_back(std::move(pattern));
      ++slot;
    }
    return out;
  }

 private:
  struct Sides {
    Terms left, right;
  };

  Sides sides_of(uint32_t page, Span place) const {
    const std::string_view text = judged_[page].document->text();
    const Span room = judged_[page].room_around(place);
    return {terms_before(text, room.begin, place.begin, kAcross),
            terms_after(text, place.end, room.end, kAcross)};
  }

  // On every other page the place whose surroundings are most like the seed's.
  void add_windows(const PlacedValue& seed, Span place, uint32_t slot, uint32_t number) {
    std::vector<Sides> all = {sides_of(seed.page, place)};
    std::map<uint32_t, std::pair<size_t, Sides>> best;  // by page
    for (const PlacedValue& value : values_) {
      if (value.page == seed.page) continue;
      auto& [most, chosen] = best[value.page];
      for (Span other : value.places) {
        Sides sides = sides_of(value.page, other);
        const size_t left = common_terms({&all[0].left, &sides.left}).size(),
                     right = common_terms({&all[0].right, &sides.right}).size();
        if (left && right && 2 * left + right > most) most = 2 * left + right, chosen = std::move(sides);
      }
    }
    for (auto& [page, found] : best) {
      if (found.first > 0) all.push_back(std::move(found.second));
      else if (on_page_[page] >= on_page_[seed.page]) return;  // a page with fewer values may lack this one
    }
    std::vector<const Terms*> lefts, rights;
    for (const Sides& sides : all) lefts.push_back(&sides.left), rights.push_back(&sides.right);
    const Terms left = common_terms(lefts), right = common_terms(rights);
    if (left.empty() || right.empty()) return;
    const std::string_view text = judged_[seed.page].document->text();
    for (size_t l : kLeftWidths)
      for (size_t r : kRightWidths)
        for (bool attributes : {false, true}) {
          if (l > left.size() || r > right.size()) continue;
          AvpPattern pattern;
          pattern.attribute = attribute_;
          pattern.left = {Terms(left.begin(), left.begin() + long(l))};
          std::ranges::reverse(pattern.left[0]);
          pattern.right = {Terms(right.begin(), right.begin() + long(r))};
          if (!attributes)
            for (Terms* terms : {&pattern.left[0], &pattern.right[0]})
              for (Term& term : *terms) term.attributes.clear();
          pattern.across = pattern.lines = true;
          pattern.tags = place.of(text).find('<') != std::string_view::npos;
          pattern.example = seed.example;
          pattern.slot = slot;
          if (contains(tried_, pattern)) continue;
          tried_.push_back(std::move(pattern));
          place_of_.push_back(number);
        }
  }

  double voice(const AvpPattern& pattern) const {
    const Terms& left = pattern.left[0];
    bool named = false, label = false, words = false, behind = false, in_tag = true;
    for (const Term& term : left) {
      named |= !term.attributes.empty() || heading(term);
      words |= term.kind == Term::Kind::word;
      label |= term.kind == Term::Kind::symbol && term.text == ":";
      in_tag &= term.kind != Term::Kind::tag;
    }
    for (const Term& term : pattern.right[0]) {
      behind |= term.kind == Term::Kind::word;
      in_tag &= term.kind != Term::Kind::tag;
      named |= !term.attributes.empty();
    }
    double out = words   ? (label || on_page_.size() > 1 ? kVoiceLabel : kVoiceWord)
                 : named ? kVoiceNamed
                         : kVoiceTags;
    if (behind && on_page_.size() < 2) out *= kVoiceBehind;
    const bool meta = std::ranges::any_of(
        left, [](const Term& t) { return t.kind == Term::Kind::word && t.text == "content"; });
    if (in_tag) out *= meta ? kVoiceMeta : kVoiceInTag;  // an attribute's value, or inside a script
    if (std::ranges::any_of(left, [&](const Term& term) { return holds_name(term, name_); }))
      out *= kVoiceFieldName;
    const Term::Kind before = left.back().kind, next = pattern.right[0].front().kind;
    const bool proven = on_page_.size() > 1;
    if (next == Term::Kind::word && !proven) out *= kVoiceCutBehind;
    if (before == Term::Kind::word && !proven) out *= kVoiceCutBefore;
    if (before == Term::Kind::tag && next == Term::Kind::tag) out *= kVoiceWhole;
    return out * std::pow(kVoiceTerm, double(left.size() + pattern.right[0].size()));
  }

  // All windows in one scan a page: those that find a place of the value on every page that has it, and
  // nothing else.
  std::vector<AvpPattern> judge() {
    std::vector<AvpPattern> numbered = tried_;
    for (uint32_t i = 0; i < numbered.size(); ++i) numbered[i].attribute = i;
    std::vector<bool> good(numbered.size(), true);
    const Scanner scanner(numbered, numbered.size());
    Occurrences found;
    for (uint32_t p = 0; p < judged_.size(); ++p) {
      if (!scanner.scan(judged_[p].document->text(), 0, found, budget_)) return {};
      const auto& right = judged_[p].right[attribute_];
      // A page with fewer values than slots may lack this one.
      auto here = on_page_.find(p);
      const bool labelled = here != on_page_.end() && here->second >= most_values();
      for (size_t i = 0; i < numbered.size(); ++i) {
        size_t hits = 0;
        bool wrong = false;
        for (const Occurrence& o : found.of[i]) {
          if (o.value.empty()) continue;
          const bool mine = std::binary_search(right.begin(), right.end(), o.value);
          hits += mine;
          wrong |= !mine;
        }
        if (wrong || (labelled && hits == 0)) good[i] = false;
      }
    }
    return voices(good);
  }

  uint32_t most_values() const {
    uint32_t most = 0;
    for (const auto& [page, n] : on_page_) most = std::max(most, n);
    return most;
  }

  // The strongest of each place; a place with many windows must not outvote the others by their number alone.
  std::vector<AvpPattern> voices(const std::vector<bool>& good) {
    std::map<uint32_t, std::vector<AvpPattern>> by_place;
    for (size_t i = 0; i < tried_.size(); ++i) {
      if (!good[i]) continue;
      tried_[i].weight = voice(tried_[i]);
      by_place[place_of_[i]].push_back(std::move(tried_[i]));
    }
    auto stronger = [](const AvpPattern& a, const AvpPattern& b) { return a.weight > b.weight; };
    std::vector<AvpPattern> out;
    for (auto& [place, list] : by_place) {
      std::ranges::stable_sort(list, stronger);
      if (list.size() > kVotesAPlace) list.resize(kVotesAPlace);
      for (AvpPattern& pattern : list) {
        pattern.weight = std::round(pattern.weight / std::sqrt(double(list.size())) * 1000) / 1000;
        out.push_back(std::move(pattern));
      }
    }
    std::ranges::stable_sort(out, stronger);
    if (out.size() > kVotePatterns) out.resize(kVotePatterns);
    return out;
  }

  const std::vector<JudgedPage>& judged_;
  uint32_t attribute_;
  Budget& budget_;
  std::vector<std::string> name_;
  std::vector<PlacedValue> values_;
  std::map<uint32_t, uint32_t> on_page_;  // values by page
  std::vector<AvpPattern> tried_;
  std::vector<uint32_t> place_of_;  // of each: which place of the seed
};

}  // namespace

std::vector<AvpPattern> voting_patterns(const std::vector<wrap::LabelledPage>& pages,
                                        const std::vector<JudgedPage>& judged, const Model& model,
                                        uint32_t attribute, Budget& budget) {
  if (model.attributes[attribute].level != 0) return {};
  return Voters(pages, judged, model, attribute, budget).run();
}

}  // namespace gleaner::byexample
