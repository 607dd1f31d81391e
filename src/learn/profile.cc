// See profile.h. How values are counted into a profile; its form in a wrapper file is in profile_file.cc.
#include "learn/profile.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/lists.h"
#include "base/text.h"
#include "html/source_map.h"
#include "html/struck.h"
#include "html/table_header.h"
#include "learn/own_list.h"
#include "learn/weights.h"
#include "wrap/schema.h"
#include "wrap/types.h"

namespace gleaner::learn {
namespace {

constexpr size_t kSkeletonsKept = 4;
constexpr size_t kShapeText = 80;
constexpr size_t kPrefixKept = 40;
constexpr size_t kExampleText = 60;

// Counts the fields of one record and, below, those of its nested records, each against its own level.
class Counter {
 public:
  Counter(std::vector<FieldProfile>& fields, const std::vector<wrap::Rule>* rules)
      : fields_(fields), rules_(rules) {}

  // From here on values are examples, said to come from there; "": they are none.
  void set_example(std::string from) { example_ = std::move(from); }

  void count(const std::vector<wrap::Field>& fields, const std::string& prefix) {
    ++level_records_[prefix];
    for (const wrap::Field& field : fields) {
      if (field.value.is_absent()) continue;
      std::string path = prefix.empty() ? field.name : prefix + "." + field.name;
      if (field.value.is_record() || (!field.value.items.empty() && field.value.items.front().is_record()))
        ++get(path).present;
      count_value(field.value, path, true);
      uint32_t values = field.value.is_list() ? uint32_t(field.value.items.size()) : 1;
      for (FieldProfile& profile : fields_)
        if (profile.field == path) {
          profile.most = std::max(profile.most, values);
          profile.least = profile.least ? std::min(profile.least, values) : values;
        }
    }
  }
  const std::map<std::string, uint32_t>& level_records() const { return level_records_; }

 private:
  void count_value(const wrap::Value& value, const std::string& path, bool first) {
    if (value.is_list()) {
      for (size_t i = 0; i < value.items.size(); ++i) count_value(value.items[i], path, i == 0);
    } else if (value.is_record()) {
      count(value.fields, path);
    } else if (value.is_text()) {
      FieldProfile& profile = get(path);
      uint32_t length = uint32_t(count_code_points(value.text));
      profile.shortest = profile.values ? std::min(profile.shortest, length) : length;
      profile.longest = std::max(profile.longest, length);
      if (!profile.values) profile.prefix = value.text.substr(0, kPrefixKept);
      profile.prefix.resize(size_t(
          std::mismatch(profile.prefix.begin(), profile.prefix.end(), value.text.begin(), value.text.end())
              .first -
          profile.prefix.begin()));
      profile.present += first;
      ++profile.values;
      const size_t known = profile.vocabulary.size();
      if (known <= kVocabulary) {
        std::string key = vocabulary_key(value.text);
        profile.returns += key != profile.last && profile.vocabulary.contains(key);
        ++profile.vocabulary[key];
        profile.last = std::move(key);
      }
      profile.spread.add_value(value.text, profile.vocabulary.size() > known);
      ++profile.kinds[kind_of(value.text)];
      ++profile.shapes[shape_of(value.text)];
      ++profile.edges[edges_of(value.text)];
      if (rules_ && value.rule && value.rule < rules_->size()) {
        const std::string& id = (*rules_)[value.rule].id;
        ++profile.rules[id];
        if (!example_.empty())
          profile.examples.try_emplace(
              id, fmt::format("{}: {}", example_,
                              value.text.substr(0, valid_utf8_prefix(value.text.substr(0, kExampleText)))));
      }
    }
  }
  FieldProfile& get(const std::string& path) {
    for (FieldProfile& field : fields_)
      if (field.field == path) return field;
    fields_.push_back({});
    fields_.back().field = path;
    return fields_.back();
  }

