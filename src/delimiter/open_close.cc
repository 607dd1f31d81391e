// See open_close.h. The enumeration of o, c, t and h as classes, each level cut off early.
#include "delimiter/open_close.h"

#include <algorithm>

namespace gleaner::delimiter {

static size_t shortest_of(const std::vector<Window>& windows) {
  const auto length = [](const Window& w) { return w.last - w.first; };
  return size_t(std::ranges::min_element(
                    windows, [&](const Window& a, const Window& b) { return length(a) < length(b); }) -
                windows.begin());
}

OpenCloseSolver::OpenCloseSolver(const ExampleSet& examples, bool head_tail, Budget& budget)
    : examples_(examples), head_tail_(head_tail), budget_(budget) {
  range_ = left_range(examples, 0, false);
  suffixes_.emplace(range_.longest);
  auto stretch = [&](const Gap& gap) { return Stretch{examples.text(gap.page), gap.from, gap.to, -1, -1}; };
  auto ends = [&](const Gap& gap) {
    if (gap.from == gap.to) return std::vector<uint32_t>(range_.longest.size() + 1, kNowhere);
    return suffixes_->last_ends(examples.reversed(gap.page), gap.from, gap.to - 1);
  };
  for (const Gap& gap : examples.heads()) heads_.push_back(stretch(gap)), head_ends_.push_back(ends(gap));
  for (const Gap& gap : examples.gaps()) gaps_.push_back(stretch(gap)), gap_ends_.push_back(ends(gap));
  for (const Tail& tail : examples.tails()) tails_.push_back({examples.text(tail.page), tail.from});
  for (uint32_t page : examples.empty_pages()) empty_.push_back(examples.text(page));
}

bool OpenCloseSolver::spend(size_t steps) {
  if (budget_.spend_steps(steps)) return true;
  out_of_budget_ = true;
  return false;
}

void OpenCloseSolver::fix_left(size_t length) {
  left_ = suffixes_->suffix(length);
  auto fix = [&](Stretch& stretch, const std::vector<uint32_t>& ends) {
    stretch.after = ends[length] == kNowhere ? stretch.from - 1 : int64_t(ends[length]) - int64_t(length);
    stretch.before = stretch.to - int64_t(length);
  };
  for (size_t i = 0; i < heads_.size(); ++i) fix(heads_[i], head_ends_[i]);
  for (size_t i = 0; i < gaps_.size(); ++i) fix(gaps_[i], gap_ends_[i]);
}

std::optional<OpenCloseSolution> OpenCloseSolver::solve() {
  for (size_t length = range_.longest.size() + 1; length-- > 0;) {
    fix_left(length);
    const bool found = each_open(length < range_.longest.size(), [&](std::string_view open) {
      return head_tail_ ? try_open_with_head_tail(open) : try_open(open);
    });
    if (found) {
      solution_.left = left_;
      return solution_;
    }
    if (out_of_budget_) break;
  }
  reason_ = {0,
             "no open and close delimiters set the records off from the text around them",
             {range_.one, range_.other}};
  if (out_of_budget_)
    reason_ = {-1, "the budget ran out while looking for open and close delimiters", {}, true};
  return std::nullopt;
}

// Texts that can open: in every head and gap one begins where it should. A class is given by its longest
// text.
bool OpenCloseSolver::each_open(bool only_prefixes, const Visit& visit) {
  std::vector<Window> must, watch;
  auto add = [&](const Stretch& s) {
    must.push_back({s.inside(), s.after + 1, s.before});
    watch.push_back({s.page, s.from, s.to});
  };
  for (const Stretch& s : gaps_) add(s);
  for (const Stretch& s : heads_) add(s);
  for (const Rest& rest : tails_) watch.push_back({rest.page, rest.from, int64_t(rest.page.size())});
  for (std::string_view page : empty_) watch.push_back({page, 0, int64_t(page.size())});
  for (const Window& window : must)
    if (window.last < window.first) return false;
  if (visit("")) return true;
  size_t shortest = 0;
  const std::vector<Stretch>& pool = gaps_.empty() ? heads_ : gaps_;
  for (size_t i = 0; i < pool.size(); ++i)
    if (pool[i].to - pool[i].from < pool[shortest].to - pool[shortest].from) shortest = i;
  const Stretch& reference = pool[shortest];
  return each_class(
      {reference.inside(), only_prefixes ? reference.before : reference.after + 1, reference.before}, must,
      {}, watch, place_changes, gaps_.size() + 1, visit);
}

bool OpenCloseSolver::each_class(const Window& reference, const std::vector<Window>& must,
                                 const std::vector<Window>& never, const std::vector<Window>& watch,
                                 Changes changes, size_t steps, const Visit& visit) {
  for (int64_t s = reference.first; s <= reference.last; ++s) {
    const std::string_view rest = reference.text.substr(size_t(s));
    const std::string_view longest = rest.substr(0, longest_in_all(must, rest));
    if (longest.empty() || inside_character(longest, 0)) continue;
    size_t least = 0;
    for (const Window& window : never) least = std::max(least, longest_in(window, longest));
    std::set<size_t> lengths{longest.size()};
    for (const Window& window : watch) changes(window, longest, lengths);
    for (auto n = lengths.rbegin(); n != lengths.rend() && *n > least; ++n) {
      if (!spend(steps)) return false;
      if (visit(longest.substr(0, whole_characters(longest, *n)))) return true;
    }
  }
  return false;
}

// OCLR: what o says of where c must be found first, as windows.
bool OpenCloseSolver::try_open(std::string_view open) {
  for (std::string_view page : empty_)
    if (page.find(open) != std::string_view::npos) return false;
  for (const Stretch& head : heads_) {
    const int64_t at = first_in({head.inside(), 0, head.before}, open);
    if (at <= head.after) return false;
  }
  std::vector<Window> must, never;
  for (const Stretch& gap : gaps_) {
    const int64_t last = last_in({gap.inside(), gap.after + 1, gap.before}, open);
    if (last < 0) return false;
    const int64_t early = last_in({gap.page, gap.from, gap.after}, open);
    must.push_back({gap.inside(), gap.from, last});
    never.push_back({gap.page, gap.from, early < 0 ? gap.from - 1 : early});
  }
  for (const Rest& tail : tails_) {
    const auto size = int64_t(tail.page.size());
    const int64_t last = last_in({tail.page, tail.from, size}, open);
    must.push_back({tail.page, tail.from, size});
    never.push_back({tail.page, tail.from, last < 0 ? tail.from - 1 : last});
  }
  auto accept = [&](std::string_view close) {
    solution_.open = open;
    solution_.close = close;
    return true;
  };
  if (std::ranges::all_of(never, [](const Window& w) { return w.last < w.first; })) return accept("");
  const size_t shortest = shortest_of(must);
  for (int64_t s = never[shortest].last + 1; s <= must[shortest].last; ++s) {
    if (!spend(must.size())) return false;
    const std::string_view rest = must[shortest].text.substr(size_t(s));
    const std::string_view close = rest.substr(0, longest_in_all(must, rest));
    if (close.empty() || inside_character(close, 0)) continue;
    if (std::ranges::none_of(never, [&](const Window& w) { return stands_in(w, close); }))
      return accept(close);
  }
  return false;
}

// Texts that can close, as classes by where they are first found in gaps and tails.
bool OpenCloseSolver::each_close(const Visit& visit) {
  if (visit("")) return true;
  std::vector<Window> windows;
  for (const Stretch& gap : gaps_) windows.push_back({gap.inside(), gap.from, gap.before});
  for (const Rest& tail : tails_) windows.push_back({tail.page, tail.from, int64_t(tail.page.size())});
  return each_class(windows[shortest_of(windows)], windows, {}, windows, first_changes, windows.size(),
                    visit);
}

bool OpenCloseSolver::try_open_with_head_tail(std::string_view open) {
  return each_close([&](std::string_view close) { return try_close(open, close); });
}

bool OpenCloseSolver::try_close(std::string_view open, std::string_view close) {
  // In every gap the first o behind c must be the right one.
  std::vector<int64_t> closes;
  for (const Stretch& gap : gaps_) {
    const int64_t c = first_in({gap.inside(), gap.from, gap.to}, close);
    if (c < 0) return false;
    const int64_t o = first_in({gap.inside(), c, gap.before}, open);
    if (o < 0 || o <= gap.after) return false;
    closes.push_back(c);
  }
  for (const Rest& tail : tails_) {
    const int64_t c = first_in({tail.page, tail.from, int64_t(tail.page.size())}, close);
    if (c < 0) return false;
    closes.push_back(c);
  }
  return each_tail(open, closes, [&](std::string_view tail) {
    return each_head([&](std::string_view head) {
      if (!head_does(head, open, tail)) return false;
      solution_ = {std::string(head), std::string(tail), std::string(open), std::string(close), left_};
      return true;
    });
  });
}

// t: in tails no later than the next o behind c (anywhere, where there is none), in gaps not between c and o;
// as classes by its places in heads and empty pages.
bool OpenCloseSolver::each_tail(std::string_view open, const std::vector<int64_t>& closes,
                                const Visit& visit) {
  std::vector<Window> must, never, watch;
  for (size_t i = 0; i < gaps_.size(); ++i)
    never.push_back(
        {gaps_[i].page, closes[i], first_in({gaps_[i].inside(), closes[i], gaps_[i].before}, open)});
  for (size_t i = 0; i < tails_.size(); ++i) {
    const int64_t c = closes[gaps_.size() + i];
    const auto size = int64_t(tails_[i].page.size());
    const int64_t o = first_in({tails_[i].page, c, size}, open);
    must.push_back(o < 0 ? Window{tails_[i].page, tails_[i].from, size} : Window{tails_[i].page, c, o});
  }
  for (const Stretch& head : heads_) watch.push_back({head.page, head.from, head.to});
  for (std::string_view page : empty_) watch.push_back({page, 0, int64_t(page.size())});
  return each_class(must[shortest_of(must)], must, never, watch, place_changes, 1, visit);
}

// h: as classes by where it is first found in heads and empty pages.
bool OpenCloseSolver::each_head(const Visit& visit) {
  if (visit("")) return true;
  std::vector<Window> must, watch;
  for (const Stretch& head : heads_) must.push_back({head.inside(), 0, head.before});
  watch = must;
  for (std::string_view page : empty_) watch.push_back({page, 0, int64_t(page.size())});
  return each_class(must[shortest_of(must)], must, {}, watch, first_changes, 1, visit);
}

bool OpenCloseSolver::head_does(std::string_view head, std::string_view open, std::string_view tail) const {
  for (const Stretch& stretch : heads_) {
    const int64_t h = first_in({stretch.inside(), 0, stretch.to}, head);
    if (h < 0) return false;
    const int64_t o = first_in({stretch.inside(), h, stretch.before}, open);
    if (o < 0 || o <= stretch.after) return false;
    if (stands_in({stretch.page, h, o}, tail)) return false;
  }
  for (std::string_view page : empty_) {
    const size_t h = page.find(head);
    if (h == std::string_view::npos) continue;
    const size_t o = page.find(open, h);
    if (o != std::string_view::npos && page.find(tail, h) > o) return false;
  }
  return true;
}

}  // namespace gleaner::delimiter
