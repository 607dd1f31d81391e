// See compare.h. Records are paired by the values they share, then values are counted.
#include "learn/compare.h"

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <unordered_map>

#include "base/text.h"
#include "base/unicode.h"
#include "learn/weights.h"

namespace gleaner::learn {
namespace {

using wrap::Record;
using wrap::Value;

struct Leaf {
  std::string field;
  std::string key;   // span or text
  std::string text;  // where the key is a span
  auto operator<=>(const Leaf& other) const {
    return std::tie(field, key) <=> std::tie(other.field, other.key);
  }
  bool operator==(const Leaf& other) const { return field == other.field && key == other.key; }
};

bool all_have_spans(const std::vector<Record>& records) {
  bool all = true;
  wrap::for_each_leaf(records, [&](const std::string&, const Value& v) { all = all && v.span.has_value(); });
  return all;
}

// `within`: which of the nested records it stands in, "2.1." for the second of the third; a
// value in the wrong one is wrong.
void add_leaves(const Value& value, const std::string& field, const std::string& within, bool by_span,
                std::vector<Leaf>& out) {
  if (value.is_text()) {
    Leaf leaf{field, within + collapse(value.text), {}};
    if (by_span && value.span) {
      leaf.text = std::move(leaf.key);
      leaf.key = within + std::to_string(value.span->begin) + "-" + std::to_string(value.span->end);
    }
    out.push_back(std::move(leaf));
  }
  if (value.is_record())
    for (const wrap::Field& inner : value.fields)
      add_leaves(inner.value, field + "." + inner.name, inner.value.is_record() ? within + "0." : within,
                 by_span, out);
  size_t number = 0;
  for (const Value& item : value.items)
    add_leaves(item, field, item.is_record() ? within + std::to_string(number++) + "." : within, by_span,
               out);
}

std::vector<Leaf> leaves_of(const Record& record, bool by_span) {
  std::vector<Leaf> out;
  for (const wrap::Field& field : record.fields)
    add_leaves(field.value, field.name, field.value.is_record() ? "0." : "", by_span, out);
  std::ranges::sort(out);
  return out;
}

// `by_text`: a value that stands in another place is the same, as far as one record goes (the data of a
// script say again what the page shows).
void match_record(const std::vector<Leaf>& wanted, const std::vector<Leaf>& got, FieldMatches& out,
                  bool by_text = false) {
  auto count = [&](const std::string& field, size_t Match::* what) {
    ++(out[field].*what);
    ++(out[""].*what);
  };
  std::vector<const Leaf*> missed, wrong;
  size_t i = 0, j = 0;
  while (i < wanted.size() || j < got.size()) {
    if (j == got.size() || (i < wanted.size() && wanted[i] < got[j])) missed.push_back(&wanted[i++]);
    else if (i == wanted.size() || got[j] < wanted[i]) wrong.push_back(&got[j++]);
    else count(wanted[i].field, &Match::right), ++i, ++j;
  }
  for (const Leaf* leaf : missed) {
    const auto same = std::ranges::find_if(wrong, [&](const Leaf* other) {
      return by_text && !leaf->text.empty() && other->field == leaf->field && other->text == leaf->text;
    });
    count(leaf->field, same == wrong.end() ? &Match::missed : &Match::right);
    if (same != wrong.end()) wrong.erase(same);
  }
  for (const Leaf* leaf : wrong) count(leaf->field, &Match::wrong);
}

size_t common(const std::vector<Leaf>& a, const std::vector<Leaf>& b) {
  std::vector<Leaf> both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return both.size();
}

Record record_with(const std::vector<wrap::Field>& fields) {
  Record out;
  out.fields = fields;
  return out;
}

// Of the records nested in a given one, those that the label names, each at the place of its label: the one
// behind the last that shares most with it. Nothing is known of the others.
void keep_labelled(const std::vector<wrap::Field>& label, std::vector<wrap::Field>& given);

std::vector<Value> labelled_items(const std::vector<Value>& label, const std::vector<Value>& given) {
  std::vector<Value> out;
  size_t from = 0;
  for (const Value& item : label) {
    const std::vector<Leaf> want = leaves_of(record_with(item.fields), false);
    size_t best = given.size(), most = 0;
    for (size_t i = from; i < given.size(); ++i)
      if (const size_t n = common(want, leaves_of(record_with(given[i].fields), false)); n > most)
        best = i, most = n;
    out.push_back(best < given.size() ? given[best] : Value::make_record({}));
    keep_labelled(item.fields, out.back().fields);
    if (best < given.size()) from = best + 1;
  }
  return out;
}

bool is_nested(const Value& value) {
  return value.is_record() || (!value.items.empty() && value.items[0].is_record());
}

void keep_labelled(const std::vector<wrap::Field>& label, std::vector<wrap::Field>& given) {
  std::vector<wrap::Field> kept;
  for (wrap::Field& field : given) {
    const auto said = std::ranges::find(label, field.name, &wrap::Field::name);
    if (said == label.end()) continue;
    if (is_nested(said->value) && is_nested(field.value)) {
      const auto items = [](const Value& v) { return v.is_record() ? std::vector<Value>{v} : v.items; };
      field.value = Value::make_list(labelled_items(items(said->value), items(field.value)));
    }
    kept.push_back(std::move(field));
  }
  given = std::move(kept);
}

}  // namespace

// Records are aligned in order: each wanted record takes the first of the next few that shares most with it.
FieldMatches compare(const std::vector<Record>& wanted, const std::vector<Record>& got) {
  constexpr size_t look_ahead = 8;
  const bool by_span = all_have_spans(wanted);
  FieldMatches out;
  out[""];
  std::vector<std::vector<Leaf>> have;
  for (const Record& record : got) have.push_back(leaves_of(record, by_span));
  std::vector<char> used(have.size(), 0);
  size_t from = 0;
  const bool by_text = wanted.size() == 1 && got.size() == 1;
  const std::vector<Leaf> none;
  for (const Record& record : wanted) {
    std::vector<Leaf> want = leaves_of(record, by_span);
    size_t best = have.size(), best_common = 0;
    for (size_t i = from; i < have.size() && i < from + look_ahead; ++i)
      if (size_t n = used[i] ? 0 : common(want, have[i]); n > best_common || by_text)
        best = i, best_common = n;
    if (best < have.size()) {
      match_record(want, have[best], out, by_text);
      used[best] = 1;
      from = best + 1;
    } else {
      match_record(want, none, out);
    }
  }
  for (size_t i = 0; i < have.size(); ++i)
    if (!used[i]) match_record(none, have[i], out);
  return out;
}

bool says_absent(const Record& label, std::string_view leaf) {
  return std::ranges::any_of(label.fields, [&](const wrap::Field& field) {
    return field.value.kind == Value::Kind::null && leaf.starts_with(field.name) &&
           (leaf.size() == field.name.size() || leaf[field.name.size()] == '.');
  });
}

namespace {

// Rows of a list, each paired with the record that shares most with it: by the records that hold a value, so
// that the cost is that of the values shared, not rows times records.
class RowPairs {
 public:
  RowPairs(const std::vector<Record>& rows, const std::vector<Record>& got, bool by_letters)
      : rows_(rows), got_(got), by_letters_(by_letters) {
    for (const Record& row : rows) want_.push_back(leaves(row));
    for (const Record& record : got) have_.push_back(leaves(record));
    pair_up();
  }

