// For tests: the items of a page's list as samples, with their labelled texts.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "base/unicode.h"
#include "page/document.h"
#include "rows/learn_fields.h"

namespace gleaner::rows {

struct SampledList {
  using Labels = std::vector<std::pair<std::string, std::string>>;  // field, text

  // `labels`: of the first items; items without any are unlabelled.
  SampledList(const std::string& html, const std::vector<Labels>& labels, std::string_view item = "li") {
    DocumentOptions options;
    options.media_type = MediaType::html;
    page = std::make_unique<Page>(Document::from_bytes(html, options).value(), budget);
    std::vector<uint32_t> items;
    for (uint32_t n = 0; n < page->outline().size(); ++n)
      if (page->tag(n) == item) items.push_back(n);
    rows.resize(labels.size());
    for (size_t i = 0; i < items.size(); ++i) {
      Sample& sample = samples.emplace_back(Sample{page.get(), {items[i], items[i]}});
      if (i >= labels.size() || labels[i].empty()) continue;
      for (const auto& [field, text] : labels[i])
        rows[i].cells.push_back({field, text, letters_of(text), page->find(text)});
      sample.row = &rows[i];
    }
  }

  Budget budget;
  std::unique_ptr<Page> page;
  std::vector<LabelledRow> rows;
  std::vector<Sample> samples;
};

inline FieldRule rule_of(KeyKind kind, std::string of, Cut cut = {}) {
  FieldRule rule;
  rule.kind = kind, rule.key = hash_of_key(kind, of), rule.of = std::move(of);
  if (!(cut == Cut{})) rule.cut = std::move(cut);
  return rule;
}

}  // namespace gleaner::rows
