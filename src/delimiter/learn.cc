// See learn.h. Puts the parts of one class together and chooses among the wrappers that fit.
#include "delimiter/learn.h"

#include <fmt/format.h>

#include <algorithm>

#include "delimiter/choice.h"
#include "delimiter/limits.h"
#include "delimiter/nested.h"
#include "delimiter/open_close.h"
#include "delimiter/ranges.h"

namespace gleaner::delimiter {

namespace {

uint64_t times(uint64_t a, uint64_t b) { return b && a > kManyWrappers / b ? kManyWrappers : a * b; }

class ClassLearner {
 public:
  ClassLearner(Class kind, const std::vector<Example>& pages, size_t attributes,
               const std::vector<std::string_view>& also, Budget& budget)
      : kind_(kind), examples_(pages, attributes, is_nested(kind)), also_(also), budget_(budget) {}

  Outcomes learn() {
    learnt_.delimiters.kind = kind_;
    const bool headless = examples_.heads().empty();
    const bool between =
        std::ranges::any_of(examples_.gaps(), [](const Gap& gap) { return gap.attribute == 0; });
    if ((headless && !between) || (has_head_tail(kind_) && examples_.tails().empty()))
      return {std::nullopt, {0, "the first value of a record is known on no page", {}}};
    if (headless) reason_ = {0, "the first value of a record is known on no page", {}};
    if (!independent() || !(headless ? without_heads() : joint())) return {std::nullopt, reason_};
    if (!headless && (has_head_tail(kind_) || has_open_close(kind_))) choose_pieces();
    if (!also_.empty()) choose_by_unlabelled();
    if (!still_fits(
            learnt_.delimiters))  // cannot be, unless a solver is wrong: better no wrapper than a wrong one
      return {std::nullopt,
              {-1, "the wrapper found does not reproduce the labels (a bug in the learner)", {}, true}};
    return {std::move(learnt_), {}};
  }

 private:
  // Right delimiters, and l2.. of flat classes.
  bool independent() {
    Delimiters& w = learnt_.delimiters;
    w.left.resize(examples_.attributes());
    learnt_.fitting = 1;
    for (uint32_t k = 0; k < examples_.attributes(); ++k) {
      const Range right = right_range(examples_, k);
      if (!right.feasible()) return reason_ = explain_right(examples_, k, right), false;
      w.right.push_back(right.longest.substr(0, ranked_right(right, 1).front()));
      learnt_.fitting = times(learnt_.fitting, right.count());
      note(fmt::format("r{}", k + 1), right.count());
      if (is_nested(kind_) || k == 0) continue;
      const Range left = left_range(examples_, k, false);
      if (!left.feasible()) return reason_ = explain_left(examples_, k, left), false;
      w.left[k] = left.longest.substr(left.longest.size() - ranked_left(left, 1).front());
      learnt_.fitting = times(learnt_.fitting, left.count());
      note(fmt::format("l{}", k + 1), left.count());
    }
    return true;
  }

  bool joint() {
    if (!is_nested(kind_)) return joint_flat();
    NestedSolver solver(examples_, has_head_tail(kind_), budget_);
    std::optional<NestedSolution> found = solver.solve();
    if (!found) return reason_ = solver.reason(), false;
    learnt_.delimiters.left = found->left;
    learnt_.delimiters.head = found->head;
    learnt_.delimiters.tail = found->tail;
    learnt_.fitting = times(learnt_.fitting, found->fitting);
    return true;
  }

  bool joint_flat() {
    const ExampleSet tuples = examples_.collapsed();
    NestedSolver solver(tuples, has_head_tail(kind_), budget_);
    std::optional<NestedSolution> found = solver.solve();
    if (!found) {
      reason_ = solver.reason();
      return has_open_close(kind_) && !reason_.undecided && open_close(tuples);
    }
    Delimiters& w = learnt_.delimiters;
    w.left[0] = found->left[0];
    w.head = found->head;
    w.tail = found->tail;
    if (has_open_close(kind_)) w.open = w.left[0];  // and c is empty: the same wrapper in the larger class
    learnt_.fitting = times(learnt_.fitting, found->fitting);
    if (!has_head_tail(kind_)) note("l1", found->fitting);
    return true;
  }

