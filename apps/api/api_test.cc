// The public interface, used as a stranger would: through the header and the shared library alone.
#include <gleaner/gleaner.h>
#include <gtest/gtest.h>

#include <string>
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
  EXPECT_EQ(cup["name"].text, "Caf\u00e9");
  EXPECT_EQ(page->bytes(*cup["name"].span), "Caf&eacute;");
  EXPECT_EQ(cup["price"].reading->type, Type::money);
  EXPECT_DOUBLE_EQ(cup["price"].number(), 6.9);
  EXPECT_EQ(cup["price"].reading->normal, "EUR");
  EXPECT_FALSE(cup["price"].rule.empty());
  ASSERT_EQ(cup["tags"].items.size(), 2u);
  EXPECT_EQ(cup["offers"].items[0]["seller"].text, "A");
  EXPECT_FALSE(found->records[1]["price"]);
  EXPECT_EQ(found->records[1]["price"].text, "");
  EXPECT_EQ(found->records[1]["price"]["amount"].number(7), 7);
  EXPECT_EQ(to_json(found->records[1]), R"({"name": "Jug"})");
}

// What the program prints for the same wrapper and page, readings included.
TEST(Api, JsonIsAsTheProgramWritesIt) {
  auto found = wrapper().extract(*Page::from_bytes("<li><b>Cup</b> <i>EUR 6.90</i><u>x</u>"));
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(
      to_json(found->records[0]),
      R"({"name": "Cup", "price": {"text": "EUR 6.90", "value": 6.9, "currency": "EUR"}, "tags": ["x"]})");
  auto typed = wrapper().with_types({{"price", "text"}, {"name", "number"}});
  ASSERT_TRUE(typed.ok());
  found = typed->extract(*Page::from_bytes("<li><b>7</b> <i>EUR 6.90</i>"));
  EXPECT_EQ(found->records[0]["name"].number(), 7);
  EXPECT_FALSE(wrapper().with_types({{"nam", "number"}}).ok());
  EXPECT_FALSE(wrapper().with_types({{"name", "numbr"}}).ok());
}

std::string shop(const std::string& row, int items) {
  std::string html = "<html><body><h1>Shop</h1><ul class=list>";
  const char* names[] = {"Cup", "Jug", "Pan", "Pot", "Lid", "Bowl", "Dish", "Tray"};
  for (int i = 0; i < items; ++i) {
    std::string one = row;
    one.replace(one.find("NAME"), 4, names[i % 8]);
    one.replace(one.find("PRICE"), 5, std::to_string(3 + i) + ".50");
    html += one;
  }
  return html + "</ul><p>end</p></body></html>";
}

TEST(Api, LearnsExtractsChecksExplainsRepairs) {
  const std::string row = "<li class=item><b>NAME</b> costs <i>EUR PRICE</i></li>";
  PageOptions named;
  named.name = "one.html";
  auto page = Page::from_bytes(shop(row, 6), named);
  auto labels = Labels().with(
      *page, R"({"records": [{"name": "Cup", "price": "EUR 3.50"}, {"name": "Jug", "price": "EUR 4.50"}]})");
  ASSERT_TRUE(labels.ok()) << labels.error().to_string();
  auto learned = learn(*labels);
  ASSERT_TRUE(learned.ok()) << learned.error().to_string();
  EXPECT_EQ(learned->missed + learned->wrong, 0u);
  auto found = learned->wrapper.extract(*page);
  ASSERT_EQ(found->records.size(), 6u);
  EXPECT_EQ(found->records[5]["name"].text, "Bowl");
  // the wrapper is a file
  auto again = Wrapper::parse(learned->wrapper.text());
  ASSERT_TRUE(again.ok()) << again.error().to_string();
  EXPECT_EQ(again->extract(*page)->records.size(), 6u);

  auto cells = learned->wrapper.explain(*page);
  ASSERT_TRUE(cells.ok());
  EXPECT_EQ(cells->size(), 12u);
  EXPECT_FALSE((*cells)[0].why.empty());

  auto fine = learned->wrapper.check({*page});
  ASSERT_TRUE(fine.ok()) << fine.error().to_string();
  EXPECT_EQ((*fine)[0].verdict, Verdict::fine);
  auto other = Page::from_bytes("<html><body><p>The shop is closed.</p></body></html>");
  EXPECT_EQ((*learned->wrapper.check({*other}))[0].verdict, Verdict::broken);

  const std::string card = "<div class=card><h3>NAME</h3><span class=cost>EUR PRICE</span></div>";
  auto second = Page::from_bytes(shop(row, 8)), redesigned = Page::from_bytes(shop(card, 6));
  auto repaired = repair(learned->wrapper, {*page, *second}, {*redesigned, *Page::from_bytes(shop(card, 8))});
  ASSERT_TRUE(repaired.ok()) << repaired.error().to_string();
  EXPECT_TRUE(repaired->better) << repaired->advice;
  EXPECT_EQ(repaired->wrapper.extract(*redesigned)->records.size(), 6u);
}

