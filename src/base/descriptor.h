// Descriptor: an open file of the system that is closed with it.
#pragma once

#include <unistd.h>

#include <utility>

namespace gleaner {

class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() { close(); }

  int operator*() const { return number_; }
  bool ok() const { return number_ >= 0; }
  int release() { return std::exchange(number_, -1); }
  void close() {
    if (ok()) ::close(release());
  }

 private:
  int number_ = -1;
};

}  // namespace gleaner
