// One rule for each field: the surest field first, no place twice, a second rule
// where the first cannot serve.
#include "rows/choose_rules.h"

#include <gtest/gtest.h>

#include "rows/sampled_list.h"

namespace gleaner::rows {
namespace {

struct Rated {
  FieldRule rule;
  double score;
};

// What is chosen for each field of the labels, of rules that are given best first.
std::vector<FieldModel> chosen(const SampledList& list, const std::vector<std::string>& fields,
                               const std::vector<std::vector<Rated>>& rules, size_t rival = 0) {
  std::vector<std::vector<Labelled>> have(fields.size());
  std::vector<std::vector<Scored>> scored(fields.size());
  for (size_t f = 0; f < fields.size(); ++f) {
    for (size_t i = 0; i < list.rows.size(); ++i)
      for (const LabelledCell& cell : list.rows[i].cells)
        if (cell.field == fields[f]) have[f].push_back({i, &cell, false});
    for (const Rated& one : rules[f]) {
      Scored& made = scored[f].emplace_back();
      made.rule = one.rule;
      made.rule.score = one.score;
      for (const Sample& sample : list.samples)
        made.values.push_back(one.rule.value(*sample.page, sample.member()));
    }
  }
  return choose_rules(list.samples, fields, have, scored, rival);
}

std::vector<std::string> rules_of(const FieldModel& field) {
  std::vector<std::string> out;
  for (const FieldRule& rule : field.rules) out.push_back(rule.of);
  return out;
}

using Names = std::vector<std::string>;

const char* const kTwoCells =
    "<ul><li><b>Cup</b><i>Lyon</i></li><li><b>Pot</b><i>Graz</i></li><li><b>Pan</b><i>Oslo</i></li></ul>";

TEST(ChooseRules, TheFieldWithMoreLabelsTakesAPlaceFirst) {
  const SampledList list(kTwoCells, {{{"name", "Cup"}}, {{"name", "Pot"}, {"town", "Graz"}}});
  const std::vector<Rated> rules = {{rule_of(KeyKind::tag, "b"), 3}, {rule_of(KeyKind::tag, "i"), 2.9}};
  const auto fields = chosen(list, {"town", "name"}, {rules, rules});
  ASSERT_EQ(fields.size(), 2u);
  EXPECT_EQ(fields[0].name, "town");
  EXPECT_EQ(rules_of(fields[0]), Names{"i"});
  EXPECT_EQ(rules_of(fields[1]), Names{"b"});
}

TEST(ChooseRules, OnePlaceForTwoFieldsWhereLabelsSaySo) {
  const SampledList list(kTwoCells, {{{"name", "Cup"}, {"title", "Cup"}}});
  const std::vector<Rated> rules = {{rule_of(KeyKind::tag, "b"), 3}, {rule_of(KeyKind::tag, "i"), 2.9}};
  for (const FieldModel& field : chosen(list, {"name", "title"}, {rules, rules}))
    EXPECT_EQ(rules_of(field), Names{"b"}) << field.name;
}

TEST(ChooseRules, AFieldWithoutRulesIsLeftOut) {
  const SampledList list(kTwoCells, {{{"name", "Cup"}}});
  const auto fields = chosen(list, {"town", "name"}, {{}, {{rule_of(KeyKind::tag, "b"), 1}}});
  ASSERT_EQ(fields.size(), 1u);
  EXPECT_EQ(fields[0].name, "name");
}

TEST(ChooseRules, ASecondRuleForLabelledRowsThatTheFirstMisses) {
  const SampledList list("<ul><li><b>Cup</b></li><li><i>Pot</i></li><li><b>Pan</b></li></ul>",
                         {{{"name", "Cup"}}, {{"name", "Pot"}}});
  const std::vector<Rated> rules = {{rule_of(KeyKind::tag, "b"), 2}, {rule_of(KeyKind::tag, "i"), 1}};
  const auto fields = chosen(list, {"name"}, {rules});
  ASSERT_EQ(fields.size(), 1u);
  EXPECT_EQ(rules_of(fields[0]), (Names{"b", "i"}));
  EXPECT_FALSE(fields[0].rules[1].unheaded);
}

TEST(ChooseRules, ARuleByHeaderGetsOneByPlaceForPagesWithAnotherHeader) {
  const SampledList list(
      "<table><tr><th>Name</th><th>Town</th></tr><tr><td>Cup</td><td>Lyon</td></tr>"
      "<tr><td>Pot</td><td>Graz</td></tr></table>",
      {{}, {{"town", "Lyon"}}}, "tr");
  FieldRule place = rule_of(KeyKind::tag, "td");
  place.nth = 1;
  FieldRule header = place;
  header.kind = KeyKind::header;
  const auto fields = chosen(list, {"town"}, {{{header, 2}, {place, 1}}});
  ASSERT_EQ(fields.size(), 1u);
  ASSERT_EQ(fields[0].rules.size(), 2u);
  EXPECT_EQ(fields[0].rules[1].kind, KeyKind::tag);
  EXPECT_TRUE(fields[0].rules[1].unheaded);
}

TEST(ChooseRules, ARivalGivesOtherValuesAndIsNearlyAsGood) {
  const SampledList list(kTwoCells, {{{"name", "Cup"}}});
  const std::vector<Rated> near = {{rule_of(KeyKind::tag, "b"), 3}, {rule_of(KeyKind::tag, "i"), 2.5}};
  const auto rival = chosen(list, {"name"}, {near}, 1);
  ASSERT_EQ(rival.size(), 1u);
  EXPECT_EQ(rules_of(rival[0]), Names{"i"});
  EXPECT_TRUE(chosen(list, {"name"}, {near}, 2).empty());
  const std::vector<Rated> far = {{rule_of(KeyKind::tag, "b"), 3}, {rule_of(KeyKind::tag, "i"), 1.5}};
  EXPECT_TRUE(chosen(list, {"name"}, {far}, 1).empty());
  const std::vector<Rated> same = {near[0], {near[0].rule, 2.9}};
  EXPECT_TRUE(chosen(list, {"name"}, {same}, 1).empty());
}

}  // namespace
}  // namespace gleaner::rows
