// Why a pair has its probability: what each feature adds to the log odds, then what rivals take away.
//
// The features are measured against the average candidate, so their parts and the constant sum to the log
// odds of the pair alone; the logarithm of the prior odds and of what the rivals leave are added, so that all
// parts sum to the log odds that are given.
#include <algorithm>
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "base/text.h"
#include "match/matcher_impl.h"
#include "match/settings.h"

namespace gleaner::match {
namespace {

// The words of a title with their weights, rarest first.
struct Weighed {
  double weight;
  std::string text;
  uint32_t word;
};

bool plain(std::string_view folded) { return ascii_prefix(folded) == folded.size(); }

// Folded words of other scripts cannot be shown: there the text is taken word by
// word, and shown as it stands.
void add_words(const Records& records, std::string_view text, std::string_view shown,
               std::vector<Weighed>& out) {
  for (const std::string& chunk : chunks(fold(text)))
    for (const std::string& word : words_of(chunk)) {
      const uint32_t number = records.word(plain_word(word));
      if (number == Records::kNoWord) continue;
      if (std::ranges::none_of(out, [&](const Weighed& w) { return w.word == number; }))
        out.push_back({records.title_weight[number], plain(word) ? word : std::string(shown), number});
    }
}

std::vector<Weighed> title_words(const Matcher::Impl& impl, int s, uint32_t row) {
  std::vector<Weighed> out;
  for (const Field& field : impl.fields.all) {
    if (field.kind != FieldKind::title && !field.in_title) continue;
    const std::string_view text =
        impl.table(s).cell(row, s && !impl.one() ? field.right : field.left).substr(0, kMaxTitle);
    if (plain(fold(text))) add_words(impl.records, text, "", out);
    else
      for (std::string_view word : words(text)) add_words(impl.records, word, word, out);
  }
  std::ranges::stable_sort(out, std::ranges::greater{}, &Weighed::weight);
  return out;
}

std::vector<std::string> words_where(const std::vector<Weighed>& words,
                                     const std::function<bool(uint32_t)>& wanted) {
  std::vector<std::string> out;
  for (const Weighed& word : words)
    if (wanted(word.word)) out.push_back(word.text);
  return out;
}

bool in_title(std::span<const Token> tokens, uint32_t word) {
  return std::ranges::any_of(tokens, [&](Token t) { return t.word() == word && t.in_title(); });
}

// "price is within 2 %" where it holds, "not: price is within 2 %" where it does not.
std::string said(const FeatureName& name, float value, float mean) {
  if (value == 0 && mean > 0) return "not: " + name.words;
  return value == 0 || value == 1 ? name.words : fmt::format("{} ({:.2f})", name.words, value);
}

}  // namespace

Explanation Matcher::explain(uint32_t left_row, uint32_t right_row) const {
  const Impl& impl = *impl_;
  Explanation out;
  Candidate pair{impl.record_of[0][left_row], impl.record_of[impl.one() ? 0 : 1][right_row]};
  if (impl.one() && pair.left > pair.right) std::swap(pair.left, pair.right), std::swap(left_row, right_row);
  std::vector<float> row(impl.features->size());
  Features::Scratch scratch;
  impl.features->of(pair, row.data(), scratch);
  std::vector<float> scaled = row;
  impl.taught.scale.apply(scaled.data());
  for (size_t k = 0; k < row.size(); ++k) {
    const double adds = impl.weights[k] * double(scaled[k]);
    if (adds != 0)
      out.reasons.push_back({said(impl.features->names()[k], row[k], impl.taught.scale.mean[k]), adds});
  }
  std::ranges::stable_sort(
      out.reasons, [](const Reason& a, const Reason& b) { return std::fabs(a.adds) > std::fabs(b.adds); });
  out.reasons.insert(out.reasons.begin(), Reason{"an average candidate", impl.weights.back()});
  if (impl.taught.chance) {
    constexpr double kNoMore = 1e-3;  // floats end there
    double alone = 0;
    for (const Reason& reason : out.reasons) alone += reason.adds;
    if (const double bounded = impl.taught.chance->bounded(pair, float(alone)); bounded > alone + kNoMore)
      out.reasons.push_back({"all that is compared is equal", bounded - alone});
    else if (bounded < alone - kNoMore)
      out.reasons.push_back({"different rows of this table have as much in common", bounded - alone});
  }
  const auto at = std::lower_bound(impl.candidates.begin(), impl.candidates.end(), pair);
  out.candidate = at != impl.candidates.end() && *at == pair;
  if (impl.options.rivals) {
    out.reasons.push_back({fmt::format("{:.0f} % of the records have a match", 100 * impl.together.share),
                           std::log(impl.together.prior_odds)});
    for (const bool first : {true, false}) {
      const Impl::Against against = impl.against(pair, first);
      out.reasons.push_back({against.words, std::log(against.leaves)});
    }
  }
  for (const Reason& reason : out.reasons) out.log_odds += reason.adds;
  out.probability = to_probability(out.log_odds);
  if (const auto label = impl.decided.find(pair); label != impl.decided.end()) {
    out.decided = label->second ? "labelled a match" : "labelled no match";
    out.probability = label->second;
  }
  const auto left = title_words(impl, 0, left_row), right = title_words(impl, 1, right_row);
  const auto left_tokens = impl.side(0).tokens[pair.left], right_tokens = impl.side(1).tokens[pair.right];
  out.common = words_where(left, [&](uint32_t w) { return in_title(right_tokens, w); });
  out.left_only = words_where(left, [&](uint32_t w) { return !in_title(right_tokens, w); });
  out.right_only = words_where(right, [&](uint32_t w) { return !in_title(left_tokens, w); });
  const auto [start, length] = impl.features->best_piece(pair);
  const std::string_view piece = impl.side(0).title(pair.left).substr(start, length);
  if (plain(piece)) out.piece = std::string(piece);
  return out;
}

// The other candidates of one of its records. For a pair that is no candidate itself, all of them are rivals.
Matcher::Impl::Against Matcher::Impl::against(const Candidate& pair, bool first) const {
  Against out;
  const PairGraph all = graph();
  const uint32_t record = first || one() ? (first ? pair.left : pair.right) : uint32_t(all.left) + pair.right;
  double sum = 0, best = 0;
  size_t rivals = 0, at = candidates.size();
  std::string best_words;
  for (size_t i = 0; i < candidates.size(); ++i) {
    if (all.first(i) != record && all.second(i) != record) continue;
    if (candidates[i] == pair) {
      at = i;
      continue;
    }
    const bool here_first = all.first(i) == record;
    const double rivalry = competing[i] * double(here_first ? together.second[i] : together.first[i]);
    sum += rivalry;
    ++rivals;
    if (rivalry <= best) continue;
    best = rivalry;
    const uint32_t other = here_first ? candidates[i].right : candidates[i].left;
    best_words = ", best: " + table(here_first).id(side(here_first).rows[other]);
  }
  out.leaves = at < candidates.size() ? double(first ? together.first[at] : together.second[at])
                                      : 1 / (1 + together.prior_odds * sum);
  const std::string name =
      first ? table(0).id(side(0).rows[pair.left]) : table(1).id(side(1).rows[pair.right]);
  out.words =
      rivals ? fmt::format("{} other candidate{} of {}{}", rivals, rivals == 1 ? "" : "s", name, best_words)
             : fmt::format("no other candidate of {}", name);
  return out;
}

}  // namespace gleaner::match
