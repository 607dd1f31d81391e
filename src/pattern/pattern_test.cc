// The family as its users meet it: learn from a page or two, extract from others, write and read the wrapper
// file.
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "pattern/learn/learner.h"
#include "pattern/match/features.h"
#include "pattern/sample_pages_test.h"
#include "pattern/wrapper.h"
#include "wrap/wrapper_file.h"

namespace gleaner::pattern {
namespace {

using namespace testing_pages;

TEST(Pattern, LearnsADetailPageFromOneExample) {
  wrap::WrapperPtr w = learn({labelled(camera_page("Canon A1", "$129.00", "In stock"),
                                       {{"name", "Canon A1"}, {"price", "$129.00"}})});
  ASSERT_TRUE(w);
  EXPECT_EQ(values(*w, camera_page("Nikon D40", "$599.50", "Sold out"), "name"), "Nikon D40");
  EXPECT_EQ(values(*w, camera_page("Nikon D40", "$599.50", "Sold out"), "price"), "$599.50");
}

TEST(Pattern, MissingFieldStaysAbsent) {
  wrap::WrapperPtr w = learn(
      {labelled(camera_page("Canon A1", "$129.00", "In stock"), {{"name", "Canon A1"}, {"price", "$129.00"}}),
       labelled(camera_page("Fuji X", "$99.00", "In stock"), {{"name", "Fuji X"}, {"price", "$99.00"}})});
  EXPECT_EQ(values(*w, camera_page("Nikon D40", "", "Sold out"), "price"), "");
}

TEST(Pattern, SpansHoldTheValue) {
  wrap::WrapperPtr w = learn({labelled(camera_page("Canon A1", "$129.00", "In stock"),
                                       {{"name", "Canon A1"}, {"price", "$129.00"}})});
  DocumentPtr page = document(camera_page("Nikon &amp; Co", "$599.50", "Sold out"));
  auto records = wrap::extract_all(*w, *page);
  ASSERT_TRUE(records.ok());
  ASSERT_EQ(records->size(), 1u);
  const wrap::Value* name = (*records)[0].find("name");
  ASSERT_TRUE(name);
  EXPECT_EQ(name->text, "Nikon & Co");
  EXPECT_EQ(page->text(*name->span), "Nikon &amp; Co");
  EXPECT_GT(name->rule, 0u);
  EXPECT_LT(name->rule, w->rules().size());
}

TEST(Pattern, WrapperFileReadsBackAndAnswersTheSame) {
  wrap::WrapperPtr w = learn({labelled(camera_page("Canon A1", "$129.00", "In stock"),
                                       {{"name", "Canon A1"}, {"price", "$129.00"}})});
  wrap::WrapperPtr again = reload(*w);
  ASSERT_TRUE(again);
  std::string page = camera_page("Leica M", "$5,000.00", "Sold out");
  for (const char* field : {"name", "price"}) EXPECT_EQ(values(*again, page, field), values(*w, page, field));
  wrap::Config a, b;
  w->save(a);
  again->save(b);
  EXPECT_EQ(wrap::format_wrapper(*w), wrap::format_wrapper(*again));
}

// Which pages came before, and on which thread, chooses the anchors and must choose nothing else.
TEST(Pattern, PagesSeenBeforeChangeNoAnswer) {
  wrap::WrapperPtr w = learn({labelled(camera_page("Canon A1", "$129.00", "In stock"),
                                       {{"name", "Canon A1"}, {"price", "$129.00"}})});
  std::vector<std::string> pages;
  for (int i = 0; i < 60; ++i)
    pages.push_back(i % 7 == 3 ? odd_page()
                               : camera_page("Camera " + std::to_string(i),
                                             i % 3 ? "$" + std::to_string(40 + i) + ".00" : "", "In stock"));
  auto answers = [&](const wrap::Wrapper& wrapper, size_t from, size_t step) {
    std::vector<std::string> out(pages.size());
    for (size_t i = 0; i < pages.size(); ++i) {
      const size_t page = (from + i * step) % pages.size();
      out[page] = values(wrapper, pages[page], "name") + "; " + values(wrapper, pages[page], "price");
    }
    return out;
  };
  const std::vector<std::string> wanted = answers(*reload(*w), 0, 1);
  EXPECT_EQ(wanted[58], "Camera 58; $98.00");
  EXPECT_EQ(answers(*reload(*w), 59, 59), wanted);
  wrap::WrapperPtr shared = reload(*w);
  std::vector<std::vector<std::string>> got(4);
  std::vector<std::thread> threads;
  for (size_t t = 0; t < got.size(); ++t)
    threads.emplace_back([&, t] { got[t] = answers(*shared, t * 11, 7); });
  for (std::thread& t : threads) t.join();
  for (const auto& g : got) EXPECT_EQ(g, wanted);
}

TEST(Pattern, RulesChangedByHandAnswerAlone) {
  wrap::WrapperPtr w =
      learn({labelled(camera_page("Canon A1", "$129.00", "In stock"), {{"name", "Canon A1"}})});
  std::string file = wrap::format_wrapper(*w);
  const size_t at = file.find("rules = [");
  file.replace(at, file.find(']', at) + 1 - at, "rules = ['text label \"Our price:\"']");
  wrap::Registry registry;
  register_family(registry);
  auto changed = wrap::parse_wrapper(file, "x.wrapper", registry);
  ASSERT_TRUE(changed.ok()) << changed.error().to_string() << file;
  EXPECT_EQ(values(*changed->wrapper, camera_page("Leica M", "$5,000.00", "Sold out"), "name"), "$5,000.00");
}

// Every condition that a page has prints to a line that reads back to the same hash: what is learned is what
// is loaded.
TEST(Pattern, ConditionsReadBackToTheSameHash) {
  for (const std::string& html : {camera_page("Canon A1", "$129.00", "In stock"), odd_page()}) {
    DocumentPtr page = document(html);
    PageIndex index(*page);
    Unit unit(index, Region{0, 0}, kAllForms);
    TestSet all;
    all.all();
    Features features(unit, all);
    size_t checked = 0;
    for (const Candidate& c : unit.candidates) {
      uint64_t form = hash_form(unit.form_name(c));
      for (const auto& [hash, made] : features.conditions(c)) {
        EXPECT_EQ(made.hash(form), hash) << made.print();
        std::string printed = made.print();
        size_t at = 0;
        auto read = parse_condition(printed, at);
        ASSERT_TRUE(read.ok()) << printed;
        EXPECT_EQ(read->hash(form), hash) << printed;
        EXPECT_FALSE(made.words().empty());
        ++checked;
      }
    }
    EXPECT_GT(checked, 100u);
  }
}

TEST(Pattern, BadWrapperFilesAreClearErrors) {
  wrap::Registry registry;
  register_family(registry);
  for (const char* body :
       {"", "[page]\nfields = 3\n", "[page.fields.a]\nrules = ['nonsense \"x\"']\n",
        "[page.fields.a]\nrules = ['text label']\n",
        "[page.fields.a]\nrules = ['text label \"x\" or is \"b\"']\n", "[page.fields.a]\nshape = 'many'\n",
        "[page.fields.a]\nkinds = ['wurst']\n", "[page]\ntemplate = 'xyz'\n", "[page]\nwrong = 1\n"}) {
    auto file = wrap::parse_wrapper(std::string("format = 1\nkind = \"pattern\"\nschema = [\"a\"]\n") + body,
                                    "x.wrapper", registry);
    if (!file.ok()) {
      EXPECT_EQ(file.error().code, Code::bad_input) << body;
    }
  }
}

}  // namespace
}  // namespace gleaner::pattern
