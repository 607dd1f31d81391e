// Nodes that look like the records of a list and are none, and why: nothing is dropped without a word.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rows/rows.h"

namespace gleaner::rows {

struct Refused {
  Stretch node;
  std::string why;  // "without title"
};

// Why a member is no record; nothing where it is one.
std::optional<std::string> why_refused(const Model& model, const Page& page, Stretch member);

// Members that are no records, and siblings of the members' tags that are no members, in document order.
std::vector<Refused> refused(const Model& model, const Page& page, const std::vector<Stretch>& members);

}  // namespace gleaner::rows
