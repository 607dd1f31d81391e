// See score.h.
#include "byexample/score.h"

#include <algorithm>

#include "byexample/assemble.h"
#include "byexample/levels.h"

namespace gleaner::byexample {
namespace {

std::vector<std::vector<FoundValue>> signatures(const std::vector<Assembled>& objects) {
  std::vector<std::vector<FoundValue>> out;
  for (const Assembled& object : objects) out.push_back(cells_of(object));
  std::ranges::sort(out);
  return out;
}

std::vector<FoundValue> all_cells(const std::vector<std::vector<FoundValue>>& objects) {
  std::vector<FoundValue> out;
  for (const auto& object : objects) out.insert(out.end(), object.begin(), object.end());
  std::ranges::sort(out);
  return out;
}

// REQUIRES: both sorted.
template <class T>
uint32_t in_both(const std::vector<T>& a, const std::vector<T>& b) {
  std::vector<T> both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return uint32_t(both.size());
}

}  // namespace

Score measure(const Model& model, const std::vector<JudgedPage>& pages, const Examples& examples,
              bool complete_only) {
  Score score;
  Scanner scanner(model.patterns, model.attributes.size());
  Occurrences occurrences;
  for (uint32_t p = 0; p < pages.size(); ++p) {
    if (complete_only && !pages[p].complete) continue;
    Budget free;
    const std::string_view text = pages[p].document->text();
    scanner.scan(text, 0, occurrences, free);
    const auto given = signatures(extract_objects(model, text, occurrences, free));
    const auto wanted = signatures(assembled_on(examples, p));
    score.given += uint32_t(given.size());
    score.wanted += uint32_t(wanted.size());
    score.same += in_both(given, wanted);
    const std::vector<FoundValue> g = all_cells(given), w = all_cells(wanted);
    const uint32_t both = in_both(g, w);
    score.right += both;
    if (pages[p].complete) score.wrong += uint32_t(g.size()) - both;
    score.missed += uint32_t(w.size()) - both;
  }
  return score;
}

}  // namespace gleaner::byexample
