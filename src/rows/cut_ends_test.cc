// Values that end where other fields begin, or with the text, in records that lack
// what follows in labelled ones.
#include "rows/cut_ends.h"

#include <gtest/gtest.h>

#include "base/unicode.h"
#include "rows/cut.h"
#include "rows/sampled_list.h"

namespace gleaner::rows {
namespace {

TEST(CutEnds, SignsOfAnyScriptEndWords) {
  const std::string text = "更新日：2025年11月3日";
  const auto cuts = cuts_for(text, letters_of("2025年11月3日"), "2025年11月3日");
  ASSERT_FALSE(cuts.empty());
  EXPECT_EQ(cuts[0].begin, "：");
  const auto part = cuts[0].apply(text);
  ASSERT_TRUE(part);
  EXPECT_EQ(text.substr(part->from, part->to - part->from), "2025年11月3日");
}

FieldModel field_of(const std::string& name, FieldRule rule) {
  FieldModel field;
  field.name = name;
  field.rules.push_back(std::move(rule));
  return field;
}

// Author behind "by" and before ",", price behind "," and before "(", town in brackets.
std::vector<FieldModel> sentence_fields() {
  return {field_of("author", rule_of(KeyKind::tag, "p", {.begin = "by", .end = ","})),
          field_of("price", rule_of(KeyKind::tag, "p", {.begin = ",", .end = "("})),
          field_of("town", rule_of(KeyKind::tag, "p", {.begin = "(", .end = ")"}))};
}

const std::vector<std::vector<std::string>> kKinds = {{"short"}, {"price"}, {"short"}};

std::string given(const FieldModel& field, const Sample& sample) {
  for (const FieldRule& rule : field.rules)
    if (const auto value = rule.value(*sample.page, sample.member())) return text_of(*sample.page, *value);
  return "";
}

const SampledList::Labels kFirst = {{"author", "Falcon Summit"}, {"price", "$40"}, {"town", "Lyon"}};

TEST(CutEnds, AValueEndsWhereAnotherFieldBeginsOrWithTheText) {
  const SampledList list(
      "<ul><li><p>by Falcon Summit, $40 (Lyon)</p></li><li><p>by Amber Reed (Graz)</p></li>"
      "<li><p>by Cedar Stone</p></li><li><p>, $7 (Oslo)</p></li></ul>",
      {kFirst});
  std::vector<FieldModel> fields = sentence_fields();
  add_cut_ends(list.samples, kKinds, fields);
  EXPECT_EQ(given(fields[0], list.samples[0]), "Falcon Summit");
  EXPECT_EQ(given(fields[0], list.samples[1]), "Amber Reed");
  EXPECT_EQ(given(fields[0], list.samples[2]), "Cedar Stone");
  EXPECT_EQ(given(fields[0], list.samples[3]), "");
  EXPECT_EQ(given(fields[1], list.samples[3]), "$7");
}

TEST(CutEnds, NoEndThatGivesAnotherKindOrALabelledRecordWithoutTheField) {
  const SampledList other_kind(
      "<ul><li><p>by Falcon Summit, $40 (Lyon)</p></li><li><p>by 12 May 2020 (Graz)</p></li></ul>", {kFirst});
  std::vector<FieldModel> fields = sentence_fields();
  add_cut_ends(other_kind.samples, kKinds, fields);
  EXPECT_EQ(fields[0].rules.size(), 1u);

  const SampledList labelled_without(
      "<ul><li><p>by Falcon Summit, $40 (Lyon)</p></li><li><p>by Amber Reed (Graz)</p></li></ul>",
      {kFirst, {{"town", "Graz"}}});
  fields = sentence_fields();
  add_cut_ends(labelled_without.samples, kKinds, fields);
  EXPECT_EQ(fields[0].rules.size(), 1u);
}

TEST(CutEnds, AValueEndsAtTheSeparatorThatItBeganAt) {
  const std::vector<SampledList::Labels> labels{{{"town", "Gent"}}};
  auto town = [] { return std::vector{field_of("town", rule_of(KeyKind::tag, "p", {.begin = "|"}))}; };
  const SampledList list("<ul><li><p>Old Mill | Gent</p></li><li><p>Port | Oslo | EUR 2,900</p></li></ul>",
                         labels);
  std::vector<FieldModel> fields = town();
  add_cut_ends(list.samples, {{"short"}}, fields);
  EXPECT_EQ(given(fields[0], list.samples[0]), "Gent");
  EXPECT_EQ(given(fields[0], list.samples[1]), "Oslo");

  // a sign inside of a value is none
  const SampledList inside("<ul><li><p>Old Mill | Gent</p></li><li><p>Port | A|B</p></li></ul>", labels);
  fields = town();
  add_cut_ends(inside.samples, {{"short"}}, fields);
  EXPECT_EQ(fields[0].rules.size(), 1u);
}

TEST(CutEnds, RulesThatDoNotEndBeforeATextStayAlone) {
  const SampledList list("<ul><li><p>by Falcon Summit</p></li><li><p>by Amber Reed</p></li></ul>",
                         {{{"author", "Falcon Summit"}}});
  std::vector<FieldModel> fields{field_of("author", rule_of(KeyKind::tag, "p", {.begin = "by"}))};
  add_cut_ends(list.samples, {{"short"}}, fields);
  EXPECT_EQ(fields[0].rules.size(), 1u);
}

}  // namespace
}  // namespace gleaner::rows
