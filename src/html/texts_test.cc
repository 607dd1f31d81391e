// Texts against the slow obvious way: every node looked at anew, on random pages;
// headings and labels by hand.
#include "html/texts.h"

#include <gtest/gtest.h>

#include <random>

#include "base/seed_test.h"
#include "base/text.h"
#include "page/made_page_test.h"

namespace gleaner::html {
namespace {

uint32_t find(const Texts& texts, std::string_view wanted) {
  for (uint32_t i = 0; i < texts.size(); ++i)
    if (texts[i].text == wanted) return i;
  ADD_FAILURE() << "no text " << wanted;
  return 0;
}

std::string heading_of(const Texts& texts, std::string_view text) {
  const uint32_t heading = texts.heading(find(texts, text));
  return heading == kNoText ? "" : std::string(texts[heading].text);
}

std::string label_of(const Texts& texts, std::string_view text) {
  const uint32_t label = texts.label_before(find(texts, text));
  return label == kNoText ? "" : std::string(texts[label].text);
}

std::string random_page(std::mt19937& random, int depth) {
  static const char* const kTags[] = {"p", "b", "h2", "div", "script", "style", "li", "td", "noscript"};
  static const char* const kTexts[] = {
      " a  b ", "\n", "&nbsp;", "Price:", "x\u00a0 y", "\t12 ", "&amp;", "\u00e9"};
  std::string out;
  for (size_t n = random() % 4; n > 0; --n) {
    const std::string tag = kTags[random() % std::size(kTags)];
    out += kTexts[random() % std::size(kTexts)];
    out += "<" + tag + ">" + (depth > 0 ? random_page(random, depth - 1) : "") + "</" + tag + ">";
  }
  return out + kTexts[random() % std::size(kTexts)];
}

bool is_unseen(const Tree& tree, NodeId n) {
  for (; n != kNoNode; n = tree.parent(n))
    if (tree.is_element(n))
      for (std::string_view tag : {"script", "style", "noscript", "template"})
        if (tree.name(n) == tag) return true;
  return false;
}

TEST(Texts, AreThoseOfEveryNodeThatIsSeen) {
  std::mt19937 random(test_seed(1));
  for (int i = 0; i < 300; ++i) {
    const std::string source = random_page(random, 4);
    SCOPED_TRACE(source);
    const DocumentPtr page = page_of(source);
    const Tree& tree = page->view<Tree>();
    const Texts& texts = page->view<Texts>();
    std::vector<std::pair<NodeId, std::string>> wanted, got;
    for (NodeId n = 0; n < tree.size(); ++n)
      if (tree.is_text(n) && !is_unseen(tree, n) && !collapse(tree.text(n)).empty())
        wanted.emplace_back(n, collapse(tree.text(n)));
    for (uint32_t t = 0; t < texts.size(); ++t) got.emplace_back(texts[t].node, std::string(texts[t].text));
    EXPECT_EQ(got, wanted);
    for (NodeId n = 0; n < tree.size(); ++n) {
      size_t inside = 0;
      for (const auto& [node, text] : wanted) inside += n <= node && node < tree.subtree_end(n);
      EXPECT_EQ(texts.end(n) - texts.begin(n), inside) << n;
    }
  }
}

TEST(Texts, StripAndCollapsedAgreeWithCollapse) {
  std::mt19937 random(test_seed(2));
  static const char* const kParts[] = {" ", "a", "\n", "\u00a0", "b c", "\u00e9", "12345678", "\x01", "  "};
  for (int i = 0; i < 3000; ++i) {
    std::string text;
    for (size_t n = random() % 8; n > 0; --n) text += kParts[random() % std::size(kParts)];
    const std::string_view stripped = strip(text);
    EXPECT_EQ(collapse(stripped), collapse(text));
    if (!stripped.empty() && is_collapsed(stripped)) {
      EXPECT_EQ(stripped, collapse(text));
    }
  }
}

TEST(Texts, StandBelowTheirHeadings) {
  const DocumentPtr page = page_of(
      "<title> Two\n shops </title><p>before<h1>Shops</h1><p>one<h2><a>North</a></h2><p>two<h3>Hours</h3>"
      "<p>three<h2>South</h2><p>four");
  const Texts& texts = page->view<Texts>();
  EXPECT_EQ(texts.title(), "Two shops");
  EXPECT_EQ(heading_of(texts, "before"), "");
  EXPECT_EQ(heading_of(texts, "one"), "Shops");
  EXPECT_EQ(heading_of(texts, "two"), "North");
  EXPECT_EQ(heading_of(texts, "three"), "Hours");
  EXPECT_EQ(heading_of(texts, "four"), "South");
  const uint32_t hours = find(texts, "Hours"), north = texts.outer_heading(hours);
  EXPECT_EQ(texts.heading_tag(hours), "h3");
  EXPECT_EQ(texts[north].text, "North");
  EXPECT_EQ(texts[texts.outer_heading(north)].text, "Shops");
  EXPECT_EQ(texts.outer_heading(find(texts, "South")), find(texts, "Shops"));
  EXPECT_EQ(texts.outer_heading(find(texts, "Shops")), kNoText);
}

TEST(Texts, LabelsStandBeforeTheirValues) {
  const DocumentPtr page = page_of(
      "<p>Price: <span>12</span><b>Size</b> <span>large</span><p>14:<span>late</span>"
      "<p>1<i>2</i>3<i>4</i>5<i>6</i>7<i>far</i>");
  const Texts& texts = page->view<Texts>();
  EXPECT_EQ(label_of(texts, "12"), "Price:");
  EXPECT_EQ(label_of(texts, "large"), "Size");
  EXPECT_EQ(label_of(texts, "late"), "Size") << "what has no letters is no label";
  EXPECT_EQ(label_of(texts, "far"), "") << "further away than kLabelReach";
  EXPECT_EQ(texts.label_before(find(texts, "12"), find(texts, "12")), kNoText);
  EXPECT_EQ(texts.joined(0, 12), "Price: 12 Size");
}

}  // namespace
}  // namespace gleaner::html
