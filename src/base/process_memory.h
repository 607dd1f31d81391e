// How much memory this process holds, as the system counts it. For limits on engines whose own count of bytes
// says little: scripts and logic programs, whose values come and go in libraries of others.
#pragma once

#include <cstdint>

namespace gleaner {

uint64_t resident_bytes();  // 0 where the system does not tell. Cost: some microseconds

}  // namespace gleaner
