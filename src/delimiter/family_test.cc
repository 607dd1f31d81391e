// The family: labels to wrapper file to records and back, nested shapes, reasons in words, the paper's own
// wrapper files.
#include "delimiter/family.h"
#include "base/seed_test.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <random>

#include "base/json.h"
#include "delimiter/pac.h"
#include "delimiter/paper_file.h"
#include "html/slice_text.h"
#include "page/load.h"
#include "page/made_page_test.h"
#include "wrap/label.h"
#include "wrap/wrapper_file.h"

namespace gleaner::delimiter {
namespace {

using wrap::LabelledPage;

constexpr const char* kCountries =
    "<html><title>Codes</title><body><b>Country</b><p>"
    "<b>Congo</b> <i>242</i><br><b>Egypt</b> <i>20</i><br><b>Spain</b> "
    "<i>34</i><br><hr><b>End</b></body></html>";

// {"field": "text", ...} in the syntax of label files; texts are looked for in order.
LabelledPage labelled(const std::string& text, const std::string& records, std::string name = "page.html") {
  LabelledPage page;
  page.document = page_of(text, std::move(name));
  std::string line = records;
  std::replace(line.begin(), line.end(), '\n', ' ');
  auto labels =
      wrap::parse_labels("{\"page\": \"p\", \"complete\": true, \"records\": " + line + "}", "labels");
  EXPECT_TRUE(labels.ok()) << labels.error().to_string();
  page.label = (*labels)[0];
  size_t from = 0;
  auto locate = [&](auto&& self, wrap::Value& value) -> void {
    if (value.is_text() && !value.span) {
      const size_t at = page.document->text().find(value.text, from);
      EXPECT_NE(at, std::string::npos) << value.text;
      value.span = Span{uint32_t(at), uint32_t(at + value.text.size())};
      from = at + value.text.size();
    }
    for (wrap::Value& item : value.items) self(self, item);
    for (wrap::Field& field : value.fields) self(self, field.value);
  };
  for (wrap::Record& record : page.label.records)
    for (wrap::Field& field : record.fields) locate(locate, field.value);
  return page;
}

Result<wrap::Learned> learn_kind(const std::string& kind, const std::vector<LabelledPage>& pages) {
  wrap::Registry registry;
  register_family(registry);
  wrap::LearnOptions options;
  options.kind = kind;
  Budget budget;
  return registry.find(kind)->learner->learn(pages, options, budget);
}

TEST(Family, LearnsSavesLoadsAndRuns) {
  const LabelledPage page =
      labelled(kCountries, R"([{"country": "Congo", "code": "242"}, {"country": "Egypt", "code": "20"},
                      {"country": "Spain", "code": "34"}])");
  EXPECT_FALSE(learn_kind("lr", {page}).ok());
  auto learned = learn_kind("hlrt", {page});
  ASSERT_TRUE(learned.ok()) << learned.error().to_string();
  wrap::Registry registry;
  register_family(registry);
  const std::string file = wrap::format_wrapper(*learned->wrapper);
  auto loaded = wrap::parse_wrapper(file, "x.wrapper", registry);
  ASSERT_TRUE(loaded.ok()) << loaded.error().to_string() << file;
  EXPECT_EQ(wrap::format_wrapper(*loaded->wrapper), file);
  auto records = wrap::extract_all(*loaded->wrapper, *page.document);
  ASSERT_EQ(records->size(), 3u);
  EXPECT_EQ((*records)[1].find("country")->text, "Egypt");
  EXPECT_EQ((*records)[1].find("code")->text, "20");
  auto any = learn_kind("delimiter", {page});
  ASSERT_TRUE(any.ok());
  EXPECT_EQ(any->wrapper->kind(), "hlrt");
}

TEST(Family, NestedRecordsComeBackNested) {
  const std::string text =
      "Directory\n* John\n - Oak St\n  # 555\n  # 556\n* Sally\n - Elm St\n - Ash St\n  # 777\nend\n";
  const LabelledPage page = labelled(
      text,
      R"([{"name": "John", "homes": [{"street": "Oak St", "phones": [{"phone": "555"}, {"phone": "556"}]}]},
      {"name": "Sally", "homes": [{"street": "Elm St"}, {"street": "Ash St", "phones": [{"phone": "777"}]}]}])",
      "d.txt");
  auto learned = learn_kind("nlr", {page});
  ASSERT_TRUE(learned.ok()) << learned.error().to_string();
  auto records = wrap::extract_all(*learned->wrapper, *page.document);
  ASSERT_EQ(records->size(), 2u);
  EXPECT_EQ(wrap::format_label_records("", "", *records, nullptr),
            wrap::format_label_records("", "", page.label.records, nullptr));
  auto flat = learn_kind("lr", {page});
  ASSERT_FALSE(flat.ok());
  EXPECT_EQ(flat.error().code, Code::cannot_learn);
  EXPECT_NE(flat.error().hint.find("nlr"), std::string::npos);
}