  std::vector<FieldProfile>& fields_;
  const std::vector<wrap::Rule>* rules_;
  std::string example_;
  std::map<std::string, uint32_t> level_records_;
};

std::string level_of(const std::string& path) {
  size_t dot = path.rfind('.');
  return dot == std::string::npos ? std::string{} : path.substr(0, dot);
}

}  // namespace

std::string vocabulary_key(std::string_view text) {
  std::string key = collapse(text).substr(0, kPrefixKept);
  key.resize(valid_utf8_prefix(key));
  return key;
}

bool FieldProfile::has_vocabulary() const {
  return !vocabulary.empty() && vocabulary.size() <= kVocabulary &&
         values >= kVocabularyTimes * vocabulary.size();
}

bool FieldProfile::has_mixed_vocabulary() const {
  if (most > 1 || vocabulary.empty() || vocabulary.size() > kVocabulary) return false;
  if (values < kMixedValues || values < kMixedTimes * vocabulary.size()) return false;
  return vocabulary.size() == 1 || returns >= kVocabularyReturns;
}

bool FieldProfile::knows(std::string_view value) const {
  return vocabulary.contains(vocabulary_key(value)) ||
         (vocabulary.size() == 1 && shapes.contains(shape_of(value)));
}

uint32_t FieldProfile::seen_once() const {
  return uint32_t(std::ranges::count_if(vocabulary, [](const auto& one) { return one.second == 1; }));
}

std::string shape_of(std::string_view text) {
  char out[kShapeText];
  size_t n = 0;
  for (size_t i = 0; i < text.size() && n < kShapeText;) {
    if (is_digit(text[i])) {
      while (i < text.size() && is_digit(text[i])) ++i;
      out[n++] = '9';
    } else if (is_letter_byte(text[i])) {
      while (i < text.size() && is_letter_byte(text[i])) ++i;
      if (n >= 2 && out[n - 1] == ' ' && out[n - 2] == 'w') --n;  // several words are as one
      else out[n++] = 'w';
    } else {
      out[n++] = is_space(text[i]) ? ' ' : text[i];
      ++i;
    }
  }
  return std::string(out, n);
}

std::string kind_of(std::string_view text) {
  wrap::Type type = wrap::recognise(text);
  if (type != wrap::Type::text) return std::string(wrap::name_of(type));
  bool digits = std::ranges::any_of(text, is_digit);
  size_t n = words(text).size();
  if (n > 12) return "long";
  if (digits) return "digits";
  return n <= 1 ? "word" : "words";
}

std::string edges_of(std::string_view text) {
  auto class_of = [](char c) { return is_letter_byte(c) ? 'w' : is_digit(c) ? '9' : c; };
  return text.empty() ? std::string{} : std::string{class_of(text.front()), ' ', class_of(text.back())};
}

// Share of the records that are the same as an earlier one.
double twin_share(const std::vector<wrap::Record>& records) {
  std::set<std::string> known;
  for (const wrap::Record& record : records) {
    std::string all;
    wrap::for_each_leaf(record, [&](const std::string& field, const wrap::Value& value) {
      all += field + '\x1f' + collapse(value.text) + '\x1e';
    });
    known.insert(std::move(all));
  }
  return records.empty() ? 0 : 1 - double(known.size()) / double(records.size());
}

// The lines of a text that hold anything: how many, and how many of them no record reaches into.
LinesLeft lines_left(const Document& page, const std::vector<wrap::Record>& records) {
  LinesLeft out;
  if (page.is_html()) return out;
  std::vector<Span> taken;
  for (const wrap::Record& record : records) {
    std::optional<Span> reach = wrap::hull_of(record);
    if (record.span) reach = reach ? reach->hull(*record.span) : *record.span;
    if (reach && reach->begin < reach->end) taken.push_back(*reach);
  }
  std::ranges::sort(taken, {}, &Span::begin);
  const std::string_view text = page.text();
  size_t next = 0, reached = 0;  // the next record, and where those before it end
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    for (; next < taken.size() && taken[next].begin < end; ++next)
      reached = std::max(reached, size_t(taken[next].end));
    if (!trim(text.substr(at, end - at)).empty()) {
      ++out.lines;
      out.left += reached <= at;
    }
    at = end + 1;
  }
  return out;
}

