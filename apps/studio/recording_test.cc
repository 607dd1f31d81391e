// A recording with a real Chromium, moved as from afar; its clock is the test's. Skipped where there is none.
#include "recording.h"

#include <gtest/gtest.h>

#include <atomic>

#include "browser/process.h"
#include "web/site_test.h"

namespace gleaner::studio {
namespace {

using browser::Clock;
using browser::Milliseconds;

std::string recorded_site(const web::SiteRequest& request) {
  if (request.path == "/one") return web::Site::page("<a href=/two style='position:fixed;inset:0'>Go on</a>");
  if (request.path == "/two")
    return web::Site::page(
        "<label style='position:fixed;inset:0'>Name <input style='width:90%;height:90%'></label>");
  return web::Site::none();
}

std::vector<Gesture> click_at(double x, double y) {
  return {{.what = "move", .text = "", .x = x, .y = y},
          {.what = "down", .text = "", .x = x, .y = y},
          {.what = "up", .text = "", .x = x, .y = y}};
}

// What is looked at until it is so; a limit that only a broken recording reaches.
template <class Test>
Recording::View look_until(Recording& recording, Test test) {
  Recording::View view;
  for (int i = 0; i < 300; ++i) {
    view = recording.look(view.picture, Milliseconds(100));
    if (test(view)) break;
  }
  EXPECT_TRUE(test(view)) << view.state << " " << view.ended << "\n" << view.script;
  return view;
}

TEST(Recording, StepsPicturesAndAnEndWhenNobodyLooks) {
  if (!browser::find_browser("").ok()) GTEST_SKIP() << "no Chromium here";
  web::Site site(recorded_site);
  std::atomic<int64_t> now = 0;
  Recording recording([&] { return Clock::time_point(Milliseconds(now)); });
  EXPECT_FALSE(recording.act({}).ok());
  EXPECT_FALSE(recording.start(site.url("/missing", "0.0.0.1")).ok());  // nothing begins, nothing stays
  const Status begun = recording.start(site.url("/one"));
  ASSERT_TRUE(begun.ok()) << begun.error().to_string();
  EXPECT_FALSE(recording.start(site.url("/two")).ok());  // one at a time
  const auto first = look_until(recording, [](const auto& view) { return !view.jpeg.empty(); });
  EXPECT_EQ(first.jpeg.substr(0, 2), "\xff\xd8");
  EXPECT_EQ(first.steps.size(), 1u);
  ASSERT_TRUE(recording.act(click_at(300, 300)).ok());
  look_until(recording,
             [](const auto& view) { return view.steps.size() == 2 && view.url.ends_with("/two"); });
  ASSERT_TRUE(recording.act(click_at(300, 300)).ok());
  ASSERT_TRUE(recording.act({{"key", "h"}, {"text", "ello"}}).ok());
  now = 30'000;
  look_until(recording, [](const auto& view) { return view.picture > 0; });
  now = 80'000;  // less than a minute after somebody looked
  ASSERT_TRUE(recording.act({}).ok());
  now = 200'000;
  for (int i = 0; i < 1000 && recording.act({}).ok(); ++i) std::this_thread::sleep_for(Milliseconds(10));
  const auto over = look_until(recording, [](const auto& view) { return view.state == "ended"; });
  EXPECT_NE(over.ended.find("nobody looked"), std::string::npos);
  // What was typed last is in it though the field was never left, and it stays until it is dropped.
  EXPECT_NE(over.script.find("click link \"Go on\""), std::string::npos) << over.script;
  EXPECT_NE(over.script.find("type \"hello\""), std::string::npos) << over.script;
  EXPECT_FALSE(recording.start(site.url("/one")).ok());
  EXPECT_EQ(recording.stop(), over.script);
  recording.drop();
  EXPECT_EQ(recording.look(0, Milliseconds(0)).state, "none");
}

}  // namespace
}  // namespace gleaner::studio
