// One value in training, a list later: <ul><li><a>Thai</a></li></ul> becomes a list of two on the next page.
//
// A value that was all there was in its container on every labelled page stands for the container: where that
// holds more items of the same path, with only separators between, each item is a value. A container that
// held other text in training, or holds any now, gives no more than the vote found.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pattern/match/unit.h"

namespace gleaner::pattern {

// Tags from the element of a text candidate up to the largest element that holds nothing else, the element
// first, joined by '/'. Empty for other candidates.
std::string filled_path(const Unit& unit, uint32_t candidate);

// The part that two such paths have in common.
std::string common_path(const std::string& a, const std::string& b);

// The other items of the container of `candidate`, in document order; empty when the path differs, when it is
// alone, or when the container holds more than items and separators.
std::vector<uint32_t> container_items(const Unit& unit, uint32_t candidate, const std::string& path);

// Numbered ids: <a id=rows_01_name> is followed by <a id=rows_02_name>. The texts of all elements whose id
// differs from that of the candidate's own only in numbers, the candidate left out; nothing when it has no
// such id.
std::optional<std::vector<uint32_t>> numbered_items(const Unit& unit, uint32_t candidate);

// Is this text only what stands between two items of a list?
bool is_separator(std::string_view text);

}  // namespace gleaner::pattern
