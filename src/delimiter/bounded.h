// A tuple ends where the next one begins.
//
// The wrappers of the paper assume that every tuple has every attribute. Where one is missing they
// take it from the next tuple and swallow that one. So learned wrappers remember two kinds of texts
// that the labelled tuples show:
//   start   stands before every tuple and inside of none
//   mark    one for each attribute: ends before its values and stands nowhere else in a tuple
//           (mostly its left delimiter)
//
// A page on which all tuples are whole and hold no start is read as the paper says, and nothing else is done.
// On other pages every tuple is read anew, between its start and the next: as the paper says if that gives
// all attributes, else each attribute by its mark. An attribute without a mark stays absent rather than being
// guessed. So a value that is missing or stands in another order changes no other tuple. Cost: one more look
// at the text inside of tuples; on pages with broken tuples one more pass.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "delimiter/example.h"

namespace gleaner::delimiter {

struct TupleBounds {
  std::string start;               // "": not known, everything is as in the paper
  std::vector<std::string> marks;  // by attribute, the first left out; "": none
  uint32_t reach = 0;              // bytes from the first value's end within which all others begin
  bool beyond = false;  // no start stood behind a page's last tuple: where one does, the tail came too early
  bool known() const { return !start.empty(); }
};

// Nothing where tuples have lists, or too few are labelled to know what stands before each.
TupleBounds bounds_of(const std::vector<Example>& pages, size_t attributes);

// Does a tuple lack a value, or hold the start of another one?
bool is_broken(const Delimiters& delimiters, const TupleBounds& bounds, std::string_view text,
               const std::vector<Item>& items, const Outcome& outcome);

// Replaces the items. `refused`: where tuples were begun of which nothing but the first value is there.
Outcome run_bounded(const Delimiters& delimiters, const TupleBounds& bounds, std::string_view text,
                    std::vector<Item>& items, std::vector<Span>& refused);

}  // namespace gleaner::delimiter
