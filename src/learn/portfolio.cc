#include "learn/portfolio.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "base/ordered_pool.h"
#include "base/text.h"
#include "learn/ask.h"
#include "learn/check.h"
#include "learn/differences.h"
#include "learn/mixed.h"
#include "learn/weights.h"

namespace gleaner::learn {
namespace {

// Families worth asking, and how well their wrappers keep on further pages. Where a page is one record, pages
// vary (optional rows, other orders), and conditions on structure and labels outlive exact strings. Where a
// page is a list, its own repetition has tested a delimiter wrapper on every record: one that is exact there
// stays exact, to the byte. The richer classes need more examples than the poorer ones.
struct Prior {
  std::string_view kind;
  double on_details, on_lists;
};
constexpr Prior kPriors[] = {{"pattern", 1.0, 0.9}, {"lr", 0.75, 1.0},      {"hlrt", 0.7, 0.99},
                             {"oclr", 0.6, 0.97},   {"hoclrt", 0.55, 0.96}, {"nhlrt", 0.5, 0.95},
                             {"nlr", 0.45, 0.94},   {"template", 0.4, 0.5}, {"byexample", 0.35, 0.6}};

bool are_lists(const std::vector<wrap::LabelledPage>& pages) {
  size_t records = 0;
  for (const wrap::LabelledPage& page : pages) records += page.label.records.size();
  return records >= kListRecords * pages.size();
}

bool are_large(const std::vector<wrap::LabelledPage>& pages) {
  size_t bytes = 0;
  for (const wrap::LabelledPage& page : pages) bytes += page.document->text().size();
  return bytes > kLargePages;
}

// Kinds whose learning takes seconds on megabytes.
bool is_slow(std::string_view kind) {
  return kind == "nlr" || kind == "nhlrt" || kind == "template" || kind == "byexample";
}

std::vector<wrap::Record> records_of(const wrap::Wrapper& wrapper, const Document& page) {
  auto got = wrap::extract_all(wrapper, page);
  return got.ok() ? std::move(got).value() : std::vector<wrap::Record>{};
}

// Gives every label that stands in several places the place from which a wrapper takes that very value. So
// the families that cannot weigh places against each other learn from those that can.
void settle_places(wrap::Value& label, const wrap::Value& given) {
  if (label.is_text() && given.is_text()) {
    if (!label.span && given.span && collapse(label.text) == collapse(given.text)) label.span = given.span;
  } else if (label.is_list()) {
    std::vector<const wrap::Value*> items;
    if (given.is_list())
      for (const wrap::Value& item : given.items) items.push_back(&item);
    else items.push_back(&given);
    for (wrap::Value& item : label.items)
      for (const wrap::Value* candidate : items)
        if (item.is_text() && candidate->is_text() && collapse(item.text) == collapse(candidate->text))
          settle_places(item, *candidate);
  }
}

std::vector<wrap::LabelledPage> settle(const std::vector<wrap::LabelledPage>& pages,
                                       const wrap::Wrapper& wrapper) {
  std::vector<wrap::LabelledPage> out = pages;
  for (wrap::LabelledPage& page : out) {
    std::vector<wrap::Record> given = records_of(wrapper, *page.document);
    if (given.size() != page.label.records.size()) continue;
    for (size_t i = 0; i < given.size(); ++i)
      for (wrap::Field& field : page.label.records[i].fields)
        if (const wrap::Value* value = given[i].find(field.name)) settle_places(field.value, *value);
  }
  return out;
}

bool all_placed(const std::vector<wrap::LabelledPage>& pages) {
  bool all = true;
  for (const wrap::LabelledPage& page : pages)
    for (const wrap::Record& record : page.label.records)
      wrap::for_each_leaf(record,
                          [&](const std::string&, const wrap::Value& v) { all = all && v.span.has_value(); });
  return all;
}

double f1_of(const FieldMatches& matches, const std::string& field = "") {
  auto it = matches.find(field);
  return it == matches.end() ? 0 : it->second.f1();
}

struct Task {
  size_t family;
  std::optional<size_t> left_out;
};
struct Outcome {
  std::optional<wrap::Learned> learned;
  std::optional<Diagnostic> failed;
  FieldMatches matches;
  uint64_t steps = 0;
};

size_t jobs_of(const wrap::LearnOptions& options) {
  auto it = options.settings.find("jobs");
  size_t jobs = it == options.settings.end() ? 0 : size_t(std::strtoul(it->second.c_str(), nullptr, 10));
  return jobs ? jobs : default_jobs();
}

class Contest {
 public:
  Contest(const wrap::Registry& registry, const std::vector<wrap::LabelledPage>& pages,
          const wrap::LearnOptions& options, Budget& budget, const OnTrial& on_trial)
      : pages_(pages),
        options_(options),
        budget_(budget),
        on_trial_(on_trial),
        lists_(are_lists(pages)),
        large_(are_large(pages)),
        jobs_(jobs_of(options)) {
    options_.settings.erase("jobs");
    for (const Prior& prior : kPriors)
      if (const auto* family = registry.find(prior.kind); family && family->learner)
        families_.push_back(family), priors_.push_back(lists_ ? prior.on_lists : prior.on_details);
  }

