// See contest_rows.h.
#include "learn/contest_rows.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "html/tree.h"
#include "learn/evaluate.h"
#include "learn/probes.h"
#include "learn/sample.h"
#include "learn/trials.h"
#include "learn/weights.h"

namespace gleaner::learn {
namespace {

Contestant rows_candidate(const wrap::Learned& rows, FieldMatches exact) {
  return {"rows", rows.wrapper, rows.report, std::move(exact), {}, 0, 0, 1};
}

// What the candidates give on the unlabelled pages, and their order as it stands.
void finish(Contested& out, const wrap::LearnOptions& options) {
  std::vector<DocumentPtr> looked_at(
      options.also.begin(), options.also.begin() + ptrdiff_t(std::min(options.also.size(), kAlsoPages)));
  out.given = give(out.candidates, looked_at, jobs_of(options));
  for (size_t c = 0; c < out.candidates.size(); ++c) out.candidates[c].score = 1.0 / double(c + 1);
  out.rows = true;
}

// The field, if there is one, that the finder of the records gives right in labelled rows, and the
// candidate gives otherwise in others.
std::optional<std::string> contradicts(const FieldMatches& known, const std::vector<wrap::Record>& records,
                                       const std::vector<wrap::Record>& given) {
  const FieldMatches both = compare_rows(records, given, true);
  for (const auto& [field, match] : both)
    if (!field.empty() && f1_of(known, field) == 1 && match.f1() < kSameField)
      return "gives other values of \"" + field + "\" in rows that are not labelled";
  return std::nullopt;
}

bool is_preformatted(const wrap::LabelledPage& page) {
  const html::Tree& tree = page.document->view<html::Tree>();
  const html::TagId pre = html::tag_id("pre");
  for (html::NodeId n = 0; n < tree.size(); ++n)
    if (tree.is_element(n) && tree.tag(n) == pre) return true;
  return false;
}

// Labels cut short come out whole: a wrapper that gives them as they are has learned them by heart.
bool differs_by_cuts(const Bounds& bounds, const std::vector<wrap::LabelledPage>& pages) {
  for (size_t p = 0; p < pages.size(); ++p)
    if (!differ_by_cuts(pages[p].label.records, bounds.records[p])) return false;
  return true;
}

// On a page that is labelled whole every record is a labelled one.
bool gives_too_many(const Bounds& bounds, const std::vector<wrap::LabelledPage>& pages) {
  for (size_t p = 0; p < pages.size(); ++p)
    if (pages[p].label.complete && bounds.records[p].size() > pages[p].label.records.size()) return true;
  return false;
}

// Lines of preformatted text, where they give every labelled value.
std::optional<Contestant> exact_lines(const wrap::Registry& families,
                                      const std::vector<wrap::LabelledPage>& pages,
                                      const wrap::LearnOptions& options, Budget& budget) {
  const wrap::Registry::Family* family = families.find("lines");
  if (!family || !family->learner || !std::ranges::all_of(pages, is_preformatted)) return std::nullopt;
  wrap::LearnOptions own = options;
  own.kind = family->kind;
  own.settings.erase("jobs");
  auto learned = family->learner->learn(pages, own, budget);
  if (!learned.ok()) return std::nullopt;
  Contestant out = rows_candidate(*learned, evaluate(learned->wrapper, pages, true));
  out.kind = family->kind;
  if (f1_of(out.exact) < 1) return std::nullopt;
  return out;
}

// Why a wrapper of another family may not be taken in place of the one that found the records.
std::optional<std::string> why_not(const Contestant& candidate, const Bounds& bounds,
                                   const FieldMatches& letters, const std::vector<wrap::LabelledPage>& pages,
                                   const std::vector<DocumentPtr>& also) {
  if (f1_of(candidate.exact) < 1) return "does not give every labelled value";
  if (candidate.kind == "rows") return "is the one that found the records";
  const size_t longest =
      size_t(std::ranges::max_element(bounds.records,
                                      [](const auto& a, const auto& b) { return a.size() < b.size(); }) -
             bounds.records.begin());
  if (Probes(pages[longest].document, given_by(candidate.wrapper, *pages[longest].document))
          .failed(candidate.wrapper) > kMixesMuch)
    return "mixes records where a value is missing";
  for (size_t p = 0; p < pages.size(); ++p) {
    const std::vector<wrap::Record>& given = given_by(candidate.wrapper, *pages[p].document);
    if (auto why = contradicts(letters, bounds.records[p], given)) return why;
    if (auto why = leaves_bounds(given, bounds.records[p], *pages[p].document)) return why;
  }
  for (size_t p = 0; p < also.size() && p < kAlsoPages; ++p)
    if (auto why = leaves_bounds(given_by(candidate.wrapper, *also[p]),
                                 given_by(bounds.rows.wrapper, *also[p]), *also[p]))
      return why;
  return std::nullopt;
}

}  // namespace

Contested contest_rows(const wrap::Registry& families, Bounds bounds,
                       const std::vector<wrap::LabelledPage>& pages, const wrap::LearnOptions& options,
                       Budget& budget, const OnTrial& on_trial) {
  Contested out;
  FieldMatches letters;
  for (size_t p = 0; p < pages.size(); ++p)
    add(letters, compare_rows(pages[p].label.records, bounds.records[p], true));
  Contestant rows = rows_candidate(bounds.rows, evaluate(bounds.rows.wrapper, pages, true));
  const bool as_labelled = f1_of(letters) == 1 || differs_by_cuts(bounds, pages);
  if (!as_labelled || gives_too_many(bounds, pages)) {
    if (auto lines = exact_lines(families, pages, options, budget)) {
      out.candidates.push_back(std::move(*lines));
      out.failures.emplace_back("rows", error(Code::cannot_learn, "does not give every labelled value"));
      finish(out, options);
      return out;
    }
    Trials trials = run_trials(families, completed(bounds, pages), options, budget, on_trial);
    out.failures = std::move(trials.failures);
    out.cut = std::move(trials.cut);
    for (Contestant& candidate : trials.candidates) {
      candidate.exact = evaluate(candidate.wrapper, pages, true);
      candidate.held_out.clear();
      if (auto why = why_not(candidate, bounds, letters, pages, options.also))
        out.failures.emplace_back(candidate.kind, error(Code::cannot_learn, *why));
      else out.candidates.push_back(std::move(candidate));
    }
    // exact beats inexact; among exact ones the order of the priors holds
    out.candidates.push_back(std::move(rows));
  } else {
    out.candidates.push_back(std::move(rows));
  }
  finish(out, options);
  return out;
}

std::optional<Contested> contest_long_list(const wrap::Registry& families,
                                           const std::vector<wrap::LabelledPage>& pages,
                                           const wrap::LearnOptions& options, Budget& budget) {
  if (std::ranges::none_of(
          pages, [](const wrap::LabelledPage& page) { return page.label.records.size() >= kLongList; }))
    return std::nullopt;
  std::vector<std::set<size_t>> taken;
  for (const wrap::LabelledPage& page : pages) {
    const std::vector<size_t> some = evenly(page.label.records.size(), kLongListSample);
    taken.emplace_back(some.begin(), some.end());
  }
  for (size_t round = 0; round < kSampleRounds; ++round) {
    std::vector<wrap::LabelledPage> sample = pages;
    for (size_t p = 0; p < pages.size(); ++p) {
      sample[p].label.complete = false;
      sample[p].label.records.clear();
      for (size_t i : taken[p]) sample[p].label.records.push_back(pages[p].label.records[i]);
    }
    auto bounds = find_bounds(families, sample, options, budget);
    if (!bounds) return std::nullopt;
    FieldMatches exact;
    size_t added = 0;
    for (size_t p = 0; p < pages.size(); ++p) {
      add(exact, compare_label(pages[p].label, bounds->records[p]));
      const std::vector<size_t> odd = odd_rows(pages[p].label.records, bounds->records[p]);
      for (size_t i : evenly(odd.size(), kSampleOdd)) added += taken[p].insert(odd[i]).second;
    }
    if (f1_of(exact) == 1) {
      Contested out;
      out.candidates.push_back(rows_candidate(bounds->rows, std::move(exact)));
      size_t taught = 0;
      for (const wrap::LabelledPage& page : sample) taught += page.label.records.size();
      out.candidates[0].report.details["sample"] =
          fmt::format("{} records taught it, all were compared", taught);
      finish(out, options);
      return out;
    }
    if (!added) break;
  }
  return std::nullopt;
}

}  // namespace gleaner::learn