TEST(Family, ListsOfTextsAndMissingLastFields) {
  const std::string text = "<p><b>A</b><i>x</i><i>y</i><p><b>B</b><p><b>C</b><i>z</i><hr>";
  const LabelledPage page =
      labelled(text, R"([{"name": "A", "tags": ["x", "y"]}, {"name": "B"}, {"name": "C", "tags": ["z"]}])");
  auto learned = learn_kind("nlr", {page});
  ASSERT_TRUE(learned.ok()) << learned.error().to_string();
  auto records = wrap::extract_all(*learned->wrapper, *page.document);
  ASSERT_EQ(records->size(), 3u);
  EXPECT_EQ((*records)[0].find("tags")->items.size(), 2u);
  EXPECT_EQ((*records)[1].find("tags"), nullptr);
  const LabelledPage missing = labelled("<b>A</b><i>1</i><b>B</b><b>C</b><i>3</i>",
                                        R"([{"n": "A", "v": "1"}, {"n": "B"}, {"n": "C", "v": "3"}])");
  EXPECT_FALSE(learn_kind("lr", {missing}).ok());
  auto nested = learn_kind("nlr", {missing});
  ASSERT_TRUE(nested.ok()) << nested.error().to_string();
  EXPECT_EQ(wrap::extract_all(*nested->wrapper, *missing.document)->size(), 3u);
}

TEST(Family, ReasonsNameFieldAndPlaces) {
  const LabelledPage page = labelled("<b>A</b><i>1</i> <b>B</b><u>2</u>",
                                     R"([{"name": "A", "code": "1"}, {"name": "B", "code": "2"}])");
  auto learned = learn_kind("lr", {page});
  ASSERT_FALSE(learned.ok());
  EXPECT_EQ(learned.error().code, Code::cannot_learn);
  EXPECT_NE(learned.error().message.find("code"), std::string::npos) << learned.error().message;
  EXPECT_NE(learned.error().message.find("<i>"), std::string::npos) << learned.error().message;
  EXPECT_NE(learned.error().message.find("page.html:1"), std::string::npos) << learned.error().message;
}

TEST(Family, TextsInSeveralPlacesAreChosenSoThatAWrapperExists) {
  LabelledPage page = labelled("<title>Espresso</title><h1>Espresso</h1><p>6.90</p>",
                               R"([{"name": "Espresso", "price": "6.90"}])");
  LabelledPage other =
      labelled("<title>Shop</title><h1>Saucer</h1><p>3.50</p>", R"([{"name": "Saucer", "price": "3.50"}])");
  wrap::Value& open = page.label.records[0].fields[0].value;
  open.span.reset();
  open.places = {{7, 15}, {27, 35}};
  auto learned = learn_kind("lr", {page, other});
  ASSERT_TRUE(learned.ok()) << learned.error().to_string();
  auto records = wrap::extract_all(*learned->wrapper, *page.document);
  ASSERT_EQ(records->size(), 1u);
  EXPECT_EQ((*records)[0].find("name")->span->begin, 27u);
}

