// See rule_candidates.h.
#include "rows/rule_candidates.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "rows/cut_label.h"
#include "rows/weights.h"

namespace gleaner::rows {

std::vector<RuleCandidate> candidates_of(const std::vector<Sample>& samples,
                                         const std::vector<Labelled>& have) {
  std::vector<RuleCandidate> out;
  std::set<std::pair<uint64_t, int>> plain;
  std::set<std::tuple<uint64_t, int, std::string>> cuts;
  auto add = [&](uint64_t key, int nth) {
    if (plain.emplace(key, nth).second) out.push_back({key, nth, {}});
  };
  for (const Labelled& label : have) {
    const Member& member = samples[label.sample].member();
    const Page& p = *samples[label.sample].page;
    const std::string& wanted = label.cell->letters;
    struct Part {
      uint32_t leaves;
      size_t letters;
      uint64_t key;
      int nth;
      const Unit* unit;
    };
    std::vector<Part> parts;
    bool exact = false;
    const auto& entries = member.entries();
    for (size_t i = 0; i < entries.size();) {
      size_t end = i;
      while (end < entries.size() && entries[end].key == entries[i].key) ++end;
      for (size_t j = i; j < end; ++j) {
        const Unit& unit = member.unit(entries[j]);
        if ((unit.attribute > 0) != label.in_attribute) continue;
        const std::string_view letters = p.letters(unit);
        const int nth = int(j - i), back = nth - int(end - i);
        if (letters == wanted) {
          exact = true;
          add(entries[i].key, nth);
          if (end - i > 1) add(entries[i].key, back);
          if (auto cut = signs_around(p.text(unit), label.cell->text);
              cut && cuts.emplace(entries[i].key, nth, cut->words()).second)
            out.push_back({entries[i].key, nth, std::move(*cut)});
        } else if (letters.size() > wanted.size() && letters.find(wanted) != letters.npos) {
          if (is_near(wanted, letters)) add(entries[i].key, nth);
          parts.push_back({unit.leaf_end - unit.leaf_begin, letters.size(), entries[i].key, nth, &unit});
        }
      }
      i = end;
    }
    if (exact || parts.empty()) continue;
    std::ranges::stable_sort(parts, [](const Part& a, const Part& b) {
      return a.leaves != b.leaves ? a.leaves < b.leaves : a.letters < b.letters;
    });
    const size_t most = 4 * parts[0].letters + 20;
    std::map<std::tuple<uint32_t, uint32_t, uint32_t>, std::vector<Cut>> known;
    for (size_t i = 0; i < parts.size() && i < kCutParts && parts[i].letters <= most; ++i) {
      const Unit& unit = *parts[i].unit;
      auto [at, fresh] = known.try_emplace({unit.leaf_begin, unit.leaf_end, unit.attribute});
      if (fresh) at->second = cuts_for(p.text(unit), wanted, label.cell->text);
      for (const Cut& cut : at->second)
        if (cuts.emplace(parts[i].key, parts[i].nth, cut.words()).second)
          out.push_back({parts[i].key, parts[i].nth, cut});
    }
  }
  return out;
}

}  // namespace gleaner::rows
