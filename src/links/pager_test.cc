// Pager links on small pages as sites write them, the words and numbers they are known
// by, and the mirror of features.
#include "links/pager.h"

#include <gtest/gtest.h>

#include "links/lexicon.h"
#include "page/made_page_test.h"

namespace gleaner::links {
namespace {

std::vector<Judged> judge(const std::string& html, const std::string& url) {
  return judge_links(*page_of(html), url);
}

std::string roles(const std::vector<Judged>& links) {
  std::string out;
  for (const Judged& one : links) out.append(out.empty() ? "" : " ").append(name_of(one.role));
  return out;
}

const std::string kList =
    "<html><body><ul class=menu><li><a href=/>Home</a><li><a href=/about>About us</a></ul>"
    "<div id=list><h3><a href=/item/1001>Espresso cup, 80 ml, white</a></h3><h3><a href=/item/1002>Espresso "
    "cup, 120 "
    "ml</a></h3>"
    "<h3><a href=/item/1003>Saucer of porcelain</a></h3><h3><a href=/item/1004>Milk jug with a "
    "lid</a></h3></div>"
    "<div class=pagination><a href='/list?page=1'>Previous</a> <a href='/list?page=1'>1</a> <b>2</b> "
    "<a href='/list?page=3'>3</a> <a href='/list?page=4'>4</a> <a href='/list?page=3'>Next &raquo;</a></div>"
    "</body></html>";

TEST(Pager, AListWithItsPager) {
  const auto links = judge(kList, "https://shop.example/list?page=2");
  EXPECT_EQ(roles(links), "other other detail detail detail detail previous page page page next");
  EXPECT_EQ(links.back().link.absolute, "https://shop.example/list?page=3");
}

// Entries of few letters are no menu, if their addresses are made alike.
TEST(Pager, APlainListOfShortNames) {
  const auto list = [](const std::string& a, const std::string& b, const std::string& c) {
    return roles(judge("<h1>Things</h1><ul><li><a href='" + a + "'>Cup</a><li><a href='" + b +
                           "'>Kettle</a><li><a href='" + c + "'>Teapot</a></ul>",
                       "https://shop.example/list.html"));
  };
  EXPECT_EQ(list("item1.html", "item2.html", "item30.html"), "detail detail detail");
  EXPECT_EQ(list("/shop/cup", "/shop/kettle", "/shop/teapot"), "detail detail detail");
  EXPECT_EQ(list("/", "/shop", "/about"), "other other other");
  EXPECT_EQ(list("home.html", "shop.html", "about.html"), "other other other");
  EXPECT_EQ(
      roles(
          judge("<table><tr><td><a href=/day/1>1</a><td><a href=/day/2>2</a><td><a href=/day/3>3</a></table>",
                "https://shop.example/list.html"))
          .find("detail"),
      std::string::npos);
}

TEST(Pager, NextPageIsTheSitesOwnWordFirst) {
  const std::string html = "<head><link rel=next href='?page=9'></head>" + kList;
  const auto document = page_of(html);
  EXPECT_EQ(next_page(*document, "https://shop.example/list?page=2")->url,
            "https://shop.example/list?page=9");
  const auto plain = page_of(kList);
  EXPECT_EQ(next_page(*plain, "https://shop.example/list?page=2")->url, "https://shop.example/list?page=3");
}

TEST(Pager, LastPageHasNoNext) {
  const std::string html =
      "<div class=pagination><a href='/list?page=1'>1</a> <a href='/list?page=2'>2</a> <span>3</span> "
      "<a href='/list?page=2'>Previous</a></div>";
  const auto document = page_of(html);
  EXPECT_FALSE(next_page(*document, "https://shop.example/list?page=3"));
}

TEST(Pager, NumbersAloneLeadOn) {
  const auto next = [](const std::string& pager) {
    const auto document = page_of("<div class=pager>" + pager + "</div>");
    const auto found = next_page(*document, "https://shop.example/list-2.html");
    return found ? found->url : "";
  };
  const std::string one = "<a href=list-1.html>1</a> ", two = "<a href=list-2.html>2</a> ",
                    three = "<a href=list-3.html>3</a> ", four = "<a href=list-4.html>4</a> ";
  EXPECT_EQ(next(one + "<b>2</b> " + three + four), "https://shop.example/list-3.html");
  EXPECT_EQ(next("<p>Many words stand before the pager here, as on most pages <b>1</b> " + two + three),
            "https://shop.example/list-2.html");
  EXPECT_EQ(next(one + two + three + four), "https://shop.example/list-3.html");
  EXPECT_EQ(next("<a href=list-0.html>1</a> " + three + "<b>4</b>"), "");
}

TEST(Pager, OlderEntriesLeadOn) {
  const std::string html =
      "<div class=blog-pager><a class=blog-pager-newer-link href='/search?updated-max=2016-04'>Newer "
      "Posts</a> "
      "<a class=blog-pager-older-link href='/search?updated-max=2016-02'>Older Posts</a></div>";
  const auto document = page_of(html);
  const auto next = next_page(*document, "https://blog.example/search?updated-max=2016-03");
  ASSERT_TRUE(next);
  EXPECT_EQ(next->url, "https://blog.example/search?updated-max=2016-02");
}

// Arrows that say all there is: two that point away from each other, or one that counts on from the page's
// own address.
TEST(Pager, ArrowsAlone) {
  const auto of = [](const std::string& pager) {
    return roles(judge("<h1>List</h1><p>Some text before the pager.</p><p>" + pager + "</p>",
                       "https://shop.example/list4.html"));
  };
  EXPECT_EQ(of("<a href=list3.html>&lt;&lt;</a> | <a href=list5.html>&gt;&gt;</a>"), "previous next");
  EXPECT_EQ(of("<a href=list3.html>&laquo;</a> Page 4 of 9 <a href=list5.html>&raquo;</a>"), "previous next");
  EXPECT_EQ(of("<a href='?p=2'>&gt;&gt;</a>"), "next");
  EXPECT_EQ(of("<a href=list3.html>&lt;</a>"), "previous");
  EXPECT_EQ(of("<a href=list1.html>&lt;&lt;</a> <a href=list3.html>&lt;</a> <a href=list5.html>&gt;</a> "
               "<a href=list9.html>&gt;&gt;</a>"),
            "other previous next other");
  // a slider, a month, links that go anywhere
  EXPECT_EQ(of("<a href='#'>&lt;&lt;</a> <a href='#'>&gt;&gt;</a>"), "other other");
  EXPECT_EQ(of("<a href='/cal?m=2'>&lt;&lt;</a> March <a href='/cal?m=4'>&gt;&gt;</a>"), "other other");
  EXPECT_EQ(of("<a href=/home>&lt;&lt;</a> <a href=/shop/offers>&gt;&gt;</a>"), "other other");
}

TEST(Lexicon, Numbers) {
  EXPECT_EQ(number_of("3"), 3u);
  EXPECT_EQ(number_of("[12]"), 12u);
  EXPECT_EQ(number_of("page 4"), 4u);
  EXPECT_EQ(number_of("1,204"), 1204u);
  EXPECT_EQ(number_of("3.5"), std::nullopt);
  EXPECT_EQ(number_of("123456"), std::nullopt);
  EXPECT_EQ(number_of("3 replies"), std::nullopt);
  EXPECT_EQ(number_of(""), std::nullopt);
}

TEST(Lexicon, WordsInManyLanguages) {
  const auto cue = [](std::string_view text, Cue which) {
    return cues_of(fold(text)) >> unsigned(which) & 1;
  };
  for (std::string_view text :
       {"Next", "NÄCHSTE Seite", "Следующая", "次のページ", "下一页", "suivant", "ΕΠΟΜΕΝΗ", "다음"})
    EXPECT_TRUE(cue(text, Cue::next)) << text;
  for (std::string_view text : {"Previous", "Zurück", "Назад", "前へ", "上一页", "précédent"})
    EXPECT_TRUE(cue(text, Cue::prev)) << text;
  for (std::string_view text : {"nextdoor", "context", "backup", "Текст"})
    EXPECT_EQ(cues_of(fold(text)), 0u) << text;
}

TEST(Lexicon, Arrows) {
  EXPECT_EQ(arrow_of("next >"), Arrow::next);
  EXPECT_EQ(arrow_of("»"), Arrow::far_next);
  EXPECT_EQ(arrow_of("|<"), Arrow::far_prev);
  EXPECT_EQ(arrow_of("a = b"), Arrow::none);
}

TEST(Features, TheMirrorIsItsOwnInverse) {
  for (size_t i = 0; i < kFeatures; ++i) {
    const Feature feature = Feature(i);
    EXPECT_EQ(mirrored(mirrored(feature)), feature) << name_of(feature);
  }
  EXPECT_EQ(mirrored(Feature::cross_empty_left_run), Feature::cross_empty_right_run);
  EXPECT_EQ(mirrored(Feature::arrow_far_next_alone), Feature::arrow_far_prev_alone);
}

TEST(Pager, AnyPage) {
  EXPECT_TRUE(judge("", "https://a.example/").empty());
  EXPECT_EQ(roles(judge("<a href>x</a><a href='http://['>next</a><a href='%zz'>2</a>", "")).find("detail"),
            std::string::npos);
  judge("<a href='?p=99999999999999999999'>99999999999999</a>", "https://a.example/?p=1");
}

}  // namespace
}  // namespace gleaner::links
