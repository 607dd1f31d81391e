// The whole of matching: two tables (or one) in; pairs with probabilities, and the reasons for each, out.
//
// Without labels the program teaches itself:
//
//  1. Pairs that are each other's best by a clear margin are the first matches. Their other candidates, and
//     records of one source that look alike, are the first non-matches.
//  2. A logistic regression on these weighs all features, and does so twice more on all pairs as they were
//     judged (training.h). Large tables are learned from a sample.
//  3. Labels pull these weights, and win where they stand.
//  4. Pairs compete (rivals.h).
//
// The same tables give the same numbers, whatever the order of rows and the number of threads. Cost: linear
// in the records; a million times a million takes minutes and about 5 GB.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "match/features.h"
#include "match/fields.h"
#include "match/rivals.h"
#include "match/settings.h"

namespace gleaner::match {

struct Label {
  std::string left, right;  // ids
  bool match = false;
};

// The cluster of a row in an earlier run; empty: the row is new.
using Known = std::function<std::string(bool right, uint32_t row)>;

struct Options {
  size_t jobs = 1;
  bool rivals = true;  // false: each pair is judged alone
  // New rows against old clusters: where the tables have more rows than `whole_up_to`, only pairs with a new
  // row, and those of one old cluster, are judged; weights and the share of matches come from a sample of so
  // many rows. Smaller tables are judged whole.
  Known known;
  size_t whole_up_to = kWholeRecords;
  // Told what is being done, for progress.
  std::function<void(std::string_view doing)> tell;
};

struct Pair {
  uint32_t left = 0, right = 0;  // rows of the tables
  double probability = 0;
  double alone = 0;  // before rivals and labels
  bool labelled = false;
};

// One reason: a feature or a fact, and what it adds to the log odds.
struct Reason {
  std::string words;
  double adds = 0;
};
struct Explanation {
  double log_odds = 0;  // the sum of all reasons
  double probability = 0;
  std::vector<Reason> reasons;                             // largest first
  std::vector<std::string> common, left_only, right_only;  // words of the titles, rarest first
  std::string piece;                                       // the most telling piece in common
  bool candidate = true;  // false: nothing rare in common, so the pair was not looked at
  std::string decided;    // by a label: which
};

class Matcher {
 public:
  // `right` null: one table, in which things that stand twice are looked for. The tables must outlive it.
  // Labels whose ids are in no table are counted in unknown_labels().
  static Result<Matcher> run(const Table& left, const Table* right, const std::vector<Label>& labels,
                             const Options& options);
  Matcher(Matcher&&) noexcept;
  Matcher& operator=(Matcher&&) noexcept;
  ~Matcher();

  const Fields& fields() const;
  // Whether only pairs of new rows were judged.
  bool only_new() const;
  // All candidates, by left and right id.
  const std::vector<Pair>& pairs() const;
  // Learns again with these labels in place of the former; the candidates stay.
  Status relearn(const std::vector<Label>& labels);
  size_t unknown_labels() const;
  const std::vector<std::string>& notes() const;  // what a person should know: equal ids, no seeds

  // Pairs whose label would help most: alone nearest to one half, none labelled yet, no record twice.
  std::vector<size_t> to_ask(size_t n) const;
  // By rows.
  Explanation explain(uint32_t left, uint32_t right) const;

  // Of the pairs at or above the threshold: those that stay when every record may have only one.
  std::vector<char> assign(double threshold) const;
  // For each row of the left table, then of the right one, the id of its cluster: the smallest id
  // in it, or what it was called before. `chosen` are pairs; `known` gives the cluster of a row in
  // an earlier run, empty for a new one (clusters.h). Ids of the right table that also are ids of
  // the left are written "right:ID".
  struct Cluster {
    bool right = false;
    uint32_t row = 0;
    std::string id;
  };
  std::vector<Cluster> clusters(const std::vector<char>& chosen, const Known& known = {}) const;

  struct Impl;  // matcher_impl.h

 private:
  Matcher();
  std::unique_ptr<Impl> impl_;
};

}  // namespace gleaner::match
