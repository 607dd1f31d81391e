// Discovery with a service that is made up here: which phrases are drawn, when it ends, which sites come
// first, that a seed gives the same again.
#include "crawl/discover.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "base/temp_folder_test.h"

namespace gleaner::crawl {
namespace {

// Files of two sites, one of tables and one of words; each query finds some of them.
class MadeService : public SearchService {
 public:
  explicit MadeService(const TempFolder& folder) : folder_(folder / "") {}
  Result<std::vector<std::string>> search(const std::vector<std::string>& phrases) override {
    asked.push_back(phrases);
    std::vector<std::string> out;
    for (const std::string& phrase : phrases)
      if (phrase.starts_with("camera")) out.push_back(folder_ + "shop/" + phrase.back() + ".html");
    out.push_back(folder_ + "words/a.html");
    return out;
  }
  std::vector<std::vector<std::string>> asked;

 private:
  std::string folder_;
};

void write(const std::string& path, const std::string& text) { std::ofstream(path) << text; }

void make_sites(const TempFolder& folder) {
  for (const char* site : {"shop", "words"}) std::filesystem::create_directories(folder / site);
  std::string rows;
  for (int i = 0; i < 8; ++i)
    rows +=
        "<tr><td>Camera " + std::to_string(i) + "<td>EUR " + std::to_string(i * 100 + 99) + ".00<td>in stock";
  for (const char* name : {"1", "2", "3"})
    write(folder / ("shop/" + std::string(name) + ".html"),
          "<table><tr><th>Name<th>Price<th>State" + rows + "</table>");
  write(folder / "words/a.html", "<h1>On cameras</h1><p>Only words about cameras.</p>");
}

TEST(Discover, CommonWordsAreDrawnLess) {
  const std::vector<std::string> phrases = {"digital zoom", "digital lens", "digital flash", "digital case",
                                            "tripod"};
  const PhraseSample weights(phrases, 1);
  EXPECT_LT(weights.weight(0), weights.weight(4));
  PhraseSample one(phrases, 7), same(phrases, 7), other(phrases, 8);
  std::map<std::string, int> drawn;
  bool differs = false;
  for (int i = 0; i < 400; ++i) {
    const auto query = one.draw(2);
    ASSERT_EQ(query.size(), 2u);
    EXPECT_NE(query[0], query[1]);
    EXPECT_EQ(query, same.draw(2));
    differs |= query != other.draw(2);
    for (const std::string& phrase : query) ++drawn[phrase];
  }
  EXPECT_TRUE(differs);
  for (const char* common : {"digital zoom", "digital lens", "digital flash", "digital case"})
    EXPECT_LT(drawn[common], drawn["tripod"]) << common;
  EXPECT_EQ(PhraseSample({"a"}, 1).draw(5).size(), 1u);
}

TEST(Discover, EndsWhenNothingIsNewAndRanksByTemplates) {
  TempFolder folder;
  make_sites(folder);
  const auto run = [&](uint64_t seed, MadeService& service) {
    web::Sources sources{web::SourceOptions()};
    DiscoverOptions options;
    options.seed = seed;
    auto found = discover({"camera 1", "camera 2", "camera 3", "tripod"}, service, sources, options, nullptr);
    EXPECT_TRUE(found.ok());
    return std::move(*found);
  };
  MadeService service(folder), again(folder);
  const Discovery found = run(3, service);
  EXPECT_EQ(found.queries, 10u);  // the least: both sites have shown more than once by then
  EXPECT_LT(found.unseen, 0.05);
  ASSERT_EQ(found.sites.size(), 2u);
  EXPECT_TRUE(found.sites[0].site.ends_with("shop"));
  EXPECT_EQ(found.sites[0].templates.size(), found.sites[0].pages);
  EXPECT_EQ(found.sites[1].queries, 10u);  // it shows in every query, and has nothing to take
  EXPECT_TRUE(found.sites[1].templates.empty());
  run(3, again);
  EXPECT_EQ(service.asked, again.asked);
}

}  // namespace
}  // namespace gleaner::crawl
