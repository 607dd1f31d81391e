// Whole numbers of 64 bits: compared with 128 bits, where nothing is rounded.
#include "script/numbers.h"
#include "base/seed_test.h"

#include <gtest/gtest.h>

#include <random>

#include <fmt/format.h>

#include "script/compare.h"
#include "script/interpreter.h"
#include "script/parser.h"

namespace gleaner::script {
namespace {

std::string answer(const std::string& source) {
  auto script = parse_script(source, "t.gln");
  if (!script.ok()) return "parse: " + script.error().to_string();
  Budget budget{BudgetLimits{}};
  Interpreter interpreter(*script, {}, budget);
  auto value = interpreter.run();
  return value.ok() ? to_text(*value) : "error: " + value.error().message;
}

// Small, large, and around the places where something changes.
int64_t some_whole(std::mt19937_64& random) {
  static constexpr int64_t kEdges[] = {0, 1, int64_t{1} << 31, int64_t{1} << 53, int64_t{1} << 62, INT64_MAX};
  const int64_t n =
      random() % 2
          ? int64_t(random() >> (random() % 64))
          : int64_t(uint64_t(kEdges[random() % std::size(kEdges)]) - random() % 5 + 2 * (random() % 2));
  return random() % 2 ? n : int64_t(0 - uint64_t(n));
}

TEST(Numbers, ExactWhileTheyFit) {
  std::mt19937_64 random(test_seed(4));  // the seed
  for (int i = 0; i < 20'000; ++i) {
    const int64_t a = some_whole(random), b = some_whole(random);
    const Value x = Value::whole(a), y = Value::whole(b);
    ASSERT_EQ(to_text(x).find('e'), std::string::npos);
    EXPECT_EQ(to_whole(x), a);
    EXPECT_EQ(compare(x, y), a < b ? -1 : a > b) << a << " " << b;
    EXPECT_EQ(equal(x, y), a == b);
    EXPECT_EQ(group_key(x) == group_key(y), a == b);
    EXPECT_EQ(order(Value::text(fmt::format("{}", a)), y), a < b ? -1 : a > b) << a << " " << b;
    const auto same = [&](char sign, __int128 wanted) {
      const auto got = exact_arithmetic(sign, x, y);
      const bool fits = wanted >= INT64_MIN && wanted <= INT64_MAX;
      EXPECT_EQ(got ? to_whole(*got) : std::nullopt, fits ? std::optional(int64_t(wanted)) : std::nullopt)
          << a << sign << b;
    };
    same('+', __int128(a) + b);
    same('-', __int128(a) - b);
    same('*', __int128(a) * b);
    if (b == 0 || b == -1) continue;
    const __int128 rest = __int128(a) % b;
    same('%', rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest);
    if (rest == 0) same('/', __int128(a) / b);
  }
}

TEST(Numbers, InScripts) {
  EXPECT_EQ(answer("9007199254740993"), "9007199254740993");
  EXPECT_EQ(answer("9007199254740992 + 1"), "9007199254740993");
  EXPECT_EQ(answer("x = 9007199254740993; x - 9007199254740992"), "1");
  EXPECT_EQ(answer("-9223372036854775808"), "-9223372036854775808");
  EXPECT_EQ(answer("3037000500 * 3037000499"), "9223372033963249500");
  EXPECT_EQ(answer("9223372036854775807 + 1"), "9.223372036854776e+18");  // as a double, from here on
  EXPECT_EQ(answer("9007199254740993 == 9007199254740992"), "false");
  EXPECT_EQ(answer("9007199254740993 > 9007199254740992"), "true");
  EXPECT_EQ(answer("\"9007199254740993\" == 9007199254740992"), "false");
  EXPECT_EQ(answer("9007199254740993 / 3 * 3 - 9007199254740992"), "1");
  EXPECT_EQ(answer("9007199254740993 % 10"), "3");
  EXPECT_EQ(answer("abs(-9007199254740993)"), "9007199254740993");
  EXPECT_EQ(answer("round(9007199254740993)"), "9007199254740993");
  EXPECT_EQ(answer("\"9007199254740993\".number()"), "9007199254740993");
  EXPECT_EQ(answer("sum([9007199254740993, 1])"), "9007199254740994");
  EXPECT_EQ(answer("sum([9007199254740993, 0.5])"), "9007199254740992");
  EXPECT_EQ(answer("max([9007199254740992, 9007199254740993, 9007199254740991])"), "9007199254740993");
  EXPECT_EQ(answer("json(\"[18446744073709551615, -9223372036854775808]\")"),
            "[18446744073709551615, -9223372036854775808]");
  EXPECT_EQ(answer("json(\"[123456789012345678901, 123456789012345678902]\").unique().length"), "2");
  EXPECT_EQ(answer("json(\"18446744073709551615\") + 1"), "1.8446744073709552e+19");
  EXPECT_EQ(answer("x = 9007199254740993; x = 1; x"), "1");
  EXPECT_EQ(answer("typeof(9007199254740993)"), "number");
}

}  // namespace
}  // namespace gleaner::script
