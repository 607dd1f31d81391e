// Bounds of tuples: whole pages are read as the paper says, broken tuples change no other one. The oracle is
// the list that the page was made of.
#include "delimiter/bounded.h"
#include "base/seed_test.h"

#include <gtest/gtest.h>

#include <random>

#include "delimiter/learn.h"

namespace gleaner::delimiter {
namespace {

using TupleWords = std::vector<std::string>;  // of a tuple; "": missing

struct MadeList {
  std::string text;
  std::vector<Item> items;
};

// Tags differ by attribute, or only the word before them does.
MadeList made_list(const std::vector<TupleWords>& tuples, bool alike) {
  static const char* kTags[] = {"b", "i", "u"};
  static const char* kNames[] = {"Name", "Price", "Maker"};
  MadeList out{"<html><p><a>Shop</a><ul>", {}};
  for (const TupleWords& tuple : tuples) {
    out.text += "<li>";
    for (uint32_t k = 0; k < tuple.size(); ++k) {
      if (tuple[k].empty()) continue;
      const std::string tag = alike && k > 0 ? "span" : kTags[k];
      out.text += (k > 0 && alike ? std::string(kNames[k]) + ": " : "") + "<" + tag + ">";
      out.items.push_back({k, {uint32_t(out.text.size()), uint32_t(out.text.size() + tuple[k].size())}});
      out.text += tuple[k] + "</" + tag + ">";
    }
    out.text += "</li>";
  }
  out.text += "</ul><hr><p>Contact</html>";
  return out;
}

std::vector<TupleWords> random_tuples(std::mt19937& random, size_t count) {
  std::vector<TupleWords> out;
  for (size_t i = 0; i < count; ++i) {
    TupleWords tuple;
    for (int k = 0; k < 3; ++k) tuple.push_back("w" + std::to_string(random() % 50));
    out.push_back(tuple);
  }
  return out;
}

struct BoundedWrapper {
  Delimiters delimiters;
  TupleBounds bounds;
};

BoundedWrapper learn_bounded(Class kind, const MadeList& list) {
  const std::vector<Example> examples{{list.text, list.items}};
  Budget budget;
  const Outcomes outcomes = learn(kind, examples, 3, {}, budget);
  EXPECT_TRUE(outcomes.learnt) << name_of(kind);
  return {outcomes.learnt->delimiters, bounds_of(examples, 3)};
}

std::vector<Item> read_bounded(const BoundedWrapper& wrapper, const std::string& text) {
  std::vector<Item> items;
  std::vector<Span> refused;
  const Outcome outcome = Program(wrapper.delimiters).run(text, items);
  if (wrapper.bounds.known() && is_broken(wrapper.delimiters, wrapper.bounds, text, items, outcome))
    run_bounded(wrapper.delimiters, wrapper.bounds, text, items, refused);
  return items;
}

TEST(Bounded, EveryClassReadsTuplesThatLackValues) {
  const uint32_t seed = test_seed(7);
  std::mt19937 random(seed);
  for (const bool alike : {false, true})
    for (Class kind : kAllClasses) {
      const BoundedWrapper wrapper = learn_bounded(kind, made_list(random_tuples(random, 6), alike));
      ASSERT_TRUE(wrapper.bounds.known()) << name_of(kind);
      for (int round = 0; round < 60; ++round) {
        std::vector<TupleWords> tuples = random_tuples(random, 1 + random() % 8);
        for (TupleWords& tuple : tuples)
          if (random() % 3 == 0) tuple[1 + random() % 2].clear();  // one of the two behind the first
        const MadeList page = made_list(tuples, alike);
        EXPECT_EQ(read_bounded(wrapper, page.text), page.items)
            << name_of(kind) << " seed " << seed << " round " << round << "\n"
            << page.text;
      }
    }
}

TEST(Bounded, WholePagesAreReadAsThePaperSays) {
  std::mt19937 random(test_seed(11));
  for (Class kind : kAllClasses) {
    const BoundedWrapper wrapper = learn_bounded(kind, made_list(random_tuples(random, 4), true));
    for (size_t count = 1; count < 9; ++count) {
      const MadeList page = made_list(random_tuples(random, count), true);
      std::vector<Item> items;
      const Outcome outcome = Program(wrapper.delimiters).run(page.text, items);
      EXPECT_FALSE(is_broken(wrapper.delimiters, wrapper.bounds, page.text, items, outcome)) << name_of(kind);
    }
  }
}

TEST(Bounded, AttributesWithoutAMarkStayAbsent) {
  // cells of a row: nothing tells the second from the third but their number
  auto row = [](const TupleWords& cells) {
    std::string out = "<tr>";
    for (const std::string& cell : cells) out += "<td>" + cell + "</td>";
    return out + "</tr>";
  };
  const std::string text =
      "<table>" + row({"a", "b", "c"}) + row({"d", "e", "f"}) + row({"g", "h", "i"}) + "</table>";
  std::vector<Item> items;
  size_t at = 0;
  for (uint32_t i = 0; i < 9; ++i) {
    at = text.find("<td>", at) + 4;
    items.push_back({i % 3, {uint32_t(at), uint32_t(at + 1)}});
  }
  const std::vector<Example> examples{{text, items}};
  Budget budget;
  const Outcomes outcomes = learn(Class::lr, examples, 3, {}, budget);
  ASSERT_TRUE(outcomes.learnt);
  const BoundedWrapper wrapper{outcomes.learnt->delimiters, bounds_of(examples, 3)};
  ASSERT_TRUE(wrapper.bounds.known());
  const std::string less =
      "<table>" + row({"a", "b", "c"}) + row({"d", "f"}) + row({"g", "h", "i"}) + "</table>";
  std::vector<std::string> got;
  for (const Item& item : read_bounded(wrapper, less))
    got.push_back(less.substr(item.span.begin, item.span.size()));
  EXPECT_EQ(got, (std::vector<std::string>{"a", "b", "c", "d", "g", "h", "i"}));
}

TEST(Bounded, ATailThatComesTooEarlyEndsNothing) {
  std::mt19937 random(test_seed(5));
  const BoundedWrapper wrapper = learn_bounded(Class::hlrt, made_list(random_tuples(random, 5), false));
  MadeList page = made_list(random_tuples(random, 4), false);
  const size_t second = page.text.find("<li>", page.text.find("<li>") + 1);
  const std::string advertisement = wrapper.delimiters.tail + "Buy a teapot";
  page.text.insert(second, advertisement);
  for (Item& item : page.items)
    if (item.span.begin >= second) {
      item.span.begin += uint32_t(advertisement.size());
      item.span.end += uint32_t(advertisement.size());
    }
  EXPECT_EQ(read_bounded(wrapper, page.text), page.items);
}

}  // namespace
}  // namespace gleaner::delimiter
