// The small things everything stands on: ordered threads against a plain loop, JSON places, globs, budgets,
// text.
#include <random>

#include <gtest/gtest.h>

#include "base/arena.h"
#include "base/budget.h"
#include "base/collapsed.h"
#include "base/csv.h"
#include "base/json.h"
#include "base/nearest.h"
#include "base/ordered_pool.h"
#include "base/seed_test.h"
#include "base/shorten.h"
#include "base/terminal.h"
#include "base/text.h"
#include "base/text_search.h"
#include "base/unicode.h"

namespace gleaner {
namespace {

TEST(TextSearch, FindsWhatReadingFinds) {
  const unsigned seed = test_seed(102);
  std::mt19937 random(seed);
  for (int round = 0; round < 60; ++round) {
    std::string text(random() % 300, 'a');
    for (char& c : text) c = char('a' + random() % (1 + round % 4));
    const TextSearch search(text);
    for (int i = 0; i < 100; ++i) {
      std::string needle = text.substr(random() % (text.size() + 1), 1 + random() % 12) + "abcd";
      needle.resize(1 + random() % needle.size());
      std::vector<size_t> wanted, got;
      for (size_t at = text.find(needle); at != text.npos; at = text.find(needle, at + 1))
        wanted.push_back(at);
      search.for_each(needle, [&](size_t at) {
        got.push_back(at);
        return got.size() < 20;
      });
      wanted.resize(std::min<size_t>(wanted.size(), 20));
      ASSERT_EQ(got, wanted) << "seed " << seed << ", \"" << needle << "\" in \"" << text << "\"";
    }
  }
}

TEST(OrderedFor, GivesResultsInOrderWhateverTheThreadsDo) {
  unsigned seed = test_seed(101);
  std::mt19937 random(seed);
  for (int round = 0; round < 50; ++round) {
    size_t count = random() % 200, jobs = 1 + random() % 8;
    std::vector<unsigned> work(count);
    for (auto& w : work) w = random() % 2000;
    std::vector<size_t> got;
    ordered_for(
        count, jobs,
        [&](size_t i) {
          volatile unsigned spin = work[i];
          while (spin) spin = spin - 1;
          return i * i;
        },
        [&](size_t i, size_t made) {
          EXPECT_EQ(made, i * i) << "seed " << seed;
          got.push_back(i);
          return true;
        });
    ASSERT_EQ(got.size(), count) << "seed " << seed;
    for (size_t i = 0; i < count; ++i) ASSERT_EQ(got[i], i) << "seed " << seed;
  }
}

TEST(Terminal, ShowsControls) {
  EXPECT_EQ(show_controls("plain\ttext\n\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80"),
            "plain\ttext\n\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80");
  EXPECT_EQ(show_controls("\x1b]0;t\x07 \x7f \b"), "\\x1b]0;t\\x07 \\x7f \\x08");
  EXPECT_EQ(show_controls("\xc2\x9b"
                          "2J \x9b"
                          "2J"),
            "\\u009b2J \\x9b2J");
  EXPECT_EQ(show_controls("a\xe2\x80\xae"
                          "b"),
            "a\\u202eb");
  EXPECT_EQ(show_controls("line\r\nover\rwritten"), "line\nover\\x0dwritten");
  EXPECT_EQ(show_controls(std::string("\0\xf0\x9f", 3)), "\\x00\\xf0\\x9f");
  // No byte of any kind that a terminal obeys is left, whatever stands beside it.
  for (int a = 0; a < 256; ++a)
    for (int b = 0; b < 256; ++b) {
      const std::string shown = show_controls(std::string{char(a), char(b)});
      for (size_t i = 0; i < shown.size(); ++i) {
        const auto c = uint8_t(shown[i]);
        EXPECT_TRUE(c >= 0x20 || c == '\n' || c == '\t') << a << ' ' << b;
        EXPECT_FALSE(c == 0x7f || (c >= 0x80 && c < 0xa0 && (i == 0 || uint8_t(shown[i - 1]) < 0xc3)))
            << a << ' ' << b;
      }
    }
}

TEST(OrderedFor, StopsWhenTold) {
  for (size_t jobs : {1, 4}) {
    size_t taken = 0;
    ordered_for(1000, jobs, [](size_t i) { return i; }, [&](size_t, size_t) { return ++taken < 5; });
    EXPECT_EQ(taken, 5u);
  }
}

TEST(OrderedFor, PassesExceptionsOn) {
  for (size_t jobs : {1, 4})
    EXPECT_THROW(
        ordered_for(
            100, jobs, [](size_t i) { return i == 50 ? throw 1 : i; }, [](size_t, size_t) { return true; }),
        int);
}

TEST(Json, KeepsPlaces) {
  std::string source = R"( {"a": [1, -2.5e1, "x\u00e9\ud83d\ude00y"], "b": {"c": null, "d": true}} )";
  auto parsed = json::parse(source);
  ASSERT_TRUE(parsed.ok());
  const json::Value* a = parsed->root.find("a");
  ASSERT_TRUE(a && a->is_array());
  EXPECT_EQ(a->items[1].number, -25);
  EXPECT_EQ(a->items[2].text, "x\xc3\xa9\xf0\x9f\x98\x80y");
  EXPECT_EQ(a->items[2].span.of(source), R"("x\u00e9\ud83d\ude00y")");
  EXPECT_EQ(json::source_of(a->items[2], source, 1, 3).of(source), "\\u00e9");
  EXPECT_EQ(json::source_of(a->items[2], source, 7, 8).of(source), "y");
  EXPECT_TRUE(parsed->root.find("b")->find("d")->boolean);
}

TEST(Json, ErrorsTellLineAndColumn) {
  for (const char* bad :
       {"{", "[1,]", "{\"a\":}", "\"x", "tru", "1 2", "{\"a\" 1}", "[\"\x01\"]", "-", "[1.]", "\"\\q\"", ""})
    EXPECT_FALSE(json::parse(bad).ok()) << bad;
  auto failed = json::parse("{\n \"a\": x}");
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().where.line, 2u);
  EXPECT_EQ(failed.error().where.column, 7u);
  EXPECT_FALSE(json::parse(std::string(100000, '[')).ok());
}

TEST(Json, WritesWhatItReads) {
  unsigned seed = test_seed(102);
  std::mt19937 random(seed);
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (int i = int(random() % 20); i > 0; --i)
      append_utf8(text, random() % 3 ? random() % 128 : random() % 0x20000);
    std::string written = json::quote(text);
    auto parsed = json::parse(written);
    ASSERT_TRUE(parsed.ok()) << "seed " << seed << " " << written;
    ASSERT_EQ(parsed->root.text, text) << "seed " << seed;
  }
}

