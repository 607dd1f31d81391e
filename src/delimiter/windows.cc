// See windows.h. Where a text stands in a window, and at which of its lengths that changes.
#include "delimiter/windows.h"

#include <algorithm>

#include "delimiter/match.h"

namespace gleaner::delimiter {

int64_t first_in(const Window& window, std::string_view what) {
  if (window.last < window.first || size_t(window.first) > window.text.size()) return -1;
  const size_t end = std::min(window.text.size(), size_t(window.last) + what.size());
  const size_t at = window.text.substr(0, end).find(what, size_t(window.first));
  return at == std::string_view::npos || int64_t(at) > window.last ? -1 : int64_t(at);
}

int64_t last_in(const Window& window, std::string_view what) {
  if (window.last < window.first || window.last < 0) return -1;
  const size_t at = window.text.rfind(what, size_t(window.last));
  return at == std::string_view::npos || int64_t(at) < window.first ? -1 : int64_t(at);
}

// `changed` hears of each longer prefix as it is found.
template <class Changed>
static size_t longest_in(const Window& window, std::string_view what, Changed&& changed) {
  size_t best = 0;
  int64_t from = window.first;
  while (best < what.size()) {
    const int64_t at = first_in({window.text, from, window.last}, what.substr(0, best + 1));
    if (at < 0) break;
    best = common_prefix(window.text.substr(size_t(at)), what);
    changed(best);
    from = at + 1;
  }
  return best;
}

size_t longest_in(const Window& window, std::string_view what) {
  return longest_in(window, what, [](size_t) {});
}

size_t longest_in_all(const std::vector<Window>& windows, std::string_view what) {
  size_t most = what.size();
  for (const Window& window : windows) {
    most = std::min(most, longest_in(window, what.substr(0, most)));
    if (most == 0) break;
  }
  return whole_characters(what, most);
}

void first_changes(const Window& window, std::string_view what, std::set<size_t>& lengths) {
  longest_in(window, what, [&](size_t best) {
    if (best < what.size()) lengths.insert(best);
  });
}

void place_changes(const Window& window, std::string_view what, std::set<size_t>& lengths) {
  if (what.empty()) return;
  int64_t from = window.first;
  for (int64_t at; (at = first_in({window.text, from, window.last}, what.substr(0, 1))) >= 0; from = at + 1) {
    const size_t n = common_prefix(window.text.substr(size_t(at)), what);
    if (n < what.size()) lengths.insert(n);
  }
}

}  // namespace gleaner::delimiter
