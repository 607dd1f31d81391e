// OffsetMap: positions in decoded text <-> positions in the bytes as stored.
//
// Decoding is a sequence of characters, each taking b bytes and giving t bytes of text. Runs of
// characters with the same (b, t) are stored once, so UTF-8 is no run at all (the identity), Latin-1 is
// a run for each change between ASCII and accented letters, and any charset works the same way.
// Cost: 16 bytes a run; a look-up is a binary search. Oracle: page_test.cc.
#pragma once

#include <cstdint>
#include <vector>

#include "base/span.h"

namespace gleaner {

class OffsetMap {
 public:
  OffsetMap() = default;  // the identity

  // Appends one character. Calls come in order.
  void add(uint32_t byte_length, uint32_t text_length);
  // Appends n characters of one byte each way.
  void add_identity(uint32_t n);

  bool identity() const { return runs_.empty(); }
  // A position inside a character maps to that character's start.
  uint32_t to_bytes(uint32_t text_offset) const;
  uint32_t to_text(uint32_t byte_offset) const;
  Span to_bytes(Span text) const { return {to_bytes(text.begin), to_bytes(text.end)}; }
  Span to_text(Span bytes) const { return {to_text(bytes.begin), to_text(bytes.end)}; }
  size_t runs() const { return runs_.size(); }

 private:
  struct Run {
    uint32_t text, byte;            // where it begins
    uint16_t text_each, byte_each;  // of one character
  };
  std::vector<Run> runs_;
  uint32_t text_end_ = 0, byte_end_ = 0;
};

}  // namespace gleaner