TEST(Glob, Matches) {
  EXPECT_TRUE(glob_match("*.html", "a.html"));
  EXPECT_FALSE(glob_match("*.html", "d/a.html"));
  EXPECT_TRUE(glob_match("**/*.html", "d/e/a.html"));
  EXPECT_TRUE(glob_match("**/*.html", "a.html"));
  EXPECT_TRUE(glob_match("d/?[a-c]*.h", "d/xb12.h"));
  EXPECT_FALSE(glob_match("d/?[!a-c]*.h", "d/xb12.h"));
  EXPECT_TRUE(glob_match("a**b", "a/x/b"));
  EXPECT_FALSE(glob_match(std::string(50, '*') + "b", std::string(5000, 'a')));
}

TEST(Budget, RunsOutOnceAndSaysOfWhat) {
  BudgetLimits limits;
  limits.steps = 10;
  Budget budget(limits);
  EXPECT_TRUE(budget.spend_steps(10));
  EXPECT_FALSE(budget.spend_steps());
  EXPECT_FALSE(budget.spend_bytes(1));
  EXPECT_EQ(budget.ran_out(), Budget::Ran::steps);
  EXPECT_NE(budget.diagnostic("testing").message.find("steps"), std::string::npos);
}

TEST(Budget, PartsRunOutOfTimeAndMemoryWithTheWhole) {
  BudgetLimits limits;
  limits.steps = 5;
  {
    Budget whole(limits);
    const Budget::Scope scope(whole);
    Budget part;
    EXPECT_TRUE(part.spend_steps(100));  // steps are each one's own
    EXPECT_FALSE(whole.spend_steps(100));
    EXPECT_FALSE(part.exhausted());
  }
  limits.time = std::chrono::milliseconds(0);
  limits.memory = 1000;
  Budget whole(limits);
  const Budget::Scope scope(whole);
  EXPECT_EQ(Budget::current(), &whole);
  Budget part;
  while (part.check()) {
  }
  EXPECT_EQ(part.ran_out(), Budget::Ran::time);
  EXPECT_NE(part.diagnostic("testing").message.find("limit 0 ms"), std::string::npos);
  EXPECT_FALSE(whole.exhausted());  // nobody asked it
  {
    const Budget::Scope none(nullptr);
    Budget free;
    EXPECT_TRUE(free.check());
  }
}

