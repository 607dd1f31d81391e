// What the search for records knows of HTML's elements. The sets were chosen by measurement (see weights.h),
// so they differ a little from those of html/visible.h.
#pragma once

#include <cstdint>
#include <vector>

#include "html/tree.h"

namespace gleaner::records {

enum TagClass : uint8_t {
  kSkip = 1,        // its text is not on the page, or is a choice of a form
  kFormatting = 2,  // b i em ... br: inside a text
  kBlock = 4,       // ends a text (br, images and form controls too)
  kHeading = 8,
};

// Class bits by tag number; 0 for elements the standard does not know (they are inline).
class Tags {
 public:
  static const Tags& get();
  uint8_t of(html::TagId tag) const { return tag < bits_.size() ? bits_[tag] : 0; }
  bool is(html::TagId tag, uint8_t bits) const { return of(tag) & bits; }
  // A block, a link or a text end a climb out of inline markup; span, time and unknown elements do not.
  bool soft(html::TagId tag) const { return tag != a && !is(tag, kBlock); }

  html::TagId a, br, hr, img, span, td, th, tr, thead, dt, dd, li, label, body, html, style, title, meta;

 private:
  Tags();
  std::vector<uint8_t> bits_;
};

}  // namespace gleaner::records
