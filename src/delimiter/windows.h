// Windows: where a delimiter must begin and where it must not. h, t, o and c are all found by the same
// question:
//   a text that begins somewhere in every window of one set (and ends within it)
//   and nowhere in any window of another set.
// For each start in a reference window the candidates are the prefixes of what stands there. Longer ones
// stand in fewer places, so the lengths that do for the first set are 1..hi, those for the second lo..: an
// interval, and length hi decides.
#pragma once

#include <cstdint>
#include <set>
#include <string_view>
#include <vector>

namespace gleaner::delimiter {

struct Window {
  std::string_view text;        // the page, cut where an occurrence must end
  int64_t first = 0, last = 0;  // of the start, both included; empty if last < first
};

// The first and last start of `what` in the window; -1 if none.
int64_t first_in(const Window& window, std::string_view what);
int64_t last_in(const Window& window, std::string_view what);
inline bool stands_in(const Window& window, std::string_view what) { return first_in(window, what) >= 0; }

// How many first bytes of `what` stand somewhere in the window.
size_t longest_in(const Window& window, std::string_view what);
// ... in all of them, in whole characters.
size_t longest_in_all(const std::vector<Window>& windows, std::string_view what);

// Lengths n at which the first place of what[0, n) in the window changes, that is: n and n + 1 stand first in
// different places.
void first_changes(const Window& window, std::string_view what, std::set<size_t>& lengths);
// Lengths at which the set of all places changes.
void place_changes(const Window& window, std::string_view what, std::set<size_t>& lengths);

}  // namespace gleaner::delimiter
