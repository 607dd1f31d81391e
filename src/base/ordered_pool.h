// ordered_for: run jobs on several threads, take the results in input order.
//
// produce(i) runs on any thread; consume(i, result) runs on the calling thread, for i = 0, 1, 2, ...
// whatever the threads do. At most `window` results wait, so memory stays bounded however many
// inputs there are. consume returning false stops early. With jobs <= 1 everything runs here, and so it does
// where the system gives no thread; where it gives fewer than wanted, those do the work.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace gleaner {

// Number of threads for "as many as the machine has".
size_t default_jobs();

// The untyped core, see ordered_for below. `run(i, slot)` fills a slot in 0..window-1.
void ordered_run(size_t count, size_t jobs, size_t window,
                 const std::function<void(size_t index, size_t slot)>& run,
                 const std::function<bool(size_t index, size_t slot)>& take);

template <class Produce, class Consume>
void ordered_for(size_t count, size_t jobs, Produce&& produce, Consume&& consume) {
  using T = decltype(produce(size_t{0}));
  if (jobs <= 1) {
    for (size_t i = 0; i < count; ++i) {
      T made = produce(i);
      if (!consume(i, std::move(made))) return;
    }
    return;
  }
  const size_t window = jobs * 4;
  std::vector<std::optional<T>> slots(window);
  ordered_run(
      count, jobs, window, [&](size_t i, size_t slot) { slots[slot].emplace(produce(i)); },
      [&](size_t i, size_t slot) {
        T made = std::move(*slots[slot]);
        slots[slot].reset();
        return consume(i, std::move(made));
      });
}

}  // namespace gleaner
