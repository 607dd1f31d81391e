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

namespace {

class CandidateRules {
 public:
  explicit CandidateRules(const std::vector<Sample>& samples) : samples_(samples) {}

  void add_label(const Labelled& label) {
    std::vector<Part> parts;
    const bool exact = add_whole_units(label, parts);
    if (!exact && !parts.empty()) add_cuts(label, parts);
  }
  std::vector<RuleCandidate> take() { return std::move(out_); }

 private:
  // A unit whose text holds the label and more.
  struct Part {
    uint32_t leaves;
    size_t letters;
    uint64_t key;
    int nth;
    const Unit* unit;
  };

  void add(uint64_t key, int nth) {
    if (plain_.emplace(key, nth).second) out_.push_back({key, nth, {}});
  }
  void add(uint64_t key, int nth, Cut cut) {
    if (cuts_.emplace(key, nth, cut.words()).second) out_.push_back({key, nth, std::move(cut)});
  }

  // Rules that take a unit as it is. True where one is the label; else `parts` has those that hold it.
  bool add_whole_units(const Labelled& label, std::vector<Part>& parts) {
    const Member& member = samples_[label.sample].member();
    const Page& page = *samples_[label.sample].page;
    const std::string& wanted = label.cell->letters;
    bool exact = false;
    const auto& entries = member.entries();
    for (size_t i = 0, end; i < entries.size(); i = end) {
      for (end = i; end < entries.size() && entries[end].key == entries[i].key;) ++end;
      for (size_t j = i; j < end; ++j) {
        const Unit& unit = member.unit(entries[j]);
        if ((unit.attribute > 0) != label.in_attribute) continue;
        const std::string_view letters = page.letters(unit);
        const int nth = int(j - i), back = nth - int(end - i);
        if (letters == wanted) {
          exact = true;
          add(entries[i].key, nth);
          if (end - i > 1) add(entries[i].key, back);
          if (auto cut = signs_around(page.text(unit), label.cell->text))
            add(entries[i].key, nth, std::move(*cut));
        } else if (letters.size() > wanted.size() && letters.find(wanted) != letters.npos) {
          if (is_near(wanted, letters)) add(entries[i].key, nth);
          parts.push_back({unit.leaf_end - unit.leaf_begin, letters.size(), entries[i].key, nth, &unit});
        }
      }
    }
    return exact;
  }

  // Rules that cut the label out of the smallest units that hold it.
  void add_cuts(const Labelled& label, std::vector<Part>& parts) {
    std::ranges::stable_sort(parts, [](const Part& a, const Part& b) {
      return a.leaves != b.leaves ? a.leaves < b.leaves : a.letters < b.letters;
    });
    const Page& page = *samples_[label.sample].page;
    const size_t most = 4 * parts[0].letters + 20;
    std::map<std::tuple<uint32_t, uint32_t, uint32_t>, std::vector<Cut>> known;
    for (size_t i = 0; i < parts.size() && i < kCutParts && parts[i].letters <= most; ++i) {
      const Unit& unit = *parts[i].unit;
      auto [at, fresh] = known.try_emplace({unit.leaf_begin, unit.leaf_end, unit.attribute});
      if (fresh) at->second = cuts_for(page.text(unit), label.cell->letters, label.cell->text);
      for (const Cut& cut : at->second) add(parts[i].key, parts[i].nth, cut);
    }
  }

  const std::vector<Sample>& samples_;
  std::vector<RuleCandidate> out_;
  std::set<std::pair<uint64_t, int>> plain_;
  std::set<std::tuple<uint64_t, int, std::string>> cuts_;
};

}  // namespace

std::vector<RuleCandidate> candidates_of(const std::vector<Sample>& samples,
                                         const std::vector<Labelled>& have) {
  CandidateRules rules(samples);
  for (const Labelled& label : have) rules.add_label(label);
  return rules.take();
}

}  // namespace gleaner::rows
