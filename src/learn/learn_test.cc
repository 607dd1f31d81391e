// Comparison, profiles, check, mixed wrappers, repair and explanations, on small pages and with a wrapper
// family made for the test.
#include <gtest/gtest.h>

#include <map>
#include <mutex>

#include "base/text.h"
#include "html/locate.h"
#include "html/visible.h"
#include "learn/ask.h"
#include "learn/check.h"
#include "learn/explain.h"
#include "learn/explain_html.h"
#include "learn/mixed.h"
#include "learn/portfolio.h"
#include "learn/repair.h"
#include "learn/sample.h"
#include "page/made_page_test.h"
#include "wrap/wrapper_file.h"

namespace gleaner::learn {
namespace {

wrap::Record record_of(std::vector<std::pair<std::string, std::string>> fields) {
  wrap::Record record;
  for (auto& [name, text] : fields) record.add(name, wrap::Value::make_text(text));
  return record;
}

// A toy family: a field is the text of the first element of a class. Learning: the class of the element that
// holds the label. `blind` fields are never learned.
std::mutex toy_mutex;
size_t toy_wrappers = 0;
std::map<std::pair<size_t, std::string>, int> toy_extractions;  // by wrapper and page

class ToyWrapper : public wrap::Wrapper {
 public:
  ToyWrapper(std::string kind, std::map<std::string, std::string> classes)
      : kind_(std::move(kind)), classes_(std::move(classes)) {
    const std::lock_guard lock(toy_mutex);
    id_ = toy_wrappers++;
    rules_.push_back({});
    for (const auto& [field, cls] : classes_) {
      schema_.fields.push_back({field, wrap::Type::text, false, {}});
      rules_.push_back({field + ".1", field, "text of ." + cls, "first label"});
    }
  }
  std::string_view kind() const override { return kind_; }
  const wrap::Schema& schema() const override { return schema_; }
  const std::vector<wrap::Rule>& rules() const override { return rules_; }
  void save(wrap::Config& into) const override {
    wrap::Config& table = into.add_table("classes");
    for (const auto& [field, cls] : classes_) table.set(field, cls);
  }
  Status extract(const Document& page, wrap::Scratch&, wrap::RecordSink& sink, Budget&) const override {
    {
      const std::lock_guard lock(toy_mutex);
      ++toy_extractions[{id_, page.name()}];
    }
    const html::Tree& tree = page.view<html::Tree>();
    wrap::Record record;
    uint32_t rule = 0;
    for (const auto& [field, cls] : classes_) {
      ++rule;
      for (html::NodeId n = 0; n < tree.size(); ++n) {
        if (!tree.is_element(n) || tree.attribute(n, "class") != cls) continue;
        html::VisibleText text(tree, n);
        record.add(field, wrap::Value::make_text(text.text(), text.span(), rule));
        break;
      }
    }
    if (!record.fields.empty()) sink.take(std::move(record));
    return {};
  }

 private:
  size_t id_;
  std::string kind_;
  std::map<std::string, std::string> classes_;
  wrap::Schema schema_;
  std::vector<wrap::Rule> rules_;
};

class ToyLearner : public wrap::Learner {
 public:
  explicit ToyLearner(std::string blind) : blind_(std::move(blind)) {}
  Result<wrap::Learned> learn(const std::vector<wrap::LabelledPage>& pages, const wrap::LearnOptions& options,
                              Budget&) const override {
    std::map<std::string, std::string> classes;
    for (const auto& page : pages)
      for (const auto& record : page.label.records)
        wrap::for_each_leaf(record, [&](const std::string& field, const wrap::Value& v) {
          if (field == blind_) return;
          for (const html::Place& place : html::locate(*page.document, v.text)) {
            const html::Tree& tree = page.document->view<html::Tree>();
            html::NodeId n = tree.is_text(place.node) ? tree.parent(place.node) : place.node;
            if (auto cls = tree.attribute(n, "class")) classes.try_emplace(field, std::string(*cls));
          }
        });
    if (classes.empty()) return error(Code::cannot_learn, "no class");
    return wrap::Learned{std::make_shared<ToyWrapper>(options.kind, classes), {}};
  }

