// Finds texts in one long text, again and again: ten thousand labels on one page.
//
// The first searches read the text. From then on they look at an index of its groups of four bytes, made
// once: of the groups of a needle the rarest tells where it may stand. Cost: linear in the text for the
// index (four bytes a byte), then the places of the rarest group a search; needles of less than four bytes
// always read the text. Thread-safe.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <string_view>
#include <vector>

namespace gleaner {

class TextSearch {
 public:
  // REQUIRES: the text outlives it.
  explicit TextSearch(std::string_view text) : text_(text) {}

  std::string_view text() const { return text_; }

  // Calls visit(position) for each place, from the first on, places that overlap
  // too; until visit gives false.
  template <class Visit>
  void for_each(std::string_view needle, Visit&& visit) const {
    if (!is_indexed(needle)) {
      for (size_t at = text_.find(needle); at != text_.npos; at = text_.find(needle, at + 1))
        if (!visit(at)) return;
      return;
    }
    const auto [begin, end, offset] = rarest(needle);
    for (uint32_t i = begin; i < end; ++i) {
      if (at_[i] < offset || text_.size() - (at_[i] - offset) < needle.size()) continue;
      const size_t at = at_[i] - offset;
      if (std::memcmp(text_.data() + at, needle.data(), needle.size()) == 0 && !visit(at)) return;
    }
  }

 private:
  static constexpr size_t kGroup = 4;
  static constexpr uint32_t kSearchesToIndex = 32;

  struct Group {
    uint32_t begin, end, offset;  // places in at_, and where the group stands in the needle
  };

  bool is_indexed(std::string_view needle) const;
  uint32_t bucket(const char* group) const;
  Group rarest(std::string_view needle) const;
  void make() const;

  std::string_view text_;
  mutable std::atomic<uint32_t> searches_ = 0;
  mutable std::once_flag made_;
  mutable uint32_t shift_ = 0;
  mutable std::vector<uint32_t> starts_, at_;  // places by bucket, in order
};

}  // namespace gleaner
