// See features.h.
#include "match/features.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "match/settings.h"

namespace gleaner::match {
namespace {

constexpr float kWordPart = 0.1f;  // of what words say: brings their sum to about 1
constexpr double kRare = 8;        // log of how rare a rare word is: brings weights to about 1

bool holds(std::span<const Token> tokens, uint32_t word, uint32_t where) {
  const auto at =
      std::lower_bound(tokens.begin(), tokens.end(), word, [](Token t, uint32_t w) { return t.word() < w; });
  return at != tokens.end() && at->word() == word && (at->bits & where);
}

struct CodeRelation {
  float prefix = 0, conflict = 0;
};

// One code the beginning of the other, with no number cut (rxv663bk, rxv663), or alike and
// another number (mb276, mb277).
CodeRelation relate(const std::vector<CodeText>& left, const std::vector<CodeText>& right) {
  CodeRelation out;
  constexpr float kOtherDigits = 0.8f;
  for (const CodeText& a : left)
    for (const CodeText& b : right) {
      const std::string_view p = a.text, q = b.text;
      size_t same = 0;
      while (same < p.size() && same < q.size() && p[same] == q[same]) ++same;
      const std::string_view r = p.substr(same), s = q.substr(same);
      const float alike = 2.f * float(same) / float(p.size() + q.size());
      const auto digit = [](std::string_view t) { return std::ranges::any_of(t, is_digit); };
      const bool cut =
          same && is_digit(p[same - 1]) && ((!r.empty() && is_digit(r[0])) || (!s.empty() && is_digit(s[0])));
      if (same >= 3 && digit(p.substr(0, same)) && !cut)
        out.prefix = std::max(out.prefix, alike * (digit(r) || digit(s) ? kOtherDigits : 1.f));
      else if (same >= 2) out.conflict = std::max(out.conflict, alike);
    }
  return out;
}

// Units that both measure: how many agree in a value, how many do not; `title`: only those of the titles.
std::pair<int, int> compare(std::span<const Measure> a, std::span<const Measure> b, bool title) {
  uint32_t both = 0, agree = 0, seen = 0;
  for (const Measure& x : a) seen |= !title || x.in_title ? 1u << x.unit : 0;
  for (const Measure& y : b) {
    if ((title && !y.in_title) || !(seen >> y.unit & 1)) continue;
    both |= 1u << y.unit;
    for (const Measure& x : a)
      if (x.unit == y.unit && x.value == y.value && (!title || x.in_title)) agree |= 1u << x.unit;
  }
  const int agreeing = __builtin_popcount(agree);
  return {agreeing, __builtin_popcount(both) - agreeing};
}

double weigh(std::span<const uint32_t> words, const std::vector<float>& weight) {
  double sum = 0;
  for (uint32_t word : words) sum += weight[word];
  return sum;
}

}  // namespace

Features::Features(const Records& records, const Pieces& pieces, const Fields& all)
    : records_(records), pieces_(pieces) {
  most_ = std::max(1e-9, std::log(double(std::max<size_t>(records.left().size(), 2))) +
                             std::log(double(std::max<size_t>(records.right().size(), 2))));
  const auto held = [](uint32_t in) { return std::log(double(std::max(in, 1u))); };
  for (size_t word = 0; word < records.words(); ++word)
    telling_.push_back(float(most_ - held(records.in_left[word]) - held(records.in_right[word])));
  names_ = {{"tcos", "words of the titles in common"},
            {"acos", "words in common anywhere"},
            {"cA", "share of the left title found in the right one"},
            {"cB", "share of the right title found in the left one"},
            {"cAall", "share of the left title found anywhere on the right"},
            {"cBall", "share of the right title found anywhere on the left"},
            {"specx", "rarest word in common"},
            {"missA", "rarest word of the left title that is missing on the right"},
            {"missB", "rarest word of the right title that is missing on the left"},
            {"maxsh", "rarest word that both titles have"},
            {"lenr", "titles alike in length"},
            {"lostA", "what the words of the left title that are missing on the right mostly mean"},
            {"lostB", "what the words of the right title that are missing on the left mostly mean"},
            {"gcos", "letters in common"},
            {"spec", "most telling piece in common"},
            {"specd", "most telling piece with a number in common"},
            {"cex", "a code in both"},
            {"cpre", "a code that begins with the other's code"},
            {"cconf", "codes alike but different"},
            {"crest", "a code found in the other's details"},
            {"cboth", "both have codes"},
            {"cnone", "both have codes, none in common"},
            {"first", "the first word is in the other title"},
            {"uagree", "measures agree"},
            {"uconf", "measures differ"},
            {"tuconf", "measures of the titles differ"},
            {"colagree", "the colour agrees"},
            {"colconf", "the colour differs"},
            {"njac", "numbers of the titles in common"},
            {"nA", "a number of the left title is missing on the right"},
            {"nB", "a number of the right title is missing on the left"}};
  const auto add_witness = [&](const Field& field, std::initializer_list<FeatureName> seen) {
    witnesses_.push_back({names_.size(), names_.size() + seen.size(), field.kind});
    for (const FeatureName& one : seen)
      names_.push_back({field.name + one.name, field.name + " " + one.words});
  };
  for (const Field& field : all.all)
    if (field.kind == FieldKind::number)
      add_witness(field, {{"_m", "is missing on a side"},
                          {"_d", "differs (ratio)"},
                          {"_same", "is equal"},
                          {"_near", "is within 2 %"},
                          {"_close", "is within 15 %"},
                          {"_far", "is more than twice the other"}});
  for (const Field& field : all.all)
    if (field.kind == FieldKind::short_text)
      add_witness(field, {{"_m", "is missing on a side"},
                          {"_j", "has words in common"},
                          {"_c", "is contained in the other"}});
}

size_t Features::at(std::string_view name) const {
  size_t i = 0;
  while (names_[i].name != name) ++i;
  return i;
}

Features::Shared Features::shared_pieces(const End& a, const End& b) const {
  Shared out;
  const auto left = pieces_.places(a.number, a.record), right = pieces_.places(b.number, b.record);
  const auto look = [&](uint32_t x, uint32_t y) {
    const uint32_t id = pieces_.shared(x, y);
    if (id == Pieces::kRoot) return;
    const Pieces::Node& node = pieces_.node(id);
    const double telling = pieces_.telling(node);
    out.spec = std::max(out.spec, telling);
    if (node.digit && node.depth >= kMinCodePiece) out.specd = std::max(out.specd, telling);
  };
  // The longest pieces in common are between neighbours in the order of all places.
  for (size_t i = 0, j = 0; i < left.size(); ++i) {
    while (j < right.size() && right[j] < left[i]) ++j;
    if (j < right.size()) look(left[i], right[j]);
    if (j) look(left[i], right[j - 1]);
  }
  return out;
}

std::pair<size_t, size_t> Features::best_piece(const Candidate& pair) const {
  double best = 0;
  std::pair<size_t, size_t> out{0, 0};
  for (uint32_t a : pieces_.places(0, pair.left))
    for (uint32_t b : pieces_.places(records_.one_table ? 0 : 1, pair.right)) {
      const Pieces::Node& node = pieces_.node(pieces_.shared(a, b));
      if (node.depth && pieces_.telling(node) > best)
        best = pieces_.telling(node), out = {pieces_.start(a), node.depth};
    }
  return out;
}

double Features::first_score(const End& l, const End& r) const {
  const auto a = l.side.tokens[l.record], b = r.side.tokens[r.record];
  double cosine = 0;
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i].word() != b[j].word()) {
      a[i].word() < b[j].word() ? ++i : ++j;
      continue;
    }
    cosine += double(records_.weight[a[i].word()]) * records_.weight[a[i].word()];
    ++i, ++j;
  }
  return shared_pieces(l, r).spec + cosine / (double(l.side.all_norm[l.record]) * r.side.all_norm[r.record]);
}