// May the page have table cells? A look at its bytes, without a tree.
static bool has_cells(std::string_view page) {
  for (size_t at = page.find('<'); at != std::string_view::npos; at = page.find('<', at + 1))
    if (equals_ignoring_case(page.substr(at + 1, 2), "td")) return true;
  return false;
}

std::map<std::string, std::vector<std::string>> headers_of(const Document& page,
                                                           const std::vector<wrap::Record>& records) {
  std::map<std::string, std::vector<std::string>> out;
  if (!page.is_html() || !has_cells(page.text())) return out;
  const auto& nodes = page.view<html::SourceMap>();
  const auto& tables = page.view<html::TableHeaders>();
  wrap::for_each_leaf(records, [&](const std::string& field, const wrap::Value& value) {
    if (value.span) out[field].push_back(tables.above(nodes.node_at(value.span->begin)));
  });
  return out;
}

std::map<std::string, uint32_t> struck_in(const Document& page, const std::vector<wrap::Record>& records) {
  std::map<std::string, uint32_t> out;
  if (!page.is_html() || !html::may_strike(page.text())) return out;
  const html::Tree& tree = page.view<html::Tree>();
  const auto& nodes = page.view<html::SourceMap>();
  wrap::for_each_leaf(records, [&](const std::string& field, const wrap::Value& value) {
    if (value.span && html::is_struck(tree, nodes.node_at(value.span->begin))) ++out[field];
  });
  return out;
}

void Profile::add_page_facts(const Document& page, const std::vector<wrap::Record>& records) {
  if (const LinesLeft lines = lines_left(page, records); lines.lines && !records.empty())
    lines_left_share = std::max(lines_left_share, lines.share());
  if (records.size() >= kVarietyValues) {
    twins = std::max(twins, twin_share(records));
    if (pages <= kListsLookedAt)
      if (const uint32_t members = members_around(page, records)) {
        const double share = std::min(1.0, double(records.size()) / members);
        list_share = list_share < 0 ? share : std::min(list_share, share);
      }
  }
  std::map<std::string, std::vector<std::string_view>> values;
  wrap::for_each_leaf(records, [&](const std::string& field, const wrap::Value& value) {
    values[field].push_back(value.text);
  });
  const auto headers = headers_of(page, records);
  const auto struck = struck_in(page, records);
  const PageSurroundings around = surroundings_of(page, records);
  for (FieldProfile& field : fields) {
    if (auto it = struck.find(field.field); it != struck.end()) field.spread.struck += it->second;
    if (auto it = values.find(field.field); it != values.end()) field.spread.add_page(it->second);
    if (auto it = headers.find(field.field); it != headers.end())
      for (const std::string& text : it->second) ++field.spread.headers[text];
    if (auto it = around.find(field.field); it != around.end()) {
      for (const Surroundings& one : it->second) {
        field.beside.before.add(one.before);
        field.beside.behind.add(one.behind);
      }
      field.beside.before.end_page();
      field.beside.behind.end_page();
    }
  }
}

void Profile::add(const Document& page, const std::vector<wrap::Record>& records,
                  const std::vector<wrap::Rule>* rules, bool labelled) {
  uint32_t n = uint32_t(records.size());
  fewest = pages ? std::min(fewest, n) : n;
  most = std::max(most, n);
  ++pages;
  std::vector<uint32_t> before;  // present on the pages until now; a field that is new was on none
  for (const FieldProfile& field : fields) before.push_back(field.present);
  Counter counter(fields, rules);
  for (size_t i = 0; i < records.size(); ++i) {
    if (labelled) counter.set_example(fmt::format("{} record {}", page.name(), i + 1));
    counter.count(records[i].fields, "");
  }
  for (size_t i = 0; i < fields.size(); ++i) {
    FieldProfile& field = fields[i];
    auto level = counter.level_records().find(level_of(field.field));
    if (level == counter.level_records().end() || !level->second) continue;
    field.records += level->second;
    if (i >= before.size() && pages > 1) field.rarest = 0;
    const uint32_t here = field.present - (i < before.size() ? before[i] : 0);
    field.rarest = std::min(field.rarest, double(here) / level->second);
  }
  add_page_facts(page, records);
  if (skeletons.size() < kSkeletonsKept) {
    Sketch sketch = sketch_of(page);
    for (const Sketch& known : skeletons)
      skeleton_spread = std::min(skeleton_spread, similarity(known, sketch));
    skeletons.push_back(std::move(sketch));
  }
}

