// Time zones: against what is known of them, hour by hour around the changes.
#include "base/zone.h"

#include <gtest/gtest.h>

#include "base/base64.h"
#include "base/sha256.h"

namespace gleaner {
namespace {

TEST(Zone, BerlinSummerTime) {
  auto zone = Zone::open("Europe/Berlin");
  if (!zone.ok()) GTEST_SKIP() << "no time zones on this machine";
  EXPECT_EQ(format_moment(1767225600, *zone), "2026-01-01T01:00:00+01:00");
  EXPECT_EQ(format_moment(1782864000, *zone), "2026-07-01T02:00:00+02:00");
  // 2026-03-29 02:00 -> 03:00: 02:30 is left out, its place is taken by 03:00
  EXPECT_EQ(format_moment(zone->moment({{2026, 3, 29}, 2, 30, 0})), "2026-03-29T01:00:00Z");
  EXPECT_EQ(format_moment(zone->moment({{2026, 3, 29}, 1, 59, 59})), "2026-03-29T00:59:59Z");
  EXPECT_EQ(format_moment(zone->moment({{2026, 3, 29}, 3, 0, 0})), "2026-03-29T01:00:00Z");
  // 2026-10-25 03:00 -> 02:00: 02:30 is there twice, the first counts
  EXPECT_EQ(format_moment(zone->moment({{2026, 10, 25}, 2, 30, 0})), "2026-10-25T00:30:00Z");
  // beyond the list of changes: the rule at the end of the file
  EXPECT_EQ(format_moment(zone->moment({{2060, 7, 1}, 12, 0, 0})), "2060-07-01T10:00:00Z");
  EXPECT_EQ(format_moment(zone->moment({{2060, 12, 1}, 12, 0, 0})), "2060-12-01T11:00:00Z");
}

TEST(Zone, WallAndBackForEveryHour) {
  for (const char* name :
       {"UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Pacific/Apia"}) {
    auto zone = Zone::open(name);
    if (!zone.ok()) continue;
    for (int64_t at = 1767225600; at < 1767225600 + 366 * 86400; at += 1800) {
      const int64_t back = zone->moment(zone->wall(at));
      EXPECT_TRUE(back == at || (back < at && back >= at - 7200)) << name << " " << format_moment(at);
    }
  }
}

TEST(Zone, NamesAndMoments) {
  EXPECT_FALSE(Zone::open("Europe/Nowhere").ok());
  EXPECT_FALSE(Zone::open("../../etc/passwd").ok());
  EXPECT_EQ(read_moment("2026-01-12T06:30:00+01:00"), 1768195800);
  EXPECT_EQ(read_moment("2026-01-12 05:30"), 1768195800);
  EXPECT_EQ(read_moment("2026-01-12"), 1768176000);
  EXPECT_FALSE(read_moment("2026-02-30"));
  EXPECT_FALSE(read_moment("yesterday"));
  EXPECT_EQ(read_moment(format_moment(1768195800)), 1768195800);
}

TEST(Base64, ThereAndBack) {
  EXPECT_EQ(base64("Gleaner"), "R2xlYW5lcg==");
  std::string bytes;
  for (int i = 0; i < 300; ++i) {
    EXPECT_EQ(from_base64(base64(bytes)), bytes);
    bytes += char(i * 7);
  }
  EXPECT_FALSE(from_base64("R2x*"));
  EXPECT_FALSE(from_base64("R2x"));
}

TEST(Sha256, PublishedValues) {
  EXPECT_EQ(hex_bytes(sha256("")), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hex_bytes(sha256("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(hex_bytes(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(hex_bytes(hmac_sha256("Jefe", "what do ya want for nothing?")),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
}

}  // namespace
}  // namespace gleaner
