// See trials.h. Which families are worth a trial, and the trials themselves on several threads.
#include "learn/trials.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <optional>

#include <fmt/format.h>

#include "base/ordered_pool.h"
#include "base/text.h"
#include "html/source_map.h"
#include "html/table_header.h"
#include "label/settle.h"
#include "learn/evaluate.h"
#include "learn/list_or_detail.h"
#include "learn/weights.h"

namespace gleaner::learn {
namespace {

bool are_large(const std::vector<wrap::LabelledPage>& pages) {
  size_t bytes = 0;
  for (const wrap::LabelledPage& page : pages) bytes += page.document->text().size();
  return bytes > kLargePages;
}

bool are_plain(const std::vector<wrap::LabelledPage>& pages) {
  return std::ranges::none_of(pages, [](const wrap::LabelledPage& page) { return page.document->is_html(); });
}

// Kinds whose learning takes seconds on megabytes.
bool is_slow(std::string_view kind) {
  return kind == "nlr" || kind == "nhlrt" || kind == "template" || kind == "byexample";
}

// Do the labelled values stand in columns of a table that have headers? Looked at on one page.
bool are_headed(const std::vector<wrap::LabelledPage>& pages) {
  if (pages.empty() || !pages.front().document->is_html()) return false;
  const auto& map = pages.front().document->view<html::SourceMap>();
  const auto& headers = pages.front().document->view<html::TableHeaders>();
  size_t values = 0, headed = 0;
  wrap::for_each_leaf(pages.front().label.records, [&](const std::string&, const wrap::Value& v) {
    if (!v.span && v.places.empty()) return;
    const html::NodeId node = map.node_at(v.span ? v.span->begin : v.places.front().begin);
    ++values;
    headed += node != html::kNoNode && !headers.above(node).empty();
  });
  return double(headed) > kHeadedShare * double(values);
}

// Families that learn a list from a part of its records; the others take every page for whole.
bool reads_parts(std::string_view kind) {
  return kind == "pattern" || kind == "byexample" || kind == "lines" || kind == "rows" || kind == "table";
}

std::vector<wrap::LabelledPage> settled(std::vector<wrap::LabelledPage> pages) {
  label::settle(pages);
  return pages;
}

struct Task {
  size_t family;
  std::optional<size_t> left_out;
};
// Do the pages say where on a sheet their texts stand, as those of PDFs do?
bool are_boxed(const std::vector<wrap::LabelledPage>& pages) {
  return std::ranges::all_of(pages, [](const wrap::LabelledPage& page) {
    return page.document->is_html() && page.document->text().find("data-box=") != std::string_view::npos;
  });
}

struct Outcome {
  std::optional<wrap::Learned> learned;
  std::optional<Diagnostic> failed;
  FieldMatches matches;
  uint64_t steps = 0;
};

class TrialRun {
 public:
  TrialRun(const wrap::Registry& registry, const std::vector<wrap::LabelledPage>& pages,
           const wrap::LearnOptions& options, Budget& budget, const OnTrial& on_trial)
      : given_(pages),
        pages_(settled(pages)),
        options_(options),
        budget_(budget),
        on_trial_(on_trial),
        lists_(are_lists(pages)),
        large_(are_large(pages)),
        plain_(are_plain(pages)),
        nested_(are_nested(pages)),
        headed_(lists_ && are_headed(pages)),
        in_part_(any_part_of_list(pages)),
        jobs_(jobs_of(options)) {
    if (const auto left = budget.time_left()) enough_ = Clock::now() + *left * kTrialsShare / 100;
    options_.settings.erase("jobs");
    // Plain text has no structure but its lines: the family that reads those is asked first.
    const auto* lines = plain_ ? registry.find("lines") : nullptr;
    if (lines && lines->learner) families_.push_back(lines), priors_.push_back(1);
    // A sheet is read by what stands beside and above, which outlives the order of its blocks.
    if (const auto* layout = registry.find("layout");
        layout && layout->learner && !lists_ && are_boxed(pages))
      families_.push_back(layout), priors_.push_back(kBoxedPrior);
    for (const Prior& prior : kPriors)
      if (const auto* family = registry.find(prior.kind);
          family && family->learner && family != lines && (prior.kind != "rows" || (lists_ && !plain_)))
        families_.push_back(family), priors_.push_back(prior_of(prior));
    // Below headings stand cells: what spans, sections and levels of headings mean
    // is known to this family alone.
    if (const auto* table = registry.find("table"); table && table->learner && headed_)
      families_.push_back(table), priors_.push_back(kTablePrior);
  }

