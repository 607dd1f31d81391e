#include "crawl/url_names.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace gleaner::crawl {
namespace {

TEST(UrlNames, VersionsOfAPageHaveOneName) {
  UrlNames names;
  for (int i = 0; i < 40; ++i) {
    names.take(fmt::format("https://site.example/en/route/lake-{}/{}", i, 1000 + i));
    names.take(fmt::format("https://site.example/de/tour/lake-{}/{}?print=1", i, 1000 + i));
    names.take(fmt::format("https://site.example/record.asp?lang=fr&id={}", i));
  }
  const uint32_t ridge = names.take("https://site.example/en/route/red-ridge/4711");
  EXPECT_NE(ridge, 0u);
  EXPECT_EQ(ridge, names.take("https://site.example/de/tour/red-ridge/4711?print=1"));
  EXPECT_NE(ridge, names.take("https://site.example/en/route/red-ridge/4712"));
  EXPECT_NE(ridge, names.take("https://site.example/en/route/red-ridge/4711/photos-of-it"));
  EXPECT_EQ(names.take("https://site.example/record.asp?id=99"),
            names.take("https://site.example/record.asp?lang=fr&id=99"));
}

TEST(UrlNames, WhatManyAddressesHaveIsNobodysName) {
  UrlNames names;
  for (int i = 0; i < 300; ++i) names.take("https://site.example/list");
  EXPECT_EQ(names.take("https://site.example/list"), 0u);
  EXPECT_EQ(names.take("https://site.example/"), 0u);
}

}  // namespace
}  // namespace gleaner::crawl
