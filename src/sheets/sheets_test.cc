// Family layout: what is found where parts of a form move, are missing, or are set another way.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "base/seed_test.h"
#include "page/document.h"
#include "sheets/learner.h"
#include "wrap/wrapper_file.h"

namespace gleaner::sheets {
namespace {

struct Text {
  double x, y;
  std::string words;
};

// A sheet of paragraphs, ten points high, as wide as their letters.
DocumentPtr sheet_of(const std::vector<Text>& texts, size_t sheets = 1) {
  std::string html = "<html><body>";
  for (size_t s = 1; s <= sheets; ++s) {
    html += fmt::format("<section class=\"page\" data-page=\"{}\" data-size=\"600.0 800.0\">", s);
    for (const Text& t : texts)
      html += fmt::format("<p data-box=\"{:.1f} {:.1f} {:.1f} {:.1f}\">{}</p>\n", t.x, t.y,
                          t.x + 5 * double(t.words.size()), t.y + 10, t.words);
    html += "</section>";
  }
  return *Document::from_bytes(html + "</body></html>", {"sheet.html", "", "", {}});
}

wrap::LabelledPage labelled(DocumentPtr page,
                            const std::vector<std::pair<std::string, std::string>>& values) {
  wrap::LabelledPage out{std::move(page), {}};
  out.label.complete = true;
  wrap::Record record;
  for (const auto& [field, text] : values) {
    const size_t at = out.document->text().find(">" + text + "<");
    const size_t begin = at == std::string_view::npos ? out.document->text().find(text) : at + 1;
    record.fields.push_back(
        {field, wrap::Value::make_text(text, Span{uint32_t(begin), uint32_t(begin + text.size())}, 0)});
  }
  out.label.records.push_back(std::move(record));
  return out;
}

wrap::WrapperPtr learn(const std::vector<wrap::LabelledPage>& pages) {
  Budget budget;
  auto learned = LayoutLearner().learn(pages, {}, budget);
  EXPECT_TRUE(learned.ok()) << (learned.ok() ? "" : learned.error().message);
  return learned.ok() ? learned->wrapper : nullptr;
}

std::string value_of(const wrap::Wrapper& wrapper, const Document& page, const std::string& field,
                     size_t record = 0) {
  const auto records = wrap::extract_all(wrapper, page);
  if (!records.ok() || record >= records->size()) return "no record";
  const wrap::Value* value = (*records)[record].find(field);
  return value ? value->text : "absent";
}

const std::vector<Text> kForm = {{50, 40, "Bean Depot"},  {400, 40, "Invoice"},      {480, 40, "2031"},
                                 {400, 60, "Date"},       {480, 60, "3 March 2024"}, {50, 100, "Bill to"},
                                 {50, 115, "Alder Cafe"}, {50, 130, "24103 Kiel"}};

TEST(Layout, ValuesAreFoundWherePartsMoved) {
  const auto wrapper = learn(
      {labelled(sheet_of(kForm), {{"number", "2031"}, {"date", "3 March 2024"}, {"to", "Alder Cafe"}})});
  ASSERT_TRUE(wrapper);
  const auto moved = sheet_of({{50, 90, "Bill to"},
                               {50, 105, "Cove Hotel"},
                               {50, 120, "20457 Hamburg"},
                               {50, 40, "Bean Depot"},
                               {400, 44, "Order"},
                               {480, 44, "77"},
                               {400, 64, "Invoice"},
                               {480, 64, "9911"},
                               {400, 84, "Date"},
                               {480, 84, "9 April 2024"}});
  EXPECT_EQ(value_of(*wrapper, *moved, "number"), "9911");
  EXPECT_EQ(value_of(*wrapper, *moved, "date"), "9 April 2024");
  EXPECT_EQ(value_of(*wrapper, *moved, "to"), "Cove Hotel");
}

TEST(Layout, AMissingPartIsAbsentAndNothingElseIsTaken) {
  const auto wrapper = learn(
      {labelled(sheet_of(kForm), {{"number", "2031"}, {"date", "3 March 2024"}, {"to", "Alder Cafe"}})});
  ASSERT_TRUE(wrapper);
  for (size_t gone = 1; gone + 1 < kForm.size(); gone += 2) {  // a name and its value
    std::vector<Text> less = kForm;
    less.erase(less.begin() + long(gone), less.begin() + long(gone) + 2);
    const auto page = sheet_of(less);
    const std::string field = gone == 1 ? "number" : gone == 3 ? "date" : "to";
    for (const auto& [name, text] :
         {std::pair{"number", "2031"}, {"date", "3 March 2024"}, {"to", "Alder Cafe"}})
      EXPECT_EQ(value_of(*wrapper, *page, name), name == field ? "absent" : text) << "without " << field;
  }
}

TEST(Layout, ANameInTheSameBlockOrInTheOneBeside) {
  const auto apart = learn({labelled(sheet_of(kForm), {{"number", "2031"}})});
  const auto together = sheet_of({{50, 40, "Bean Depot"}, {400, 40, "Invoice: 4455"}});
  ASSERT_TRUE(apart);
  EXPECT_EQ(value_of(*apart, *together, "number"), "4455");
  const auto joined = learn({labelled(together, {{"number", "4455"}})});
  ASSERT_TRUE(joined);
  EXPECT_EQ(value_of(*joined, *sheet_of(kForm), "number"), "2031");
}

TEST(Layout, TheFileSaysTheSame) {
  const auto wrapper = learn({labelled(sheet_of(kForm), {{"number", "2031"}, {"to", "Alder Cafe"}})});
  ASSERT_TRUE(wrapper);
  wrap::Registry registry;
  register_family(registry);
  const std::string text = wrap::format_wrapper(*wrapper, {});
  auto back = wrap::parse_wrapper(text, "layout.wrapper", registry);
  ASSERT_TRUE(back.ok()) << back.error().message;
  EXPECT_EQ(wrap::format_wrapper(*back->wrapper, {}), text);
  EXPECT_EQ(value_of(*back->wrapper, *sheet_of(kForm), "to"), "Alder Cafe");
}

TEST(Layout, PagesWithoutBoxesAndListsAreRefused) {
  Budget budget;
  const auto plain = *Document::from_bytes("<p>2031</p>", {"a.html", "", "", {}});
  EXPECT_FALSE(LayoutLearner().learn({labelled(plain, {{"number", "2031"}})}, {}, budget).ok());
  wrap::LabelledPage two = labelled(sheet_of(kForm), {{"number", "2031"}});
  two.label.records.push_back(labelled(two.document, {{"number", "24103 Kiel"}}).label.records[0]);
  EXPECT_FALSE(LayoutLearner().learn({two}, {}, budget).ok());
}

TEST(Layout, RandomBoxesDoNoHarm) {
  const uint32_t seed = test_seed(101);
  SCOPED_TRACE(fmt::format("seed {}", seed));
  std::mt19937 random(seed);
  const auto wrapper = learn({labelled(sheet_of(kForm), {{"number", "2031"}, {"to", "Alder Cafe"}})});
  ASSERT_TRUE(wrapper);
  for (int round = 0; round < 200; ++round) {
    std::vector<Text> texts;
    for (size_t i = 0; i < random() % 30; ++i)
      texts.push_back(
          {double(random() % 700) - 50, double(random() % 900) - 50, kForm[random() % kForm.size()].words});
    const auto page = sheet_of(texts, 1 + random() % 3);
    const auto records = wrap::extract_all(*wrapper, *page);
    ASSERT_TRUE(records.ok());
    for (const wrap::Record& record : *records)
      for (const wrap::Field& field : record.fields)
        EXPECT_EQ(page->text().substr(field.value.span->begin, field.value.span->size()), field.value.text);
  }
}

}  // namespace
}  // namespace gleaner::sheets
