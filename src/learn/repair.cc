// See repair.h. Which fields the lesson supports, what is kept of the old wrapper, and the verdict.
#include "learn/repair.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "learn/check.h"
#include "learn/lesson.h"
#include "learn/mixed.h"
#include "learn/portfolio.h"
#include "learn/weights.h"

namespace gleaner::learn {
namespace {

using wrap::Record;
using wrap::Value;

double mean_plausibility(const wrap::Wrapper& wrapper, const Profile& profile,
                         const std::vector<DocumentPtr>& pages) {
  double sum = 0;
  for (const DocumentPtr& page : pages) sum += plausibility(profile, live_records(wrapper, *page, profile));
  return pages.empty() ? 0 : sum / double(pages.size());
}

// Of the values known from before, how many does a wrapper give on the new pages?
FieldMatches against_known(const wrap::Wrapper& wrapper, const Lesson& lesson, const Profile& profile) {
  FieldMatches matches;
  matches[""];
  for (const wrap::LabelledPage& page : lesson.pages) {
    std::vector<Record> by_text = page.label.records;  // places of known values are guesses: compare by text
    for (Record& record : by_text)
      wrap::for_each_leaf(record.fields, [](const std::string&, Value& v) { v.span.reset(); });
    add(matches, compare(by_text, live_records(wrapper, *page.document, profile)));
  }
  return matches;
}

// Do the known values of one field come out of a wrapper, nearly all and next to no others?
bool gives_known(const Match& match) {
  return double(match.right) >= kFieldSupport * double(match.right + match.missed) &&
         match.right > match.wrong;
}

// Do nearly all known values of the field stand on the new pages? A few that do, do so by accident.
bool still_stands(const Lesson& lesson, const std::string& field) {
  auto labels = lesson.labels.find(field), known = lesson.known.find(field);
  return labels != lesson.labels.end() && known != lesson.known.end() &&
         double(labels->second) >= kStillStands * double(known->second);
}

// Do the values come out by more than accident? A field that says "new" on every page is right wherever "new" stands: it must come out on
// all of some pages (`match`), or its label text stand before it.
bool is_telling(const Lesson& lesson, const wrap::Wrapper& wrapper, const std::string& field,
                const Match& match) {
  if (match.right >= kSameProof && !match.missed && !match.wrong) return true;
  std::set<std::string> values;
  size_t all = 0, after_label = 0;
  for (const wrap::LabelledPage& page : lesson.pages) {
    for (const Record& record : page.label.records)
      wrap::for_each_leaf(record, [&](const std::string& path, const Value& value) {
        if (path == field) values.insert(collapse(value.text)), ++all;
      });
    if (values.size() > 1) return true;
    for (const Record& record : records_of(wrapper, *page.document))
      wrap::for_each_leaf(record, [&](const std::string& path, const Value& value) {
        after_label += path == field && lesson.label_texts.stands_before(*page.document, field, value);
      });
  }
  return after_label * 2 > all;
}

// Does a wrapper leave these fields empty on the pages, nearly always? Then rules that hold are all there is to keep.
bool gives_none_of(const wrap::Wrapper& wrapper, const std::set<std::string>& fields,
                   const std::vector<DocumentPtr>& pages) {
  size_t given = 0, all = 0;
  for (const DocumentPtr& page : pages)
    for (const Record& record : records_of(wrapper, *page)) {
      std::set<std::string> here;
      wrap::for_each_leaf(record, [&](const std::string& path, const Value&) { here.insert(path); });
      for (const std::string& field : fields) given += here.contains(field);
      all += fields.size();
    }
  return double(given) <= kStillGiven * double(all);
}

// Fields of which no known value stands on the new pages, and the old rules give next to nothing that is not crossed
// out.
std::set<std::string> fields_missing(const wrap::Wrapper& before, const Lesson& lesson,
                                     const Profile& profile, const std::vector<DocumentPtr>& pages) {
  std::set<std::string> missing;
  for (const FieldProfile& field : profile.fields)
    if (field.values && !lesson.labels.contains(field.field)) missing.insert(field.field);
  if (missing.empty()) return missing;
  size_t all = 0;
  std::map<std::string, size_t> given;
  for (const DocumentPtr& page : pages)
    for (const Record& record : live_records(before, *page, profile)) {
      ++all;
      wrap::for_each_leaf(record, [&](const std::string& path, const Value&) { ++given[path]; });
    }
  std::erase_if(missing, [&](const std::string& field) { return given[field] * 2 > all; });
  return missing;
}

// Is more of what the old rules give known and right than not, and different values? Then the field is gone from some
// pages only: without it more would be lost than won.
bool holds_where_it_stands(const wrap::Wrapper& before, const Lesson& lesson, const std::string& field,
                           const Match& match) {
  return match.right >= kStandProof && match.right > match.wrong && is_telling(lesson, before, field, match);
}

// Fields of which neither the old rules nor rules learned from one half of the known pages give the known values on
// the other half: they may be gone, and what stands in their place is not to be taken for them.
std::set<std::string> fields_gone(const wrap::Wrapper& before, const Lesson& lesson, const Profile& profile,
                                  const wrap::Learner& learner, Budget& budget) {
  std::set<std::string> gone;
  const Lesson teach = lesson.half(0), prove = lesson.half(1);
  if (prove.pages.size() < kProofPages) return gone;
  FieldMatches old_known = against_known(before, prove, profile), new_known;
  FieldMatches all_known = against_known(before, lesson, profile);
  wrap::WrapperPtr learned;
  if (auto made = learner.learn(teach.pages, {}, budget); made.ok()) {
    learned = made->wrapper;
    new_known = against_known(*learned, prove, profile);
  }
  for (const auto& [field, n] : lesson.labels)
    if (!gives_known(old_known[field]) && !holds_where_it_stands(before, lesson, field, all_known[field]) &&
        !(learned && still_stands(lesson, field) && gives_known(new_known[field]) &&
          is_telling(lesson, *learned, field, new_known[field])))
      gone.insert(field);
  return gone;
}

std::string rule_words(const wrap::Wrapper& wrapper, std::string_view field) {
  for (const wrap::Rule& rule : wrapper.rules())
    if (rule.field == field && !rule.words.empty()) return rule.words;
  return {};
}

std::vector<FieldRepair> compare_fields(const wrap::Wrapper& before, const wrap::Wrapper& after,
                                        const Profile& profile, const Lesson& lesson,
                                        const FieldMatches& known, const std::set<std::string>& gone,
                                        const std::vector<DocumentPtr>& new_pages) {
  Profile now;
  for (const DocumentPtr& page : new_pages) now.add(*page, records_of(after, *page));
  std::vector<FieldRepair> out;
  for (const FieldProfile& field : profile.fields) {
    if (!field.values) continue;  // a list of records: its fields tell
    FieldRepair one;
    one.field = field.field;
    one.gone = gone.contains(field.field);
    one.before = rule_words(before, field.field);
    one.after = rule_words(after, field.field);
    if (auto it = lesson.labels.find(field.field); it != lesson.labels.end()) one.labels = it->second;
    if (const FieldProfile* found = now.find(field.field))
      one.found = found->present, one.records = found->records;
    if (auto it = known.find(field.field); it != known.end()) {
      one.known_same = uint32_t(it->second.right);
      one.known = uint32_t(it->second.right + it->second.missed);
    }
    double same = one.known ? double(one.known_same) / one.known : 0.5;
    double rate = one.records
                      ? std::min(1.0, double(one.found) / one.records / std::max(0.05, field.present_rate()))
                      : 0;
    one.confidence = same * (0.3 + 0.7 * rate);
    out.push_back(std::move(one));
  }
  return out;
}

// Fields whose known values the old rules still give keep them, if the new wrapper gives no more of these: what works
// is not changed, since the known pages do not show everything that it handles.
wrap::WrapperPtr keep_what_worked(const wrap::WrapperPtr& before, const wrap::WrapperPtr& after,
                                  const FieldMatches& old_known, FieldMatches& new_known,
                                  const std::set<std::string>& gone, const Lesson& lesson,
                                  const Profile& profile) {
  if (before->kind() == "mixed" || after->kind() == "mixed") return after;
  MixedPart part{{}, before, 0};
  for (const auto& [field, match] : old_known)
    if (!field.empty() && field.find('.') == std::string::npos &&
        match.f1() + 1e-9 >= new_known[field].f1() &&
        (match.f1() >= kFieldSupport || match.f1() > new_known[field].f1() + kFieldLoss) &&
        !gone.contains(field))
      part.fields.push_back(field);
  if (part.fields.empty()) return after;
  auto mixed = std::make_shared<MixedWrapper>(after, std::vector<MixedPart>{part});
  FieldMatches mixed_known = against_known(*mixed, lesson, profile);
  if (mixed_known[""].f1() + 1e-9 < new_known[""].f1()) return after;
  new_known = std::move(mixed_known);
  return mixed;
}

// The rules hold, but the pages write values in another form: what the profile knows is renewed, nothing
// else.
void renew_profile(const wrap::Wrapper& wrapper, const std::vector<DocumentPtr>& pages, Profile& profile) {
  Profile fresh;
  for (const DocumentPtr& page : pages) fresh.add(*page, records_of(wrapper, *page), &wrapper.rules());
  profile = std::move(fresh);
}

std::string page_to_label(const Lesson& lesson, const std::vector<DocumentPtr>& new_pages) {
  if (!lesson.pages.empty()) return lesson.pages.front().label.page;
  return new_pages.empty() ? std::string("PAGE") : new_pages.front()->name();
}

}  // namespace

Result<Repaired> repair(const wrap::WrapperPtr& wrapper, const Profile& profile,
                        const std::vector<DocumentPtr>& old_pages, const std::vector<DocumentPtr>& new_pages,
                        const wrap::Learner& learner, Budget& budget) {
  Repaired out;
  out.wrapper = wrapper;
  RepairReport& report = out.report;
  std::vector<KnownPage> known = know(*wrapper, old_pages);
  Profile usual = profile;
  if (usual.empty())
    for (const KnownPage& one : known) usual.add(*one.page, one.records, &wrapper->rules());
  out.profile = usual;
  report.old_score = report.new_score = mean_plausibility(*wrapper, usual, new_pages);

  Lesson lesson = make_lesson(*wrapper, usual, known, new_pages);
  const std::string first_page = page_to_label(lesson, new_pages);
  if (lesson.pages.empty()) {
    report.advice = fmt::format(
        "none of the known values stands on the new pages; label one of them, {}, and learn from it: gleaner "
        "learn --help shows a label",
        first_page);
    return out;
  }
  FieldMatches old_known = against_known(*wrapper, lesson, usual);
  const bool looks_right = report.old_score >= kStillWorks;
  bool holds = old_known[""].f1() >= kRulesHold;
  // A wrapper that still gives believable records is not replaced for giving other values than before: the
  // values may have changed.
  if (looks_right && (holds || old_known[""].f1() >= kStillKnown)) {
    report.advice = "the old wrapper works on the new pages";
    return out;
  }
  std::set<std::string> gone;
  if (lesson.known_pages >= kProofPages) {
    gone = fields_missing(*wrapper, lesson, usual, new_pages);
    if (!holds) gone.merge(fields_gone(*wrapper, lesson, usual, learner, budget));
  }
  if (!gone.empty()) {
    lesson = lesson.without(gone);
    old_known = against_known(*wrapper, lesson, usual);
    holds =
        !lesson.pages.empty() && old_known[""].f1() >= kRulesHold && gives_none_of(*wrapper, gone, new_pages);
  }
  if (holds) {
    report.fields = compare_fields(*wrapper, *wrapper, usual, lesson, old_known, gone, new_pages);
    report.old_pages_score = mean_plausibility(*wrapper, usual, old_pages);
    renew_profile(*wrapper, new_pages, out.profile);
    report.better = report.rules_hold = true;
    return out;
  }
  // Without values known from before, labels come from the old rules themselves: agreeing with them proves
  // nothing.
  if (lesson.known_pages < kProofPages || lesson.pages.empty()) {
    report.advice =
        lesson.known_pages
            ? fmt::format(
                  "only {} of the new pages shows what an old one shows, {} are needed to show that "
                  "another wrapper is better; give more pages, or label {}",
                  lesson.known_pages, kProofPages, first_page)
            : "none of the new pages shows what an old one shows, so nothing can be shown to be better; "
              "label " +
                  first_page;
    return out;
  }
  wrap::LearnOptions options;
  options.also = new_pages;
  auto learned = learner.learn(lesson.pages, options, budget);
  if (!learned.ok()) {
    report.notes.push_back(learned.error());
    report.advice = "label " + first_page + " and learn anew";
    return out;
  }
  FieldMatches new_known = against_known(*learned->wrapper, lesson, usual);
  wrap::WrapperPtr made =
      keep_what_worked(wrapper, learned->wrapper, old_known, new_known, gone, lesson, usual);
  // Both are judged without the fields that may be gone: leaving them out is no fault.
  std::erase_if(usual.fields, [&](const FieldProfile& field) { return gone.contains(field.field); });
  report.old_score = mean_plausibility(*wrapper, usual, new_pages);
  report.new_score = mean_plausibility(*made, usual, new_pages);
  report.old_pages_score = mean_plausibility(*made, usual, old_pages);
  report.fields = compare_fields(*wrapper, *made, out.profile, lesson, new_known, gone, new_pages);
  double old_total = report.old_score + old_known[""].f1(), new_total = report.new_score + new_known[""].f1();
  const bool sheds = !gives_none_of(*wrapper, gone, new_pages) && gives_none_of(*made, gone, new_pages);
  report.better = (new_total > old_total + kRepairGain || (sheds && new_total + 1e-9 >= old_total)) &&
                  new_known[""].f1() + 1e-9 >= old_known[""].f1();
  if (!report.better) {
    report.advice = "nothing better than the old wrapper was found; label " + first_page;
    return out;
  }
  for (const FieldRepair& field : report.fields)
    if (field.confidence < kUnsure && !field.gone && report.advice.empty())
      report.advice = fmt::format("\"{}\" is unsure: label it on {}", field.field, first_page);
  out.wrapper = std::move(made);
  renew_profile(*out.wrapper, new_pages, out.profile);
  return out;
}

}  // namespace gleaner::learn
