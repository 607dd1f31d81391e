// Selectors, visible text, data islands and the search for texts: each on small pages where the answer is
// plain.
#include <gtest/gtest.h>

#include "base/text.h"
#include "html/css.h"
#include "html/data_island.h"
#include "html/locate.h"
#include "html/table_header.h"
#include "html/texts.h"
#include "html/visible.h"
#include "html/xpath.h"
#include "page/made_page_test.h"

namespace gleaner::html {
namespace {

std::vector<std::string> cut(const Document& page, const std::vector<Place>& places) {
  std::vector<std::string> out;
  for (const Place& place : places) out.emplace_back(page.text(place.span));
  return out;
}

TEST(Tags, KnownAndUnknownNames) {
  EXPECT_NE(tag_id("div"), 0);
  EXPECT_EQ(tag_id("no-such-element"), 0);
  EXPECT_EQ(tag_id(""), 0);
  EXPECT_TRUE(is_block(tag_id("p")) && !is_block(tag_id("b")) && is_heading(tag_id("h2")));
}

TEST(Css, SelectsInDocumentOrderEachOnce) {
  auto page = page_of("<ul><li class=a>1<li>2<li class='a b'>3</ul><p class=a>4");
  const Tree& tree = page->view<Tree>();
  auto css = Css::compile("li.a, .a, ul > li");
  ASSERT_TRUE(css.ok());
  std::string texts;
  for (NodeId n : css->select(tree)) texts += visible_text(tree, n);
  EXPECT_EQ(texts, "1234");
  auto inner = Css::compile(":scope > li:nth-child(2)");
  ASSERT_TRUE(inner.ok());
  NodeId ul = Css::compile("ul")->first(tree);
  EXPECT_EQ(visible_text(tree, inner->first(tree, ul)), "2");
}

TEST(Css, ErrorTellsTheColumn) {
  auto bad = Css::compile("div >> p");
  ASSERT_FALSE(bad.ok());
  EXPECT_GT(bad.error().where.column, 1u);
  EXPECT_FALSE(Css::compile("").ok() && Css::compile("!!").ok());
}

// From the top: the last child that holds the place, and so on.
NodeId slow_node_at(const Tree& tree, uint32_t offset) {
  NodeId at = kDocument;
  while (true) {
    NodeId inside = kNoNode;
    for (NodeId child = tree.first_child(at); child != kNoNode; child = tree.next_sibling(child))
      if (tree.span(child).contains(offset)) inside = child;
    if (inside == kNoNode) return at;
    at = inside;
  }
}

TEST(NodeAt, AgreesWithTheSlowSearch) {
  for (const char* text : {"<!doctype html><p>a<b>b</b>c<p>d<!-- e --> f", "<table>moved<tr><td>x</table>y",
                           "", "text only", "<ul><li>1<li>2<ul><li>3</ul></ul><i>4<b>5</i>6</b>",
                           "<select><option>a<option>b</select><template><p>t</template>z"}) {
    const auto page = page_of(text);
    const Tree& tree = page->view<Tree>();
    for (uint32_t at = 0; at < page->text().size(); ++at)
      EXPECT_EQ(tree.node_at(at), slow_node_at(tree, at)) << text << " at " << at;
  }
}

TEST(XPath, NodesAttributesTexts) {
  auto page = page_of("<div><a href=x>1</a><a href=y>2</a></div>");
  const Tree& tree = page->view<Tree>();
  auto hrefs = XPath::compile("//a/@href");
  ASSERT_TRUE(hrefs.ok());
  auto hits = hrefs->select(tree);
  ASSERT_EQ(hits.size(), 2u);
  EXPECT_EQ(hits[1].attribute, "href");
  EXPECT_EQ(page->text(*tree.attribute_span(hits[1].node, "href")), "y");
  auto texts = XPath::compile("//a[2]/text()")->select(tree);
  ASSERT_EQ(texts.size(), 1u);
  EXPECT_EQ(tree.text(texts[0].node), "2");
  auto bad = XPath::compile("//a[");
  ASSERT_FALSE(bad.ok());
  EXPECT_GT(bad.error().where.column, 1u);
  EXPECT_FALSE(XPath::compile("count(//a)").ok());
}

TEST(Visible, CollapsesAndMapsBack) {
  auto page = page_of("<p>a  <b>b&amp;c</b>d</p><p>e&nbsp;f</p><script>x</script>");
  const Tree& tree = page->view<Tree>();
  VisibleText text(tree, kDocument);
  EXPECT_EQ(text.text(), "a b&cd e f");
  EXPECT_EQ(page->text(text.span(2, 5)), "b&amp;c");
  EXPECT_EQ(page->text(text.span(0, 3)), "a  <b>b");
  EXPECT_EQ(page->text(text.span(7, 10)), "e&nbsp;f");
}

TEST(Texts, AsTheyAreRead) {
  auto page = page_of(
      "<title> The\n shop </title><h1>All</h1><script>no</script><p>one <b>two</b>&nbsp; </p>"
      "<h3>Sub</h3><dl><dt>Price<dd>5<dd> 6  7</dl><h2>Next</h2><p>Made in: <i>here</i>");
  const Texts& texts = page->view<Texts>();
  std::string all;
  for (uint32_t i = 0; i < texts.size(); ++i) all += std::string(texts[i].text) + "|";
  EXPECT_EQ(all, "The shop|All|one|two|Sub|Price|5|6 7|Next|Made in:|here|");
  EXPECT_EQ(texts.title(), "The shop");
  auto heading = [&](uint32_t text) {
    const uint32_t at = texts.heading(text);
    return at == kNoText ? "" : std::string(texts.heading_tag(at)) + " " + std::string(texts[at].text);
  };
  EXPECT_EQ(heading(1), "");  // a heading does not stand below itself
  EXPECT_EQ(heading(3), "h1 All");
  EXPECT_EQ(heading(6), "h3 Sub");
  EXPECT_EQ(texts.outer_heading(4), 1u);  // h1 above h3
  EXPECT_EQ(texts.outer_heading(8), 1u);  // and above h2
  EXPECT_EQ(texts.outer_heading(1), kNoText);
  EXPECT_EQ(texts.label_before(6), 5u);  // dt
  EXPECT_EQ(texts.label_before(7), 5u);
  EXPECT_EQ(texts.label_before(7, 6), kNoText);  // not before the first that counts
  EXPECT_EQ(texts.label_before(10), 9u);         // a colon
  const NodeId list = texts.tree().parent(texts[5].element);
  EXPECT_EQ(texts.begin(list), 5u);
  EXPECT_EQ(texts.end(list), 8u);
  EXPECT_EQ(texts.joined(list, 5), "Price 5");
  EXPECT_EQ(texts.joined(list, 60), "Price 5 6 7");
}

TEST(DataIslands, LeavesHavePathsAndPlaces) {
  auto page = page_of(
      R"(<script type="application/ld+json">{"@type":"Recipe","name":"A \u00e9 &amp; b","author":[{"@type":"Person","name":"X"}],"n":3}</script>)");
  const auto& leaves = page->view<DataIslands>().leaves();
  ASSERT_EQ(leaves.size(), 5u);
  EXPECT_EQ(leaves[1].path, "Recipe.name");
  EXPECT_EQ(leaves[1].text, "A \xc3\xa9 & b");
  EXPECT_EQ(page->text(leaves[1].span), "A \\u00e9 &amp; b");
  EXPECT_EQ(leaves[3].path, "author.Person.name");
  EXPECT_EQ(leaves[4].text, "3");
}

TEST(Locate, AsAPersonSeesIt) {
  auto page =
      page_of("<title>Cup 1</title><p>A <b>red</b>\n cup</p><img alt='red cup'><p>redcup red&nbsp;cup</p>");
  auto places = locate(*page, "red cup");
  EXPECT_EQ(cut(*page, places), (std::vector<std::string>{"red</b>\n cup", "red cup", "red&nbsp;cup"}));
  EXPECT_TRUE(places[1].whole);
  EXPECT_FALSE(places[0].whole);
  auto title = locate(*page, "Cup 1");
  ASSERT_EQ(title.size(), 1u);
  EXPECT_TRUE(title[0].whole);
  EXPECT_TRUE(locate(*page, "nowhere").empty());
  EXPECT_TRUE(locate(*page, " ").empty());
}

TEST(Locate, PlainText) {
  auto page = page_of("one  two\nthree 21187 118", "page.html", MediaType::text);
  EXPECT_EQ(cut(*page, locate(*page, "two three")), std::vector<std::string>{"two\nthree"});
  EXPECT_EQ(locate(*page, "118").size(), 1u);
}

// Headers of the cells whose text is a digit, in order.
std::string headers_of(const std::string& html) {
  auto page = page_of(html);
  const Tree& tree = page->view<Tree>();
  const auto& headers = page->view<TableHeaders>();
  std::string out;
  for (NodeId n = 0; n < tree.size(); ++n)
    if (tree.is_text(n) && is_digit(tree.text(n).front())) out += headers.above(n) + ";";
  return out;
}

TEST(TableHeaders, StandAboveTheColumn) {
  EXPECT_EQ(headers_of("<table><tr><th>A<th>B<tr><td>1<td><i>2</i><tr><td>3<td>4</table>"), "A;B;A;B;");
  EXPECT_EQ(headers_of("<table><thead><tr><td>A<td>B<tbody><tr><td>1<td>2</table>"), "A;B;");
  EXPECT_EQ(headers_of("<table><tr><td><b>A</b><td><strong>B</strong><tr><td>1<td>2</table>"), "A;B;");
  EXPECT_EQ(headers_of("<table><tr><td>A<td>B<tr><td>1<td>2</table>"), ";;");
  EXPECT_EQ(headers_of("<p>1<table><tr><th>2<td>x</table>"), ";;");
}

TEST(TableHeaders, SpansMoveColumns) {
  EXPECT_EQ(headers_of("<table><tr><th colspan=2>A<th>B<tr><td>1<td>2<td>3</table>"), "A;A;B;");
  EXPECT_EQ(headers_of("<table><tr><th>A<th>B<tr><td rowspan=2>1<td>2<tr><td>3</table>"), "A;B;B;");
  EXPECT_EQ(headers_of("<table><tr><th rowspan=2>A<th>B<tr><th>C<tr><td>1<td>2</table>"), "A;C;");
  EXPECT_EQ(headers_of("<table><tr><th>A<th>B<tr><td>1<td>2<table><tr><td>3</table></table>"), "A;B;;");
  EXPECT_EQ(headers_of("<table><tr><th colspan=9999999>A<th rowspan=-3>B<tr><td>1</table>"), "A;");
}

}  // namespace
}  // namespace gleaner::html
