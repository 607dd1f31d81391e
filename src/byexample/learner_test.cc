// The learner and the wrapper as a person meets them: one example, counts, negatives, nesting, damage,
// budgets, size.
#include "byexample/learner.h"
#include "base/seed_test.h"

#include <gtest/gtest.h>

#include <random>

#include <fmt/format.h>

#include "byexample/wrapper.h"
#include "wrap/wrapper_file.h"

namespace gleaner::byexample {
namespace {

DocumentPtr page_of(std::string text, std::string name = "page.html") {
  DocumentOptions options;
  options.name = std::move(name);
  auto document = Document::from_bytes(std::move(text), options);
  EXPECT_TRUE(document.ok());
  return *document;
}

// A value by its n-th place in the page.
wrap::Value value(const Document& document, std::string_view text, int nth = 0) {
  size_t at = document.text().find(text);
  for (; nth > 0; --nth) at = document.text().find(text, at + 1);
  EXPECT_NE(at, std::string_view::npos) << text;
  return wrap::Value::make_text(std::string(text), {uint32_t(at), uint32_t(at + text.size())});
}

wrap::LabelledPage labelled(DocumentPtr document, std::vector<wrap::Record> records, bool complete = false) {
  wrap::LabelledPage page;
  page.label.page = document->name();
  page.label.records = std::move(records);
  page.label.complete = complete;
  page.document = std::move(document);
  return page;
}

wrap::Record record(std::vector<wrap::Field> fields) {
  wrap::Record made;
  made.fields = std::move(fields);
  return made;
}

struct Outcome {
  wrap::WrapperPtr wrapper;
  wrap::LearnReport report;
};

Outcome learn(std::vector<wrap::LabelledPage> pages, std::map<std::string, std::string> settings = {}) {
  wrap::LearnOptions options;
  options.settings = std::move(settings);
  Budget budget;
  auto learned = ExampleLearner().learn(pages, options, budget);
  EXPECT_TRUE(learned.ok()) << (learned.ok() ? "" : learned.error().to_string());
  if (!learned.ok()) return {};
  return {learned->wrapper, learned->report};
}

std::string shown(const wrap::Value& value);
std::string shown(const std::vector<wrap::Field>& fields) {
  std::string out;
  for (const wrap::Field& field : fields)
    out += (out.empty() ? "" : " ") + field.name + "=" + shown(field.value);
  return out;
}
std::string shown(const wrap::Value& value) {
  if (value.is_text()) return value.text;
  std::string out;
  for (const wrap::Value& item : value.items) out += (out.empty() ? "" : ",") + shown(item);
  return value.is_list() ? "[" + out + "]" : "(" + shown(value.fields) + ")";
}
std::vector<std::string> extracted(const wrap::Wrapper& wrapper, const Document& document) {
  auto records = wrap::extract_all(wrapper, document);
  EXPECT_TRUE(records.ok());
  std::vector<std::string> out;
  for (const wrap::Record& r : *records) out.push_back(shown(r.fields));
  return out;
}

TEST(Learner, OneExampleOfATextPage) {
  const auto page =
      page_of("Ann Lee (21): Oslo\nBo Ek (33): Bonn\n-- break --\nCy Roe (4): Rome\n", "people.txt");
  const auto made = learn({labelled(page, {record({{"name", value(*page, "Ann Lee")},
                                                   {"age", value(*page, "21")},
                                                   {"city", value(*page, "Oslo")}})})});
  EXPECT_EQ(extracted(*made.wrapper, *page),
            (std::vector<std::string>{"name=Ann Lee age=21 city=Oslo", "name=Bo Ek age=33 city=Bonn",
                                      "name=Cy Roe age=4 city=Rome"}));
}

TEST(Learner, TheCountStopsTheWindow) {
  const auto page = page_of(
      "<p>Intro <b>bold</b></p><li><b>Ann</b> tel <b>12</b><li><b>Bo</b> tel <b>34</b><li><b>Cy</b> tel "
      "<b>56</b>");
  auto example = labelled(page, {record({{"name", value(*page, "Ann")}, {"tel", value(*page, "12")}})});
  example.label.count = {{"name", 3}, {"tel", 3}};
  const auto made = learn({example});
  EXPECT_EQ(extracted(*made.wrapper, *page),
            (std::vector<std::string>{"name=Ann tel=12", "name=Bo tel=34", "name=Cy tel=56"}));
  const auto& model = static_cast<const ExampleWrapper&>(*made.wrapper).model();
  EXPECT_EQ(model.attributes[0].over, 0u);
  EXPECT_EQ(print_terms(model.patterns[0].left[0], true), "<li> <b>");
}

TEST(Learner, AWindowThatMatchesTooOftenIsNamed) {
  const auto page = page_of("<i>a</i> <i>b</i> <i>c</i> <i>d</i>");
  auto example = labelled(page, {record({{"word", value(*page, "c")}})});
  example.label.count = {{"word", 1}};
  wrap::LearnOptions options;
  Budget budget;
  auto learned = ExampleLearner().learn({example}, options, budget);
  ASSERT_TRUE(learned.ok());
  // "c" is told from the others only by quoting them; a page of the same letters cannot be told apart at all.
  const auto same = page_of(
      "<i>a</i><br><i>a</i><br><i>a</i><br><i>a</i><br><i>a</i><br><i>a</i><br><i>a</i><br><i>a</i><br><i>a</"
      "i><br><i>a</i><br>"
      "<i>a</i><br><i>a</i><br><i>a</i><br><i>a</i><br><i>a</i><br><i>a</i><br><i>a</i><br>");
  auto hopeless = labelled(same, {record({{"word", value(*same, "a", 8 * 1)}})});
  hopeless.label.count = {{"word", 1}};
  const auto made = learn({hopeless});
  ASSERT_FALSE(made.report.notes.empty());
  EXPECT_NE(made.report.notes[0].message.find("\"word\" matches"), std::string::npos)
      << made.report.notes[0].message;
  EXPECT_NE(made.report.notes[0].hint.find("negative"), std::string::npos);
}

TEST(Learner, ANegativeWidensTheWindow) {
  const auto page = page_of("<td>Total</td><b>9</b><td>Ann</td><b>12</b><td>Bo</td><b>34</b>");
  auto example = labelled(page, {record({{"score", value(*page, "12")}})});
  example.label.negative = {value(*page, "Total")};
  example.label.negative_field = {""};
  EXPECT_TRUE(learn({example}).wrapper);
  auto named = labelled(page, {record({{"name", value(*page, "Ann")}})});
  named.label.negative = {value(*page, "Total")};
  named.label.negative_field = {"name"};
  for (const std::string& found : extracted(*learn({named}).wrapper, *page)) EXPECT_NE(found, "name=Total");
}

const char* const kBibliography =
    "<h2>Volume 20, May 1995</h2><ul>\n"
    "<li><a href=1>Ann Lee</a>, <a href=2>Bo Ek</a>: <b>On Joins</b>. 1-20\n"
    "<li><a href=3>Cy Roe</a>: <b>On Views, Again</b>. 21-40\n</ul>\n"
    "<h2>Volume 21, June 1996</h2><ul>\n"
    "<li><a href=4>Di Fox</a>, <a href=5>Ed Gun</a>, <a href=6>Flo Hill</a>: <b>On Locks</b>. 3-9\n"
    "<li><b>Editorial</b>. 10-11\n"
    "<li><a href=7>Gus Ito</a>: <b>On Keys</b>\n</ul>\n";

wrap::LabelledPage edition(const DocumentPtr& page) {
  std::vector<wrap::Value> articles;
  articles.push_back(wrap::Value::make_record(
      {{"authors", wrap::Value::make_list({value(*page, "Ann Lee"), value(*page, "Bo Ek")})},
       {"title", value(*page, "On Joins")},
       {"pages", value(*page, "1-20")}}));
  articles.push_back(wrap::Value::make_record({{"authors", wrap::Value::make_list({value(*page, "Cy Roe")})},
                                               {"title", value(*page, "On Views, Again")},
                                               {"pages", value(*page, "21-40")}}));
  return labelled(page, {record({{"volume", value(*page, "20")},
                                 {"date", value(*page, "May 1995")},
                                 {"articles", wrap::Value::make_list(std::move(articles))}})});
}

const std::vector<std::string> kEditions = {
    "volume=20 date=May 1995 articles=[(authors=[Ann Lee,Bo Ek] title=On Joins pages=1-20),(authors=[Cy Roe] "
    "title=On Views, Again pages=21-40)]",
    "volume=21 date=June 1996 articles=[(authors=[Di Fox,Ed Gun,Flo Hill] title=On Locks "
    "pages=3-9),(title=Editorial pages=10-11),"
    "(authors=[Gus Ito] title=On Keys)]"};

TEST(Learner, NestedObjectsFromOneExample) {
  const auto page = page_of(kBibliography);
  const auto made = learn({edition(page)});
  EXPECT_EQ(extracted(*made.wrapper, *page), kEditions);
}

TEST(Learner, ObjectsSayWhoMadeThemAndWhatTheyLack) {
  const auto page = page_of(kBibliography);
  const auto made = learn({edition(page)});
  auto records = wrap::extract_all(*made.wrapper, *page);
  ASSERT_TRUE(records.ok());
  ASSERT_EQ(records->size(), 2u);
  EXPECT_EQ(made.wrapper->rules()[(*records)[0].rule].id, "object.both");
  EXPECT_NE(made.wrapper->explain(*page, &(*records)[1], "volume").words.find("\"Volume\" *"),
            std::string::npos);
  const auto books = page_of(
      "<b>One</b> by <i>Ann</i> $<tt>5</tt><hr><b>Two</b> $<tt>6</tt><hr><b>Three</b> by <i>Cy</i> "
      "$<tt>7</tt><hr>");
  const auto shop = learn({labelled(books, {record({{"title", value(*books, "One")},
                                                    {"author", value(*books, "Ann")},
                                                    {"price", value(*books, "5")}})})});
  auto sold = wrap::extract_all(*shop.wrapper, *books);
  ASSERT_EQ(sold->size(), 3u);
  EXPECT_EQ(shop.wrapper->rules()[(*sold)[1].rule].id, "object.bottom-up");
  EXPECT_NE(shop.wrapper->explain(*books, &(*sold)[1], "").words.find("missing: author"), std::string::npos);
  const auto why = shop.wrapper->explain(*books, &(*sold)[1], "author");
  EXPECT_TRUE(why.near_miss.has_value());
}

TEST(Learner, SeveralExamplesUniteAndNoObjectComesTwice) {
  const auto page =
      page_of("<p><b>A</b> <i>1</i><p><i>2</i> <b>B</b><p><b>C</b> <i>3</i><p><i>4</i> <b>D</b>");
  const auto made =
      learn({labelled(page, {record({{"name", value(*page, "A")}, {"n", value(*page, "1")}}),
                             record({{"name", value(*page, "B")}, {"n", value(*page, "2")}})})});
  for (const char* strategy : {"both", "top-down", "bottom-up"}) {
    const auto again =
        learn({labelled(page, {record({{"name", value(*page, "A")}, {"n", value(*page, "1")}}),
                               record({{"name", value(*page, "B")}, {"n", value(*page, "2")}})})},
              {{"strategy", strategy}});
    EXPECT_EQ(extracted(*again.wrapper, *page),
              (std::vector<std::string>{"name=A n=1", "name=B n=2", "name=C n=3", "name=D n=4"}))
        << strategy;
  }
}

TEST(Learner, PartialExamplesAreAllowed) {
  const auto page =
      page_of("<li><b>A</b> <i>1</i> <u>x</u><li><b>B</b> <i>2</i> <u>y</u><li><b>C</b> <i>3</i>");
  const auto made =
      learn({labelled(page, {record({{"name", value(*page, "A")}, {"n", value(*page, "1")}}),
                             record({{"name", value(*page, "B")}, {"mark", value(*page, "y")}})})});
  EXPECT_EQ(extracted(*made.wrapper, *page),
            (std::vector<std::string>{"name=A n=1 mark=x", "name=B n=2 mark=y", "name=C n=3"}));
}

TEST(Learner, TextsWithoutSpansFindTheirPlaces) {
  const auto page =
      page_of("<h1>Ann</h1><ul><li><b>Ann</b> <i>12</i><li><b>Bo</b> <i>34</i><li><b>Cy</b> <i>12</i></ul>");
  auto plain = [](std::string text) { return wrap::Value::make_text(std::move(text)); };
  const auto made = learn({labelled(page, {record({{"name", plain("Ann")}, {"n", plain("12")}}),
                                           record({{"name", plain("Bo")}, {"n", plain("34")}})})});
  EXPECT_EQ(extracted(*made.wrapper, *page),
            (std::vector<std::string>{"name=Ann n=12", "name=Bo n=34", "name=Cy n=12"}));
}

TEST(Learner, ContradictingLabelsAreErrors) {
  const auto page = page_of("<b>A</b><b>B</b>");
  wrap::LearnOptions options;
  Budget budget;
  const std::vector<wrap::LabelledPage> mixed = {
      labelled(page, {record({{"x", value(*page, "A")}}),
                      record({{"x", wrap::Value::make_record({{"y", value(*page, "B")}})}})})};
  auto learned = ExampleLearner().learn(mixed, options, budget);
  ASSERT_FALSE(learned.ok());
  EXPECT_EQ(learned.error().code, Code::cannot_learn);
  EXPECT_NE(learned.error().message.find("\"x\""), std::string::npos);
  auto nothing = ExampleLearner().learn({labelled(page, {})}, options, budget);
  ASSERT_FALSE(nothing.ok());
}

TEST(WrapperFile, ReadsBackExactly) {
  const auto page = page_of(kBibliography);
  const auto made = learn({edition(page)});
  wrap::Registry registry;
  register_family(registry);
  const std::string file = wrap::format_wrapper(*made.wrapper);
  auto loaded = wrap::parse_wrapper(file, "b.wrapper", registry);
  ASSERT_TRUE(loaded.ok()) << loaded.error().to_string() << file;
  EXPECT_EQ(extracted(*loaded->wrapper, *page), kEditions);
  EXPECT_EQ(wrap::format_wrapper(*loaded->wrapper), file);
}

TEST(WrapperFile, DamageIsAnErrorWithItsPlace) {
  const auto page = page_of(kBibliography);
  const std::string file = wrap::format_wrapper(*learn({edition(page)}).wrapper);
  wrap::Registry registry;
  register_family(registry);
  auto broken = [&](std::string from, const std::string& to) {
    std::string text = file;
    const size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
    auto loaded = wrap::parse_wrapper(text, "b.wrapper", registry);
    EXPECT_FALSE(loaded.ok()) << to;
    return loaded.ok() ? "" : loaded.error().to_string();
  };
  EXPECT_NE(broken("form = \"volume{1}", "form = \"volume{9}").find("b.wrapper:"), std::string::npos);
  EXPECT_NE(broken("<b>", "<b").find("terms"), std::string::npos);
  broken("strategy = \"both\"", "strategy = \"sideways\"");
  broken("attribute = \"date\"", "attribute = \"dates\"");
}

// A page of many objects with irregularities; the truth beside it.
std::string many_objects(size_t n, std::vector<std::string>& truth) {
  std::string page = "<html><body><h1>List</h1>\n";
  for (size_t i = 0; i < n; ++i) {
    const bool lacks = i % 7 == 3;
    page +=
        fmt::format("<p><b>N{}</b>{} <i>{}</i>\n", i, lacks ? "" : fmt::format(" <u>A{}</u>", i), i % 100);
    truth.push_back(fmt::format("name=N{}{} n={}", i, lacks ? "" : fmt::format(" author=A{}", i), i % 100));
  }
  return page + "</body></html>";
}

TEST(Wrapper, TwentyThousandObjectsOnAMegabyte) {
  std::vector<std::string> truth;
  const auto page = page_of(many_objects(20000, truth) + std::string(300000, ' '));
  EXPECT_GT(page->text().size(), 1000000u);
  const auto made = learn({labelled(page, {record({{"name", value(*page, "N0")},
                                                   {"author", value(*page, "A0")},
                                                   {"n", value(*page, "0", 2)}})})});
  EXPECT_EQ(extracted(*made.wrapper, *page), truth);
}

TEST(Wrapper, ABudgetLeavesAPartOfThePage) {
  std::vector<std::string> truth;
  const auto page = page_of(many_objects(20000, truth));
  const auto made =
      learn({labelled(page, {record({{"name", value(*page, "N0")}, {"author", value(*page, "A0")}})})});
  BudgetLimits limits;
  limits.steps = 3000;
  Budget budget(limits);
  wrap::RecordList list;
  auto scratch = made.wrapper->make_scratch();
  ASSERT_TRUE(made.wrapper->extract(*page, *scratch, list, budget).ok());
  ASSERT_FALSE(list.records.empty());
  EXPECT_LT(list.records.size(), 20000u);
  EXPECT_TRUE(list.records.back().partial);
  ASSERT_FALSE(list.notes.empty());
  EXPECT_EQ(list.notes[0].code, Code::budget);
  Budget small(limits);
  EXPECT_FALSE(
      ExampleLearner().learn({labelled(page, {record({{"name", value(*page, "N0")}})})}, {}, small).ok());
}

// Random lists with missing and swapped components: bottom-up finds every object that has a boundary, and
// nothing is given twice.
TEST(Wrapper, RandomListsLoseNothing) {
  const unsigned seed = test_seed(3);
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 60; ++round) {
    std::string text = "<h1>x</h1>\n";
    std::vector<std::string> truth;
    for (int i = 0; i < 12; ++i) {
      const std::string name = fmt::format("<b>n{}</b>", i), city = fmt::format("<i>c{}</i>", i),
                        tel = fmt::format("<u>t{}</u>", i);
      std::vector<std::string> parts = {name};
      const bool has_city = i == 0 || random() % 4, has_tel = i == 0 || random() % 4;
      if (has_city) parts.push_back(city);
      if (has_tel) parts.push_back(tel);
      if (i > 0 && random() % 3 == 0) std::swap(parts.front(), parts.back());
      text += "<li>";
      for (const std::string& part : parts) text += part + " ";
      text += "\n";
      truth.push_back(fmt::format("name=n{}{}{}", i, has_city ? fmt::format(" city=c{}", i) : "",
                                  has_tel ? fmt::format(" tel=t{}", i) : ""));
    }
    const auto page = page_of(text);
    const auto made = learn({labelled(
        page,
        {record({{"name", value(*page, "n0")}, {"city", value(*page, "c0")}, {"tel", value(*page, "t0")}}),
         record({{"name", value(*page, "n1")}})})});
    EXPECT_EQ(extracted(*made.wrapper, *page), truth) << text;
  }
}

}  // namespace
}  // namespace gleaner::byexample
