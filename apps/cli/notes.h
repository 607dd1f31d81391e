// Warnings of long work, printed as they come: the first few, then only counted, so that a million bad pages
// neither flood the terminal nor fill the memory.
#pragma once

#include "cli.h"
#include "progress.h"

namespace gleaner::cli {

class Notes {
 public:
  // `all`: every one, also mere notes. `progress` (may be null) is cleared before a line is printed.
  Notes(bool all, Progress* progress) : all_(all), progress_(progress) {}

  void take(const Diagnostic& note);
  void finish();  // says how many were not shown

 private:
  static constexpr size_t kShown = 10;
  bool all_;
  Progress* progress_;
  size_t shown_ = 0, hidden_ = 0;
  std::string last_hint_;
};

}  // namespace gleaner::cli
