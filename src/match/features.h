// What is seen of a pair: some forty numbers between 0 and about 1, each with a name and words for people.
//
// Text: cosines of rare words (title, everything), how much of each title the other holds, letters of
// three, the most telling shared piece and word, the rarest word that is missing. Codes: equal, one the
// beginning of the other, alike but different. Measures, colours, numbers: agree or differ. Each number
// field: equal, near, far; each short field: words in common. Whether any of them speaks for or against
// a match is left to the weights.
#pragma once

#include <string>
#include <vector>

#include "match/candidates.h"
#include "match/pieces.h"
#include "match/records.h"
#include "match/word_evidence.h"

namespace gleaner::match {

struct FeatureName {
  std::string name;   // "spec", "price_near"
  std::string words;  // "most telling piece in common"
};

class Features {
 public:
  // All must outlive it.
  Features(const Records& records, const Pieces& pieces, const Fields& fields);

  size_t size() const { return names_.size(); }
  const std::vector<FeatureName>& names() const { return names_; }
  // Features begin to end tell of one column beside the title: a witness that is
  // heard by itself (training.cc).
  struct Witness {
    size_t begin = 0, end = 0;
    FieldKind kind = FieldKind::number;
  };
  const std::vector<Witness>& witnesses() const { return witnesses_; }
  size_t at(std::string_view name) const;  // REQUIRES: it exists

  // Room that is used from pair to pair. One a thread.
  struct Scratch {
    std::vector<CodeText> left_codes, right_codes;
    std::vector<uint32_t> common;
  };
  // How a pair was counted in the evidence of words, which must not hear itself.
  using Counted = WordEvidence::Counted;
  // Counts the words of a pair.
  void count(const Candidate& pair, Counted as, WordEvidence& into) const;
  void count_one_side(bool right, uint32_t record, uint32_t other, Counted as, WordEvidence& into) const;
  // REQUIRES: before of() and of_one_side().
  void set_evidence(WordEvidence evidence) { evidence_ = std::move(evidence); }

  // Writes size() numbers.
  void of(const Candidate& pair, float* out, Scratch& scratch, const Counted* counted = nullptr) const;
  // ... of two records of one side, as if they stood on both.
  void of_one_side(bool right, uint32_t record, uint32_t other, float* out, Scratch& scratch,
                   const Counted* counted = nullptr) const;
  // The two by which self-training begins, alone: how telling the best shared piece
  // is, and the cosine of all words.
  double first_score(const Candidate& pair) const { return first_score(left(pair.left), right(pair.right)); }
  double first_score_one_side(bool is_right, uint32_t record, uint32_t other) const {
    return is_right ? first_score(right(record), right(other)) : first_score(left(record), left(other));
  }
  // The place in the left title and the length of the most telling shared piece; length 0: none.
  std::pair<size_t, size_t> best_piece(const Candidate& pair) const;

 private:
  struct Shared {
    double spec = 0, specd = 0;
  };
  struct End {  // a record, wherever it stands
    const Side& side;
    int number;
    uint32_t record;
  };
  End left(uint32_t record) const { return {records_.left(), 0, record}; }
  End right(uint32_t record) const { return {records_.right(), records_.one_table ? 0 : 1, record}; }
  void of_ends(const End& a, const End& b, float* out, Scratch& scratch, const Counted* counted) const;
  double first_score(const End& a, const End& b) const;
  Shared shared_pieces(const End& a, const End& b) const;
  float* words(const End& a, const End& b, float* out) const;
  float* evidence(const End& a, const End& b, float* out, const Counted* counted) const;
  void count_ends(const End& a, const End& b, Counted as, WordEvidence& into) const;
  template <class Take>
  void each_title_word(const End& a, const End& b, const Take& take) const;
  float* letters(const End& a, const End& b, float* out) const;
  float* codes(const End& a, const End& b, float* out, Scratch& scratch) const;
  float* facts(const End& a, const End& b, float* out) const;
  float* fields(const End& a, const End& b, float* out, Scratch& scratch) const;

  const Records& records_;
  const Pieces& pieces_;
  std::vector<FeatureName> names_;
  WordEvidence evidence_;
  std::vector<Witness> witnesses_;
  double most_ = 1;
  std::vector<float> telling_;  // of each word: how few pairs share it
};

}  // namespace gleaner::match
