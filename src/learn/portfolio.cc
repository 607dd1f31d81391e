// See portfolio.h. Scores the trials, mixes fields, breaks ties and writes the report.
#include "learn/portfolio.h"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <set>

#include <fmt/format.h>

#include "base/elapsed.h"
#include "base/lists.h"
#include "base/ordered_pool.h"
#include "learn/advice.h"
#include "learn/ask.h"
#include "learn/bounds.h"
#include "learn/check.h"
#include "learn/contest_rows.h"
#include "learn/evaluate.h"
#include "learn/list_or_detail.h"
#include "learn/mixed.h"
#include "learn/probes.h"
#include "learn/sample.h"
#include "learn/trials.h"
#include "learn/weights.h"

namespace gleaner::learn {
namespace {

// The six classes of delimiter wrappers read a page in much the same way: their agreement proves nothing, and
// together they have one voice.
std::string_view voice_of(std::string_view kind) {
  for (std::string_view one : {"lr", "hlrt", "oclr", "hoclrt", "nlr", "nhlrt"})
    if (kind == one) return "delimiter";
  return kind;
}

// What all candidates give on the unlabelled pages: agreement is the mean F1 with the others, weighted by
// what is known of those.
void judge_unlabelled(std::vector<Contestant>& candidates, const Profile& labels, const Given& given) {
  const size_t n = given.size();
  if (!n) return;
  std::vector<size_t> voices;  // candidates that share one
  for (const Contestant& c : candidates)
    voices.push_back(size_t(std::ranges::count_if(
        candidates, [&](const Contestant& o) { return voice_of(o.kind) == voice_of(c.kind); })));
  for (size_t c = 0; c < candidates.size(); ++c) {
    double agree = 0, weight = 0, plausible = 0;
    for (size_t i = 0; i < n; ++i) {
      plausible += plausibility(labels, given[i][c]);
      for (size_t o = 0; o < candidates.size(); ++o) {
        if (o == c) continue;
        double w = std::max(0.0, candidates[o].known_f1() - 0.5) / double(voices[o]);
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
double believed_f1(const Contestant& candidate) {
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

// Does it mix records where a value is missing, while another that is as exact and keeps as well does not?
bool has_sounder(const std::vector<Contestant>& candidates, const Contestant& than) {
  return than.mixes > 0 && std::ranges::any_of(candidates, [&](const Contestant& c) {
           return c.mixes == 0 && c.prior >= kSoundPrior && f1_of(c.exact) == 1 &&
                  c.known_f1() + 1e-9 >= than.known_f1();
         });
}

// Sorts the candidates, and what they gave with them.
void score(Contested& contested) {
  std::vector<Contestant>& candidates = contested.candidates;
  for (Contestant& c : candidates)
    c.score = kHeldOutWeight * believed_f1(c) + kExactWeight * f1_of(c.exact) +
              kAgreementWeight * c.agreement + kPlausibleWeight * c.plausible + kPriorWeight * c.prior -
              (has_sounder(candidates, c) ? kMixesWeight * (1 + c.mixes) : 0);
  std::vector<size_t> order(candidates.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::stable_sort(
      order, [&](size_t a, size_t b) { return candidates[a].score > candidates[b].score + 1e-9; });
  rearrange(candidates, order);
  for (auto& page : contested.given) rearrange(page, order);
}

// Which of the exact wrappers of lists mix records where a value is missing?
void probe(std::vector<Contestant>& candidates, const std::vector<wrap::LabelledPage>& pages) {
  for (const wrap::LabelledPage& page : pages) {
    if (page.label.records.size() < kProbedRecords) continue;
    for (const Contestant& known : candidates) {  // one that knows the places of all values
      if (f1_of(known.exact) < 1) continue;
      const Probes probes(page.document, given_by(known.wrapper, *page.document));
      for (Contestant& c : candidates)
        if (f1_of(c.exact) == 1) c.mixes = probes.failed(c.wrapper);
      return;
    }
    return;
  }
}

// Top-level fields at which another candidate is clearly better, by candidate.
std::vector<MixedPart> better_fields(const std::vector<Contestant>& candidates) {
  std::vector<MixedPart> parts;
  const Contestant& base = candidates.front();
  for (const auto& [field, match] : base.exact) {
    if (field.empty() || field.find('.') != std::string::npos)
      continue;  // nested values stay with their record
    if (base.known_f1(field) > kMixBelow) continue;
    const Contestant* best = &base;
    for (const Contestant& other : candidates)
      if (other.known_f1(field) >= kMixLeast && other.known_f1(field) > best->known_f1(field) + kMixGain &&
          f1_of(other.exact, field) >= f1_of(base.exact, field))
        best = &other;
    if (best == &base) continue;
    auto same = std::ranges::find(parts, best->wrapper, &MixedPart::wrapper);
    if (same == parts.end()) parts.push_back({{field}, best->wrapper, 0});
    else same->fields.push_back(field);
  }
  return parts;
}

// "2 other families agree on 19 of 20 unlabelled pages": those that give every labelled value, too. Compared
// by text: where a value's white space ends is no disagreement.
std::string agreement_words(const Contested& contested) {
  const std::vector<Contestant>& candidates = contested.candidates;
  std::vector<size_t> others;
  std::set<std::string_view> voices;
  for (size_t c = 1; c < candidates.size(); ++c)
    if (f1_of(candidates[c].exact) == 1 && voice_of(candidates[c].kind) != voice_of(candidates[0].kind))
      others.push_back(c), voices.insert(voice_of(candidates[c].kind));
  if (others.empty() || contested.given.empty()) return {};
  size_t agreed = 0;
  for (const auto& page : contested.given) {
    std::vector<wrap::Record> best = page[0];
    wrap::for_each_leaf(best, [](const std::string&, wrap::Value& v) { v.span.reset(); });
    agreed += std::ranges::all_of(others, [&](size_t c) { return f1_of(compare(best, page[c])) == 1; });
  }
  return fmt::format("{} other famil{} on {} of {} unlabelled pages", voices.size(),
                     voices.size() == 1 ? "y agrees" : "ies agree", agreed, contested.given.size());
}

// The rules that a mixed wrapper uses: those of the base for the fields that it keeps, and the first of each
// part's for the fields that it gives.
void show_parts(const std::vector<MixedPart>& parts, std::vector<std::string>& rules) {
  for (const MixedPart& part : parts)
    for (const std::string& field : part.fields) {
      std::erase_if(rules, [&](const std::string& rule) { return rule.starts_with(field + "  "); });
      std::string words;
      for (const wrap::Rule& rule : part.wrapper->rules())
        if (rule.field == field && words.empty()) words = rule.words;
      rules.push_back(fmt::format("{}  {} (from {})", field, words.empty() ? "as it finds it" : words,
                                  part.wrapper->kind()));
    }
}

// How long a value of these fields may be, to judge by the labels.
size_t longest_value(const std::vector<wrap::LabelledPage>& pages, const std::vector<std::string>& fields) {
  size_t longest = 0;
  wrap::for_each_leaf(pages, [&](const std::string& path, const wrap::Value& v) {
    if (contains(fields, path.substr(0, path.find('.')))) longest = std::max(longest, v.text.size());
  });
  return size_t(kLengthFactor * double(longest)) + kAnyLength;
}

void fill_report(wrap::Learned& learned, const std::vector<Contestant>& candidates, const FieldMatches& exact,
                 const std::vector<wrap::LabelledPage>& pages,
                 const std::vector<std::pair<std::string, Diagnostic>>& failures) {
  wrap::LearnReport& report = learned.report;
  tell(report, exact, pages);
  for (size_t i = 0; i < candidates.size(); ++i)
    report.details[fmt::format("candidate.{}", i + 1)] = candidates[i].words();
  for (const auto& [kind, failure] : failures) report.details["failed." + kind] = failure.message;
}

}  // namespace

std::string Contestant::words() const {
  std::string out = fmt::format("{} {:.3f}: exact {:.3f}", kind, score, f1_of(exact));
  if (!held_out.empty()) out += fmt::format(", held out {:.3f}", f1_of(held_out));
  if (mixes > 0)
    out += fmt::format(", mixes records where a value is missing ({:.0f} % of the fields)", mixes * 100);
  if (plausible > 0) out += fmt::format(", agrees {:.3f}, plausible {:.3f}", agreement, plausible);
  return out;
}

// Exact values count most on held-out pages; with one page, or where no page left out has the field, being
// exact is all that is known.
double Contestant::known_f1(const std::string& field) const {
  return held_out.contains(field) ? f1_of(held_out, field) : f1_of(exact, field);
}

Given give(const std::vector<Contestant>& candidates, const std::vector<DocumentPtr>& pages, size_t jobs) {
  Given given(pages.size());
  ordered_for(
      pages.size(), jobs,
      [&](size_t i) {
        return mapped(candidates,
                      [&](const Contestant& candidate) { return given_by(candidate.wrapper, *pages[i]); });
      },
      [&](size_t i, std::vector<std::vector<wrap::Record>> out) {
        given[i] = std::move(out);
        return true;
      });
  return given;
}

void put_in_order(std::vector<wrap::LabelledPage>& pages) {
  std::ranges::stable_sort(pages, [](const wrap::LabelledPage& a, const wrap::LabelledPage& b) {
    return a.label.page < b.label.page;
  });
}

Result<Contested> Portfolio::contest(const std::vector<wrap::LabelledPage>& given_pages,
                                     const wrap::LearnOptions& options, Budget& budget,
                                     const OnTrial& on_trial) const {
  std::vector<wrap::LabelledPage> pages = given_pages;
  put_in_order(pages);
  if (auto known = contest_long_list(*families_, pages, options, budget)) return std::move(*known);
  if (auto bounds = find_bounds(*families_, pages, options, budget))
    return contest_rows(*families_, std::move(*bounds), pages, options, budget, on_trial);
  Trials trials = run_trials(*families_, pages, options, budget, on_trial);
  if (trials.candidates.empty() && trials.failures.empty())
    return error(Code::unsupported, "this program was built without a learner");
  Contested out;
  out.candidates = std::move(trials.candidates);
  out.failures = std::move(trials.failures);
  out.cut = std::move(trials.cut);
  if (out.candidates.empty()) return out.cut ? *out.cut : nothing_fits(out.failures);
  Profile labels;
  for (const wrap::LabelledPage& page : pages) labels.add(*page.document, page.label.records);
  std::vector<DocumentPtr> looked_at(
      options.also.begin(), options.also.begin() + ptrdiff_t(std::min(options.also.size(), kAlsoPages)));
  const size_t unlabelled = looked_at.size();
  for (const wrap::LabelledPage& page : pages)  // of which the labels say only a part
    if (is_part_of_list(page.label)) looked_at.push_back(page.document);
  out.given = give(out.candidates, looked_at, jobs_of(options));
  judge_unlabelled(out.candidates, labels, out.given);
  out.given.resize(unlabelled);
  probe(out.candidates, pages);
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
  if (pages.size() >= kSampleFrom)
    return learn_from_sample(pages, jobs_of(options), [&](const std::vector<wrap::LabelledPage>& sample) {
      return learn(sample, options, budget, on_trial);
    });
  const auto begin = std::chrono::steady_clock::now();
  GLEANER_TRY(Contested contested, contest(pages, options, budget, on_trial));
  auto chosen = choose(contested, pages, options.also);
  if (!chosen.ok() && !budget.check())
    return budget.diagnostic("learning");  // what there was time for is no verdict
  if (!chosen.ok() && contested.cut) return *contested.cut;
  GLEANER_TRY(wrap::Learned learned, std::move(chosen));
  if (wrap::WrapperPtr narrow = MixedWrapper::narrowed(learned.wrapper, *families_, pages, options, budget))
    learned.wrapper = std::move(narrow);
  learned.report.seconds = seconds_since(begin);
  return learned;
}

Result<wrap::Learned> Portfolio::learn_first(const std::vector<wrap::LabelledPage>& pages,
                                             wrap::LearnOptions options, Budget& budget) const {
  options.settings.erase("jobs");
  std::optional<Result<wrap::Learned>> best;
  double best_f1 = -1;
  for (const char* kind : kAskedFirst) {
    const auto* family = families_->find(kind);
    if (!family || !family->learner) continue;
    options.kind = family->kind;
    auto learned = family->learner->learn(pages, options, budget);
    const FieldMatches exact = learned.ok() ? evaluate(learned->wrapper, pages) : FieldMatches();
    if (const double f1 = learned.ok() ? f1_of(exact) : -1; !best || f1 > best_f1)
      best_f1 = f1, best = std::move(learned);
    if (exact.contains("") && !exact.at("").missed) break;
  }
  if (best) return std::move(*best);
  return error(Code::unsupported, "this program was built without a learner");
}

Result<wrap::Learned> Portfolio::choose(const Contested& contested,
                                        const std::vector<wrap::LabelledPage>& pages,
                                        const std::vector<DocumentPtr>& also) const {
  const std::vector<Contestant>& candidates = contested.candidates;
  wrap::Learned learned{candidates.front().wrapper, candidates.front().report};
  FieldMatches exact = candidates.front().exact;
  if (std::vector<MixedPart> parts = contested.rows ? std::vector<MixedPart>{} : better_fields(candidates);
      !parts.empty()) {
    for (MixedPart& part : parts) part.longest = longest_value(pages, part.fields);
    auto mixed = std::make_shared<MixedWrapper>(candidates.front().wrapper, parts);
    FieldMatches mixed_exact = evaluate(mixed, pages);
    if (f1_of(mixed_exact) >= f1_of(exact)) {
      show_parts(parts, learned.report.rules);
      learned.wrapper = mixed;
      learned.report.kind = "mixed";
      // what the first family missed may come from another now; notes_on_labels tells what does not
      std::erase_if(learned.report.notes,
                    [](const Diagnostic& note) { return note.code == Code::cannot_learn; });
      exact = std::move(mixed_exact);
    }
  }
  for (const wrap::LabelledPage& page : pages)
    for (const auto& [field, text] : negatives_in(page.label, given_by(learned.wrapper, *page.document)))
      return error(
          Code::cannot_learn,
          fmt::format(
              "{}: \"{}\" is marked as no value, but every wrapper that gives the labelled values gives it as {}",
              page.label.page, text, field),
          {}, "take one of the two labels away, or mark more texts like it");
  if (f1_of(exact) <= kLeastExact && exact.at("").missed) return too_little(learned.wrapper, pages, exact);
  fill_report(learned, candidates, exact, pages, contested.failures);
  if (contested.cut) {
    Diagnostic note = *contested.cut;
    note.severity = Severity::warning;
    note.hint = "the best wrapper that was found by then is kept; raise the limit to try all";
    learned.report.notes.push_back(std::move(note));
  }
  if (std::string words = agreement_words(contested); !words.empty() && learned.report.kind != "mixed")
    learned.report.details["agreement"] = std::move(words);
  for (Diagnostic& note : notes_on_labels(learned.wrapper, pages, exact))
    learned.report.notes.push_back(std::move(note));
  if (auto question = next_question(candidates, contested.given, also, {}))
    learned.report.notes.push_back({Severity::note,
                                    Code::cannot_learn,
                                    question_text(*question, *also[question->page]),
                                    {},
                                    "it decides most; or answer questions: --ask PAGE..."});
  return learned;
}

Profile make_profile(const wrap::WrapperPtr& wrapper, const std::vector<wrap::LabelledPage>& pages,
                     const std::vector<DocumentPtr>& also) {
  Profile profile;
  for (const wrap::LabelledPage& page : evenly(pages, kProfilePages)) {
    const std::vector<wrap::Record>& given = given_by(wrapper, *page.document);
    const bool exact = f1_of(compare_label(page.label, given, gives_lists(*wrapper))) == 1;
    profile.add(*page.document, exact ? given : page.label.records, exact ? &wrapper->rules() : nullptr,
                true);
  }
  for (size_t i = 0; i < also.size() && i < kAlsoPages; ++i)
    profile.add(*also[i], given_by(wrapper, *also[i]), &wrapper->rules());
  return profile;
}

void register_portfolio(wrap::Registry& registry) {
  auto families = std::make_shared<wrap::Registry>(registry);
  registry.add({"mixed", "records from one family, fields from others",
                [families](const wrap::Config& config) { return MixedWrapper::load(config, *families); },
                nullptr});
  registry.add({"auto", "every family learns, the best wrapper is kept", nullptr,
                std::make_shared<Portfolio>(families)});
}

}  // namespace gleaner::learn
