// UrlSet: which URLs were queued already. Ten million of them have to fit beside everything else, so only
// 64-bit fingerprints are kept, in a table of open addressing: 13 to 27 bytes a URL. Two of ten million URLs
// share a fingerprint with a chance of three in a million; the second would be taken for queued.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace gleaner::crawl {

class UrlSet {
 public:
  UrlSet() : slots_(kFirst) {}
  // False if it was there.
  bool add(std::string_view url);
  bool has(std::string_view url) const;
  size_t size() const { return size_; }

 private:
  static constexpr size_t kFirst = 1024;  // a power of two
  size_t slot_of(uint64_t print, const std::vector<uint64_t>& slots) const;
  void grow();

  std::vector<uint64_t> slots_;  // 0: free
  size_t size_ = 0;
};

// UrlNumbers: the same with a number for each URL: 16 to 32 bytes.
class UrlNumbers {
 public:
  UrlNumbers() : slots_(kFirst) {}
  // Its number; `number` is entered if it has none.
  uint32_t add(std::string_view url, uint32_t number);
  std::optional<uint32_t> find(std::string_view url) const;
  size_t size() const { return size_; }

 private:
  struct Slot {
    uint64_t print = 0;  // 0: free
    uint32_t number = 0;
  };
  static constexpr size_t kFirst = 1024;  // a power of two
  static size_t slot_of(uint64_t print, const std::vector<Slot>& slots);

  std::vector<Slot> slots_;
  size_t size_ = 0;
};

}  // namespace gleaner::crawl
