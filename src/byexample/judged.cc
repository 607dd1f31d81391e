// See judged.h.
#include "byexample/judged.h"

#include <algorithm>

#include "base/sorted.h"
#include "byexample/assemble.h"
#include "byexample/levels.h"

namespace gleaner::byexample {
namespace {

void add_span_and_places(std::vector<Span>& into, const wrap::Value& value) {
  if (value.span) into.push_back(*value.span);
  into.insert(into.end(), value.places.begin(), value.places.end());
}

// What the label says of one attribute besides its values: how many there are, what is none. Fields may be
// named by their path or their last name.
void add_limits(const wrap::Label& label, const std::string& path, uint32_t a, JudgedPage& page) {
  const std::string name = path.substr(path.rfind('.') + 1);
  auto given = label.count.find(path);
  if (given == label.count.end()) given = label.count.find(name);
  if (given != label.count.end()) page.count[a] = uint32_t(std::max(0, given->second));
  for (size_t i = 0; i < label.negative.size(); ++i) {
    const std::string& field = i < label.negative_field.size() ? label.negative_field[i] : "";
    if (field.empty() || field == path || field == name)
      add_span_and_places(page.negative[a], label.negative[i]);
  }
}

void add_right(const wrap::Label& label, const Model& model, JudgedPage& page) {
  wrap::for_each_leaf(label.records, [&](const std::string& path, const wrap::Value& value) {
    for (uint32_t a = 0; a < model.attributes.size(); ++a)
      if (model.attributes[a].path == path) add_span_and_places(page.right[a], value);
  });
  for (std::vector<Span>& places : page.right) std::ranges::sort(places);
}

void add_excerpts(const ExampleNode& node, const Model& model, JudgedPage& page) {
  for (uint32_t a = 0; a < model.attributes.size(); ++a) {
    if (model.attributes[a].level != node.shape) continue;
    const bool shown =
        std::ranges::any_of(node.values, [&](const ExampleValue& v) { return v.attribute == a; });
    if (shown) page.excerpts[a].push_back(node.extent);
  }
  for (const ExampleNode& element : node.elements) add_excerpts(element, model, page);
}

std::vector<std::vector<FoundValue>> signatures(const std::vector<Assembled>& objects) {
  std::vector<std::vector<FoundValue>> out;
  for (const Assembled& object : objects) out.push_back(cells_of(object));
  std::ranges::sort(out);
  return out;
}

std::vector<FoundValue> all_cells(const std::vector<std::vector<FoundValue>>& objects) {
  std::vector<FoundValue> out;
  for (const auto& object : objects) out.insert(out.end(), object.begin(), object.end());
  std::ranges::sort(out);
  return out;
}

}  // namespace

std::vector<JudgedPage> judge_pages(const std::vector<wrap::LabelledPage>& pages, const Examples& examples,
                                    const Model& model) {
  const size_t n = model.attributes.size();
  std::vector<JudgedPage> out(pages.size());
  for (uint32_t p = 0; p < pages.size(); ++p) {
    JudgedPage& page = out[p];
    const wrap::Label& label = pages[p].label;
    page.document = pages[p].document.get();
    page.complete = label.complete;
    page.labelled = examples.labelled[p];
    page.right.resize(n);
    page.excerpts.resize(n);
    page.negative.resize(n);
    page.count.resize(n);
    for (uint32_t a = 0; a < n; ++a) add_limits(label, model.attributes[a].path, a, page);
    add_right(label, model, page);
  }
  for (const Example& example : examples.all) add_excerpts(example.root, model, out[example.page]);
  return out;
}

Score measure(const Model& model, const std::vector<JudgedPage>& pages, const Examples& examples,
              bool complete_only) {
  Score score;
  Scanner scanner(model.patterns, model.attributes.size());
  Occurrences occurrences;
  for (uint32_t p = 0; p < pages.size(); ++p) {
    if (complete_only && !pages[p].complete) continue;
    Budget free;
    const std::string_view text = pages[p].document->text();
    scanner.scan(text, 0, occurrences, free);
    const auto given = signatures(extract_objects(model, text, occurrences, free));
    const auto wanted = signatures(assembled_on(examples, p));
    score.given += uint32_t(given.size());
    score.wanted += uint32_t(wanted.size());
    score.same += uint32_t(common_count(given, wanted));
    const std::vector<FoundValue> g = all_cells(given), w = all_cells(wanted);
    const auto both = uint32_t(common_count(g, w));
    score.right += both;
    if (pages[p].complete) score.wrong += uint32_t(g.size()) - both;
    score.missed += uint32_t(w.size()) - both;
  }
  return score;
}

}  // namespace gleaner::byexample
