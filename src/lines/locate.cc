// See locate.h.
#include "lines/locate.h"

#include <algorithm>

#include "base/text.h"
#include "lines/weights.h"

namespace gleaner::lines {
namespace {

// The end of `text` if it stands at `at`; 0 if not.
size_t match_at(std::string_view line, size_t at, std::string_view text) {
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == ' ') {
      if (at >= line.size() || !is_space(line[at])) return 0;
      while (at < line.size() && is_space(line[at])) ++at;
    } else if (at >= line.size() || line[at] != text[i]) {
      return 0;
    } else {
      ++at;
    }
  }
  return at;
}

double edge_cost(std::string_view line, Span at) {
  double cost = 0;
  auto inside = [&](size_t i) { return i < line.size(); };
  if (at.begin > 0) {
    if (is_word_byte(line[at.begin - 1]) && is_word_byte(line[at.begin])) cost += kCutWord;
    if (!is_space(line[at.begin - 1])) cost += kTouches;
  }
  if (inside(at.end)) {
    if (at.end > at.begin && is_word_byte(line[at.end - 1]) && is_word_byte(line[at.end])) cost += kCutWord;
    if (!is_space(line[at.end])) cost += kTouches;
  }
  return cost;
}

double gap_cost(std::string_view gap) {
  double letters = 0;
  for (char c : gap) letters += is_word_byte(c);
  return kGapByte * double(trim(gap).size()) + kGapLetters * letters / double(1 + gap.size());
}

class Search {
 public:
  Search(std::string_view line, const std::vector<Wanted>& wanted,
         const std::vector<std::vector<Span>>& spots)
      : line_(line), wanted_(wanted), spots_(spots) {
    size_ = line.size();
    while (size_ > 0 && is_space(line[size_ - 1])) --size_;
  }

  std::vector<Placement> run() {
    go(0, 0, 0, 0);
    return std::move(found_);
  }

 private:
  void go(size_t i, uint32_t from, double cost, double edges) {
    if (++steps_ > kLocateSteps) return;
    if (i == wanted_.size()) {
      const double rest = size_ > from ? double(size_ - from) : 0;
      found_.push_back({cost + kRestByte * rest + (rest > 0 ? kRest : 0), edges, placed_});
      return;
    }
    size_t tried = 0;
    for (const Span& spot : spots_[i]) {
      if (spot.begin < from) continue;
      if (++tried > kPlacesTried) break;
      placed_.push_back({wanted_[i].field, spot});
      const double edge = edge_cost(line_, spot);
      go(i + 1, spot.end,
         cost + edge + gap_cost(line_.substr(from, spot.begin - from)) +
             (from > 0 && spot.begin == from ? kNoSeparator : 0),
         edges + edge);
      placed_.pop_back();
    }
  }

  std::string_view line_;
  const std::vector<Wanted>& wanted_;
  const std::vector<std::vector<Span>>& spots_;
  size_t size_ = 0, steps_ = 0;
  std::vector<FieldSpan> placed_;
  std::vector<Placement> found_;
};

// Columns stand in another order than in the line: the longest texts are the surest.
std::vector<Placement> in_any_order(std::string_view line, const std::vector<Wanted>& wanted,
                                    const std::vector<std::vector<Span>>& spots) {
  std::vector<size_t> order(wanted.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order,
                           [&](size_t a, size_t b) { return wanted[a].text.size() > wanted[b].text.size(); });
  Placement made;
  for (size_t i : order) {
    const Span* best = nullptr;
    for (const Span& spot : spots[i]) {
      const bool free =
          std::ranges::none_of(made.places, [&](const FieldSpan& p) { return p.span.overlaps(spot); });
      if (free && (!best || edge_cost(line, spot) < edge_cost(line, *best))) best = &spot;
    }
    if (!best) return {};
    made.edges += edge_cost(line, *best);
    made.places.push_back({wanted[i].field, *best});
  }
  made.cost = made.edges;
  std::ranges::sort(made.places,
                    [](const FieldSpan& a, const FieldSpan& b) { return a.span.begin < b.span.begin; });
  return {made};
}

}  // namespace

std::vector<Span> occurrences(std::string_view line, std::string_view text, size_t most) {
  std::vector<Span> out;
  for (size_t at = line.find(text[0]); at != std::string_view::npos && out.size() < most;
       at = line.find(text[0], at + 1))
    if (const size_t end = match_at(line, at, text)) out.push_back({uint32_t(at), uint32_t(end)});
  return out;
}

std::vector<Placement> locate(std::string_view line, const std::vector<Wanted>& wanted) {
  std::vector<std::vector<Span>> spots;
  for (const Wanted& one : wanted) {
    spots.push_back(one.span ? std::vector<Span>{*one.span} : occurrences(line, one.text, 64));
    if (spots.back().empty()) return {};
  }
  std::vector<Placement> found = Search(line, wanted, spots).run();
  if (found.empty()) found = in_any_order(line, wanted, spots);
  std::ranges::stable_sort(found, {}, &Placement::cost);
  if (found.size() > kPlacementsKept) found.resize(kPlacementsKept);
  return found;
}

}  // namespace gleaner::lines
