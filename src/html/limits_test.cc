// Pages that were made to cost: what the tree leaves out, and that it says so.
#include <gtest/gtest.h>

#include "base/budget.h"
#include "html/limits.h"
#include "html/tree.h"
#include "page/made_page_test.h"

namespace gleaner::html {
namespace {

std::string repeat(std::string_view part, size_t times) {
  std::string out;
  for (size_t i = 0; i < times; ++i) out += part;
  return out;
}

bool told(const Document& page, Code code) {
  for (const Diagnostic& note : page.notes())
    if (note.code == code) return true;
  return false;
}

TEST(TreeLimits, MemoryEndsTheTreeNotTheProgram) {
  const auto page = page_of("<p>first" + repeat("<a>x", 100'000));
  BudgetLimits limits;
  limits.memory = 4 << 20;
  Budget budget(limits);
  const Budget::Scope scope(budget);
  const Tree& tree = page->view<Tree>();
  EXPECT_GT(tree.size(), 1000u);
  EXPECT_LT(tree.size(), 20'000u);
  EXPECT_TRUE(told(*page, Code::budget));
  EXPECT_FALSE(budget.exhausted());  // half is left for those who read the tree
}

TEST(TreeLimits, TimeEndsTheTree) {
  const auto page = page_of(repeat("<a>x", 100'000));
  BudgetLimits limits;
  limits.time = std::chrono::milliseconds(0);
  Budget budget(limits);
  const Budget::Scope scope(budget);
  EXPECT_LT(page->view<Tree>().size(), 100'000u);
  EXPECT_EQ(budget.ran_out(), Budget::Ran::time);
  EXPECT_TRUE(told(*page, Code::budget));
}

TEST(TreeLimits, SomeTimeIsLeftForThoseWhoReadTheTree) {
  const auto page = page_of(repeat("<a>x", 2'000'000));
  BudgetLimits limits;
  limits.time = std::chrono::milliseconds(200);
  Budget budget(limits);
  const Budget::Scope scope(budget);
  EXPECT_LT(page->view<Tree>().size(), 4'000'000u);
  EXPECT_TRUE(told(*page, Code::budget));
}

TEST(TreeLimits, WithoutABudgetTheTreeIsWhole) {
  const auto page = page_of(repeat("<a>x", 1000));
  EXPECT_GT(page->view<Tree>().size(), 2000u);
  EXPECT_TRUE(page->notes().empty());
}

TEST(TreeLimits, AttributesOfOneTag) {
  for (const size_t many : {kMaxAttributes - 1, kMaxAttributes, kMaxAttributes + 1, 20 * kMaxAttributes}) {
    std::string tag = "<p";
    for (size_t i = 0; i < many; ++i) tag += " a" + std::to_string(i) + "=" + std::to_string(i);
    const auto page = page_of(tag + " a0=again>x");
    const Tree& tree = page->view<Tree>();
    NodeId p = 0;
    while (tree.name(p) != "p") ++p;
    std::vector<Attribute> scratch;
    EXPECT_EQ(tree.attributes_of(p, scratch).size(), std::min(many, kMaxAttributes));
    EXPECT_EQ(tree.attribute(p, "a0"), "0");  // the first of two of the same name counts
    EXPECT_EQ(told(*page, Code::bad_input), many >= kMaxAttributes);
  }
}

// Names that no standard knows, each once: looking them up must not become slower and slower.
TEST(TreeLimits, ManyNames) {
  std::string text;
  for (int i = 0; i < 30'000; ++i) text += "<t" + std::to_string(i) + " b" + std::to_string(i) + "=1>";
  const auto page = page_of(text);
  const Tree& tree = page->view<Tree>();
  EXPECT_EQ(tree.name(tree.size() - 1), "t29999");
  EXPECT_EQ(tree.attribute(tree.size() - 1, "b29999"), "1");
}

}  // namespace
}  // namespace gleaner::html
