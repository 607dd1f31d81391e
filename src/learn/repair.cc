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
    wrap::for_each_leaf(by_text, [](const std::string&, Value& v) { v.span.reset(); });
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

// Do the values come out by more than accident? A field that says "new" on every page is right wherever "new"
// stands: it must come out on all of some pages (`match`), or its label text stand before it.
bool is_telling(const Lesson& lesson, const wrap::Wrapper& wrapper, const std::string& field,
                const Match& match) {
  if (match.right >= kSameProof && !match.missed && !match.wrong) return true;
  std::set<std::string> values;
  size_t all = 0, after_label = 0;
  for (const wrap::LabelledPage& page : lesson.pages) {
    wrap::for_each_leaf(page.label.records, [&](const std::string& path, const Value& value) {
      if (path == field) values.insert(collapse(value.text)), ++all;
    });
    if (values.size() > 1) return true;
    wrap::for_each_leaf(
        records_of(wrapper, *page.document), [&](const std::string& path, const Value& value) {
          after_label += path == field && lesson.label_texts.stands_before(*page.document, field, value);
        });
  }
  return after_label * 2 > all;
}

// Does a wrapper leave these fields empty on the pages, nearly always? Then rules that
// hold are all there is to keep.
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

// Fields of which no known value stands on the new pages, and the old rules give next to
// nothing that is not crossed out.
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

// Is more of what the old rules give known and right than not, and different values? Then the field is gone
// from some pages only: without it more would be lost than won.
bool holds_where_it_stands(const wrap::Wrapper& before, const Lesson& lesson, const std::string& field,
                           const Match& match) {
  return match.right >= kStandProof && match.right > match.wrong && is_telling(lesson, before, field, match);
}

// Fields of which neither the old rules nor rules learned from one half of the known pages give the known
// values on the other half: they may be gone, and what stands in their place is not to be taken for them.
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

// Fields whose known values the old rules still give keep them, if the new wrapper gives no more of these:
// what works is not changed, since the known pages do not show everything that it handles.
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

// One repair. `report` tells how far it came.
class Repair {
 public:
  Repair(const wrap::WrapperPtr& wrapper, const Profile& profile, const std::vector<DocumentPtr>& old_pages,
         const std::vector<DocumentPtr>& new_pages, const wrap::Learner& learner, Budget& budget)
      : wrapper_(wrapper),
        usual_(profile),
        old_pages_(old_pages),
        new_pages_(new_pages),
        learner_(learner),
        budget_(budget) {}

  Repaired run() {
    const std::vector<KnownPage> known = know(*wrapper_, old_pages_);
    if (usual_.empty())
      for (const KnownPage& one : known) usual_.add(*one.page, one.records, &wrapper_->rules());
    out_.wrapper = wrapper_;
    out_.profile = usual_;
    report_.old_score = report_.new_score = mean_plausibility(*wrapper_, usual_, new_pages_);
    lesson_ = make_lesson(*wrapper_, usual_, known, new_pages_);
    first_page_ = page_to_label(lesson_, new_pages_);
    if (lesson_.pages.empty()) {
      report_.advice = fmt::format(
          "none of the known values stands on the new pages; label one of them, {}, and learn from it: gleaner "
          "learn --help shows a label",
          first_page_);
      return std::move(out_);
    }
    old_known_ = against_known(*wrapper_, lesson_, usual_);
    if (still_works()) report_.advice = "the old wrapper works on the new pages";
    else if (rules_hold()) take_rules_as_they_are();
    else if (can_prove()) relearn();
    return std::move(out_);
  }

 private:
  bool known_values_hold() { return old_known_[""].f1() >= kRulesHold; }

  // A wrapper that still gives believable records is not replaced for giving other values than before: the
  // values may have changed.
  bool still_works() {
    return report_.old_score >= kStillWorks && (known_values_hold() || old_known_[""].f1() >= kStillKnown);
  }

  // ... for the fields that are still there.
  bool rules_hold() {
    bool holds = known_values_hold();
    if (lesson_.known_pages >= kProofPages) {
      gone_ = fields_missing(*wrapper_, lesson_, usual_, new_pages_);
      if (!holds) gone_.merge(fields_gone(*wrapper_, lesson_, usual_, learner_, budget_));
    }
    if (gone_.empty()) return holds;
    lesson_ = lesson_.without(gone_);
    old_known_ = against_known(*wrapper_, lesson_, usual_);
    return !lesson_.pages.empty() && known_values_hold() && gives_none_of(*wrapper_, gone_, new_pages_);
  }

