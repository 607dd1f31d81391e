// What the two halves of the scanner share: how table cells and trace entries are written. Internal to
// grammar.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gleaner::grammar {

// Table cells: the next state's base (a multiple of 4) with flags, or one of the special values.
// The same state, and its loop (see Scanner::loop_): bytes that need no entry each
inline constexpr uint32_t kPlain = 1;
// One survivor (that accepts all, unless eager): the path so far is decided
inline constexpr uint32_t kSingle = 2;
inline constexpr uint32_t kFlags = 3;
inline constexpr uint32_t kSpecial = 0xfffffff0;
inline constexpr uint32_t kUnknown = 0xfffffffc;
inline constexpr uint32_t kDead = 0xfffffff8;
inline constexpr uint32_t kLoose = 0xfffffff4;
// A state's loop, in the last column of its row: the cell of the loop, kUnknown (it has none so far), or
// this:
inline constexpr uint32_t kIdentity = 0xfffffff0;  // every survivor comes from itself, without actions

// Trace entries: a table cell, a run of bytes that changed nothing, the cell before so many times in all, or
// a loose cell.
inline constexpr uint32_t kTag = 0xc0000000;
inline constexpr uint32_t kRunTag = 0x40000000;
inline constexpr uint32_t kLooseTag = 0x80000000;
inline constexpr uint32_t kRepeatTag = 0xc0000000;
inline constexpr uint32_t kValue = 0x3fffffff;

inline constexpr size_t kCommitEvery = 4096;    // trace entries before a decided prefix is delivered
inline constexpr uint32_t kMaxLeaves = 20'000;  // returns in one step

}  // namespace gleaner::grammar
