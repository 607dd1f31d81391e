// Execution: every instruction set against the definitions, on small and hostile inputs, and the cursor rules
// by example.
#include "delimiter/exec.h"
#include "base/seed_test.h"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <random>

#include "delimiter/oracle_test.h"

namespace gleaner::delimiter {
namespace {

std::string random_text(std::mt19937& rng, size_t size, std::string_view alphabet) {
  std::string text(size, ' ');
  for (char& c : text) c = alphabet[rng() % alphabet.size()];
  return text;
}

Delimiters random_wrapper(std::mt19937& rng, std::string_view alphabet) {
  Delimiters w;
  w.kind = kAllClasses[rng() % 6];
  const size_t k = 1 + rng() % 3;
  auto delimiter = [&] { return random_text(rng, rng() % 8 == 0 ? 0 : 1 + rng() % 3, alphabet); };
  for (size_t i = 0; i < k; ++i) {
    w.left.push_back(delimiter());
    w.right.push_back(delimiter());
  }
  if (has_head_tail(w.kind)) w.head = delimiter(), w.tail = delimiter();
  if (has_open_close(w.kind)) w.open = delimiter(), w.close = delimiter();
  return w;
}

// The text in a block of exactly its size, so that a sanitizer sees reads past the end.
struct Exact {
  explicit Exact(std::string_view text) : data(new char[text.size()]), size(text.size()) {
    if (size) std::memcpy(data.get(), text.data(), size);
  }
  std::string_view view() const { return {data.get(), size}; }
  std::unique_ptr<char[]> data;
  size_t size;
};

void expect_as_defined(const Delimiters& w, std::string_view text) {
  const oracle::Run want = oracle::run(w, text);
  const Exact exact(text);
  std::optional<Outcome> first;
  for (Isa isa : {Isa::plain, Isa::sse2, Isa::avx2}) {
    if (!isa_available(isa)) continue;
    std::vector<Item> items;
    const Outcome got = Program(w, isa).run(exact.view(), items);
    ASSERT_EQ(items, want.items) << name_of(w.kind) << " by " << name_of(isa) << " on " << text;
    ASSERT_EQ(got.end, want.end) << name_of(w.kind) << " by " << name_of(isa) << " on " << text;
    if (!first) first = got;
    ASSERT_EQ(got, *first) << name_of(isa);
  }
}

TEST(Exec, SmallRandomPagesAsDefined) {
  const uint32_t seed = test_seed(20240501);
  SCOPED_TRACE(seed);
  std::mt19937 rng(seed);
  for (int i = 0; i < 20000 && !::testing::Test::HasFatalFailure(); ++i) {
    const std::string_view alphabet = i % 2 ? "abc" : "ab";
    expect_as_defined(random_wrapper(rng, alphabet), random_text(rng, rng() % 30, alphabet));
  }
}

TEST(Exec, LongRandomPagesAsDefined) {
  const uint32_t seed = test_seed(77);
  SCOPED_TRACE(seed);
  std::mt19937 rng(seed);
  for (int i = 0; i < 3000 && !::testing::Test::HasFatalFailure(); ++i) {
    // Mostly filler, so that searches run over many blocks and end anywhere in one.
    std::string text =
        random_text(rng, rng() % 900, i % 2 ? "abc............................" : "ab..............");
    expect_as_defined(random_wrapper(rng, "abc"), text);
  }
}

TEST(Exec, LongDelimitersAtEveryOffset) {
  const std::string delimiter = "<td class=\"price\"><b>";
  for (size_t size = 0; size < 40; ++size)
    for (size_t before = 0; before < 140; before += 3) {
      std::string text = std::string(before, 'x') + delimiter.substr(0, size) + "y";
      for (Isa isa : {Isa::plain, Isa::sse2, Isa::avx2}) {
        if (!isa_available(isa)) continue;
        const Exact exact(text);
        const Needle needle(std::string_view(delimiter).substr(0, size));
        ASSERT_EQ(find(exact.view(), needle, 0, isa), text.find(needle.text)) << name_of(isa);
        ASSERT_EQ(find(exact.view(), Needle("zz"), 0, isa), std::string::npos);
      }
    }
}

std::vector<std::string> values(const Delimiters& w, std::string_view text, Outcome* outcome = nullptr) {
  std::vector<Item> items;
  const Outcome got = Program(w).run(text, items);
  if (outcome) *outcome = got;
  std::vector<std::string> out;
  for (const Item& item : items)
    out.push_back(std::to_string(item.attribute) + ":" + std::string(item.span.of(text)));
  return out;
}
using Values = std::vector<std::string>;

TEST(Exec, RightDelimiterMayOverlapTheNextLeft) {
  Delimiters w{.kind = Class::lr, .left = {"href=\"", "\">"}, .right = {"\">", "</a>"}};
  EXPECT_EQ(values(w, "<a href=\"/x\">X</a> <a href=\"/y\">Y</a>"), (Values{"0:/x", "1:X", "0:/y", "1:Y"}));
}

TEST(Exec, CutOffTupleIsReportedNotGiven) {
  Delimiters w{.kind = Class::lr, .left = {"<b>", "<i>"}, .right = {"</b>", "</i>"}};
  Outcome outcome;
  EXPECT_EQ(values(w, "<b>Congo</b><i>242</i><b>Egypt</b><i>20", &outcome), (Values{"0:Congo", "1:242"}));
  EXPECT_EQ(outcome.end, Outcome::End::cut_off);
  EXPECT_EQ(outcome.attribute, 1u);
  EXPECT_EQ(outcome.at, 22u);
}

TEST(Exec, OpenMayEqualTheFirstLeft) {
  Delimiters w{.kind = Class::oclr, .open = "<li>", .close = "", .left = {"<li>"}, .right = {"<"}};
  EXPECT_EQ(values(w, "<ul><li>a<li>b</ul>"), (Values{"0:a", "0:b"}));
}

TEST(Exec, TailWinsATie) {
  Delimiters w{.kind = Class::hlrt, .head = "<h>", .tail = "<b>end", .left = {"<b>"}, .right = {"</b>"}};
  EXPECT_EQ(values(w, "<b>no</b><h><b>a</b><b>end</b>"), (Values{"0:a"}));
  w.kind = Class::nhlrt;
  EXPECT_EQ(values(w, "<b>no</b><h><b>a</b><b>end</b>"), (Values{"0:a"}));
}

TEST(Exec, NestedTakesTheFirstThenTheLongerThenTheDeeper) {
  Delimiters w{.kind = Class::nlr, .left = {"\n", "\n ", "\n  "}, .right = {";", ";", ";"}};
  EXPECT_EQ(values(w, "\njohn;\n oak st;\n  555;\n  556;\nsally;\n elm;"),
            (Values{"0:john", "1:oak st", "2:555", "2:556", "0:sally", "1:elm"}));
  Delimiters same{.kind = Class::nlr, .left = {"<", "<"}, .right = {">", ">"}};
  EXPECT_EQ(values(same, "<a><b><c>"), (Values{"0:a", "1:b", "1:c"}));
}

TEST(Exec, EmptyDelimitersDoNotHang) {
  for (Class kind : kAllClasses) {
    Delimiters w{.kind = kind, .left = {"", ""}, .right = {"", ""}};
    Outcome outcome;
    values(w, "abc", &outcome);
    EXPECT_TRUE(outcome.end == Outcome::End::endless || outcome.end == Outcome::End::tail) << name_of(kind);
  }
}

TEST(Exec, ItemsCanBeLimited) {
  Delimiters w{.kind = Class::lr, .left = {"<", "["}, .right = {">", "]"}};
  std::vector<Item> items;
  EXPECT_EQ(Program(w).run("<a>[b]<c>[d]<e>[f]", items, 5).end, Outcome::End::stopped);
  EXPECT_EQ(items.size(), 4u);  // whole tuples
}

}  // namespace
}  // namespace gleaner::delimiter
