// The columns of files, from their beginning, wherever it ends.
#include "wrap/columns_there.h"

#include <gtest/gtest.h>

namespace gleaner::wrap {
namespace {

using Names = std::vector<std::string>;

TEST(ColumnsThere, OfTheFirstLineOrRecord) {
  EXPECT_EQ(columns_at_head(Format::csv, "\xef\xbb\xbfid,\"a, b\"\r\n1,2\n"), (Names{"id", "a, b"}));
  EXPECT_EQ(columns_at_head(Format::tsv, "id\tname"), (Names{"id", "name"}));
  EXPECT_EQ(columns_at_head(Format::csv, "\n"), Names());
  EXPECT_EQ(columns_at_head(Format::csv, ""), Names());
  EXPECT_EQ(columns_at_head(Format::xml, "<a><b/></a>"), Names());
  const std::string line = R"({"id": 1, "at": {"x": [{"y": 2}]}, "na\"me": "a: {", "z": null})";
  EXPECT_EQ(columns_at_head(Format::jsonl, line + "\n{\"other\": 1}"), (Names{"id", "at", "na\\\"me", "z"}));
  EXPECT_EQ(columns_at_head(Format::json, "[\n " + line + "]"), (Names{"id", "at", "na\\\"me", "z"}));
}

TEST(ColumnsThere, OfABeginningThatEndsAnywhere) {
  const std::string line = R"({"id": 1, "at": {"x": [{"y": 2}]}, "na\"me": "a: {"})";
  const Names all = {"id", "at", "na\\\"me"};
  for (size_t n = 0; n <= line.size(); ++n) {
    const Names found = columns_at_head(Format::json, line.substr(0, n));
    ASSERT_LE(found.size(), all.size());
    EXPECT_EQ(found, Names(all.begin(), all.begin() + ptrdiff_t(found.size()))) << n;
  }
}

TEST(ColumnsThere, HalfOfThemMustBeOurs) {
  EXPECT_FALSE(holds_others({"ID", "name"}, {"id", "price"}));
  EXPECT_TRUE(holds_others({"id", "street", "town"}, {"id", "price"}));
  EXPECT_FALSE(holds_others({}, {"id"}));
}

}  // namespace
}  // namespace gleaner::wrap
