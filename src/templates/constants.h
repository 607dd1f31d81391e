// Every limit and threshold of token templates, in one place.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gleaner::templates {

// --- matching Steps a page may take beyond the caller's budget: a pattern made to explode ends with a
// diagnostic, an honest one never gets here.
inline constexpr uint64_t kStepsPerPage = 20'000'000;
inline constexpr uint64_t kStepsPerToken = 2'000;
inline constexpr uint64_t kStepBatch = 4096;         // steps between two looks at the budget
inline constexpr uint32_t kMaxDepth = 50'000;        // nested template calls
inline constexpr size_t kMaxSlots = 32'000'000;      // variables of all calls in progress
inline constexpr size_t kMaxChoices = 64'000'000;    // places to come back to
inline constexpr size_t kMaxMemoCells = 64'000'000;  // remembered failures of one page
inline constexpr size_t kMaxFirst = 6;               // tests looked at before a loop tries to go on
// depth to which calls that are not recursive are copied in
inline constexpr uint32_t kMaxInline = 24;
inline constexpr size_t kMaxInstructions = 200'000;  // of a compiled template set
// --- parsing
inline constexpr uint32_t kMaxNesting = 500;      // parentheses of a pattern
inline constexpr uint32_t kMaxTimes = 1'000'000;  // times(n)

// Code calls: solutions that Prolog is asked for first (then twice as many, since asking again begins anew),
// and how many are tried at most.
inline constexpr uint64_t kFirstSolutions = 64, kMaxSolutions = 1u << 20;

}  // namespace gleaner::templates
