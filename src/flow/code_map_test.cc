// The mapping table of a column: texts to codes.
#include "flow/code_map.h"

#include <gtest/gtest.h>

namespace gleaner::flow {
namespace {

std::string code_of(const CodeMap& map, std::string_view text) {
  const std::string* found = map.find(text);
  return found ? *found : "(none)";
}

TEST(CodeMap, ComparesWithoutCaseAndBlanks) {
  const auto map = CodeMap::parse("text,code\nIn Stock,A\nsold   out,B\n", "codes.csv");
  ASSERT_TRUE(map.ok()) << map.error().message;
  EXPECT_EQ(code_of(*map, "in stock"), "A");
  EXPECT_EQ(code_of(*map, " IN \n STOCK "), "A");
  EXPECT_EQ(code_of(*map, "Sold out"), "B");
  EXPECT_EQ(code_of(*map, "sold"), "(none)");
  EXPECT_EQ(code_of(*map, ""), "(none)");
}

// A pattern that stands first does not hide a text that stands there as it is; of two patterns the
// first counts, of two texts too.
TEST(CodeMap, ExactTextsBeforePatterns) {
  const auto map =
      CodeMap::parse("text;code\n*days;LATER\n2 days;SOON\n2 days;NEVER\nin ? days;WEEK\n", "codes.csv");
  ASSERT_TRUE(map.ok()) << map.error().message;
  EXPECT_EQ(code_of(*map, "2 days"), "SOON");
  EXPECT_EQ(code_of(*map, "12 days"), "LATER");
  EXPECT_EQ(code_of(*map, "in 3 days"), "LATER");
}

TEST(CodeMap, NeedsTwoColumns) {
  const auto map = CodeMap::parse("text\nin stock\n", "codes.csv");
  ASSERT_FALSE(map.ok());
  EXPECT_EQ(map.error().code, Code::bad_input);
  EXPECT_EQ(map.error().where.file, "codes.csv");
  // A line that lacks the code is passed over, the others count.
  const auto torn = CodeMap::parse("text,code\nin stock\nsold out,B\n", "codes.csv");
  ASSERT_TRUE(torn.ok()) << torn.error().message;
  EXPECT_EQ(code_of(*torn, "in stock"), "(none)");
  EXPECT_EQ(code_of(*torn, "sold out"), "B");
}

}  // namespace
}  // namespace gleaner::flow
