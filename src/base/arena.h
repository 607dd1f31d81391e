// Arena: memory that lives as long as its owner (a page, a parse) and is freed at once.
// No destructors run: only for trivially destructible things. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <string_view>
#include <type_traits>
#include <vector>

namespace gleaner {

class Arena {
 public:
  explicit Arena(size_t block_size = 64 * 1024) : block_size_(block_size) {}
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  void* allocate(size_t size, size_t align = alignof(std::max_align_t)) {
    uintptr_t at = (reinterpret_cast<uintptr_t>(next_) + align - 1) & ~(uintptr_t{align} - 1);
    if (!next_ || at + size > reinterpret_cast<uintptr_t>(limit_)) {
      grow(size + align);
      at = (reinterpret_cast<uintptr_t>(next_) + align - 1) & ~(uintptr_t{align} - 1);
    }
    next_ = reinterpret_cast<char*>(at + size);
    return reinterpret_cast<void*>(at);
  }

  template <class T, class... Args>
  T* make(Args&&... args) {
    static_assert(std::is_trivially_destructible_v<T>);
    return new (allocate(sizeof(T), alignof(T))) T(std::forward<Args>(args)...);
  }

  std::string_view copy(std::string_view text) {
    if (text.empty()) return {};
    char* to = static_cast<char*>(allocate(text.size(), 1));
    std::memcpy(to, text.data(), text.size());
    return {to, text.size()};
  }

  size_t bytes() const { return bytes_; }

  // Forgets everything but keeps the first block for the next use.
  void reset() {
    if (blocks_.size() > 1) blocks_.resize(1);
    bytes_ = blocks_.empty() ? 0 : first_size_;
    next_ = blocks_.empty() ? nullptr : blocks_[0].get();
    limit_ = next_ ? next_ + first_size_ : nullptr;
  }

 private:
  void grow(size_t at_least) {
    size_t size = at_least > block_size_ ? at_least : block_size_;
    blocks_.push_back(std::make_unique_for_overwrite<char[]>(size));
    if (blocks_.size() == 1) first_size_ = size;
    bytes_ += size;
    next_ = blocks_.back().get();
    limit_ = next_ + size;
  }

  size_t block_size_;
  size_t first_size_ = 0;
  size_t bytes_ = 0;
  char* next_ = nullptr;
  char* limit_ = nullptr;
  std::vector<std::unique_ptr<char[]>> blocks_;
};

}  // namespace gleaner
