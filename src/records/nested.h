// Lists inside records: an item with its own list of offers becomes a record with nested records.
//
// A nested list is a group of like siblings at one path inside the records, whose number differs from record
// to record, and which has its parent to itself. Items of one text become a list of values, others nested
// records. One level deep.
#pragma once

#include <cstdint>
#include <vector>

#include "records/candidates.h"
#include "records/outline.h"
#include "records/signature.h"

namespace gleaner::records {

struct NestedList {
  uint64_t path = 0;                         // of the items, from the record's root
  std::vector<std::vector<uint32_t>> items;  // a record: outline nodes in order
};

// REQUIRES: records of one candidate. Linear in their nodes. Topmost lists only. `known`: paths that are
// lists whatever this page says.
std::vector<NestedList> find_nested(const Outline& outline, Signatures& signatures,
                                    const std::vector<Stretch>& records,
                                    const std::vector<uint64_t>& known = {});

}  // namespace gleaner::records
