// Labels on pages: texts found as a person sees them, spans checked, and what is said of those that are not
// there.
#include "label/resolve.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace gleaner::label {
namespace {

class Resolve : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        std::filesystem::temp_directory_path() /
        (std::string("gleaner_label_") + ::testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_ / "sub");
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return (folder_ / name).string();
  }
  std::filesystem::path folder_;
};

TEST_F(Resolve, FindsTextsAsAPersonSeesThem) {
  write("sub/a.html",
        "<p>Tom &amp; <b>Jerry</b></p><i>6.90</i><i>6.90</i><a href='/x?a=1&amp;b=2'>go</a><p>Tom\n Cat</p>");
  const std::string file = write(
      "l.jsonl",
      R"({"page": "sub/a.html", "records": [{"name": "Tom & Jerry", "price": "6.90", "link": "/x?a=1&b=2", "cat": "Tom Cat", )"
      R"("quoted": "Tom &amp; Jerry", "list": ["go", "6.90"]}]})");
  auto resolved = resolve(file);
  ASSERT_TRUE(resolved.ok()) << resolved.error().to_string();
  EXPECT_TRUE(resolved->problems.empty()) << resolved->problems[0].to_string();
  EXPECT_EQ(resolved->values, 7u);
  const wrap::Record& record = resolved->pages[0].label.records[0];
  const Document& document = *resolved->pages[0].document;
  EXPECT_EQ(document.text(*record.find("name")->span), "Tom &amp; <b>Jerry");
  EXPECT_EQ(record.find("price")->places.size(), 2u);
  EXPECT_FALSE(record.find("price")->span);
  EXPECT_EQ(document.text(*record.find("link")->span), "/x?a=1&amp;b=2");
  EXPECT_EQ(document.text(*record.find("cat")->span), "Tom\n Cat");
  EXPECT_EQ(record.find("quoted")->text, "Tom & Jerry");
}

// A minus is written as one of several dashes; without it the number is another one.
TEST_F(Resolve, TheSignOfANumberBelongsToIt) {
  write("a.html", "<p>\u22122.07</p><p>3.10</p>");
  auto resolved =
      resolve(write("l.jsonl", R"({"page": "a.html", "records": [{"balance": "-2.07", "other": "-3.10"}]})"));
  ASSERT_TRUE(resolved.ok());
  const wrap::Record& record = resolved->pages[0].label.records[0];
  const wrap::Value* balance = record.find("balance");
  ASSERT_TRUE(balance);
  EXPECT_EQ(balance->text, "\u22122.07");
  EXPECT_FALSE(record.find("other"));
  EXPECT_EQ(resolved->problems.size(), 1u);
}

TEST_F(Resolve, ATextThatIsNotThereNamesPageFieldAndText) {
  write("a.html", "<p>one</p>");
  const std::string file = write(
      "l.jsonl",
      R"({"page": "a.html", "records": [{"x": "one", "offers": [{"price": "nine"}], "y": ["one", "ten"]}]})"
      "\n");
  auto resolved = resolve(file);
  ASSERT_TRUE(resolved.ok());
  ASSERT_EQ(resolved->problems.size(), 2u);
  const std::string said = resolved->problems[0].to_string();
  for (const char* part : {"a.html", "offers.price", "nine", "l.jsonl:1"})
    EXPECT_NE(said.find(part), std::string::npos) << said;
  EXPECT_EQ(resolved->problems[0].code, Code::bad_input);
  // What cannot be used is gone, the rest is there.
  const wrap::Record& record = resolved->pages[0].label.records[0];
  EXPECT_EQ(record.fields.size(), 2u);
  EXPECT_EQ(record.find("y")->items.size(), 1u);
  EXPECT_EQ(resolved->values, 2u);
}

TEST_F(Resolve, SpansAreBoundAndChecked) {
  write("a.html", "<p>one</p><p>one</p>");
  const std::string file = write(
      "l.jsonl",
      R"({"page": "a.html", "records": [{"x": {"text": "one", "span": [13, 16]}, "y": {"text": "two", "span": [3, 6]}, )"
      R"("z": {"text": "one", "span": [3, 999]}}], "negative": [{"text": "one", "span": [3, 6]}, "nowhere"]})");
  auto resolved = resolve(file);
  ASSERT_TRUE(resolved.ok());
  EXPECT_EQ(resolved->problems.size(), 3u);
  const wrap::Label& label = resolved->pages[0].label;
  EXPECT_EQ(label.records[0].find("x")->places, std::vector<Span>{(Span{13, 16})});
  EXPECT_EQ(label.records[0].fields.size(), 1u);
  EXPECT_EQ(label.negative.size(), 1u);
  EXPECT_EQ(label.negative_field.size(), 1u);
}

TEST_F(Resolve, MissingPagesAreProblems) {
  write("a.html", "<p>one</p>");
  const std::string file = write("l.jsonl",
                                 "{\"page\": \"none.html\", \"records\": [{\"x\": \"y\"}]}\n"
                                 "{\"page\": \"a.html\", \"records\": [{\"x\": \"one\"}]}\n"
                                 "{\"page\": \"sub\", \"records\": []}\n");
  auto resolved = resolve(file, {.jobs = 3});
  ASSERT_TRUE(resolved.ok());
  EXPECT_EQ(resolved->pages.size(), 1u);
  EXPECT_EQ(resolved->problems.size(), 2u);
  EXPECT_NE(resolved->problems[0].to_string().find("none.html"), std::string::npos);
}

TEST_F(Resolve, BadFilesFail) {
  EXPECT_FALSE(resolve((folder_ / "none.jsonl").string()).ok());
  EXPECT_FALSE(resolve(folder_.string()).ok());
  EXPECT_FALSE(resolve(write("empty.jsonl", "\n")).ok());
  auto damaged = resolve(write("bad.jsonl", "{\"page\": \"a.html\"}\n{\"page\": \n"));
  ASSERT_FALSE(damaged.ok());
  EXPECT_EQ(damaged.error().where.line, 2u);
}

}  // namespace
}  // namespace gleaner::label
