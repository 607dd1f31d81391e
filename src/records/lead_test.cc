// What values begin with and are not: labels and joining words; and dividers at their ends.
#include <gtest/gtest.h>

#include <random>

#include "base/seed_test.h"
#include "base/text.h"
#include "records/fields.h"
#include "records/region.h"
#include "records/weights.h"

namespace gleaner::records {
namespace {

TEST(Lead, LabelsAndJoiningWords) {
  EXPECT_EQ(common_lead({"Price: 9.90", "Price: 3.50", "Price: 12.00", "Price: 7.00"}), "Price:");
  EXPECT_EQ(common_lead({"by Joel", "by Anna", "by Kim", "by Lee"}), "by");
  EXPECT_EQ(common_lead({"posted on May 2", "posted on May 3", "posted on June 1", "posted on June 7"}),
            "posted on");
  // one in ten may lack it
  EXPECT_EQ(common_lead({"by A", "by B", "by C", "by D", "by E", "by F", "by G", "by H", "by I", "Staff"}),
            "by");
}

TEST(Lead, TitlesAndTimesKeepTheirBeginning) {
  EXPECT_EQ(common_lead({"The Hill", "The Sea", "The Road", "The Wood"}), "");  // written large
  EXPECT_EQ(common_lead({"12:30", "12:45", "12:50", "12:55"}), "");             // times
  EXPECT_EQ(common_lead({"http://a.example", "http://b.example", "http://c.example", "http://d.example"}),
            "");
  EXPECT_EQ(common_lead({"in stock", "in stock", "in stock", "in stock"}), "");  // nothing varies after it
  EXPECT_EQ(common_lead({"by Joel", "by Anna"}), "");                            // too few to tell
  EXPECT_EQ(common_lead({"by Joel", "of Anna", "by Kim", "of Lee"}), "");        // not the same word
  EXPECT_EQ(common_lead({"only", "only", "only", "only"}), "");                  // nothing follows
  EXPECT_EQ(common_lead({"", "", "", ""}), "");
  EXPECT_EQ(common_lead({}), "");
}

// Slow and obvious: a lead opens nine of ten texts, ends at a word, and what follows it varies.
TEST(Lead, IsTrueOfRandomTexts) {
  const unsigned seed = test_seed(20261);
  std::mt19937 random(seed);
  const std::vector<std::string> words = {"by", "on", "Price:", "Ann", "Bob", "7", "new"};
  size_t found = 0;
  for (int round = 0; round < 4000; ++round) {
    std::vector<std::string> texts;
    const std::string usual = words[random() % words.size()];
    for (unsigned i = 0, n = 3 + random() % 6; i < n; ++i) {
      std::string text = random() % 8 ? usual : words[random() % words.size()];
      for (unsigned w = random() % 3; w > 0; --w) text += " " + words[random() % words.size()];
      texts.push_back(std::move(text));
    }
    const std::string lead = common_lead(texts);
    if (lead.empty()) continue;
    ++found;
    std::map<std::string, size_t> rests;
    size_t with = 0, most = 0;
    for (const std::string& text : texts)
      if (text.starts_with(lead + " ")) ++with, most = std::max(most, ++rests[text.substr(lead.size())]);
    EXPECT_GE(double(with), kLeadShare * double(texts.size())) << lead << " seed " << seed;
    EXPECT_LT(double(most), kLeadShare * double(texts.size())) << lead << " seed " << seed;
  }
  EXPECT_GT(found, 50u);
}

// The fields of the page's first paragraph.
struct Page {
  explicit Page(const std::string& html) {
    DocumentOptions options;
    options.media_type = MediaType::html;
    Budget budget;
    analysis = std::make_unique<Analysis>(*Document::from_bytes(html, options), budget);
  }
  FieldPlace field() const {
    const Outline& outline = analysis->outline();
    for (uint32_t n = 0; n < outline.size(); ++n)
      if (!outline.is_text(n) && outline.tree().name(outline[n].id) == "p")
        return fields_of(outline, {n, n}).at(0);
    return {};
  }
  std::unique_ptr<Analysis> analysis;
};

std::string stripped(const std::string& html, std::string_view lead) {
  const Page page(html);
  FieldPlace field = page.field();
  if (!strip_lead(page.analysis->outline(), field, lead)) return "unchanged";
  const Span span = field_span(page.analysis->outline(), field);
  return field_text(page.analysis->outline(), field) + "|" +
         std::string(page.analysis->document().text().substr(span.begin, span.end - span.begin));
}

TEST(Lead, IsTakenOffTextAndSpan) {
  EXPECT_EQ(stripped("<p>by Joel</p>", "by"), "Joel|Joel");
  EXPECT_EQ(stripped("<p>\n  posted \t on\n May 2 </p>", "posted on"), "May 2|May 2");
  EXPECT_EQ(stripped("<p>by\xC2\xA0Joel</p>", "by"), "Joel|Joel");
  EXPECT_EQ(stripped("<p>by&nbsp;<b>Joel</b></p>", "by"), "Joel|Joel");  // the value is in the next text
  EXPECT_EQ(stripped("<p>Joel</p>", "by"), "unchanged");
  EXPECT_EQ(stripped("<p>by</p>", "by"), "unchanged");  // nothing would be left
  EXPECT_EQ(stripped("<p>by Joel</p>", ""), "unchanged");
}

std::string without_dividers(const std::string& html) {
  const Page page(html);
  FieldPlace field = page.field();
  strip_dividers(page.analysis->outline(), field);
  return field_text(page.analysis->outline(), field);
}

TEST(Dividers, GoFromBothEnds) {
  EXPECT_EQ(without_dividers("<p>Town hall, </p>"), "Town hall");
  EXPECT_EQ(without_dividers("<p>| 12 comments |</p>"), "12 comments");
  EXPECT_EQ(without_dividers("<p>\xC2\xB7 2 May</p>"), "2 May");
  EXPECT_EQ(without_dividers("<p>Library, 2nd floor,</p>"), "Library, 2nd floor");
  EXPECT_EQ(without_dividers("<p>,</p>"), ",");  // nothing else is there
  EXPECT_EQ(without_dividers("<p>a;<b>b</b>;</p>"), "a;b");
}

}  // namespace
}  // namespace gleaner::records