 private:
  std::string blind_;
};

wrap::Registry toys() {
  wrap::Registry registry;
  for (auto [kind, blind] : {std::pair{"pattern", "price"}, std::pair{"lr", "name"}}) {
    wrap::Registry::Family family;
    family.kind = kind;
    family.load = [kind = std::string(kind)](const wrap::Config& config) -> Result<wrap::WrapperPtr> {
      std::map<std::string, std::string> classes;
      for (const auto& [field, cls] : config.find("classes")->members()) classes[field] = cls.as_text();
      return wrap::WrapperPtr(std::make_shared<ToyWrapper>(kind, classes));
    };
    family.learner = std::make_shared<ToyLearner>(blind);
    registry.add(std::move(family));
  }
  register_portfolio(registry);
  return registry;
}

std::string product(const std::string& name, const std::string& price, const std::string& n = "n",
                    const std::string& p = "p") {
  return "<div><h1 class=" + n + ">" + name + "</h1><p>Price <b class=" + p + ">" + price + "</b></div>";
}

wrap::LabelledPage labelled(DocumentPtr page, const std::string& name, const std::string& price) {
  wrap::LabelledPage out;
  out.document = page;
  out.label.page = page->name();
  out.label.complete = true;
  out.label.records.push_back(record_of({{"name", name}, {"price", price}}));
  return out;
}

std::vector<wrap::LabelledPage> lesson() {
  return {labelled(page_of(product("Cup", "EUR 6.90"), "1.html"), "Cup", "EUR 6.90"),
          labelled(page_of(product("Jug", "EUR 12.40"), "2.html"), "Jug", "EUR 12.40")};
}

TEST(Compare, CountsByRecordAndField) {
  std::vector<wrap::Record> wanted{record_of({{"a", "1"}, {"b", "2"}}), record_of({{"a", "3"}})};
  FieldMatches same = compare(wanted, wanted);
  EXPECT_EQ(same[""].f1(), 1.0);
  FieldMatches moved = compare(wanted, {record_of({{"a", "1"}}), record_of({{"a", "3"}, {"b", "2"}})});
  EXPECT_EQ(moved["b"].right, 0u);  // the right value in the wrong record is wrong
  EXPECT_EQ(moved["b"].missed, 1u);
  EXPECT_EQ(moved["b"].wrong, 1u);
  EXPECT_EQ(moved["a"].right, 2u);
  EXPECT_EQ(compare(wanted, {})[""].missed, 3u);
  EXPECT_EQ(compare({}, {})[""].f1(), 1.0);
}

// A label that is not complete says nothing of further records nested in one of its own, whichever they are;
// a value that is repeated in the data of a script is the same.
TEST(Compare, SaysNothingOfNestedRecordsThatAreNotLabelled) {
  const auto text = [](const char* t, uint32_t at) { return wrap::Value::make_text(t, Span{at, at + 1}); };
  const auto cd = [&](const char* t, uint32_t at) { return wrap::Value::make_record({{"cd", text(t, at)}}); };
  const auto club = [&](uint32_t at, std::vector<wrap::Value> cds) {
    wrap::Record out;
    out.fields = {{"club", text("Rock", at)}, {"cds", wrap::Value::make_list(std::move(cds))}};
    return out;
  };
  wrap::Label label;
  label.records = {club(1, {cd("a", 10), cd("c", 30)})};
  const auto matches = compare_label(label, {club(2, {cd("a", 10), cd("b", 20), cd("c", 30)})}, true);
  EXPECT_EQ(matches.at("").right, 3u);
  EXPECT_EQ(f1_of(matches), 1.0);
  EXPECT_EQ(compare_label(label, {club(1, {cd("a", 10), cd("b", 20)})}, true).at("").missed, 1u);
  // Where the page is taken as one record, what is nested in it beyond its labels may be the neighbour's.
  EXPECT_EQ(compare_label(label, {club(2, {cd("a", 10), cd("c", 30), cd("d", 40)})}).at("").wrong, 1u);
  EXPECT_EQ(compare_label(label, {club(2, {cd("a", 10), cd("c", 30)})}).at("").right, 3u);
  label.complete = true;
  EXPECT_LT(f1_of(compare_label(label, {club(1, {cd("a", 10), cd("b", 20), cd("c", 30)})})), 1.0);
}

// Exactness, agreement, mixing, advice, the next question and the profile all look at what was given once.
TEST(Portfolio, ExtractsAPageOnceWithAWrapper) {
  const auto registry = std::make_shared<wrap::Registry>(toys());
  const std::vector<wrap::LabelledPage> pages = lesson();
  wrap::LearnOptions options;
  for (const char* name : {"3.html", "4.html"})
    options.also.push_back(page_of(product("Pot", "EUR 3"), name));
  toy_extractions.clear();
  Budget budget;
  auto learned = Portfolio(registry).learn(pages, options, budget);
  ASSERT_TRUE(learned.ok()) << learned.error().to_string();
  make_profile(learned->wrapper, pages, options.also);
  EXPECT_GE(toy_extractions.size(), 8u);  // two families, four pages
  // A mixed wrapper asks those it is made of once more, and those that were learned
  // again for their fields alone.
  const int most = learned->report.kind == "mixed" ? 3 : 1;
  for (const auto& [what, times] : toy_extractions)
    EXPECT_LE(times, most) << what.first << " " << what.second;
}

TEST(Profile, SavesAndLoadsTheSame) {
  Profile profile;
  auto page = page_of(product("Cup", "EUR 6.90"));
  profile.add(*page, {record_of({{"name", "Cup"}, {"price", "EUR 6.90"}}), record_of({{"name", "Jug"}})});
  auto loaded = Profile::load(profile.save());
  ASSERT_TRUE(loaded.ok());
  EXPECT_EQ(wrap::format_config(loaded->save()), wrap::format_config(profile.save()));
  EXPECT_EQ(loaded->find("price")->present, 1u);
  EXPECT_EQ(loaded->find("price")->records, 2u);
}

TEST(Profile, ShapesAndKinds) {
  EXPECT_EQ(shape_of("EUR 12.40"), "w 9.9");
  EXPECT_EQ(shape_of("Hello big World"), shape_of("Good morning"));
  EXPECT_EQ(kind_of("EUR 12.40"), "money");
  EXPECT_EQ(kind_of("Hello"), "word");
}

TEST(Check, FineChangedBroken) {
  wrap::Registry registry = toys();
  Budget budget;
  auto pages = lesson();
  auto learned = registry.find("auto")->learner->learn(pages, {}, budget);
  ASSERT_TRUE(learned.ok()) << learned.error().to_string();
  Profile profile = make_profile(learned->wrapper, pages, {});
  auto check = [&](const DocumentPtr& page) {
    return check_page(profile, *page, wrap::extract_all(*learned->wrapper, *page).value(),
                      learned->wrapper->rules());
  };
  EXPECT_EQ(check(page_of(product("Saucer, small", "EUR 3.50"))).verdict, Verdict::fine);
  EXPECT_EQ(check(page_of(product("Cup", "EUR 6.90", "x", "y"))).verdict, Verdict::broken);
  PageCheck odd = check(page_of(product("Cup", "http://example.org/a/rather/long/address")));
  EXPECT_NE(odd.surprise, 0);
}

TEST(Check, NumbersThatCountOnAreNoChange) {
  Profile profile;
  for (int i = 0; i < 8; ++i)
    profile.add(*page_of("<p>x"), {record_of({{"link", "item-k10" + std::to_string(20 + i) + ".html"},
                                              {"price", "$1" + std::to_string(i)}})});
  EXPECT_EQ(strangeness(*profile.find("link"), "item-k2154.html"), 0);
  EXPECT_EQ(strangeness(*profile.find("price"), "$97"), 0);
  EXPECT_GT(strangeness(*profile.find("link"), "/items/k1027.html"), 0.3);
  EXPECT_GT(strangeness(*profile.find("price"), "97 USD"), 0.3);
}

// A field that the two known records have may be optional: that half the pages lack it is no alarm, that all
// of many do is one.
TEST(Check, FewKnownRecordsProveLittle) {
  Profile profile;
  for (int i = 0; i < 2; ++i) profile.add(*page_of("<p>x"), {record_of({{"name", "Cup"}, {"was", "EUR 5"}})});
  auto verdicts = [&](size_t with, size_t without) {
    std::vector<PageCheck> checks;
    for (size_t i = 0; i < with + without; ++i) {
      std::vector<wrap::Record> records{record_of({{"name", "Pot"}})};
      if (i < with) records[0] = record_of({{"name", "Pot"}, {"was", "EUR 7"}});
      checks.push_back(check_page(profile, *page_of("<p>x"), records, {}));
    }
    judge_together(checks);
    size_t odd = 0;
    for (const PageCheck& check : checks) odd += check.verdict != Verdict::fine;
    return odd;
  };
  EXPECT_EQ(verdicts(0, 1), 0u);
  EXPECT_EQ(verdicts(5, 5), 0u);
  EXPECT_EQ(verdicts(0, 20), 20u);
}

TEST(Profile, KeepsTheExampleOfARule) {
  ToyWrapper wrapper("toy", {{"name", "n"}});
  auto page = page_of(product("Cup", "1"), "first.html");
  Profile profile;
  profile.add(*page, wrap::extract_all(wrapper, *page).value(), &wrapper.rules(), true);
  auto loaded = Profile::load(profile.save());
  ASSERT_TRUE(loaded.ok());
  EXPECT_EQ(loaded->example("name", "name.1"), "first.html record 1: Cup");
  EXPECT_EQ(loaded->example("name", "name.2"), "");
}

TEST(Portfolio, MixesFieldsOfSeveralFamilies) {
  wrap::Registry registry = toys();
  Budget budget;
  auto learned = registry.find("auto")->learner->learn(lesson(), {}, budget);
  ASSERT_TRUE(learned.ok()) << learned.error().to_string();
  EXPECT_EQ(learned->wrapper->kind(), "mixed");
  EXPECT_EQ(learned->report.missed + learned->report.wrong, 0u);
  auto page = page_of(product("Saucer", "EUR 3.50"));
  auto records = wrap::extract_all(*learned->wrapper, *page).value();
  ASSERT_EQ(records.size(), 1u);
  EXPECT_EQ(records[0].find("price")->text, "EUR 3.50");
  EXPECT_EQ(page->text(*records[0].find("name")->span), "Saucer");

  // Through a file and back, rules included.
  std::string file = wrap::format_wrapper(*learned->wrapper);
  auto loaded = wrap::parse_wrapper(file, "x.wrapper", registry);
  ASSERT_TRUE(loaded.ok()) << loaded.error().to_string() << file;
  EXPECT_EQ(wrap::format_wrapper(*loaded->wrapper), file);
  auto again = wrap::extract_all(*loaded->wrapper, *page).value();
  EXPECT_EQ(again[0].find("price")->text, "EUR 3.50");
  EXPECT_EQ(loaded->wrapper->rules()[again[0].find("price")->rule].field, "price");
}

TEST(Portfolio, SameInputSameWrapperInAnyOrderOfLabels) {
  wrap::Registry registry = toys();
  auto pages = lesson();
  Budget budget;
  std::string first =
      wrap::format_wrapper(*registry.find("auto")->learner->learn(pages, {}, budget)->wrapper);
  for (int i = 0; i < 5; ++i)
    EXPECT_EQ(wrap::format_wrapper(*registry.find("auto")->learner->learn(pages, {}, budget)->wrapper),
              first);
  std::reverse(pages.begin(), pages.end());
  EXPECT_EQ(wrap::format_wrapper(*registry.find("auto")->learner->learn(pages, {}, budget)->wrapper), first);
}

TEST(Portfolio, SaysWhyNothingFits) {
  wrap::Registry registry = toys();
  Budget budget;
  auto learned =
      registry.find("auto")->learner->learn({labelled(page_of("<p>Cup 1"), "Cup", "1")}, {}, budget);
  ASSERT_FALSE(learned.ok());
  EXPECT_EQ(learned.error().code, Code::cannot_learn);
  EXPECT_NE(learned.error().hint.find("pattern"), std::string::npos);
}

// Three wrappers: two read the price from .p, one from .q. They agree on four pages and differ on the fifth.
TEST(Ask, ThePlaceWhereTheFamiliesDiffer) {
  std::vector<Contestant> candidates;
  for (auto [kind, cls] : {std::pair{"pattern", "p"}, {"lr", "q"}, {"template", "q"}}) {
    Contestant one;
    one.kind = kind;
    one.wrapper =
        std::make_shared<ToyWrapper>(kind, std::map<std::string, std::string>{{"name", "n"}, {"price", cls}});
    one.exact[""].right = 1;
    candidates.push_back(std::move(one));
  }
  std::vector<DocumentPtr> pages;
  for (const char* old : {"1", "2", "3", "4", "77", "6", "7", "8", "9", "10"}) {
    std::string now = old == std::string("77") ? "5" : old;
    pages.push_back(page_of(product("Cup", now) + "<b class=q>" + old + "</b>", "page" + now + ".html"));
  }
  Given given = give(candidates, pages, 1);
  auto question = next_question(candidates, given, pages, {});
  ASSERT_TRUE(question);
  EXPECT_EQ(question->page, 4u);
  EXPECT_EQ(question->field, "price");
  EXPECT_EQ(question->text, "5");
  EXPECT_EQ(question->rival, "77");
  EXPECT_EQ(question->objects, (std::vector<std::string>{"lr", "template"}));
  EXPECT_EQ(pages[4]->text(*question->span), "5");
  EXPECT_NE(question_text(*question, *pages[4]).find("page5.html"), std::string::npos);
  EXPECT_FALSE(next_question(candidates, given, pages, {{4, "price"}}));
  // The best wrapper's own doubt counts too, and alone.
  auto own = [](const wrap::Wrapper&, const Document& page) {
    Doubt doubt;
    doubt.field = "name";
    doubt.rival = "Cups";
    doubt.doubt = page.name() == "page2.html" ? 0.9 : 0;
    return std::vector<Doubt>{doubt};
  };
  question = next_question(candidates, given, pages, {}, own);
  ASSERT_TRUE(question);
  EXPECT_EQ(question->field, "name");
  EXPECT_EQ(question->page, 1u);
}

TEST(Repair, LearnsFromWhatIsStillThere) {
  wrap::Registry registry = toys();
  Budget budget;
  auto pages = lesson();
  auto learned = registry.find("auto")->learner->learn(pages, {}, budget);
  ASSERT_TRUE(learned.ok());
  Profile profile = make_profile(learned->wrapper, pages, {});
  std::vector<DocumentPtr> old_pages{pages[0].document, pages[1].document};
  std::vector<DocumentPtr> new_pages{page_of(product("Cup", "EUR 6.90", "title", "money"), "1.html"),
                                     page_of(product("Jug", "EUR 12.40", "title", "money"), "2.html"),
                                     page_of(product("Saucer", "EUR 3.50", "title", "money"), "3.html")};
  auto repaired =
      repair(learned->wrapper, profile, old_pages, new_pages, *registry.find("auto")->learner, budget);
  ASSERT_TRUE(repaired.ok());
  EXPECT_TRUE(repaired->report.better);
  auto records = wrap::extract_all(*repaired->wrapper, *new_pages[2]).value();
  ASSERT_EQ(records.size(), 1u);
  EXPECT_EQ(records[0].find("name")->text, "Saucer");
  EXPECT_EQ(records[0].find("price")->text, "EUR 3.50");
}

TEST(Repair, LeavesAWorkingWrapperAlone) {
  wrap::Registry registry = toys();
  Budget budget;
  auto pages = lesson();
  auto learned = registry.find("auto")->learner->learn(pages, {}, budget);
  Profile profile = make_profile(learned->wrapper, pages, {});
  std::vector<DocumentPtr> all{pages[0].document, pages[1].document};
  auto repaired = repair(learned->wrapper, profile, all, all, *registry.find("auto")->learner, budget);
  ASSERT_TRUE(repaired.ok());
  EXPECT_FALSE(repaired->report.better);
  EXPECT_EQ(repaired->wrapper, learned->wrapper);
  auto unknown = repair(learned->wrapper, profile, all, {page_of("<p>nothing", "9.html")},
                        *registry.find("auto")->learner, budget);
  ASSERT_TRUE(unknown.ok());
  EXPECT_FALSE(unknown->report.better);
  EXPECT_FALSE(unknown->report.advice.empty());
}

// The shop writes its prices in another form but keeps the old form in embedded data: the rules hold, and
// repair must not follow the data.
TEST(Repair, AnotherFormKeepsTheRules) {
  wrap::Registry registry = toys();
  Budget budget;
  auto pages = lesson();
  auto learned = registry.find("auto")->learner->learn(pages, {}, budget);
  Profile profile = make_profile(learned->wrapper, pages, {});
  std::vector<DocumentPtr> old_pages{pages[0].document, pages[1].document};
  auto with_data = [](const std::string& shown, const std::string& data) {
    return shown + "<script class=d type=application/json>{\"p\": \"" + data + "\"}</script>";
  };
  std::vector<DocumentPtr> in_form{page_of(with_data(product("Cup", "6,90 EU"), "EUR 6.90"), "1.html"),
                                   page_of(with_data(product("Jug", "12,40 EU"), "EUR 12.40"), "2.html")};
  auto repaired =
      repair(learned->wrapper, profile, old_pages, in_form, *registry.find("auto")->learner, budget);
  ASSERT_TRUE(repaired.ok());
  EXPECT_EQ(repaired->wrapper, learned->wrapper);
  EXPECT_EQ(wrap::extract_all(*repaired->wrapper, *in_form[1]).value()[0].find("price")->text, "12,40 EU");
  if (repaired->report.better) {
    EXPECT_TRUE(repaired->report.rules_hold);
    EXPECT_EQ(strangeness(*repaired->profile.find("price"), "7,10 EU"), 0);
  }
}

TEST(Explain, SaysWhereAndWhyAndWhyNot) {
  ToyWrapper wrapper("toy", {{"name", "n"}, {"stock", "s"}});
  auto page = page_of(product("Cup &amp; saucer", "EUR 6.90"));
  auto records = wrap::extract_all(wrapper, *page).value();
  auto cells = explain(wrapper, *page, records);
  ASSERT_EQ(cells.size(), 2u);
  EXPECT_EQ(page->text(*cells[0].span), "Cup &amp; saucer");
  EXPECT_EQ(cells[0].words, "text of .n");
  EXPECT_TRUE(cells[1].absent);
  std::string html = explanation_html(*page, cells, {"a title <b>"});
  EXPECT_NE(html.find("a title &lt;b&gt;"), std::string::npos);
  EXPECT_NE(html.find("<mark data-c=\"0\""), std::string::npos);
  EXPECT_NE(format_json(cells[0], *page).find("\"span\": ["), std::string::npos);
}

TEST(Sample, IsSpreadEvenly) {
  EXPECT_EQ(evenly(3, 10), (std::vector<size_t>{0, 1, 2}));
  EXPECT_EQ(evenly(100, 4), (std::vector<size_t>{0, 25, 50, 75}));
  EXPECT_TRUE(evenly(0, 4).empty());
}

// One page in a hundred is built otherwise: it is not in the first sample, and comes into the second.
TEST(Sample, OddPagesAreAdded) {
  std::vector<wrap::LabelledPage> pages;
  for (int i = 0; i < 400; ++i) {
    const std::string name = "Cup " + std::to_string(i), price = "EUR " + std::to_string(i) + ".90";
    pages.push_back(labelled(
        page_of(product(name, price, i % 100 == 7 ? "odd" : "n"), std::to_string(i) + ".html"), name, price));
  }
  std::vector<size_t> sizes;
  auto learned = learn_from_sample(
      pages, 2, [&](const std::vector<wrap::LabelledPage>& sample) -> Result<wrap::Learned> {
        sizes.push_back(sample.size());
        const bool knows_odd = std::any_of(sample.begin(), sample.end(), [](const wrap::LabelledPage& page) {
          return page.document->text().find("class=odd") != std::string_view::npos;
        });
        auto wrapper = std::make_shared<ToyWrapper>(
            "toy", std::map<std::string, std::string>{{"name", "n"}, {"price", "p"}});
        EXPECT_EQ(knows_odd, sizes.size() > 1);
        return wrap::Learned{wrapper, {}};
      });
  ASSERT_TRUE(learned.ok());
  EXPECT_EQ(sizes.size(), 2u);  // the odd ones are known then, and still come out wrong
  EXPECT_EQ(sizes[1], sizes[0] + 4);
  EXPECT_EQ(learned->report.pages, 400u);
  EXPECT_EQ(learned->report.missed, 4u);
  EXPECT_EQ(learned->report.notes.size(), 3u);
}

}  // namespace
}  // namespace gleaner::learn
