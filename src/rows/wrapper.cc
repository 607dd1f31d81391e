// See wrapper.h.
#include "rows/wrapper.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/shorten.h"
#include "rows/choose.h"
#include "rows/refused.h"
#include "wrap/refusal.h"

namespace gleaner::rows {
namespace {

// Keeps nothing of the caller's document but its address.
DocumentPtr borrowed(const Document& document) { return DocumentPtr(DocumentPtr(), &document); }

std::string record_words(const Model& model) {
  const Selector* best = nullptr;  // the shortest of those that say the learned records best
  auto length = [](const Selector& s) { return fmt::format("{}", fmt::join(s.of, " or ")).size(); };
  for (const Selector& selector : model.selectors)
    if (!best || selector.agrees > best->agrees + 1e-9 ||
        (selector.agrees > best->agrees - 1e-9 && length(selector) < length(*best)))
      best = &selector;
  std::string out = best ? fmt::format("each {}", fmt::join(best->of, " or ")) : "each member of the list";
  if (model.several) out = fmt::format("from {} to the next", out);
  return out;
}

}  // namespace

std::vector<uint64_t> hashes_of(const std::vector<std::string>& paths) {
  std::vector<uint64_t> out;
  for (const std::string& path : paths) out.push_back(hash_of_path(path));
  std::sort(out.begin(), out.end());
  return out;
}

RowsWrapper::RowsWrapper(Model model) : model_(std::move(model)) {
  rules_.push_back({"unknown", "", "unknown", ""});
  rules_.push_back({"record.1", "", record_words(model_), ""});
  for (const FieldModel& field : model_.fields) {
    wrap::FieldSchema schema;
    schema.name = field.name;
    schema.list = field.list;
    schema_.fields.push_back(std::move(schema));
    first_rule_.push_back(uint32_t(rules_.size()));
    for (const FieldRule& rule : field.rules) attributes_ |= rule.of.find('@') != std::string::npos;
    for (size_t i = 0; i < field.rules.size(); ++i)
      rules_.push_back({fmt::format("{}.{}", field.name, i + 1), field.name, field.rules[i].words(), ""});
  }
}

wrap::Record RowsWrapper::record_of(const Page& page, Stretch member) const {
  wrap::Record record;
  record.span = page.span(member);
  record.rule = 1;
  for (const RowValue& value : row_of(page, member, model_.fields)) {
    std::vector<wrap::Value> values;
    for (const Found& found : value.found)
      values.push_back(wrap::Value::make_text(text_of(page, found), span_of(page, found),
                                              first_rule_[value.field] + uint32_t(value.rule)));
    const FieldModel& field = model_.fields[value.field];
    record.fields.push_back(
        {field.name, field.list ? wrap::Value::make_list(std::move(values)) : std::move(values[0])});
  }
  return record;
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

Status RowsWrapper::extract(const Document& document, wrap::Scratch&, wrap::RecordSink& sink,
                            Budget& budget) const {
  const Page page(borrowed(document), budget, PageOptions{false, attributes_});
  const auto list = choose(model_, page, budget);
  if (list) {
    note_refused(page, list->members, sink);
    for (const Stretch& member : list->members) {
      if (!budget.spend_steps()) break;
      if (why_refused(model_, page, member)) continue;
      if (!sink.take(record_of(page, member))) break;
    }
  }
  if (budget.exhausted()) sink.note(budget.diagnostic("finding rows"));
  return {};
}

wrap::Explanation RowsWrapper::explain(const Document& document, const wrap::Record* record,
                                       std::string_view field, const wrap::Value* value) const {
  wrap::Explanation out;
  auto at = std::find_if(model_.fields.begin(), model_.fields.end(),
                         [&](const FieldModel& f) { return f.name == field; });
  if (at == model_.fields.end()) {
    out.words = fmt::format("the wrapper has no field \"{}\"", field);
    return out;
  }
  const wrap::Value* asked = value ? value : record ? record->find(field) : nullptr;
  if (asked && asked->rule < rules_.size() && asked->rule) {
    out.words = rules_[asked->rule].words + "; " + rules_[1].words;
    return out;
  }
  (void)document;
  out.words = "absent: nothing in the record is " + at->rules[0].words();
  return out;
}

}  // namespace gleaner::rows