  // Calls visit(row's leaves, those of its record in the row's fields).
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (size_t r = 0; r < want_.size(); ++r) {
      std::vector<Leaf> have;
      if (record_of_[r] != kNoRecord) have = of_label(r);
      std::erase_if(have, [&](const Leaf& leaf) {
        return std::ranges::none_of(want_[r], [&](const Leaf& w) { return w.field == leaf.field; }) &&
               !says_absent(rows_[r], leaf.field);
      });
      visit(r, want_[r], have);
    }
  }

  size_t paired() const {
    return size_t(std::ranges::count_if(record_of_, [](size_t r) { return r != kNoRecord; }));
  }

 private:
  static constexpr size_t kNoRecord = SIZE_MAX;

  struct Holder {
    uint32_t record, times;
  };

  std::vector<Leaf> leaves(const Record& record) const {
    std::vector<Leaf> all = leaves_of(record, false);
    for (Leaf& leaf : all)
      if (std::string letters = by_letters_ ? letters_of(leaf.key) : std::string(); !letters.empty())
        leaf.key = letters;
    std::ranges::sort(all);
    return all;
  }

  std::vector<Leaf> of_label(size_t row) const {
    const auto& fields = rows_[row].fields;
    if (std::ranges::none_of(fields, [](const wrap::Field& f) { return is_nested(f.value); }))
      return have_[record_of_[row]];
    Record labelled = got_[record_of_[row]];
    keep_labelled(fields, labelled.fields);
    return leaves(labelled);
  }

  // Calls visit(leaf, times) for each different one of sorted leaves.
  template <class Visit>
  static void each_different(const std::vector<Leaf>& leaves, Visit&& visit) {
    for (size_t i = 0; i < leaves.size();) {
      size_t end = i;
      while (end < leaves.size() && leaves[end] == leaves[i]) ++end;
      visit(leaves[i].field + '\0' + leaves[i].key, uint32_t(end - i));
      i = end;
    }
  }

