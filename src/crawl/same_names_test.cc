// Addresses that end alike: one page on some sites, several on others.
#include "crawl/same_names.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "crawl/weights.h"

namespace gleaner::crawl {
namespace {

std::string part(int model, int n) {
  return fmt::format("https://a.example/m-{}/seals/ring-kit-{}.html", model, n);
}

TEST(SameNames, AreOnePageOnceVisitsShowIt) {
  SameNames names;
  uint32_t page = 0;
  for (int n = 0; n < int(kSameNames); ++n) {
    EXPECT_FALSE(names.find(part(2, n)));
    names.see(part(1, n), page, {});
    names.see(part(2, n), page + 1, page);
    page += 2;
  }
  names.see(part(1, 100), page, {});
  size_t known = 0;
  for (int model = 2; model < 102; ++model) {
    const auto found = names.find(part(model, 100));
    EXPECT_EQ(found.value_or(page), page);
    known += found.has_value();
  }
  EXPECT_GT(known, 80u);  // a few are asked for all the same
  EXPECT_LT(known, 100u);
  EXPECT_FALSE(names.find(part(2, 101)));                    // nothing of that name was visited
  EXPECT_FALSE(names.find("https://a.example/m-2/seals/"));  // made otherwise
  EXPECT_FALSE(names.find("https://a.example/"));
}

TEST(SameNames, AreSeveralPagesWhereVisitsShowThat) {
  SameNames names;
  uint32_t page = 0;
  for (int n = 0; n < 50; ++n) {  // one in ten is another page
    names.see(part(1, n), page, {});
    names.see(part(2, n), page + 1, n % 10 ? std::optional(page) : std::nullopt);
    page += 2;
  }
  for (int model = 3; model < 20; ++model) EXPECT_FALSE(names.find(part(model, 1)));
}

TEST(SameNames, EndAlike) {
  EXPECT_TRUE(SameNames::end_alike(part(1, 7), part(2, 7)));
  EXPECT_TRUE(SameNames::end_alike("https://a.example/a/x/", "https://a.example/b/x/"));
  EXPECT_FALSE(SameNames::end_alike(part(1, 7), part(1, 8)));
  EXPECT_FALSE(SameNames::end_alike("https://a.example/a/?p=1", "https://a.example/b/?p=1"));
  EXPECT_FALSE(SameNames::end_alike("https://a.example/", "https://a.example/"));
}

}  // namespace
}  // namespace gleaner::crawl