TEST(Budget, MemoryIsChargedToThePartAndTheWhole) {
  BudgetLimits limits;
  limits.memory = 1000;
  Budget whole(limits);
  const Budget::Scope scope(whole);
  Budget one, two;
  one.charge(600);
  EXPECT_TRUE(one.check());
  two.charge(600);
  EXPECT_FALSE(one.check());
  EXPECT_EQ(one.ran_out(), Budget::Ran::memory);
  EXPECT_NE(one.diagnostic("testing").message.find("limit 1000 bytes"), std::string::npos);
  two.charge(-600);
  EXPECT_EQ(whole.memory_used(), 600u);
  EXPECT_FALSE(whole.far_over());
}

TEST(Budget, WorkersWorkUnderTheCallersBudget) {
  Budget whole;
  const Budget::Scope scope(whole);
  size_t under = 0;
  ordered_for(
      8, 3, [&](size_t) { return Budget::current() == &whole; },
      [&](size_t, bool is) { return under += is, true; });
  EXPECT_EQ(under, 8u);
}

TEST(Text, Utf8RoundTripAndBadBytes) {
  for (uint32_t c = 1; c < 0x110000; c += 7) {
    if (c >= 0xd800 && c < 0xe000) continue;
    std::string text;
    append_utf8(text, c);
    CodePoint read = code_point_at(text, 0);
    ASSERT_EQ(read.value, c);
    ASSERT_EQ(read.length, text.size());
    ASSERT_EQ(valid_utf8_prefix(text), text.size());
  }
  for (const char* bad : {"\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\x80", "\xe2\x82", "\xff"})
    EXPECT_EQ(valid_utf8_prefix(bad), 0u);
  EXPECT_EQ(collapse(" a\xc2\xa0 b\n\tc "), "a b c");
}

// Against the words of the pieces, each found again by reading the piece from its begin.
TEST(Collapsed, KnowsWhereEachByteStood) {
  const unsigned seed = test_seed(103);
  std::mt19937 random(seed);
  const std::string_view letters[] = {"a", "b", "\xc3\xa9", "\xc2\xae", " ", "\n", "\xc2\xa0"};
  for (int round = 0; round < 300; ++round) {
    Collapsed got;
    std::vector<std::string> pieces(random() % 4);
    std::string all;                                  // of all pieces
    std::vector<std::pair<uint32_t, size_t>> wanted;  // of all bytes that are no blanks
    for (uint32_t p = 0; p < pieces.size(); ++p) {
      for (size_t n = random() % 8; n-- > 0;) pieces[p] += letters[random() % std::size(letters)];
      if (random() % 2) got.add_blank(), all += ' ';
      got.add(pieces[p], p);
      all += pieces[p];
      for (size_t i = 0; i < pieces[p].size(); ++i) {
        const bool no_break = pieces[p].compare(i, 2, "\xc2\xa0") == 0;
        if (!no_break && !is_space(pieces[p][i])) wanted.push_back({p, i});
        i += no_break;
      }
    }
    ASSERT_EQ(got.text(), collapse(all)) << "seed " << seed;
    std::vector<std::pair<uint32_t, size_t>> sources;
    for (size_t i = 0; i < got.text().size(); ++i)
      if (got.text()[i] != ' ') sources.push_back({got.source(i).piece, got.source(i).at});
    ASSERT_EQ(sources, wanted) << "seed " << seed;
  }
  EXPECT_EQ(Collapsed().source(0).piece, Collapsed::kNoPiece);
}

TEST(Text, AsciiPrefixEndsAtTheFirstOtherByte) {
  for (size_t size = 0; size < 200; ++size) {
    std::string text(size, 'a');
    ASSERT_EQ(ascii_prefix(text), size);
    for (size_t at = 0; at < size; ++at) {
      text[at] = '\x80';
      ASSERT_EQ(ascii_prefix(text), at) << "of " << size;
      text[at] = 'a';
    }
  }
}

TEST(Arena, GivesAlignedMemory) {
  Arena arena(64);
  for (int i = 0; i < 100; ++i) {
    auto* number = arena.make<double>(i);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(number) % alignof(double), 0u);
    EXPECT_EQ(arena.copy("abc"), "abc");
  }
  arena.reset();
  EXPECT_EQ(arena.copy(std::string(4000, 'x')).size(), 4000u);
}

TEST(Nearest, WhatWasProbablyMeant) {
  const std::vector<std::string> known = {"title", "price", "required", "rule"};
  EXPECT_EQ(nearest("titel", known), "title");  // letters swapped
  EXPECT_EQ(nearest("prise", known), "price");
  EXPECT_EQ(nearest("Price", known), "price");
  EXPECT_EQ(nearest("requ", known), "required");  // begun
  EXPECT_EQ(nearest("colour", known), std::nullopt);
  EXPECT_EQ(nearest("", known), std::nullopt);
  EXPECT_EQ(nearest("title", {}), std::nullopt);
}

