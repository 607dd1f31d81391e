// Collapsed: one text made of many pieces, its white space collapsed as `collapse` does it, with the way
// back: which piece a byte came from and where in it it stood.
//
// Kept as runs of bytes that were copied as they stood, so a long text costs a few bytes a word. Blanks come
// from the white space behind the word before them. Cost: one pass; a look-up is a binary search.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"

namespace gleaner {

// How many bytes the white space at `at` has, U+00A0 included; 0: there is none. REQUIRES: at < text.size().
inline size_t blank_at(std::string_view text, size_t at) {
  if (is_space(text[at])) return 1;
  return text[at] == '\xc2' && at + 1 < text.size() && text[at + 1] == '\xa0' ? 2 : 0;
}

class Collapsed {
 public:
  static constexpr uint32_t kNoPiece = 0xffffffff;

  Collapsed() = default;
  explicit Collapsed(std::string_view text) { add(text, 0); }

  void add(std::string_view text, uint32_t piece);
  void add_blank() { blank_ = true; }  // between pieces that stand apart

  const std::string& text() const { return text_; }
  struct Source {
    uint32_t piece = kNoPiece;
    size_t at = 0;  // in the piece's text
  };
  // Of the byte at `at`, or behind the last one; kNoPiece if there is no text.
  Source source(size_t at) const;
  // The stretch that [from, to) came from, of a text of one piece. REQUIRES: from < to <= text().size().
  size_t begin_of(size_t from) const { return source(from).at; }
  size_t end_of(size_t to) const { return source(to - 1).at + 1; }

 private:
  struct Run {  // text_[begin, ...) came from the piece at from, byte for byte
    uint32_t begin, from, piece;
  };
  std::string text_;
  std::vector<Run> runs_;
  bool blank_ = false;
};

}  // namespace gleaner
