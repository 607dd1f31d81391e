// Ways: how one element can be named, as the agent in the page found them, and which
// of them a script should have.
//
// A redesign changes one thing or another: texts, names, places. So a target gets ways of different nature,
// the shortest of each, and those that stand on names that a machine has made are left out. Pure.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "browser/target.h"

namespace gleaner::browser {

struct Way {
  std::string nature;  // text, attribute, address, form, picture, near, structure, path
  Alternative alternative;
  std::vector<std::string> names;  // of the page's own making, that it stands on
};

std::vector<Way> read_ways(const json::Value& list);

// The first is what a person would say; at most kMostWays, of different nature.
inline constexpr size_t kMostWays = 4;
std::vector<Alternative> choose_ways(const std::vector<Way>& ways);

}  // namespace gleaner::browser
