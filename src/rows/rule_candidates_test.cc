// Rules that labels show: each gives its label in the record that is labelled.
#include "rows/rule_candidates.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "rows/sampled_list.h"

namespace gleaner::rows {
namespace {

std::vector<RuleCandidate> candidates(const SampledList& list) {
  return candidates_of(list.samples, {{0, &list.rows[0].cells[0], list.rows[0].cells[0].in_attribute()}});
}

// The letters that the rule gives in the first record.
std::string given(const SampledList& list, const RuleCandidate& candidate) {
  FieldRule rule;
  rule.key = candidate.key, rule.nth = candidate.nth, rule.cut = candidate.cut;
  const auto value = rule.value(*list.page, list.samples[0].member());
  return value ? letters_of(text_of(*list.page, *value)) : "";
}

TEST(RuleCandidates, EachGivesTheLabel) {
  const char* html =
      "<ul><li><b>Cup</b> <i>by Ann Lee, $3</i> <i>Lyon</i></li><li><b>Pot</b> <i>by Bo Ray, $4</i> <i>Graz</i></li></ul>";
  for (const char* label : {"Cup", "Lyon", "Ann Lee", "$3", "by Ann Lee, $3"}) {
    const SampledList list(html, {{{"field", label}}});
    const std::vector<RuleCandidate> found = candidates(list);
    EXPECT_FALSE(found.empty()) << label;
    for (const RuleCandidate& one : found) EXPECT_EQ(given(list, one), letters_of(label)) << label;
  }
}

TEST(RuleCandidates, CutsOnlyForLabelsThatNoTextIs) {
  const char* html =
      "<ul><li><b>Cup</b> <i>Cup by Ann Lee</i></li><li><b>Pot</b> <i>Pot by Bo Ray</i></li></ul>";
  const SampledList whole(html, {{{"field", "Cup"}}}), part(html, {{{"field", "Ann Lee"}}});
  for (const RuleCandidate& one : candidates(whole)) EXPECT_FALSE(one.cut) << one.cut->words();
  for (const RuleCandidate& one : candidates(part)) EXPECT_TRUE(one.cut);
}

TEST(RuleCandidates, OneOfSeveralIsCountedFromBothEnds) {
  const SampledList list("<ul><li><i>a</i><i>b</i><i>c</i></li></ul>", {{{"field", "b"}}});
  std::set<int> of_tag;
  for (const RuleCandidate& one : candidates(list))
    if (one.key == hash_of_key(KeyKind::tag, "i")) of_tag.insert(one.nth);
  EXPECT_EQ(of_tag, (std::set<int>{1, -2}));
}

TEST(RuleCandidates, NothingForATextThatIsNotThere) {
  const SampledList list("<ul><li><b>Cup</b></li></ul>", {{{"field", "Kettle"}}});
  EXPECT_TRUE(candidates(list).empty());
}

}  // namespace
}  // namespace gleaner::rows
