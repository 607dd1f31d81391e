// Every threshold and weight of learning rows, in one place.
//
// They were set by hand on 20 sites and checked on 42 others; most cues overlap, so that no single weight
// matters much (bench/accuracy/rows.md has what happens without each).
#pragma once

#include <cstddef>
#include <cstdint>

namespace gleaner::rows {

// --- hypotheses of what a record is
inline constexpr size_t kRegions = 160;       // regions of a page that are looked at
inline constexpr size_t kHypotheses = 14;     // of which so many get field rules, more where fields are few
inline constexpr size_t kSeveralFields = 3;   // labelled: fewer tell little of a list
inline constexpr size_t kLabelledRows = 256;  // of a page that teach, evenly spread
inline constexpr size_t kSample = 160;        // members that field rules are scored on, the labelled included
inline constexpr size_t kJudgedMembers = 1000;  // of a list, by which it is judged
inline constexpr double kLikeSections = 0.6;    // likeness of lists that are sections of one
// of a sheet's row, at least, of which a section line has the first
inline constexpr uint32_t kSectionCells = 3;
inline constexpr double kMostSections = 0.4;  // of the rows: more cells alone are rows with gaps
// Labelled of a record below a heading, at least, besides the heading; and the share of the fields that such
// records must have.
inline constexpr size_t kSectionItems = 2;
inline constexpr size_t kSectionRows = 20;  // labelled: more say themselves what a record is
inline constexpr double kSectionShare = 0.8;
inline constexpr size_t kJoined = 5;  // best hypotheses whose sections are looked for
// lists that hold the same labelled rows, each joined with those that hold others
inline constexpr size_t kJoinedByLabels = 4;
inline constexpr int kSelectorLevels = 10;  // ancestors of a labelled row that give selectors
inline constexpr uint32_t kFar = 4000;      // letters that a cell may stand from the others of its row
inline constexpr uint32_t kFarWithLists = 100'000;  // ... of a record with lists in it
inline constexpr size_t kInnerCells = 60;  // of the lists in a labelled record that say what the record holds
inline constexpr size_t kScoredInside = 12;  // lists inside of records whose mean is the score of all

// --- choice on the learned page
// share of the labelled cells held, each row in a member of its own
inline constexpr double kCoverWeight = 14;
inline constexpr double kHitWeight = 4;        // share of the labelled cells that the field rules give
inline constexpr double kMembersWeight = 1.2;  // ln of the members that have fields
inline constexpr double kJunkWeight = 2;       // share of the members that have next to none
inline constexpr double kRegionWeight = 0.1;   // the score of records without labels
// Of one field, two, several: many lists have a link in each member, so the fewer fields are
// labelled, the less the number of members counts, and the more what records look like by themselves
// and where labelled rows stand.
inline constexpr double kFieldsSay[] = {0.4, 0.7, 1};
inline constexpr double kApartWeight = 1.6;     // ln of the members from one labelled row to the next
inline constexpr double kBeforeWeight = 0.3;    // ln of the members before the first labelled row
inline constexpr double kOuterWeight = 0.3;     // no ancestor of a member holds that member alone
inline constexpr double kLeftOutWeight = 4;     // like siblings left out a member
inline constexpr double kUnlabelledWeight = 4;  // share of members without a label on a page labelled whole
inline constexpr double kLooksWeight = 4;       // likeness of records that hold lists to the labelled ones
// share of the values of the records above that members of a list inside hold
inline constexpr double kOwnInside = 6;
inline constexpr double kNextHead = 0.3;      // likeness of a node behind a row's first that begins the next
inline constexpr double kOtherLists = 12;     // share of the members in lists that lack what is usual:
inline constexpr size_t kOtherMembers = 3;    // ... of at least so many,
inline constexpr double kUsualField = 0.5;    // which none of them has,
inline constexpr double kMissingShare = 0.4;  // of all that is usual so much,
inline constexpr double kUnlikely = 0.001;    // and which would not happen by chance
inline constexpr size_t kMostOtherLists = 2;  // names of lists beside the labelled one: more are its sections
inline constexpr double kFewFields = 0.35;    // share of the fields below which a member is junk
inline constexpr double kAlways = 0.95;       // share of the members that have a field which all should have
inline constexpr double kSizeWeight = 0.3;    // before fields are known: many small members
inline constexpr double kAlone = 3;           // ... and against one member

// below the best: taken where that one is not found again without labels,
inline constexpr double kNearBest = 1;
inline constexpr size_t kFoundAgain = 4;         // ... of so many
inline constexpr double kLeastFieldShare = 0.5;  // of the fields, on average: with less nothing was learned

// --- choice on other pages
inline constexpr double kFewFieldsThere = 0.15;
inline constexpr double kAgreeWeight = 2;   // a selector that says the learned members exactly
inline constexpr double kLikeWeight = 1.5;  // heads look like the learned ones
inline constexpr double kFieldsWeight = 2;  // ln of the members that have fields
// of the learned page's mean field share: below it the list is not there
inline constexpr double kLeastShare = 0.5;
inline constexpr double kLeastLike = 0.4;
inline constexpr double kLikeHead = 0.5;  // likeness of the first node of a record of several
inline constexpr double kExactSelector = 0.999;
inline constexpr double kWithListsBehind = 4;
// best hypotheses of records that hold lists, judged by these as well
inline constexpr size_t kWithLists = 6;
inline constexpr double kBesideShare = 0.8;  // ... of another list that is told of
inline constexpr size_t kBesideFields = 2, kBesideMembers = 3;
inline constexpr size_t kLookedAt = 40;      // members compared by their heads
inline constexpr double kCommonShare = 0.5;  // what so many heads have is typical of them
inline constexpr double kCoreShare = 0.6;
inline constexpr double kLeastSelector = 0.5;  // of the members a selector must hold for

// --- field rules: a labelled hit is worth 10
inline constexpr double kHit = 10, kWrong = 6;
inline constexpr double kExtra = 6;   // gives a value in labelled rows that lack the field
inline constexpr double kUnsaid = 2;  // ... in labelled rows that do not mention it: most often they lack it
inline constexpr double kKind = 1.5;  // its values are of the labels' kind
inline constexpr double kCoverage = 0.7;
inline constexpr double kRun = 1;    // values are whole runs of text, or parts where the labels are
inline constexpr double kOrder = 2;  // equal texts of one row: first field, first place
inline constexpr double kVariety = 0.5;
inline constexpr double kVaried = 3;          // distinct values from which a field varies
inline constexpr double kNegative = 12;       // gives a text that was marked as no value
inline constexpr double kLeastListHit = 0.6;  // F1 of a list field's values on the labelled rows
inline constexpr double kNearShare = 0.6;     // a long label may be the beginning of a longer value
inline constexpr size_t kNearLetters = 25;
inline constexpr double kNearlyShare = 0.8;  // ... a shorter one of a little longer value
inline constexpr size_t kNearlyLetters = 12;
inline constexpr double kNearHit = 0.8;
inline constexpr size_t kCutLetters = 8;  // of a label that may be cut short, where another comes out whole
inline constexpr double kEndWord = 0.6;   // share of the texts that have a word at which values may end
// ... of those: another word as common as that is content, and so is the first
inline constexpr double kCommonWord = 0.75;
inline constexpr double kSameLetters = 0.95;  // a hit written otherwise than the label
inline constexpr size_t kRulesScored = 80;
inline constexpr double kWorthScoring = 6;   // below the best
inline constexpr double kOwnTextCost = 0.1;  // elsewhere a word of it may be marked
inline constexpr double kNotFirst = 0.1, kFromEnd = 0.3, kNthTag = 0.3, kCutCost = 0.3;
inline constexpr double kFarFromEnd = 0.3;  // the 16th last: what stands behind it varies
inline constexpr double kWordsCost = 0.5, kSeveralWordsCost = 1;  // values may be longer elsewhere
inline constexpr double kQuotedWord = 0.05;  // the less a cut quotes, the less of it is content
inline constexpr double kStripCost = 0.1;    // signs that are taken off only where they stand
inline constexpr double kRareWord = 3;       // a word key that few members have is content
inline constexpr double kRareShare = 0.3;
inline constexpr double kRareCut = 4, kDigitCut = 2;
inline constexpr double kSamePlace = 0.2;  // share of common members in which two fields may take one place
// ... below the best: a rule that never does so is taken instead (it gives less where the other field's value
// was given twice)
inline constexpr double kApartCost = 1;
inline constexpr double kPartCost = 0.2;  // ... of what was chosen before that field
inline constexpr double kSameLabels = 0.9;
// Likeness of kinds: a value that ends elsewhere may have a word or two more.
inline constexpr double kAlikeEnds = 0.6;
inline constexpr double kNegation = 0.4;     // a unit is left out by a mark: only where labels need it
inline constexpr size_t kNegations = 6;      // marks tried a rule
inline constexpr size_t kNegatedRules = 40;  // rules that are tried with them
inline constexpr double kLeadCut = 0.6;      // a cut at the word the key names
inline constexpr double kForeignName = 6;    // share of the values that stand behind another field's name
// ... of the numbers that stand behind another word than the labelled one
inline constexpr double kForeignNumber = 6;
inline constexpr double kNamed = 0.4;      // a rule by the name before the value, where it is marked as one
inline constexpr double kNameShare = 0.6;  // of the records have a text: it is a name, however it is written
inline constexpr double kConstantShare = 0.9;  // of a field's values are the same: they may be quoted

// --- other readings of the labels, for questions
inline constexpr double kRivalList = 3;  // below the best hypothesis
inline constexpr double kRivalRule = 1;  // below the rule that was chosen

// --- alignment of places
inline constexpr size_t kAlignedPlaces = 8;
inline constexpr double kSteadyKind = 0.6;   // share of a place's values from which their kind tells it
inline constexpr size_t kLengthRecords = 3;  // ... and how long they are
inline constexpr double kSteadyShape = 0.8;
inline constexpr size_t kShapeRecords = 5;  // ... or their shape, of at least so many
inline constexpr double kShapeWeight = 0.5;

inline constexpr uint32_t kMemberNodes = 4000;  // looked at a member
inline constexpr size_t kPlacesOfText = 400;    // of a label's text on a page
inline constexpr size_t kCutParts = 60;         // texts that hold a label, tried for cuts, the shortest first
inline constexpr uint32_t kPathDepth = 14;
inline constexpr size_t kAnyLength = 1'000'000;  // nodes of a record with lists in it

}  // namespace gleaner::rows
