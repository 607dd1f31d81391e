// What long work tells while it goes on, on standard error: how far it is, and its warnings.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "base/diagnostic.h"

namespace gleaner::cli {

// One line, only on a terminal and only after a moment.
class Progress {
 public:
  // `total` 0: not known. `unit` as in "page". `results_here`: results go to the terminal too, so progress
  // stays silent.
  Progress(size_t total, std::string unit, bool results_here = false);
  ~Progress();  // clears the line
  void step(size_t n = 1);
  void also(std::string text) { also_ = std::move(text); }  // behind the line: "harvest 0.73"
  void total(size_t n) { total_ = n; }                      // when it becomes known, or changes
  double seconds() const;
  bool within(double most) const { return most <= 0 || seconds() <= most; }  // seconds; 0: no limit
  void clear();  // before other text goes to the terminal; the next step draws it again

 private:
  using Clock = std::chrono::steady_clock;
  void draw(Clock::time_point now);

  size_t total_, done_ = 0;
  std::string unit_, also_;
  bool terminal_, drawn_ = false;
  Clock::time_point start_, next_;
};

// Warnings, printed as they come: the first few, then only counted, so that a million bad pages neither flood
// the terminal nor fill the memory.
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
