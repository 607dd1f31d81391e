// Every threshold and weight of this module, in one place.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gleaner::learn {

// A value of fewer words may be in the title because it was searched for.
inline constexpr size_t kTitleWords = 2;
// Percent of a time limit that the trials may take once one has learned something; the rest is for judging.
inline constexpr int kTrialsShare = 70;

// Letters of a label that may be the beginning of a value, cut short by whoever gave it.
inline constexpr size_t kCutLetters = 8;

// --- profile
inline constexpr size_t kShapesKept = 12;  // shapes a field's profile keeps, commonest first
inline constexpr size_t kVocabulary = 8;   // distinct values up to which they are kept
// values for each distinct one from which they are a vocabulary
inline constexpr uint32_t kVocabularyTimes = 4;
// ... fewer are enough where so many come again with others between
inline constexpr uint32_t kMixedTimes = 3;
inline constexpr uint32_t kVocabularyReturns = 2;
inline constexpr uint32_t kMixedValues = 8;  // ... of so many in all
inline constexpr size_t kSketchSize = 128;   // bins of a page skeleton's sketch: similarity to about 0.05

inline constexpr double kUsual = 0.95;  // share of the records that have a usual field
// a record alone in its elements: so many alike, so near, and it is one of a list
inline constexpr size_t kListLevels = 2;
inline constexpr size_t kListAlike = 3;
// how well a value fits, beside its shape, as logarithms of likelihood
inline constexpr double kFitNever = -4;        // no amount, where amounts stand
inline constexpr double kFitOutside = -1.5;    // an amount out of range
inline constexpr double kFitUnknownWord = -2;  // of a vocabulary
inline constexpr double kFitKnownWord = 1;

// --- check: surprises are added up over the fields of a page; 1.0 is "would not happen in one page of
// twenty"
inline constexpr double kBroken = 1.0;        // total surprise from which a page is broken
inline constexpr double kFieldBroken = 1.0;   // ... a field of it
inline constexpr double kFieldChanged = 0.5;  // ... and from which a field has changed
// a value that every known record has, not found (few records known)
inline constexpr double kMissingWeight = 0.45;
// with fewer known records a missing value says less: it may be optional
inline constexpr double kFewRecords = 6;
inline constexpr double kKindWeight = 0.5;  // a value of another kind than all known ones
// values of a field and page that are compared with the known ones
inline constexpr size_t kJudgedValues = 24;
inline constexpr double kEdgeWeight = 0.7;  // begins or ends with a sign where no known value does
inline constexpr double kRuleWeight = 0.9;  // a rule answers that never answered before
// several values where every record had one, one where all had several: odd only if too many pages are so
inline constexpr double kCountWeight = 0.29;
inline constexpr double kLengthWeight = 0.3;     // far longer or shorter than any known value
inline constexpr double kLengthFactor = 4.0;     // "far": by this factor beyond the known range
inline constexpr double kSkeletonWeight = 0.6;   // the page's skeleton is another one
inline constexpr double kSkeletonMargin = 0.35;  // ... when it is this much less similar than known pages are
inline constexpr size_t kSkeletonPages = 3;      // known pages from which that alone is a change

// --- check: how values are spread (spread.h)
// values, or records, of a page from which their being all the same says something
inline constexpr size_t kVarietyValues = 4;
// an amount is out of range beyond the known ones by this factor,
inline constexpr double kRangeFactor = 8;
// ... and so much more where few are known: one known value allows for (1 + 3) times as much
inline constexpr double kRangeFew = 3;
inline constexpr double kOutOfRange = 0.8;       // share of a page's amounts beyond the range
inline constexpr double kRangeWeight = 1.0;      // ... which is so odd,
inline constexpr double kMarkWeight = 1.0;       // as is another decimal mark,
inline constexpr double kSameWeight = 1.2;       // amounts all the same that never were,
inline constexpr double kSameTextWeight = 0.4;   // texts all the same: odd only if most pages are so,
inline constexpr double kHeaderWeight = 1.2;     // another field's header above the column,
inline constexpr double kNewHeaderWeight = 0.6;  // one that is new,
inline constexpr double kStruckWeight = 0.9;     // values that are struck through,
// ... of which one is too many where no known one was: the old price stands where the price stood
inline constexpr double kStruckNeverWeight = 1.2;
inline constexpr double kStruckFew = 1;     // known values that say nothing yet
inline constexpr double kSwapWeight = 1.2;  // and two fields that changed places
inline constexpr double kVaried = 0.5;      // commonest value's share up to which values vary
inline constexpr double kAllSame = 0.9;     // ... and from which they are all the same
inline constexpr double kSwapGain = 1.0;    // mean gain in log likelihood from which values fit another field
inline constexpr double kLinesLeftMore = 0.25;  // share of a text's lines in no record, beyond the known one,
inline constexpr uint32_t kLinesLeftLeast = 5;  // ... and at least so many lines
inline constexpr double kTwinsMore = 0.6;       // share of repeated records beyond the known one
// --- check: record counts, against the profile and against the page's own list
inline constexpr uint32_t kListsLookedAt = 6;    // pages of a profile whose own lists are looked at
inline constexpr double kListLost = 0.7;         // of the usual share of the list; less is a loss
inline constexpr uint32_t kListLostRecords = 3;  // ... of at least so many records
inline constexpr double kManyTimes = 10;         // as many as usual, the list agreeing
inline constexpr uint32_t kManyFrom = 5;         // ... where at least so many are usual
inline constexpr uint32_t kHardlyAny = 2;        // records where there were
inline constexpr double kFewTimes = 6;           // ... so many times as many

