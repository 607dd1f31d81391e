// See label_texts.h.
#include "rows/label_texts.h"

#include <algorithm>
#include <map>

#include "rows/weights.h"

namespace gleaner::rows {
namespace {

constexpr size_t kLongestLabel = 24;  // letters
constexpr uint32_t kLeavesLooked = 400;

// Ends in a colon, or stands in an element for names.
bool looks_like_name(const Outline& o, uint32_t leaf) {
  if (o.leaf_text(leaf).ends_with(':')) return true;
  constexpr int kLevels = 2;
  uint32_t n = o[o.leaves()[leaf].node].parent;
  for (int level = 0; level < kLevels && n != kNone; ++level, n = o[n].parent) {
    const std::string_view tag = o.tree().name(o[n].id);
    if (tag == "dt" || tag == "th" || tag == "label") return true;
  }
  return false;
}

}  // namespace

LabelTexts::LabelTexts(const std::vector<Sample>& samples) : samples_(samples) {
  struct Use {
    size_t records = 0, last = SIZE_MAX;
    bool marked = false;
  };
  std::unordered_map<std::string, Use> uses;
  for (size_t s = 0; s < samples.size(); ++s) {
    const Page& page = *samples[s].page;
    const Outline& o = page.outline();
    const uint32_t begin = o[samples[s].record.first].leaf_begin;
    const uint32_t end = std::min(o[samples[s].record.last].leaf_end, begin + kLeavesLooked);
    for (uint32_t leaf = begin; leaf < end; ++leaf) {
      const std::string_view letters = page.letters(leaf, leaf + 1);
      if (letters.size() < 2 || letters.size() > kLongestLabel) continue;
      Use& use = uses[std::string(letters)];
      use.records += use.last != s;
      use.last = s;
      use.marked = use.marked || looks_like_name(o, leaf);
    }
    if (samples[s].row)
      for (const LabelledCell& cell : samples[s].row->cells) values_.insert(cell.letters);
  }
  for (auto& [letters, use] : uses) {
    if (use.records < 2 || values_.contains(letters)) continue;
    if (use.marked) marked_.insert(letters);
    if (use.marked || double(use.records) >= kNameShare * double(samples.size())) known_.insert(letters);
  }
}

std::string_view LabelTexts::before(size_t sample, const Found& value) const {
  const Sample& s = samples_[sample];
  if (value.unit.attribute || value.unit.leaf_begin <= s.page->outline()[s.record.first].leaf_begin)
    return {};
  return s.page->letters(value.unit.leaf_begin - 1, value.unit.leaf_begin);
}

double LabelTexts::foreign_share(const Scored& rule, const std::vector<Labelled>& have) const {
  if (known_.empty()) return 0;
  std::set<std::string_view> own;
  for (const Labelled& label : have)
    if (const auto& value = rule.values[label.sample]; value && value->letters == label.cell->letters)
      own.insert(before(label.sample, *value));
  if (std::ranges::any_of(own, [&](std::string_view text) { return values_.contains(text); })) return 0;
  std::erase_if(own, [&](std::string_view text) { return !known_.contains(text); });
  if (own.size() > 1) return 0;
  size_t foreign = 0, all = 0;
  for (size_t s = 0; s < samples_.size(); ++s) {
    if (!rule.values[s]) continue;
    ++all;
    const std::string_view name = before(s, *rule.values[s]);
    foreign += known_.contains(name) && !own.contains(name);
  }
  return all ? double(foreign) / double(all) : 0;
}

namespace {

// The header above the cell that the value stands in.
std::string_view header_above(const Sample& sample, const Found& value) {
  const Outline& o = sample.page->outline();
  for (uint32_t n = value.unit.node; n != kNone && n >= sample.record.first; n = o[n].parent)
    if (const std::string_view tag = sample.page->tag(n); tag == "td" || tag == "th")
      return sample.page->header_of(n);
  return {};
}

}  // namespace

double foreign_columns(const std::vector<Sample>& samples, const Scored& rule,
                       const std::vector<Labelled>& have) {
  std::set<std::string_view> own;
  for (const Labelled& label : have)
    if (const auto& value = rule.values[label.sample]; value && value->letters == label.cell->letters)
      own.insert(header_above(samples[label.sample], *value));
  if (own.size() != 1 || own.contains("")) return 0;
  size_t foreign = 0, all = 0;
  for (size_t s = 0; s < samples.size(); ++s) {
    if (!rule.values[s]) continue;
    const std::string_view header = header_above(samples[s], *rule.values[s]);
    ++all, foreign += !header.empty() && !own.contains(header);
  }
  return all ? double(foreign) / double(all) : 0;
}

namespace {

// Does the best rule that quotes nothing give the same text in nearly all records?
bool is_same_everywhere(const std::vector<Scored>& rules) {
  for (const Scored& one : rules) {
    if (is_word_key(one.rule.kind)) continue;
    std::map<std::string_view, size_t> counts;
    size_t all = 0, most = 0;
    for (const auto& value : one.values)
      if (value) ++all, most = std::max(most, ++counts[value->letters]);
    return all > 2 && double(most) >= kConstantShare * double(all);
  }
  return false;
}

}  // namespace

void lower_quoted_values(const std::vector<Sample>& samples, const std::vector<std::vector<Labelled>>& have,
                         std::vector<std::vector<Scored>>& scored) {
  std::vector<bool> constant;
  for (const std::vector<Scored>& rules : scored) constant.push_back(is_same_everywhere(rules));
  // The text that it quotes is the last, or the first, of a value.
  auto is_edge = [&](const Labelled& label, std::string_view quoted, bool last) {
    const Page& page = *samples[label.sample].page;
    return std::ranges::any_of(label.cell->places, [&](const Place& place) {
      if (place.node != kNone || place.end <= place.begin) return false;
      const uint32_t leaf = page.leaf_at(last ? place.end - 1 : place.begin);
      return page.letters(leaf, leaf + 1) == quoted;
    });
  };
  auto quotes_value = [&](size_t f, const FieldRule& rule) {
    const std::string_view quoted = std::string_view(rule.of).substr(0, rule.of.rfind(' '));
    for (size_t g = 0; g < have.size(); ++g)
      if (g != f && !constant[g] && std::ranges::any_of(have[g], [&](const Labelled& label) {
            return is_edge(label, quoted, rule.kind == KeyKind::after);
          }))
        return true;
    return false;
  };
  for (size_t f = 0; f < scored.size(); ++f) {
    bool any = false;
    for (Scored& one : scored[f]) {
      if (one.rule.kind != KeyKind::after && one.rule.kind != KeyKind::before) continue;
      if (!quotes_value(f, one.rule)) continue;
      one.rule.score -= kRareWord, any = true;
    }
    if (any) std::ranges::stable_sort(scored[f], is_better);
  }
}

}  // namespace gleaner::rows
