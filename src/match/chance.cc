// See chance.h.
#include "match/chance.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "match/settings.h"

namespace gleaner::match {

Chance::Chance(const Records& records) : records_(records) {
  for (const std::vector<float>& field : records.left().amounts) {
    amounts_.push_back(field);
    std::erase_if(amounts_.back(), [](const float one) { return std::isnan(one); });
    std::ranges::sort(amounts_.back());
  }
}

// Rare words of both, wherever they stand; words that only one title has count where the other has words of
// its own instead.
double Chance::words(const Candidate& pair) const {
  const auto a = records_.left().tokens[pair.left], b = records_.left().tokens[pair.right];
  double common = 0;
  size_t left_only = 0, right_only = 0;
  for (size_t i = 0, j = 0; i < a.size() || j < b.size();) {
    const uint32_t x = i < a.size() ? a[i].word() : UINT32_MAX, y = j < b.size() ? b[j].word() : UINT32_MAX;
    if (x == y) common += double(records_.weight[x]);
    else if (x < y) left_only += a[i].in_title();
    else right_only += b[j].in_title();
    i += x <= y, j += y <= x;
  }
  return common - kOtherWord * double(std::min({left_only, right_only, kMostOtherWords}));
}

// Short texts that both have and that share nothing. What they share was counted with all words.
double Chance::texts(const Candidate& pair) const {
  double out = 0;
  for (const Lists<uint32_t>& field : records_.left().short_words) {
    const auto a = field[pair.left], b = field[pair.right];
    if (a.empty() || b.empty()) continue;
    size_t common = 0;
    for (const uint32_t word : a) common += std::ranges::binary_search(b, word);
    if (common == 0) out -= kOtherText;
    else if (common < std::min(a.size(), b.size())) out -= kOtherWord;
  }
  return out;
}

double Chance::amounts(const Candidate& pair) const {
  double out = 0;
  for (size_t f = 0; f < amounts_.size(); ++f) {
    const float a = records_.left().amounts[f][pair.left], b = records_.left().amounts[f][pair.right];
    if (std::isnan(a) || std::isnan(b)) continue;
    if (a != b) {
      out -= kOtherNumber;
      continue;
    }
    const auto [from, to] = std::ranges::equal_range(amounts_[f], a);
    out += std::log(records_.total() / double(to - from));
  }
  return out;
}

bool Chance::equal(const Candidate& pair) const {
  const Side& rows = records_.left();
  for (const std::vector<float>& field : rows.amounts) {
    const float a = field[pair.left], b = field[pair.right];
    if (a != b && !(std::isnan(a) && std::isnan(b))) return false;
  }
  return rows.title(pair.left) == rows.title(pair.right) &&
         std::ranges::equal(rows.tokens[pair.left], rows.tokens[pair.right], {}, &Token::bits, &Token::bits);
}

float Chance::most(const Candidate& pair) const {
  return float(words(pair) + texts(pair) + amounts(pair) - std::log(records_.total()));
}

float Chance::bounded(const Candidate& pair, float odds) const {
  return equal(pair) ? std::max(odds, kEqualRows) : std::min(odds, most(pair) + allowed_);
}

std::vector<Candidate> Chance::equal_rows() const {
  const Side& rows = records_.left();
  const auto less = [&](const uint32_t a, const uint32_t b) {
    if (const int order = rows.title(a).compare(rows.title(b))) return order < 0;
    return std::ranges::lexicographical_compare(rows.tokens[a], rows.tokens[b], {}, &Token::bits,
                                                &Token::bits);
  };
  std::vector<uint32_t> order(rows.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, less);
  std::vector<Candidate> out;
  for (size_t i = 1; i < order.size(); ++i)
    if (const Candidate pair{order[i - 1], order[i]}; equal(pair)) out.push_back(pair);
  return out;
}

void Chance::allow(const std::vector<Candidate>& matches) {
  allowed_ = 0;
  for (const Candidate& pair : matches) allowed_ = std::max(allowed_, -most(pair));
}

}  // namespace gleaner::match
