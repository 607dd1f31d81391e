// Review: what a person says of a pair of a match step. Pairs that wait are in the store's list with the
// texts that are judged; any other pair may be decided, too: a match that was wrong, one that was not found.
// Such a decision holds whatever the texts are.
#pragma once

#include <string>

#include "flow/ledger.h"

namespace gleaner::flow {

// Of the pair with these keys, as people write them ("shop / name"); verdict, by and when are left to the
// caller. `step`: empty where the flow has one match step. An error where the last run has no such rows.
Result<Decision> find_pair(const Flow& flow, Ledger& ledger, const std::string& step, const std::string& left,
                           const std::string& right);

// The key of a row as people read it.
std::string shown_key(std::string key);

}  // namespace gleaner::flow