TEST(Learn, UnlabelledPagesDecideBetweenDelimitersThatFit) {
  const LabelledPage page =
      labelled("<p>Name: A, x<br>Name: B, x<br></p>", R"([{"name": "A"}, {"name": "B"}])");
  // On the other page the text behind a name differs after the comma.
  const DocumentPtr other = page_of("<p>Name: C, y<br>Name: D, z<br></p>");
  wrap::Registry registry;
  register_family(registry);
  wrap::LearnOptions options;
  options.kind = "lr";
  options.also = {other};
  Budget budget;
  auto learned = registry.find("lr")->learner->learn({page}, options, budget);
  ASSERT_TRUE(learned.ok());
  EXPECT_EQ(wrap::extract_all(*learned->wrapper, *other)->size(), 2u)
      << learned->report.details.at("delimiter.r1");
}

TEST(Family, CutOffRecordIsNoted) {
  auto wrapper = make_wrapper({.kind = Class::lr, .left = {"<b>", "<i>"}, .right = {"</b>", "</i>"}},
                              unnamed_shape(2, false));
  wrap::RecordList list;
  Budget budget;
  ASSERT_TRUE(
      wrapper->extract(*page_of("<b>a</b><i>1</i><b>b</b><i>2"), *wrapper->make_scratch(), list, budget)
          .ok());
  EXPECT_EQ(list.records.size(), 1u);
  ASSERT_EQ(list.notes.size(), 1u);
  EXPECT_NE(list.notes[0].message.find("a2"), std::string::npos);
}

TEST(Family, ValueTextIsWhatAPersonSees) {
  const DocumentPtr page = page_of("<td>Caf&eacute; <b>En</b>\n Seine<br>Dublin <!-- x --> &lt;3</td>");
  EXPECT_EQ(html::slice_text(*page, {4, uint32_t(page->text().size() - 5)}),
            "Caf\xc3\xa9 En Seine Dublin <3");
}

TEST(Family, DelimitersAreWholeCharacters) {
  // e-acute and e-grave share their first byte, e-acute and a-ring... their last: no delimiter may be cut
  // inside.
  const LabelledPage page =
      labelled("\xc3\xa9[1]\xc3\xa8 \xc4\xa9[2]\xc3\xaa", R"([{"v": "1"}, {"v": "2"}])");
  auto learned = learn_kind("lr", {page});
  ASSERT_TRUE(learned.ok());
  EXPECT_EQ(learned->report.details.at("delimiter.l1"), "[");
  EXPECT_EQ(learned->report.details.at("delimiter.r1"), "]");
}

TEST(Family, HandEditsAreChecked) {
  wrap::Registry registry;
  register_family(registry);
  auto load_text = [&](const std::string& text) {
    return wrap::parse_wrapper("format = 1\n" + text, "x.wrapper", registry);
  };
  const std::string attributes = "[[attributes]]\nname = \"a\"\nleft = \"<b>\"\nright = '</b>'\n";
  EXPECT_TRUE(load_text("kind = \"lr\"\n" + attributes).ok());
  EXPECT_FALSE(load_text("kind = \"hlrt\"\n" + attributes).ok());              // no head
  EXPECT_FALSE(load_text("kind = \"lr\"\nhead = \"x\"\n" + attributes).ok());  // not of this class
  EXPECT_FALSE(load_text("kind = \"lr\"\n").ok());
  EXPECT_FALSE(load_text("kind = \"lr\"\n[[attributes]]\nname = \"a\"\nleft = \"<\"\n").ok());
  EXPECT_FALSE(load_text("kind = \"lr\"\n" + attributes + "list = \"x\"\n").ok());
}