  // Cheapest first: the first family learns, also with each page left out. The others learn once; if the
  // first was perfect on detail pages, nothing can beat it, and they are spared being left out. On large
  // pages those that are slow are not asked at all when the first was nearly so, and none where it found a
  // long list from its first rows.
  Trials run() {
    if (families_.empty()) return {};
    std::vector<Contestant> made(families_.size());
    for (size_t f = 0; f < made.size(); ++f) made[f].kind = families_[f]->kind, made[f].prior = priors_[f];
    const std::vector<size_t> held_out = pages_to_leave_out();
    std::vector<Task> tasks{{0, {}}};
    for (size_t p : held_out) tasks.push_back({0, p});
    run_tasks(tasks, made);
    if (take_lines(made[0])) {
      made.resize(1);
      return finished(std::move(made));
    }
    if (take_nested(made[0])) {
      made.resize(1);
      return finished(std::move(made));
    }
    const double first = !made[0].wrapper || lists_ ? 0 : std::min(f1_of(made[0].exact), made[0].known_f1());
    tasks.clear();
    for (size_t f = 1; f < families_.size(); ++f) {
      if (in_part_ && !reads_parts(families_[f]->kind))
        failures_.emplace_back(
            families_[f]->kind,
            error(Code::cannot_learn, "not asked: it would learn the labelled records of the list alone"));
      else if (large_ &&
               ((in_part_ && made[0].wrapper) || (first >= kNearlyPerfect && is_slow(families_[f]->kind))))
        failures_.emplace_back(
            families_[f]->kind,
            error(Code::budget, "not asked: the pages are large, and " + made[0].kind + " fits"));
      else tasks.push_back({f, {}});
    }
    run_tasks(tasks, made);
    if (first < 1) {
      tasks.clear();
      for (size_t f = 1; f < families_.size(); ++f)
        for (size_t i = 0; made[f].wrapper && i < held_out.size(); ++i) tasks.push_back({f, held_out[i]});
      run_tasks(tasks, made);
    }
    std::erase_if(made, [](const Contestant& c) { return !c.wrapper; });
    return finished(std::move(made));
  }

 private:
  using Clock = std::chrono::steady_clock;

  Trials finished(std::vector<Contestant> made) {
    Trials out{std::move(made), std::move(failures_), {}};
    if (budget_.exhausted() || cut_) out.cut = out_of_budget();
    return out;
  }

  // Something was learned, and what time is left is for judging it.
  bool is_enough() const { return found_ && enough_ && Clock::now() > *enough_; }

  Diagnostic out_of_budget() const {
    if (budget_.exhausted()) return budget_.diagnostic("learning");
    return error(Code::budget,
                 fmt::format("ran out of time (limit {} ms) while learning", budget_.limits().time->count()));
  }

  // Columns that have headers may be reordered, or new ones come between them: patterns find them by the
  // header, the other families count cells.
  double prior_of(const Prior& prior) const {
    if (!lists_) return prior.on_details;
    return headed_ && prior.kind == "pattern" ? kHeadedPrior : prior.on_lists;
  }

  // A grammar of lines that gives every labelled value of a plain text is taken as it is: from one labelled
  // line all lines are meant, and no other family knows what a line is.
  bool take_lines(Contestant& first) const {
    if (!plain_ || first.kind != "lines" || !first.wrapper || first.exact.at("").missed) return false;
    for (auto& [field, match] : first.exact) match.wrong = 0;
    return true;
  }

  // Records inside of records are learned level by level, inside of the bounds of the level above. A wrapper
  // that does so and gives every page as labelled, those left out too, has nothing to fear from the other
  // families, which know nothing of levels and take long over it.
  bool take_nested(const Contestant& first) const {
    return nested_ && first.wrapper && !first.held_out.empty() && f1_of(first.exact) == 1 &&
           f1_of(first.held_out) == 1;
  }

  void run_tasks(const std::vector<Task>& tasks, std::vector<Contestant>& made) {
    ordered_for(
        tasks.size(), jobs_, [&](size_t i) { return run_task(tasks[i]); },
        [&](size_t i, Outcome outcome) {
          take(made[tasks[i].family], tasks[i], std::move(outcome));
          if (on_trial_) on_trial_(++done_, families_.size() * (1 + std::min(pages_.size(), kHeldOutPages)));
          return true;
        });
  }

  // Not the only whole page among pages with single answers: what is left would teach little.
  std::vector<size_t> pages_to_leave_out() const {
    std::vector<size_t> out;
    if (pages_.size() < 2) return out;
    auto whole = [](const wrap::LabelledPage& page) { return page.label.complete; };
    const bool one_whole = std::ranges::count_if(pages_, whole) == 1;
    const size_t most = nested_ ? kNestedHeldOutPages : kHeldOutPages;
    for (size_t p = 0; p < pages_.size() && out.size() < most; ++p)
      if (!one_whole || !whole(pages_[p])) out.push_back(p);
    return out;
  }

