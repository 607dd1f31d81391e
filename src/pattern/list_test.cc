// List pages: records as nodes and as runs, nested records, the camera shop of the paper, and what must not
// change an answer.
#include <gtest/gtest.h>

#include <random>

#include "base/seed_test.h"
#include "pattern/sample_pages_test.h"

namespace gleaner::pattern {
namespace {

using namespace testing_pages;

using Row = std::vector<std::pair<std::string, std::string>>;

wrap::LabelledPage labelled_list(const std::string& html, const std::vector<Row>& rows) {
  wrap::LabelledPage page = labelled(html, {});
  page.label.records.clear();
  for (const Row& row : rows) {
    wrap::Record record;
    for (const auto& [name, text] : row) record.add(name, wrap::Value::make_text(text));
    page.label.records.push_back(std::move(record));
  }
  return page;
}

struct Camera {
  std::string name, image, price;  // price empty: behind the cart
};

std::string shop(const std::vector<Camera>& cameras, const std::string& banner = "") {
  std::string out =
      "<html><head><title>Cameras</title></head><body><div id=nav><a href='/'>Home</a></div><table "
      "class=list>"
      "<tr><th>Camera</th><th>Price</th></tr>";
  for (size_t i = 0; i < cameras.size(); ++i) {
    const Camera& c = cameras[i];
    out += "<tr class=item><td><img src='" + c.image + "'><a class=name href='/p/" + std::to_string(i) +
           "'>" + c.name + "</a></td><td>" +
           (c.price.empty() ? std::string("<a class=cart href='/cart/1'>To view price add to cart</a>")
                            : "<b class=price>" + c.price + "</b>") +
           "</td></tr>";
    if (i == 1 && !banner.empty()) out += "<tr class=ad><td colspan=2>" + banner + "</td></tr>";
  }
  return out + "</table><p>Prices include tax</p></body></html>";
}

const std::vector<Camera> kFirst = {
    {"Canon A1", "a.jpg", "$129.00"}, {"Fuji X5", "b.jpg", ""}, {"Nikon D40", "c.jpg", "$399.00"}};
const std::vector<Camera> kSecond = {{"Leica M", "d.jpg", ""},
                                     {"Sony R7", "e.jpg", "$899.00"},
                                     {"Pentax K", "f.jpg", "$250.00"},
                                     {"Ricoh G", "g.jpg", ""}};

wrap::LabelledPage first_page() {
  return labelled_list(shop(kFirst), {{{"name", "Canon A1"}, {"image", "a.jpg"}, {"price", "$129.00"}},
                                      {{"name", "Fuji X5"}, {"image", "b.jpg"}},
                                      {{"name", "Nikon D40"}, {"image", "c.jpg"}, {"price", "$399.00"}}});
}

TEST(PatternList, CameraShopNeverTakesTheNeighboursPrice) {
  wrap::WrapperPtr w = learn({first_page()});
  EXPECT_EQ(values(*w, shop(kSecond), "name"), "Leica M || Sony R7 || Pentax K || Ricoh G");
  EXPECT_EQ(values(*w, shop(kSecond), "image"), "d.jpg || e.jpg || f.jpg || g.jpg");
  EXPECT_EQ(values(*w, shop(kSecond), "price"), " || $899.00 || $250.00 || ");
}

TEST(PatternList, AdvertisementsBetweenRecordsAreNoRecords) {
  wrap::WrapperPtr w = learn({first_page()});
  EXPECT_EQ(values(*w, shop(kSecond, "Buy <b>now</b>"), "name"), "Leica M || Sony R7 || Pentax K || Ricoh G");
}

TEST(PatternList, ReloadedListWrapperAnswersTheSame) {
  wrap::WrapperPtr w = learn({first_page()}), again = reload(*w);
  ASSERT_TRUE(again);
  for (const char* field : {"name", "image", "price"})
    EXPECT_EQ(values(*again, shop(kSecond), field), values(*w, shop(kSecond), field));
}

// Runs of siblings: a definition list.
TEST(PatternList, DefinitionListsAreRuns) {
  auto page = [](const std::vector<std::pair<std::string, std::string>>& items) {
    std::string out = "<h1>Words</h1><dl>";
    for (const auto& [word, sense] : items) out += "<dt>" + word + "</dt><dd>" + sense + "</dd>";
    return out + "</dl><p>end</p>";
  };
  wrap::WrapperPtr w = learn({labelled_list(
      page({{"span", "a range"}, {"tree", "nested nodes"}, {"leaf", "a node without children"}}),
      {{{"word", "span"}, {"sense", "a range"}},
       {{"word", "tree"}, {"sense", "nested nodes"}},
       {{"word", "leaf"}, {"sense", "a node without children"}}})});
  EXPECT_EQ(values(*w, page({{"root", "top"}, {"bit", "zero or one"}}), "word"), "root || bit");
  EXPECT_EQ(values(*w, page({{"root", "top"}, {"bit", "zero or one"}}), "sense"), "top || zero or one");
}

// ---------------------------------------------------------------- what must change nothing

TEST(PatternMetamorphic, UnrelatedChangesKeepEveryValue) {
  wrap::WrapperPtr w = learn({labelled(camera_page("Canon A1", "$129.00", "In stock"),
                                       {{"name", "Canon A1"}, {"price", "$129.00"}, {"stock", "In stock"}}),
                              labelled(camera_page("Fuji X", "$99.00", "Sold out"),
                                       {{"name", "Fuji X"}, {"price", "$99.00"}, {"stock", "Sold out"}})});
  std::string page = camera_page("Leica M", "$5,000.00", "Two left");
  auto replaced = [&](const std::string& what, const std::string& by) {
    std::string out = page;
    size_t at = out.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return out.replace(at, what.size(), by);
  };
  std::vector<std::string> changed = {
      replaced("<body>", "<body><div class=banner><p>Summer sale!</p><a href='/sale'>Look</a></div>"),
      replaced("<div id=main", "<div class=outer><div id=main"),
      replaced("class='product page'", "class='product page wide'"),
      replaced("<b class=\"price big\">", "<b data-x=1 class=\"price big\" lang=en>"),
      replaced("<div id=footer>", "<div id=footer><p>New: gift cards</p>"),
  };
  for (const std::string& other : changed)
    for (const char* field : {"name", "price", "stock"})
      EXPECT_EQ(values(*w, other, field), values(*w, page, field)) << other;
}

TEST(PatternMetamorphic, ListSurvivesBannersAndWrappers) {
  wrap::WrapperPtr w = learn({first_page()});
  std::string page = shop(kSecond);
  std::string wrapped = page;
  wrapped.replace(wrapped.find("<table"), 6, "<div class=x><p>Sale</p></div><div><table");
  for (const char* field : {"name", "price"}) EXPECT_EQ(values(*w, wrapped, field), values(*w, page, field));
}

// ---------------------------------------------------------------- budgets and bad input

TEST(PatternBudget, HugePageStopsInTime) {
  wrap::WrapperPtr w = learn({labelled(camera_page("Canon A1", "$129.00", "In stock"),
                                       {{"name", "Canon A1"}, {"price", "$129.00"}})});
  std::string huge = "<div id=main>";
  for (int i = 0; i < 66000; ++i) huge += "<p><b>x</b>y</p>";  // 200,000 nodes
  DocumentPtr page = document(huge);
  BudgetLimits limits;
  limits.steps = 20000;
  Budget budget(limits);
  wrap::RecordList sink;
  auto scratch = w->make_scratch();
  EXPECT_TRUE(w->extract(*page, *scratch, sink, budget).ok());
  EXPECT_TRUE(budget.exhausted());
  EXPECT_FALSE(sink.notes.empty());
  Budget unlimited;
  wrap::RecordList all;
  EXPECT_TRUE(w->extract(*page, *scratch, all, unlimited).ok());
}

TEST(PatternBudget, LearnerOnRandomLabelsNeverFails) {
  std::mt19937 random(test_seed(7));
  const std::string html = shop(kFirst, "Ad");
  for (int round = 0; round < 40; ++round) {
    std::vector<Row> rows(random() % 4);
    for (Row& row : rows)
      for (size_t i = random() % 3; i-- > 0;) {
        size_t at = random() % html.size(), length = 1 + random() % 12;
        row.push_back({random() % 2 ? "a" : "b", html.substr(at, length)});
      }
    Budget budget;
    auto learned = PatternLearner{}.learn({labelled_list(html, rows)}, {}, budget);
    if (!learned.ok()) {
      EXPECT_EQ(learned.error().code, Code::cannot_learn) << "seed 7 round " << round;
      continue;
    }
    EXPECT_TRUE(wrap::extract_all(*learned->wrapper, *document(shop(kSecond))).ok());
  }
}

TEST(PatternAlso, UnlabelledPagesKeepTheAnswersRight) {
  wrap::LearnOptions options;
  for (const char* name : {"Leica M", "Sony R7", "Pentax K", "Ricoh G", "Olympus E"})
    options.also.push_back(document(camera_page(name, "$" + std::to_string(name[0]) + ".00", "In stock")));
  wrap::WrapperPtr w = learn({labelled(camera_page("Canon A1", "$129.00", "In stock"),
                                       {{"name", "Canon A1"}, {"price", "$129.00"}})},
                             options);
  EXPECT_EQ(values(*w, camera_page("Zenit", "$11.00", "Sold out"), "name"), "Zenit");
  EXPECT_EQ(values(*w, camera_page("Zenit", "$11.00", "Sold out"), "price"), "$11.00");
}

}  // namespace
}  // namespace gleaner::pattern
