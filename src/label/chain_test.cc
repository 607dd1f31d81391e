// Places of nested labels: the chain against all choices of places on small pages, and what it leaves alone.
#include "label/chain.h"
#include "base/seed_test.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "label/resolve.h"
#include "page/made_page_test.h"

namespace gleaner::label {
namespace {

wrap::Label label_of(std::string records, const Document& document) {
  std::replace(records.begin(), records.end(), '\n', ' ');
  auto labels = wrap::parse_labels(
      R"({"page": "plays.html", "complete": true, "records": )" + records + "}\n", "x.jsonl");
  EXPECT_TRUE(labels.ok());
  Diagnostics problems;
  resolve_label(labels->front(), document, "x.jsonl", problems);
  EXPECT_TRUE(problems.empty());
  return labels->front();
}

// Begins of all values in the order of the label, -1 where the place is open.
std::vector<int> begins(wrap::Label& label) {
  std::vector<int> out;
  for (wrap::Record& record : label.records)
    wrap::for_each_leaf(record.fields, [&](const std::string&, wrap::Value& v) {
      out.push_back(v.span ? int(v.span->begin) : -1);
    });
  return out;
}

TEST(Chain, AFieldThatIsLabelledBehindItsPlaceIsFoundThereThoughAllItsTextsStandTwice) {
  const std::string text =
      "<h2>Corvo</h2><a>Act 1</a> <i>The forest</i><p><b>MERLE</b> goes</p><p><b>MERLE</b> stays</p>"
      "<a>Act 2</a> <i>The forest</i><p><b>MERLE</b> sings</p><p><b>MERLE</b> sleeps</p>"
      "<h2>Isolde</h2><a>Act 7</a> <i>The forest</i><p><b>MERLE</b> waits</p>";
  const DocumentPtr page = page_of(text);
  wrap::Label label = label_of(
      R"([{"title": "Corvo", "acts": [
          {"act": "Act 1", "lines": [{"who": "MERLE", "what": "goes"}, {"who": "MERLE", "what": "stays"}], "place": "The forest"},
          {"act": "Act 2", "lines": [{"who": "MERLE", "what": "sings"}, {"who": "MERLE", "what": "sleeps"}], "place": "The forest"}]}])",
      *page);
  settle_nested(label, *page);
  const std::vector<int> at = begins(label);
  const size_t first = text.find("The forest");
  ASSERT_EQ(at.size(), 13u);
  EXPECT_EQ(at[6], int(first));
  EXPECT_EQ(at[12], int(text.find("The forest", first + 1)));
}

TEST(Chain, EqualTextsMeanTheOneInTheirOwnRecord) {
  const std::string text =
      "<p>12 plays</p><h2>Corvo</h2><h3>Act 1</h3><p><i>12</i> MERLE</p><p><i>13</i> ODILE</p>"
      "<h3>Act 2</h3><p><i>12</i> MERLE</p><h2>Isolde</h2><h3>Act 1</h3><p><i>12</i> ODILE</p>";
  const DocumentPtr page = page_of(text);
  wrap::Label label = label_of(
      R"([{"title": "Corvo", "acts": [{"act": "Act 1", "lines": [{"n": "12", "who": "MERLE"}, {"n": "13", "who": "ODILE"}]},
          {"act": "Act 2", "lines": [{"n": "12", "who": "MERLE"}]}]},
          {"title": "Isolde", "acts": [{"act": "Act 1", "lines": [{"n": "12", "who": "ODILE"}]}]}])",
      *page);
  const std::vector<int> at = begins(label);
  std::vector<int> sorted = at;
  std::sort(sorted.begin(), sorted.end());
  EXPECT_EQ(at, sorted);
  EXPECT_EQ(std::count(at.begin(), at.end(), -1), 0);
  EXPECT_EQ(at[2], int(text.find("<i>12") + 3));  // not the number of plays
  EXPECT_EQ(at.back(), int(text.rfind("ODILE")));
}

// Fields that stand on the page in another order than in the label: seen from those that stand once.
TEST(Chain, FieldsMayBeLabelledInAnyOrder) {
  const std::string text =
      "<h2>A</h2><p><i>MERLE</i> <b>12</b></p><p><i>ODILE</i> <b>7</b></p><h2>B</h2><p><i>MERLE</i> <b>12</b></p>"
      "<p><i>CORVO</i> <b>8</b></p>";
  const DocumentPtr page = page_of(text);
  wrap::Label label = label_of(
      R"([{"t": "A", "l": [{"n": "12", "who": "MERLE"}, {"n": "7", "who": "ODILE"}]},
          {"t": "B", "l": [{"n": "12", "who": "MERLE"}, {"n": "8", "who": "CORVO"}]}])",
      *page);
  const std::vector<int> at = begins(label);
  ASSERT_EQ(at.size(), 10u);
  EXPECT_EQ(at[1], int(text.find("12")));
  EXPECT_EQ(at[3], int(text.find("7")));
  EXPECT_EQ(at[6], int(text.rfind("12")));
  EXPECT_EQ(at[7], int(text.rfind("MERLE")));
  EXPECT_EQ(at[8], int(text.rfind("8")));
}

TEST(Chain, FlatRecordsAndOtherOrdersStayAsTheyAre) {
  const DocumentPtr page = page_of("<p>a 1</p><p>b 1</p><p>c 1</p>");
  wrap::Label flat = label_of(R"([{"x": "a", "n": "1"}, {"x": "b", "n": "1"}])", *page);
  EXPECT_EQ(begins(flat), (std::vector<int>{3, -1, 13, -1}));
  wrap::Label backwards = label_of(
      R"([{"x": "c", "l": [{"n": "1"}]}, {"x": "b", "l": [{"n": "1"}]}, {"x": "a", "l": [{"n": "1"}]}])",
      *page);
  EXPECT_EQ(begins(backwards), (std::vector<int>{23, -1, 13, -1, 3, -1}));
}

// Lists of one letter a value: some choice of places in order exists whenever the oracle finds one, and all
// values are then placed in order, inside of the page.
TEST(Chain, FindsAnOrderWhereThereIsOne) {
  std::mt19937 random(test_seed(11));
  for (int round = 0; round < 300; ++round) {
    std::string text = "<p>";
    std::string labels = "[";
    for (int record = 0; record < 3; ++record) {
      labels += std::string(record ? ", " : "") + R"({"v": ")" + "xyz"[record] + R"(", "l": [)";
      text += std::string("<b>") + "xyz"[record] + "</b> ";
      const int items = 1 + int(random() % 3);
      for (int i = 0; i < items; ++i) {
        const char letter = "ab"[random() % 2];
        labels += std::string(i ? ", " : "") + R"({"w": ")" + letter + "\"}";
        if (random() % 3 == 0) text += "<u>a</u> ";
        text += std::string("<i>") + letter + "</i> ";
      }
      labels += "]}";
    }
    const DocumentPtr page = page_of(text + "</p>");
    wrap::Label label = label_of(labels + "]", *page);
    const std::vector<int> at = begins(label);
    for (size_t i = 0; i < at.size(); ++i) {
      ASSERT_GE(at[i], 0) << text;
      if (i) {
        ASSERT_LT(at[i - 1], at[i]) << text;
      }
    }
  }
}

}  // namespace
}  // namespace gleaner::label