TEST(Api, FindsRecordsAndTablesWithoutLabels) {
  auto page = Page::from_bytes(shop("<li class=item><b>NAME</b> costs <i>EUR PRICE</i></li>", 8));
  auto found = find_records({*page});
  ASSERT_TRUE(found.ok()) << found.error().to_string();
  ASSERT_EQ(found->pages[0].size(), 8u);
  EXPECT_GE(found->columns.size(), 2u);
  EXPECT_EQ(find_records({*Page::from_bytes("")}).error().code, ErrorCode::not_found);

  auto tables = find_tables(*Page::from_bytes(
      "<table><tr><th>Name<th>Price<tr><td>Cup<td>6.90<tr><td>Jug<td>7.20<tr><td>Pan<td>8.00</table>"));
  ASSERT_TRUE(tables.ok());
  ASSERT_EQ(tables->size(), 1u);
  EXPECT_EQ((*tables)[0].columns, (std::vector<std::string>{"Name", "Price"}));
  EXPECT_EQ((*tables)[0].rows[1]["Price"].text, "7.20");
}

TEST(Api, ManyPagesInOrderOnSeveralThreads) {
  std::vector<Page> pages;
  for (int i = 1; i <= 40; ++i)
    pages.push_back(*Page::from_bytes(shop("<li><b>NAME</b><i>PRICE</i></li>", i % 7)));
  size_t at = 0;
  wrapper().extract_all(pages, 4, [&](const Page&, const Expected<Extraction>& found) {
    EXPECT_EQ(found->records.size(), size_t(++at % 7));
    return at < 30;
  });
  EXPECT_EQ(at, 30u);
}

TEST(Api, LimitsAreErrorsOrPartialResults) {
  Limits few;
  few.steps = 3;
  auto page = Page::from_bytes(shop("<li class=item><b>NAME</b><i>EUR PRICE</i></li>", 40));
  auto labels = Labels().with(*page, R"({"records": [{"name": "Cup", "price": "EUR 3.50"}]})");
  ASSERT_TRUE(labels.ok()) << labels.error().to_string();
  LearnOptions options;
  options.limits = few;
  auto learned = learn(*labels, options);
  EXPECT_TRUE(!learned.ok() || !learned->notes.empty());
  EXPECT_FALSE(learn(Labels()).ok());
  EXPECT_FALSE(Labels().with(*page, "nonsense").ok());
}

TEST(Api, SpansAreBytesAsStored) {
  PageOptions options;
  options.charset = "windows-1252";
  auto page = Page::from_bytes("<li>\xe9\xe9<b>caf\xe9</b>", options);
  ASSERT_TRUE(page.ok());
  EXPECT_EQ(page->charset(), "windows-1252");
  auto found = wrapper().extract(*page);
  EXPECT_EQ(page->bytes(*found->records[0]["name"].span), "caf\xe9");
}

TEST(Api, ErrorsSayWhatAndWhere) {
  auto none = Wrapper::load("/no/such.wrapper");
  ASSERT_FALSE(none.ok());
  EXPECT_NE(none.error().to_string().find("/no/such.wrapper"), std::string::npos);
  auto damaged = Wrapper::parse("format = 1\nkind = \"selector\"\nrecord = 7\n", "my.wrapper");
  ASSERT_FALSE(damaged.ok());
  EXPECT_EQ(damaged.error().code, ErrorCode::bad_input);
  EXPECT_EQ(damaged.error().exit_code(), 3);
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
