// Growing windows; see window.h.
#include "byexample/window.h"

#include <algorithm>
#include <array>

#include "base/lists.h"
#include "base/text.h"
#include "byexample/costs.h"

namespace gleaner::byexample {

constexpr uint32_t kReach = 4096;  // bytes beyond which no term of a window is looked for

std::vector<Term> terms_before(std::string_view text, uint32_t bound, uint32_t at, Mode mode) {
  const bool across = mode == kAcross;
  uint32_t from = std::max(bound, at > kReach ? at - kReach : 0);
  bool edge = from == 0;
  if (from > bound && from > 0) {  // a place that is in no tag
    const size_t close = text.substr(0, at).find_first_of(">\n", from);
    from = close == std::string_view::npos ? from : uint32_t(close + 1);
  }
  if (!across) {
    const size_t line = at == 0 ? std::string_view::npos : text.substr(0, at).rfind('\n');
    if (line != std::string_view::npos && line + 1 > from) from = uint32_t(line + 1), edge = true;
    else if (line != std::string_view::npos && line + 1 == from) edge = true;
  }
  std::vector<Term> terms;
  for (PlacedTerm& placed : lex(text, {from, at}, false)) terms.push_back(std::move(placed.term));
  std::ranges::reverse(terms);
  if (edge && mode == kEdges) terms.push_back({Term::Kind::line, ""});
  if (terms.size() > kMaxWindow) terms.resize(kMaxWindow);
  return terms;
}

std::vector<Term> terms_after(std::string_view text, uint32_t at, uint32_t bound, Mode mode) {
  const bool across = mode == kAcross;
  uint32_t to = std::min(bound, uint32_t(std::min<size_t>(text.size(), size_t{at} + kReach)));
  bool edge = to == text.size();
  if (!across) {
    const size_t line = text.find('\n', at);
    if (line < to) to = uint32_t(line), edge = true;
    else if (line == to) edge = true;
  }
  std::vector<Term> terms;
  for (PlacedTerm& placed : lex(text, {at, to}, false)) {
    terms.push_back(std::move(placed.term));
    if (terms.size() == kMaxWindow) return terms;
  }
  if (edge && mode == kEdges) terms.push_back({Term::Kind::line, ""});
  return terms;
}

Terms common_terms(const std::vector<const Terms*>& lists) {
  Terms common = *lists[0];
  for (const Terms* other : lists) {
    size_t n = 0;
    for (; n < common.size() && n < other->size(); ++n) {
      Term shared;
      if (!generalise(common[n], (*other)[n], shared)) break;
      common[n] = std::move(shared);
    }
    common.resize(n);
  }
  return common;
}

namespace {

Terms common_terms(const std::vector<const Window*>& cluster, const std::vector<Term> (Window::*side)[3],
                   int mode) {
  std::vector<const Terms*> lists;
  for (const Window* window : cluster) lists.push_back(&(window->*side)[mode]);
  return common_terms(lists);
}

Terms plain(Terms terms) {
  for (Term& term : terms) term.attributes.clear();
  return terms;
}

bool has_attributes(const Terms& terms) {
  return std::ranges::any_of(terms, [](const Term& t) { return !t.attributes.empty(); });
}

// Only blanks between two labelled values: the blank is the one's right side, the other value (if it is one
// word) the other's left.
void add_neighbours(std::string_view text, Window& window, const std::vector<Span>& labelled, uint32_t before,
                    uint32_t after) {
  const uint32_t begin = window.values.front().begin, end = window.values.back().end;
  for (int mode = 0; mode < 3; ++mode) {
    if (window.right[mode].empty() && end < after && after < text.size() && text[end] == ' ')
      window.right[mode].push_back({Term::Kind::symbol, " "});
    if (!window.left[mode].empty() || begin == 0 || before >= begin || text[begin - 1] != ' ') continue;
    for (Span span : labelled) {
      if (span.end != before || span.empty() ||
          text.substr(span.begin, span.size()).find_first_of(" \n<") != std::string_view::npos)
        continue;
      window.left[mode] = terms_before(text, 0, span.begin, Mode(mode));
      window.left[mode].insert(window.left[mode].begin(), {Term::Kind::run, ""});
      if (window.left[mode].size() > 4) window.left[mode].resize(4);
    }
  }
}

bool among(const std::vector<Span>& sorted, Span span) {
  return std::binary_search(sorted.begin(), sorted.end(), span);
}

// Is the window's value, or run of values, among the occurrences (sorted by value)?
bool finds(const Window& window, const std::vector<Occurrence>& occurrences,
           const std::vector<Span>& values) {
  const Span hull{window.values.front().begin, window.values.back().end};
  auto at = std::lower_bound(occurrences.begin(), occurrences.end(), hull,
                             [](const Occurrence& o, Span span) { return o.value < span; });
  for (; at != occurrences.end() && at->value == hull; ++at)
    if (at->count == window.values.size() &&
        std::equal(window.values.begin(), window.values.end(), values.begin() + at->first))
      return true;
  return false;
}

}  // namespace

WindowLearner::WindowLearner(const std::vector<JudgedPage>& pages, const Examples& examples,
                             const Model& model, uint32_t attribute, Budget& budget)
    : pages_(pages), examples_(examples), model_(model), attribute_(attribute), budget_(budget) {
  markup_ = model.html;
  const bool runs = model.attributes[attribute].list && find_separators();
  make_windows(runs);
  for (const Window& window : windows_)
    for (Span span : window.values) {
      const std::string_view value = pages_[window.page].document->text(span);
      if (value.empty()) continue;
      tags_ |= value.find('<') != std::string_view::npos;
      lines_ |= value.find('\n') != std::string_view::npos;
      trim_left_ &= !is_space(value.front());
      trim_right_ &= !is_space(value.back());
    }
  keep_single_blanks();
}

// Some labelled value begins with a blank, and yet a blank stands before every one: that one belongs to the
// window.
void WindowLearner::keep_single_blanks() {
  auto all_beside = [&](auto&& at) {
    return std::ranges::all_of(windows_, [&](const Window& window) {
      const std::string_view text = pages_[window.page].document->text();
      const size_t place = at(window);
      return place < text.size() && text[place] == ' ';
    });
  };
  const Term blank{Term::Kind::symbol, " "};
  if (!trim_left_ && all_beside([](const Window& w) { return size_t{w.values.front().begin} - 1; }))
    for (Window& window : windows_)
      for (auto& terms : window.left) terms.insert(terms.begin(), blank);
  if (!trim_right_ && all_beside([](const Window& w) { return size_t{w.values.back().end}; }))
    for (Window& window : windows_)
      for (auto& terms : window.right) terms.insert(terms.begin(), blank);
}

// Elements of a list are siblings: what one closes the next opens again.
static bool parts_siblings(const Terms& separator) {
  static constexpr std::array<std::string_view, 9> kAlone = {"br", "hr", "img", "p",  "li",
                                                             "dd", "dt", "/p",  "/li"};
  std::vector<std::string> closed, opened;
  for (const Term& term : separator) {
    if (term.kind != Term::Kind::tag || contains(kAlone, term.text)) continue;
    if (term.text[0] == '/') closed.push_back(term.text.substr(1));
    else opened.push_back(term.text);
  }
  std::ranges::reverse(closed);
  return closed == opened;
}

// What stands between the elements of labelled lists, if it is little and nearly always the same.
bool WindowLearner::find_separators() {
  std::vector<Terms> found;
  for (const Example& example : examples_.all) {
    std::vector<ExampleValue> values;
    Examples::collect(example.root, values);
    const ExampleValue* before = nullptr;
    for (const ExampleValue& value : values) {
      if (value.attribute != attribute_) continue;
      if (before && value.element > 0 && before->span.end <= value.span.begin) {
        const std::string_view text = pages_[example.page].document->text();
        Terms terms;
        for (PlacedTerm& placed : lex(text, {before->span.end, value.span.begin}, !markup_)) {
          terms.push_back(without_attributes(placed.term));
          if (terms.size() > kMaxSeparatorTerms) return false;
        }
        if (terms.empty() || !parts_siblings(terms)) return false;
        add_new(found, std::move(terms));
        if (found.size() > kMaxSeparators) return false;
      }
      before = &value;
    }
  }
  // The longer first: "</a> , <a>" before ",".
  std::ranges::stable_sort(found, [](const Terms& a, const Terms& b) { return a.size() > b.size(); });
  separators_ = std::move(found);
  return !separators_.empty();
}

void WindowLearner::make_windows(bool runs) {
  windows_.clear();
  if (!runs) separators_.clear();
  examples_.for_each(attribute_, [&](const Example& example, const ExampleValue& value) {
    if (runs && value.element > 0 && !windows_.empty()) windows_.back().values.push_back(value.span);
    else windows_.push_back({example.page, {value.span}, example.name, 0, {}, {}});
  });
  for (Window& window : windows_) {
    const JudgedPage& page = pages_[window.page];
    const std::string_view text = page.document->text();
    const uint32_t begin = window.values.front().begin, end = window.values.back().end;
    const Span room = page.room_around({begin, end});
    window.before = room.begin;
    for (Mode mode : modes()) {
      window.left[mode] = terms_before(text, room.begin, begin, mode);
      window.right[mode] = terms_after(text, end, room.end, mode);
    }
    add_neighbours(text, window, page.labelled, room.begin, room.end);
  }
}

AvpPattern WindowLearner::pattern_of(const Cluster& cluster, const Terms& left, const Terms& right,
                                     bool across) const {
  AvpPattern pattern;
  pattern.attribute = attribute_;
  pattern.left = {Terms(left.rbegin(), left.rend())};
  pattern.right = {right};
  pattern.separators = separators_;
  pattern.across = across;
  pattern.tags = tags_;
  pattern.lines = lines_ || across;
  pattern.trim_left = trim_left_;
  pattern.trim_right = trim_right_;
  pattern.example = cluster[0]->example;
  return pattern;
}

size_t WindowLearner::wrong_on(const JudgedPage& page, const Occurrences& found, size_t& count) const {
  if (inside_only_) return 0;
  size_t wrong = 0, here = 0;
  uint32_t end = 0;
  const auto& right = page.right[attribute_];
  const auto& excerpts = page.excerpts[attribute_];
  for (const Occurrence& occurrence : found.of[attribute_]) {
    if (occurrence.left_begin < end) continue;
    end = std::max(occurrence.value.end, occurrence.left_begin);
    for (uint32_t i = 0; i < occurrence.count; ++i) {
      const Span span = found.values[occurrence.first + i];
      if (span.empty()) continue;
      ++here;
      for (Span negative : page.negative[attribute_]) wrong += negative.overlaps(span);
      if (among(right, span)) continue;
      if (page.complete) ++wrong;
      else
        for (Span excerpt : excerpts) wrong += excerpt.contains(span);
    }
  }
  count += here;
  if (!page.complete && page.count[attribute_] && here > *page.count[attribute_])
    wrong += here - *page.count[attribute_];
  return wrong;
}

WindowLearner::Verdict WindowLearner::judge(const AvpPattern& pattern, const Cluster& cluster) {
  Verdict verdict;
  const std::vector<AvpPattern> one = {pattern};
  const Scanner scanner(one, model_.attributes.size());
  size_t found = 0;
  for (uint32_t p = 0; p < pages_.size(); ++p) {
    if (!scanner.scan(pages_[p].document->text(), 0, scratch_, budget_)) return verdict;
    verdict.wrong += wrong_on(pages_[p], scratch_, verdict.count);
    auto& occurrences = scratch_.of[attribute_];
    std::ranges::sort(occurrences, {}, &Occurrence::value);
    for (const Window* window : cluster) {
      if (window->page != p) continue;
      found += finds(*window, occurrences, scratch_.values);
      if (!inside_only_) continue;
      auto first = std::lower_bound(occurrences.begin(), occurrences.end(), Span{window->before, 0},
                                    [](const Occurrence& o, Span span) { return o.value < span; });
      while (first != occurrences.end() && (first->value.empty() || first->left_begin < window->before))
        ++first;
      verdict.wrong += first == occurrences.end() || first->value.begin != window->values.front().begin;
    }
  }
  if (at_most_ && verdict.count > *at_most_) verdict.wrong += verdict.count - *at_most_;
  verdict.finds = found == cluster.size();
  return verdict;
}

// visit(pattern) for W = 1, 2, ..., tags by name first, then with their attributes; until it gives true.
template <class Visit>
bool WindowLearner::for_each_window(const Cluster& cluster, Visit&& visit) {
  for (Mode mode : modes()) {
    const Terms left = common_terms(cluster, &Window::left, mode),
                right = common_terms(cluster, &Window::right, mode);
    if (left.empty() || right.empty()) continue;
    for (size_t w = 1; w <= std::max(left.size(), right.size()); ++w) {
      const Terms l(left.begin(), left.begin() + long(std::min(w, left.size())));
      const Terms r(right.begin(), right.begin() + long(std::min(w, right.size())));
      if (visit(pattern_of(cluster, plain(l), plain(r), mode == kAcross))) return true;
      if ((has_attributes(l) || has_attributes(r)) && visit(pattern_of(cluster, l, r, mode == kAcross)))
        return true;
      if (budget_.exhausted()) return true;
    }
  }
  return false;
}

// The examples differ next to the value ("," behind most authors, ":" behind the last): every left side with
// every right side.
template <class Visit>
bool WindowLearner::for_each_mixed_window(const Cluster& cluster, Visit&& visit) {
  auto sides = [&](const std::vector<Term>(Window::* side)[3], int mode, size_t w, bool reverse,
                   std::vector<Terms>& out) {
    for (const Window* window : cluster) {
      const Terms& all = (window->*side)[mode];
      Terms terms = plain(Terms(all.begin(), all.begin() + long(std::min(w, all.size()))));
      if (terms.empty()) return false;
      if (reverse) std::ranges::reverse(terms);
      add_new(out, std::move(terms));
      if (out.size() > kMaxAlternatives) return false;
    }
    // Shorter ones would hide longer ones that begin alike.
    std::ranges::stable_sort(out, [](const Terms& a, const Terms& b) { return a.size() > b.size(); });
    return true;
  };
  for (Mode mode : modes())
    for (size_t w = 1; w <= kMaxMixedWindow; ++w) {
      AvpPattern pattern = pattern_of(cluster, {}, {}, mode == kAcross);
      pattern.left.clear();
      pattern.right.clear();
      if (!sides(&Window::left, mode, w, true, pattern.left) ||
          !sides(&Window::right, mode, w, false, pattern.right))
        break;
      if (visit(std::move(pattern))) return true;
      if (budget_.exhausted()) return true;
    }
  return false;
}

Span JudgedPage::room_around(Span place) const {
  Span room{0, uint32_t(document->text().size())};
  for (Span span : labelled) {
    if (span.end <= place.begin) room.begin = std::max(room.begin, span.end);
    if (span.begin >= place.end) room.end = std::min(room.end, span.begin);
  }
  return room;
}

WindowLearner::Cluster WindowLearner::all_windows() const {
  Cluster all;
  for (const Window& window : windows_) all.push_back(&window);
  return all;
}

std::optional<size_t> WindowLearner::first_count(size_t least, size_t most) {
  const Cluster all = all_windows();
  std::optional<size_t> found;
  if (all.empty()) return found;
  for_each_window(all, [&](const AvpPattern& pattern) {
    const Verdict verdict = judge(pattern, all);
    if (!verdict.good()) return false;
    if (verdict.count <= most) found = verdict.count;
    return verdict.count <= most || verdict.count < least;
  });
  return found && *found >= least ? found : std::nullopt;
}

AttributePatterns WindowLearner::learn(std::optional<size_t> at_most) {
  at_most_ = at_most;
  splits_ = 0;
  AttributePatterns out;
  if (!windows_.empty()) learn_cluster(all_windows(), 0, out);
  // no clean run: one by one, as in the paper
  if (!separators_.empty() && (out.patterns.empty() || out.over > 0)) {
    AttributePatterns single;
    make_windows(false);
    learn_cluster(all_windows(), 0, single);
    if (single.over < out.over || out.patterns.empty()) return single;
  }
  return out;
}

std::vector<AvpPattern> WindowLearner::learn_loose(const std::vector<AvpPattern>& known) {
  inside_only_ = true;
  at_most_.reset();
  splits_ = kMaxSplits;  // a loose window is one for all
  AttributePatterns out;
  if (!windows_.empty()) learn_cluster(all_windows(), 0, out);
  inside_only_ = false;
  auto size = [](const AvpPattern& p) { return p.left[0].size() + p.right[0].size(); };
  for (AvpPattern& pattern : out.patterns) {
    pattern.loose = true;
    for (const AvpPattern& other : known)
      if (known.size() == 1 && size(other) <= size(pattern)) return {};
  }
  if (out.over > 0) return {};
  return out.patterns;
}

void AttributePatterns::add(AvpPattern pattern, bool clean) {
  across |= clean && pattern.across;
  if (patterns.size() < kMaxContexts) patterns.push_back(std::move(pattern));
}

void WindowLearner::learn_cluster(const Cluster& cluster, size_t depth, AttributePatterns& out) {
  std::optional<AvpPattern> best;
  size_t least = 0;
  bool good = false;
  for_each_window(cluster, [&](AvpPattern pattern) {
    const Verdict verdict = judge(pattern, cluster);
    good = verdict.good();
    if (verdict.finds && (!best || verdict.wrong < least)) {
      least = verdict.wrong;
      best = std::move(pattern);
    }
    return good;
  });
  if (good) {
    if (cluster.size() < kEnoughExamples) shrink(*best, cluster);
    else forget_next(*best, cluster);
    return out.add(std::move(*best), true);
  }
  if (cluster.size() > 1) {
    std::optional<AvpPattern> mixed;
    for_each_mixed_window(cluster, [&](AvpPattern pattern) {
      if (!judge(pattern, cluster).good()) return false;
      mixed = std::move(pattern);
      return true;
    });
    if (mixed) return out.add(std::move(*mixed), true);
  }
  if (cluster.size() > 1 && ++splits_ <= kMaxSplits && !budget_.exhausted()) {
    for (const Cluster& part : split(cluster)) learn_cluster(part, depth + 1, out);
    return;
  }
  if (!best) return;
  if (least > out.over) {
    out.over = uint32_t(least);
    out.over_pattern = print_terms(best->left[0], true) + " * " + print_terms(best->right[0], false);
  }
  out.add(std::move(*best), false);
}

// By the first term in which the examples differ, on the side where that makes fewer groups; the largest
// group first.
std::vector<WindowLearner::Cluster> WindowLearner::split(const Cluster& cluster) const {
  const int mode = markup_ ? kAcross : kEdges;
  auto groups_by = [&](const std::vector<Term>(Window::* side)[3]) {
    const size_t shared = common_terms(cluster, side, mode).size();
    std::vector<std::pair<std::string, Cluster>> groups;
    for (const Window* window : cluster) {
      const Terms& terms = (window->*side)[mode];
      const std::string key =
          shared < terms.size() ? print_term(without_attributes(terms[shared]), true) : "";
      auto at = std::ranges::find_if(groups, [&](const auto& g) { return g.first == key; });
      if (at == groups.end()) groups.push_back({key, {window}});
      else at->second.push_back(window);
    }
    return groups;
  };
  auto left = groups_by(&Window::left), right = groups_by(&Window::right);
  auto& chosen = left.size() < 2 || (right.size() > 1 && right.size() < left.size()) ? right : left;
  std::vector<Cluster> parts;
  if (chosen.size() < 2) {  // alike all around: one by one
    for (const Window* window : cluster) parts.push_back({window});
    return parts;
  }
  for (auto& [key, group] : chosen) parts.push_back(std::move(group));
  std::ranges::stable_sort(parts, [](const Cluster& a, const Cluster& b) { return a.size() > b.size(); });
  return parts;
}

// An element that opens behind the value belongs to what comes next, which may be missing in other objects.
void WindowLearner::forget_next(AvpPattern& pattern, const Cluster& cluster) {
  Terms& right = pattern.right[0];
  auto opens = [](const Term& term) { return term.kind == Term::Kind::tag && !term.text.starts_with('/'); };
  const auto next = right.empty() ? right.end() : std::find_if(right.begin() + 1, right.end(), opens);
  if (next == right.end()) return;
  AvpPattern tried = pattern;
  tried.right[0].resize(size_t(next - right.begin()));
  if (judge(tried, cluster).good()) pattern = std::move(tried);
}

// Takes off what is not needed: far terms of the right side, then of the left, then attributes of tags.
void WindowLearner::shrink(AvpPattern& pattern, const Cluster& cluster) {
  auto still_good = [&](AvpPattern tried) {
    if (!judge(tried, cluster).good()) return false;
    pattern = std::move(tried);
    return true;
  };
  while (pattern.right[0].size() > 1) {
    AvpPattern tried = pattern;
    tried.right[0].pop_back();
    if (!still_good(std::move(tried))) break;
  }
  while (pattern.left[0].size() > 1) {
    AvpPattern tried = pattern;
    tried.left[0].erase(tried.left[0].begin());
    if (!still_good(std::move(tried))) break;
  }
  for (int side = 0; side < 2; ++side) {
    const size_t size = side ? pattern.right[0].size() : pattern.left[0].size();
    for (size_t i = 0; i < size; ++i) {
      AvpPattern tried = pattern;
      Term& term = side ? tried.right[0][i] : tried.left[0][i];
      if (term.attributes.empty()) continue;
      term.attributes.clear();
      still_good(std::move(tried));
    }
  }
}

}  // namespace gleaner::byexample
