// Lists in memory: is something in one (contains), add what is not, each value once (sorted.h).
#pragma once

#include <utility>
#include <vector>

#include "base/contains.h"
#include "base/sorted.h"

namespace gleaner {

// At the end, unless it is there. Cost: a look at all of them.
template <class T, class U>
void add_new(std::vector<T>& list, U&& value) {
  if (!contains(list, value)) list.push_back(std::forward<U>(value));
}

}  // namespace gleaner
