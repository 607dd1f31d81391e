// Every node's span, cut from the source and decoded, is the node: on hand-made pages, on misnested ones, and
// on all pages of the corpora (skipped when they are not there).
#include <cstdlib>
#include <filesystem>
#include <random>

#include <gtest/gtest.h>

#include "base/seed_test.h"
#include "base/text.h"
#include "html/char_refs.h"
#include "html/tree.h"
#include "page/load.h"

namespace gleaner::html {
namespace {

DocumentPtr utf8_page(std::string text) {
  DocumentOptions options;
  options.media_type = MediaType::html;
  options.transport_charset = "utf-8";
  return Document::from_bytes(std::move(text), options).value();
}

std::string without_nul(std::string text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text.compare(i, 3, "\xef\xbf\xbd") == 0) i += 2;
    else if (text[i]) out += text[i];
  }
  return out;
}

// Counts mismatches: of texts, attribute values, tags. `first` tells of the first one.
size_t check(const Document& page, std::string* first = nullptr) {
  const Tree& tree = page.view<Tree>();
  size_t bad = 0;
  auto fail = [&](NodeId n, std::string_view what, std::string_view want, std::string_view got) {
    if (!bad++ && first)
      *first = page.name() + " node " + std::to_string(n) + " " + std::string(tree.name(n)) + " " +
               std::string(what) + ": [" + std::string(want.substr(0, 200)) + "] cut as [" +
               std::string(got.substr(0, 200)) + "]";
  };
  std::vector<Attribute> attributes;
  for (NodeId n = 0; n < tree.size(); ++n) {
    if (tree.is_text(n)) {
      std::string_view want = tree.text(n);
      std::string_view cut = page.text(tree.text_span(n));
      if (want == cut) continue;
      // Text from several places has a hull; its pieces are checked through single characters below.
      std::string decoded = without_nul(decode_text(cut)),
                  raw = without_nul(decode_text(cut, CharRefs::none));
      std::string wanted = without_nul(std::string(want));
      if (decoded == wanted || raw == wanted) continue;
      for (size_t i = 0; i < want.size() && i < 3000;) {
        uint32_t length = code_point_at(want, i).length;
        std::string_view one = page.text(tree.text_span(n, i, i + length));
        std::string d = decode_text(one);
        if (d.find(want.substr(i, length)) == std::string::npos && want.substr(i, length) != "\xef\xbf\xbd") {
          fail(n, "text", want, one);
          break;
        }
        i += length;
      }
    } else if (tree.is_element(n)) {
      for (const Attribute& a : tree.attributes_of(n, attributes)) {
        auto span = tree.attribute_span(n, a.name);
        if (!span) {
          if (!tree.start_tag(n).empty() && tree.name(n) != "html" && tree.name(n) != "body")
            fail(n, a.name, a.value, "no span");
          continue;
        }
        std::string got = without_nul(decode_text(page.text(*span), CharRefs::attribute));
        if (got != without_nul(std::string(a.value))) fail(n, a.name, a.value, got);
      }
      Span start = tree.start_tag(n);
      if (!start.empty()) {
        std::string_view tag = page.text(start);
        if (tag.front() != '<') fail(n, "start tag", tree.name(n), tag);
      }
      Span end = tree.end_tag(n);
      if (!end.empty() &&
          (page.text(end).substr(0, 2) != "</" ||
           !equals_ignoring_case(page.text(end).substr(2, tree.name(n).size()), tree.name(n))))
        fail(n, "end tag", tree.name(n), page.text(end));
    }
  }
  // What html and body span is worked out apart: all that is written in them.
  for (NodeId n = 1; n < tree.size(); ++n) {
    if (!tree.is_element(n) || tree.depth(n) > 2) continue;
    std::optional<Span> hull;
    for (NodeId i = n; i < tree.subtree_end(n); ++i)
      for (const Span part : {tree.start_tag(i), tree.end_tag(i), tree.is_element(i) ? Span{} : tree.span(i)})
        if (!part.empty()) hull = hull ? hull->hull(part) : part;
    const Span span = tree.span(n);
    if (hull && (span.begin != hull->begin || span.end != hull->end))
      fail(n, "span", page.text(*hull), page.text(span));
  }
  return bad;
}

