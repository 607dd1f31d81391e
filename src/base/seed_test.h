// Seeds of tests with random inputs. GLEANER_SEED=N gives all of them other inputs (CI names another number
// every week); the test tells it, so that a failure can be repeated: GLEANER_SEED=N
// build/src/base/base_test. And how much of it: sanitized code is ten times slower, so tests that would take
// more than some seconds do fewer rounds there.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace gleaner {

// `own` parts the tests of one program.
inline uint32_t test_seed(uint32_t own) {
  const char* asked = std::getenv("GLEANER_SEED");
  if (!asked) return own;
  std::printf("GLEANER_SEED=%s\n", asked);
  return own ^ (uint32_t(std::strtoul(asked, nullptr, 10)) * 2654435761u);
}

constexpr uint32_t at_length([[maybe_unused]] uint32_t plain, [[maybe_unused]] uint32_t sanitized) {
#ifdef GLEANER_SANITIZED
  return sanitized;
#else
  return plain;
#endif
}

}  // namespace gleaner
