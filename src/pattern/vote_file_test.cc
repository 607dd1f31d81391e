// Votes packed and read back are the same votes in the same order, whatever they are.
#include "pattern/vote_file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "pattern/wrapper.h"

namespace gleaner::pattern {
namespace {

std::vector<std::string> printed(const std::vector<Vote>& votes, const Plan& plan) {
  std::vector<std::string> out;
  for (const Vote& v : votes) {
    std::vector<std::string> conditions;
    for (ConditionId c : v.conditions) conditions.push_back(print_rule(plan, {c}));
    std::sort(conditions.begin(), conditions.end());
    out.push_back(fmt::format("{:.6g} {}", v.weight, fmt::join(conditions, " and ")));
  }
  return out;
}

ConditionId condition(Plan& plan, size_t number) {
  const char* const forms[] = {"text", "block", "@href"};
  return parse_rule(fmt::format("{} nth \"a\" {}", forms[number / 30 % 3], number), plan).value()[0];
}

TEST(VoteFile, ProductsAreShort) {
  Plan plan;
  std::vector<Vote> votes;
  for (size_t right = 2; right < 40; ++right)
    for (size_t left = 0; left < 2; ++left)
      votes.push_back({0.88, {condition(plan, left), condition(plan, right)}});
  ConditionNumbers numbers;
  const auto lines = pack_votes(votes, plan, numbers);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0], "0.88 0,2+1,3-13");
  ASSERT_EQ(numbers.listed().size(), 42u);
  EXPECT_EQ(numbers.listed()[0], "text");
  EXPECT_EQ(numbers.listed()[1], "nth \"a\" 0");
  EXPECT_EQ(lines[0].find(' ', 5), std::string::npos) << lines[0];
}

TEST(VoteFile, EitherSideOfAProductMayChangeFirst) {
  for (const bool left_first : {false, true}) {
    Plan plan;
    std::vector<Vote> votes;
    for (size_t i = 0; i < 24; ++i) {
      const size_t left = left_first ? i % 4 : i / 6, right = 10 + (left_first ? i / 4 : i % 6);
      votes.push_back({0.5, {condition(plan, left), condition(plan, right)}});
    }
    ConditionNumbers numbers;
    const auto lines = pack_votes(votes, plan, numbers);
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_EQ(std::count(lines[0].begin(), lines[0].end(), '+'), 1) << lines[0];
    const auto listed = unlisted(numbers.listed());
    std::vector<Vote> read;
    ASSERT_TRUE(VoteReader(listed, plan).read(lines[0], read).ok());
    EXPECT_EQ(printed(read, plan), printed(votes, plan));
  }
}

TEST(VoteFile, RandomVotesComeBack) {
  for (unsigned seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    std::mt19937 random(seed);
    const auto below = [&](size_t n) { return size_t(random() % n); };
    Plan plan, again;
    std::vector<Vote> votes;
    const size_t count = below(60), conditions = 1 + below(80), weights = 1 + below(4);
    for (size_t i = 0; i < count; ++i) {
      Vote vote{double(weights - below(weights)) / 8, {}};
      for (size_t n = 1 + below(3); n > 0; --n) vote.conditions.push_back(condition(plan, below(conditions)));
      std::sort(vote.conditions.begin(), vote.conditions.end());
      votes.push_back(std::move(vote));
    }
    ConditionNumbers numbers;
    std::vector<Vote> read;
    const auto lines = pack_votes(votes, plan, numbers);
    const auto listed = unlisted(numbers.listed());
    VoteReader reader(listed, again);
    for (const std::string& line : lines) ASSERT_TRUE(reader.read(line, read).ok()) << line;
    EXPECT_EQ(printed(read, again), printed(votes, plan));
  }
}

TEST(VoteFile, ConditionsWithTheirFormsAreReadToo) {
  const std::vector<std::string> before = {"@href in \"h3\"", "text block \"p\" \"price\""};
  EXPECT_EQ(unlisted(before), before);
  EXPECT_EQ(unlisted({"@href", "in \"h3\"", "text", "block \"p\" \"price\""}), before);
}

TEST(VoteFile, DamageIsNamed) {
  Plan plan;
  const std::vector<std::string> conditions = {"text in \"h3\"", "nonsense"};
  std::vector<Vote> votes;
  for (const char* line :
       {"", "x 0", "1 2", "1 0+", "1 ,", "1 1", "-1 0", "1 0,0+0,-1", "1 0-", "1 0-2", "1 1-0", "1 0--0"}) {
    VoteReader reader(conditions, plan);
    EXPECT_FALSE(reader.read(line, votes).ok()) << line;
  }
}

}  // namespace
}  // namespace gleaner::pattern
