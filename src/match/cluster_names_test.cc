// Names of clusters over time.
#include "match/cluster_names.h"

#include <gtest/gtest.h>

namespace gleaner::match {
namespace {

using Names = std::vector<std::string>;

TEST(ClusterNames, StayWhenRowsComeAndGo) {
  EXPECT_EQ(kept_names({"a", "a", "b"}, {"", "", ""}), (Names{"a", "a", "b"}));
  EXPECT_EQ(kept_names({"0", "0", "0"}, {"", "a", "a"}), (Names{"a", "a", "a"}));  // a smaller id came
  EXPECT_EQ(kept_names({"a", "a", "c"}, {"a", "a", "a"}),
            (Names{"a", "a", "c"}));  // split: most rows keep it
  EXPECT_EQ(kept_names({"a", "a", "a"}, {"a", "b", "b"}),
            (Names{"b", "b", "b"}));  // joined: most rows decide
  EXPECT_EQ(kept_names({"a", "b", "b"}, {"x", "x", "x"}), (Names{"a", "x", "x"}));
  EXPECT_EQ(kept_names({"a", "b"}, {"b", "a"}), (Names{"b", "a"}));
  EXPECT_EQ(kept_names({"a", "b"}, {"b", ""}), (Names{"b", "b/2"}));  // a name that means something else
}

}  // namespace
}  // namespace gleaner::match
