// Link: one connection of the server, read within bounds. cpp-httplib reads a line however long it gets and
// waits for each byte anew; here a request has a number of bytes and a time, for its head and then, when it
// is known who asks, for its body. Whoever passes them is hung up on.
#pragma once

#include <httplib.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>

namespace gleaner::web {

class Link : public httplib::Stream {
 public:
  explicit Link(int socket) : socket_(socket) {}
  // After a refusal what is still under way is taken first: a connection closed upon
  // unread bytes loses the answer too.
  ~Link() override {
    if (over_) {
      ::shutdown(socket_, SHUT_WR);
      allow(kMostDrained, kDrain);
      char buffer[4096];
      while (read(buffer, sizeof buffer) > 0) {
      }
    }
    ::shutdown(socket_, SHUT_RDWR);
    ::close(socket_);
  }
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;

  // Is there another request before `patience` is over? Asks `stop` now and then.
  template <class Stop>
  bool begins(std::chrono::milliseconds patience, Stop&& stop) {
    constexpr std::chrono::milliseconds kSlice{100};
    for (; at_ == end_; patience -= kSlice) {
      if (patience.count() <= 0 || stop()) return false;
      if (is_ready(POLLIN, kSlice)) break;
    }
    over_ = false;
    allow(kMostHead, kHeadTime);
    return true;
  }

  // From here on the request may bring so many bytes; at a speed that a person would wait for.
  void allow_body(size_t bytes) {
    constexpr size_t kLeastPerSecond = 64 << 10, kFraming = 4096;  // sizes of chunks
    allow(bytes + bytes / 16 + kFraming, kHeadTime + std::chrono::seconds(bytes / kLeastPerSecond));
  }

  // The next bytes are no request: what was refused was not read to its end.
  void end() { over_ = true; }
  bool over() const { return over_; }

  bool is_readable() const override { return at_ < end_ || is_ready(POLLIN, kPiece); }
  bool is_writable() const override {
    char byte;
    return is_ready(POLLOUT, kPiece) && ::recv(socket_, &byte, 1, MSG_PEEK | MSG_DONTWAIT) != 0;
  }
  ssize_t read(char* to, size_t size) override {
    if (at_ == end_ && !fill()) return failed_ ? -1 : 0;
    const size_t n = std::min({size, end_ - at_, left_});
    if (!n) return -1;
    std::copy_n(buffer_ + at_, n, to);
    at_ += n;
    left_ -= n;
    return ssize_t(n);
  }
  ssize_t write(const char* from, size_t size) override {
    if (!is_ready(POLLOUT, kPiece)) return -1;
    return ::send(socket_, from, size, MSG_NOSIGNAL);
  }
  void get_remote_ip_and_port(std::string&, int&) const override {}
  void get_local_ip_and_port(std::string&, int&) const override {}
  socket_t socket() const override { return socket_; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kPiece{5000};       // for the next piece of what is sent or read
  static constexpr std::chrono::milliseconds kHeadTime{10'000};  // for a head, all of it
  static constexpr std::chrono::milliseconds kDrain{500};
  static constexpr size_t kMostHead = 64 << 10, kMostDrained = 1 << 20;

  void allow(size_t bytes, std::chrono::milliseconds time) {
    left_ = bytes;
    until_ = Clock::now() + time;
  }
  bool is_ready(short what, std::chrono::milliseconds patience) const {
    pollfd one{socket_, what, 0};
    int ready;
    while ((ready = ::poll(&one, 1, int(patience.count()))) < 0 && errno == EINTR) {
    }
    return ready > 0;
  }
  bool fill() {
    const auto time = std::chrono::duration_cast<std::chrono::milliseconds>(until_ - Clock::now());
    failed_ = true;
    if (!left_ || time.count() <= 0 || !is_ready(POLLIN, std::min(time, kPiece))) return false;
    const ssize_t n = ::recv(socket_, buffer_, sizeof buffer_, 0);
    failed_ = n < 0;
    at_ = 0;
    end_ = n > 0 ? size_t(n) : 0;
    return n > 0;
  }

  const int socket_;
  size_t left_ = 0;
  Clock::time_point until_ = {};
  size_t at_ = 0, end_ = 0;
  bool failed_ = false, over_ = false;
  char buffer_[16384];
};

}  // namespace gleaner::web