const FieldProfile* Profile::find(std::string_view field) const {
  return find_by(fields, &FieldProfile::field, field);
}

std::string Profile::example(std::string_view field, const std::string& rule) const {
  const FieldProfile* profile = find(field);
  if (!profile) return {};
  auto it = profile->examples.find(rule);
  return it == profile->examples.end() ? std::string{} : it->second;
}

// The part of the shared beginning that is no accident: numbers count on ("item-k10" becomes "item-"), and
// words end where they end.
static std::string_view telling_prefix(const FieldProfile& field) {
  std::string_view prefix = field.prefix;
  if (field.values < 4) return {};
  prefix = prefix.substr(0, size_t(std::ranges::find_if(prefix, is_digit) - prefix.begin()));
  while (!prefix.empty() && is_letter_byte(prefix.back())) prefix.remove_suffix(1);
  return prefix;
}

double strangeness(const FieldProfile& field, std::string_view value, std::string* why) {
  if (!field.values) return 0;
  if (field.shapes.count(shape_of(value)) && field.edges.count(edges_of(value)) &&
      value.starts_with(telling_prefix(field)))
    return 0;
  double strange = 0;
  auto add = [&](double weight, auto&& words) {
    strange += weight;
    if (why) *why += (why->empty() ? "" : "; ") + words();
  };
  const std::string_view prefix = telling_prefix(field);
  if (!value.starts_with(prefix))
    add(kEdgeWeight * double(field.values) / (double(field.values) + 2),
        [&] { return fmt::format("does not begin with \"{}\" as all others do", prefix); });
  auto is_free = [](const std::string& k) {
    return k == "word" || k == "words" || k == "long" || k == "digits";
  };
  // Plain words where words are known need no reading as date, address or amount.
  auto telling = [](char c) { return is_digit(c) || c == ':' || c == '/' || c == '@'; };
  const bool plain = std::ranges::none_of(value, telling) &&
                     std::ranges::any_of(field.kinds, [&](const auto& k) { return is_free(k.first); });
  // One of many kinds tells little; a single kind over many values tells much.
  if (std::string kind = plain || field.kinds.size() > 2 ? std::string() : kind_of(value);
      !kind.empty() && !field.kinds.count(kind)) {
    bool free =
        is_free(kind) && std::ranges::any_of(field.kinds, [&](const auto& k) { return is_free(k.first); });
    double sure = double(field.values) / (double(field.values) + 2);
    if (!free)
      add(kKindWeight * sure,
          [&] { return fmt::format("a {} where there was {}", kind, field.kinds.begin()->first); });
  }
  // A sign at the edge where there never was one: a cut or a neighbour.
  std::string edges = edges_of(value);
  auto signs_at = [](const std::string& e, size_t i) { return e.size() > i && e[i] != 'w' && e[i] != '9'; };
  for (size_t i : {size_t{0}, edges.empty() ? size_t{0} : edges.size() - 1}) {
    if (edges.empty() || !signs_at(edges, i)) continue;
    bool known = std::ranges::any_of(field.edges, [&](const auto& e) {
      return i == 0 ? signs_at(e.first, 0) : signs_at(e.first, e.first.size() - 1);
    });
    if (!known)
      add(kEdgeWeight * double(field.values) / (double(field.values) + 2),
          [&] { return fmt::format("{} with a sign it never had", i == 0 ? "begins" : "ends"); });
    if (i == edges.size() - 1) break;
  }
  double length = double(count_code_points(value));
  if (length > kLengthFactor * (field.longest + 4.0))
    add(kLengthWeight,
        [&] { return fmt::format("{} characters, at most {} before", length, field.longest); });
  if (length * kLengthFactor < field.shortest)
    add(kLengthWeight,
        [&] { return fmt::format("{} characters, at least {} before", length, field.shortest); });
  return std::min(strange, 1.0);
}

}  // namespace gleaner::learn
