// See repair.h. Known pages, their counterparts in the new design, the lesson they give, and what is kept of
// the old wrapper.
#include "learn/repair.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "html/locate.h"
#include "learn/check.h"
#include "learn/mixed.h"
#include "learn/portfolio.h"
#include "learn/recognise.h"
#include "learn/weights.h"

namespace gleaner::learn {
namespace {

using wrap::Record;
using wrap::Value;

struct KnownPage {
  DocumentPtr page;
  std::string name;  // without folders
  std::vector<Record> records;
  std::set<std::string> texts;  // all values
};

std::string file_name(const Document& page) { return std::filesystem::path(page.name()).filename().string(); }

std::vector<KnownPage> know(const wrap::Wrapper& wrapper, const std::vector<DocumentPtr>& pages) {
  std::vector<KnownPage> out;
  for (const DocumentPtr& page : pages) {
    KnownPage known{page, file_name(*page), records_of(wrapper, *page), {}};
    for (const Record& record : known.records)
      wrap::for_each_leaf(record,
                          [&](const std::string&, const Value& v) { known.texts.insert(collapse(v.text)); });
    out.push_back(std::move(known));
  }
  return out;
}

size_t shared_texts(const KnownPage& known, const Document& page) {
  size_t n = 0;
  for (const std::string& text : known.texts)
    if (text.size() > 2 && !html::locate(page, text, 1).empty()) ++n;
  return n;
}

// The old page that shows the same things: same file name and shared values, else the one that shares most
// values (three of four: neighbours share makers and years).
const KnownPage* counterpart(const std::vector<KnownPage>& known, const Document& page) {
  std::string name = file_name(page);
  for (const KnownPage& one : known)
    if (one.name == name && !one.texts.empty() && shared_texts(one, page) * 3 >= one.texts.size())
      return &one;
  const KnownPage* best = nullptr;
  size_t most = 0;
  for (const KnownPage& one : known) {
    size_t n = shared_texts(one, page);
    if (n > most && n >= 2 && n * 4 >= one.texts.size() * 3) best = &one, most = n;
  }
  return best;
}

// What the old wrapper gives on a new page, by field; each value is used once.
class StillGiven {
 public:
  explicit StillGiven(const std::vector<Record>& records) {
    for (const Record& record : records)
      wrap::for_each_leaf(record,
                          [&](const std::string& field, const Value& v) { values_[field].push_back(v); });
  }
  std::optional<Value> take(const std::string& field, std::string_view text) {
    std::vector<Value>& values = values_[field];
    auto it = std::find_if(values.begin(), values.end(),
                           [&](const Value& v) { return v.span && says_the_same(v.text, text); });
    if (it == values.end()) return std::nullopt;
    Value value = std::move(*it);
    values.erase(it);
    value.rule = 0;
    return value;
  }

 private:
  std::map<std::string, std::vector<Value>> values_;
};

// Turns the records of an old page into labels of the new one: where the old rule still gives the value (in
// whatever form), that place; else the places where the value is recognised; values that are not are left
// out.
class Relabel {
 public:
  Relabel(const Document& old_page, const Document& page, StillGiven& given)
      : old_page_(old_page), page_(page), given_(given) {}

  bool fields(std::vector<wrap::Field>& fields, const std::string& prefix = {}) {
    std::erase_if(fields, [&](wrap::Field& field) {
      return !value(field.value, prefix.empty() ? field.name : prefix + "." + field.name);
    });
    return !fields.empty();
  }

 private:
  bool value(Value& v, const std::string& path) {
    if (v.is_list()) {
      std::erase_if(v.items, [&](Value& item) { return !value(item, path); });
      return !v.items.empty();
    }
    if (v.is_record()) return fields(v.fields, path);
    if (!v.is_text()) return false;
    if (auto still = given_.take(path, v.text)) return v = std::move(*still), true;
    return recognise_on(v, old_page_, page_);
  }

