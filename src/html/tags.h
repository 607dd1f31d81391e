// What the elements of HTML are to somebody who reads their text: one table for all who ask.
//
//   const Tags& tags = Tags::all();
//   if (tags.is(tree.tag(n), kBlock | kBreak)) ...
//
// A trait is a bit; an element that the standard does not know has none (and is
// inline). Cost: a look into 512 bytes.
#pragma once

#include <array>
#include <cstdint>

#include "html/tree.h"

namespace gleaner::html {

enum TagTrait : uint16_t {
  kUnseen = 1 << 0,      // script style noscript template: nothing that a reader sees
  kOffPage = 1 << 1,     // ... and head title meta iframe ...: its text is not on the page
  kChoice = 1 << 2,      // select option textarea: what could be chosen or written
  kBlock = 1 << 3,       // starts a new line (br, images and form controls too)
  kBreak = 1 << 4,       // br wbr hr
  kStyling = 1 << 5,     // b i em font ...: how its text looks
  kFormatting = 1 << 6,  // ... and a span label time ...: inside a line
  kVoid = 1 << 7,        // br img ...: holds nothing
  kHeading = 1 << 8,     // h1 to h6
  kTelling = 1 << 9,     // says what its text is: h1, dt, address, ...
  kLabelling = 1 << 10,  // labels stand in it: b, th, dt, ...
  kCell = 1 << 11,       // td th
  kDrawing = 1 << 12,    // svg: its texts are parts of a picture
};

class Tags {
 public:
  static const Tags& all();
  uint16_t of(TagId tag) const { return tag < traits_.size() ? traits_[tag] : 0; }
  bool is(TagId tag, uint16_t traits) const { return of(tag) & traits; }

  // The elements that are asked for by name.
  TagId a, b, body, br, caption, dd, del, dt, head, hr, html, img, label, li, link, meta, s, span, strike,
      strong, style, table, tbody, td, tfoot, th, thead, title, tr;

 private:
  Tags();
  std::array<uint16_t, 256> traits_{};  // all known elements have smaller numbers
};

inline bool is_invisible(TagId tag) { return Tags::all().is(tag, kOffPage); }
inline bool is_block(TagId tag) { return Tags::all().is(tag, kBlock); }
inline bool is_formatting(TagId tag) { return Tags::all().is(tag, kFormatting); }
inline bool is_void(TagId tag) { return Tags::all().is(tag, kVoid); }
inline bool is_heading(TagId tag) { return Tags::all().is(tag, kHeading); }
inline bool is_cell(TagId tag) { return Tags::all().is(tag, kCell); }

}  // namespace gleaner::html
