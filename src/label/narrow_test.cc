// Places of ambiguous labels on long lists.
#include "label/narrow.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace gleaner::label {
namespace {

wrap::Value at(std::vector<Span> places) {
  wrap::Value value = wrap::Value::make_text("");
  value.places = std::move(places);
  if (value.places.size() == 1) value.span = value.places.front();
  return value;
}

// Records of a name that stands once, at 100 i, and a maker that stands in every record, at 100 i + 50.
wrap::Label list_of(uint32_t n) {
  std::vector<Span> makers;
  for (uint32_t i = 0; i < n; ++i) makers.push_back({100 * i + 50, 100 * i + 55});
  wrap::Label label;
  for (uint32_t i = 0; i < n; ++i) {
    label.records.emplace_back();
    label.records.back().add("name", at({{100 * i, 100 * i + 9}}));
    label.records.back().add("maker", at(makers));
  }
  return label;
}

TEST(Narrow, APlaceIsThatOfItsOwnRecordOrTheOneBefore) {
  wrap::Label label = list_of(80);
  narrow_places(label);
  EXPECT_EQ(label.records[0].find("maker")->places, (std::vector<Span>{{50, 55}}));
  EXPECT_EQ(label.records[40].find("maker")->places, (std::vector<Span>{{3950, 3955}, {4050, 4055}}));
  EXPECT_EQ(label.records[79].find("maker")->places, (std::vector<Span>{{7850, 7855}, {7950, 7955}}));
}

TEST(Narrow, ShortAndUnorderedListsStay) {
  wrap::Label small = list_of(10);
  narrow_places(small);
  EXPECT_EQ(small.records[4].find("maker")->places.size(), 10u);
  wrap::Label moved = list_of(80);
  std::reverse(moved.records.begin(), moved.records.end());
  narrow_places(moved);
  EXPECT_EQ(moved.records[4].find("maker")->places.size(), 80u);
  wrap::Label one_off = list_of(80);
  std::swap(one_off.records[3], one_off.records[60]);
  narrow_places(one_off);
  EXPECT_EQ(one_off.records[40].find("maker")->places.size(), 2u);
}

TEST(Narrow, NoValueLosesAllItsPlaces) {
  wrap::Label label = list_of(80);
  label.records[20].add("note", at({{7000, 7001}, {7200, 7201}}));
  narrow_places(label);
  EXPECT_EQ(label.records[20].find("note")->places.size(), 2u);
}

}  // namespace
}  // namespace gleaner::label
