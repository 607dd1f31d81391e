// Every threshold and cost of this module, in one place. The costs were measured on seven logs and twelve
// made-up formats; what matters is their order, not their size.
#pragma once

#include <cstddef>

namespace gleaner::lines {

// --- where a labelled text stands in its line (locate.cc): the cheapest placement of all is tried first
inline constexpr double kCutWord = 3.0;       // an end of the text cuts a word
inline constexpr double kTouches = 0.6;       // an end of the text touches something that is no blank
inline constexpr double kNoSeparator = 2.0;   // nothing stands between two fields
inline constexpr double kGapByte = 0.05;      // a byte between two fields that nobody labelled
inline constexpr double kGapLetters = 0.5;    // ... if it is all letters and digits
inline constexpr double kRestByte = 0.02;     // a byte behind the last field
inline constexpr double kRest = 1.0;          // something stands behind the last field
inline constexpr size_t kPlacesTried = 7;     // places of one text, from the left
inline constexpr size_t kLocateSteps = 4000;  // placements looked at for one line
inline constexpr size_t kPlacementsKept = 4;  // ... and kept
// lines in which a record's texts are looked for, of those that hold all
inline constexpr size_t kLinesTried = 200;
// --- which placements of all labelled lines are taken together (learner.cc)
inline constexpr size_t kCombinations = 64;    // looked at
inline constexpr size_t kCombinationsFit = 6;  // for which a grammar is made
inline constexpr double kReadGain = 4.0;       // worth of reading all of the page, in the costs above
inline constexpr double kReadsAll = 0.98;      // share of the page from which no other combination is tried

inline constexpr size_t kLongestLine = 4000;  // bytes of a labelled one: a grammar has parts for all of it

// --- fitting a pattern to the page (fit.cc)
inline constexpr size_t kPageLines = 400;   // unlabelled lines looked at
inline constexpr double kReadsMost = 0.9;   // share of the page from which a pattern is not loosened
inline constexpr double kLoosenGain = 0.1;  // ... and what loosening must gain
// ... what reading dashes as words must gain: little, a dash stays the first reading
inline constexpr double kDashGain = 0.005;
// share from which the pattern is that of all lines, not of one message
inline constexpr double kReadsHeader = 0.8;
// share of the page that keys or quotes must gain over a sequence of fields
inline constexpr double kFormGain = 0.02;
inline constexpr size_t kMostClass = 6;  // different marks in a class of digits and marks, as [0-9:,]

// --- line kinds without labels (kinds.cc, head.cc)
inline constexpr size_t kManyWords = 3;  // words in one place of otherwise equal lines that make it variable
inline constexpr double kHeaderShare = 0.9;  // lines that must have a column of the head
// ... a name that ends with a colon or a dash: others may have blanks in it
inline constexpr double kNamedShare = 0.8;
inline constexpr size_t kFewWords = 8;        // different words up to which a place is a column
inline constexpr size_t kVeryFewWords = 3;    // ... if they are words of a sentence
inline constexpr size_t kFewLines = 50;       // ... if there are so many lines
inline constexpr double kKeyShare = 0.5;      // lines that must have a key
inline constexpr size_t kHeadExamples = 3;    // lines that are labelled for the learner
inline constexpr size_t kMostColumns = 16;    // columns looked for at the beginning of a line
inline constexpr size_t kSurveyLines = 2000;  // lines that a head is looked for in
inline constexpr size_t kLeastRegion = 3;     // lines of a region
inline constexpr size_t kMostRegions = 8;

// --- fixed columns (columns.cc)
inline constexpr size_t kWidestRow = 400;  // characters of a line that are looked at
inline constexpr double kInked = 0.02;     // rows that may cross a river: one of fifty is a slip
inline constexpr size_t kLeastRows = 3;
// lines below the names that must be rows; others are titles and totals
inline constexpr double kRowShare = 0.8;
inline constexpr size_t kNamesWithin = 8;  // first lines that may be the names

}  // namespace gleaner::lines
