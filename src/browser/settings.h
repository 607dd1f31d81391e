// Every time and size of the browser module, with its reason.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace gleaner::browser {

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::milliseconds;

inline constexpr Milliseconds kStartWait{
    20'000};  // for a browser to answer at all; a busy machine is slow to start it
inline constexpr Milliseconds kEndWait{2'000};  // for it to go by itself before it is killed
inline constexpr Milliseconds kAnswerWait{
    10'000};  // for a page to answer what takes it milliseconds: beyond, it hangs
// Nothing asked for, nothing changed for so long: the effect of a step is there. Shorter misses what a script
// does in the next turn of its loop, longer is paid by every step.
inline constexpr Milliseconds kQuiet{60};
inline constexpr Milliseconds kSlowRequest{
    3'000};  // requests under way longer than this are streams: nobody waits for them
inline constexpr Milliseconds kSettleMost{8'000};   // pages that never come to rest are taken as they are
inline constexpr Milliseconds kFindEvery{50};       // between two looks for a target that is not there yet
inline constexpr int kMostDialogs = 30;             // of one page: more are a loop
inline constexpr int kMostScrolls = 500;            // of one endless list
inline constexpr size_t kMostFound = 50;            // elements told of one alternative of a target
inline constexpr size_t kMostFrames = 60;           // of one snapshot
inline constexpr size_t kNearest = 5;               // candidates named where a target is not found
inline constexpr int kWidth = 1280, kHeight = 900;  // of windows: what sites take for a computer's
inline constexpr uint32_t kMemoryEvery = 50;        // pages or steps between two looks at a browser's memory
inline constexpr size_t kLargestMessage = 512u << 20;

}  // namespace gleaner::browser
