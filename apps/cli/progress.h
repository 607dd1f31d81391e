// Progress of long work: one line on standard error, only on a terminal and only after a moment.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace gleaner::cli {

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

}  // namespace gleaner::cli
