// Texts that name what follows them, and rules that quote values instead.
#include "rows/label_texts.h"

#include <gtest/gtest.h>

#include "rows/sampled_list.h"

namespace gleaner::rows {
namespace {

Scored scored(const SampledList& list, FieldRule rule) {
  Scored out{std::move(rule), {}};
  for (const Sample& sample : list.samples)
    out.values.push_back(out.rule.value(*sample.page, sample.member()));
  return out;
}

std::vector<Labelled> labels_of(const SampledList& list, const std::string& field) {
  std::vector<Labelled> out;
  for (size_t s = 0; s < list.samples.size(); ++s)
    if (const LabelledCell* cell = list.samples[s].row ? list.samples[s].row->find(field) : nullptr)
      out.push_back({s, cell, false});
  return out;
}

constexpr const char* kTerms =
    "<ul><li><dl><dt>Maker</dt><dd>Reed</dd><dt>Weight</dt><dd>3 kg</dd></dl></li>"
    "<li><dl><dt>Weight</dt><dd>5 kg</dd></dl></li>"
    "<li><dl><dt>Maker</dt><dd>Stone</dd></dl></li></ul>";

TEST(LabelTexts, AreMarkedByTheirElementOrAColon) {
  const SampledList terms(kTerms, {{{"maker", "Reed"}}});
  const LabelTexts names(terms.samples);
  EXPECT_TRUE(names.is_marked("maker"));
  EXPECT_TRUE(names.is_marked("weight"));
  EXPECT_FALSE(names.is_marked("reed"));

  const SampledList colons("<ul><li><b>Price:</b> <i>3</i></li><li><b>Price:</b> <i>4</i></li></ul>",
                           {{{"price", "3"}}});
  EXPECT_TRUE(LabelTexts(colons.samples).is_marked("price"));
}

TEST(LabelTexts, ARuleThatGivesValuesBehindAnotherNameIsForeignThere) {
  const SampledList list(kTerms, {{{"maker", "Reed"}}});
  const LabelTexts names(list.samples);
  const std::vector<Labelled> have = labels_of(list, "maker");
  // the first dd: of the three records the second has the weight there
  EXPECT_NEAR(names.foreign_share(scored(list, rule_of(KeyKind::tag, "dd")), have), 1.0 / 3, 1e-9);
  EXPECT_EQ(names.foreign_share(scored(list, rule_of(KeyKind::after, "maker dd")), have), 0);
}

// The first cell of a row is a day or, where a day reaches down from the row above, a flight.
TEST(LabelTexts, ARuleThatGivesCellsOfAnotherColumnIsForeignThere) {
  const SampledList list(
      "<table><tr><th>Day</th><th>Flight</th><th>To</th></tr><tr><td rowspan=2>Mon</td><td>LX 204</td><td>Basel</td></tr>"
      "<tr><td>OS 77</td><td>Graz</td></tr><tr><td>Tue</td><td>KL 9</td><td>Breda</td></tr></table>",
      {{}, {}, {{"flight", "OS 77"}}}, "tr");
  const std::vector<Labelled> have = labels_of(list, "flight");
  EXPECT_NEAR(foreign_columns(list.samples, scored(list, rule_of(KeyKind::path, "tr/td")), have), 2.0 / 3,
              1e-9);
  EXPECT_EQ(foreign_columns(list.samples, scored(list, rule_of(KeyKind::header, "flight")), have), 0);
}

TEST(LabelTexts, RulesThatQuoteALabelledValueAreLowered) {
  const SampledList list(
      "<ul><li><b>printer</b><i>laser</i></li><li><b>printer</b><i>ink</i></li>"
      "<li><b>scanner</b><i>flat</i></li></ul>",
      {{{"tag", "printer"}, {"kind", "laser"}}});
  std::vector<std::vector<Labelled>> have{labels_of(list, "tag"), labels_of(list, "kind")};
  std::vector<std::vector<Scored>> rules(2);
  rules[0].push_back(scored(list, rule_of(KeyKind::tag, "b")));
  rules[1].push_back(scored(list, rule_of(KeyKind::after, "printer i")));
  rules[1].push_back(scored(list, rule_of(KeyKind::tag, "i")));
  rules[1][0].rule.score = 2, rules[1][1].rule.score = 1;
  lower_quoted_values(list.samples, have, rules);
  EXPECT_EQ(rules[1][0].rule.kind, KeyKind::tag);
  EXPECT_LT(rules[1][1].rule.score, 1);

  // a value that is the same everywhere may be quoted: it is a name
  const SampledList same(
      "<ul><li><b>printer</b><i>laser</i></li><li><b>printer</b><i>ink</i></li>"
      "<li><b>printer</b><i>flat</i></li></ul>",
      {{{"tag", "printer"}, {"kind", "laser"}}});
  have = {labels_of(same, "tag"), labels_of(same, "kind")};
  rules.assign(2, {});
  rules[0].push_back(scored(same, rule_of(KeyKind::tag, "b")));
  rules[1].push_back(scored(same, rule_of(KeyKind::after, "printer i")));
  rules[1][0].rule.score = 2;
  lower_quoted_values(same.samples, have, rules);
  EXPECT_EQ(rules[1][0].rule.score, 2);
}

}  // namespace
}  // namespace gleaner::rows