  void take_rules_as_they_are() {
    report_.fields = compare_fields(*wrapper_, *wrapper_, usual_, lesson_, old_known_, gone_, new_pages_);
    report_.old_pages_score = mean_plausibility(*wrapper_, usual_, old_pages_);
    renew_profile(*wrapper_, new_pages_, out_.profile);
    report_.better = report_.rules_hold = true;
  }

  // Without values known from before, labels come from the old rules themselves: agreeing with them proves
  // nothing.
  bool can_prove() {
    if (lesson_.known_pages >= kProofPages && !lesson_.pages.empty()) return true;
    report_.advice =
        lesson_.known_pages
            ? fmt::format(
                  "only {} of the new pages shows what an old one shows, {} are needed to show that "
                  "another wrapper is better; give more pages, or label {}",
                  lesson_.known_pages, kProofPages, first_page_)
            : "none of the new pages shows what an old one shows, so nothing can be shown to be better; "
              "label " +
                  first_page_;
    return false;
  }

  void relearn() {
    wrap::LearnOptions options;
    options.also = new_pages_;
    auto learned = learner_.learn(lesson_.pages, options, budget_);
    if (!learned.ok()) {
      report_.notes.push_back(learned.error());
      report_.advice = "label " + first_page_ + " and learn anew";
      return;
    }
    FieldMatches new_known = against_known(*learned->wrapper, lesson_, usual_);
    wrap::WrapperPtr made =
        keep_what_worked(wrapper_, learned->wrapper, old_known_, new_known, gone_, lesson_, usual_);
    compare(*made, new_known);
    if (!report_.better) {
      report_.advice = "nothing better than the old wrapper was found; label " + first_page_;
      return;
    }
    for (const FieldRepair& field : report_.fields)
      if (field.confidence < kUnsure && !field.gone && report_.advice.empty())
        report_.advice = fmt::format("\"{}\" is unsure: label it on {}", field.field, first_page_);
    out_.wrapper = std::move(made);
    renew_profile(*out_.wrapper, new_pages_, out_.profile);
  }

  // Both are judged without the fields that may be gone: leaving them out is no fault.
  void compare(const wrap::Wrapper& made, FieldMatches& new_known) {
    std::erase_if(usual_.fields, [&](const FieldProfile& field) { return gone_.contains(field.field); });
    report_.old_score = mean_plausibility(*wrapper_, usual_, new_pages_);
    report_.new_score = mean_plausibility(made, usual_, new_pages_);
    report_.old_pages_score = mean_plausibility(made, usual_, old_pages_);
    report_.fields = compare_fields(*wrapper_, made, out_.profile, lesson_, new_known, gone_, new_pages_);
    const double old_f1 = old_known_[""].f1(), new_f1 = new_known[""].f1();
    const double old_total = report_.old_score + old_f1, new_total = report_.new_score + new_f1;
    const bool sheds = !gives_none_of(*wrapper_, gone_, new_pages_) && gives_none_of(made, gone_, new_pages_);
    report_.better = (new_total > old_total + kRepairGain || (sheds && new_total + 1e-9 >= old_total)) &&
                     new_f1 + 1e-9 >= old_f1;
  }

  const wrap::WrapperPtr& wrapper_;
  Profile usual_;  // how the pages were
  const std::vector<DocumentPtr>&old_pages_, &new_pages_;
  const wrap::Learner& learner_;
  Budget& budget_;
  Lesson lesson_;
  std::string first_page_;      // to be labelled, if somebody must
  FieldMatches old_known_;      // what the old rules give of the lesson
  std::set<std::string> gone_;  // fields that the new pages do not have
  Repaired out_;
  RepairReport& report_ = out_.report;
};

}  // namespace

Result<Repaired> repair(const wrap::WrapperPtr& wrapper, const Profile& profile,
                        const std::vector<DocumentPtr>& old_pages, const std::vector<DocumentPtr>& new_pages,
                        const wrap::Learner& learner, Budget& budget) {
  return Repair(wrapper, profile, old_pages, new_pages, learner, budget).run();
}

}  // namespace gleaner::learn