TEST(Letters, WhatIsLeftWithoutSigns) {
  EXPECT_EQ(letters_of("$ 1,299.00 (New)"), "129900new");
  EXPECT_EQ(letters_of("\u00c9T\u00c9 \u2013 \u0416"), "\u00e9t\u00e9\u0436");
  EXPECT_EQ(letters_of(" ... "), "");
  const auto words = letter_words("a-b  Cd");
  ASSERT_EQ(words.size(), 3u);
  EXPECT_EQ(words[2].folded, "cd");
  EXPECT_EQ(words[2].begin, 5u);
  EXPECT_EQ(words[2].end, 7u);
}

TEST(Unicode, LettersWhiteAndCase) {
  for (uint32_t c : {0x61u, 0xe9u, 0x416u, 0x5d0u, 0x4e2du, 0x3005u, 0x20000u})
    EXPECT_TRUE(is_letter(c)) << c;
  for (uint32_t c : {0x31u, 0xd7u, 0x2013u, 0x20acu, 0x3001u, 0xff11u, 0xff1au, 0x30fbu, 0x1f600u, 0xfffdu})
    EXPECT_FALSE(is_letter(c)) << c;
  for (uint32_t c : {0x20u, 0xau, 0xa0u, 0x2009u, 0x3000u}) EXPECT_TRUE(is_white(c)) << c;
  for (uint32_t c : {0x200bu, 0x61u, 0u}) EXPECT_FALSE(is_white(c)) << c;
  EXPECT_EQ(lower(0x100), 0x101u);
  EXPECT_EQ(lower(0x139), 0x13au);
  EXPECT_EQ(lower(0x13a), 0x13au);
  EXPECT_EQ(lower(0x178), 0xffu);
  EXPECT_EQ(lower(0x416), 0x436u);
  EXPECT_EQ(lower(0xff21), 0x61u);
  EXPECT_EQ(lower(0xdf), 0xdfu);
  for (uint32_t c = 0; c < 0x1f00; ++c) EXPECT_EQ(lower(lower(c)), lower(c)) << c;
}

TEST(Shorten, WholeCharactersAndNeverMoreThanAsked) {
  EXPECT_EQ(shortened("", 0), "");
  EXPECT_EQ(shortened("abc", 3), "abc");
  EXPECT_EQ(shortened("abcdef", 5), "ab...");
  EXPECT_EQ(shortened("ab cdef", 6), "ab...");  // no blank before the dots
  EXPECT_EQ(shortened("\xc3\xa9\xc3\xa9\xc3\xa9", 3), "\xc3\xa9\xc3\xa9\xc3\xa9");
  EXPECT_EQ(shortened("\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9", 4), "\xc3\xa9...");
  EXPECT_EQ(shortened("abcdef", 2), "..");
  EXPECT_EQ(shortened("abcdef", 0), "");
}

TEST(Csv, CellsComeBack) {
  std::mt19937 random(test_seed(7));
  constexpr std::string_view kSigns = "ab,;\"\n\r\t ";
  for (int n = 0; n < 2000; ++n) {
    const char separator = n % 2 ? ',' : '\t';
    std::vector<std::string> row(1 + random() % 4), read;
    std::string text;
    for (std::string& cell : row) {
      for (size_t k = random() % 4; k > 0; --k) cell += kSigns[random() % kSigns.size()];
      text += (&cell == &row[0] ? "" : std::string(1, separator)) + csv_cell(cell, separator);
    }
    size_t at = 0;
    uint32_t line = 1;
    text += "\nnext";
    ASSERT_TRUE(csv_row(text, at, separator, line, "", read).ok()) << text;
    EXPECT_EQ(read, row) << text;
    EXPECT_EQ(text.substr(at), "next");
    EXPECT_EQ(line, 1 + std::count(text.begin(), text.end(), '\n'));
  }
  std::vector<std::string> read;
  size_t at = 0;
  uint32_t line = 1;
  EXPECT_FALSE(csv_row("a,\"b\nc", at, ',', line, "x.csv", read).ok());
}

TEST(Text, QuotedAndPadded) {
  EXPECT_EQ(in_quotes("a\"b\\c\n\r\t"), R"("a\"b\\c\n\r\t")");
  EXPECT_EQ(in_quotes("it's \"so\"", '\''), R"('it\'s "so"')");
  EXPECT_EQ(padded("\u00e9", 3), "\u00e9  ");
  EXPECT_EQ(padded("four", 3), "four");
  std::string joined;
  for_each_word("  a\n\tbc d ", [&](std::string_view word) { joined += std::string(word) + "|"; });
  EXPECT_EQ(joined, "a|bc|d|");
}

}  // namespace
}  // namespace gleaner
