// Sets of characters, and their spelling in bytes, against one character at a time.
#include "grammar/code_set.h"
#include "base/seed_test.h"

#include <gtest/gtest.h>

#include <random>

#include "base/text.h"

namespace gleaner::grammar {
namespace {

bool spelled(const std::vector<ByteSequence>& all, uint32_t c) {
  std::string bytes;
  append_utf8(bytes, c);
  for (const ByteSequence& s : all) {
    bool fits = s.length == bytes.size();
    for (size_t i = 0; i < bytes.size() && fits; ++i)
      fits = uint8_t(bytes[i]) >= s.low[i] && uint8_t(bytes[i]) <= s.high[i];
    if (fits) return true;
  }
  return false;
}

TEST(CodeSet, CountsCharactersNotBytes) {
  EXPECT_EQ(CodeSet::any().size(), 1'112'064u);
  CodeSet digits;
  digits.add('0', '9');
  EXPECT_EQ(digits.size(), 10u);
  digits.complement();
  EXPECT_EQ(digits.size(), 1'112'054u);
  EXPECT_FALSE(digits.contains('5'));
  EXPECT_TRUE(digits.contains(0x20AC));
  EXPECT_FALSE(digits.contains(0xD800));
}

TEST(CodeSet, Utf8SequencesSpellExactlyTheRange) {
  const uint32_t kSeed = test_seed(7);
  std::mt19937 random(kSeed);
  const std::vector<uint32_t> edges{0,      0x7F,   0x80,   0x7FF,   0x800,   0xFFF,   0x1000,
                                    0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x3FFFF, 0x40000, 0x10FFFF};
  for (int round = 0; round < 300; ++round) {
    auto pick = [&] {
      uint32_t c = random() % 3 ? edges[random() % edges.size()] + random() % 70 : random() % 0x110000;
      return std::min(c, CodeSet::kLast);
    };
    CodeSet set;
    uint32_t a = pick(), b = pick();
    set.add(std::min(a, b), std::max(a, b));
    std::vector<ByteSequence> all;
    for (CodeRange r : set.ranges()) {
      auto more = utf8_sequences(r.first, r.last);
      all.insert(all.end(), more.begin(), more.end());
    }
    for (uint32_t near : edges)
      for (uint32_t c : {near, near + 1, a, b, a + 1, b + 1, uint32_t(random() % 0x110000)}) {
        if (c > CodeSet::kLast || (c >= 0xD800 && c <= 0xDFFF)) continue;
        ASSERT_EQ(spelled(all, c), set.contains(c))
            << std::hex << a << "-" << b << " at " << c << " seed " << kSeed;
      }
  }
}

}  // namespace
}  // namespace gleaner::grammar
