// Lists in memory: is something in one, add what is not, each value once.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

namespace gleaner {

template <class List, class T>
bool contains(const List& list, const T& value) {
  return std::find(std::begin(list), std::end(list), value) != std::end(list);
}

// At the end, unless it is there. Cost: a look at all of them.
template <class T, class U>
void add_new(std::vector<T>& list, U&& value) {
  if (!contains(list, value)) list.push_back(std::forward<U>(value));
}

template <class T>
void sort_unique(std::vector<T>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

}  // namespace gleaner
