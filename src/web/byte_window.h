// ByteWindow: a file that is larger than memory, read in pieces from front to back. Internal to web.
//
// It is read, not mapped: a mapped file that somebody cuts meanwhile ends the program (SIGBUS), a read one
// ends earlier. The piece grows while reading goes on in one direction, so that one page out of an archive
// costs little, and all of them as few calls as a map.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

namespace gleaner::web {

class ByteWindow {
 public:
  static constexpr size_t kFirstPiece = 64u << 10, kLargestPiece = 1u << 20;

  ByteWindow() = default;
  explicit ByteWindow(std::string_view bytes)
      : end_(bytes.size()), size_(bytes.size()), bytes_(bytes.data()) {}
  ByteWindow(int file, uint64_t size) : file_(file), size_(size) {}  // closes it at the end
  ~ByteWindow();
  ByteWindow(ByteWindow&& other) noexcept { *this = std::move(other); }
  ByteWindow& operator=(ByteWindow&& other) noexcept;

  // What stands from `offset` on: at least `wanted` bytes, fewer only where the file
  // ends. Valid until the next call.
  std::string_view from(uint64_t offset, uint64_t wanted);
  // When it was opened; less, if it turned out to be shorter.
  uint64_t size() const { return size_; }
  int failed() const { return failed_; }  // errno of a read that failed: what follows counts as not there

 private:
  void make_room(uint64_t bytes);
  void fill(uint64_t until);

  int file_ = -1, failed_ = 0;
  uint64_t begin_ = 0, end_ = 0;  // of the file: what is here
  uint64_t size_ = 0, room_ = 0;
  size_t piece_ = kFirstPiece;
  const char* bytes_ = nullptr;  // from begin_ on
  std::unique_ptr<char[]> owned_;
};

}  // namespace gleaner::web
