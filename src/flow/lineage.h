// Lineage: rows know the rows that they were made of (Row::from), rows of sources the page and bytes of
// each value. This follows it back.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "flow/file.h"
#include "flow/table.h"

namespace gleaner::flow {

// Where the value of a row stands: follows it back through the steps to a page.
// Empty where it came from no page.
struct Origin {
  std::string step;
  uint32_t row = 0;
  size_t column = 0;
};
std::optional<Origin> origin_of(const Flow& flow, const std::map<std::string, Table>& tables,
                                const std::string& step, uint32_t row, const std::string& column);
std::string place_text(const Table& source, uint32_t row, size_t column);

// `lineage = "delivered only"`: rows that reached no delivery (of a flow without any: none of its last steps)
// forget what they were made of; their values stay, for `replay`. Gives for each step a hash of which rows
// did, which belongs to the name of what is left.
std::map<std::string, uint64_t> forget_undelivered(const Flow& flow, std::map<std::string, Table>& tables);

}  // namespace gleaner::flow
