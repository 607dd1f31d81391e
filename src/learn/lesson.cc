// See lesson.h.
#include "learn/lesson.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "base/text.h"
#include "html/locate.h"
#include "html/struck.h"
#include "learn/check.h"
#include "learn/compare.h"
#include "learn/weights.h"

namespace gleaner::learn {
namespace {

using wrap::Record;
using wrap::Value;

std::string file_name(const Document& page) { return std::filesystem::path(page.name()).filename().string(); }

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
    wrap::for_each_leaf(records,
                        [&](const std::string& field, const Value& v) { values_[field].push_back(v); });
  }
  std::optional<Value> take(const std::string& field, std::string_view text) {
    std::vector<Value>& values = values_[field];
    auto it =
        std::ranges::find_if(values, [&](const Value& v) { return v.span && says_the_same(v.text, text); });
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
  wrap::for_each_leaf(records, [&](const std::string&, const Value&) { ++n; });
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

// Labels of one new page: from the old page that shows the same things; else what the old rules give, if all
// of it looks as it should; else what the label texts point at. Empty where too little is recognisable.
class LessonMaker {
 public:
  LessonMaker(const wrap::Wrapper& wrapper, const Profile& profile, const std::vector<KnownPage>& known,
              const LabelTexts& label_texts)
      : wrapper_(wrapper), profile_(profile), known_(known), label_texts_(label_texts) {}

  wrap::Label label(const Document& page, size_t& known_pages, std::map<std::string, uint32_t>& known) const {
    wrap::Label label;
    label.page = page.name();
    std::vector<Record> given = live_records(wrapper_, page, profile_);
    if (const KnownPage* before = counterpart(known_, page))
      from_before(*before, page, given, label, known), ++known_pages;
    else if (plausibility(profile_, given) >= kPlausibleLabels)
      label.records = believable(profile_, std::move(given)), label.complete = true;
    else from_label_texts(page, label);
    return label;
  }

 private:
  void from_before(const KnownPage& before, const Document& page, const std::vector<Record>& given,
                   wrap::Label& label, std::map<std::string, uint32_t>& known) const {
    label.records = before.records;
    wrap::for_each_leaf(label.records, [&](const std::string& field, const Value&) { ++known[field]; });
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
  const LabelTexts& label_texts_;
};

void count_labels(Lesson& lesson) {
  lesson.labels.clear();
  wrap::for_each_leaf(lesson.pages, [&](const std::string& field, const Value&) { ++lesson.labels[field]; });
}

void drop_fields(std::vector<wrap::Field>& fields, const std::set<std::string>& dropped,
                 const std::string& prefix) {
  std::erase_if(fields, [&](wrap::Field& field) {
    const std::string path = prefix + field.name;
    if (dropped.contains(path)) return true;
    if (field.value.is_record()) drop_fields(field.value.fields, dropped, path + ".");
    for (Value& item : field.value.items) drop_fields(item.fields, dropped, path + ".");
    return false;
  });
}

}  // namespace

std::vector<Record> live_records(const wrap::Wrapper& wrapper, const Document& page, const Profile& profile) {
  std::vector<Record> records = records_of(wrapper, page);
  if (struck_in(page, records).empty()) return records;
  const html::Tree& tree = page.view<html::Tree>();
  for (Record& record : records)
    std::erase_if(record.fields, [&](const wrap::Field& field) {
      const FieldProfile* known = profile.find(field.name);
      return field.value.is_text() && field.value.span && known &&
             known->spread.struck * 2 <= known->values &&
             html::is_struck(tree, tree.node_at(field.value.span->begin));
    });
  return records;
}

std::vector<KnownPage> know(const wrap::Wrapper& wrapper, const std::vector<DocumentPtr>& pages) {
  std::vector<KnownPage> out;
  for (const DocumentPtr& page : pages) {
    KnownPage known{page, file_name(*page), records_of(wrapper, *page), {}};
    wrap::for_each_leaf(known.records,
                        [&](const std::string&, const Value& v) { known.texts.insert(collapse(v.text)); });
    out.push_back(std::move(known));
  }
  return out;
}

Lesson make_lesson(const wrap::Wrapper& wrapper, const Profile& profile, const std::vector<KnownPage>& known,
                   const std::vector<DocumentPtr>& new_pages) {
  Lesson lesson;
  for (const KnownPage& one : known) lesson.label_texts.add(*one.page, one.records);
  LessonMaker maker(wrapper, profile, known, lesson.label_texts);
  std::vector<wrap::LabelledPage> unknown;
  for (const DocumentPtr& page : new_pages) {
    if (lesson.pages.size() + unknown.size() >= kRepairPages) break;
    const size_t before = lesson.known_pages;
    wrap::LabelledPage labelled{page, maker.label(*page, lesson.known_pages, lesson.known)};
    if (labelled.label.records.empty()) {
      lesson.known_pages = before;
      continue;
    }
    (lesson.known_pages > before ? lesson.pages : unknown).push_back(std::move(labelled));
  }
  for (wrap::LabelledPage& page : unknown) lesson.pages.push_back(std::move(page));
  count_labels(lesson);
  return lesson;
}

Lesson Lesson::without(const std::set<std::string>& fields) const {
  Lesson out = *this;
  for (wrap::LabelledPage& page : out.pages) {
    for (Record& record : page.label.records) drop_fields(record.fields, fields, "");
    std::erase_if(page.label.records, [](const Record& record) { return record.fields.empty(); });
  }
  std::erase_if(out.pages, [](const wrap::LabelledPage& page) { return page.label.records.empty(); });
  count_labels(out);
  return out;
}

Lesson Lesson::half(size_t which) const {
  Lesson out;
  for (size_t i = 0; i < known_pages && i < pages.size(); ++i)
    if (i % 2 == which) out.pages.push_back(pages[i]);
  out.known_pages = out.pages.size();
  count_labels(out);
  return out;
}

}  // namespace gleaner::learn
