// The program's matching against the slow obvious one: Features for every candidate, every condition looked
// up. Rules are drawn from the conditions of one random page and asked of it and of others, on whole pages
// and on runs of siblings.
#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <random>
#include <set>

#include "base/seed_test.h"
#include "pattern/match/program.h"
#include "pattern/model.h"
#include "pattern/sample_pages_test.h"
#include "pattern/weights.h"

namespace gleaner::pattern {
namespace {

using testing_pages::document;

class RandomPage {
 public:
  explicit RandomPage(std::mt19937& random) : random_(random) {}

  std::string page() {
    std::string head = pick({"", "<title>Red car</title>", "<title>Blue</title>"});
    std::string data = pick({"",
                             "<script type='application/ld+json'>{\"@type\":\"Car\",\"name\":\"Red "
                             "car\",\"offers\":[{\"price\":5},{\"price\":\"6.0\"}]}</script>"});
    return "<!doctype html><head>" + head + "</head><body>" + data + blocks(3) + "</body>";
  }

 private:
  std::string pick(std::initializer_list<const char*> list) {
    return *(list.begin() + random_() % list.size());
  }
  std::string attributes() {
    std::string out;
    if (random_() % 3 == 0)
      out += pick({" class=a", " class='a b'", " class='  b  c '", " class=''", " class='w-1/2 a.b'",
                   " CLASS=price"});
    if (random_() % 6 == 0) out += pick({" id=main", " id=row123456", " id=row99", " id=''"});
    if (random_() % 6 == 0)
      out += pick({" itemprop=name", " rel=nofollow", " title='a tip'", " role=main", " data-x=1"});
    if (random_() % 5 == 0) out += pick({" bgcolor=red", " bgcolor=blue", " align=left", " nowrap"});
    return out;
  }
  std::string text() {
    return pick({"red",          "Blue cars",     "Price:",
                 "prices",       "$5.00",         "12",
                 "1,234",        "Name: Tom",     "a",
                 "K\xC3\xB6nig", "\xC3\x84pfel:", "|",
                 "\xE2\x80\xA6", "2011-03-12",    "March 3, 2010",
                 "Red car",      "www.x.org",     "  spaced \n out ",
                 "&nbsp;",       "Author",        "4 stars",
                 "THE END",      "by: "});
  }
  std::string inline_(int depth) {
    std::string out = text();
    if (depth > 0 && random_() % 2) {
      std::string tag = pick({"b", "span", "a", "i", "em", "label"});
      out += "<" + tag + attributes() +
             (tag == "a" ? pick({" href='/x/12/y?id=3&s=4'", " href=/cars", " href=''"}) : "") + ">" +
             inline_(depth - 1) + "</" + tag + ">" + text();
    }
    return out;
  }
  std::string table() {
    std::string out = "<table" + attributes() + ">";
    if (random_() % 2) out += "<tr><th>" + text() + "</th><th>" + text() + "</th></tr>";
    for (size_t r = 1 + random_() % 3; r-- > 0;) {
      out += "<tr>";
      for (size_t c = 1 + random_() % 3; c-- > 0;) {
        std::string cell = pick({"td", "td", "th"});
        out += "<" + cell + attributes() + ">" + (random_() % 4 ? inline_(1) : "") + "</" + cell + ">";
      }
    }
    return out + "</table>";
  }
  std::string blocks(int depth) {
    std::string out;
    for (size_t i = 1 + random_() % 3; i-- > 0;) {
      switch (random_() % 7) {
        case 0: out += "<h2" + attributes() + ">" + inline_(1) + "</h2>"; break;
        case 1: out += table(); break;
        case 2: out += "<dl><dt>" + text() + "<dd>" + inline_(1) + "</dl>"; break;
        case 3: out += text() + "<br>"; break;
        case 4: out += "<p" + attributes() + ">" + inline_(2) + "</p><img alt='Red car' src=/i/1.png>"; break;
        default: {
          std::string tag = pick({"div", "div", "ul", "section", "odd-tag"});
          out += "<" + tag + attributes() + ">" + (depth > 0 ? blocks(depth - 1) : inline_(1)) + "</" + tag +
                 ">";
        }
      }
    }
    return out;
  }
  std::mt19937& random_;
};

std::vector<Region> regions(const PageIndex& page, std::mt19937& random) {
  const html::Tree& tree = page.tree();
  std::vector<Region> out = {{0, 0}};
  for (int tries = 0; tries < 4; ++tries) {
    NodeId first = 1 + NodeId(random() % (tree.size() - 1)), last = first;
    for (size_t more = random() % 4; more-- > 0 && tree.next_sibling(last) != kNoNode;)
      last = tree.next_sibling(last);
    out.push_back({first, last});
  }
  return out;
}

struct Rules {
  Plan plan;
  std::vector<std::vector<ConditionId>> rules;
  Program program;
};

// Conjunctions of one to four conditions that some candidate of the unit satisfies, mostly all at once.
void draw_rules(const Unit& unit, std::mt19937& random, Rules& into) {
  TestSet all;
  all.all();
  for (int lacking = 0; lacking < 3 && !unit.candidates.empty(); ++lacking) {
    const Candidate& c = unit.candidates[random() % unit.candidates.size()];
    if (c.form == Form::data) continue;
    for (const Condition& negation : Features(unit, all).negations(c)) all.add_negated(negation);
  }
  Features features(unit, all);
  for (size_t wanted = 60; wanted-- > 0 && !unit.candidates.empty();) {
    const Candidate& c = unit.candidates[random() % unit.candidates.size()];
    std::map<uint64_t, Condition> has;
    for (const auto& [hash, condition] : features.conditions(c)) has.emplace(hash, condition);
    std::vector<ConditionId> rule;
    for (size_t n = 1 + random() % 4; n-- > 0 && !has.empty();) {
      auto at = std::next(has.begin(), std::ptrdiff_t(random() % has.size()));
      rule.push_back(into.plan.add(unit.form_name(c), at->second));
    }
    std::sort(rule.begin(), rule.end());
    rule.erase(std::unique(rule.begin(), rule.end()), rule.end());
    if (!rule.empty()) into.rules.push_back(rule);
  }
}

void compare(const Rules& rules, const Unit& unit, const std::string& about, std::set<pattern::Test>& hit) {
  Matches slow(rules.plan, unit), fast(rules.plan, rules.program, unit);
  std::vector<uint32_t> hits;
  for (const auto& rule : rules.rules) {
    std::vector<uint32_t> wanted;
    for (uint32_t c = 0; c < unit.candidates.size(); ++c) {
      bool all = true;
      for (ConditionId id : rule) {
        const uint64_t* row = slow.row(id);
        all = all && row && (row[c >> 6] >> (c & 63) & 1);
      }
      if (all) wanted.push_back(c);
    }
    each_hit(rule, fast, hits);
    for (uint32_t c = 0; c < unit.candidates.size(); ++c)
      EXPECT_EQ(fast.holds(rule, c), std::binary_search(wanted.begin(), wanted.end(), c)) << about;
    std::string words;
    for (ConditionId id : rule)
      if (!wanted.empty()) hit.insert(rules.plan.condition(id).test);
    for (ConditionId id : rule) words += rules.plan.form(id) + " " + rules.plan.condition(id).print() + "; ";
    ASSERT_EQ(hits, wanted) << words << "\n" << about;
  }
}

// What a page could have shown, every other time nothing: the choice of anchors must not matter.
std::vector<uint32_t> random_counts(const Plan& plan, std::mt19937& random) {
  std::vector<uint32_t> counts;
  if (random() % 2)
    for (size_t i = 0; i < plan.size(); ++i) counts.push_back(uint32_t(random() % 50));
  return counts;
}

TEST(PatternMatch, ProgramAndFeaturesAgree) {
  const unsigned seed = test_seed(20250611);
  std::mt19937 random(seed);
  std::set<pattern::Test> hit;
  for (uint32_t round = 0; round < at_length(150, 60); ++round) {
    RandomPage maker(random);
    std::string html[2] = {maker.page(), maker.page()};
    DocumentPtr pages[2] = {document(html[0]), document(html[1])};
    PageIndex index[2] = {PageIndex(*pages[0]), PageIndex(*pages[1])};
    const uint8_t forms = round % 3 == 0 ? kTexts : round % 3 == 1 ? kAllForms : kNodes;
    Rules rules;
    for (Region region : regions(index[0], random)) draw_rules(Unit(index[0], region, forms), random, rules);
    rules.plan.finish();
    RuleGroup group;
    for (const auto& rule : rules.rules) group.rules.push_back(&rule);
    rules.program = Program(rules.plan, {group}, random_counts(rules.plan, random));
    for (const PageIndex& page : index)
      for (Region region : regions(page, random)) {
        std::string about = "seed " + std::to_string(seed) + " round " + std::to_string(round) + " region " +
                            std::to_string(region.first) + "-" + std::to_string(region.last) + "\n" +
                            page.document().text().data();
        compare(rules, Unit(page, region, forms), about, hit);
        if (HasFatalFailure()) return;
      }
  }
  for (size_t t = 0; t < kTests; ++t)
    EXPECT_TRUE(hit.contains(pattern::Test(t)) || pattern::Test(t) == pattern::Test::below_word)
        << "never satisfied: " << info(pattern::Test(t)).word << " " << t;
}

// The vote as model.h tells it, with sets: every rule gives its weight to the texts it finds, divided by
// their number.
std::map<uint32_t, double> slow_scores(const FieldModel& field, const Slot& slot, const Unit& unit,
                                       const Matches& matches, const TemplateSet& known) {
  std::vector<uint64_t> hashes = template_hashes(unit);
  std::map<uint32_t, double> out;
  for (const Vote& vote : slot.votes) {
    std::vector<uint32_t> hits, fresh;
    for (uint32_t c = 0; c < unit.candidates.size(); ++c) {
      bool all = true;
      for (ConditionId id : vote.conditions) {
        const uint64_t* row = matches.row(id);
        all = all && row && (row[c >> 6] >> (c & 63) & 1);
      }
      if (!all) continue;
      hits.push_back(c);
      if (!hashes[c] || !known.contains(hashes[c]) || field.not_template.contains(hashes[c]))
        fresh.push_back(c);
    }
    std::set<uint32_t> values;
    for (uint32_t c : fresh.empty() ? hits : fresh)
      if (field.bare || has_word(unit.values[unit.candidates[c].value]) ||
          is_dash(unit.values[unit.candidates[c].value]))
        values.insert(unit.candidates[c].value);
    for (uint32_t v : values)
      out[v] += vote.weight * (fresh.empty() ? weights::kTemplate : 1.0) / double(values.size());
  }
  for (auto& [v, score] : out) score *= veto(unit.values[v], field, field.looks);
  return out;
}

TEST(PatternMatch, VotesAreCountedAsTheModelSays) {
  const unsigned seed = test_seed(20250612);
  std::mt19937 random(seed);
  for (int round = 0; round < 100; ++round) {
    DocumentPtr page = document(RandomPage(random).page());
    PageIndex index(*page);
    Unit unit(index, Region{0, 0}, round % 2 ? kTexts : kAllForms);
    Rules rules;
    draw_rules(unit, random, rules);
    rules.plan.finish();
    FieldModel field;
    field.bare = random() % 2;
    field.looks.kinds = {{Kind::word}};
    field.slots.resize(1);
    RuleGroup group;
    for (const auto& rule : rules.rules) {
      group.rules.push_back(&rule);
      field.slots[0].votes.push_back({double(1 + random() % 8) / 8, rule});
    }
    rules.program = Program(rules.plan, {group}, random_counts(rules.plan, random));
    TemplateSet known;
    for (uint64_t h : template_hashes(unit)) {
      if (h && random() % 2) known.insert(h);
      if (h && random() % 8 == 0) field.not_template.insert(h);
    }
    Matches slow(rules.plan, unit), fast(rules.plan, rules.program, unit);
    View view{&unit, &fast, &rules.plan, &known};
    std::map<uint32_t, double> wanted = slow_scores(field, field.slots[0], unit, slow, known), got;
    for (auto [v, score] : scores(field, 0, view).by_value) got[v] = score;
    ASSERT_EQ(got.size(), wanted.size()) << "seed " << seed << " round " << round;
    for (auto [v, score] : wanted)
      EXPECT_DOUBLE_EQ(got[v], score) << "seed " << seed << " round " << round << ": " << unit.values[v];
  }
}

// Open votes are left out, or asked when they may decide: the answer is the same as with all of them.
TEST(PatternMatch, OpenVotesChangeNoAnswer) {
  const unsigned seed = test_seed(20250613);
  std::mt19937 random(seed);
  size_t open = 0, answered = 0;
  for (uint32_t round = 0; round < at_length(400, 150); ++round) {
    DocumentPtr pages[2] = {document(RandomPage(random).page()), document(RandomPage(random).page())};
    PageIndex index[2] = {PageIndex(*pages[0]), PageIndex(*pages[1])};
    const uint8_t forms = round % 2 ? kTexts : kAllForms;
    Rules rules;
    draw_rules(Unit(index[0], Region{0, 0}, forms), random, rules);
    rules.plan.finish();
    FieldModel field;
    field.bare = random() % 2;
    field.grow = random() % 2;
    field.cut_off = random() % 2;
    field.looks.kinds = {{random() % 2 ? Kind::word : Kind::money}};
    field.slots.resize(1);
    RuleGroup group;
    for (const auto& rule : rules.rules) {
      if (random() % 3) continue;  // few votes make close calls
      group.rules.push_back(&rule);
      group.weights.push_back(1.0 / double(1 + random() % 8));
      field.slots[0].votes.push_back({group.weights.back(), rule});
    }
    rules.program = Program(rules.plan, {group}, random_counts(rules.plan, random));
    open += size_t(std::count(rules.program.open[0].begin(), rules.program.open[0].end(), true));
    for (const PageIndex& page : index) {
      Unit unit(page, Region{0, 0}, forms);
      TemplateSet known;
      for (uint64_t h : template_hashes(unit))
        if (h && random() % 4 == 0) known.insert(h);
      const Unit asked(page, Region{0, 0}, forms, nullptr, Interned::asked);
      Matches slow(rules.plan, unit), fast(rules.plan, rules.program, asked);
      View all{&unit, &slow, &rules.plan, &known},
          part{&asked, &fast, &rules.plan, &known, &rules.program, &fast};
      std::vector<Answer> wanted = answer(field, all), got = answer(field, part);
      ASSERT_EQ(got.size(), wanted.size()) << "seed " << seed << " round " << round;
      answered += wanted.size();
      for (size_t i = 0; i < got.size(); ++i) {
        EXPECT_EQ(got[i].candidate, wanted[i].candidate) << "seed " << seed << " round " << round;
        EXPECT_EQ(got[i].text, wanted[i].text);
        EXPECT_EQ(got[i].vote, wanted[i].vote);
      }
    }
  }
  EXPECT_GT(open, at_length(200, 60));
  EXPECT_GT(answered, at_length(200, 60));
}

// Texts interned when asked for: the same equal ones as when all are.
TEST(PatternMatch, PlacesOfATextDoNotDependOnWhenItIsAskedFor) {
  const unsigned seed = test_seed(20250614);
  std::mt19937 random(seed);
  for (int round = 0; round < 50; ++round) {
    DocumentPtr page = document(RandomPage(random).page());
    PageIndex index(*page);
    const Unit all(index, Region{0, 0}, kAllForms),
        asked(index, Region{0, 0}, kAllForms, nullptr, Interned::asked);
    ASSERT_EQ(all.candidates.size(), asked.candidates.size());
    for (int n = 0; n < 20 && !all.candidates.empty(); ++n) {
      const uint32_t c = uint32_t(random() % all.candidates.size());
      ASSERT_EQ(all.places(all.value(c)), asked.places(asked.value(c))) << "seed " << seed;
      EXPECT_EQ(all.text(all.candidates[c]), asked.text(asked.candidates[c]));
    }
  }
}

// Completing says nothing twice: counts are those of the full match, whatever was known before.
TEST(PatternMatch, CompletedCountsAreThoseOfAll) {
  const unsigned seed = test_seed(20250615);
  std::mt19937 random(seed);
  for (int round = 0; round < 50; ++round) {
    DocumentPtr page = document(RandomPage(random).page());
    PageIndex index(*page);
    Unit unit(index, Region{0, 0}, kAllForms);
    Rules rules;
    draw_rules(unit, random, rules);
    rules.plan.finish();
    RuleGroup group;
    for (const auto& rule : rules.rules) group.rules.push_back(&rule);
    rules.program = Program(rules.plan, {group});
    Matches slow(rules.plan, unit), fast(rules.plan, rules.program, unit);
    std::vector<uint32_t> every(unit.candidates.size());
    std::iota(every.begin(), every.end(), 0);
    fast.complete(rules.plan, rules.program, unit, every);
    for (ConditionId id = 0; id < rules.plan.size(); ++id)
      ASSERT_EQ(fast.count(id), slow.count(id)) << "seed " << seed << " round " << round;
  }
}

TEST(PatternMatch, BudgetStopsBothAtTheSameCandidate) {
  DocumentPtr page = document(testing_pages::camera_page("Canon A1", "$129.00", "In stock"));
  PageIndex index(*page);
  Unit unit(index, Region{0, 0}, kTexts);
  Rules rules;
  Condition inside{pattern::Test::path_all, "/html/body/div/h1", {}};
  rules.rules = {{rules.plan.add("text", Condition{pattern::Test::no_own_label, {}, {}})},
                 {rules.plan.add("text", inside)}};
  rules.plan.finish();
  rules.program = Program(rules.plan, {{{&rules.rules[0], &rules.rules[1]}, {}}});
  for (uint64_t steps = 0; steps < unit.candidates.size() + 2; ++steps) {
    BudgetLimits limits;
    limits.steps = steps;
    Budget a(limits), b(limits);
    Matches slow(rules.plan, unit, &a), fast(rules.plan, rules.program, unit, &b);
    for (const auto& rule : rules.rules) {
      std::vector<uint32_t> x, y;
      each_hit(rule, slow, x);
      each_hit(rule, fast, y);
      EXPECT_EQ(x, y) << steps;
    }
    EXPECT_EQ(a.exhausted(), b.exhausted());
  }
}

}  // namespace
}  // namespace gleaner::pattern
