// See byte_window.h.
#include "web/byte_window.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace gleaner::web {

ByteWindow::~ByteWindow() {
  if (file_ >= 0) ::close(file_);
}

ByteWindow& ByteWindow::operator=(ByteWindow&& other) noexcept {
  std::swap(file_, other.file_);
  std::swap(failed_, other.failed_);
  std::swap(begin_, other.begin_);
  std::swap(end_, other.end_);
  std::swap(size_, other.size_);
  std::swap(room_, other.room_);
  std::swap(piece_, other.piece_);
  std::swap(bytes_, other.bytes_);
  std::swap(owned_, other.owned_);
  return *this;
}

void ByteWindow::make_room(uint64_t bytes) {
  constexpr uint64_t kMuch = 8;  // times what is needed: the room of a large member is given back
  if (bytes <= room_ && room_ <= kMuch * std::max<uint64_t>(bytes, kLargestPiece)) return;
  auto larger = std::make_unique_for_overwrite<char[]>(bytes);
  if (end_ > begin_) std::memcpy(larger.get(), owned_.get(), end_ - begin_);
  owned_ = std::move(larger);
  room_ = bytes;
}

void ByteWindow::fill(uint64_t until) {
  while (end_ < until) {
    const ssize_t got = ::pread(file_, owned_.get() + (end_ - begin_), until - end_, off_t(end_));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) failed_ = errno;
    if (got <= 0) {  // it was cut, or cannot be read
      size_ = end_;
      return;
    }
    end_ += uint64_t(got);
  }
}

std::string_view ByteWindow::from(uint64_t offset, uint64_t wanted) {
  if (offset >= size_) return {};
  wanted = std::min(wanted, size_ - offset);
  const bool inside = offset >= begin_ && offset <= end_;
  if (!inside || offset + wanted > end_) {
    if (inside && offset > begin_)
      std::memmove(owned_.get(), owned_.get() + (offset - begin_), end_ - offset);
    if (!inside) end_ = offset;
    piece_ = inside ? std::min(piece_ * 2, kLargestPiece) : kFirstPiece;
    begin_ = offset;
    const uint64_t length = std::min(std::max<uint64_t>(wanted, piece_), size_ - offset);
    make_room(length);
    fill(begin_ + length);
    bytes_ = owned_.get();
  }
  return {bytes_ + (offset - begin_), size_t(end_ - offset)};
}

}  // namespace gleaner::web
