// Scans one tag in the source, by the tokenizer rules of the HTML standard (sections 13.2.5.32 to 13.2.5.40):
// where its attributes stand and where it ends. lexbor has decoded the values already; this only finds
// places, when somebody asks for them.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/span.h"

namespace gleaner::html {

struct ScannedAttribute {
  Span name;
  Span value;  // without quotes; empty at the name's end when there is none
};

class TagScan {
 public:
  // name_begin: where the tag's name begins (behind "<" or "</").
  TagScan(std::string_view text, uint32_t name_begin);
  // Next attribute; false at the tag's end.
  bool next(ScannedAttribute& out);
  // Behind the ">"; the end of the text if the tag was cut off. Valid once next() gave false.
  uint32_t end() const { return at_; }

 private:
  std::string_view text_;
  uint32_t at_;
  bool done_ = false;
};

// Behind the ">" of the tag whose name begins here.
uint32_t tag_end(std::string_view text, uint32_t name_begin);
// Where the "<" or "</" of a tag stands.
uint32_t tag_begin(std::string_view text, uint32_t name_begin);

}  // namespace gleaner::html
