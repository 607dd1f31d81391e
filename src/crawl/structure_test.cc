// Parts of pages (structure.h): what counts against a slow count over all parts, and what people would say of
// small pages.
#include "crawl/structure.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>

#include "base/seed_test.h"
#include "crawl/weights.h"

namespace gleaner::crawl {
namespace {

std::string page_with(const std::string& main) {
  return "<html><body class=p17><div class=top><ul><li><a href=/>Home</a></ul></div><main>" + main +
         "</main></body></html>";
}

const std::string kHead = "<h1>Title</h1><p class=by>A. Smith</p>",
                  kText = "<section class=text><p>words</p></section>",
                  kFacts = "<table class=facts><tr><th>Size</th><td>3</td></tr></table>";

double apart(const std::string& a, const std::string& b) {
  return parts_apart(structure_of(page_with(a)), structure_of(page_with(b)), 1e9);
}

TEST(Structure, AMissingSectionIsOnePartWithTheRootOfWhatItHolds) {
  EXPECT_EQ(apart(kHead + kText, kHead + kText), 0);
  EXPECT_EQ(apart(kHead + kText, kHead + kText + kText), 0);  // one more of the same is no other part
  const Structure with = structure_of(page_with(kHead + kFacts)), without = structure_of(page_with(kHead));
  const double tags =
      kPartShare * (with.length() + without.length()) / double(with.parts.size() + without.parts.size());
  EXPECT_NEAR(parts_apart(with, without, 1e9), tags * 2, 1e-9);  // table, tr, th, td: the root of four
  EXPECT_NEAR(parts_apart(without, with, 1e9), tags * 2, 1e-9);
  // Numbers in names, classes of the body and states say nothing.
  EXPECT_EQ(apart("<div id=item17 class=\"box active\">a</div>", "<div id=item4 class=box>b</div>"), 0);
  EXPECT_GT(apart("<div class=price>", "<div class=stock>"), 0);
}

TEST(Structure, WhatAllTemplatesHaveWeighsMore) {
  const std::string pages[] = {kHead + kText + kFacts, kHead + kText + kText + kFacts, kHead + kFacts + kText,
                               kHead + kText + kFacts + kText, kHead + kFacts + kText + kText};
  std::vector<Structure> few, many;
  for (const std::string& one : pages) {
    if (few.size() < kLeastTemplates - 1) few.push_back(structure_of(page_with(one)));
    many.push_back(structure_of(page_with(one)));
  }
  few = as_templates(few), many = as_templates(many);
  ASSERT_FALSE(few[0].texts.empty());
  EXPECT_EQ(few[0].texts[0].weight, 0);
  ASSERT_FALSE(many[0].texts.empty());
  EXPECT_EQ(many[0].texts[0].weight, kLabelWeight);
  const Structure other = structure_of(page_with(kHead + kText));
  EXPECT_NEAR(parts_apart(many[0], other, 1e9), double(kCoreWeight) * parts_apart(few[0], other, 1e9), 1e-6);
  // A label that is another where all else is the same; in another language all are, and none counts.
  std::string relabelled = page_with(pages[0]), translated = relabelled;
  relabelled.replace(relabelled.find("Size"), 4, "Cost");
  EXPECT_GT(parts_apart(many[0], structure_of(relabelled), 1e9), 0);
  for (const char* word : {"Size", "Home", "Title", "A. Smith", "words"})
    translated.replace(translated.find(word), std::string(word).size(), "anders");
  EXPECT_EQ(parts_apart(many[0], structure_of(translated), 1e9), 0);
  make_optional(many, many[0].parts[0].id);
  EXPECT_EQ(many[0].parts[0].weight, 1);
}

// The same with sets: for each part that is missing, its topmost missing ancestor.
double slowly_lacking(const Parts& a, const Parts& b) {
  std::map<uint32_t, Part> all;
  std::set<uint32_t> there;
  for (const Part& one : a) all[one.id] = one;
  for (const Part& one : b) there.insert(one.id);
  std::map<uint32_t, int> below;
  for (const Part& one : a) {
    if (there.count(one.id)) continue;
    uint32_t top = one.id;
    while (all.count(all[top].parent) && !there.count(all[top].parent)) top = all[top].parent;
    ++below[top];
  }
  double sum = 0;
  for (const auto& [top, count] : below) sum += double(all[top].weight) * std::sqrt(count);
  return sum;
}

TEST(Structure, AgainstASlowCountOverRandomTrees) {
  std::mt19937_64 random(test_seed(25));
  for (int round = 0; round < 300; ++round) {
    Parts whole;
    const auto made = 2 + random() % 60;
    for (uint32_t i = 0; i < made; ++i) {
      const uint32_t above = i ? whole[random() % i].id : 0;
      whole.push_back({uint32_t(random() | 1), random() % 8 ? above : 0, 1});
    }
    const auto some = [&] {  // a part is there only where that above it is
      Parts out;
      std::set<uint32_t> there = {0};
      for (const Part& one : whole)
        if (there.count(one.parent) && random() % 4) out.push_back(one), there.insert(one.id);
      std::sort(out.begin(), out.end());
      return out;
    };
    Structure a("abc", some(), {}), b("abc", some(), {});
    for (Part& one : a.parts) one.weight = random() % 3 ? 1 : 3;
    Parts unweighted = b.parts;
    const size_t parts = a.parts.size() + b.parts.size();
    const double tags = parts ? kPartShare * 6 / double(parts) : 0,
                 expected = tags * (slowly_lacking(a.parts, b.parts) + slowly_lacking(unweighted, a.parts));
    EXPECT_NEAR(parts_apart(a, b, 1e9), expected, 1e-6) << "round " << round;
    const double limit = expected / 3;
    EXPECT_TRUE(expected <= 0 || parts_apart(a, b, limit) > limit);
  }
}

TEST(Structure, IsPackedAndUnpacked) {
  const Structure page = structure_of(page_with(kHead + kFacts));
  const Structure back = unpacked(packed(page));
  EXPECT_EQ(back.skeleton.symbols, page.skeleton.symbols);
  EXPECT_TRUE(back.parts == page.parts && back.texts == page.texts);
  EXPECT_EQ(distance(page, back, 10), 0u);
  EXPECT_EQ(unpacked("abc").skeleton.symbols, "abc");  // tags alone, as jobs had them before there were parts
  const std::string bytes = packed(page);
  for (size_t cut = 0; cut < bytes.size(); ++cut) unpacked(bytes.substr(0, cut));
}

TEST(Structure, DistanceAndDecisionAgree) {
  const std::string all[] = {kHead,          kHead + kText,          kHead + kFacts,
                             kText + kFacts, kHead + kText + kFacts, "<p>"};
  for (const std::string& one : all)
    for (const std::string& other : all) {
      const Structure a = structure_of(page_with(one)), b = structure_of(page_with(other));
      const uint32_t found = distance(a, b, 1000);
      for (uint32_t limit = 0; limit < 40; ++limit) {
        EXPECT_EQ(is_within(a, b, limit), found <= limit);
        EXPECT_EQ(distance(a, b, limit), std::min(found, limit + 1));
      }
    }
}

}  // namespace
}  // namespace gleaner::crawl
