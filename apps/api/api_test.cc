// The public interface, used as a stranger would: through the header and the shared library alone.
#include <gleaner/gleaner.h>
#include <gtest/gtest.h>

#include <thread>

namespace gleaner::api {
namespace {

constexpr const char* kWrapper = R"(format = 1
kind = "selector"
record = "li"
[fields]
name = "b"
price = { css = "i", type = "money" }
tags = { css = "u", list = true }
[fields.offers]
css = "q"
list = true
[fields.offers.fields]
seller = "s"
)";

Wrapper wrapper() {
  auto made = Wrapper::parse(kWrapper);
  EXPECT_TRUE(made.ok()) << made.error().to_string();
  return *made;
}

TEST(Api, WalksRecordsWithSpans) {
  auto page = Page::from_bytes(
      "<ul><li><b>Caf&eacute;</b> <i>EUR 6.90</i><u>x</u><u>y</u><q><s>A</s></q><li><b>Jug</b></ul>");
  ASSERT_TRUE(page.ok());
  auto found = wrapper().extract(*page);
  ASSERT_TRUE(found.ok()) << found.error().to_string();
  ASSERT_EQ(found->records.size(), 2u);
  const Record& cup = found->records[0];
  EXPECT_EQ(cup.text("name"), "Caf\u00e9");
  EXPECT_EQ(page->bytes(*cup.find("name")->span), "Caf&eacute;");
  EXPECT_EQ(cup.find("price")->type, Type::money);
  EXPECT_DOUBLE_EQ(cup.find("price")->number, 6.9);
  EXPECT_EQ(cup.find("price")->normal, "EUR");
  EXPECT_FALSE(cup.find("price")->rule.empty());
  ASSERT_EQ(cup.find("tags")->items.size(), 2u);
  EXPECT_EQ(cup.find("offers")->items[0].find("seller")->text, "A");
  EXPECT_EQ(found->records[1].find("price"), nullptr);
  EXPECT_EQ(found->records[1].text("price"), "");
  EXPECT_EQ(to_json(found->records[1]), R"({"name": "Jug"})");
}

TEST(Api, SpansAreBytesAsStored) {
  PageOptions options;
  options.charset = "windows-1252";
  auto page = Page::from_bytes("<li>\xe9\xe9<b>caf\xe9</b>", options);
  ASSERT_TRUE(page.ok());
  EXPECT_EQ(page->charset(), "windows-1252");
  auto found = wrapper().extract(*page);
  EXPECT_EQ(page->bytes(*found->records[0].find("name")->span), "caf\xe9");
}

TEST(Api, ErrorsSayWhatAndWhere) {
  auto none = Wrapper::load("/no/such.wrapper");
  ASSERT_FALSE(none.ok());
  EXPECT_NE(none.error().to_string().find("/no/such.wrapper"), std::string::npos);
  auto damaged = Wrapper::parse("format = 1\nkind = \"selector\"\nrecord = 7\n", "my.wrapper");
  ASSERT_FALSE(damaged.ok());
  EXPECT_EQ(damaged.error().exit_code, 3);
  EXPECT_EQ(damaged.error().line, 3u);
  EXPECT_EQ(damaged.error().file, "my.wrapper");
  EXPECT_FALSE(Page::load("/no/such.html").ok());
}

TEST(Api, ThreadsShareAWrapper) {
  const Wrapper shared = wrapper();
  std::vector<std::thread> threads;
  std::vector<size_t> counts(4);
  for (size_t i = 0; i < counts.size(); ++i)
    threads.emplace_back([&, i] {
      for (int round = 0; round < 50; ++round)
        counts[i] += shared.extract(*Page::from_bytes("<li><b>x</b><li><b>y</b>"))->records.size();
    });
  for (std::thread& thread : threads) thread.join();
  for (size_t count : counts) EXPECT_EQ(count, 100u);
}

}  // namespace
}  // namespace gleaner::api
