#include "learn/repair.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "html/locate.h"
#include "learn/check.h"
#include "learn/portfolio.h"
#include "learn/weights.h"

namespace gleaner::learn {
namespace {

using wrap::Record;
using wrap::Value;

struct KnownPage {
  DocumentPtr page;
  std::string name;              // without folders
  std::vector<Record> records;
  std::set<std::string> texts;   // all values
};

std::string file_name(const Document& page) { return std::filesystem::path(page.name()).filename().string(); }

std::vector<Record> records_of(const wrap::Wrapper& wrapper, const Document& page) {
  auto got = wrap::extract_all(wrapper, page);
  return got.ok() ? std::move(got).value() : std::vector<Record>{};
}

std::vector<KnownPage> know(const wrap::Wrapper& wrapper, const std::vector<DocumentPtr>& pages) {
  std::vector<KnownPage> out;
  for (const DocumentPtr& page : pages) {
    KnownPage known{page, file_name(*page), records_of(wrapper, *page), {}};
    for (const Record& record : known.records)
      wrap::for_each_leaf(record, [&](const std::string&, const Value& v) { known.texts.insert(collapse(v.text)); });
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

// The old page that shows the same things: same file name and shared values, else the one that shares most values (more than half).
const KnownPage* counterpart(const std::vector<KnownPage>& known, const Document& page) {
  std::string name = file_name(page);
  for (const KnownPage& one : known)
    if (one.name == name && !one.texts.empty() && shared_texts(one, page) * 3 >= one.texts.size()) return &one;
  const KnownPage* best = nullptr;
  size_t most = 0;
  for (const KnownPage& one : known) {
    size_t n = shared_texts(one, page);
    if (n > most && n * 2 > one.texts.size()) best = &one, most = n;
  }
  return best;
}

// A record's values as labels without places; values that stand nowhere on the new page are left out.
bool relabel(std::vector<wrap::Field>& fields, const Document& page);
bool relabel(Value& value, const Document& page) {
  if (value.is_text()) {
    auto places = html::locate(page, value.text);
    value.span.reset();
    value.places.clear();
    for (const html::Place& place : places) value.places.push_back(place.span);
    if (value.places.size() == 1) value.span = value.places.front();
    value.rule = 0;
    return !places.empty();
  }
  if (value.is_list()) std::erase_if(value.items, [&](Value& item) { return !relabel(item, page); });
  if (value.is_list()) return !value.items.empty();
  if (value.is_record()) return relabel(value.fields, page);
  return false;
}
bool relabel(std::vector<wrap::Field>& fields, const Document& page) {
  std::erase_if(fields, [&](wrap::Field& field) { return !relabel(field.value, page); });
  return !fields.empty();
}

size_t leaves(const std::vector<Record>& records) {
  size_t n = 0;
  for (const Record& record : records) wrap::for_each_leaf(record, [&](const std::string&, const Value&) { ++n; });
  return n;
}

// Records of the old wrapper on the new page that are believable: kept value by value.
std::vector<Record> believable(const Profile& profile, std::vector<Record> records) {
  for (Record& record : records)
    std::erase_if(record.fields, [&](wrap::Field& field) {
      const FieldProfile* known = profile.find(field.name);
      if (!known || !field.value.is_text()) return !known && !field.value.is_record() && !field.value.is_list();
      return strangeness(*known, field.value.text) > 0.2;
    });
  std::erase_if(records, [](const Record& record) { return record.fields.empty(); });
  return records;
}

struct Lesson {
  std::vector<wrap::LabelledPage> pages;
  std::map<std::string, uint32_t> labels;  // values a field
};

Lesson make_lesson(const wrap::Wrapper& wrapper, const Profile& profile, const std::vector<KnownPage>& known,
                   const std::vector<DocumentPtr>& new_pages) {
  Lesson lesson;
  for (const DocumentPtr& page : new_pages) {
    if (lesson.pages.size() >= kRepairPages) break;
    wrap::LabelledPage labelled;
    labelled.document = page;
    labelled.label.page = page->name();
    if (const KnownPage* before = counterpart(known, *page)) {
      labelled.label.records = before->records;
      size_t all = leaves(labelled.label.records);
      for (Record& record : labelled.label.records) record.span.reset(), relabel(record.fields, *page);
      std::erase_if(labelled.label.records, [](const Record& record) { return record.fields.empty(); });
      labelled.label.complete = leaves(labelled.label.records) == all;
    } else {
      std::vector<Record> given = records_of(wrapper, *page);
      if (plausibility(profile, given) < 0.8) continue;
      labelled.label.records = believable(profile, std::move(given));
      labelled.label.complete = true;
    }
    if (labelled.label.records.empty()) continue;
    for (const Record& record : labelled.label.records)
      wrap::for_each_leaf(record, [&](const std::string& field, const Value&) { ++lesson.labels[field]; });
    lesson.pages.push_back(std::move(labelled));
  }
  return lesson;
}

double mean_plausibility(const wrap::Wrapper& wrapper, const Profile& profile, const std::vector<DocumentPtr>& pages) {
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

std::vector<FieldRepair> compare_fields(const wrap::Wrapper& before, const wrap::Wrapper& after, const Profile& profile,
                                        const Lesson& lesson, const FieldMatches& known, const std::vector<DocumentPtr>& new_pages) {
  Profile now;
  for (const DocumentPtr& page : new_pages) now.add(*page, records_of(after, *page));
  std::vector<FieldRepair> out;
  for (const FieldProfile& field : profile.fields) {
    FieldRepair one;
    one.field = field.field;
    one.before = rule_words(before, field.field);
    one.after = rule_words(after, field.field);
    if (auto it = lesson.labels.find(field.field); it != lesson.labels.end()) one.labels = it->second;
    if (const FieldProfile* found = now.find(field.field)) one.found = found->present, one.records = found->records;
    if (auto it = known.find(field.field); it != known.end()) {
      one.known_same = uint32_t(it->second.right);
      one.known = uint32_t(it->second.right + it->second.missed);
    }
    double same = one.known ? double(one.known_same) / one.known : 0.5;
    double rate = one.records ? std::min(1.0, double(one.found) / one.records / std::max(0.05, field.present_rate())) : 0;
    one.confidence = same * (0.3 + 0.7 * rate);
    out.push_back(std::move(one));
  }
  return out;
}

}  // namespace

Result<Repaired> repair(const wrap::WrapperPtr& wrapper, const Profile& profile, const std::vector<DocumentPtr>& old_pages,
                        const std::vector<DocumentPtr>& new_pages, const wrap::Learner& learner, Budget& budget) {
  Repaired out;
  out.wrapper = wrapper;
  std::vector<KnownPage> known = know(*wrapper, old_pages);
  Profile usual = profile;
  if (usual.empty())
    for (const KnownPage& one : known) usual.add(*one.page, one.records, &wrapper->rules());
  out.profile = usual;
  out.report.old_score = mean_plausibility(*wrapper, usual, new_pages);

  Lesson lesson = make_lesson(*wrapper, usual, known, new_pages);
  if (lesson.pages.empty()) {
    out.report.advice = "none of the known values stands on the new pages; label one of them: gleaner label " +
                        (new_pages.empty() ? std::string("PAGE") : new_pages.front()->name());
    return out;
  }
  wrap::LearnOptions options;
  options.also = new_pages;
  auto learned = learner.learn(lesson.pages, options, budget);
  if (!learned.ok()) {
    out.report.notes.push_back(learned.error());
    out.report.advice = "label " + lesson.pages.front().label.page + " and learn anew";
    return out;
  }
  FieldMatches old_known = against_known(*wrapper, lesson), new_known = against_known(*learned->wrapper, lesson);
  out.report.new_score = mean_plausibility(*learned->wrapper, usual, new_pages);
  out.report.old_pages_score = mean_plausibility(*learned->wrapper, usual, old_pages);
  out.report.fields = compare_fields(*wrapper, *learned->wrapper, usual, lesson, new_known, new_pages);
  double old_total = out.report.old_score + old_known[""].f1(), new_total = out.report.new_score + new_known[""].f1();
  // A wrapper that still gives believable records is not replaced for giving other values than before: the values may have changed.
  bool works = out.report.old_score >= kStillWorks && old_known[""].f1() >= kStillKnown;
  out.report.better = !works && new_total > old_total + kRepairGain && new_known[""].f1() + 1e-9 >= old_known[""].f1();
  if (!out.report.better) {
    bool worked = out.report.old_score > 0.9;
    out.report.advice = worked ? "the old wrapper works on the new pages as well as anything found"
                               : "nothing better than the old wrapper was found; label " + lesson.pages.front().label.page;
    return out;
  }
  for (const FieldRepair& field : out.report.fields)
    if (field.confidence < 0.5 && out.report.advice.empty())
      out.report.advice = fmt::format("\"{}\" is unsure: label it on {}", field.field, lesson.pages.front().label.page);
  out.wrapper = learned->wrapper;
  Profile fresh;
  for (const DocumentPtr& page : new_pages) fresh.add(*page, records_of(*out.wrapper, *page), &out.wrapper->rules());
  out.profile = std::move(fresh);
  return out;
}

}  // namespace gleaner::learn