  const Document& old_page_;
  const Document& page_;
  StillGiven& given_;
};

size_t leaves(const std::vector<Record>& records) {
  size_t n = 0;
  for (const Record& record : records)
    wrap::for_each_leaf(record, [&](const std::string&, const Value&) { ++n; });
  return n;
}

// Records of the old wrapper on the new page that are believable: kept value by value.
std::vector<Record> believable(const Profile& profile, std::vector<Record> records) {
  for (Record& record : records)
    std::erase_if(record.fields, [&](wrap::Field& field) {
      const FieldProfile* known = profile.find(field.name);
      if (!known || !field.value.is_text())
        return !known && !field.value.is_record() && !field.value.is_list();
      return strangeness(*known, field.value.text) > kBelievable;
    });
  std::erase_if(records, [](const Record& record) { return record.fields.empty(); });
  return records;
}

struct Lesson {
  std::vector<wrap::LabelledPage> pages;
  std::map<std::string, uint32_t> labels;  // values a field
  size_t known_pages = 0;                  // labelled by values known from before
};

// Labels of one new page: from the old page that shows the same things; else what the old rules give, if all
// of it looks as it should; else what the label texts point at. Empty where too little is recognisable.
class LessonMaker {
 public:
  LessonMaker(const wrap::Wrapper& wrapper, const Profile& profile, const std::vector<KnownPage>& known)
      : wrapper_(wrapper), profile_(profile), known_(known) {
    for (const KnownPage& one : known) label_texts_.add(*one.page, one.records);
  }

  wrap::Label label(const Document& page, size_t& known_pages) const {
    wrap::Label label;
    label.page = page.name();
    std::vector<Record> given = records_of(wrapper_, page);
    if (const KnownPage* before = counterpart(known_, page))
      from_before(*before, page, given, label), ++known_pages;
    else if (plausibility(profile_, given) >= kPlausibleLabels)
      label.records = believable(profile_, std::move(given)), label.complete = true;
    else from_label_texts(page, label);
    return label;
  }

 private:
  void from_before(const KnownPage& before, const Document& page, const std::vector<Record>& given,
                   wrap::Label& label) const {
    label.records = before.records;
    size_t all = leaves(label.records);
    StillGiven still(given);
    Relabel relabel(*before.page, page, still);
    for (Record& record : label.records) record.span.reset(), relabel.fields(record.fields);
    std::erase_if(label.records, [](const Record& record) { return record.fields.empty(); });
    label.complete = leaves(label.records) == all;
  }

  // Pages of one record only: on a list a label text stands before many values.
  void from_label_texts(const Document& page, wrap::Label& label) const {
    if (profile_.most != 1) return;
    Record record;
    size_t expected = 0;  // a list of records has no value of its own
    for (const FieldProfile& field : profile_.fields) expected += field.values > 0;
    for (const FieldProfile& field : profile_.fields)
      if (Value value = label_texts_.find(page, field); value.is_text())
        record.add(field.field, std::move(value));
    if (double(record.fields.size()) >= kPointed * double(expected))
      label.records.push_back(std::move(record));
  }

