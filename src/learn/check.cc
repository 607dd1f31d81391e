// See check.h. How surprising a page's fields are, given the profile, and the verdict that follows.
#include "learn/check.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"
#include "html/visible.h"
#include "learn/check_spread.h"
#include "learn/seen.h"
#include "learn/weights.h"

namespace gleaner::learn {
namespace {

// Texts on the page that look like the field's values: said beside "none found", because it tells that the
// data is still there.
size_t look_alikes(const FieldProfile& field, const Document& page) {
  if (!page.is_html() || field.shapes.empty()) return 0;
  const html::Tree& tree = page.view<html::Tree>();
  size_t n = 0;
  for (html::NodeId node = 0; node < tree.size(); ++node) {
    if (!tree.is_text(node) || html::is_invisible(tree.tag(tree.parent(node)))) continue;
    std::string text = collapse(tree.text(node));
    n += !text.empty() && field.shapes.count(shape_of(text)) && field.kinds.count(kind_of(text));
  }
  return n;
}

// How surprising is it that `present` of `records` have the field, when `field.present` of `field.records`
// had it? The known rate is pulled towards optional by one imaginary record without it, so that few known
// records do not convince.
double missing_surprise(const FieldProfile& field, uint32_t records, uint32_t present, bool rebuilt) {
  if (!field.records || !records || present >= records) return 0;
  double rate = (field.present + 0.5) / (field.records + 1.0);
  double expected = rate * records;
  double spread = std::sqrt(std::max(rate * (1 - rate) * records, 0.15));
  double lack = (expected - present) / spread;
  if (lack <= 0) return 0;
  // On a known page no more records had it than here: variation, unless a field that most have is gone.
  if (present >= field.rarest * records && (present || rate <= 0.5)) return 0;
  double few = rebuilt ? 1 : std::min(1.0, field.records / kFewRecords);
  if (present == 0 && rate > 0.5)
    return few * kMissingWeight *
           std::min(2.4, 0.6 + 0.5 * std::log2(1.0 + records) + 0.12 * std::log2(1.0 + field.records));
  return lack > 3 ? kMissingWeight * std::min(1.6, lack / 5) : 0;
}

// Evidence that needs no look at the values themselves: other rules than usual answer, or a record has more
// values than ever.
void check_sources(const FieldProfile& field, const Seen& seen, const std::vector<wrap::Rule>& rules,
                   FieldCheck& check) {
  auto add = [&](double surprise, const std::string& words) {
    check.surprise += surprise;
    check.say(words);
  };
  // A second author, or one genre, is what the next page may have.
  auto count = [&](const std::string& words) {
    add(kCountWeight * field.present / (field.present + 3.0), words);
    check.oddities.push_back({Oddity::Of::count, field.present, field.present});
  };
  if (field.least > 1 && seen.most && seen.most < field.least)
    count(fmt::format("{} values in a record (at least {} before)", seen.most, field.least));
  if (field.most == 1 && seen.most > 1)
    count(fmt::format("{} values in a record (always one before)", seen.most));
  uint32_t known = 0, strangers = 0;
  for (const auto& [id, n] : field.rules) known += n;
  for (uint32_t rule : seen.rules)
    strangers += rule && rule < rules.size() && !field.rules.count(rules[rule].id);
  // Only where the same one or two rules always answered: a vote among many changes its speaker from page to
  // page.
  bool settled =
      field.present >= kFewRecords && (field.rules.size() == 1 || (field.rules.size() == 2 && known >= 8));
  if (settled && strangers * 2 > seen.rules.size())
    add(kRuleWeight * known / (known + 3.0),
        fmt::format("found by a rule that never answered before ({})", rules[seen.rules.front()].id));
}

// A field whose values were always among a few: another one counts when more pages
// show it than chance allows.
void check_vocabulary(const FieldProfile& field, const Seen& seen, bool many_pages, FieldCheck& check) {
  // on few pages values repeat because the page does
  if (!many_pages || seen.values.empty() || !field.has_mixed_vocabulary()) return;
  size_t new_ones =
      size_t(std::ranges::count_if(seen.values, [&](std::string_view value) { return !field.knows(value); }));
  if (new_ones * 2 <= seen.values.size()) return;
  check.oddities.push_back({Oddity::Of::value, field.values, field.values - field.seen_once()});
  check.say(fmt::format("\"{}\" is none of the {} known values", seen.values.front().substr(0, 60),
                        field.vocabulary.size()));
}

FieldCheck check_field(const FieldProfile& field, const Seen& seen, uint32_t records, const Document& page,
                       bool rebuilt, bool many_pages, const std::vector<wrap::Rule>& rules,
                       const std::vector<const Finding*>& findings) {
  FieldCheck check;
  check.field = field.field;
  check.surprise = missing_surprise(field, records, seen.present, rebuilt);
  check.missing = records && !seen.present;
  check.known_records = field.records;
  check.known_present = field.present;
  if (check.surprise > 0) {
    check.evidence =
        fmt::format("{} of {} found (usual {:.0f} %)", seen.present, records, field.present_rate() * 100);
    if (seen.present == 0)
      if (size_t alike = look_alikes(field, page))
        check.evidence += fmt::format("; {} texts of that shape stand elsewhere", alike);
  }
  double strange = 0;
  std::string first_why;
  size_t strangers = 0;
  const size_t judged = std::min(seen.values.size(), kJudgedValues);  // of many, some, evenly spread
  for (size_t i = 0; i < judged; ++i) {
    const std::string_view value = seen.values[i * seen.values.size() / judged];
    std::string why;
    double one = strangeness(field, value, strangers ? nullptr : &why);
    strange += one;
    if (one > 0 && ++strangers == 1) first_why = fmt::format("\"{}\": {}", value.substr(0, 60), why);
  }
  if (strangers) {
    double share = double(strangers) / double(judged);
    if (share > 0.3) {
      check.surprise += strange / double(strangers) *
                        std::min(2.0, 0.8 + 0.4 * std::log2(share * double(seen.values.size()))) * share;
      check.say(fmt::format("{} of {} values are unlike the known ones ({})", strangers, judged, first_why));
    }
  }
  check_vocabulary(field, seen, many_pages, check);
  check_sources(field, seen, rules, check);
  for (const Finding* finding : findings) {
    check.surprise += finding->surprise;
    check.say(finding->words);
    check.oddities.insert(check.oddities.end(), finding->oddities.begin(), finding->oddities.end());
  }
  check.verdict = check.surprise >= kFieldBroken    ? Verdict::broken
                  : check.surprise >= kFieldChanged ? Verdict::changed
                                                    : Verdict::fine;
  return check;
}

void settle_verdict(PageCheck& check) {
  auto any = [&](Verdict least) {
    return std::ranges::any_of(check.fields, [&](const FieldCheck& f) { return f.verdict >= least; });
  };
  if (any(Verdict::broken) || check.surprise >= kBroken) check.verdict = Verdict::broken;
  else if (any(Verdict::changed) || check.rebuilt || check.odd_records) check.verdict = Verdict::changed;
  else check.verdict = Verdict::fine;
}

// Is the page's skeleton unlike all known ones? Says in `check` how like the nearest one it is.
bool is_other_skeleton(const Profile& profile, const Document& page, PageCheck& check) {
  const size_t known_pages = profile.skeletons.size();
  if (known_pages == 0) return false;
  const Sketch sketch = sketch_of(page);
  check.skeleton = 0;
  for (const Sketch& known : profile.skeletons)
    check.skeleton = std::max(check.skeleton, similarity(known, sketch));
  // Two or three known pages say little of how much a site's pages differ.
  const double usual = known_pages > 3   ? std::min(profile.skeleton_spread, 0.8)
                       : known_pages > 1 ? std::min(profile.skeleton_spread, 0.7)
                                         : 0.6;
  return check.skeleton < usual - kSkeletonMargin;
}

}  // namespace

std::string_view name_of(Verdict verdict) {
  constexpr std::string_view kNames[] = {"fine", "changed", "broken"};  // in the order of Verdict
  return kNames[size_t(verdict)];
}

PageCheck check_page(const Profile& profile, const Document& page, const std::vector<wrap::Record>& records,
                     const std::vector<wrap::Rule>& rules) {
  PageCheck check;
  check.page = page.name();
  check.records = uint32_t(records.size());
  if (profile.empty()) {
    check.evidence = "the wrapper has no profile to compare with";
    return check;
  }
  const bool other_skeleton = is_other_skeleton(profile, page, check);

  Collector collector(profile);
  const std::vector<Seen>& seen = collector.run(records);
  const std::vector<Finding> odd = odd_values(profile, seen, page, records);
  uint32_t expected_records = uint32_t(records.size());
  if (records.empty() && profile.fewest > 0) expected_records = 1;  // judge as if one had been due
  for (size_t i = 0; i < seen.size(); ++i) {
    const FieldProfile& field = profile.fields[i];
    const Seen& here = seen[i];
    bool nested = field.field.find('.') != std::string::npos;
    uint32_t of = nested ? here.records : expected_records;
    std::vector<const Finding*> findings;
    for (const Finding& finding : odd)
      if (finding.field == i) findings.push_back(&finding);
    FieldCheck one =
        check_field(field, here, of, page, other_skeleton, profile.pages >= kFewRecords, rules, findings);
    if (here.values.size() == 1 && varies(field))
      check.singles.emplace_back(field.field, collapse(here.values.front()));
    check.surprise += one.surprise;
    // What is no surprise on one page may be one when all pages of a batch show it.
    if (one.surprise > 0 || (one.missing && field.present) || !one.oddities.empty())
      check.fields.push_back(std::move(one));
  }
  if (const auto finding = odd_records(profile, page, records)) {
    check.evidence = finding->words;
    check.surprise += finding->surprise;
    check.odd_records = true;
  }
  if (other_skeleton) {
    check.evidence += fmt::format("{}the page is built differently ({:.0f} % alike)",
                                  check.evidence.empty() ? "" : "; ", check.skeleton * 100);
    // values that are as they should be count for more than a build of which one or two pages are known
    check.rebuilt = profile.skeletons.size() >= kSkeletonPages || check.surprise >= kBatchSurprise;
    if (check.surprise > 0 && check.rebuilt) check.surprise += kSkeletonWeight;
  }
  settle_verdict(check);
  return check;
}

// Chance that `missing` or more of `pages` lack a field that `present` of `records` known ones have: the
// beta-binomial tail with a flat prior.
static double chance_of_missing(uint32_t records, uint32_t present, size_t missing, size_t pages) {
  auto log_beta = [](double a, double b) { return std::lgamma(a) + std::lgamma(b) - std::lgamma(a + b); };
  const double has = present + 1.0, lacks = double(records - std::min(present, records)) + 1,
               n = double(pages);
  double tail = 0;
  for (size_t j = missing; j <= pages; ++j) {
    double log_ways = std::lgamma(n + 1) - std::lgamma(double(j) + 1) - std::lgamma(n - double(j) + 1);
    tail += std::exp(log_ways + log_beta(lacks + double(j), has + n - double(j)) - log_beta(lacks, has));
  }
  return tail;
}

// Fields that are missing on more pages than their known records make likely.
static void judge_missing(std::vector<PageCheck>& checks) {
  std::map<std::string, size_t> missing;
  for (const PageCheck& check : checks)
    for (const FieldCheck& field : check.fields) missing[field.field] += field.missing;
  for (PageCheck& check : checks)
    for (FieldCheck& field : check.fields) {
      if (!field.missing || field.verdict != Verdict::fine) continue;
      if (chance_of_missing(field.known_records, field.known_present, missing[field.field], checks.size()) >
          kBatchChance)
        continue;
      field.verdict = Verdict::changed;
      if (field.evidence.empty())
        field.evidence = fmt::format("none found (usual {:.0f} %)",
                                     100.0 * field.known_present / std::max(1u, field.known_records));
      field.evidence += fmt::format("; so on {} of {} pages", missing[field.field], checks.size());
    }
}

// Fields of single records that had another value on every known page, and the same on all of these.
static void judge_same(std::vector<PageCheck>& checks) {
  std::map<std::string, std::vector<std::string_view>> values;
  for (const PageCheck& check : checks)
    for (const auto& [field, value] : check.singles) values[field].push_back(value);
  for (const auto& [field, all] : values) {
    if (all.size() < kBatchPages || commonest_share(all) < kAllSame) continue;
    for (PageCheck& check : checks) {
      auto single = std::ranges::find_if(check.singles, [&](const auto& one) { return one.first == field; });
      if (single == check.singles.end()) continue;
      auto known = std::ranges::find(check.fields, field, &FieldCheck::field);
      if (known == check.fields.end()) known = check.fields.insert(known, {.field = field, .evidence = ""});
      known->surprise = std::max(known->surprise, kFieldChanged);
      known->verdict = std::max(known->verdict, Verdict::changed);
      known->say(fmt::format("\"{}\" on {} of {} pages (never the same before)", single->second.substr(0, 60),
                             all.size(), checks.size()));
    }
  }
}

// What more pages show than the known values make likely.
static void judge_oddities(std::vector<PageCheck>& checks) {
  std::map<std::pair<std::string, Oddity::Of>, size_t> pages;
  for (const PageCheck& check : checks)
    for (const FieldCheck& field : check.fields)
      for (const Oddity& oddity : field.oddities) ++pages[{field.field, oddity.of}];
  for (PageCheck& check : checks)
    for (FieldCheck& field : check.fields)
      for (const Oddity& oddity : field.oddities) {
        const size_t n = pages[{field.field, oddity.of}];
        if (field.verdict != Verdict::fine ||
            chance_of_missing(oddity.known, oddity.usual, n, checks.size()) > kBatchOdd)
          continue;
        field.verdict = Verdict::changed;
        field.evidence += fmt::format("; so on {} of {} pages", n, checks.size());
      }
}

// A page that is built like none of the known ones, and from which the values come as they should,
// among others that are as always.
static void judge_rebuilt(std::vector<PageCheck>& checks) {
  const auto rebuilt = std::ranges::count_if(checks, [](const PageCheck& one) { return one.rebuilt; });
  if (double(rebuilt) >= kBatchAlone * double(checks.size())) return;
  for (PageCheck& check : checks) check.rebuilt = check.rebuilt && check.surprise > 0;
}

// What one page in many shows is variation, and so is what few known values do not exclude.
static void judge_shares(std::vector<PageCheck>& checks) {
  std::map<std::string, size_t> odd;  // pages on which a field surprises at all
  for (const PageCheck& check : checks)
    for (const FieldCheck& field : check.fields) odd[field.field] += field.surprise >= kBatchSurprise;
  for (PageCheck& check : checks)
    for (FieldCheck& field : check.fields) {
      const double share = double(odd[field.field]) / double(checks.size());
      const double chance =
          chance_of_missing(field.known_present, field.known_present, odd[field.field], checks.size());
      const bool alone = (share < kBatchAlone || chance > kBatchLikely) && !check.rebuilt;
      if (alone && field.verdict == Verdict::changed) {
        field.verdict = Verdict::fine;
        check.surprise -= field.surprise;
      } else if (share > kBatchShared && chance < kBatchChance && field.verdict == Verdict::fine &&
                 field.surprise >= kBatchSurprise) {
        field.verdict = Verdict::changed;
        field.evidence += fmt::format("; so on {:.0f} % of these pages", share * 100);
      }
    }
}

static void judge_batch(std::vector<PageCheck>& checks) {
  judge_rebuilt(checks);
  judge_shares(checks);
  judge_missing(checks);
  judge_oddities(checks);
  judge_same(checks);
  for (PageCheck& check : checks) settle_verdict(check);
}

void judge_together(std::vector<PageCheck>& checks) {
  if (checks.size() >= kBatchPages) judge_batch(checks);
  for (PageCheck& check : checks)
    std::erase_if(check.fields, [](const FieldCheck& field) {
      return field.verdict == Verdict::fine && field.surprise <= 0;
    });
}

void check_labels(PageCheck& check, const wrap::Label& label, const std::vector<wrap::Record>& records) {
  // a page labelled in part vouches for what is named alone
  FieldMatches matches = compare_label(label, records, !label.complete);
  for (const auto& [field, match] : matches) {
    if (field.empty() || (!match.missed && !match.wrong)) continue;
    check.fields.push_back(
        {field, Verdict::broken, kFieldBroken, false, 0, 0,
         fmt::format("{} labelled values are not given, {} others are", match.missed, match.wrong)});
    check.verdict = Verdict::broken;
    check.surprise += kBroken;
  }
}

double plausibility(const Profile& profile, const std::vector<wrap::Record>& records) {
  if (profile.empty() || profile.fields.empty()) return records.empty() ? 0 : 0.5;
  if (records.empty()) return profile.fewest == 0 ? 0.5 : 0;
  Collector collector(profile);
  const std::vector<Seen>& seen = collector.run(records);
  double sum = 0, weights = 0;
  for (size_t i = 0; i < seen.size(); ++i) {
    const FieldProfile& field = profile.fields[i];
    const Seen& here = seen[i];
    double weight = std::max(field.present_rate(), 0.1);
    double fit =
        here.records
            ? std::min(1.0, double(here.present) / here.records / std::max(field.present_rate(), 0.05))
            : 0;
    double strange = 0;
    for (std::string_view value : here.values) strange += strangeness(field, value);
    if (!here.values.empty()) fit *= 1 - strange / double(here.values.size());
    sum += weight * fit;
    weights += weight;
  }
  return sum / weights;
}

}  // namespace gleaner::learn
