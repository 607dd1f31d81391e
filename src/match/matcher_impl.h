// What a Matcher holds: matcher.cc makes it, explain.cc reads it.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "match/matcher.h"
#include "match/training.h"

namespace gleaner::match {

struct Matcher::Impl {
  const Table* tables[2] = {nullptr, nullptr};
  Options options;
  Fields fields;
  Records records;
  Pieces pieces;
  std::vector<Candidate> candidates;
  std::unique_ptr<Features> features;
  SelfTaught taught;
  std::vector<double> weights;
  Examples held;            // see training.h
  std::vector<float> odds;  // logs, each pair alone
  std::map<Candidate, bool> decided;
  std::vector<double> competing;  // odds of the pairs as they compete: labels are in them
  Together together;
  std::vector<Pair> pairs;
  std::vector<std::string> notes;
  size_t unknown = 0;
  std::vector<uint32_t> record_of[2];  // by row
  // Where only new rows are judged: the candidates of a sample, which teach, and what the sample stands for.
  bool only_new = false;
  std::vector<Candidate> teaching;
  Census census;

  bool one() const { return !tables[1]; }
  const Side& side(int s) const { return s && !one() ? records.sides[1] : records.sides[0]; }
  const Table& table(int s) const { return s && !one() ? *tables[1] : *tables[0]; }
  PairGraph graph() const { return graph_of(candidates); }
  PairGraph graph_of(const std::vector<Candidate>& among) const {
    return {&among, records.left().size(), records.right().size(), one()};
  }

  std::vector<uint32_t> find(int s, std::string_view id) const;
  void note_equal_ids();
  void decide(const std::vector<Label>& labels);
  bool prepare();
  bool sample(size_t whole);
  std::vector<Candidate> settled(std::vector<char>& fresh) const;
  bool judge();
  bool score(const std::vector<Candidate>& among, std::vector<float>& out) const;
  double prior_of_sample(bool& alive) const;
  std::vector<double> competing_odds(const std::vector<Candidate>& among,
                                     const std::vector<float>& alone) const;
  // What the other candidates of the first (or second) record leave to a pair.
  struct Against {
    double leaves = 1;
    std::string words;
  };
  Against against(const Candidate& pair, bool first) const;
  void finish_pairs();
};

}  // namespace gleaner::match
