// The thresholds of this module, each with its reason.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gleaner::tables {

// --- bounds against hostile pages (a cell may claim 1000 columns and 65534 rows)
inline constexpr uint32_t kMaxColumnSpan = 1000;  // by the HTML standard
inline constexpr uint32_t kMaxRowSpan = 65534;    // by the HTML standard
inline constexpr uint32_t kMaxColumns = 4096;     // no table that a person reads is wider
// rows times columns; the rest of the table is cut off, and said
inline constexpr uint64_t kMaxSlots = 8'000'000;

// --- telling data from layout, where no heading and no caption decide
inline constexpr uint32_t kFewestRows = 2, kFewestColumns = 2;
inline constexpr double kLongestMean = 120;  // characters a cell: layout tables hold paragraphs
inline constexpr double kMostEmpty = 0.6;    // of the slots: more are spacers
inline constexpr double kMostBlocks = 0.35;  // of the cells hold lists, headings, forms: parts of a page
inline constexpr double kAlike = 0.7;        // of a column's cells are of one kind in a table of data

// --- tables of boxes
inline constexpr double kMostLinks = 0.6;  // of the cells are links: a menu
// of an element's texts are in the table: the element is the table
inline constexpr double kWholeShare = 0.85;
inline constexpr size_t kFewestTexts = 4;
inline constexpr size_t kMostTexts = 10'000;  // of an element; larger ones are looked at by their parts

// --- records and wrappers
inline constexpr const char* kSection = "section";  // name of the column of section lines
// of the headings must be there for the others to go by their numbers
inline constexpr double kHeadingsShare = 0.5;

// --- roles
inline constexpr double kOwnShare = 0.5;  // of the body rows have a cell of their own in a colour bar

inline constexpr double kNames = 0.6;  // of the first column end in a colon: names and values, no header
// of a column below its first cell are figures: one that is none heads them
inline constexpr double kOneKind = 0.8;
// of a column of values are figures, and of texts: names stand beside them
inline constexpr double kSeveralKinds = 0.2;
inline constexpr size_t kLongestName = 40;  // characters of such a name
// of the rows of a sheet's table: more labels alone are sparse data
inline constexpr double kMostSections = 0.4;
inline constexpr double kFigures = 0.3;  // of the cells below a second header row hold digits

}  // namespace gleaner::tables
