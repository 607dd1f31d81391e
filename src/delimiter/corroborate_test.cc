// Labels from recognisers that err: each way of erring, unknown order, holes, and the count of label sets
// against listing them all.
#include "delimiter/corroborate.h"
#include "base/seed_test.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "delimiter/recogniser.h"

namespace gleaner::delimiter {
namespace {

constexpr std::string_view kPage =
    "<html><body><b>Codes 99</b><p><b>Congo</b> <i>242</i><br><b>Egypt</b> <i>20</i><br><b>Belize</b> "
    "<i>501</i><br>"
    "<b>Spain</b> <i>34</i><br></body>";

std::vector<Span> places(std::initializer_list<std::string_view> texts) {
  std::vector<Span> spans;
  for (std::string_view text : texts) {
    const size_t at = kPage.find(text, spans.empty() ? 0 : spans.back().end);
    spans.push_back({uint32_t(at), uint32_t(at + text.size())});
  }
  return spans;
}

std::string values(const LabelSet& set) {
  std::string out;
  for (const Item& item : set.items[0]) out += std::string(item.span.of(kPage)) + " ";
  return out;
}

const std::string kAll = "Congo 242 Egypt 20 Belize 501 Spain 34 ";

Result<Corroboration> search(std::vector<Recognised> fields, std::vector<std::string> order = {}) {
  Budget budget;
  return corroborate({kPage}, fields, order, budget);
}

TEST(Corroborate, DropsWhatARecogniserFindsTooMuch) {
  auto found = search({{"country", Errs::perfect, {places({"Congo", "Egypt", "Belize", "Spain"})}},
                       {"code", Errs::extra, {places({"99", "242", "20", "501", "34"})}}});
  ASSERT_TRUE(found.ok());
  ASSERT_EQ(found->fitting, 1u);
  EXPECT_EQ(values(found->kept[0]), kAll);
}

TEST(Corroborate, FillsWhatARecogniserMisses) {
  auto found = search({{"country", Errs::misses, {places({"Congo", "Egypt", "Spain"})}},
                       {"code", Errs::perfect, {places({"242", "20", "501", "34"})}}});
  ASSERT_TRUE(found.ok());
  ASSERT_GE(found->fitting, 1u);
  EXPECT_EQ(found->kept[0].holes, 1u);
  EXPECT_EQ(values(found->kept[0]), kAll);
}

TEST(Corroborate, BothWaysAtOnceAndAnyOrder) {
  auto found = search({{"code", Errs::perfect, {places({"242", "20", "501", "34"})}},
                       {"country", Errs::both, {places({"Codes", "Congo", "Egypt", "Spain"})}}});
  ASSERT_TRUE(found.ok());
  ASSERT_GE(found->fitting, 1u);
  EXPECT_EQ(values(found->kept[0]), kAll);
  EXPECT_EQ(found->kept[0].order, (std::vector<uint32_t>{1, 0}));
}

// As deep as there are values: no call may stand for each.
TEST(Corroborate, VeryManyValues) {
  constexpr size_t kRows = 60'000;
  std::string page;
  Recognised code{"code", Errs::perfect, {{}}}, name{"name", Errs::both, {{}}};
  for (size_t i = 0; i < kRows; ++i) {
    page += "<b>x</b><i>1</i>";
    const uint32_t end = uint32_t(page.size());
    name.instances[0].push_back({end - 13, end - 12});
    code.instances[0].push_back({end - 5, end - 4});
  }
  BudgetLimits limits;
  limits.steps = 100'000;  // it ends on the way down
  Budget budget(limits);
  auto found = corroborate({page}, {code, name}, {"name", "code"}, budget);
  ASSERT_TRUE(found.ok());
}

TEST(Corroborate, NeedsAPerfectOneThatAgrees) {
  auto none = search({{"country", Errs::extra, {places({"Congo"})}}});
  ASSERT_FALSE(none.ok());
  EXPECT_NE(none.error().message.find("perfect"), std::string::npos);
  EXPECT_FALSE(search({{"country", Errs::perfect, {places({"Congo", "Egypt"})}},
                       {"code", Errs::perfect, {places({"242"})}}})
                   .ok());
  EXPECT_FALSE(search({{"country", Errs::perfect, {places({"Congo"})}}}, {"other"}).ok());
}

TEST(Corroborate, StopsWhenTheBudgetEnds) {
  BudgetLimits limits;
  limits.steps = 3;
  Budget budget(limits);
  auto found = corroborate(
      {kPage}, {{"country", Errs::perfect, {places({"Congo", "Egypt", "Belize", "Spain"})}}}, {}, budget);
  ASSERT_TRUE(found.ok());
  EXPECT_FALSE(found->all);
}

// Every way to take one instance of an `extra` field for each record, listed by hand, and how many of them
// have a wrapper.
TEST(Corroborate, CountsAsListingAllDoes) {
  std::mt19937 rng(test_seed(5));
  int with = 0;
  for (int round = 0; round < 300; ++round) {
    std::string text;
    std::vector<Span> anchor, extra;
    const size_t records = 1 + rng() % 3;
    for (size_t i = 0; i < records; ++i) {
      auto put = [&](std::vector<Span>& into, char c) {
        text += "([<"[rng() % 2];
        into.push_back({uint32_t(text.size()), uint32_t(text.size() + 1)});
        text += c;
        text += ")]>"[rng() % 2];
      };
      put(anchor, 'A');
      for (size_t n = 1 + rng() % 3; n-- > 0;) put(extra, 'b');
    }
    text += ".";
    std::vector<Recognised> fields{{"a", Errs::perfect, {anchor}}, {"b", Errs::extra, {extra}}};
    Budget budget;
    auto found = corroborate({text}, fields, {"a", "b"}, budget);
    ASSERT_TRUE(found.ok());
    uint64_t expected = 0;
    std::vector<Item> items;
    auto list = [&](auto&& self, size_t record) -> void {
      if (record == records) {
        for (Class kind : {Class::lr, Class::hlrt, Class::oclr, Class::hoclrt})
          if (learn(kind, {{text, items}}, 2, {}, budget).learnt) return void(++expected);
        return;
      }
      const uint32_t limit = record + 1 < records ? anchor[record + 1].begin : uint32_t(text.size());
      items.push_back({0, anchor[record]});
      for (Span b : extra)
        if (b.begin >= anchor[record].end && b.end <= limit) {
          items.push_back({1, b});
          self(self, record + 1);
          items.pop_back();
        }
      items.pop_back();
    };
    list(list, 0);
    ASSERT_EQ(found->fitting, expected) << text;
    with += expected > 0;
  }
  EXPECT_GT(with, 10);
}

// A recogniser that misses the first or the last value of a page, of every page, alone or among
// others: whatever label set is given, a value stands in the record of the anchor it belongs to,
// never in the one before or behind.
TEST(Corroborate, MissedEndsShiftNothing) {
  std::mt19937 rng(test_seed(17));
  int with = 0;
  for (int round = 0; round < 200; ++round) {
    std::vector<std::string> pages;
    std::vector<std::vector<Span>> names, codes, found;
    for (size_t p = 0; p < 2; ++p) {
      std::string text = round % 2 ? "<ul>" : "";
      names.emplace_back(), codes.emplace_back(), found.emplace_back();
      auto put = [&](std::vector<Span>& into, const std::string& value) {
        into.push_back({uint32_t(text.size()), uint32_t(text.size() + value.size())});
        text += value;
      };
      const size_t records = 2 + rng() % 4;
      for (size_t i = 0; i < records; ++i) {
        text += round % 2 ? "<li>" : "";
        put(names.back(), std::string(1 + rng() % 3, char('A' + int(rng() % 20))));
        text += round % 2 ? " <i>" : ": ";
        put(codes.back(), std::to_string(rng() % 900));
        text += round % 2 ? "</i></li>" : i + 1 < records ? "\n" : "";
      }
      text += round % 2 ? "</ul>" : "";
      pages.push_back(text);
      for (size_t i = 0; i < records; ++i) {
        const bool missed = (round / 2) % 3 == 0   ? i == 0
                            : (round / 2) % 3 == 1 ? i + 1 == records
                                                   : rng() % 3 == 0;
        if (!missed) found.back().push_back(names.back()[i]);
      }
    }
    if (found[0].empty() && found[1].empty()) continue;
    Budget budget;
    auto result =
        corroborate({pages[0], pages[1]}, {{"name", Errs::misses, found}, {"code", Errs::perfect, codes}},
                    {"name", "code"}, budget);
    ASSERT_TRUE(result.ok()) << "seed 17 round " << round;
    // Of a head nothing is known where every first value was missed: no label set is
    // better than a shifted one.
    with += result->fitting > 0;
    for (const LabelSet& set : result->kept)
      for (size_t p = 0; p < 2; ++p) {
        ASSERT_EQ(set.items[p].size(), 2 * codes[p].size());
        for (size_t i = 0; i < codes[p].size(); ++i) {
          const Span name = set.items[p][2 * i].span;
          EXPECT_EQ(set.items[p][2 * i + 1].span, codes[p][i]) << pages[p];
          if (std::find(found[p].begin(), found[p].end(), names[p][i]) != found[p].end()) {
            EXPECT_EQ(name, names[p][i]) << pages[p];
          }
          EXPECT_GE(name.begin, i ? codes[p][i - 1].end : 0u) << pages[p];
          EXPECT_LE(name.end, codes[p][i].begin) << pages[p];
        }
      }
  }
  EXPECT_GT(with, 30);
}

// A recogniser that misses the first value of every page: the others tell what stands before it.
TEST(Corroborate, EveryFirstValueMissedIsStillFound) {
  for (const bool menu : {false, true}) {
    std::vector<std::string> pages;
    std::vector<std::vector<Span>> names, codes, found;
    for (int p = 0; p < 2; ++p) {
      std::string text = menu ? "<b>Codes</b><ul>" : "<ul>";
      names.emplace_back(), codes.emplace_back(), found.emplace_back();
      for (const char* name : {"Congo", "Egypt", "Spain", "Chile"}) {
        text += "<li><b>";
        names.back().push_back({uint32_t(text.size()), uint32_t(text.size() + 5)});
        text += std::string(name) + "</b> <i>";
        const std::string code = std::to_string(200 + names.back().size() * 7 + size_t(p));
        codes.back().push_back({uint32_t(text.size()), uint32_t(text.size() + code.size())});
        text += code + "</i></li>";
      }
      pages.push_back(text + "</ul><p>End</p>");
      found.back().assign(names.back().begin() + 1, names.back().end());
    }
    Budget budget;
    auto result =
        corroborate({pages[0], pages[1]}, {{"name", Errs::misses, found}, {"code", Errs::perfect, codes}},
                    {"name", "code"}, budget);
    ASSERT_TRUE(result.ok());
    ASSERT_FALSE(result->kept.empty()) << menu;
    for (size_t p = 0; p < 2; ++p)
      for (size_t i = 0; i < 4; ++i)
        EXPECT_EQ(result->kept[0].items[p][2 * i].span, names[p][i]) << menu << pages[p];
  }
}

DocumentPtr document() {
  DocumentOptions options;
  options.name = "codes.html";
  return *Document::from_bytes(std::string(kPage), options);
}

TEST(Recogniser, AllFourWays) {
  auto config = wrap::parse_config(
      "order = [\"country\", \"code\"]\n[country]\nwords = [\"Congo\", \"Egypt\", \"Spa\"]\nerrs = "
      "\"misses\"\n[code]\nregex = '<i>(\\d+)</i>'\n"
      "[any]\ntype = \"number\"\nerrs = \"extra\"\n[out]\ncommand = \"grep -o "
      "'Bel[a-z]*'\"\n[bytes]\ncommand = \"echo 5 9\"\n",
      "r.toml");
  ASSERT_TRUE(config.ok()) << config.error().to_string();
  auto read = read_recognisers(*config, "");
  ASSERT_TRUE(read.ok()) << read.error().to_string();
  const std::vector<size_t> counts{2, 4, 5, 1, 1};
  for (size_t i = 0; i < 5; ++i) {
    auto found = read->fields[i].recogniser->find(*document());
    ASSERT_TRUE(found.ok()) << found.error().to_string();
    EXPECT_EQ(found->size(), counts[i]) << read->fields[i].field;
  }
  EXPECT_EQ(read->fields[1].recogniser->find(*document())->at(0).of(kPage), "242");
}

TEST(Recogniser, BadFilesAndCommands) {
  for (const char* text : {"", "[a]\n", "[a]\nregex = '('\n", "[a]\ntype = \"frog\"\n",
                           "[a]\nregex = 'x'\nerrs = \"never\"\n", "[a]\nregex = 'x'\ntype = \"number\"\n",
                           "a = 1\n", "[a]\nwords = \"no-such-file\"\n", "[a]\nwords = []\n"}) {
    auto config = wrap::parse_config(text, "r.toml");
    ASSERT_TRUE(config.ok()) << text;
    EXPECT_FALSE(read_recognisers(*config, "").ok()) << text;
  }
  for (const char* command : {"exit 3", "echo nowhere", "echo 5 9999999"}) {
    auto config = wrap::parse_config(std::string("[a]\ncommand = \"") + command + "\"\n", "r.toml");
    auto read = read_recognisers(*config, "");
    ASSERT_TRUE(read.ok());
    EXPECT_FALSE(read->fields[0].recogniser->find(*document()).ok()) << command;
  }
}

}  // namespace
}  // namespace gleaner::delimiter
