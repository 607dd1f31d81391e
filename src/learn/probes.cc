// See probes.h.
#include "learn/probes.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "base/text.h"
#include "html/tree.h"
#include "learn/evaluate.h"
#include "learn/weights.h"

namespace gleaner::learn {
namespace {

using wrap::Record;
using wrap::Value;
using FieldTexts = std::vector<std::pair<std::string, std::string>>;  // field, text

FieldTexts field_texts(const Record& record) {
  FieldTexts out;
  wrap::for_each_leaf(record, [&](const std::string& field, const Value& value) {
    out.emplace_back(field, collapse(value.text));
  });
  return out;
}

std::string text_below(const html::Tree& tree, html::NodeId node) {
  std::string out;
  for (html::NodeId n = node; n < tree.subtree_end(node); ++n)
    if (tree.is_text(n)) out += std::string(tree.text(n)) + " ";
  return collapse(out);
}

// The value's source, with the elements that hold nothing else; a cell of a table stays, as cells do. Nothing
// where the value is not all of some node's text.
std::optional<Span> to_cut(const html::Tree& tree, const Value& value) {
  const html::TagId td = html::tag_id("td"), th = html::tag_id("th");
  html::NodeId node = tree.node_at(value.span->begin);
  while (node != html::kDocument && !tree.span(node).contains(*value.span)) node = tree.parent(node);
  const std::string text = collapse(value.text);
  if (node == html::kDocument || text_below(tree, node) != text) return std::nullopt;
  Span out = tree.is_text(node) ? *value.span : tree.span(node);
  for (; node != html::kDocument && text_below(tree, node) == text; node = tree.parent(node)) {
    if (tree.is_element(node) && (tree.tag(node) == td || tree.tag(node) == th)) return tree.content(node);
    if (tree.is_element(node)) out = tree.span(node);
  }
  return out;
}

DocumentPtr without(const Document& page, Span cut) {
  std::string text(page.text());
  text.erase(cut.begin, cut.size());
  auto made = Document::from_bytes(std::move(text), {page.name(), "", "utf-8", MediaType::html});
  return made.ok() ? *made : nullptr;
}

// Is `now` what the record had before, less at most one value of the field? What it has
// beyond is taken from elsewhere.
bool is_less(const FieldTexts& before, const FieldTexts& now, const std::string& field) {
  size_t i = 0, gone = 0;
  for (const auto& leaf : before) {
    if (i < now.size() && now[i] == leaf) ++i;
    else if (leaf.first == field) ++gone;
    else return false;
  }
  return i == now.size() && gone <= 1;
}

}  // namespace

Probes::Probes(const DocumentPtr& page, const std::vector<Record>& records) : whole_(page) {
  if (!page->is_html() || records.size() < kProbedRecords || page->text().size() > kLargePages) return;
  const html::Tree& tree = page->view<html::Tree>();
  std::map<std::string, size_t> fields;  // and in how many records
  for (const Record& record : records)
    for (const auto& [field, text] : field_texts(record)) ++fields[field];
  for (const auto& [field, count] : fields) {
    if (probes_.size() >= kMostProbes || fields.size() < 2) break;
    const size_t middle = records.size() / 2;
    for (size_t k = 0; k + 1 < records.size();
         ++k) {  // the first from the middle on that can be cut; not the last
      const size_t r = (middle + k) % (records.size() - 1);
      const Value* found = nullptr;
      wrap::for_each_leaf(records[r], [&](const std::string& path, const Value& value) {
        if (path == field && value.span && !found) found = &value;
      });
      const auto cut = found ? to_cut(tree, *found) : std::nullopt;
      if (!cut) continue;
      if (DocumentPtr made = without(*page, *cut)) probes_.push_back({std::move(made), r, field});
      break;
    }
  }
}

double Probes::failed(const wrap::WrapperPtr& wrapper) const {
  if (probes_.empty()) return 0;
  const std::vector<Record>& before = given_by(wrapper, *whole_);
  size_t failed = 0;
  for (const Probe& probe : probes_) {
    const std::vector<Record> now = records_of(*wrapper, *probe.page);
    bool same = now.size() == before.size();
    for (size_t r = 0; same && r < now.size(); ++r)
      same = r == probe.record ? is_less(field_texts(before[r]), field_texts(now[r]), probe.field)
                               : field_texts(before[r]) == field_texts(now[r]);
    failed += !same;
  }
  return double(failed) / double(probes_.size());
}

}  // namespace gleaner::learn
