// AVP patterns: a value by the terms around it (the paper's attribute-value pair patterns, section 3).
//   left terms  *  right terms
//
// The value is the text from the end of the left terms to the nearest place where the right terms begin. If
// several left sides stand before the same right side, the nearest counts: in ", Number 3, March 1995</h2>"
// the value between "," and </h2> is the date. The right terms are only looked at, not consumed: the ","
// behind one author is the "," before the next.
//
// Two deviations from the paper. A value holds a tag or a line end only if a labelled one did, so that `*`
// does not run away. And a pattern of a list of plain values may know its separators: then one occurrence is
// the whole run of elements ("A, B, C" behind "<li>", up to ":").
//
// Scanner finds all occurrences of a set of patterns in one pass. A table of first and second bytes says
// where a left side could begin; the terms are compared there; the nearest right side is remembered from one
// left side to the next. Cost: linear in the page for each pattern.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "base/span.h"
#include "byexample/terms.h"

namespace gleaner::byexample {

struct AvpPattern {
  uint32_t attribute = 0;
  std::vector<Terms> left, right;      // alternatives; none is empty
  std::vector<Terms> separators = {};  // of a run of list elements
  bool across = false;                 // terms may stand on different lines (markup only)
  bool tags = false, lines = false;    // the value may hold them
  bool trim_left = true, trim_right = true;
  // right inside objects only: fills what an object lacks, never begins one
  bool loose = false;
  // on pages that are one object: values of a list that stand in different places vote apart
  uint32_t slot = 0;
  // on pages that are one object: its voice among the patterns of the attribute
  double weight = 1;
  std::string example = {};  // "page1.html record 1"

  bool operator==(const AvpPattern& other) const;  // the example aside
};

// One place where a pattern matches: `count` values from `first` in Occurrences::values.
struct Occurrence {
  uint32_t left_begin = 0;  // where the left terms begin
  Span value;               // hull of the values
  uint32_t right_end = 0;   // where the right terms end
  uint32_t pattern = 0;
  uint32_t first = 0, count = 1;
};

struct Occurrences {
  std::vector<std::vector<Occurrence>> of;  // by attribute, in order of left_begin, then of the value's end
  std::vector<Span> values;
  void clear(size_t attributes);
};

// The first of some occurrences of one attribute that begins at or after a place.
inline std::vector<Occurrence>::const_iterator first_from(const std::vector<Occurrence>& all, uint32_t at) {
  return std::lower_bound(all.begin(), all.end(), at,
                          [](const Occurrence& o, uint32_t place) { return o.left_begin < place; });
}

class Scanner {
 public:
  // Patterns stay the caller's and must outlive the scanner. `attributes`: how many there are.
  Scanner(const std::vector<AvpPattern>& patterns, size_t attributes);

  // Occurrences that begin at or after `from`. False when the budget ran out (a step is 64 bytes of page or
  // an occurrence), or so much of its time: what was found until then stays.
  bool scan(std::string_view text, uint32_t from, Occurrences& out, Budget& budget,
            std::optional<std::chrono::milliseconds> time = {}) const;

 private:
  struct Entry {
    uint32_t pattern, left;
  };
  struct Right {  // the nearest right side, remembered: valid for questions in [from, upto]
    uint32_t from = 1, upto = 0;
    uint32_t at = kNowhere;
    uint32_t which = 0;  // right side, or number of right sides + separator
    uint32_t end = 0;
  };
  struct Work;

  void try_entry(const Entry& entry, uint32_t at, Work& work) const;
  bool find_right(uint32_t pattern, uint32_t from, Work& work) const;
  void add_entry(const Entry& entry);

  const std::vector<AvpPattern>& patterns_;
  size_t attributes_;
  std::vector<Entry> entries_;       // 64 a group
  std::vector<Entry> line_entries_;  // begin at the beginning of a line
  // by group: which entries may begin with these bytes
  std::vector<std::array<uint64_t, 256>> first_, second_;
  std::array<bool, 256> any_{};  // some entry begins with this byte
  // by pattern: a right side or separator may begin so
  std::vector<std::array<bool, 256>> right_bytes_;
};

}  // namespace gleaner::byexample