TEST(TreeSpans, HandMade) {
  for (const char* text :
       {"<p>a &amp; b</p>",
        "<p>x&#8364;y&euro;z",
        "a\r\nb<br>c\rd",
        "<table>loose<tr><td>cell</table>",
        "<table><tr>a<td>b</td>c</tr>d</table>e",
        "<b>1<p>2</b>3</p>",
        "<title>a &lt; b</title><script>a && b</script>",
        "  lead<p>",
        "<!doctype html>\n \n<html>\n <head> <title>x</title> </head> \n<body> y </body> </html> \n z",
        "<a href='x?a=1&b=2&amp;c' b=&quot;>t</a>",
        "<svg><![CDATA[a&amp;b]]></svg>",
        "<p>a<!-- c --d>e",
        "<div><div><p>x</div>",
        "<template><p>in</p></template>out",
        "<select><option>a<option>b</select>",
        "<p>a\0b",
        "<textarea>\n x</textarea>",
        "&notit; &not &noti; <p title='&notit; &not'>",
        "<a><table><a>1<tr><td>2</table>3",
        "<frameset> <frame> </frameset> ",
        "<table> <caption>a</caption> <col> x <tbody> </table>",
        "<pre>\n\nx</pre>",
        "a<",
        "<a",
        "<a b",
        "<a b=",
        "<a b='",
        "</",
        "<!--",
        "&",
        "&#",
        "&#x",
        "&am"}) {
    auto page = utf8_page(text);
    std::string first;
    EXPECT_EQ(check(*page, &first), 0u) << text << "\n" << first;
  }
}

TEST(TreeSpans, EntitiesToTheCharacter) {
  auto page = utf8_page("<p>a &amp; b&eacute;c</p>");
  const Tree& tree = page->view<Tree>();
  for (NodeId n = 0; n < tree.size(); ++n) {
    if (!tree.is_text(n)) continue;
    EXPECT_EQ(page->text(tree.text_span(n, 2, 3)), "&amp;");
    EXPECT_EQ(page->text(tree.text_span(n, 4, 5)), "b");
    EXPECT_EQ(page->text(tree.text_span(n, 5, 7)), "&eacute;");
    EXPECT_EQ(page->text(tree.text_span(n, 7, 8)), "c");
  }
}

TEST(TreeSpans, Elements) {
  auto page = utf8_page("<ul id=a><li>one<li>two</li></ul>");
  const Tree& tree = page->view<Tree>();
  std::vector<std::string> spans;
  for (NodeId n = 0; n < tree.size(); ++n)
    if (tree.is_element(n) && (tree.name(n) == "ul" || tree.name(n) == "li"))
      spans.emplace_back(page->text(tree.span(n)));
  EXPECT_EQ(spans,
            (std::vector<std::string>{"<ul id=a><li>one<li>two</li></ul>", "<li>one", "<li>two</li>"}));
}

TEST(TreeSpans, Random) {
  unsigned seed = test_seed(101);
  std::mt19937 random(seed);
  const char* parts[] = {"<table>",     "</table>", "<tr>",     "<td>",       "a",
                         " ",           "\n",       "\r\n",     "&amp;",      "&lt",
                         "<b>",         "</b>",     "<p>",      "</p>",       "<i x=1 y='&gt;'>",
                         "</i>",        "<a>",      "</a>",     "<!--c-->",   "<select>",
                         "<option>",    "<svg>",    "</svg>",   "<template>", "</template>",
                         "<title>",     "</title>", "<script>", "</script>",  "<body>",
                         "</body>",     "<head>",   "</head>",  "<html>",     "</html>",
                         "<frameset>",  "x&#0;",    "<col>",    "<caption>",  "<math>",
                         "<br/>",       "</br>",    "<image>",  "<noscript>", "<textarea>",
                         "</textarea>", "<pre>\n"};
  for (uint32_t round = 0; round < at_length(20'000, 8'000); ++round) {
    std::string text;
    for (int i = int(random() % 14); i >= 0; --i) text += parts[random() % std::size(parts)];
    auto page = utf8_page(text);
    std::string first;
    ASSERT_EQ(check(*page, &first), 0u) << "seed " << seed << "\n" << text << "\n" << first;
  }
}

