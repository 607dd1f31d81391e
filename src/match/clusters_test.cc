// Clusters over time: who is in them, and their names.
#include "match/clusters.h"

#include <gtest/gtest.h>

#include <algorithm>

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

using Roots = std::vector<uint32_t>;

TEST(Clusters, PairsAreJoined) {
  EXPECT_EQ(joined(5, {{0, 3, 0.9}, {0, 4, 0.8}, {1, 3, 0.7}}, {}, {}), (Roots{0, 0, 2, 0, 0}));
  EXPECT_EQ(joined(3, {}, {}, {}), (Roots{0, 1, 2}));
}

TEST(Clusters, NewRowsMeetOldClusters) {
  // 0 and 1 were one thing, 2 another; 3 and 4 are new
  const Names before = {"x", "x", "y", "", ""};
  EXPECT_EQ(joined(5, {}, {}, before), (Roots{0, 0, 2, 3, 4}));  // they stay, though no pair says so today
  EXPECT_EQ(joined(5, {{1, 2, 0.99}}, {}, before), (Roots{0, 0, 2, 3, 4}));  // what was apart stays apart
  EXPECT_EQ(joined(5, {{1, 3, 0.6}, {2, 3, 0.7}}, {}, before),
            (Roots{0, 0, 2, 2, 4}));  // the likest, and no bridge
  EXPECT_EQ(joined(5, {{3, 4, 0.9}, {1, 3, 0.6}, {2, 4, 0.7}}, {}, before), (Roots{0, 0, 2, 2, 2}));
  EXPECT_EQ(joined(5, {{1, 2, 1, true}}, {}, before), (Roots{0, 0, 0, 3, 4}));  // a person said so
  EXPECT_EQ(joined(5, {}, {{0, 1, 0, true}}, before), (Roots{0, 1, 2, 3, 4}));
}

TEST(Clusters, TheOrderOfPairsChangesNothing) {
  std::vector<Link> links = {{1, 3, 0.6}, {2, 3, 0.6}, {3, 4, 0.6}, {0, 4, 0.5}};
  const Roots wanted = joined(5, links, {}, {"x", "", "y", "", ""});
  do EXPECT_EQ(joined(5, links, {}, {"x", "", "y", "", ""}), wanted);
  while (std::next_permutation(links.begin(), links.end(), [](const Link& a, const Link& b) {
    return std::pair(a.a, a.b) < std::pair(b.a, b.b);
  }));
}

}  // namespace
}  // namespace gleaner::match