  // A recogniser missed the first value of every page: what stands before it is not known. It
  // is what stands before the other first attributes, if it finds as many tuples as there are
  // and every known value in its own.
  bool without_heads() {
    const Range range = left_range(examples_, 0, false);
    if (is_nested(kind_) || has_open_close(kind_) || !range.feasible()) return false;
    std::vector<std::string_view> heads{std::string_view()}, tails{std::string_view()};
    if (has_head_tail(kind_)) {
      tails = ranked_tails(examples_, kHeadlessTried);
      std::string_view head;
      for (const Example& page : examples_.pages())
        if (!page.items.empty())
          if (const auto before = page.text.substr(0, page.items[0].span.begin);
              head.empty() || before.size() < head.size())
            head = before;
      for (std::string_view piece : ranked_pieces(head, kHeadlessTried)) heads.push_back(piece);
    }
    std::vector<uint32_t> lengths = ranked_left(range, kHeadlessTried);
    std::sort(lengths.rbegin(), lengths.rend());  // the more is common, the less else it finds
    Delimiters trial = learnt_.delimiters;
    for (uint32_t length : lengths)
      for (std::string_view tail : tails)
        for (std::string_view head : heads) {
          if (!budget_.spend_steps()) return false;
          trial.left[0] = range.longest.substr(range.longest.size() - length);
          trial.head = head, trial.tail = tail;
          if (!still_fits(trial)) continue;
          learnt_.delimiters = trial;
          note("l1", 1);
          return true;
        }
    return false;
  }

  bool open_close(const ExampleSet& tuples) {
    OpenCloseSolver solver(tuples, has_head_tail(kind_), budget_);
    std::optional<OpenCloseSolution> found = solver.solve();
    if (!found) {
      // The simpler class's reason names places; the larger one only adds that o and c do not help.
      if (solver.reason().undecided || reason_.words.empty()) reason_ = solver.reason();
      else reason_.words += "; open and close delimiters do not help";
      return false;
    }
    Delimiters& w = learnt_.delimiters;
    w.left[0] = found->left;
    w.open = found->open;
    w.close = found->close;
    w.head = found->head;
    w.tail = found->tail;
    return true;
  }

  bool still_fits(const Delimiters& w) { return fits(Program(w), examples_, scratch_); }

  // Replaces one of h, t, o, c by the best piece of the text it must stand in that keeps the wrapper right.
  void choose_piece(std::string Delimiters::* role, std::vector<std::string_view> pieces, bool may_be_empty,
                    const char* name) {
    Delimiters trial = learnt_.delimiters;
    if (may_be_empty) pieces.insert(pieces.begin(), std::string_view());
    uint64_t count = 0;
    std::optional<std::string> best;
    for (std::string_view piece : pieces) {
      trial.*role = piece;
      if (!still_fits(trial)) continue;
      ++count;
      if (!best) best = piece;
    }
    if (best) learnt_.delimiters.*role = *best;
    note(name, std::max<uint64_t>(count, 1));
    learnt_.fitting = times(learnt_.fitting, std::max<uint64_t>(count, 1));
  }

  void choose_pieces() {
    auto shortest = [](std::string_view a, std::string_view b) {
      return a.empty() || b.size() < a.size() ? b : a;
    };
    auto pieces = [](std::string_view text) { return ranked_pieces(text, kAlternativesTried); };
    std::string_view head, tail, gap;
    for (const Gap& h : examples_.heads()) head = shortest(head, examples_.text(h.page).substr(0, h.to));
    for (const Tail& t : examples_.tails()) tail = shortest(tail, examples_.text(t.page).substr(t.from));
    for (const Gap& g : examples_.gaps())
      if (g.attribute == 0) gap = shortest(gap, examples_.text(g.page).substr(g.from, g.to - g.from));
    if (has_head_tail(kind_)) {
      choose_piece(&Delimiters::tail, ranked_tails(examples_, kAlternativesTried), false, "t");
      choose_piece(&Delimiters::head, pieces(head), true, "h");
    }
    if (has_open_close(kind_)) {
      choose_piece(&Delimiters::close, pieces(gap.empty() ? tail : gap), true, "c");
      // o = l1 is the plainest choice where it does
      if (learnt_.delimiters.open != learnt_.delimiters.left[0])
        choose_piece(&Delimiters::open, pieces(gap.empty() ? head : gap), false, "o");
    }
  }