float* Features::words(const End& l, const End& r, float* out) const {
  const Side &left = l.side, &right = r.side;
  const auto a = left.tokens[l.record], b = right.tokens[r.record];
  double title_dot = 0, all_dot = 0, both = 0, left_found = 0, right_found = 0, telling = 0, rarest = 0;
  double left_missing = 0, right_missing = 0;
  int left_words = 0, right_words = 0;
  for (size_t i = 0, j = 0; i < a.size() || j < b.size();) {
    const uint32_t wa = i < a.size() ? a[i].word() : UINT32_MAX, wb = j < b.size() ? b[j].word() : UINT32_MAX;
    const uint32_t word = std::min(wa, wb);
    const double weight = records_.weight[word], title = records_.title_weight[word];
    const bool ta = wa == word && a[i].in_title(), tb = wb == word && b[j].in_title();
    left_words += ta, right_words += tb;
    if (wa == wb) {
      all_dot += weight * weight;
      if (ta && tb) title_dot += title * title, both += title, rarest = std::max(rarest, title);
      if (ta) left_found += title;
      if (tb) right_found += title;
      if (ta || tb) telling = std::max(telling, double(telling_[word]));
    } else {
      if (ta) left_missing = std::max(left_missing, title);
      if (tb) right_missing = std::max(right_missing, title);
    }
    i += wa == word, j += wb == word;
  }
  *out++ = float(title_dot / (double(left.title_norm[l.record]) * right.title_norm[r.record]));
  *out++ = float(all_dot / (double(left.all_norm[l.record]) * right.all_norm[r.record]));
  *out++ = float(both / left.title_sum[l.record]);
  *out++ = float(both / right.title_sum[r.record]);
  *out++ = float(left_found / left.title_sum[l.record]);
  *out++ = float(right_found / right.title_sum[r.record]);
  *out++ = float(telling / most_);
  *out++ = float(left_missing / kRare);
  *out++ = float(right_missing / kRare);
  *out++ = float(rarest / kRare);
  *out++ = float(std::min(left_words, right_words)) / float(std::max({left_words, right_words, 1}));
  return out;
}

