// Memory that is really taken, counted for the Budget that a thread works under.
//
// Engines allocate through the language and through libraries; what they account for by hand is always less
// than what they take. So the program's allocator (apps/cli/allocator.cc) tells here what every thread takes
// and gives back, and Budget::Scope says for whom. A program that uses the library and brings no such
// allocator has counted() == false: then budgets hold what engines account for themselves.
// Memory that one piece of work allocates and another frees is counted where it happens, so sums are right
// for work that cleans up behind itself, and near for the rest.
// Cost: a thread adds to a number of its own and passes it on every kFlush bytes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gleaner {
class Budget;
}

namespace gleaner::memory {

inline constexpr int64_t kFlush = 64 * 1024;

// --- told by the allocator
void set_counted();  // once, before any work
void took(size_t bytes) noexcept;
void gave_back(size_t bytes) noexcept;
// May operator new hand out so much? False: throw std::bad_alloc.
bool allows(size_t bytes) noexcept;

bool counted();

// --- used by Budget::Scope
Budget* budget_of_thread();
bool thread_throws();
void set_thread(Budget* budget, bool throws);

// What this process may use: the machine's memory, the limits of its control group, those of the shell.
uint64_t available();

}  // namespace gleaner::memory
