// See collapsed.h.
#include "base/collapsed.h"

#include <algorithm>

namespace gleaner {

void Collapsed::add(std::string_view text, uint32_t piece) {
  bool in_run = false;
  for (size_t i = 0; i < text.size();) {
    if (const size_t blank = blank_at(text, i)) {
      blank_ = true;
      in_run = false;
      i += blank;
      continue;
    }
    if (blank_ && !text_.empty()) text_ += ' ';
    blank_ = false;
    if (!in_run) runs_.push_back({uint32_t(text_.size()), uint32_t(i), piece}), in_run = true;
    text_ += text[i++];
  }
}

Collapsed::Source Collapsed::source(size_t at) const {
  auto after = std::upper_bound(runs_.begin(), runs_.end(), at,
                                [](size_t a, const Run& run) { return a < run.begin; });
  if (after == runs_.begin()) return {};
  const Run& run = *(after - 1);
  return {run.piece, run.from + (at - run.begin)};
}

}  // namespace gleaner