// Calls take(of the second, side, word, found) for every word of either title: whether
// the other record has it anywhere.
template <class Take>
void Features::each_title_word(const End& l, const End& r, const Take& take) const {
  const auto a = l.side.tokens[l.record], b = r.side.tokens[r.record];
  for (size_t i = 0, j = 0; i < a.size() || j < b.size();) {
    const uint32_t wa = i < a.size() ? a[i].word() : UINT32_MAX, wb = j < b.size() ? b[j].word() : UINT32_MAX;
    const uint32_t word = std::min(wa, wb);
    if (wa == word && a[i].in_title()) take(false, l.number, word, wa == wb);
    if (wb == word && b[j].in_title()) take(true, r.number, word, wa == wb);
    i += wa == word, j += wb == word;
  }
}

void Features::count_ends(const End& a, const End& b, Counted as, WordEvidence& into) const {
  each_title_word(a, b,
                  [&](bool, int side, uint32_t word, bool found) { into.count(side, word, found, as); });
}

void Features::count(const Candidate& pair, Counted as, WordEvidence& into) const {
  count_ends(left(pair.left), right(pair.right), as, into);
}

void Features::count_one_side(bool is_right, uint32_t record, uint32_t other, Counted as,
                              WordEvidence& into) const {
  if (is_right) count_ends(right(record), right(other), as, into);
  else count_ends(left(record), left(other), as, into);
}

float* Features::evidence(const End& l, const End& r, float* out, const Counted* counted) const {
  out[0] = out[1] = 0;
  if (evidence_.ready())
    each_title_word(l, r, [&](bool second, int side, uint32_t word, bool found) {
      if (found) return;
      out[second] +=
          kWordPart * (counted ? evidence_.says_without(side, word, *counted) : evidence_.says(side, word));
    });
  return out + 2;
}

float* Features::letters(const End& l, const End& r, float* out) const {
  const auto a = l.side.trigrams[l.record], b = r.side.trigrams[r.record];
  double cosine = 0;
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const uint32_t slot = a[i];
    if (slot != b[j]) {
      slot < b[j] ? ++i : ++j;
      continue;
    }
    const size_t from_a = i, from_b = j;
    while (i < a.size() && a[i] == slot) ++i;
    while (j < b.size() && b[j] == slot) ++j;
    const double weight = records_.trigram_weight[slot];
    cosine += double((i - from_a) * (j - from_b)) * weight * weight;
  }
  *out++ = float(cosine / (double(l.side.trigram_norm[l.record]) * r.side.trigram_norm[r.record]));
  const Shared pieces = shared_pieces(l, r);
  *out++ = float(pieces.spec);
  *out++ = float(pieces.specd);
  return out;
}

