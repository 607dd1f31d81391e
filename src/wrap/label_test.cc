// Label files: every form, wrong ones, and spans bound to the text of a page.
#include "wrap/label.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "page/made_page_test.h"

namespace gleaner::wrap {
namespace {

TEST(Label, ReadsEveryForm) {
  auto labels = parse_labels(
      R"({"page": "a.html", "url": "http://a.org/", "complete": true, "records": [{"price": {"text": "118", "span": [3, 6]}, )"
      R"("name": "Cup", "gone": null, "n": 7, "tags": ["red", {"text": "large"}], "offers": [{"seller": "x"}, {"seller": "y", "text": "new"}]}], )"
      R"("negative": ["old", {"text": "118", "span": [9, 12], "field": "price"}], "count": {"author": 9}, "note": {"x": [1]}})"
      "\n\n"
      R"({"page": "b.html"})",
      "l.jsonl");
  ASSERT_TRUE(labels.ok()) << labels.error().to_string();
  ASSERT_EQ(labels->size(), 2u);
  const Label& label = (*labels)[0];
  EXPECT_TRUE(label.complete);
  const Record& record = label.records.at(0);
  EXPECT_EQ(record.find("price")->span, (Span{3, 6}));
  EXPECT_EQ(record.find("name")->text, "Cup");
  EXPECT_FALSE(record.find("name")->span);
  EXPECT_EQ(record.find("gone")->kind, Value::Kind::null);
  EXPECT_EQ(record.find("n")->text, "7");
  EXPECT_EQ(record.find("tags")->items[1].text, "large");
  EXPECT_EQ(record.find("offers")->items[1].fields[0].value.text, "y");
  EXPECT_EQ(record.find("offers")->items[1].fields[1].value.text, "new");  // a field, and no leaf
  EXPECT_EQ(label.negative_field, (std::vector<std::string>{"", "price"}));
  EXPECT_EQ(label.count.at("author"), 9);
  EXPECT_EQ((*labels)[1].line, 3u);
  // Written and read again it is the same.
  const std::string line = format_label(label, nullptr);
  auto again = parse_labels(line, "again");
  ASSERT_TRUE(again.ok()) << again.error().to_string() << line;
  EXPECT_EQ(format_label((*again)[0], nullptr), line);
}

TEST(Label, BadFilesSayFileAndLine) {
  const std::string good = R"({"page": "a.html", "records": []})"
                           "\n";
  const char* bad[] = {R"({"page": "a.html", "records": [)",
                       R"([1, 2])",
                       R"({"records": []})",
                       R"({"page": 7})",
                       R"({"page": "a", "records": {}})",
                       R"({"page": "a", "records": [3]})",
                       R"({"page": "a", "records": [{"x": {"text": "y", "span": [5]}}]})",
                       R"({"page": "a", "records": [{"x": {"text": "y", "span": [5, 2]}}]})",
                       R"({"page": "a", "records": [{"x": {"text": "y", "span": [-5, 2]}}]})",
                       R"({"page": "a", "count": {"x": "y"}})",
                       R"({"page": "a", "negative": [{"a": "b"}]})",
                       "\xff\xfe",
                       "{\"page\": \"a\"} trailing"};
  for (const char* line : bad) {
    auto labels = parse_labels(good + line + "\n", "l.jsonl");
    ASSERT_FALSE(labels.ok()) << line;
    EXPECT_EQ(labels.error().where.file, "l.jsonl") << line;
    EXPECT_EQ(labels.error().where.line, 2u) << line;
    EXPECT_EQ(labels.error().code, Code::bad_input) << line;
  }
}

DocumentPtr page(std::string bytes) { return page_of(std::move(bytes), "p.html"); }

Label labelled(std::string text, Span span) {
  Label label;
  label.page = "p.html";
  label.records.emplace_back();
  label.records[0].add("price", Value::make_text(std::move(text), span));
  return label;
}

TEST(Label, BindMapsBytesToText) {
  // Latin-1: each accented letter is one byte as stored, two in the text.
  const DocumentPtr document = page("<meta charset=iso-8859-1>\xe9\xe9<b>118</b>");
  const uint32_t at = uint32_t(document->bytes().find("118"));
  Label label = labelled("118", {at, at + 3});
  Status bound = bind(label, *document);
  ASSERT_TRUE(bound.ok()) << bound.error().to_string();
  EXPECT_EQ(label.records[0].find("price")->span->begin, at + 2);
  EXPECT_EQ(
      format_label_records("p", "", label.records, document.get()),
      fmt::format(
          "{{\"page\": \"p\", \"records\": [{{\"price\": {{\"text\": \"118\", \"span\": [{}, {}]}}}}]}}", at,
          at + 3));
}

TEST(Label, BindAllowsForAnotherCharset) {
  DocumentOptions options;
  options.transport_charset = "windows-1252";
  auto made = Document::from_bytes("<b>a parent\x92s guide</b>", options);
  ASSERT_TRUE(made.ok());
  Label label;
  label.records.emplace_back();
  label.records[0].fields.push_back({"title", Value::make_text("a parent\xc2\x92s guide", Span{3, 19})});
  EXPECT_TRUE(bind(label, **made).ok());
  label.records[0].fields[0].value = Value::make_text("a parrot\xc2\x92s guide", Span{3, 19});
  EXPECT_FALSE(bind(label, **made).ok());
}

TEST(Label, BindRefusesWhatIsNotThere) {
  const DocumentPtr document = page("<b>118</b> <i>A &amp; <u>B</u></i>");
  Label outside = labelled("118", {3, 600});
  EXPECT_FALSE(bind(outside, *document).ok());
  Label other = labelled("119", {3, 6});
  Status bound = bind(other, *document);
  ASSERT_FALSE(bound.ok());
  EXPECT_NE(bound.error().message.find("price"), std::string::npos);
  EXPECT_NE(bound.error().message.find("119"), std::string::npos);
  Label markup = labelled("A & B", {14, 27});
  EXPECT_TRUE(bind(markup, *document).ok());
}

}  // namespace
}  // namespace gleaner::wrap