// --- check: the texts beside values (beside.h)
inline constexpr size_t kBesideReach = 8;         // texts to a side that are looked at when learning,
inline constexpr size_t kBesideSlack = 3;         // ... so many more may have come between since
inline constexpr size_t kBesideBeyond = 2;        // texts beyond it that are kept: those may not
inline constexpr size_t kBesideBytes = 40;        // of a text that are compared
inline constexpr uint32_t kBesideFirst = 8;       // values whose texts may become the one beside all
inline constexpr uint32_t kBesidePages = 6;       // known pages from which it says something
inline constexpr double kBesideShare = 0.9;       // of all known values have it
inline constexpr double kBesideWeight = 0.62;     // neither text stands there, or one on the other side;
inline constexpr double kBesideOneWeight = 0.25;  // ... one of them: odd only if too many pages are so
inline constexpr double kSwallowedWeight = 0.9;   // ... it has become part of the value
// chance, given the known values, below which that many pages are a change: asked of many things
inline constexpr double kBatchOdd = 0.005;

inline constexpr size_t kBatchPages = 4;       // pages from which a batch says more than its pages
inline constexpr double kBatchSurprise = 0.3;  // a field that surprises at all, for counting over the batch
inline constexpr double kBatchAlone = 0.25;    // below this share of pages a moderate surprise is variation
// ... as is what has at least this chance, given the known records
inline constexpr double kBatchLikely = 0.1;
// chance, given the known records, below which that many pages without a field are a change
inline constexpr double kBatchChance = 0.02;
inline constexpr double kBatchShared = 0.5;  // above it even a mild one is a change

// --- portfolio: points a candidate gets; exactness on held-out labels decides, the rest breaks ties
inline constexpr double kHeldOutWeight = 1.0;
inline constexpr double kExactWeight = 0.6;
inline constexpr double kAgreementWeight = 0.25;
inline constexpr double kPlausibleWeight = 0.25;
inline constexpr double kPriorWeight = 0.05;
// against a wrapper that mixes records where a value is missing (probes.h), more by the share of fields
inline constexpr double kMixesWeight = 0.2;
// ... if another does not whose family keeps about as well
inline constexpr double kSoundPrior = 0.8;
// share of fields from which a wrapper that does so is not taken at all where a few rows are labelled
inline constexpr double kMixesMuch = 0.5;
inline constexpr size_t kProbedRecords = 3;  // of a page whose records lose a value in turn
inline constexpr size_t kMostProbes = 6;
inline constexpr size_t kListRecords = 2;   // records a page from which pages are lists
inline constexpr double kPriorValues = 8;   // imaginary held-out values that speak for a family's prior
inline constexpr size_t kHeldOutPages = 5;  // at most so many pages are left out in turn
// of the labelled values stand below headers of columns: then patterns, which know them, have this prior
inline constexpr double kHeadedShare = 0.7;
inline constexpr double kHeadedPrior = 1.2;
// of whole tables, there: after patterns, which also take parts of cells
inline constexpr double kTablePrior = 1.1;
inline constexpr double kBoxedPrior = 1.1;        // of layout, where all pages have boxes and are no lists
inline constexpr size_t kNestedHeldOutPages = 3;  // where a page tests every level many times
inline constexpr size_t kAlsoPages = 40;          // unlabelled pages looked at for agreement
// only fields that the best candidate mostly misses are taken from another,
inline constexpr double kMixBelow = 0.5;
inline constexpr double kMixLeast = 0.75;   // ... which must get it mostly right,
inline constexpr double kMixGain = 0.3;     // and be this much better at it
inline constexpr double kLeastExact = 0.5;  // F1 on the labels up to which nothing has been learned
// likeness of two labelled pages up to which they may be of two sites
inline constexpr double kOtherSite = 0.1;
// bytes beyond kLengthFactor times the longest label that a mixed-in value may have
inline constexpr size_t kAnyLength = 40;

// --- many pages (sample.h)
inline constexpr size_t kSampleFrom = 200;    // labelled pages from which a sample teaches
inline constexpr size_t kSamplePages = 40;    // ... of so many pages, evenly spread,
inline constexpr size_t kSampleOdd = 12;      // to which so many that come out wrong are added,
inline constexpr size_t kSampleRounds = 3;    // in at most so many rounds
inline constexpr size_t kOddNamed = 3;        // pages that still come out wrong and are named
inline constexpr size_t kProfilePages = 200;  // pages from which the profile is made

