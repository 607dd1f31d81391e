// One field or several: fields that are made of the same parts in every record become a column a part.
#include <gtest/gtest.h>

#include "records/convert.h"
#include "records/region.h"

namespace gleaner::records {
namespace {

// Data columns and values of the page's best region, a record a line: "title=A price=1".
std::vector<std::string> rows_of(const std::string& html) {
  DocumentOptions options;
  options.media_type = MediaType::html;
  Budget budget;
  const Analysis page(*Document::from_bytes(html, options), budget);
  std::vector<std::string> out;
  if (page.candidates().empty()) return out;
  const Region region = page.describe(0);
  const std::vector<uint32_t> shown = data_columns(region.columns);
  for (const FoundRecord& record : region.records) {
    std::string line;
    for (const Cell& cell : record.cells)
      if (std::find(shown.begin(), shown.end(), cell.column) != shown.end() && cell.attribute.empty())
        line += (line.empty() ? "" : " ") + region.columns[cell.column].name + "=" + cell.text;
    out.push_back(std::move(line));
  }
  return out;
}

std::string list(const std::vector<std::string>& parts) {
  std::string out = "<ul>";
  for (size_t i = 0; i < parts.size(); ++i)
    out += "<li><h3><a href=/" + std::to_string(i) + ">Thing " + std::to_string(i) + "</a></h3><p>" +
           parts[i] + "</p></li>";
  return out + "</ul>";
}

TEST(Split, PartsInElementsOfTheirOwn) {
  EXPECT_EQ(rows_of(list({"<span class=lang>PHP</span> <span class=stars>945</span>",
                          "<span class=lang>C</span> <span class=stars>12</span>",
                          "<span class=lang>Go</span> <span class=stars>7</span>",
                          "<span class=lang>Ada</span> <span class=stars>31</span>"})),
            (std::vector<std::string>{"title=Thing 0 lang=PHP stars=945", "title=Thing 1 lang=C stars=12",
                                      "title=Thing 2 lang=Go stars=7", "title=Thing 3 lang=Ada stars=31"}));
}

TEST(Split, ALabelNamesThePartAfterIt) {
  EXPECT_EQ(
      rows_of(list({"Price: <s class=was>9.90</s> <b class=now>8.90</b>", "Price: <b class=now>3.50</b>",
                    "Price: <b class=now>4.10</b>", "Price: <s class=was>7.00</s> <b class=now>6.00</b>",
                    "Price: <b class=now>1.20</b>"})),
      (std::vector<std::string>{"title=Thing 0 was=9.90 now=8.90", "title=Thing 1 now=3.50",
                                "title=Thing 2 now=4.10", "title=Thing 3 was=7.00 now=6.00",
                                "title=Thing 4 now=1.20"}));
}

TEST(Split, RunningTextStaysWhole) {
  const std::vector<std::string> rows =
      rows_of(list({"Some <b>bold</b> words", "No marks here at all",
                    "A <i>slanted</i> word and <b>another</b>", "Plain again, of other length"}));
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[2], "title=Thing 2 text=A slanted word and another");
}

TEST(Split, JoiningWordsGoWithTheirPart) {
  const std::vector<std::string> rows = rows_of(list({"by <a href=/u1>Joel</a> on <i class=day>2 May</i>",
                                                      "by <a href=/u2>Anna</a> on <i class=day>3 May</i>",
                                                      "by <a href=/u3>Kim</a> on <i class=day>9 June</i>",
                                                      "by <a href=/u4>Lee</a> on <i class=day>1 July</i>"}));
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[0], "title=Thing 0 by=Joel day=2 May");
}

TEST(Split, PagesOfASiteDecideTogether) {
  // two records show nothing by themselves; the site's choice splits them
  DocumentOptions options;
  options.media_type = MediaType::html;
  Budget budget;
  const std::string parts = "Price: <s class=was>9.90</s> <b class=now>8.90</b>",
                    more = "Price: <b class=now>3.50</b>",
                    other = "Price: <s class=was>2.00</s> <b class=now>1.90</b>";
  const Analysis few(*Document::from_bytes(list({parts, more}), options), budget);
  const Analysis many(*Document::from_bytes(list({parts, more, other, parts, more}), options), budget);
  ASSERT_FALSE(few.candidates().empty());
  const Region alone = few.describe(0), sure = many.describe(0);
  Choices choices;
  for (const ColumnVote& vote : sure.votes) choices.split[vote.column] = {vote.split, vote.parts, {}};
  const Region told = few.describe(0, true, true, &choices);
  auto has = [](const Region& region, std::string_view name) {
    return std::any_of(region.columns.begin(), region.columns.end(),
                       [&](const Column& c) { return c.name == name; });
  };
  EXPECT_TRUE(has(sure, "was"));
  EXPECT_FALSE(has(alone, "was"));
  EXPECT_TRUE(has(told, "was"));
}

std::string posts(const std::vector<int>& paragraphs) {
  std::string out = "<div>";
  for (size_t i = 0; i < paragraphs.size(); ++i) {
    const std::string n = std::to_string(i);
    out += "<div class=post><h2><a href=/" + n + ">Post " + n + "</a></h2><div class=body>";
    for (int k = 0; k < paragraphs[i]; ++k)
      out += "<p>Paragraph " + std::to_string(k) + " of post " + n +
             ", long enough to be taken for what it is: running text.</p>";
    out += "<h3>Comments " + n + "</h3></div></div>";
  }
  return out + "</div>";
}

TEST(Running, ParagraphsAreOneColumn) {
  DocumentOptions options;
  options.media_type = MediaType::html;
  Budget budget;
  const Analysis page(*Document::from_bytes(posts({1, 3, 4, 2, 1}), options), budget);
  const Region region = page.describe(0);
  std::vector<uint32_t> lists;
  for (uint32_t c = 0; c < region.columns.size(); ++c)
    if (region.columns[c].list) lists.push_back(c);
  ASSERT_EQ(lists.size(), 1u);
  std::vector<size_t> values;
  for (const FoundRecord& record : region.records)
    values.push_back(size_t(std::count_if(record.cells.begin(), record.cells.end(),
                                          [&](const Cell& cell) { return cell.column == lists[0]; })));
  EXPECT_EQ(values, (std::vector<size_t>{1, 3, 4, 2, 1}));
  EXPECT_EQ(region.running.size(), 1u);
}

TEST(Running, AlwaysAsManyAreColumns) {
  DocumentOptions options;
  options.media_type = MediaType::html;
  Budget budget;
  const Analysis page(*Document::from_bytes(posts({3, 3, 3, 3}), options), budget);
  for (const Column& column : page.describe(0).columns) EXPECT_FALSE(column.list) << column.name;
}

}  // namespace
}  // namespace gleaner::records