TEST(TreeSpans, Corpora) {
  const char* given = std::getenv("GLEANER_SHARED");
  std::filesystem::path shared = given ? given : GLEANER_SOURCE_DIR "/../shared";
  if (!std::filesystem::exists(shared / "corpora")) GTEST_SKIP() << "needs ../shared/corpora";
  size_t seen = 0, pages = 0, bad = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(shared / "corpora")) {
    std::string ending = entry.path().extension().string();
    if ((ending != ".html" && ending != ".htm") || seen++ % at_length(1, 12) != 0) continue;
    auto page = load_document(entry.path().string());
    ASSERT_TRUE(page.ok()) << page.error().to_string();
    std::string first;
    bad += check(**page, &first);
    if (!first.empty()) ADD_FAILURE() << first;
    ++pages;
    if (bad > 20) break;
  }
  EXPECT_EQ(bad, 0u);
  RecordProperty("pages", int(pages));
}

// What the builder notes while it builds, against what the tree says afterwards.
TEST(TreeSpans, BlankTextsAndBareElements) {
  auto page = utf8_page(
      "<p> \n <b>a</b>\t<i class=x>&nbsp;</i><table> <tr>fostered </table>"
      "<b id=one><p>two</b>three</p><font color=red><p>four");
  const Tree& tree = page->view<Tree>();
  std::vector<Attribute> attributes;
  for (NodeId n = 0; n < tree.size(); ++n) {
    if (tree.is_text(n)) {
      const bool blank = tree.text(n).find_first_not_of(" \n\t\r\f") == std::string_view::npos;
      EXPECT_EQ(tree.blank(n), blank) << "[" << tree.text(n) << "]";
    }
    const Span tag = tree.start_tag(n);
    const bool written = tree.is_element(n) && page->text(tag).find('=') != std::string_view::npos;
    EXPECT_TRUE(!written || !tree.attributes_of(n, attributes).empty()) << page->text(tag);
  }
}

TEST(TreeSpans, LaterTagsGiveHtmlAndBodyAttributes) {
  auto page = utf8_page("<html><body><p>x<body class=late><html lang=en>");
  const Tree& tree = page->view<Tree>();
  for (NodeId n = 0; n < tree.size(); ++n) {
    if (tree.name(n) == "body") {
      EXPECT_EQ(tree.attribute(n, "class"), "late");
    } else if (tree.name(n) == "html") {
      EXPECT_EQ(tree.attribute(n, "lang"), "en");
    }
  }
}

// The chosen option's content stands in selectedcontent too, as the standard has it.
TEST(TreeSpans, SelectedContentIsFilled) {
  auto page = utf8_page("<select><button><selectedcontent></button><option>one<option selected>two</select>");
  const Tree& tree = page->view<Tree>();
  size_t twos = 0;
  for (NodeId n = 0; n < tree.size(); ++n) twos += tree.is_text(n) && tree.text(n) == "two";
  EXPECT_EQ(twos, 2u);
}

TEST(TreeSpans, HostileShapesAreLinear) {
  constexpr uint32_t kDepth = at_length(1'000'000, 100'000);
  std::string deep;
  for (uint32_t i = 0; i < kDepth; ++i) deep += "<div>";
  auto page = utf8_page(deep);
  EXPECT_EQ(page->view<Tree>().size(), kDepth + 4);
  EXPECT_EQ(page->view<Tree>().span(3).end, deep.size());
  std::string line(20 << 20, 'x');
  EXPECT_EQ(utf8_page(line)->view<Tree>().size(), 5u);
}

}  // namespace
}  // namespace gleaner::html
