// See wrapper.h.
#include "rows/wrapper.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/shorten.h"
#include "rows/choose.h"
#include "rows/inner_records.h"
#include "rows/refused.h"
#include "rows/section_fields.h"
#include "wrap/refusal.h"

namespace gleaner::rows {
namespace {

// Keeps nothing of the caller's document but its address.
DocumentPtr borrowed(const Document& document) { return DocumentPtr(DocumentPtr(), &document); }

constexpr std::string_view kBeside =
    "they are another list with the same fields (label one of its rows to have both)";

std::string record_words(const Model& model) {
  const Selector* best = nullptr;  // the shortest of those that say the learned records best
  auto length = [](const Selector& s) { return fmt::format("{}", fmt::join(s.of, " or ")).size(); };
  for (const Selector& selector : model.selectors)
    if (!best || selector.agrees > best->agrees + 1e-9 ||
        (selector.agrees > best->agrees - 1e-9 && length(selector) < length(*best)))
      best = &selector;
  std::string out = best ? fmt::format("each {}", fmt::join(best->of, " or ")) : "each member of the list";
  if (model.several) out = fmt::format("from {} to the next", out);
  auto is_said = [&](const std::string& word) { return out.find("." + word) != std::string::npos; };
  if (std::ranges::none_of(model.within, is_said) && !model.within.empty())
    out += fmt::format(" in .{}", fmt::join(model.within, " or ."));
  return out;
}

}  // namespace

RowsWrapper::RowsWrapper(Model model) : model_(std::move(model)) {
  rules_.push_back({"unknown", "", "unknown", ""});
  level_ = add_rules(model_, "", schema_.fields);
  for (const SectionField& section : model_.sections) {
    wrap::FieldSchema schema;
    schema.name = section.name;
    schema_.fields.push_back(std::move(schema));
    section_rules_.push_back(uint32_t(rules_.size()));
    rules_.push_back(
        {section.name + ".1", section.name, fmt::format("the last {} above it", section.of), ""});
  }
}

RowsWrapper::LevelRules RowsWrapper::add_rules(const Model& model, const std::string& prefix,
                                               std::vector<wrap::FieldSchema>& fields) {
  LevelRules out;
  out.record = uint32_t(rules_.size());
  rules_.push_back(
      {prefix + "record.1", prefix.substr(0, prefix.find_last_of('.')), record_words(model), ""});
  for (const FieldModel& field : model.fields) {
    wrap::FieldSchema schema;
    schema.name = field.name;
    schema.list = field.list;
    fields.push_back(std::move(schema));
    out.first.push_back(uint32_t(rules_.size()));
    const std::string path = prefix + field.name;
    for (const FieldRule& rule : field.rules) attributes_ |= rule.of.find('@') != std::string::npos;
    for (size_t i = 0; i < field.rules.size(); ++i)
      rules_.push_back({fmt::format("{}.{}", path, i + 1), path, field.rules[i].words(), ""});
  }
  for (const ListModel& list : model.lists) {
    wrap::FieldSchema schema;
    schema.name = list.name;
    schema.list = !list.single;
    out.lists.push_back(add_rules(list.model, prefix + list.name + ".", schema.fields));
    if (list.single) rules_[out.lists.back().record].words = "in the record";
    fields.push_back(std::move(schema));
  }
  return out;
}

std::vector<wrap::Field> RowsWrapper::own_fields(const Model& model, const LevelRules& rules,
                                                 const Page& page, Stretch record,
                                                 const std::vector<Stretch>& holes) const {
  std::vector<wrap::Field> out;
  for (const RowValue& value : row_of(page, record, model.fields, holes)) {
    std::vector<wrap::Value> values;
    for (const Found& found : value.found)
      values.push_back(wrap::Value::make_text(text_of(page, found), span_of(page, found),
                                              rules.first[value.field] + uint32_t(value.rule)));
    const FieldModel& field = model.fields[value.field];
    out.push_back(
        {field.name, field.list ? wrap::Value::make_list(std::move(values)) : std::move(values[0])});
  }
  return out;
}

std::vector<std::vector<wrap::Field>> RowsWrapper::fields_of(const Model& model, const LevelRules& rules,
                                                             const Page& page,
                                                             const std::vector<Stretch>& records,
                                                             Budget& budget) const {
  std::vector<std::vector<wrap::Field>> out;
  const std::vector<std::vector<Stretch>> holes = inner_records(model, page, records, budget);
  for (size_t i = 0; i < records.size() && budget.spend_steps(); ++i)
    out.push_back(own_fields(model, rules, page, records[i], holes[i]));
  for (size_t l = 0; l < model.lists.size(); ++l) {
    const ListModel& list = model.lists[l];
    const std::vector<std::vector<Stretch>> inside = list_in(model, list, page, records, budget);
    std::vector<Stretch> flat;
    for (const std::vector<Stretch>& some : inside) flat.insert(flat.end(), some.begin(), some.end());
    std::vector<std::vector<wrap::Field>> fields = fields_of(list.model, rules.lists[l], page, flat, budget);
    size_t at = 0;
    for (size_t i = 0; i < out.size(); ++i) {
      std::vector<wrap::Value> values;
      for (size_t k = 0; k < inside[i].size() && at < fields.size(); ++k, ++at)
        if (!fields[at].empty()) values.push_back(wrap::Value::make_record(std::move(fields[at])));
      if (values.empty()) continue;
      out[i].push_back(
          {list.name, list.single ? std::move(values[0]) : wrap::Value::make_list(std::move(values))});
    }
  }
  return out;
}

// A note a node that looks like a record and is none.
void RowsWrapper::note_refused(const Page& page, const std::vector<Stretch>& members,
                               wrap::RecordSink& sink) const {
  constexpr size_t kNoted = 20;
  const std::vector<Refused> all = refused(model_, page, members);
  for (size_t i = 0; i < all.size() && i < kNoted; ++i) {
    const Place place = page.place_of(all[i].node);
    const std::string& text =
        page.text(page.leaf_at(place.begin),
                  place.end > place.begin ? page.leaf_at(place.end - 1) + 1 : page.leaf_at(place.begin))
            .text();
    sink.note(
        wrap::note_of({shortened(text, 60), all[i].why, 1}, page.document().where(page.span(all[i].node))));
  }
  std::map<std::string, size_t> more;
  for (size_t i = kNoted; i < all.size(); ++i) ++more[all[i].why];
  for (const auto& [why, count] : more) sink.note(wrap::note_of({"", why, std::max<size_t>(count, 2)}, {}));
}

void RowsWrapper::add_sections(const Page& page, const std::vector<Stretch>& records,
                               std::vector<std::vector<wrap::Field>>& fields) const {
  for (size_t s = 0; s < model_.sections.size(); ++s) {
    const SectionField& section = model_.sections[s];
    const SectionHeads heads(page, section.of, records);
    for (size_t i = 0; i < fields.size(); ++i)
      if (const auto found = found_above(page, heads.above(records[i])))
        fields[i].push_back({section.name, wrap::Value::make_text(text_of(page, *found),
                                                                  span_of(page, *found), section_rules_[s])});
  }
}

Status RowsWrapper::extract(const Document& document, wrap::Scratch&, wrap::RecordSink& sink,
                            Budget& budget) const {
  const Page page(borrowed(document), budget, PageOptions{false, attributes_});
  if (const auto list = choose(model_, Scope(page), budget)) {
    note_refused(page, list->members, sink);
    if (const auto beside = list_beside(model_, page, list->members))
      sink.note(wrap::note_of({"", std::string(kBeside), beside->members.size()},
                              page.document().where(page.span(beside->members[0]))));
    std::vector<Stretch> records;
    for (const Stretch& member : list->members)
      if (!why_refused(model_, page, member)) records.push_back(member);
    std::vector<std::vector<wrap::Field>> fields = fields_of(model_, level_, page, records, budget);
    add_sections(page, records, fields);
    for (size_t i = 0; i < fields.size(); ++i) {
      wrap::Record record;
      record.fields = std::move(fields[i]);
      record.span = page.span(records[i]);
      record.rule = level_.record;
      if (!sink.take(std::move(record))) break;
    }
  }
  if (budget.exhausted()) sink.note(budget.diagnostic("finding rows"));
  return {};
}

wrap::Explanation RowsWrapper::explain_cell(const Document& document, const wrap::Record* record,
                                            std::string_view field, const wrap::Value* value) const {
  wrap::Explanation out;
  const wrap::Value* asked = value ? value : record ? record->find(field) : nullptr;
  if (asked && asked->rule < rules_.size() && asked->rule) {
    out.words = rules_[asked->rule].words + "; " + rules_[1].words;
    return out;
  }
  (void)document;
  for (const wrap::Rule& rule : rules_)
    if (rule.field == field) {
      out.words = "absent: nothing in the record is " + rule.words;
      return out;
    }
  out.words = fmt::format("the wrapper has no field \"{}\"", field);
  return out;
}

}  // namespace gleaner::rows
