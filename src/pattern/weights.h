// Every number that decides among consistent rules, in one place.
//
// Measured on detail pages with one to five labelled pages; beside a condition's weight the idea, not the
// decimals, matters: it is squared, so 1.0 counts six times 0.4. Weights say how often a condition alone,
// consistent with the labelled pages, was right on the others.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gleaner::pattern::weights {

// --- conditions
inline constexpr double kBest = 1.0;  // own class, heading tag, row head, own id, own label, data path
// class path, block's first text, text before, label + distance, name + tag path
inline constexpr double kGood = 0.8;
// indexed path below a name, bare paths, text number, in title, kind
inline constexpr double kFair = 0.6;
inline constexpr double kWeak = 0.4;     // absolute path, index, shape, next text, previous sibling
inline constexpr double kUnknown = 0.3;  // masked (generated) names
// ids of a page that differ in numbers only, from which a number is a position: kWeak
inline constexpr size_t kNumberedIds = 3;
inline constexpr double kTrap = 0.15;     // texts further away, column head, length
inline constexpr double kListTrap = 0.1;  // lists: what differs from item to item
inline constexpr double kListHeading = 1.0;

// A pair weighs best^2 * (kPairBase + kPairOther * other).
inline constexpr double kPairBase = 0.7;
inline constexpr double kPairOther = 0.3;

// A condition that quotes the field's own name.
inline constexpr double kNamesField = 8.0;
// Rules right on some labelled pages and silent on the others: page variants.
inline constexpr double kPartial = 0.3;
// A place that is one of many alike (menu entries) is weaker: (least alike / alike)^kAlike.
inline constexpr double kAlike = 0.5;

// --- vote
inline constexpr double kAbsent = 0.10;    // winner below this share of all weight: absent
inline constexpr double kTie = 0.95;       // texts within this share of the winner are given too
inline constexpr double kTemplate = 0.3;   // a rule that finds only text known as template
inline constexpr double kSeenLabel = 0.5;  // "Price:" seen on a labelled page as no value
// kind differs from all labelled values; squared when families differ
inline constexpr double kOtherKind = 0.5;
// digits: numbers as long as this are names of things, all of one length
inline constexpr uint8_t kIdentifier = 8;
inline constexpr double kOtherLabel = 0.25;  // own label differs

// of the winner: votes enough for the same text without a remark
inline constexpr double kSecondSource = 0.05;

// --- how much is looked at
inline constexpr size_t kSeeds = 6;  // places of a value, of each kind of node and page
inline constexpr size_t kListSeeds = 14;
inline constexpr size_t kSeedUnits = 8;       // units (records) from which conditions are taken
inline constexpr size_t kOtherUnits = 20;     // regions that look like records and are none, as negatives
inline constexpr size_t kRules = 100;         // votes kept a slot
inline constexpr size_t kRulesFromOne = 600;  // the same, learned from one page: there more voices help
inline constexpr size_t kMaxSlots = 4;
inline constexpr size_t kMedoidSets = 40;
inline constexpr size_t kGrowRules = 30;
inline constexpr size_t kFillTexts = 40;  // a container with more texts is no list of values
inline constexpr double kFallback = 0.4;  // least F1 on the labelled pages when nothing is exact
inline constexpr size_t kNameLevels = 8;  // ancestors whose names are used
inline constexpr size_t kPathLevels = 4;
inline constexpr size_t kClassWords = 6;      // of a class attribute that are names of their own
inline constexpr uint32_t kTextsBefore = 3;   // that conditions quote
inline constexpr size_t kBlockLevels = 5;     // ancestors whose first text is used,
inline constexpr uint32_t kBlockTexts = 400;  // of those with fewer texts
inline constexpr size_t kSiblingLevels = 4;   // ancestors before which an element's text is used,
inline constexpr size_t kSiblingBytes = 50;   // of texts no longer than this
inline constexpr size_t kLinkLevels = 3;      // ancestors whose href is used
inline constexpr size_t kQuotedBytes = 60;    // of an element's text
inline constexpr size_t kElementTexts = 40;   // an element with more texts is no value
inline constexpr size_t kElementBytes = 700;
inline constexpr size_t kAttributeBytes = 400;
inline constexpr size_t kNameBytes = 60;      // longer attribute values are no names
inline constexpr size_t kSeparatorBytes = 8;  // between two values in one text
inline constexpr size_t kCutText = 300;       // longer texts are not cut
inline constexpr size_t kNegations = 32;      // names that values may lack
// Candidates of pages, and of records of lists, up to which they are looked for
inline constexpr size_t kMoreOnPages = 1000;
inline constexpr size_t kMoreInRecords = 20000;
// a header of a column outweighs where its cells stand
inline constexpr double kHeaderOutweighs = 3;

// --- records: rules that are tried
inline constexpr size_t kSamples = 5;       // seeds from which conditions are taken
inline constexpr size_t kTried = 24;        // of the best rules, for real
inline constexpr size_t kVariants = 3;      // further rules for seeds that the best leaves out,
inline constexpr size_t kVariantsOf = 402;  // ... among so many of the best

// --- speed alone
// Share of all weight that is counted first. The best rules mostly agree: then the answer is settled.
inline constexpr double kFirstCount = 0.7;
// Share of a group's weight that may stay open. Where the open votes might decide they are looked for after
// all: less makes every page dearer, more makes second looks frequent.
inline constexpr double kOpen = 0.3;
// What a test of the text itself costs more than others: it is made on every
// candidate that has no anchor yet.
inline constexpr double kOfTextBurden = 40;
// Conditions are counted on a page of few candidates after so many pages: that pays
// for itself after some twenty.
inline constexpr uint32_t kCountedPage = 12;
inline constexpr size_t kCountedCandidates = 5000;

// --- unlabelled pages
inline constexpr double kSameEverywhere = 0.1;  // gives the same text on all pages while others vary
inline constexpr double kAgreeBase = 0.05;
inline constexpr double kAgreePower = 1.5;
inline constexpr double kAgreeEnough = 0.97;  // of the pages, for readable rules to take the vote's place
// of the weight of a further value's rules that must be left on them
inline constexpr double kOwnPage = 0.02;
inline constexpr size_t kAlsoPages = 60;  // unlabelled pages looked at

// --- questions
inline constexpr double kDoubt = 0.45;  // less is no doubt

}  // namespace gleaner::pattern::weights
