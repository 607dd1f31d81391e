// See bounds.h.
#include "learn/bounds.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "learn/evaluate.h"
#include "learn/list_or_detail.h"

namespace gleaner::learn {
namespace {

size_t shared(const wrap::Record& label, const wrap::Record& record) {
  size_t count = 0;
  for (const wrap::Field& field : label.fields)
    if (const wrap::Value* value = record.find(field.name))
      count +=
          value->is_text() && field.value.is_text() && collapse(value->text) == collapse(field.value.text);
  return count;
}

// Are there as many records in each list, each behind the one before it and before the next?
bool keeps_lists(const std::vector<wrap::Field>& given, const std::vector<wrap::Field>& bounds) {
  for (const wrap::Field& field : bounds) {
    if (!field.value.is_list() || field.value.items.empty() || !field.value.items[0].is_record()) continue;
    const wrap::Value* other = wrap::find(given, field.name);
    const std::vector<wrap::Value>& items = field.value.items;
    if (!other || other->items.size() != items.size()) return false;
    for (size_t i = 0; i < items.size(); ++i) {
      const auto hull = wrap::hull_of(other->items[i].fields);
      const auto before = i > 0 ? wrap::hull_of(items[i - 1].fields) : std::nullopt;
      const auto after = i + 1 < items.size() ? wrap::hull_of(items[i + 1].fields) : std::nullopt;
      if (hull && ((before && hull->begin < before->end) || (after && hull->end > after->begin)))
        return false;
      if (!keeps_lists(other->items[i].fields, items[i].fields)) return false;
    }
  }
  return true;
}

}  // namespace

std::optional<Bounds> find_bounds(const wrap::Registry& families,
                                  const std::vector<wrap::LabelledPage>& pages,
                                  const wrap::LearnOptions& options, Budget& budget) {
  const wrap::Registry::Family* family = families.find("rows");
  if (!family || !family->learner || pages.empty()) return std::nullopt;
  bool several = false, in_part = false, one_record = false;
  for (const wrap::LabelledPage& page : pages) {
    if (!page.document->is_html()) return std::nullopt;
    in_part |= !page.label.complete;
    several |= page.label.records.size() > 1;
    one_record |= page.label.complete && page.label.records.size() == 1;
  }
  if (!in_part || (one_record && !several)) return std::nullopt;
  if (!several && std::ranges::any_of(pages, is_about_record)) return std::nullopt;
  wrap::LearnOptions own = options;
  own.kind = family->kind;
  auto learned = family->learner->learn(pages, own, budget);
  if (!learned.ok() || (!several && !is_plain_list(learned->report, are_nested(pages)))) return std::nullopt;
  Bounds bounds{std::move(learned).value(), {}};
  for (const wrap::LabelledPage& page : pages)
    bounds.records.push_back(given_by(bounds.rows.wrapper, *page.document));
  if (!several && are_facts(*pages[0].document, pages[0].label.records[0], bounds.records[0]))
    return std::nullopt;
  return bounds;
}

std::vector<wrap::LabelledPage> completed(const Bounds& bounds,
                                          const std::vector<wrap::LabelledPage>& pages) {
  std::vector<wrap::LabelledPage> out = pages;
  for (size_t p = 0; p < pages.size(); ++p) {
    if (pages[p].label.complete) continue;
    std::vector<wrap::Record> all = bounds.records[p];
    std::vector<bool> used(all.size(), false);
    for (const wrap::Record& label : pages[p].label.records) {
      size_t best = all.size(), most = 0;
      for (size_t i = 0; i < all.size(); ++i)
        if (const size_t count = used[i] ? 0 : shared(label, all[i]); count > most) best = i, most = count;
      if (best == all.size()) continue;
      used[best] = true;
      for (const wrap::Field& field : label.fields) {
        if (field.value.kind == wrap::Value::Kind::null) {
          std::erase_if(all[best].fields, [&](const wrap::Field& f) { return f.name == field.name; });
        } else if (wrap::Value* known = all[best].find(field.name)) {
          if (collapse(known->text) != collapse(field.value.text)) *known = field.value;
        } else {
          all[best].fields.push_back(field);
        }
      }
    }
    out[p].label.records = std::move(all);
    out[p].label.complete = true;
  }
  return out;
}

std::optional<std::string> leaves_bounds(const std::vector<wrap::Record>& given,
                                         const std::vector<wrap::Record>& bounds, const Document& page) {
  if (given.size() != bounds.size())
    return fmt::format("gives {} of {} records of {}", given.size(), bounds.size(), page.name());
  for (size_t i = 0; i < given.size(); ++i) {
    if (!bounds[i].span) continue;
    bool inside = true;
    wrap::for_each_leaf(given[i], [&](const std::string&, const wrap::Value& v) {
      if (v.span) inside &= bounds[i].span->begin <= v.span->begin && v.span->end <= bounds[i].span->end;
    });
    if (!inside) return fmt::format("record {} of {} takes values of another record", i + 1, page.name());
    if (!keeps_lists(given[i].fields, bounds[i].fields))
      return fmt::format("record {} of {} has other records inside", i + 1, page.name());
  }
  return std::nullopt;
}

}  // namespace gleaner::learn
