// Every threshold of the family in one place, with the reason for its size.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gleaner::byexample {

// Windows. Twelve terms on each side are about one line of markup; wider ones quote the page, not the layout.
inline constexpr size_t kMaxWindow = 12;
// A tag longer than this is taken as unclosed: keeps "<a <a <a ..." linear.
inline constexpr uint32_t kMaxTagBytes = 8192;
// Different left (or right) sides that one pattern may combine, and how wide they may be: more is a list of
// quotes, not a pattern.
inline constexpr size_t kMaxAlternatives = 5;
inline constexpr size_t kMaxMixedWindow = 4;
// From this many examples on what they share is taken as it is; with fewer, unneeded terms are taken off
// again.
inline constexpr size_t kEnoughExamples = 3;
// Terms between two elements of a list beyond which they are found one by one, not as one run.
inline constexpr size_t kMaxSeparatorTerms = 8;
// Different separators one list may have ("," and "and").
inline constexpr size_t kMaxSeparators = 4;

// Of a page's time, the part (in hundreds) for finding occurrences. Putting them
// together takes about as long.
inline constexpr int kScanShare = 40;

// Without a count, a field that matches this many times as often as the middle field is held to the middle's
// count; counts within kSameCount of each other are the same.
inline constexpr double kFarMore = 1.5;
inline constexpr double kSameCount = 0.05;

// Object patterns kept (most frequent first), and contexts of one attribute: a page whose every object is
// different teaches nothing by its hundredth.
inline constexpr size_t kMaxObjectPatterns = 48;
inline constexpr size_t kMaxContexts = 40;
// Splits of one attribute's examples before the rest is learned one by one.
inline constexpr size_t kMaxSplits = 64;

// Evidence when the strategies disagree: a filled component counts one; a second value of a component that
// has one only, lying inside an object, means that two objects were run together.
inline constexpr int kSwallowPenalty = 3;
inline constexpr int kSeparatorPenalty = 2;

// Pages that are one object: the windows of a value vote. Places of a text tried as seeds, patterns kept, and
// the share of all voices below which the value is taken to be absent (a lone voice is mostly a coincidence).
inline constexpr size_t kVotePlaces = 8;
inline constexpr size_t kVotePatterns = 40;
inline constexpr size_t kVotesAPlace = 12;
inline constexpr uint32_t kMaxSlots = 8;
inline constexpr double kAbsentShare = 0.10;
// A quoted word may be the page's own; a tag with class or id, a heading or a word before ":" is the
// layout's. Nearer is better.
inline constexpr double kVoiceNamed = 1.0, kVoiceLabel = 0.9, kVoiceWord = 0.5, kVoiceTags = 0.5,
                        kVoiceBehind = 0.6;
// A value that ends (begins) inside a text, before (behind) a word: the word is mostly the page's own.
// Between two tags it is a whole text.
inline constexpr double kVoiceCutBehind = 0.15, kVoiceCutBefore = 0.5, kVoiceWhole = 1.5;
inline constexpr double kVoiceTerm = 0.94, kVoiceInTag = 0.3, kVoiceMeta = 0.8, kVoiceFieldName = 4.0;
// A candidate whose kind of text differs from the labelled ones.
inline constexpr double kNoDigits = 0.25, kNewDigits = 0.6;

// Places tried for a labelled text without span.
inline constexpr size_t kMaxPlaces = 64;

// Depth of nested objects (labels come from outside).
inline constexpr uint32_t kMaxDepth = 32;

}  // namespace gleaner::byexample
