// Execution of delimiter wrappers: one pass over the text, spans into a reused list,
// no allocation for a tuple.
//
// The meaning of a wrapper is a cursor that moves forward. find(d) is the first occurrence of d at or after
// the cursor; the empty string is found at once. After a left delimiter the cursor stands behind it. After h,
// o, c or r it stays at the start of what was found, so the next delimiter may overlap it.
//   flat    find h; then, as long as the opener (o, else l1) comes strictly before t, or no t is ahead:
//           [find o] K attributes [find c]
//   nested  find h; after attribute k go on with that attribute of 1..k+1 whose left delimiter begins first.
//           Of several that begin at the same place the longest wins, of equal ones the deepest attribute.
//           Stop where t begins no later than all of them.
//
// The paper leaves two things open. A tuple (nested: an attribute) that the end of the page
// cuts off is not given, but reported. A wrapper that would give the same empty values for ever
// (all delimiters empty) is stopped.
//
// Speed: a needle is looked for by its two rarest bytes, at 32 or 16 positions at a time, with the
// instructions that the processor has. (64 positions are slower: delimiters stand close together.) The tail
// t is looked for only between the cursor and the next opener. In a nested wrapper the next occurrence of
// each rival is kept until the cursor has passed it. So nothing is scanned twice for one needle: the cost is
// at most one scan of the page for each delimiter. The plain path is the definition written down;
// exec_test.cc compares all paths.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/span.h"
#include "delimiter/delimiters.h"

namespace gleaner::delimiter {

// The instruction sets a search can use. `plain` is std::string_view::find.
enum class Isa : uint8_t { plain, sse2, avx2 };
Isa best_isa();  // of this machine
bool isa_available(Isa isa);
std::string_view name_of(Isa isa);

// A delimiter prepared for searching: its two rarest bytes (by how often bytes stand in web pages) spread
// over a vector register, and its first eight bytes as a number for checking a hit.
struct Needle {
  Needle() = default;
  explicit Needle(std::string_view text);

  alignas(32) std::array<char, 32> first_byte{};   // the byte at first_at, 32 times
  alignas(32) std::array<char, 32> second_byte{};  // the byte at second_at
  std::string text;
  uint32_t size = 0;
  uint32_t first_at = 0, second_at = 0;  // first_at <= second_at
  uint64_t word = 0, word_mask = 0;      // the first min(size, 8) bytes
};

struct Item {
  uint32_t attribute = 0;  // 0-based
  Span span;
  bool operator==(const Item&) const = default;
};

struct Outcome {
  enum class End : uint8_t {
    page,     // nothing more to find
    tail,     // t came first
    no_head,  // h does not occur: nothing was given
    cut_off,  // a tuple was begun and not finished
    endless,  // would give empty values for ever
    stopped   // the limit of items was reached
  };
  End end = End::page;
  uint32_t at = 0;  // cut_off: where the tuple (nested: attribute) began; else the last cursor
  // cut_off: which attribute (0-based) was not found; attributes(): the close delimiter
  uint32_t attribute = 0;
  bool left = false;  // cut_off: its left delimiter is missing, not its right one
  bool operator==(const Outcome&) const = default;
};

// A compiled wrapper. Immutable; threads share it.
class Program {
 public:
  explicit Program(const Delimiters& delimiters, Isa isa = best_isa());

  // Appends the items of `text` to `items`: for flat classes always whole tuples. REQUIRES: text.size() <
  // 2^32 - 1. `max_items` bounds what is given; wrappers and pages of any origin are safe.
  Outcome run(std::string_view text, std::vector<Item>& items, size_t max_items = size_t(-1)) const;

  const Delimiters& delimiters() const { return delimiters_; }
  Isa isa() const { return isa_; }

  struct Needles {
    Needle head, tail, open, close;
    std::vector<Needle> left, right;
  };

 private:
  Delimiters delimiters_;
  Needles needles_;
  Isa isa_;
};

// The first occurrence of `needle` in `text` at or after `from`, by the given instruction set; npos if none.
size_t find(std::string_view text, const Needle& needle, size_t from, Isa isa = best_isa());

}  // namespace gleaner::delimiter