float* Features::codes(const End& l, const End& r, float* out, Scratch& scratch) const {
  const Side &left = l.side, &right = r.side;
  std::vector<CodeText>&a = scratch.left_codes, &b = scratch.right_codes;
  left.codes(l.record, a), right.codes(r.record, b);
  bool equal = false, rest = false;
  for (const CodeText& code : a) {
    equal |= holds(right.tokens[r.record], code.word, Token::kTitle);
    rest |= holds(right.tokens[r.record], code.word, Token::kRest);
  }
  for (const CodeText& code : b) {
    equal |= holds(left.tokens[l.record], code.word, Token::kTitle);
    rest |= holds(left.tokens[l.record], code.word, Token::kRest);
  }
  const CodeRelation relation = relate(a, b);
  const bool both = !a.empty() && !b.empty();
  *out++ = equal;
  *out++ = relation.prefix;
  *out++ = equal ? 0 : relation.conflict;
  *out++ = rest;
  *out++ = both;
  *out++ = both && !equal && relation.prefix < 0.5f;
  return out;
}

float* Features::facts(const End& l, const End& r, float* out) const {
  const Side &left = l.side, &right = r.side;
  const uint32_t a = l.record, b = r.record;
  *out++ = left.first_word[a] != Records::kNoWord && right.first_word[b] != Records::kNoWord &&
           (holds(right.tokens[b], left.first_word[a], Token::kTitle) ||
            holds(left.tokens[a], right.first_word[b], Token::kTitle));
  const auto [agree, differ] = compare(left.measures[a], right.measures[b], false);
  *out++ = float(std::min(agree, 3)) / 3;
  *out++ = float(std::min(differ, 3)) / 3;
  *out++ = compare(left.measures[a], right.measures[b], true).second > 0;
  *out++ = (left.colours[a] & right.colours[b]) != 0;
  *out++ = left.colours[a] && right.colours[b] && !(left.colours[a] & right.colours[b]);
  const auto x = left.numbers[a], y = right.numbers[b];
  size_t common = 0;
  for (uint32_t number : x) common += std::binary_search(y.begin(), y.end(), number);
  const size_t either = x.size() + y.size() - common;
  *out++ = either ? float(common) / float(either) : 0.5f;
  *out++ = common < x.size();
  *out++ = common < y.size();
  return out;
}

float* Features::fields(const End& l, const End& r, float* out, Scratch& scratch) const {
  const Side &left = l.side, &right = r.side;
  constexpr double kNear = 0.02, kClose = 0.15, kFar = 0.7, kFarthest = 2, kLeast = 0.01;
  for (size_t f = 0; f < left.amounts.size(); ++f) {
    const double p = left.amounts[f][l.record], q = right.amounts[f][r.record];
    // A price of 0 mostly means that there is none: it has no ratio to others.
    const bool both = !std::isnan(p) && !std::isnan(q) && ((p == 0) == (q == 0));
    const double ratio =
        both ? std::fabs(std::log(std::max(std::fabs(p), kLeast) / std::max(std::fabs(q), kLeast))) : 0;
    *out++ = !both;
    *out++ = float(std::min(ratio, kFarthest));
    *out++ = both && p == q;
    *out++ = both && ratio < kNear;
    *out++ = both && ratio < kClose;
    *out++ = ratio > kFar;
  }
  std::vector<uint32_t>& common = scratch.common;
  for (size_t f = 0; f < left.short_words.size(); ++f) {
    const auto p = left.short_words[f][l.record], q = right.short_words[f][r.record];
    common.clear();
    std::set_intersection(p.begin(), p.end(), q.begin(), q.end(), std::back_inserter(common));
    const bool both = !p.empty() && !q.empty();
    const double a = weigh(p, records_.weight), b = weigh(q, records_.weight),
                 c = weigh(common, records_.weight);
    const double either = a + b - c;
    *out++ = !both;
    *out++ = both && either > 0 ? float(c / either) : 0;
    *out++ = both && std::min(a, b) > 0 ? float(c / std::min(a, b)) : 0;
  }
  return out;
}

void Features::of_ends(const End& a, const End& b, float* out, Scratch& scratch,
                       const Counted* counted) const {
  out = words(a, b, out);
  out = evidence(a, b, out, counted);
  out = letters(a, b, out);
  out = codes(a, b, out, scratch);
  out = facts(a, b, out);
  fields(a, b, out, scratch);
}

void Features::of(const Candidate& pair, float* out, Scratch& scratch, const Counted* counted) const {
  of_ends(left(pair.left), right(pair.right), out, scratch, counted);
}

void Features::of_one_side(bool is_right, uint32_t record, uint32_t other, float* out, Scratch& scratch,
                           const Counted* counted) const {
  if (is_right) of_ends(right(record), right(other), out, scratch, counted);
  else of_ends(left(record), left(other), out, scratch, counted);
}

}  // namespace gleaner::match
