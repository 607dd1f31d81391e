// See candidates.h.
#include "match/candidates.h"

#include <algorithm>
#include <memory>
#include <mutex>

#include "base/lists.h"
#include "match/batches.h"
#include "match/settings.h"

namespace gleaner::match {
namespace {

// Which records of a side hold each word, for words of at most kWordCap.
class Postings {
 public:
  Postings(const Side& side, const std::vector<uint32_t>& held) : ends_(held.size() + 1, 0) {
    for (size_t w = 0; w < held.size(); ++w) ends_[w + 1] = ends_[w] + (held[w] <= kWordCap ? held[w] : 0);
    records_.resize(ends_.back());
    std::vector<uint64_t> next(ends_.begin(), ends_.end() - 1);
    for (size_t i = 0; i < side.size(); ++i)
      for (Token token : side.tokens[i])
        if (held[token.word()] <= kWordCap)
          records_[next[token.word()]++] = uint32_t(i) << 1 | token.in_title();
  }
  // record * 2 + in its title
  std::span<const uint32_t> of(uint32_t word) const {
    return {records_.data() + ends_[word], records_.data() + ends_[word + 1]};
  }

 private:
  std::vector<uint64_t> ends_;
  std::vector<uint32_t> records_;
};

// Scores of one record against all of the other side; reused from record to record.
struct Scores {
  explicit Scores(size_t n) : score(n, 0), longest(n, 0) {}
  std::vector<float> score;
  std::vector<uint8_t> longest;
  std::vector<uint32_t> touched;
  void touch(uint32_t other) {
    if (score[other] == 0 && longest[other] == 0) touched.push_back(other);
  }
};

class Search {
 public:
  // From the records of one side to those of the other; or of the same.
  Search(const Records& records, const Pieces& pieces, bool from_right, bool to_right)
      : records_(records),
        pieces_(pieces),
        from_right_(from_right),
        to_right_(to_right && !records.one_table),
        same_(records.one_table || from_right == to_right),
        own_(from_right ? records.right() : records.left()),
        other_(to_right ? records.right() : records.left()),
        postings_(other_, to_right ? records.in_right : records.in_left) {}

  size_t size() const { return own_.size(); }

  std::vector<uint32_t> best(uint32_t record, size_t top) {
    std::unique_ptr<Scores> scores = borrow();
    by_words(record, *scores);
    by_pieces(record, *scores);
    std::vector<std::pair<float, uint32_t>> found;
    for (uint32_t other : scores->touched) {
      const float score = scores->score[other] + float(scores->longest[other] * kPieceScore);
      if (score > 0 && !(same_ && other == record)) found.emplace_back(-score, other);
      scores->score[other] = 0, scores->longest[other] = 0;
    }
    scores->touched.clear();
    give_back(std::move(scores));
    const size_t most = std::min(top, found.size());
    std::partial_sort(found.begin(), found.begin() + ptrdiff_t(most), found.end());
    std::vector<uint32_t> out;
    for (size_t i = 0; i < most; ++i) out.push_back(found[i].second);
    return out;
  }

 private:
  void by_words(uint32_t record, Scores& scores) const {
    for (Token token : own_.tokens[record]) {
      const float weight = records_.weight[token.word()];
      for (uint32_t held : postings_.of(token.word())) {
        const uint32_t other = held >> 1;
        scores.touch(other);
        scores.score[other] += weight * weight / (own_.all_norm[record] * other_.all_norm[other]) *
                               (token.in_title() && (held & 1) ? 2 : 1);
      }
    }
  }

  // The widest piece that is rare enough holds all the narrower ones: its range is walked outward from the
  // place, and the characters in common with the place can only become fewer.
  void by_pieces(uint32_t record, Scores& scores) const {
    for (uint32_t place : pieces_.places(from_right_, record)) {
      uint32_t widest = Pieces::kRoot;
      for (uint32_t at = pieces_.deepest(place); at != Pieces::kRoot; at = pieces_.node(at).parent) {
        const Pieces::Node& node = pieces_.node(at);
        const uint32_t others = to_right_ ? node.right : node.left;
        const uint32_t owns = from_right_ ? node.right : node.left;
        if (node.depth < kBlockPiece || others > kPieceCap || owns > kWordCap) break;
        widest = at;
      }
      if (widest == Pieces::kRoot) continue;
      const Pieces::Node& node = pieces_.node(widest);
      uint8_t common = uint8_t(kMaxPiece);
      for (uint32_t at = place; at-- > node.begin;) {
        common = std::min(common, pieces_.common(at + 1));
        note(at, common, scores);
      }
      common = uint8_t(kMaxPiece);
      for (uint32_t at = place + 1; at < node.end; ++at) {
        common = std::min(common, pieces_.common(at));
        note(at, common, scores);
      }
    }
  }

  void note(uint32_t place, uint8_t common, Scores& scores) const {
    if (pieces_.is_right(place) != to_right_) return;
    const uint32_t other = pieces_.record(place);
    scores.touch(other);
    scores.longest[other] = std::max(scores.longest[other], common);
  }

  std::unique_ptr<Scores> borrow() {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) return std::make_unique<Scores>(other_.size());
    std::unique_ptr<Scores> out = std::move(idle_.back());
    idle_.pop_back();
    return out;
  }
  void give_back(std::unique_ptr<Scores> scores) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(scores));
  }

  const Records& records_;
  const Pieces& pieces_;
  const bool from_right_, to_right_, same_;
  const Side &own_, &other_;
  const Postings postings_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Scores>> idle_;
};

bool search_all(const Records& records, const Pieces& pieces, bool from_right, size_t jobs,
                const std::vector<char>& from, std::vector<Candidate>& out) {
  const size_t before = from_right ? records.left().size() : 0;
  Search search(records, pieces, from_right, !from_right);
  return in_batches(
      search.size(), kRecordBatch, jobs,
      [&](size_t begin, size_t end) {
        std::vector<Candidate> found;
        for (size_t i = begin; i < end; ++i) {
          if (!from.empty() && !from[before + i]) continue;
          for (uint32_t other : search.best(uint32_t(i), kTop)) {
            Candidate pair = from_right ? Candidate{other, uint32_t(i)} : Candidate{uint32_t(i), other};
            if (records.one_table && pair.left > pair.right) std::swap(pair.left, pair.right);
            found.push_back(pair);
          }
        }
        return found;
      },
      [&](const std::vector<Candidate>& found) { out.insert(out.end(), found.begin(), found.end()); });
}

}  // namespace

std::vector<Alike> find_alike(const Records& records, const Pieces& pieces, bool right,
                              const std::vector<uint32_t>& asked, size_t top, size_t jobs) {
  Search search(records, pieces, right, right);
  std::vector<Alike> out;
  in_batches(
      asked.size(), kRecordBatch, jobs,
      [&](size_t from, size_t to) {
        std::vector<Alike> found;
        for (size_t i = from; i < to; ++i)
          for (uint32_t other : search.best(asked[i], top)) found.push_back({asked[i], other});
        return found;
      },
      [&](const std::vector<Alike>& found) { out.insert(out.end(), found.begin(), found.end()); }, nullptr);
  return out;
}

bool find_candidates(const Records& records, const Pieces& pieces, size_t jobs,
                     const std::vector<Candidate>& also, const std::vector<char>& from,
                     std::vector<Candidate>& out) {
  out = also;
  if (!search_all(records, pieces, false, jobs, from, out)) return false;
  if (!records.one_table && !search_all(records, pieces, true, jobs, from, out)) return false;
  sort_unique(out);
  return true;
}

}  // namespace gleaner::match