  Outcome run_task(const Task& task) {
    Outcome outcome;
    if (budget_.exhausted() || is_enough()) {
      cut_ = true;
      outcome.failed = out_of_budget();
      return outcome;
    }
    // Where texts stand in their line is known best to the family of lines: a text
    // may be two fields of one line.
    const bool by_lines = plain_ && families_[task.family]->kind == "lines";
    const std::vector<wrap::LabelledPage>& from = by_lines ? given_ : pages_;
    std::vector<wrap::LabelledPage> some;
    for (size_t i = 0; i < from.size(); ++i)
      if (i != task.left_out) some.push_back(from[i]);
    wrap::LearnOptions options = options_;
    options.kind = families_[task.family]->kind;
    learn_one(*families_[task.family], some, options, outcome);
    if (!outcome.learned) {
      if (task.left_out) outcome.matches = compare_label(given_[*task.left_out].label, {});
      return outcome;
    }
    if (!task.left_out) {
      outcome.matches = evaluate(outcome.learned->wrapper, given_, by_lines);
    } else {  // such a wrapper is asked once
      const wrap::LabelledPage& page = given_[*task.left_out];
      outcome.matches = compare_label(page.label, records_of(*outcome.learned->wrapper, *page.document));
    }
    return outcome;
  }

  // Under a part of the search's budget; a family that takes more than its share of the memory fails, not the
  // search.
  void learn_one(const wrap::Registry::Family& family, const std::vector<wrap::LabelledPage>& pages,
                 const wrap::LearnOptions& options, Outcome& outcome) {
    const Budget::Scope part_of_search(budget_);
    BudgetLimits limits = budget_.limits();
    if (&family != families_.front()) limits.steps = std::min(limits.steps, kTaskSteps);
    if (limits.memory != BudgetLimits::kUnlimited) limits.memory /= std::max<size_t>(1, jobs_);
    if (enough_ && found_)
      limits.time = std::max(std::chrono::milliseconds(0),
                             std::chrono::duration_cast<std::chrono::milliseconds>(*enough_ - Clock::now()));
    Budget budget(limits);
    work_within(budget, [&] {
      auto learned = family.learner->learn(pages, options, budget);
      if (learned.ok()) outcome.learned = std::move(learned).value();
      else outcome.failed = std::move(learned).error();
    });
    if (!outcome.learned && !outcome.failed) outcome.failed = budget.diagnostic("learning");
    if (outcome.learned) found_ = true;
    if (budget.ran_out() == Budget::Ran::time) cut_ = true;
    outcome.steps = budget.steps_spent();
  }

  // Called in the order of the tasks, so that where a budget ends does not depend on the threads.
  void take(Contestant& candidate, const Task& task, Outcome outcome) {
    // What time allowed a family to learn is kept: it may be all there is.
    const bool late_but_learned = !task.left_out && outcome.learned && budget_.ran_out() == Budget::Ran::time;
    if (!late_but_learned && (budget_.exhausted() || !budget_.spend_steps(outcome.steps))) {
      if (!task.left_out)
        failures_.emplace_back(families_[task.family]->kind, budget_.diagnostic("learning"));
      return;
    }
    if (task.left_out) {
      add(candidate.held_out, outcome.matches);
      return;
    }
    if (outcome.failed) {
      failures_.emplace_back(families_[task.family]->kind, std::move(*outcome.failed));
      return;
    }
    candidate.wrapper = outcome.learned->wrapper;
    candidate.report = std::move(outcome.learned->report);
    candidate.exact = std::move(outcome.matches);
  }

  const std::vector<wrap::LabelledPage>& given_;  // as labelled: what is judged by
  const std::vector<wrap::LabelledPage> pages_;   // each label at one place: what is learned from
  wrap::LearnOptions options_;
  Budget& budget_;
  const OnTrial& on_trial_;
  size_t done_ = 0;
  std::optional<Clock::time_point> enough_;
  std::atomic<bool> found_ = false, cut_ = false;
  const bool lists_, large_, plain_, nested_, headed_, in_part_;
  const size_t jobs_;
  std::vector<const wrap::Registry::Family*> families_;
  std::vector<double> priors_;
  std::vector<std::pair<std::string, Diagnostic>> failures_;
};

}  // namespace

size_t jobs_of(const wrap::LearnOptions& options) {
  auto it = options.settings.find("jobs");
  size_t jobs = it == options.settings.end() ? 0 : size_t(std::strtoul(it->second.c_str(), nullptr, 10));
  return jobs ? jobs : default_jobs();
}

Trials run_trials(const wrap::Registry& families, const std::vector<wrap::LabelledPage>& pages,
                  const wrap::LearnOptions& options, Budget& budget, const OnTrial& on_trial) {
  return TrialRun(families, pages, options, budget, on_trial).run();
}

}  // namespace gleaner::learn
