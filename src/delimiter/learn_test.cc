// Every learner against the enumerating oracle on small random pages: a wrapper is found exactly when one
// exists, and what is found reproduces the labels.
#include "delimiter/learn.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "base/seed_test.h"
#include "delimiter/oracle_test.h"

namespace gleaner::delimiter {
namespace {

using oracle::Page;

std::string text_of(std::mt19937& rng, size_t size, std::string_view alphabet) {
  std::string text;
  for (size_t i = 0; i < size; ++i) text += alphabet[rng() % alphabet.size()];
  return text;
}

struct Sizes {
  size_t head, gap, tail, value, tuples, pages;
};

// Random items on random text: mostly without a wrapper.
Page random_page(std::mt19937& rng, size_t attributes, bool nested, const Sizes& size,
                 std::string_view alphabet, bool empty) {
  Page page;
  page.text = text_of(rng, rng() % (size.head + 1), alphabet);
  size_t last = 0;
  const size_t tuples = empty ? 0 : 1 + rng() % size.tuples;
  auto item = [&](uint32_t attribute) {
    const auto begin = uint32_t(page.text.size());
    page.text += text_of(rng, rng() % (size.value + 1), alphabet);
    page.items.push_back({attribute, {begin, uint32_t(page.text.size())}});
    last = attribute + 1;
  };
  for (size_t m = 0; m < tuples; ++m) {
    if (m) page.text += text_of(rng, rng() % (size.gap + 1), alphabet);
    item(0);
    if (!nested) {
      for (uint32_t k = 1; k < attributes; ++k)
        page.text += text_of(rng, rng() % (size.gap + 1), alphabet), item(k);
      continue;
    }
    for (size_t more = rng() % (attributes + 1); more-- > 0 && last < attributes + 1;) {
      const auto k = uint32_t(1 + rng() % std::min(last, attributes));
      if (k >= attributes) break;
      page.text += text_of(rng, rng() % (size.gap + 1), alphabet);
      item(k);
    }
  }
  page.text += text_of(rng, rng() % (size.tail + 1), alphabet);
  return page;
}

Delimiters random_wrapper(std::mt19937& rng, Class kind, size_t attributes, std::string_view alphabet) {
  Delimiters w;
  w.kind = kind;
  auto d = [&](size_t least) { return text_of(rng, least + rng() % 2, alphabet); };
  for (size_t k = 0; k < attributes; ++k) w.left.push_back(d(1)), w.right.push_back(d(1));
  if (has_head_tail(kind)) w.head = d(0), w.tail = d(1);
  if (has_open_close(kind)) w.open = d(1), w.close = d(0);
  return w;
}

// Pages built around the delimiters of a wrapper, labelled by running it: often with a wrapper, and near
// misses.
Page page_by_wrapper(std::mt19937& rng, const Delimiters& w, const Sizes& size, std::string_view alphabet) {
  Page page;
  page.text = text_of(rng, rng() % (size.head + 1), alphabet) + w.head;
  const size_t tuples = rng() % (size.tuples + 1);
  for (size_t m = 0; m < tuples; ++m) {
    page.text += text_of(rng, rng() % 2, alphabet) + w.open;
    for (size_t k = 0; k < w.attributes(); ++k) {
      if (is_nested(w.kind) && k > 0 && rng() % 3 == 0) break;
      page.text += w.left[k] + text_of(rng, rng() % (size.value + 1), alphabet) + w.right[k] +
                   text_of(rng, rng() % 2, alphabet);
    }
    page.text += w.close;
  }
  page.text += w.tail + text_of(rng, rng() % (size.tail + 1), alphabet);
  page.items = oracle::run(w, page.text).items;
  return page;
}

struct Tally {
  int cases = 0, found = 0;
};

void compare(Class kind, const std::vector<Page>& pages, size_t attributes, Tally& tally, uint32_t seed) {
  if (std::none_of(pages.begin(), pages.end(), [](const Page& p) { return !p.items.empty(); })) return;
  std::vector<bool> seen(attributes);
  for (const Page& page : pages)
    for (const Item& item : page.items) seen[item.attribute] = true;
  if (std::find(seen.begin(), seen.end(), false) != seen.end()) return;  // an attribute nobody labelled
  std::vector<Example> examples;
  for (const Page& page : pages) examples.push_back({page.text, page.items});
  Budget budget;
  const Outcomes got = learn(kind, examples, attributes, {}, budget);
  Delimiters example;
  const bool want = oracle::exists(kind, attributes, pages, &example);
  ++tally.cases;
  tally.found += want;
  std::string shown = std::string(name_of(kind)) + " seed " + std::to_string(seed);
  for (const Page& page : pages) {
    shown += "\n  " + page.text + " ";
    for (const Item& item : page.items)
      shown += " " + std::to_string(item.attribute) + "[" + std::to_string(item.span.begin) + "," +
               std::to_string(item.span.end) + ")";
  }
  if (want)
    shown += "\n  oracle: h=" + example.head + " t=" + example.tail + " o=" + example.open +
             " c=" + example.close + " l1=" + example.left[0] + " r1=" + example.right[0];
  ASSERT_EQ(got.learnt.has_value(), want) << shown << "\n  " << got.reason.words;
  if (want) {
    ASSERT_TRUE(oracle::fits(got.learnt->delimiters, pages)) << shown;
    ASSERT_GE(got.learnt->fitting, 1u);
  } else {
    ASSERT_FALSE(got.reason.words.empty()) << shown;
    ASSERT_FALSE(got.reason.undecided) << shown << got.reason.words;
  }
}

void compare_many(Class kind, int cases, Sizes size, size_t max_attributes) {
  Tally tally;
  for (int i = 0; i < cases && !::testing::Test::HasFatalFailure(); ++i) {
    const auto seed = uint32_t(1000 * (int(kind) + 1) + i * 7919);
    std::mt19937 rng(seed);
    const std::string_view alphabet = std::string_view("abcd").substr(0, 2 + rng() % 3);
    const size_t attributes = 1 + rng() % max_attributes;
    const size_t count = 1 + rng() % size.pages;
    std::vector<Page> pages;
    // A third random, a third labelled by a wrapper of the class, a third by one of another class.
    if (rng() % 3 == 0) {
      for (size_t p = 0; p < count; ++p)
        pages.push_back(random_page(rng, attributes, is_nested(kind), size, alphabet, rng() % 6 == 0));
    } else {
      Class by = kind;
      if (rng() % 2) do
          by = kAllClasses[rng() % 6];
        while (is_nested(by) != is_nested(kind));
      const Delimiters w = random_wrapper(rng, by, attributes, alphabet);
      for (size_t p = 0; p < count; ++p) pages.push_back(page_by_wrapper(rng, w, size, alphabet));
    }
    compare(kind, pages, attributes, tally, seed);
  }
  ::testing::Test::RecordProperty("cases", tally.cases);
  ::testing::Test::RecordProperty("found", tally.found);
  EXPECT_GT(tally.cases, cases / 8);
  EXPECT_GT(tally.found, tally.cases / 20);
  EXPECT_LT(tally.found, tally.cases);
  printf("%s: %d cases, %d with a wrapper\n", std::string(name_of(kind)).c_str(), tally.cases, tally.found);
}

TEST(Learn, LrFindsAWrapperExactlyWhenOneExists) { compare_many(Class::lr, 8000, {6, 3, 5, 3, 4, 3}, 3); }
TEST(Learn, HlrtFindsAWrapperExactlyWhenOneExists) { compare_many(Class::hlrt, 8000, {6, 3, 5, 3, 3, 3}, 2); }
TEST(Learn, OclrFindsAWrapperExactlyWhenOneExists) { compare_many(Class::oclr, 8000, {6, 4, 5, 3, 3, 3}, 2); }
TEST(Learn, HoclrtFindsAWrapperExactlyWhenOneExists) {
  compare_many(Class::hoclrt, at_length(3000, 600), {5, 3, 4, 2, 3, 2}, 2);
}
TEST(Learn, NlrFindsAWrapperExactlyWhenOneExists) { compare_many(Class::nlr, 8000, {5, 4, 4, 2, 4, 3}, 3); }
TEST(Learn, NhlrtFindsAWrapperExactlyWhenOneExists) {
  compare_many(Class::nhlrt, 4000, {5, 4, 4, 2, 3, 2}, 3);
}

}  // namespace
}  // namespace gleaner::delimiter