TEST(Pac, TheBoundOfThePaper) {
  // (1/eps)(2K ln R + ln 1/delta), and 2 or 4 times ln(R(R-1)/2) more.
  EXPECT_EQ(samples_needed(Class::lr, 4, 5000, 0.1, 0.1),
            uint64_t(std::ceil(10 * (8 * std::log(5000.0) + std::log(10.0)))));
  EXPECT_EQ(samples_needed(Class::nlr, 4, 5000, 0.1, 0.1), samples_needed(Class::lr, 4, 5000, 0.1, 0.1));
  // tuples count: never more pages than without them, fewer the more there are, not for nested classes
  uint64_t last = samples_needed(Class::lr, 4, 5000, 0.1, 0.1);
  for (double tuples : {0.01, 1.0, 5.0, 50.0}) {
    const uint64_t now = samples_needed(Class::lr, 4, 5000, 0.1, 0.1, tuples);
    EXPECT_LE(now, last);
    last = now;
  }
  EXPECT_LT(last, samples_needed(Class::lr, 4, 5000, 0.1, 0.1) / 2);
  EXPECT_EQ(samples_needed(Class::nhlrt, 4, 5000, 0.1, 0.1, 50),
            samples_needed(Class::nhlrt, 4, 5000, 0.1, 0.1));
  EXPECT_EQ(samples_needed(Class::hlrt, 4, 5000, 0.1, 0.1), samples_needed(Class::oclr, 4, 5000, 0.1, 0.1));
  const double more = std::log(5000.0 * 4999.0 / 2);
  EXPECT_NEAR(log_wrappers(Class::hoclrt, 4, 5000) - log_wrappers(Class::lr, 4, 5000), 4 * more, 1e-9);
  EXPECT_NEAR(log_wrappers(Class::nhlrt, 4, 5000) - log_wrappers(Class::nlr, 4, 5000), 2 * more, 1e-9);
}

// The bound by tuples, tried on the worst learner that fits its examples: of the delimiters around a
// separator it takes the longest. Tuples have rare separators; a page is wrong if it has one on which these
// delimiters do not stand. Of many samples of the size that the bound asks for, no more than delta may err on
// more than epsilon of the pages.
TEST(Pac, TheBoundByTuplesHoldsInSimulation) {
  std::mt19937 rng(test_seed(23));
  const double epsilon = 0.25, delta = 0.2;
  const size_t tuples = 10;
  const std::string usual = "</b> <i>";
  const std::vector<std::string> rare = {"</b>: <i>", "</B> <i>", "</b>\n<i>", "</b> <i >", "</b> - <i>"};
  auto page = [&] {
    std::vector<std::string> separators;
    for (size_t i = 0; i < tuples; ++i)
      separators.push_back(rng() % 100 < 4 ? rare[std::min(rng() % rare.size(), rng() % rare.size())]
                                           : usual);
    return separators;
  };
  auto failures = [&](uint64_t pages, int runs) {
    std::vector<std::vector<std::string>> fresh(200);
    for (auto& one : fresh) one = page();
    int failed = 0;
    for (int run = 0; run < runs; ++run) {
      std::string right = usual, left = usual;
      for (uint64_t i = 0; i < pages; ++i)
        for (const std::string& text : page()) {
          right.resize(size_t(std::mismatch(right.begin(), right.end(), text.begin(), text.end()).first -
                              right.begin()));
          const auto end = std::mismatch(left.rbegin(), left.rend(), text.rbegin(), text.rend()).first;
          left = std::string(end.base(), left.end());
        }
      size_t wrong = 0;
      for (const auto& one : fresh)
        wrong += std::any_of(one.begin(), one.end(), [&](const std::string& text) {
          return !text.starts_with(right) || !text.ends_with(left);
        });
      failed += double(wrong) > epsilon * double(fresh.size());
    }
    return failed;
  };
  const uint64_t needed = samples_needed(Class::lr, 2, 2000, epsilon, delta, tuples);
  EXPECT_LT(needed, samples_needed(Class::lr, 2, 2000, epsilon, delta));
  EXPECT_LE(failures(needed, 40), delta * 40);
  EXPECT_GT(failures(1, 40), delta * 40);  // a page is not enough
}

