// See refused.h.
#include "rows/refused.h"

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include "base/contains.h"
#include "records/header_row.h"
#include "rows/section_rows.h"
#include "rows/weights.h"

namespace gleaner::rows {
namespace {

// The usual fields that the node lacks: "without title, price".
std::string lacking(const Model& model, const Page& page, Stretch node) {
  std::vector<bool> has(model.fields.size(), false);
  for (const RowValue& value : row_of(page, node, model.fields)) has[value.field] = true;
  std::vector<std::string_view> names;
  for (size_t f = 0; f < has.size(); ++f)
    if (!has[f] && model.fields[f].want >= kAlways) names.push_back(model.fields[f].name);
  return names.empty() ? "" : fmt::format("without {}", fmt::join(names, ", "));
}

}  // namespace

std::optional<std::string> why_refused(const Model& model, const Page& page, Stretch member) {
  for (const KeyInfo& key : model.refuse) {
    FieldRule rule;
    rule.kind = key.kind, rule.of = key.of;
    if (!page.member(member).at(hash_of_key(key.kind, key.of)).empty())
      return fmt::format("it has {}", rule.words());
  }
  if (model.refuse_labels && is_label_row(page, member)) return "it is a first cell alone, above others";
  const std::vector<RowValue> row = row_of(page, member, model.fields);
  if (row.empty()) return "without any field";
  if (model.need.empty()) return std::nullopt;
  for (const RowValue& value : row)
    if (contains(model.need, model.fields[value.field].name)) return std::nullopt;
  return fmt::format("without {}", fmt::join(model.need, " and "));
}

std::vector<Refused> refused(const Model& model, const Page& page, const std::vector<Stretch>& members) {
  const Outline& o = page.outline();
  std::vector<Refused> out;
  std::unordered_set<uint32_t> inside, parents;
  std::unordered_set<html::TagId> tags;
  for (const Stretch& m : members) {
    if (auto why = why_refused(model, page, m); why && !records::is_header_row(o, m.first))
      out.push_back({m, *why});
    for (uint32_t n = m.first; n != kNone; n = o.next_sibling(n)) {
      inside.insert(n);
      if (n == m.last) break;
    }
    tags.insert(o[m.first].tag);
    parents.insert(o[m.first].parent);
  }
  for (uint32_t parent : parents) {
    if (parent == kNone) continue;
    for (uint32_t n = o.first_child(parent); n != kNone; n = o.next_sibling(n)) {
      if (o.is_text(n) || !o.has_text(n) || inside.count(n) || !tags.count(o[n].tag) ||
          records::is_header_row(o, n))
        continue;
      std::string why = lacking(model, page, {n, n});
      out.push_back({{n, n}, why.empty() ? "it is not built like the records" : std::move(why)});
    }
  }
  std::ranges::stable_sort(out,
                           [](const Refused& a, const Refused& b) { return a.node.first < b.node.first; });
  return out;
}

}  // namespace gleaner::rows
