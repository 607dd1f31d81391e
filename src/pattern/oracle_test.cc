// The slow obvious learner: every candidate's conditions as sets, every single and pair tried. The real one
// must find an exact rule exactly when this one does.
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "base/seed_test.h"
#include "pattern/learn/learn_field.h"
#include "pattern/sample_pages_test.h"

namespace gleaner::pattern {
namespace {

using testing_pages::document;

std::string random_tree(std::mt19937& random, int depth) {
  static const char* kTags[] = {"div", "span", "b", "p", "i"};
  static const char* kWords[] = {"red", "blue", "green", "12", "$5", "Name:"};
  static const char* kClasses[] = {"", " class=a", " class='a b'", " id=x"};
  std::string out;
  for (size_t i = 1 + random() % 3; i-- > 0;) {
    const char* tag = kTags[random() % 5];
    out += std::string("<") + tag + kClasses[random() % 4] + ">";
    if (random() % 2) out += kWords[random() % 6];
    if (depth > 0) out += random_tree(random, depth - 1);
    out += std::string("</") + tag + ">";
  }
  return out;
}

struct Oracle {
  bool with_quotes = false, without_quotes = false;
};

// Is there a single or pair, true of some labelled place, that gives the labelled text and no other?
Oracle search(const Unit& unit, std::string_view wanted) {
  TestSet all;
  all.all();
  Features features(unit, all);
  std::vector<std::set<uint64_t>> has(unit.candidates.size());
  std::set<uint64_t> quoting;
  for (size_t i = 0; i < has.size(); ++i)
    for (const auto& [hash, condition] : features.conditions(unit.candidates[i])) {
      has[i].insert(hash);
      if (info(condition.test).quotes) quoting.insert(hash);
    }
  Oracle out;
  for (size_t i = 0; i < has.size(); ++i) {
    if (unit.text(unit.candidates[i]) != wanted) continue;
    for (uint64_t a : has[i])
      for (uint64_t b : has[i]) {
        if (b < a) continue;
        bool clean = true;
        for (size_t j = 0; j < has.size() && clean; ++j)
          if (has[j].contains(a) && has[j].contains(b)) clean = unit.text(unit.candidates[j]) == wanted;
        if (!clean) continue;
        out.with_quotes = true;
        if (!quoting.contains(a) && !quoting.contains(b)) out.without_quotes = true;
      }
  }
  return out;
}

TEST(PatternOracle, ExactRuleIsFoundExactlyWhenOneExists) {
  const unsigned seed = test_seed(20240607);
  std::mt19937 random(seed);
  size_t found = 0, none = 0;
  for (int round = 0; round < 150; ++round) {
    std::string html = random_tree(random, 2);
    DocumentPtr page = document(html);
    PageIndex index(*page);
    Unit unit(index, Region{0, 0}, kTexts);
    if (unit.values.empty() || unit.candidates.size() > 25) continue;
    std::string wanted(unit.values[random() % unit.values.size()]);
    Example e;
    e.unit = &unit;
    e.fields["field"] = {{.text = wanted}};
    Budget budget;
    LabelledSite site({e}, budget);
    FieldModel model = learn_field(site, "field", budget);
    Oracle oracle = search(unit, wanted);
    EXPECT_TRUE(model.exact || !oracle.without_quotes)
        << "seed " << seed << " round " << round << ": " << html << " -> " << wanted;
    EXPECT_TRUE(oracle.with_quotes || !model.exact)
        << "seed " << seed << " round " << round << ": " << html << " -> " << wanted;
    (model.exact ? found : none) += 1;
    if (!model.exact || !has_word(wanted)) continue;
    Matches matches(site.plan(), unit);
    View view{&unit, &matches, &site.plan(), nullptr};
    std::vector<Answer> answers = answer(model, view);
    ASSERT_EQ(answers.size(), 1u) << html << " -> " << wanted;
    EXPECT_EQ(answers[0].text, wanted) << html;
  }
  EXPECT_GT(found, 30u);
}

}  // namespace
}  // namespace gleaner::pattern
