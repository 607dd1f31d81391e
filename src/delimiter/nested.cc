// See nested.h. The tables of who comes first, arc consistency over them, then the choice.
#include "delimiter/nested.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/lists.h"
#include "delimiter/choice.h"
#include "delimiter/limits.h"

namespace gleaner::delimiter {

NestedSolver::NestedSolver(const ExampleSet& examples, bool head_tail, Budget& budget)
    : examples_(examples), head_tail_(head_tail), budget_(budget) {}

// The ranges of the variables alone, then the tables of who comes first.
bool NestedSolver::prepare() {
  for (uint32_t j = 0; j < examples_.attributes(); ++j) {
    Variable variable;
    variable.range = left_range(examples_, j, !head_tail_);
    if (!variable.range.feasible()) {
      reason_ = explain_left(examples_, j, variable.range);
      return false;
    }
    variable.suffixes.emplace(variable.range.longest);
    variable.domain.assign(variable.range.longest.size() + 1, 0);
    const std::string_view longest = variable.range.longest;
    for (size_t x = variable.range.least; x <= longest.size(); ++x)
      variable.domain[x] = !inside_character(longest, longest.size() - x);
    variables_.push_back(std::move(variable));
  }
  for (const Gap& gap : examples_.gaps()) add_thresholds(gap);
  if (!head_tail_) {
    forbid_in_tails();
    for (uint32_t j = 0; j < variables_.size(); ++j)
      if (!contains(variables_[j].domain, 1)) return false;
    return true;
  }
  for (uint32_t t = 0; t < examples_.tails().size(); ++t) {
    const Tail& tail = examples_.tails()[t];
    const std::string_view reversed = examples_.reversed(tail.page);
    for (uint32_t i = 0; i < tail.rivals; ++i)
      tail_ends_.push_back({t, i, variables_[i].suffixes->first_ends(reversed, tail.from, reversed.size())});
  }
  for (const Gap& head : examples_.heads())
    head_last_ends_.push_back(
        head.to == 0 ? std::vector<uint32_t>(variables_[0].domain.size(), kNowhere)
                     : variables_[0].suffixes->last_ends(examples_.reversed(head.page), 0, head.to - 1));
  return true;
}

void NestedSolver::add_thresholds(const Gap& gap) {
  const uint32_t j = gap.attribute;
  for (uint32_t i = 0; i < gap.rivals; ++i) {
    if (i == j) continue;
    const size_t most = variables_[i].suffixes->most();
    const std::string_view reversed = examples_.reversed(gap.page);
    const std::vector<uint32_t> ends =
        variables_[i].suffixes->first_ends(reversed, gap.from, std::min(reversed.size(), gap.to + most));
    auto known =
        std::ranges::find_if(thresholds_, [&](const Threshold& t) { return t.rival == i && t.winner == j; });
    if (known == thresholds_.end())
      known = thresholds_.insert(thresholds_.end(), {i, j, std::vector<uint32_t>(most + 1, 0), gap});
    for (size_t x = 0; x <= most; ++x) {
      if (ends[x] == kNowhere || ends[x] - x > gap.to)
        continue;                                  // the rival begins behind the gap: no matter
      const size_t back = gap.to - (ends[x] - x);  // how far before the attribute the rival begins
      const bool wins_tie =
          x < back || (x == back && i < j);  // j beginning at the same place: longer, or equal and deeper
      const auto need = uint32_t(wins_tie ? back : back + 1);
      if (need > known->least[x]) known->least[x] = need, known->hardest = gap;
    }
  }
}

// Without t nothing that could follow may stand in a tail, nor attribute 1 on a page without items.
void NestedSolver::forbid_in_tails() {
  auto forbid = [&](uint32_t page, uint32_t from, uint32_t rivals) {
    const std::string_view reversed = examples_.reversed(page);
    for (uint32_t i = 0; i < rivals; ++i) {
      Domain& domain = variables_[i].domain;
      const size_t longest = variables_[i].suffixes->longest(reversed, from, reversed.size());
      for (size_t x = 0; x <= longest && x < domain.size(); ++x) domain[x] = 0;
      if (longest + 1 < domain.size() || !reason_.words.empty()) continue;
      const std::string found = variables_[i].suffixes->suffix(longest);
      const size_t at = examples_.text(page).find(found, from);
      reason_ = {
          int(i),
          fmt::format(
              "the text before every value, {}, also stands where no value follows, behind the last one",
              show_end(found)),
          {variables_[i].range.one, {page, {uint32_t(at), uint32_t(at + found.size())}}}};
      if (from == 0)
        reason_.words = fmt::format("the text before every value, {}, also stands on a page without records",
                                    show_end(found));
    }
  };
  for (const Tail& tail : examples_.tails()) forbid(tail.page, tail.from, tail.rivals);
  for (uint32_t page : examples_.empty_pages()) forbid(page, 0, 1);
}

// Arc consistency; false if some variable has no value left. By the argument above the greatest values then
// are a solution.
bool NestedSolver::consistent(std::vector<Domain>& domains) const {
  for (const Domain& domain : domains)
    if (!contains(domain, 1)) return false;
  for (bool changed = true; changed;) {
    changed = false;
    for (const Threshold& threshold : thresholds_) {
      Domain& rival = domains[threshold.rival];
      Domain& winner = domains[threshold.winner];
      size_t greatest = winner.size();
      while (greatest > 0 && !winner[greatest - 1]) --greatest;
      if (greatest == 0) return false;
      --greatest;
      uint32_t least = kNowhere;
      for (size_t x = 0; x < rival.size(); ++x) {
        if (!rival[x]) continue;
        if (threshold.least[x] > greatest) rival[x] = 0, changed = true;
        else least = std::min(least, threshold.least[x]);
      }
      if (least == kNowhere) return false;
      for (size_t x = 0; x < winner.size() && x < least; ++x)
        if (winner[x]) winner[x] = 0, changed = true;
    }
  }
  return true;
}

// Fixes the variables one by one, each to the best value by the rule of choice that leaves the rest
// consistent. REQUIRES: consistent(domains), and with x_1 = first_length (if not kNowhere) too.
std::vector<uint32_t> NestedSolver::choose(std::vector<Domain>& domains, uint32_t first_length) const {
  std::vector<uint32_t> lengths(domains.size());
  for (size_t j = 0; j < domains.size(); ++j) {
    std::vector<uint32_t> order;
    if (j == 0 && first_length != kNowhere) order = {first_length};
    else order = ranked_left(variables_[j].range, kAlternativesTried);
    const size_t greatest =
        size_t(std::find(domains[j].rbegin(), domains[j].rend(), 1).base() - domains[j].begin()) - 1;
    order.push_back(uint32_t(greatest));
    for (uint32_t x : order) {
      if (!domains[j][x]) continue;
      std::vector<Domain> trial = domains;
      std::ranges::fill(trial[j], 0);
      trial[j][x] = 1;
      if (!consistent(trial)) continue;
      domains = std::move(trial);
      lengths[j] = x;
      break;
    }
  }
  return lengths;
}

uint64_t NestedSolver::count(const std::vector<Domain>& domains) const {
  uint64_t product = 1;
  for (const Domain& domain : domains) {
    const auto n = uint64_t(std::ranges::count(domain, 1));
    if (n && product > kManyWrappers / n) return kManyWrappers;
    product *= n;
  }
  // With thresholds that bite not every combination fits; at least one value of each variable does with the
  // greatest others.
  bool free = true;
  for (const Threshold& t : thresholds_) {
    const auto least = uint32_t(std::ranges::find(domains[t.winner], 1) - domains[t.winner].begin());
    for (size_t x = 0; x < t.least.size(); ++x)
      if (domains[t.rival][x] && t.least[x] > least) free = false;
  }
  return free ? product : 1;
}

NestedSolution NestedSolver::finish(const std::vector<uint32_t>& lengths) const {
  NestedSolution solution;
  for (size_t j = 0; j < lengths.size(); ++j)
    solution.left.push_back(variables_[j].suffixes->suffix(lengths[j]));
  return solution;
}

void NestedSolver::explain_inconsistency() {
  const Threshold* worst = &thresholds_.front();
  for (const Threshold& t : thresholds_)
    if (t.least.back() > worst->least.back()) worst = &t;
  const Gap& gap = worst->hardest;
  reason_ = {int(worst->winner),
             fmt::format("the text before attribute {} is found first where attribute {} follows: {}",
                         worst->rival + 1, worst->winner + 1,
                         show_end(Span{gap.from, gap.to}.of(examples_.text(gap.page)))),
             {variables_[worst->rival].range.one, {gap.page, {gap.from, gap.to}}}};
}

std::optional<NestedSolution> NestedSolver::solve() {
  if (!prepare()) return std::nullopt;
  std::vector<Domain> domains = mapped(variables_, &Variable::domain);
  if (!consistent(domains)) {
    explain_inconsistency();
    return std::nullopt;
  }
  if (!head_tail_) {
    const uint64_t fitting = count(domains);
    NestedSolution solution = finish(choose(domains, kNowhere));
    solution.fitting = fitting;
    return solution;
  }

  // What anybody would choose first: a whole tag as t, no h; then with any h.
  NestedSolution solution;
  const std::vector<std::string_view> preferred = ranked_tails(examples_, kAlternativesTried);
  for (bool any_head : {false, true})
    for (std::string_view tail : preferred)
      if (try_tail(tail, any_head, solution)) return solution;
  return solve_with_any_tail();
}

// Everything is tried. Classes of t: for each start in the shortest tail the lengths at which its places in
// tails or empty pages change.
std::optional<NestedSolution> NestedSolver::solve_with_any_tail() {
  const auto& tails = examples_.tails();
  std::vector<Window> in_tails, in_empty;
  size_t shortest = 0;
  for (size_t i = 0; i < tails.size(); ++i) {
    const std::string_view text = examples_.text(tails[i].page);
    in_tails.push_back({text, tails[i].from, int64_t(text.size())});
    if (text.size() - tails[i].from < examples_.text(tails[shortest].page).size() - tails[shortest].from)
      shortest = i;
  }
  for (uint32_t page : examples_.empty_pages())
    in_empty.push_back({examples_.text(page), 0, int64_t(examples_.text(page).size())});
  const std::string_view reference = examples_.text(tails[shortest].page).substr(tails[shortest].from);
  std::set<std::string_view> tried;
  for (size_t s = 0; s < reference.size(); ++s) {
    if (inside_character(reference, s)) continue;
    const std::string_view longest = reference.substr(s, longest_in_all(in_tails, reference.substr(s)));
    if (longest.empty()) continue;
    std::set<size_t> lengths{longest.size()};
    for (const Window& window : in_tails) first_changes(window, longest, lengths);
    for (const Window& window : in_empty) place_changes(window, longest, lengths);
    for (auto n = lengths.rbegin(); n != lengths.rend() && *n > 0; ++n) {
      if (!budget_.spend_steps(examples_.gaps().size() + 1)) {
        reason_ = {-1, "the budget ran out while looking for a tail delimiter", {}, true};
        return std::nullopt;
      }
      const std::string_view tail = longest.substr(0, whole_characters(longest, *n));
      if (tail.empty() || (tried.size() < kTextsRemembered && !tried.insert(tail).second)) continue;
      if (NestedSolution solution; try_tail(tail, true, solution)) return solution;
    }
  }
  if (reason_.words.empty()) {
    const Tail& tail = tails[shortest];
    reason_ = {
        0,
        "no head and tail delimiters keep the text before the first attribute out of what stands before the "
        "first and behind "
        "the last record",
        {variables_[0].range.one, {tail.page, {tail.from, uint32_t(examples_.text(tail.page).size())}}}};
  }
  return std::nullopt;
}

// What t asks of the left delimiters: in a gap the winner begins before t, in a tail t begins no later than
// any rival.
bool NestedSolver::restrict_by_tail(std::string_view tail, std::vector<Domain>& domains) const {
  for (const Gap& gap : examples_.gaps()) {
    const int64_t at = first_in({examples_.text(gap.page), gap.from, gap.to}, tail);
    if (at < 0) continue;
    Domain& domain = domains[gap.attribute];
    const size_t least = gap.to - size_t(at) + 1;
    if (least >= domain.size()) return false;
    std::fill(domain.begin(), domain.begin() + std::ptrdiff_t(least), 0);
  }
  std::vector<int64_t> first(examples_.tails().size());
  for (size_t t = 0; t < first.size(); ++t) {
    const std::string_view text = examples_.text(examples_.tails()[t].page);
    first[t] = first_in({text, examples_.tails()[t].from, int64_t(text.size())}, tail);
    if (first[t] < 0) return false;
  }
  for (const TailEnds& ends : tail_ends_) {
    Domain& domain = domains[ends.rival];
    for (size_t x = 0; x < domain.size(); ++x)
      if (ends.first[x] != kNowhere && int64_t(ends.first[x]) - int64_t(x) < first[ends.tail]) domain[x] = 0;
  }
  return true;
}

bool NestedSolver::try_tail(std::string_view tail, bool any_head, NestedSolution& out) {
  std::vector<Domain> domains = mapped(variables_, &Variable::domain);
  if (!restrict_by_tail(tail, domains) || !consistent(domains)) return false;
  // Lengths of l1 that have a head, best first; then all others, so that none that could do is missed.
  std::vector<uint32_t> order = ranked_left(variables_[0].range, kAlternativesTried);
  if (any_head)
    for (size_t x = domains[0].size(); x-- > 0;) order.push_back(uint32_t(x));
  std::set<uint32_t> seen;
  for (uint32_t x : order) {
    if (!domains[0][x] || !seen.insert(x).second) continue;
    std::vector<Domain> trial = domains;
    std::ranges::fill(trial[0], 0);
    trial[0][x] = 1;
    if (!consistent(trial)) continue;
    const std::optional<std::string> head = find_head(x, tail, any_head);
    if (!head) continue;
    const uint64_t fitting = count(trial);
    out = finish(choose(trial, x));
    out.head = *head;
    out.tail = tail;
    out.fitting = fitting;
    return true;
  }
  return false;
}

// A head h: first found in every head behind every earlier l1 and t, and not behind the right l1.
std::optional<std::string> NestedSolver::find_head(uint32_t length, std::string_view tail, bool any_head) {
  const auto& heads = examples_.heads();
  const std::string left = variables_[0].suffixes->suffix(length);
  std::vector<int64_t> lower(heads.size());
  std::string key = fmt::format("{}", length);
  size_t shortest = 0;
  bool free = true;  // the empty h would do
  for (size_t i = 0; i < heads.size(); ++i) {
    const uint32_t end = head_last_ends_[i][length];
    const int64_t l1 = end == kNowhere ? -1 : int64_t(end) - length;
    const int64_t t = last_in({examples_.text(heads[i].page), 0, int64_t(heads[i].to) - length}, tail);
    lower[i] = std::max(l1, t);
    free = free && lower[i] < 0;
    key += fmt::format(" {}", lower[i]);
    if (heads[i].to < heads[shortest].to) shortest = i;
  }
  size_t ignored = 0;
  if (free && head_does_for_empty_pages("", ignored, left, tail)) return "";
  if (!any_head) return std::nullopt;
  if (!examples_.empty_pages().empty()) key += fmt::format(" {}", tail);
  if (auto known = known_heads_.find(key); known != known_heads_.end()) return known->second;

  std::vector<Window> must, never;
  for (size_t i = 0; i < heads.size(); ++i) {
    const std::string_view text = examples_.text(heads[i].page);
    must.push_back({text.substr(0, heads[i].to), 0, int64_t(heads[i].to) - length});
    never.push_back({text, 0, lower[i]});
  }
  const std::string_view reference = examples_.text(heads[shortest].page).substr(0, heads[shortest].to);
  std::optional<std::string> found;
  for (int64_t s = lower[shortest] + 1; s <= must[shortest].last && !found; ++s) {
    if (!budget_.spend_steps(heads.size())) break;
    if (inside_character(reference, size_t(s))) continue;
    size_t n = longest_in_all(must, reference.substr(size_t(s)));
    size_t least = 0;
    for (const Window& window : never) {
      least = std::max(least, longest_in(window, reference.substr(size_t(s), n)));
      if (least >= n) break;
    }
    while ((n = whole_characters(reference.substr(size_t(s)), n)) > least) {
      const std::string_view head = reference.substr(size_t(s), n);
      if (head_does_for_empty_pages(head, n, left, tail)) {
        found = head;
        break;
      }
    }
  }
  if (known_heads_.size() < kAnswersRemembered) known_heads_.emplace(key, found);
  return found;
}

// On a page without items: h does not occur, or l1 does not behind it, or t begins no later. If not,
// `shorter` is the greatest length below head.size() for which h stands first in another place.
bool NestedSolver::head_does_for_empty_pages(std::string_view head, size_t& shorter, std::string_view left,
                                             std::string_view tail) const {
  for (uint32_t page : examples_.empty_pages()) {
    const std::string_view text = examples_.text(page);
    const size_t at = text.find(head);
    if (at == std::string_view::npos) continue;
    const size_t l1 = text.find(left, at);
    if (l1 == std::string_view::npos || text.find(tail, at) <= l1) continue;
    shorter = at == 0 ? 0 : longest_in({text, 0, int64_t(at) - 1}, head);
    return false;
  }
  return true;
}

}  // namespace gleaner::delimiter
