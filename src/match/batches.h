// Work on many records or pairs, cut into batches that threads share; what they give is taken in order.
#pragma once

#include <algorithm>
#include <utility>

#include "base/budget.h"
#include "base/ordered_pool.h"

namespace gleaner::match {

// take(work(from, to)) for each batch of [0, n). False: the budget ran out, and the rest
// was left; null: it is not asked.
template <class Work, class Take>
bool in_batches(size_t n, size_t size, size_t jobs, const Work& work, const Take& take,
                Budget* budget = Budget::current()) {
  bool alive = true;
  ordered_for((n + size - 1) / size, jobs,
              [&](size_t batch) { return work(batch * size, std::min(n, (batch + 1) * size)); },
              [&](size_t, auto made) {
                take(std::move(made));
                return alive = !budget || budget->check();
              });
  return alive;
}

}  // namespace gleaner::match