  void pair_up() {
    std::unordered_map<std::string, std::vector<Holder>> holders;  // of a value, in order
    for (size_t i = 0; i < have_.size(); ++i)
      each_different(have_[i], [&](std::string key, uint32_t times) {
        holders[std::move(key)].push_back({uint32_t(i), times});
      });
    std::vector<char> used(have_.size(), 0);
    std::vector<uint32_t> shared(have_.size(), 0), touched;
    for (const std::vector<Leaf>& want : want_) {
      each_different(want, [&](const std::string& key, uint32_t times) {
        auto at = holders.find(key);
        if (at == holders.end()) return;
        for (const Holder& holder : at->second) {
          if (used[holder.record]) continue;
          if (!shared[holder.record]) touched.push_back(holder.record);
          shared[holder.record] += std::min(times, holder.times);
        }
      });
      size_t best = kNoRecord, most = 0;  // the first of those that share most
      for (uint32_t i : touched) {
        if (shared[i] > most || (shared[i] == most && i < best)) best = i, most = shared[i];
        shared[i] = 0;
      }
      touched.clear();
      if (best != kNoRecord) used[best] = 1;
      record_of_.push_back(best);
    }
  }

  const std::vector<Record>&rows_, &got_;
  bool by_letters_;
  std::vector<std::vector<Leaf>> want_, have_;
  std::vector<size_t> record_of_;  // a row
};

}  // namespace

size_t paired_rows(const std::vector<Record>& rows, const std::vector<Record>& got) {
  return RowPairs(rows, got, false).paired();
}

FieldMatches compare_rows(const std::vector<Record>& rows, const std::vector<Record>& got, bool by_letters) {
  FieldMatches out;
  out[""];
  RowPairs(rows, got, by_letters).for_each([&](size_t, const auto& want, const auto& have) {
    match_record(want, have, out);
  });
  return out;
}

bool differ_by_cuts(const std::vector<Record>& rows, const std::vector<Record>& got) {
  std::map<std::string, std::pair<size_t, size_t>> fields;  // labels that come out, that are cut short
  bool only = true;
  RowPairs(rows, got, true).for_each([&](size_t, const auto& want, const auto& have) {
    std::vector<Leaf> missed, wrong;
    std::set_difference(want.begin(), want.end(), have.begin(), have.end(), std::back_inserter(missed));
    std::set_difference(have.begin(), have.end(), want.begin(), want.end(), std::back_inserter(wrong));
    only = only && missed.size() == wrong.size();
    for (const Leaf& leaf : want) ++fields[leaf.field].first;
    for (size_t i = 0; only && i < missed.size(); ++i) {
      only = missed[i].field == wrong[i].field && missed[i].key.size() >= kCutLetters &&
             wrong[i].key.starts_with(missed[i].key);
      --fields[missed[i].field].first, ++fields[missed[i].field].second;
    }
  });
  return only && std::ranges::all_of(
                     fields, [](const auto& field) { return field.second.first >= field.second.second; });
}

std::vector<size_t> odd_rows(const std::vector<Record>& rows, const std::vector<Record>& got) {
  std::vector<size_t> out;
  RowPairs(rows, got, false).for_each([&](size_t row, const auto& want, const auto& have) {
    if (want != have) out.push_back(row);
  });
  return out;
}

static FieldMatches compare_vouched(const wrap::Label& label, const std::vector<Record>& got, bool is_list) {
  if (!label.complete && (is_list || label.records.size() > 1)) return compare_rows(label.records, got);
  if (label.complete || label.records.size() != 1 || got.size() != 1) return compare(label.records, got);
  std::vector<Record> asked = got;  // of records nested in the page's only one all are labelled
  std::erase_if(asked[0].fields,
                [&](const wrap::Field& field) { return !label.records[0].find(field.name); });
  return compare(label.records, asked);
}

std::vector<std::pair<std::string, std::string>> negatives_in(const wrap::Label& label,
                                                              const std::vector<Record>& got) {
  std::vector<std::pair<std::string, std::string>> out;
  for (size_t i = 0; i < label.negative.size(); ++i) {
    const wrap::Value& none = label.negative[i];
    std::vector<Span> places = none.places;
    if (none.span) places.push_back(*none.span);
    wrap::for_each_leaf(got, [&](const std::string& field, const wrap::Value& v) {
      if (!label.negative_field[i].empty() && label.negative_field[i] != field) return;
      if (collapse(v.text) != collapse(none.text)) return;
      const bool there = places.empty() || !v.span ||
                         std::ranges::any_of(places, [&](Span place) { return place.overlaps(*v.span); });
      if (there) out.emplace_back(field, v.text);
    });
  }
  return out;
}

FieldMatches compare_label(const wrap::Label& label, const std::vector<Record>& got, bool is_list) {
  FieldMatches out = compare_vouched(label, got, is_list);
  for (const auto& [field, text] : negatives_in(label, got)) ++out[field].wrong, ++out[""].wrong;
  return out;
}

void add(FieldMatches& into, const FieldMatches& more) {
  for (const auto& [field, match] : more) into[field] += match;
}

double f1_of(const FieldMatches& matches, const std::string& field) {
  auto it = matches.find(field);
  return it == matches.end() ? 0 : it->second.f1();
}

std::vector<Record> records_of(const wrap::Wrapper& wrapper, const Document& page) {
  auto got = wrap::extract_all(wrapper, page);
  return got.ok() ? std::move(got).value() : std::vector<Record>{};
}

}  // namespace gleaner::learn