  const wrap::Wrapper& wrapper_;
  const Profile& profile_;
  const std::vector<KnownPage>& known_;
  LabelTexts label_texts_;
};

Lesson make_lesson(const wrap::Wrapper& wrapper, const Profile& profile, const std::vector<KnownPage>& known,
                   const std::vector<DocumentPtr>& new_pages) {
  Lesson lesson;
  LessonMaker maker(wrapper, profile, known);
  for (const DocumentPtr& page : new_pages) {
    if (lesson.pages.size() >= kRepairPages) break;
    wrap::LabelledPage labelled{page, maker.label(*page, lesson.known_pages)};
    if (labelled.label.records.empty()) continue;
    for (const Record& record : labelled.label.records)
      wrap::for_each_leaf(record, [&](const std::string& field, const Value&) { ++lesson.labels[field]; });
    lesson.pages.push_back(std::move(labelled));
  }
  return lesson;
}

double mean_plausibility(const wrap::Wrapper& wrapper, const Profile& profile,
                         const std::vector<DocumentPtr>& pages) {
  double sum = 0;
  for (const DocumentPtr& page : pages) sum += plausibility(profile, records_of(wrapper, *page));
  return pages.empty() ? 0 : sum / double(pages.size());
}

// Of the values known from before, how many does a wrapper give on the new pages?
FieldMatches against_known(const wrap::Wrapper& wrapper, const Lesson& lesson) {
  FieldMatches matches;
  matches[""];
  for (const wrap::LabelledPage& page : lesson.pages) {
    std::vector<Record> by_text = page.label.records;  // places of known values are guesses: compare by text
    for (Record& record : by_text)
      wrap::for_each_leaf(record.fields, [](const std::string&, Value& v) { v.span.reset(); });
    add(matches, compare(by_text, records_of(wrapper, *page.document)));
  }
  return matches;
}

std::string rule_words(const wrap::Wrapper& wrapper, std::string_view field) {
  for (const wrap::Rule& rule : wrapper.rules())
    if (rule.field == field && !rule.words.empty()) return rule.words;
  return {};
}

std::vector<FieldRepair> compare_fields(const wrap::Wrapper& before, const wrap::Wrapper& after,
                                        const Profile& profile, const Lesson& lesson,
                                        const FieldMatches& known,
                                        const std::vector<DocumentPtr>& new_pages) {
  Profile now;
  for (const DocumentPtr& page : new_pages) now.add(*page, records_of(after, *page));
  std::vector<FieldRepair> out;
  for (const FieldProfile& field : profile.fields) {
    if (!field.values) continue;  // a list of records: its fields tell
    FieldRepair one;
    one.field = field.field;
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

// Fields whose known values the new wrapper loses keep their old rules.
wrap::WrapperPtr keep_what_worked(const wrap::WrapperPtr& before, const wrap::WrapperPtr& after,
                                  const FieldMatches& old_known, FieldMatches& new_known,
                                  const Lesson& lesson) {
  if (before->kind() == "mixed" || after->kind() == "mixed") return after;
  MixedPart part{{}, before, 0};
  for (const auto& [field, match] : old_known)
    if (!field.empty() && field.find('.') == std::string::npos &&
        match.f1() > new_known[field].f1() + kFieldLoss)
      part.fields.push_back(field);
  if (part.fields.empty()) return after;
  auto mixed = std::make_shared<MixedWrapper>(after, std::vector<MixedPart>{part});
  FieldMatches mixed_known = against_known(*mixed, lesson);
  if (mixed_known[""].f1() <= new_known[""].f1()) return after;
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
  FieldMatches old_known = against_known(*wrapper, lesson);
  const bool holds = old_known[""].f1() >= kRulesHold, looks_right = report.old_score >= kStillWorks;
  // A wrapper that still gives believable records is not replaced for giving other values than before: the
  // values may have changed.
  if (looks_right && (holds || old_known[""].f1() >= kStillKnown)) {
    report.advice = "the old wrapper works on the new pages";
    return out;
  }
  if (holds) {
    report.fields = compare_fields(*wrapper, *wrapper, usual, lesson, old_known, new_pages);
    report.old_pages_score = mean_plausibility(*wrapper, usual, old_pages);
    renew_profile(*wrapper, new_pages, out.profile);
    report.better = report.rules_hold = true;
    return out;
  }
  // Without values known from before, labels come from the old rules themselves: agreeing with them proves
  // nothing.
  if (lesson.known_pages < kProofPages) {
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
  FieldMatches new_known = against_known(*learned->wrapper, lesson);
  wrap::WrapperPtr made = keep_what_worked(wrapper, learned->wrapper, old_known, new_known, lesson);
  report.new_score = mean_plausibility(*made, usual, new_pages);
  report.old_pages_score = mean_plausibility(*made, usual, old_pages);
  report.fields = compare_fields(*wrapper, *made, usual, lesson, new_known, new_pages);
  double old_total = report.old_score + old_known[""].f1(), new_total = report.new_score + new_known[""].f1();
  report.better = new_total > old_total + kRepairGain && new_known[""].f1() + 1e-9 >= old_known[""].f1();
  if (!report.better) {
    report.advice = "nothing better than the old wrapper was found; label " + first_page;
    return out;
  }
  for (const FieldRepair& field : report.fields)
    if (field.confidence < kUnsure && report.advice.empty())
      report.advice = fmt::format("\"{}\" is unsure: label it on {}", field.field, first_page);
  out.wrapper = std::move(made);
  renew_profile(*out.wrapper, new_pages, out.profile);
  return out;
}

}  // namespace gleaner::learn
