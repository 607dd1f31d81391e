// Span: a half-open byte range. In memory it is a range of Document::text();
// in files (labels, records, reports) it is a range of the page as stored.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <string_view>

namespace gleaner {

struct Span {
  uint32_t begin = 0;
  uint32_t end = 0;

  constexpr uint32_t size() const { return end - begin; }
  constexpr bool empty() const { return end <= begin; }
  constexpr bool contains(Span other) const { return begin <= other.begin && other.end <= end; }
  constexpr bool contains(uint32_t offset) const { return begin <= offset && offset < end; }
  constexpr bool overlaps(Span other) const { return begin < other.end && other.begin < end; }
  constexpr Span hull(Span other) const { return {std::min(begin, other.begin), std::max(end, other.end)}; }
  // REQUIRES: end <= text.size().
  constexpr std::string_view of(std::string_view text) const { return text.substr(begin, end - begin); }
  constexpr auto operator<=>(const Span&) const = default;
};

}  // namespace gleaner
