// Records that are two or more like nodes in turn: a row with the title, a row with the
// text, a row with the title ...
//
// Such nodes have one tag and one parent, so they look like a list of twice as many records whose
// columns are filled in turn. Columns that never stand together in a record, but always one after
// the other, belong to one record.
//
// A list has the period p if each node is like the one p places on, and unlike the next one. Like means: the
// same paths to their texts; where these do not tell, the same classes inside. Sections of a list count
// together; a header before the first record of a section is passed over. Cost: linear in the list.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "records/candidates.h"
#include "records/outline.h"
#include "records/signature.h"

namespace gleaner::records {

// 0..1: how much more nodes are like those p places on than like the next ones; `length` gets p. 0 where
// the list is too short to tell.
double alternation(const Outline& outline, Signatures& signatures, const std::vector<uint32_t>& nodes,
                   size_t* length);

// The records, if the nodes (in document order) are such a list: heads, and whole records of p nodes
// with what stands between them.
std::optional<Candidate> find_periodic(const Outline& outline, Signatures& signatures,
                                       const std::vector<uint32_t>& nodes);

}  // namespace gleaner::records
