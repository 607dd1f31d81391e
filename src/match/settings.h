// Every threshold of matching, with its reason. Found on Abt-Buy, on the same with fewer records on both
// sides, and on made-up bibliographies, software lists and shops (bench/accuracy/match.py); none is sharp:
// half or double of most changes F1 by less than 0.01.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gleaner::match {

// --- work of one thread at a time: large enough that handing it out costs nothing
inline constexpr size_t kRecordBatch = 256, kPairBatch = 4096;

// --- reading
// characters of a cell that are looked at: what follows says nothing new
inline constexpr size_t kMaxCell = 4096;
inline constexpr size_t kMaxTitle = 512;  // ... of the title, whose every word begins a piece
// of a column's values must be numbers for it to be one of numbers
inline constexpr double kNumericShare = 0.8;
// words a value, from which a column is prose: compared by rare words alone
inline constexpr double kLongWords = 8;

// --- pieces
inline constexpr size_t kMinPiece = 3,
                        kMaxPiece = 24;     // shorter ones are in half of all titles, longer ones add nothing
inline constexpr size_t kMinCodePiece = 4;  // a piece with a digit that may count as a code

// --- candidates: these caps make the work linear in the records
inline constexpr size_t kTop = 15;               // best of each record, each way
inline constexpr uint32_t kWordCap = 64;         // words in more records find no candidates
inline constexpr uint32_t kPieceCap = 10;        // nor do pieces in more
inline constexpr size_t kBlockPiece = 5;         // nor shorter ones
inline constexpr double kPieceScore = 1.0 / 60;  // a character of the longest shared piece, against a cosine

// --- self-training
inline constexpr double kSeedMargin = 0.1;  // over the best rival of either record
// one table: of piece and cosine together, from which a pair may be a seed
inline constexpr float kSeedLevel = 1.2f;
inline constexpr double kSelfPull = 3;          // L2 of the first fit
inline constexpr float kRivalWeight = 0.2f;     // of a seed's other candidates: there are many for each match
inline constexpr float kAlikeWeight = 0.25f;    // of records of one source that look alike
inline constexpr size_t kAlikeTop = 3;          // of each record
inline constexpr size_t kAlikeRecords = 4'000;  // of each source that are asked
// spreads away from what seeds look like: a difference that matters
inline constexpr double kUnlikeSeeds = 2;
// how far short texts are heard by themselves: their words stand in titles too, so they are no free witnesses
inline constexpr double kApart = 0.5;
inline constexpr double kLabelPull = 10;   // ... of labels, towards the first fit
inline constexpr size_t kHeldPairs = 300;  // matches, and others, that hold the first fit against labels
// ... of each kind together, in labels: without them five refused pairs of Abt-Buy left 12 of
// its 999 matches, with them 984
inline constexpr double kHeldWeight = 50;
// of both tables, whose candidates teach: more no longer change the weights
inline constexpr size_t kTeachRecords = 4'000;
inline constexpr size_t kScalePairs = 40'000;  // that give the features' means
inline constexpr double kBeliefPull = 1;       // L2 of the fits that tell false seeds
inline constexpr double kLeastBelief = 0.001;  // in a seed
inline constexpr double kSeedShare = 0.9;      // of the matches that are seeds, where nothing is known
inline constexpr double kClosed = 0.02;        // how far other columns hear pairs that the title has decided
inline constexpr int kShareRounds = 50;        // until share of matches and false seeds agree
// fewer are believed as they are, and nothing else is learned from
inline constexpr size_t kEnoughSeeds = 40;
inline constexpr int kRounds = 2;         // of learning from all pairs as they were judged
inline constexpr double kHardly = 0.02;   // pairs below are no matches
inline constexpr size_t kHardlyStep = 4;  // so many of them are learned from by one

// pairs that weigh as much as what words as frequent say, in what one word says
// --- one table: logs of how much rarer it is among copies of one thing than among different things
inline constexpr double kOtherText = 2;       // that a short text shares no word: one time in eight
inline constexpr double kOtherNumber = 1.5;   // that a number differs: prices change
inline constexpr double kOtherWord = 1.5;     // that each has a word which the other has not
inline constexpr size_t kMostOtherWords = 3;  // ... of so many: titles may be written otherwise
inline constexpr float kEqualRows = 8;        // log odds: surer than that few rows have a match

inline constexpr double kKindStrength = 20;

// of both tables, from which old rows are not judged again: a sample of so many teaches
inline constexpr size_t kWholeRecords = 20'000;

// --- rivals
inline constexpr double kMinShare = 0.02, kMaxShare = 0.98;  // of records with a match: EM stays inside
// log odds of a pair from which it is worth asking whether its rival is a twin
inline constexpr float kTwinOdds = -1;
inline constexpr size_t kMostTwins = 8;  // candidates of a record that are compared with each other
inline constexpr float kLeastTwin = 0.05f;
inline constexpr int kEmRounds = 60;
inline constexpr int kSettlingRounds = 60;  // more at its end, until messages move no further than
inline constexpr double kSettled = 0.002;
inline constexpr double kLogOddsCap = 30;

}  // namespace gleaner::match