TEST(Family, TheTextsOwnEdgesDelimit) {
  const LabelledPage page =
      labelled("Congo: 242\nEgypt: 20\nSpain: 34",
               R"([{"c": "Congo", "n": "242"}, {"c": "Egypt", "n": "20"}, {"c": "Spain", "n": "34"}])");
  auto learned = learn_kind("hlrt", {page});
  ASSERT_TRUE(learned.ok()) << learned.error().to_string();
  EXPECT_EQ(learned->report.details.at("delimiter.r2"), "\n");
  EXPECT_FALSE(learn_kind("lr", {page}).ok());  // a line end may be the last
  for (const char* text : {"Belize: 501", "Belize: 501\n", "Peru: 51\nBelize: 501"}) {
    auto records = wrap::extract_all(*learned->wrapper, *page_of(text));
    ASSERT_TRUE(records.ok());
    ASSERT_FALSE(records->empty()) << text;
    EXPECT_EQ(records->back().find("c")->text, "Belize");
    EXPECT_EQ(records->back().find("n")->text, "501");
    EXPECT_EQ(page_of(text)->text(*records->back().find("n")->span), "501");
  }
}

TEST(PaperFile, ReadsAndRefuses) {
  auto read = parse_paper_file("(\"<h>\"\r\n \"</h>\" \"a\\\"b\" \"c\r\nd\")\r\n", Class::hlrt, "x.hlrt");
  ASSERT_TRUE(read.ok()) << read.error().to_string();
  EXPECT_EQ(read->left, std::vector<std::string>{"a\"b"});
  EXPECT_EQ(read->right, std::vector<std::string>{"c\nd"});
  for (const char* bad : {"", "\"a\"", "(\"a\" \"b", "(\"a\" b)", "(\"a\")", "()", "(\"a\" \"b\") x"})
    EXPECT_FALSE(parse_paper_file(bad, Class::lr, "x.lr").ok()) << bad;
}

// --- on the paper's own data, where it is at hand

std::string wien() {
  const char* shared = std::getenv("GLEANER_SHARED");
  return (shared ? std::string(shared) : std::string(GLEANER_SOURCE_DIR) + "/../shared") + "/corpora/wien";
}

void collect(const json::Value& value, std::vector<Item>& items) {
  for (const json::Value& item : value.items) collect(item, items);
  for (const json::Member& member : value.members) {
    const json::Value* span = member.value.is_object() ? member.value.find("span") : nullptr;
    if (!span) collect(member.value, items);
    else
      items.push_back({uint32_t(std::atoi(std::string(member.key.substr(1)).c_str()) - 1),
                       {uint32_t(span->items[0].number), uint32_t(span->items[1].number)}});
  }
}

TEST(PaperFile, ThePapersWrappersReproduceItsLabels) {
  if (!std::filesystem::is_directory(wien())) GTEST_SKIP() << "needs " << wien();
  int wrappers = 0, right = 0;
  std::string wrong;
  for (const auto& site : std::filesystem::directory_iterator(wien()))
    for (const auto& entry : std::filesystem::directory_iterator(site.path() / "paper-wrappers")) {
      const std::optional<Class> kind = class_of_name(entry.path().extension().string().substr(1));
      ASSERT_TRUE(kind) << entry.path();
      auto read = parse_paper_file(*read_file(entry.path()), *kind, entry.path());
      ASSERT_TRUE(read.ok()) << read.error().to_string();
      const Program program(*read);
      bool all = true;
      const std::string labels = *read_file(site.path() / "labels.jsonl");
      for (std::string_view rest = labels; !rest.empty();) {
        const size_t end = rest.find('\n');
        auto parsed = json::parse(rest.substr(0, end));
        rest = end == std::string_view::npos ? "" : rest.substr(end + 1);
        ASSERT_TRUE(parsed.ok());
        std::vector<Item> want, got;
        collect(*parsed->root.find("records"), want);
        program.run(*read_file(site.path() / std::string(parsed->root.find("page")->text)), got);
        all = all && want == got;
      }
      ++wrappers;
      right += all;
      if (!all) wrong += " " + entry.path().filename().string();
    }
  // The two that differ do so by slips of the data itself (one N-LR, one N-HLRT in the whole survey).
  printf("%d of %d of the paper's wrappers reproduce the labels;%s\n", right, wrappers, wrong.c_str());
  EXPECT_GE(right, wrappers - 2) << wrong;
}

}  // namespace
}  // namespace gleaner::delimiter
