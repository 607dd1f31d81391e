// A span as files write it: [begin, end] in bytes of the page.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "base/json.h"
#include "base/span.h"

namespace gleaner::wrap {

inline std::optional<Span> read_span(const json::Value& value) {
  if (!value.is_array() || value.items.size() != 2) return std::nullopt;
  if (!value.items[0].is_number() || !value.items[1].is_number()) return std::nullopt;
  const double begin = value.items[0].number, end = value.items[1].number;
  if (!(begin >= 0 && begin <= end && end <= double(std::numeric_limits<uint32_t>::max())))
    return std::nullopt;
  return Span{uint32_t(begin), uint32_t(end)};
}

}  // namespace gleaner::wrap
