// How far the tree of a page follows a page that was made to cost. Each is far beyond what pages have.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gleaner::html {

// Attributes of one tag; the rest is left out, with a note. (Duplicates are looked for one by one, which is
// quadratic; browsers have the same limit in kind, not in number.)
inline constexpr size_t kMaxAttributes = 1000;

// The tree may take this part (1/n) of a budget's memory; the engines that read it need the rest. What does
// not fit is left out: a partial tree, with a note.
inline constexpr uint64_t kTreeShare = 2;

// Of the time that is left, this part (in hundreds) is for reading the page; making the tree of what
// was read takes a fifth of that.
inline constexpr int kReadingShare = 75;

// What lexbor and the tree take for an element and for a text, where the allocator does not count (measured
// on pages of <a> and of <td>text, in bytes).
inline constexpr uint64_t kElementMemory = 330, kTextMemory = 250;

// lexbor looks up names of tags and attributes in tables that do not grow. A table has one place for so many
// bytes of the page, between these bounds.
// (A sixteenth, kNamesShare, of what the tree may take is enough for each of both.)
inline constexpr uint64_t kNamesShare = 16;
inline constexpr size_t kBytesPerName = 96, kLeastNames = 128, kMostNames = 1 << 18;

}  // namespace gleaner::html
