// Descriptor: an open file of the system that is closed with it; and writing to one.
#pragma once

#include <unistd.h>

#include <cerrno>
#include <string_view>
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

// All of the text, whatever interrupts it; false where that fails, for what errno says.
inline bool write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(fd, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    text.remove_prefix(size_t(n));
  }
  return true;
}

}  // namespace gleaner
