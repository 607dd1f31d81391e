// CodeSet: a set of Unicode characters as sorted ranges, as `[A-Z]`, `[^ ]` and `.` write them.
//
// Its size is the cost of accepting one of its characters (paper, section 4.1), so sets count characters, not
// bytes. Surrogates are no characters and belong to no set.
#pragma once

#include <cstdint>
#include <vector>

namespace gleaner::grammar {

struct CodeRange {
  uint32_t first, last;  // inclusive
  auto operator<=>(const CodeRange&) const = default;
};

class CodeSet {
 public:
  static constexpr uint32_t kLast = 0x10FFFF;
  static constexpr uint32_t kAll = 0x110000 - 0x800;  // size of `.`

  CodeSet() = default;
  static CodeSet any();
  static CodeSet of(uint32_t code_point);

  void add(uint32_t first, uint32_t last);  // any order; ranges may overlap
  void complement();
  bool contains(uint32_t code_point) const;
  uint32_t size() const;
  bool empty() const { return ranges_.empty(); }
  const std::vector<CodeRange>& ranges() const { return ranges_; }  // sorted, disjoint, not touching
  auto operator<=>(const CodeSet&) const = default;

 private:
  std::vector<CodeRange> ranges_;
};

// One way to write characters of a range in UTF-8: `length` bytes, each within its bounds.
struct ByteSequence {
  uint32_t length = 0;
  uint8_t low[4] = {}, high[4] = {};
};

// The sequences that spell exactly the characters of [first, last]. REQUIRES: no surrogates inside.
std::vector<ByteSequence> utf8_sequences(uint32_t first, uint32_t last);

}  // namespace gleaner::grammar
