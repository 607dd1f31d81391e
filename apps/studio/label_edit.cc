// See label_edit.h.
#include "label_edit.h"

#include <algorithm>
#include <set>

#include "base/lists.h"
#include "base/text.h"
#include "html/tree.h"
#include "label/resolve.h"

namespace gleaner::studio {
namespace {

using wrap::Field;
using wrap::Label;
using wrap::Record;
using wrap::Value;

std::vector<Span> leaf_spans(const std::vector<Field>& fields) {
  std::vector<Span> out;
  wrap::for_each_leaf(fields, [&](const std::string&, const Value& value) {
    if (value.span) out.push_back(*value.span);
  });
  return out;
}

bool shares_value(const Record& one, const Record& other) {
  const std::vector<Span> of_one = leaf_spans(one.fields), of_other = leaf_spans(other.fields);
  return std::ranges::find_first_of(of_one, of_other) != of_one.end();
}

std::optional<Span> hull_of(const std::vector<Span>& spans) {
  std::optional<Span> out;
  for (Span span : spans) out = out ? out->hull(span) : span;
  return out;
}

// The smallest stretch that holds the span.
std::optional<size_t> member_of(const std::vector<Span>& members, Span span) {
  std::optional<size_t> best;
  for (size_t i = 0; i < members.size(); ++i)
    if (members[i].contains(span) && (!best || members[i].size() < members[*best].size())) best = i;
  return best;
}

constexpr size_t kNewRecord = size_t(-1);

// The record that the value belongs to if the page is cut so; nothing where the cut contradicts the labels.
std::optional<size_t> by_grouping(const Label& label, Span span, const std::vector<Span>& members) {
  if (members.size() < 2) return std::nullopt;
  const auto mine = member_of(members, span);
  if (!mine) return std::nullopt;
  size_t found = kNewRecord;
  std::set<size_t> taken;
  for (size_t r = 0; r < label.records.size(); ++r) {
    std::optional<size_t> member;
    for (Span leaf : leaf_spans(label.records[r].fields)) {
      const auto here = member_of(members, leaf);
      if (!here || (member && *member != *here)) return std::nullopt;
      member = here;
    }
    if (!member) continue;
    if (!taken.insert(*member).second) return std::nullopt;
    if (*member == *mine) found = r;
  }
  return found;
}

// How much of the page the two have to share: the smallest element, or line, around both.
Span around_both(const Document& page, Span a, Span b) {
  const Span both = a.hull(b);
  if (!page.is_html()) {
    const std::string_view text = page.text();
    const size_t begin = text.rfind('\n', both.begin), end = text.find('\n', both.end);
    return {uint32_t(begin == std::string_view::npos ? 0 : begin),
            uint32_t(end == std::string_view::npos ? text.size() : end)};
  }
  const html::Tree& tree = page.view<html::Tree>();
  html::NodeId n = tree.node_at(both.begin);
  while (n != html::kNoNode && n != html::kDocument && !tree.span(n).contains(both)) n = tree.parent(n);
  return n == html::kNoNode ? Span{0, uint32_t(page.text().size())} : tree.span(n);
}

bool has_field(const std::vector<Field>& fields, std::string_view name) {
  const Value* value = wrap::find(fields, name);
  return value && !value->is_absent() && value->kind != Value::Kind::null;
}

// Do they stand in two items of one list, or two rows of one table? Those are never one record.
bool in_two_items(const Document& page, Span a, Span b) {
  if (!page.is_html()) return false;
  const html::Tree& tree = page.view<html::Tree>();
  const auto item_of = [&](Span span) {  // the innermost around it
    html::NodeId n = tree.node_at(span.begin);
    while (n != html::kNoNode && tree.name(n) != "li" && tree.name(n) != "tr" && tree.name(n) != "article")
      n = tree.parent(n);
    return n;
  };
  const html::NodeId first = item_of(a), second = item_of(b);
  return first != second && first != html::kNoNode && second != html::kNoNode &&
         tree.parent(first) == tree.parent(second);
}

// Among groups of values the one that is nearest in the tree, lacks the field, and can be
// reached without passing another.
size_t nearest(const std::vector<std::vector<Span>>& groups, const std::vector<bool>& lacks,
               const Document& page, Span span) {
  size_t best = kNewRecord;
  Span best_around;
  for (size_t g = 0; g < groups.size(); ++g) {
    const auto hull = hull_of(groups[g]);
    if (!hull || !lacks[g] || in_two_items(page, groups[g][0], span)) continue;
    const Span around = around_both(page, *hull, span);
    bool passes = false;
    for (size_t o = 0; o < groups.size(); ++o)
      if (o != g)
        for (Span other : groups[o]) passes |= around.contains(other);
    if (!passes && (best == kNewRecord || around.size() < best_around.size())) best = g, best_around = around;
  }
  return best;
}

size_t record_for(const Label& label, const Document& page, const std::string& field, Span span,
                  const Groupings& groupings) {
  for (const std::vector<Span>& members : groupings)
    if (const auto found = by_grouping(label, span, members)) return *found;
  std::vector<std::vector<Span>> groups;
  std::vector<bool> lacks;
  for (const Record& record : label.records) {
    groups.push_back(leaf_spans(record.fields));
    lacks.push_back(!has_field(record.fields, field) || field.find('.') != std::string::npos);
  }
  return nearest(groups, lacks, page, span);
}

Value value_of(const Picked& picked) { return Value::make_text(picked.text, picked.span); }

void put(std::vector<Field>& fields, const std::string& name, Value value, bool also) {
  for (Field& field : fields) {
    if (field.name != name) continue;
    const bool list = field.value.is_list() || (also && field.value.is_text());
    if (!list) return void(field.value = std::move(value));
    if (!field.value.is_list()) field.value = Value::make_list({field.value});
    for (const Value& item : field.value.items)
      if (item.span == value.span) return;
    field.value.items.push_back(std::move(value));
    std::ranges::stable_sort(field.value.items, [](const Value& a, const Value& b) {
      return (a.span ? a.span->begin : 0) < (b.span ? b.span->begin : 0);
    });
    return;
  }
  fields.push_back({name, std::move(value)});
}

// A value below a list of records: in the item that it stands beside, else in a new one.
// `chosen`: the one that a person named; one that is not there is a new one.
void put_nested(std::vector<Field>& fields, const Document& page, const std::string& path, Value value,
                bool also, std::optional<size_t> chosen = {}) {
  const size_t dot = path.find('.');
  if (dot == std::string::npos) return put(fields, path, std::move(value), also);
  const std::string name = path.substr(0, dot), rest = path.substr(dot + 1);
  Value* list = nullptr;
  for (Field& field : fields)
    if (field.name == name) list = &field.value;
  if (!list) list = &fields.emplace_back(Field{name, Value::make_list({})}).value;
  if (list->is_record()) *list = Value::make_list({*list});
  if (!list->is_list()) *list = Value::make_list({});
  std::vector<std::vector<Span>> groups;
  std::vector<bool> lacks;
  for (const Value& item : list->items) {
    groups.push_back(leaf_spans(item.fields));
    lacks.push_back(!has_field(item.fields, rest.substr(0, rest.find('.'))) ||
                    rest.find('.') != std::string::npos);
  }
  const Span span = *value.span;
  size_t at = !chosen                        ? nearest(groups, lacks, page, span)
              : *chosen < list->items.size() ? *chosen
                                             : kNewRecord;
  if (at == kNewRecord) {
    at = 0;
    while (at < groups.size() && !groups[at].empty() && groups[at][0].begin < span.begin) ++at;
    list->items.insert(list->items.begin() + ptrdiff_t(at), Value::make_record({}));
  }
  put_nested(list->items[at].fields, page, rest, std::move(value), also);
}

// A field that is new to a page labelled whole: of the other records nobody has said that they lack it.
void open_page(Label& label, const std::string& field) {
  const std::string top = field.substr(0, field.find('.'));
  std::vector<std::string> known;
  bool is_new = true;
  for (const Record& record : label.records)
    for (const Field& one : record.fields) {
      is_new &= one.name != top;
      add_new(known, one.name);
    }
  if (!label.complete || !is_new) return;
  label.complete = false;
  for (Record& record : label.records)
    for (const std::string& name : known)
      if (!record.find(name)) record.fields.push_back({name, Value::make_null()});
}

bool remove_leaf(std::vector<Field>& fields, const std::string& path, Span span,
                 const std::string& prefix = {}) {
  for (auto field = fields.begin(); field != fields.end(); ++field) {
    const std::string here = prefix.empty() ? field->name : prefix + "." + field->name;
    Value& value = field->value;
    bool removed = false;
    if (value.is_text() && here == path && value.span == span) {
      fields.erase(field);
      return true;
    }
    if (value.is_record()) removed = remove_leaf(value.fields, path, span, here);
    for (auto item = value.items.begin(); item != value.items.end() && !removed; ++item) {
      if (item->is_text() && here == path && item->span == span) removed = true;
      else if (item->is_record()) {
        if (!remove_leaf(item->fields, path, span, here)) continue;
        removed = true;
        if (!item->fields.empty()) break;
      } else {
        continue;
      }
      value.items.erase(item);
      break;
    }
    if (!removed) continue;
    if ((value.is_list() && value.items.empty()) || (value.is_record() && value.fields.empty()))
      fields.erase(field);
    return true;
  }
  return false;
}

void forget_empty_records(Label& label) {
  std::erase_if(label.records, [](const Record& record) { return leaf_spans(record.fields).empty(); });
}

// --- the whole file

// Calls change for each label of the file and puts those that it changed in place of their lines.
template <class Change>
Result<std::string> rewritten(const std::string& text, const std::string& file, Change&& change) {
  GLEANER_TRY(std::vector<Label> labels, wrap::parse_labels(text, file));
  std::vector<std::string> lines =
      mapped(split(text, '\n'), [](std::string_view line) { return std::string(line); });
  for (Label& label : labels)
    if (change(label) && label.line >= 1 && label.line <= lines.size())
      lines[label.line - 1] = wrap::format_label(label, nullptr);
  std::string out;
  for (size_t i = 0; i < lines.size(); ++i) out += lines[i] + (i + 1 < lines.size() ? "\n" : "");
  return out;
}

std::optional<Value> take_out(std::vector<Field>& fields, const std::string& name) {
  for (auto field = fields.begin(); field != fields.end(); ++field)
    if (field->name == name) {
      Value value = std::move(field->value);
      fields.erase(field);
      return value;
    }
  return std::nullopt;
}

// Into "offers.price": a list's values become items of it one by one, beside those that are there.
void put_in(std::vector<Field>& fields, const std::string& path, Value value) {
  const size_t dot = path.find('.');
  if (dot == std::string::npos) {
    if (Value* old = const_cast<Value*>(wrap::find(fields, path))) *old = std::move(value);
    else fields.push_back({path, std::move(value)});
    return;
  }
  const std::string group = path.substr(0, dot), rest = path.substr(dot + 1);
  Value* list = const_cast<Value*>(wrap::find(fields, group));
  if (!list) list = &fields.emplace_back(Field{group, Value::make_list({})}).value;
  if (!list->is_list()) *list = Value::make_list({*list});
  std::vector<Value> values = value.is_list() ? std::move(value.items) : std::vector<Value>{std::move(value)};
  for (size_t i = 0; i < values.size(); ++i) {
    if (i >= list->items.size()) list->items.push_back(Value::make_record({}));
    if (list->items[i].is_record()) put_in(list->items[i].fields, rest, std::move(values[i]));
  }
}

// Out of "offers.price": one value, or a list of them.
std::optional<Value> take_path(std::vector<Field>& fields, const std::string& path) {
  const size_t dot = path.find('.');
  if (dot == std::string::npos) return take_out(fields, path);
  Value* group = const_cast<Value*>(wrap::find(fields, path.substr(0, dot)));
  if (!group) return std::nullopt;
  std::vector<Value> found;
  if (group->is_record()) {
    if (auto value = take_path(group->fields, path.substr(dot + 1))) found.push_back(std::move(*value));
  }
  for (Value& item : group->items)
    if (auto value = take_path(item.fields, path.substr(dot + 1))) found.push_back(std::move(*value));
  std::erase_if(group->items, [](const Value& item) { return item.is_record() && item.fields.empty(); });
  if ((group->is_list() && group->items.empty()) || (group->is_record() && group->fields.empty()))
    take_out(fields, path.substr(0, dot));
  if (found.empty()) return std::nullopt;
  return found.size() == 1 ? std::move(found[0]) : Value::make_list(std::move(found));
}

// The same field where it stands, when only the last part of its name changes.
bool rename_in_place(std::vector<Field>& fields, const std::string& path, const std::string& name) {
  const size_t dot = path.find('.');
  bool done = false;
  for (Field& field : fields) {
    if (dot == std::string::npos) {
      if (field.name == path) field.name = name, done = true;
    } else if (field.name == path.substr(0, dot)) {
      if (field.value.is_record()) done |= rename_in_place(field.value.fields, path.substr(dot + 1), name);
      for (Value& item : field.value.items) done |= rename_in_place(item.fields, path.substr(dot + 1), name);
    }
  }
  return done;
}

void collect_fields(const std::vector<Field>& fields, const std::string& prefix,
                    std::vector<std::string>& out) {
  for (const Field& field : fields) {
    const std::string path = prefix.empty() ? field.name : prefix + "." + field.name;
    add_new(out, path);
    if (field.value.is_record()) collect_fields(field.value.fields, path, out);
    for (const Value& item : field.value.items) collect_fields(item.fields, path, out);
  }
}

std::string folder_part(const std::string& path) {
  const size_t dot = path.rfind('.');
  return dot == std::string::npos ? "" : path.substr(0, dot);
}

}  // namespace

Label label_of(const std::string& file_text, const std::string& file, const std::string& name_in_file,
               const Document& page) {
  Label found;
  found.page = name_in_file;
  found.url = page.url();
  auto labels = wrap::parse_labels(file_text, file);
  if (labels.ok())
    for (Label& label : *labels)
      if (label.page == name_in_file) found = std::move(label);
  Diagnostics problems;
  label::resolve_label(found, page, file, problems);
  return found;
}

std::string with_label(const std::string& file_text, const Label& label, const Document& page) {
  const bool says =
      label.complete || !label.records.empty() || !label.negative.empty() || !label.count.empty();
  std::vector<std::string> lines =
      mapped(split(file_text, '\n'), [](std::string_view line) { return std::string(line); });
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  const bool known = label.line >= 1 && label.line <= lines.size();
  if (known && !says) lines.erase(lines.begin() + ptrdiff_t(label.line - 1));
  else if (known) lines[label.line - 1] = wrap::format_label(label, &page);
  else if (says) lines.push_back(wrap::format_label(label, &page));
  std::string out;
  for (const std::string& line : lines) out += line + "\n";
  return out;
}

size_t add_value(Label& label, const Document& page, const std::string& field, const Picked& value, bool also,
                 const Groupings& groupings, const Into& into) {
  open_page(label, field);
  std::optional<size_t> chosen = into.record, emptied;  // by the value's leaving it
  for (size_t r = 0; r < label.records.size(); ++r)
    if (leaf_spans(label.records[r].fields) == std::vector{value.span}) emptied = r;
  if (!remove_value(label, field, value.span)) emptied.reset();
  for (size_t i = label.negative.size(); i-- > 0;)  // a yes takes an earlier no back
    if (label.negative[i].span == value.span &&
        (label.negative_field[i].empty() || label.negative_field[i] == field)) {
      label.negative.erase(label.negative.begin() + ptrdiff_t(i));
      label.negative_field.erase(label.negative_field.begin() + ptrdiff_t(i));
    }
  if (chosen && emptied && *emptied < *chosen) --*chosen;
  size_t at = chosen && *chosen < label.records.size()
                  ? *chosen
                  : record_for(label, page, field, value.span, groupings);
  if (at == kNewRecord) {
    at = 0;
    for (; at < label.records.size(); ++at)
      if (const auto hull = hull_of(leaf_spans(label.records[at].fields));
          hull && hull->begin > value.span.begin)
        break;
    label.records.insert(label.records.begin() + ptrdiff_t(at), Record{});
  }
  put_nested(label.records[at].fields, page, field, value_of(value), also, into.item);
  return at;
}

void keep_shown(Label& label, size_t record, const std::string& field, Span clicked,
                const std::vector<Record>& shown) {
  if (shown.size() < 2) return;
  std::vector<Span> rows = mapped(shown, [](const Record& row) { return row.span.value_or(Span{}); });
  const auto at = member_of(rows, clicked);
  if (!at) return;
  const std::string own = field.substr(0, field.find('.'));
  std::vector<Field>& fields = label.records[record].fields;
  for (const Field& other : shown[*at].fields)
    if (other.name != own && has_field(shown[*at].fields, other.name) && !wrap::find(fields, other.name))
      fields.push_back(other);
}

void add_negative(Label& label, const std::string& field, const Picked& value) {
  if (field.empty()) {
    std::vector<std::string> paths;
    for (const Record& record : label.records) collect_fields(record.fields, "", paths);
    for (const std::string& path : paths) remove_value(label, path, value.span);
  } else {
    remove_value(label, field, value.span);
  }
  label.negative_field.resize(label.negative.size());
  label.negative.push_back(value_of(value));
  label.negative_field.push_back(field);
}

bool remove_value(Label& label, const std::string& field, Span span) {
  for (Record& record : label.records)
    if (remove_leaf(record.fields, field, span)) {
      forget_empty_records(label);
      return true;
    }
  return false;
}

void set_absent(Label& label, const std::string& field, const Record& record) {
  for (Record& known : label.records)
    if (shares_value(known, record)) return put(known.fields, field, Value::make_null(), false);
  Record row = record;
  take_out(row.fields, field);
  row.fields.push_back({field, Value::make_null()});
  add_record(label, std::move(row));
}

void add_record(Label& label, Record record) {
  for (Record& known : label.records)
    if (shares_value(known, record)) return void(known = std::move(record));
  const auto hull = hull_of(leaf_spans(record.fields));
  size_t at = 0;
  for (; hull && at < label.records.size(); ++at)
    if (const auto other = hull_of(leaf_spans(label.records[at].fields)); other && other->begin > hull->begin)
      break;
  label.records.insert(label.records.begin() + ptrdiff_t(at), std::move(record));
}

std::optional<Picked> first_value(const Record& record) {
  std::optional<Picked> first;
  wrap::for_each_leaf(record, [&](const std::string&, const Value& value) {
    if (!first && value.span) first = Picked{value.text, *value.span};
  });
  return first;
}

bool add_negative_record(Label& label, const Record& record) {
  const auto first = first_value(record);
  if (!first) return false;
  std::erase_if(label.records, [&](const Record& known) { return shares_value(known, record); });
  add_negative(label, "", *first);
  return true;
}

Result<std::string> with_field(const std::string& file_text, const std::string& file, const std::string& from,
                               const std::string& to) {
  const bool in_place = !to.empty() && folder_part(from) == folder_part(to);
  return rewritten(file_text, file, [&](Label& label) {
    bool changed = false;
    for (Record& record : label.records) {
      if (in_place) {
        changed |= rename_in_place(record.fields, from,
                                   to.substr(folder_part(to).size() + (folder_part(to).empty() ? 0 : 1)));
      } else if (auto value = take_path(record.fields, from)) {
        changed = true;
        if (!to.empty()) put_in(record.fields, to, std::move(*value));
      }
    }
    std::erase_if(label.records, [](const Record& record) { return record.fields.empty(); });
    for (size_t i = label.negative_field.size(); i-- > 0;) {
      if (label.negative_field[i] != from) continue;
      changed = true;
      if (!to.empty()) label.negative_field[i] = to;
      else
        label.negative.erase(label.negative.begin() + ptrdiff_t(i)),
            label.negative_field.erase(label.negative_field.begin() + ptrdiff_t(i));
    }
    return changed;
  });
}

std::vector<std::string> labelled_fields(const std::string& file_text, const std::string& file) {
  std::vector<std::string> out;
  if (auto labels = wrap::parse_labels(file_text, file); labels.ok())
    for (const Label& label : *labels)
      for (const Record& record : label.records) collect_fields(record.fields, "", out);
  return out;
}

}  // namespace gleaner::studio