  // How well a wrapper explains the unlabelled pages: a point for each that gives records to its end, less
  // for values much longer than any labelled one; a record cut off costs the point.
  double explains(const Delimiters& w, const std::vector<Item>& longest) {
    const Program program(w);
    double points = 0;
    for (size_t i = 0; i < also_.size() && i < kAlsoPages; ++i) {
      scratch_.clear();
      const Outcome outcome = program.run(also_[i], scratch_, also_[i].size());
      const bool whole = outcome.end == Outcome::End::page || outcome.end == Outcome::End::tail;
      if (!whole || scratch_.empty()) continue;
      size_t odd = 0;
      for (const Item& item : scratch_)
        odd += item.span.size() > kOddLength * longest[item.attribute].span.size() + kOddSlack;
      points += 1 - double(odd) / double(scratch_.size());
    }
    return points;
  }

  // An example of each attribute's longest value, to tell what is odd.
  std::vector<Item> longest_values() const {
    std::vector<Item> longest(examples_.attributes());
    for (const Example& page : examples_.pages())
      for (const Item& item : page.items)
        if (item.span.size() >= longest[item.attribute].span.size()) longest[item.attribute] = item;
    return longest;
  }

  std::vector<std::string> alternatives(uint32_t attribute, bool left) const {
    const Range range = left ? left_range(examples_, attribute, false) : right_range(examples_, attribute);
    std::vector<uint32_t> lengths =
        left ? ranked_left(range, kAlsoAlternatives) : ranked_right(range, kAlsoAlternatives);
    lengths.push_back(uint32_t(left ? range.longest.size() : range.within));
    std::vector<std::string> texts;
    for (uint32_t n : lengths)
      texts.push_back(left ? range.longest.substr(range.longest.size() - n) : range.longest.substr(0, n));
    return texts;
  }

  // One delimiter after the other is replaced by the alternative that explains most; the first of equals, so
  // that the rule of choice decides.
  void choose_by_unlabelled() {
    const std::vector<Item> longest = longest_values();
    Delimiters& w = learnt_.delimiters;
    double best = explains(w, longest);
    const double all = double(std::min(also_.size(), kAlsoPages));
    for (uint32_t k = 0; k < examples_.attributes(); ++k)
      for (bool left : {true, false}) {
        if (best >= all) return;
        for (std::string& text : alternatives(k, left)) {
          Delimiters trial = w;
          if (left && k == 0 && has_open_close(kind_) && trial.open == trial.left[0]) trial.open = text;
          (left ? trial.left : trial.right)[k] = text;
          if (!budget_.spend_steps(also_.size()) || !still_fits(trial)) continue;
          const double points = explains(trial, longest);
          if (points > best) best = points, w = std::move(trial);
        }
      }
  }

  void note(std::string name, uint64_t count) { learnt_.alternatives.push_back({std::move(name), count}); }

  Class kind_;
  ExampleSet examples_;
  const std::vector<std::string_view>& also_;
  Budget& budget_;
  Learnt learnt_;
  Reason reason_;
  std::vector<Item> scratch_;
};

// --- unlabelled pages

}  // namespace

// Are the items whole tuples, as flat classes need them? If not, where not.
static std::optional<Reason> not_flat(const std::vector<Example>& pages, size_t attributes) {
  for (uint32_t page = 0; page < pages.size(); ++page) {
    const std::vector<Item>& items = pages[page].items;
    if (pages[page].partial) continue;
    for (size_t i = 0; i < items.size(); ++i) {
      const auto expected = uint32_t(i % attributes);
      if (items[i].attribute == expected) continue;
      return Reason{
          int(expected), fmt::format("attribute {} is missing here", expected + 1), {{page, items[i].span}}};
    }
    if (items.size() % attributes)
      return Reason{int(items.size() % attributes),
                    fmt::format("attribute {} is missing in the last record", items.size() % attributes + 1),
                    {{page, items.back().span}}};
  }
  return std::nullopt;
}

Outcomes learn(Class kind, const std::vector<Example>& pages, size_t attributes,
               const std::vector<std::string_view>& also, Budget& budget) {
  if (!is_nested(kind))
    if (std::optional<Reason> why = not_flat(pages, attributes)) return {std::nullopt, std::move(*why)};
  return ClassLearner(kind, pages, attributes, also, budget).learn();
}

}  // namespace gleaner::delimiter
