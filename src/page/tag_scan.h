// Scans one tag in the source, by the tokenizer rules of the HTML standard (sections 13.2.5.32 to 13.2.5.40):
// where its attributes stand and where it ends. The tree's parser has decoded the values already; this only
// finds places, for the tree when somebody asks for them, and for all who read tags without making a tree.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/span.h"
#include "base/text.h"

namespace gleaner {

struct ScannedAttribute {
  Span name;
  Span value;  // without quotes; empty at the name's end when there is none
};

class TagScan {
 public:
  // name_begin: where the tag's name begins (behind "<" or "</").
  TagScan(std::string_view text, uint32_t name_begin);
  // at: anywhere behind the name.
  static TagScan behind_name(std::string_view text, uint32_t at) { return TagScan(text, at, true); }
  // Next attribute; false at the tag's end.
  bool next(ScannedAttribute& out);
  // Behind the ">"; the end of the text if the tag was cut off. Valid once next() gave false.
  uint32_t end() const { return at_; }

 private:
  TagScan(std::string_view text, uint32_t at, bool) : text_(text), at_(at) {}

  std::string_view text_;
  uint32_t at_;
  bool done_ = false;
};

// What ends a tag's name.
constexpr bool ends_name(char c) { return is_space(c) || c == '/' || c == '>'; }
uint32_t tag_name_end(std::string_view text, uint32_t name_begin);
// Behind the ">" of the tag whose name begins here.
uint32_t tag_end(std::string_view text, uint32_t name_begin);
// Where the "<" or "</" of a tag stands.
uint32_t tag_begin(std::string_view text, uint32_t name_begin);

}  // namespace gleaner