  bool empty() const { return families_.empty(); }

  // Cheapest first: the first family learns, also with each page left out. The others learn once; if the
  // first was perfect on detail pages, nothing can beat it, and they are spared being left out. On large
  // pages those that are slow are not asked at all when the first was nearly so.
  std::vector<Candidate> run() {
    std::vector<Candidate> made(families_.size());
    for (size_t f = 0; f < made.size(); ++f) made[f].kind = families_[f]->kind, made[f].prior = priors_[f];
    settle_labels();
    const std::vector<size_t> held_out = pages_to_leave_out();
    std::vector<Task> tasks{{0, {}}};
    for (size_t p : held_out) tasks.push_back({0, p});
    run_tasks(tasks, made);
    const double first = !made[0].wrapper || lists_ ? 0 : std::min(f1_of(made[0].exact), made[0].known_f1());
    tasks.clear();
    for (size_t f = 1; f < families_.size(); ++f) {
      if (first >= kNearlyPerfect && large_ && is_slow(families_[f]->kind))
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
    std::erase_if(made, [](const Candidate& c) { return !c.wrapper; });
    return made;
  }

  const std::vector<std::pair<std::string, Diagnostic>>& failures() const { return failures_; }

 private:
  void run_tasks(const std::vector<Task>& tasks, std::vector<Candidate>& made) {
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
    const bool one_whole = std::count_if(pages_.begin(), pages_.end(), whole) == 1;
    for (size_t p = 0; p < pages_.size() && out.size() < kHeldOutPages; ++p)
      if (!one_whole || !whole(pages_[p])) out.push_back(p);
    return out;
  }

  // The first family (the one with the best prior) weighs places itself; the others get its choice.
  void settle_labels() {
    settled_ = &pages_;
    if (all_placed(pages_)) return;
    wrap::LearnOptions options = options_;
    options.kind = families_.front()->kind;
    auto learned = families_.front()->learner->learn(pages_, options, budget_);
    if (!learned.ok()) return;
    settled_pages_ = settle(pages_, *learned->wrapper);
    settled_ = &settled_pages_;
  }

  Outcome run_task(const Task& task) {
    Outcome outcome;
    const std::vector<wrap::LabelledPage>& all = task.family == 0 ? pages_ : *settled_;
    std::vector<wrap::LabelledPage> some;
    for (size_t i = 0; i < all.size(); ++i)
      if (i != task.left_out) some.push_back(all[i]);
    wrap::LearnOptions options = options_;
    options.kind = families_[task.family]->kind;
    BudgetLimits limits = budget_.limits();
    if (task.family != 0) limits.steps = std::min(limits.steps, kTaskSteps);
    Budget budget(limits);
    auto learned = families_[task.family]->learner->learn(some, options, budget);
    outcome.steps = budget.steps_spent();
    if (!learned.ok()) {
      outcome.failed = std::move(learned).error();
      if (task.left_out) outcome.matches = compare_label(pages_[*task.left_out].label, {});
      return outcome;
    }
    for (size_t i = 0; i < pages_.size(); ++i) {
      if (task.left_out && i != *task.left_out) continue;
      add(outcome.matches,
          compare_label(pages_[i].label, records_of(*learned->wrapper, *pages_[i].document)));
    }
    outcome.learned = std::move(learned).value();
    return outcome;
  }

  // Called in the order of the tasks, so that where a budget ends does not depend on the threads.
  void take(Candidate& candidate, const Task& task, Outcome outcome) {
    if (budget_.exhausted() || !budget_.spend_steps(outcome.steps)) {
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

  const std::vector<wrap::LabelledPage>& pages_;
  wrap::LearnOptions options_;
  Budget& budget_;
  const OnTrial& on_trial_;
  size_t done_ = 0;
  const bool lists_, large_;
  const size_t jobs_;
  std::vector<const wrap::Registry::Family*> families_;
  std::vector<double> priors_;
  std::vector<wrap::LabelledPage> settled_pages_;  // labels with one place each
  const std::vector<wrap::LabelledPage>* settled_ = nullptr;
  std::vector<std::pair<std::string, Diagnostic>> failures_;
};

// What all candidates give on the unlabelled pages: agreement is the mean F1 with the others, weighted by
// what is known of those.
void judge_unlabelled(std::vector<Candidate>& candidates, const Profile& labels, const Given& given) {
  const size_t n = given.size();
  if (!n) return;
  for (size_t c = 0; c < candidates.size(); ++c) {
    double agree = 0, weight = 0, plausible = 0;
    for (size_t i = 0; i < n; ++i) {
      plausible += plausibility(labels, given[i][c]);
      for (size_t o = 0; o < candidates.size(); ++o) {
        if (o == c) continue;
        double w = std::max(0.0, candidates[o].known_f1() - 0.5);
        agree += w * f1_of(compare(given[i][o], given[i][c]));
        weight += w;
      }
    }
    candidates[c].agreement = weight > 0 ? agree / weight : 0.5;
    candidates[c].plausible = plausible / double(n);
  }
}

// Few held-out values prove little: the rate is pulled towards the family's prior as if kPriorValues more had
// been seen.
double believed_f1(const Candidate& candidate) {
  const FieldMatches& matches = candidate.held_out.empty() ? candidate.exact : candidate.held_out;
  const Match& all = matches.at("");
  double seen = double(all.right + all.missed);
  return (all.f1() * seen + candidate.prior * kPriorValues) / (seen + kPriorValues);
}

template <class T>
void rearrange(std::vector<T>& items, const std::vector<size_t>& order) {
  std::vector<T> sorted;
  for (size_t i : order) sorted.push_back(std::move(items[i]));
  items = std::move(sorted);
}

// Sorts the candidates, and what they gave with them.
void score(Contested& contested) {
  std::vector<Candidate>& candidates = contested.candidates;
  for (Candidate& c : candidates)
    c.score = kHeldOutWeight * believed_f1(c) + kExactWeight * f1_of(c.exact) +
              kAgreementWeight * c.agreement + kPlausibleWeight * c.plausible + kPriorWeight * c.prior;
  std::vector<size_t> order(candidates.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return candidates[a].score > candidates[b].score + 1e-9; });
  rearrange(candidates, order);
  for (auto& page : contested.given) rearrange(page, order);
}

// Top-level fields at which another candidate is clearly better, by candidate.
std::vector<MixedPart> better_fields(const std::vector<Candidate>& candidates) {
  std::vector<MixedPart> parts;
  const Candidate& base = candidates.front();
  for (const auto& [field, match] : base.exact) {
    if (field.empty() || field.find('.') != std::string::npos)
      continue;  // nested values stay with their record
    if (base.known_f1(field) > kMixBelow) continue;
    const Candidate* best = &base;
    for (const Candidate& other : candidates)
      if (other.known_f1(field) >= kMixLeast && other.known_f1(field) > best->known_f1(field) + kMixGain &&
          f1_of(other.exact, field) >= f1_of(base.exact, field))
        best = &other;
    if (best == &base) continue;
    auto same = std::find_if(parts.begin(), parts.end(),
                             [&](const MixedPart& p) { return p.wrapper == best->wrapper; });
    if (same == parts.end()) parts.push_back({{field}, best->wrapper, 0});
    else same->fields.push_back(field);
  }
  return parts;
}

// How long a value of these fields may be, to judge by the labels.
size_t longest_value(const std::vector<wrap::LabelledPage>& pages, const std::vector<std::string>& fields) {
  size_t longest = 0;
  for (const wrap::LabelledPage& page : pages)
    for (const wrap::Record& record : page.label.records)
      wrap::for_each_leaf(record, [&](const std::string& path, const wrap::Value& v) {
        if (std::find(fields.begin(), fields.end(), path.substr(0, path.find('.'))) != fields.end())
          longest = std::max(longest, v.text.size());
      });
  return size_t(kLengthFactor * double(longest)) + kAnyLength;
}

FieldMatches exactness(const wrap::Wrapper& wrapper, const std::vector<wrap::LabelledPage>& pages) {
  FieldMatches matches;
  for (const wrap::LabelledPage& page : pages)
    add(matches, compare_label(page.label, records_of(wrapper, *page.document)));
  return matches;
}

Diagnostic nothing_fits(const std::vector<std::pair<std::string, Diagnostic>>& failures) {
  Diagnostic why = failures.front().second;
  for (const auto& [kind, failure] : failures)
    if (kind == "pattern") why = failure;  // the richest language has the most telling reason
  why.code = Code::cannot_learn;
  std::string others;
  for (const auto& [kind, failure] : failures) others += (others.empty() ? "" : ", ") + kind;
  why.hint += fmt::format("{}no family can: {} were tried", why.hint.empty() ? "" : "\n  ", others);
  return why;
}

void fill_report(wrap::Learned& learned, const std::vector<Candidate>& candidates, const FieldMatches& exact,
                 const std::vector<wrap::LabelledPage>& pages,
                 const std::vector<std::pair<std::string, Diagnostic>>& failures) {
  wrap::LearnReport& report = learned.report;
  report.pages = uint32_t(pages.size());
  report.records = 0;
  for (const wrap::LabelledPage& page : pages) report.records += uint32_t(page.label.records.size());
  const Match& all = exact.at("");
  report.covered = uint32_t(all.right);
  report.missed = uint32_t(all.missed);
  report.wrong = uint32_t(all.wrong);
  for (size_t i = 0; i < candidates.size(); ++i)
    report.details[fmt::format("candidate.{}", i + 1)] = candidates[i].words();
  for (const auto& [kind, failure] : failures) report.details["failed." + kind] = failure.message;
}

std::string shown(const std::optional<std::string>& text) {
  if (!text) return "nothing";
  return text->empty() ? "an empty text" : "\"" + text->substr(0, 80) + "\"";
}

// A labelled value of the field on another page; a contradiction names it beside the one that does not come
// out.
std::string example_elsewhere(const std::vector<wrap::LabelledPage>& pages, const wrap::Label& label,
                              const std::string& field) {
  for (const wrap::LabelledPage& other : pages) {
    if (other.label.page == label.page) continue;
    const wrap::Value* example = other.label.records.empty() ? nullptr : other.label.records[0].find(field);
    if (example && example->is_text())
      return fmt::format("; it contradicts {}: {}", other.label.page, shown(example->text));
  }
  return {};
}

// The one label to look at when not all come out: which field on which page, what is given instead, and an
// example that it contradicts.
std::optional<Diagnostic> first_contradiction(const wrap::Wrapper& wrapper,
                                              const std::vector<wrap::LabelledPage>& pages,
                                              const FieldMatches& exact) {
  constexpr const char* kHint =
      "is the label right? gleaner label LABELS --view OUT.html shows it; if it is, label one more page like "
      "this one";
  for (const wrap::LabelledPage& page : pages) {
    for (const Difference& d : differences(page.label, records_of(wrapper, *page.document))) {
      if (!d.expected && !page.label.complete) continue;
      if (d.field.empty()) {  // a whole record; told by its first value
        std::string what =
            d.expected ? fmt::format("record {} of the labels is not found: {}", d.record, shown(d.expected))
                       : fmt::format("a record is given that no label has: {}", shown(d.got));
        return warning(Code::cannot_learn, page.label.page + ": " + std::move(what), {}, kHint);
      }
      std::string message = fmt::format("{}: the label of \"{}\" says {}, the rule gives {}", page.label.page,
                                        d.field, shown(d.expected), shown(d.got));
      if (auto it = exact.find(d.field); it != exact.end() && it->second.right)
        message += example_elsewhere(pages, page.label, d.field);
      return warning(Code::cannot_learn, std::move(message), {}, kHint);
    }
  }
  return std::nullopt;
}

Diagnostic too_little(const wrap::Wrapper& wrapper, const std::vector<wrap::LabelledPage>& pages,
                      const FieldMatches& exact) {
  const Match& all = exact.at("");
  Diagnostic why =
      error(Code::cannot_learn,
            all.right ? fmt::format("no wrapper gives more than {} of the {} labelled values", all.right,
                                    all.right + all.missed)
                      : std::string("no wrapper gives any of the labelled values"),
            {}, "check that the labels are on the right pages: gleaner label LABELS --view OUT.html");
  if (auto first = first_contradiction(wrapper, pages, exact)) why.message += "; " + first->message;
  return why;
}

std::set<std::string> fields_on(const wrap::LabelledPage& page) {
  std::set<std::string> out;
  for (const wrap::Record& record : page.label.records)
    wrap::for_each_leaf(record, [&](const std::string& field, const wrap::Value&) { out.insert(field); });
  return out;
}

// Labels of two sites in one file: pages that are built alike nowhere and have mostly other fields.
std::optional<Diagnostic> two_sites(const std::vector<wrap::LabelledPage>& pages) {
  for (size_t i = 1; i < pages.size(); ++i) {
    const std::set<std::string> first = fields_on(pages[0]), here = fields_on(pages[i]);
    const auto common = size_t(std::count_if(
        here.begin(), here.end(), [&](const std::string& field) { return first.contains(field); }));
    if (common * 2 > std::min(first.size(), here.size())) continue;
    if (similarity(sketch_of(*pages[0].document), sketch_of(*pages[i].document)) > kOtherSite) continue;
    return warning(Code::cannot_learn,
                   fmt::format("{} and {} are built differently and have other fields", pages[0].label.page,
                               pages[i].label.page),
                   {}, "if they are of two sites, or two kinds of page, learn a wrapper for each");
  }
  return std::nullopt;
}

}  // namespace

std::string Candidate::words() const {
  std::string out = fmt::format("{} {:.3f}: exact {:.3f}", kind, score, f1_of(exact));
  if (!held_out.empty()) out += fmt::format(", held out {:.3f}", f1_of(held_out));
  if (plausible > 0) out += fmt::format(", agrees {:.3f}, plausible {:.3f}", agreement, plausible);
  return out;
}

// Exact values count most on held-out pages; with one page, or where no page left out has the field, being
// exact is all that is known.
double Candidate::known_f1(const std::string& field) const {
  return held_out.contains(field) ? f1_of(held_out, field) : f1_of(exact, field);
}

Given give(const std::vector<Candidate>& candidates, const std::vector<DocumentPtr>& pages, size_t jobs) {
  Given given(pages.size());
  ordered_for(
      pages.size(), jobs,
      [&](size_t i) {
        std::vector<std::vector<wrap::Record>> out;
        for (const Candidate& candidate : candidates)
          out.push_back(records_of(*candidate.wrapper, *pages[i]));
        return out;
      },
      [&](size_t i, std::vector<std::vector<wrap::Record>> out) {
        given[i] = std::move(out);
        return true;
      });
  return given;
}

void put_in_order(std::vector<wrap::LabelledPage>& pages) {
  std::stable_sort(pages.begin(), pages.end(), [](const wrap::LabelledPage& a, const wrap::LabelledPage& b) {
    return a.label.page < b.label.page;
  });
}

Result<Contested> Portfolio::contest(const std::vector<wrap::LabelledPage>& given_pages,
                                     const wrap::LearnOptions& options, Budget& budget,
                                     const OnTrial& on_trial) const {
  std::vector<wrap::LabelledPage> pages = given_pages;
  put_in_order(pages);
  Contest contest(*families_, pages, options, budget, on_trial);
  if (contest.empty()) return error(Code::unsupported, "this program was built without a learner");
  Contested out;
  out.candidates = contest.run();
  out.failures = contest.failures();
  if (out.candidates.empty()) return nothing_fits(out.failures);
  Profile labels;
  for (const wrap::LabelledPage& page : pages) labels.add(*page.document, page.label.records);
  std::vector<DocumentPtr> looked_at(
      options.also.begin(), options.also.begin() + ptrdiff_t(std::min(options.also.size(), kAlsoPages)));
  out.given = give(out.candidates, looked_at, jobs_of(options));
  judge_unlabelled(out.candidates, labels, out.given);
  score(out);
  return out;
}

Result<wrap::Learned> Portfolio::learn(const std::vector<wrap::LabelledPage>& pages,
                                       const wrap::LearnOptions& options, Budget& budget) const {
  return learn(pages, options, budget, {});
}

Result<wrap::Learned> Portfolio::learn(const std::vector<wrap::LabelledPage>& pages,
                                       const wrap::LearnOptions& options, Budget& budget,
                                       const OnTrial& on_trial) const {
  const auto begin = std::chrono::steady_clock::now();
  GLEANER_TRY(Contested contested, contest(pages, options, budget, on_trial));
  GLEANER_TRY(wrap::Learned learned, choose(contested, pages, options.also));
  learned.report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return learned;
}

Result<wrap::Learned> Portfolio::learn_first(const std::vector<wrap::LabelledPage>& pages,
                                             wrap::LearnOptions options, Budget& budget) const {
  options.settings.erase("jobs");
  for (const Prior& prior : kPriors)
    if (const auto* family = families_->find(prior.kind); family && family->learner) {
      options.kind = family->kind;
      return family->learner->learn(pages, options, budget);
    }
  return error(Code::unsupported, "this program was built without a learner");
}

Result<wrap::Learned> Portfolio::choose(const Contested& contested,
                                        const std::vector<wrap::LabelledPage>& pages,
                                        const std::vector<DocumentPtr>& also) const {
  const std::vector<Candidate>& candidates = contested.candidates;
  wrap::Learned learned{candidates.front().wrapper, candidates.front().report};
  FieldMatches exact = candidates.front().exact;
  if (std::vector<MixedPart> parts = better_fields(candidates); !parts.empty()) {
    for (MixedPart& part : parts) part.longest = longest_value(pages, part.fields);
    auto mixed = std::make_shared<MixedWrapper>(candidates.front().wrapper, parts);
    FieldMatches mixed_exact = exactness(*mixed, pages);
    if (f1_of(mixed_exact) >= f1_of(exact)) {
      for (const MixedPart& part : parts)
        learned.report.rules.push_back(
            fmt::format("{} from {}", fmt::join(part.fields, ", "), part.wrapper->kind()));
      learned.wrapper = mixed;
      learned.report.kind = "mixed";
      exact = std::move(mixed_exact);
    }
  }
  if (f1_of(exact) <= kLeastExact && exact.at("").missed) return too_little(*learned.wrapper, pages, exact);
  fill_report(learned, candidates, exact, pages, contested.failures);
  if (exact.at("").missed || exact.at("").wrong)
    if (auto contradiction = first_contradiction(*learned.wrapper, pages, exact))
      learned.report.notes.push_back(std::move(*contradiction));
  if (auto mixed = two_sites(pages)) learned.report.notes.push_back(std::move(*mixed));
  if (auto question = next_question(candidates, contested.given, also, {}))
    learned.report.notes.push_back({Severity::note,
                                    Code::cannot_learn,
                                    words(*question, *also[question->page]),
                                    {},
                                    "it decides most; or answer questions: --ask PAGE..."});
  return learned;
}

Profile make_profile(const wrap::Wrapper& wrapper, const std::vector<wrap::LabelledPage>& pages,
                     const std::vector<DocumentPtr>& also) {
  Profile profile;
  for (const wrap::LabelledPage& page : pages) {
    std::vector<wrap::Record> given = records_of(wrapper, *page.document);
    bool exact = f1_of(compare(page.label.records, given)) == 1;
    profile.add(*page.document, exact ? given : page.label.records, exact ? &wrapper.rules() : nullptr, true);
  }
  for (size_t i = 0; i < also.size() && i < kAlsoPages; ++i)
    profile.add(*also[i], records_of(wrapper, *also[i]), &wrapper.rules());
  return profile;
}

void register_portfolio(wrap::Registry& registry) {
  auto families = std::make_shared<wrap::Registry>(registry);
  wrap::Registry::Family mixed;
  mixed.kind = "mixed";
  mixed.purpose = "records from one family, fields from others";
  mixed.load = [families](const wrap::Config& config) { return MixedWrapper::load(config, *families); };
  registry.add(std::move(mixed));
  wrap::Registry::Family best;
  best.kind = "auto";
  best.purpose = "every family learns, the best wrapper is kept";
  best.learner = std::make_shared<Portfolio>(families);
  registry.add(std::move(best));
}

}  // namespace gleaner::learn
