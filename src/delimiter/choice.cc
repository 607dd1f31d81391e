// See choice.h. The costs behind the rule: where a delimiter is cut, and what it holds.
#include "delimiter/choice.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/text.h"

namespace gleaner::delimiter {

namespace {

// How good a place between two characters is to begin or end a delimiter at: 0 best. '\0' stands for
// "unknown, beyond the text".
int cut_cost(char before, char after) {
  if (after == '<' || before == '>' || before == '\n' || after == '\n')
    return 0;  // between tags, between lines
  if (before == '"' || after == '"' || before == '\'' || is_space(before) || is_space(after) ||
      before == '\0' || after == '\0')
    return 1;
  return is_word_byte(before) && is_word_byte(after) ? 2 : 1;
}

// White space alone is weak: any longer value may hold it. Line ends and tabs less so.
int content_cost(std::string_view delimiter) {
  if (!trim(delimiter).empty() || delimiter.empty()) return 0;
  return delimiter.find_first_of("\n\t") == std::string_view::npos ? 2 : 1;
}

std::vector<uint32_t> ranked(const Range& range, size_t limit, bool left) {
  std::vector<std::pair<int, uint32_t>> lengths;  // cost, length
  const std::string_view text = range.longest;
  for (size_t n = range.least; n <= text.size(); ++n) {
    const size_t cut = left ? text.size() - n : n;
    if (inside_character(text, cut)) continue;
    const int edge = cut_cost(cut > 0 ? text[cut - 1] : '\0', cut < text.size() ? text[cut] : '\0');
    const std::string_view delimiter = left ? text.substr(cut) : text.substr(0, cut);
    lengths.emplace_back((n > range.within ? 10 : 0) + edge + content_cost(delimiter), uint32_t(n));
  }
  const size_t keep = std::min(limit, lengths.size());
  std::partial_sort(lengths.begin(), lengths.begin() + std::ptrdiff_t(keep), lengths.end());
  std::vector<uint32_t> best;
  for (size_t i = 0; i < keep; ++i) best.push_back(lengths[i].second);
  return best;
}

}  // namespace

std::vector<uint32_t> ranked_left(const Range& range, size_t limit) { return ranked(range, limit, true); }
std::vector<uint32_t> ranked_right(const Range& range, size_t limit) { return ranked(range, limit, false); }

std::vector<std::string_view> ranked_pieces(std::string_view text, size_t limit) {
  std::vector<size_t> cuts;
  for (size_t i = 0; i <= text.size(); ++i)
    if (cut_cost(i > 0 ? text[i - 1] : '\n', i < text.size() ? text[i] : '\n') == 0) cuts.push_back(i);
  // Single tags (lines) first, then those with one or two of what follows them.
  std::vector<std::string_view> pieces;
  for (size_t span = 1; span <= 3; ++span)
    for (size_t i = 0; i + span < cuts.size(); ++i) {
      const std::string_view piece = text.substr(cuts[i], cuts[i + span] - cuts[i]);
      if (trim(piece).size() >= 2) pieces.push_back(piece);
    }
  auto cost = [](std::string_view piece) {
    bool tag = piece.front() == '<' && piece.back() == '>';
    for (size_t at = piece.find('>'); tag && at + 1 < piece.size(); at = piece.find('>', at + 1))
      tag = trim(piece.substr(at + 1)).starts_with('<');  // a text between tags is the page's own
    return std::pair(tag ? 0 : piece.find('<') != std::string_view::npos ? 1 : 2, piece.size());
  };
  std::ranges::stable_sort(pieces, [&](auto a, auto b) { return cost(a) < cost(b); });
  std::vector<std::string_view> unique;
  std::set<std::string_view> seen;
  for (std::string_view piece : pieces)
    if (unique.size() < limit && seen.insert(piece).second) unique.push_back(piece);
  return unique;
}

std::vector<std::string_view> ranked_tails(const ExampleSet& examples, size_t limit) {
  std::string_view shortest;
  bool first = true;
  for (const Tail& tail : examples.tails()) {
    const std::string_view text = examples.text(tail.page).substr(tail.from);
    if (first || text.size() < shortest.size()) shortest = text;
    first = false;
  }
  std::vector<std::string_view> pieces = ranked_pieces(shortest, limit);
  std::stable_partition(pieces.begin(), pieces.end(), [&](std::string_view piece) {
    return std::ranges::none_of(
        examples.tails(), [&](const Tail& tail) { return examples.text(tail.page).find(piece) < tail.from; });
  });
  return pieces;
}

}  // namespace gleaner::delimiter