// --- long lists: labelled records of a page from which some teach, and how many
inline constexpr size_t kLongList = 500;
inline constexpr size_t kLongListSample = 64;

// --- lists of which one row is labelled: from what on it is believed that the page is a list
inline constexpr size_t kPlainListRecords = 3;
inline constexpr size_t kNestedListRecords = 2;  // ... where a record has lists in it
inline constexpr double kNestedListCover = 0.75;
inline constexpr double kPlainListCover = 0.95;  // of the labelled values are in one record
inline constexpr double kPlainListShare = 0.5;   // of the fields a record has
inline constexpr double kSameKind = 0.5;         // of the values that are of the labelled one's kind: a price
inline constexpr double kOfOneKind = 0.8;        // ... and with so many it is a list of them
inline constexpr size_t kKindWords = 4;          // ... which longer texts do not have
inline constexpr double kNamedFacts = 0.6;       // of the values have a name before them,
inline constexpr size_t kNameBytes = 30;         // ... of at most so many bytes,
inline constexpr double kOwnNames = 0.8;         // ... of which so many differ: facts of one thing, no rows
// agreement on a field that the labelled rows show to be right, for a wrapper to be taken in place of another
inline constexpr double kSameField = 0.98;

// --- questions
inline constexpr double kAskDoubt = 0.45;  // less is no doubt
// a dissenter's word counts by its usual agreement to this power
inline constexpr double kAskAgreePower = 4;
inline constexpr double kAskCommittee = 0.75;  // other families know less than the best wrapper itself

inline constexpr double kAskRow = 0.25;        // of its usual fields a record lacks: it is asked about
inline constexpr size_t kAskReadings = 6;      // other readings of the labels that are weighed
inline constexpr double kAskRowStrange = 0.3;  // ... and for the value least like the others

// ... and when there is no doubt: how much a departure from custom counts
inline constexpr double kAskAbsent = 0.6;   // absent, by the share of pages that have it
inline constexpr double kAskStrange = 0.5;  // unlike the labelled values
inline constexpr double kAskSeveral = 0.6;  // several values where every labelled record has one
inline constexpr double kAskRare = 0.3;     // of a kind that few values of the field have
inline constexpr double kAskUnlike = 0.3;   // on a page unlike the labelled ones
// so many doubts in a row unfounded, and the others are not asked about
inline constexpr size_t kDispelled = 5;
inline constexpr size_t kConfirmations = 2;  // so many in a row confirmed, and the questions end

// --- the next label, when nothing fits
inline constexpr size_t kReadAlone = 6;     // labelled pages that are read alone
inline constexpr size_t kReadTogether = 3;  // families that read all of them

// bytes of labelled pages from which slow families are asked only when needed:
inline constexpr size_t kLargePages = 400'000;
inline constexpr double kNearlyPerfect = 0.95;  // ... when the first family stays below this
// a family that needs more on a few pages is not the one to take
inline constexpr uint64_t kTaskSteps = 2'000'000;

// --- repair
inline constexpr double kRepairGain = 0.01;  // a new wrapper must be at least this much more plausible
// plausibility of the old wrapper from which it is left alone
inline constexpr double kStillWorks = 0.95;
inline constexpr double kStillKnown = 0.6;  // ... if it also gives this much of the known values
inline constexpr size_t kRepairPages = 12;  // new pages that get labels
// new pages known from before that a replacement must be shown on
inline constexpr size_t kProofPages = 2;
// known values that the old rules give, from which they are kept
inline constexpr double kRulesHold = 0.98;
// a field whose known values a new wrapper loses keeps its old rule
inline constexpr double kFieldLoss = 0.02;
// known values of a field that rules give on pages they were not learned from; less: the field may be gone
inline constexpr double kFieldSupport = 0.9;
// known values of a field that still stand on the new pages; fewer: it may be gone
inline constexpr double kStillStands = 0.85;
// pages on all of which a value that is always the same must come out
inline constexpr size_t kSameProof = 3;
// share of the records in which a wrapper may still give a field that is gone, and be kept as it is
inline constexpr double kStillGiven = 0.02;
// known values that the old rules must give, and more than others, for their field not to be gone
inline constexpr size_t kStandProof = 2;
// an unknown new page is labelled by the old rules from this plausibility on
inline constexpr double kPlausibleLabels = 0.8;
inline constexpr double kUnsure = 0.5;  // confidence below which a person should look
// strangeness up to which an old rule's value on a new page is a label
inline constexpr double kBelievable = 0.2;
// share of fields that label texts must point at to label a new page
inline constexpr double kPointed = 0.5;

// --- recognising known values in another form
inline constexpr size_t kFigureDigits = 2;       // fewer digits say too little
inline constexpr size_t kUnitLetters = 4;        // "USD", "kg": more letters are words
inline constexpr uint32_t kLabelTextValues = 3;  // values that a label text stood before
inline constexpr double kLabelTextShare = 0.5;   // ... of all of the field

// --- advice on labels
// of a page's records that name a field: another that does not may have it
inline constexpr double kUsuallyNamed = 0.5;

}  // namespace gleaner::learn
