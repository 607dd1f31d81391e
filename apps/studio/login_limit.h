// LoginLimit: how often passwords may be tried. Everybody shares one bucket: behind a proxy all have one
// address, and what a client says of itself can be made up. Wrong tries take from it, and it fills by
// the clock, which callers give.
#pragma once

#include <algorithm>
#include <chrono>
#include <mutex>

namespace gleaner::studio {

class LoginLimit {
 public:
  using Time = std::chrono::steady_clock::time_point;
  static constexpr double kTries = 10;  // at once: a person who mistypes
  // until there is one more
  static constexpr std::chrono::duration<double> kForEach = std::chrono::seconds(6);

  // Takes a try; false: there is none now. Taken before the password is looked at, so that many at once are
  // no more than one after the other.
  bool take(Time now) {
    const std::lock_guard lock(mutex_);
    left_ = std::min(kTries, left_ + std::max(0.0, (now - last_) / kForEach));
    last_ = std::max(last_, now);
    if (left_ < 1) return false;
    --left_;
    return true;
  }
  // It was right: nothing was taken.
  void give_back() {
    const std::lock_guard lock(mutex_);
    left_ = std::min(kTries, left_ + 1);
  }

 private:
  std::mutex mutex_;
  double left_ = kTries;
  Time last_ = {};
};

}  // namespace gleaner::studio
