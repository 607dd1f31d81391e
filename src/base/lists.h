// Lists in memory: is something in one (contains), add what is not, each value once
// (sorted.h), one made of another.
#pragma once

#include <functional>
#include <type_traits>
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

// The first whose `member` is that; null where none is.
template <class List, class Member, class Value>
auto find_by(List& list, Member member, const Value& value) {
  const auto at = std::ranges::find(list, value, member);
  return at == std::ranges::end(list) ? nullptr : &*at;
}

// What `make` makes of each of them, in their order; or that member of each: mapped(fields, &Field::name).
template <class List, class Make>
auto mapped(const List& list, Make&& make) {
  std::vector<std::remove_cvref_t<std::invoke_result_t<Make&, decltype(*std::begin(list))>>> out;
  for (const auto& one : list) out.push_back(std::invoke(make, one));
  return out;
}

}  // namespace gleaner
