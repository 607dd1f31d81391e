// Every number that decides where a labelled text stands.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gleaner::label {

// --- texts that are looked for
inline constexpr size_t kClippedLetters = 12;  // of a text that was cut off; fewer may begin words anywhere
inline constexpr size_t kManyPages = 200;      // pages whose trees are not kept

// --- long lists
inline constexpr size_t kLongList = 50;   // records from which places are narrowed
inline constexpr double kAnchored = 0.9;  // of the records have a text that stands once

// --- places that look alike from page to page
inline constexpr size_t kPlacesTried = 200;        // of one text
inline constexpr uint64_t kBackwards = 1'000'000;  // bytes that a step back costs
inline constexpr size_t kLevelsAlike = 6;          // elements above a place that are compared
inline constexpr size_t kShortText = 40;           // bytes of a text beside it that is compared
inline constexpr size_t kPagesCompared = 60;

// --- nested records: costs in the chain, in nats
inline constexpr double kGap = 0.3;          // times the logarithm of the bytes between two values
inline constexpr double kLeft = 12;          // a value that is left out of the chain
inline constexpr double kUnseenLook = 0.02;  // of a field's places, for a look that it was never seen with
inline constexpr double kMostLeft = 0.1;     // of the values may be left out
inline constexpr size_t kNear = 8;           // places before that are weighed one by one
inline constexpr size_t kStates = 64;        // ends of chains that are kept
inline constexpr size_t kLeftStates = 12;    // of those in which a value was left out
inline constexpr size_t kLookLevels = 4;     // elements above a place that make its look
// less that a chain must cost for another order of fields to be meant
inline constexpr double kBetterOrder = 2;
inline constexpr size_t kOrdersTried = 16;      // of fields of which no text stands once
inline constexpr size_t kOrderedLeaves = 3000;  // ... in labels of so many values

}  // namespace gleaner::label
