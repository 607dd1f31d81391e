// See list_rules.h.
#include "rows/list_rules.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

#include "base/contains.h"
#include "rows/weights.h"

namespace gleaner::rows {
namespace {

double list_f1(const std::vector<std::string>& wanted, const std::vector<Found>& got) {
  std::map<std::string, int> left;
  for (const std::string& item : wanted) ++left[item];
  size_t common = 0;
  for (const Found& found : got)
    if (left[found.letters]-- > 0) ++common;
  return wanted.size() + got.size() ? 2.0 * double(common) / double(wanted.size() + got.size()) : 1;
}

std::string divider(std::string_view text, size_t items) {
  for (std::string_view sign : {",", ";", "|", "/", "\xc2\xb7", "\xe2\x80\xa2"}) {
    size_t parts = 1;
    for (size_t at = text.find(sign); at != std::string_view::npos; at = text.find(sign, at + sign.size()))
      ++parts;
    if (parts == items) return std::string(sign);
  }
  return {};
}

std::vector<std::string> items_of(const LabelledCell& cell) {
  return cell.list ? cell.items : std::vector<std::string>{cell.letters};
}

std::vector<FieldRule> list_candidates(const std::vector<Sample>& samples,
                                       const std::vector<Labelled>& have) {
  std::vector<FieldRule> out;
  std::set<std::tuple<uint64_t, int, std::string>> seen;
  auto add = [&](uint64_t key, int nth, bool all, const std::string& split) {
    const KeyInfo* info = key_info(samples, have, key);
    if (!info || is_own_text(info->of) || !seen.emplace(key, all ? -1 : nth, split).second) return;
    FieldRule rule;
    rule.kind = info->kind, rule.of = info->of, rule.key = key, rule.nth = nth, rule.all = all,
    rule.split = split;
    out.push_back(std::move(rule));
  };
  for (const Labelled& label : have) {
    const Member& member = samples[label.sample].member();
    const Page& p = *samples[label.sample].page;
    const std::vector<std::string> items = items_of(*label.cell);
    std::string joined;
    for (const std::string& item : items) joined += item;
    const auto& entries = member.entries();
    int nth = 0;
    for (size_t i = 0; i < entries.size(); ++i) {
      nth = i > 0 && entries[i].key == entries[i - 1].key ? nth + 1 : 0;
      const Unit& unit = member.unit(entries[i]);
      if ((unit.attribute > 0) != label.in_attribute) continue;
      const std::string_view letters = p.letters(unit);
      if (contains(items, letters)) add(entries[i].key, 0, true, "");
      if (items.size() > 1 && letters == joined)
        if (const std::string sign = divider(p.text(unit), items.size()); !sign.empty())
          add(entries[i].key, nth, false, sign);
    }
  }
  return out;
}

}  // namespace

std::vector<Scored> list_rules(const std::vector<Sample>& samples, const std::vector<Labelled>& have) {
  std::vector<Scored> out;
  for (FieldRule& rule : list_candidates(samples, have)) {
    Scored one;
    double hits = 0, count = 0;
    for (const Labelled& label : have)
      hits += list_f1(items_of(*label.cell),
                      rule.values(*samples[label.sample].page, samples[label.sample].member()));
    one.values.resize(samples.size());
    for (size_t s = 0; s < samples.size(); ++s) {
      const std::vector<Found> found = rule.values(*samples[s].page, samples[s].member());
      if (!found.empty()) one.values[s] = found[0], ++count;
    }
    const double mean = hits / double(have.size());
    if (mean < kLeastListHit) continue;
    rule.score = kHit * mean + worth_of(rule.kind) + kCoverage * count / double(samples.size());
    one.rule = std::move(rule);
    out.push_back(std::move(one));
  }
  std::ranges::stable_sort(out, is_better);
  return out;
}

const KeyInfo* key_info(const std::vector<Sample>& samples, const std::vector<Labelled>& have, uint64_t key) {
  for (const Labelled& label : have)
    if (const KeyInfo* info = samples[label.sample].page->key(key)) return info;
  return nullptr;
}

bool gives_the_same(const Scored& a, const Scored& b) {
  return std::equal(a.values.begin(), a.values.end(), b.values.begin(), [](const auto& x, const auto& y) {
    return x.has_value() == y.has_value() && (!x || x->letters == y->letters);
  });
}

std::vector<Place> places_inside(const Sample& sample, const LabelledCell& cell) {
  std::vector<Place> out;
  for (const Place& place : cell.places)
    if (sample.page->holds(sample.record, place) &&
        std::ranges::none_of(sample.holes,
                             [&](const Stretch& hole) { return sample.page->holds(hole, place); }))
      out.push_back(place);
  return out;
}

}  // namespace gleaner::rows
