// See object_learner.h.
#include "byexample/object_learner.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>

#include "base/lists.h"
#include "byexample/costs.h"

namespace gleaner::byexample {
namespace {

class ObjectLearner {
 public:
  ObjectLearner(const std::vector<JudgedPage>& pages, const Examples& examples, Model& model)
      : pages_(pages), examples_(examples), model_(model) {}

  void run() {
    const std::vector<Found> found = find_values();
    for (const Example& example : examples_.all) {
      ObjectPattern object;
      object.example = example.name;
      if (!make_components(example.root, 0, object.root, found[example.page]) || object.root.children.empty())
        continue;
      auto same = std::ranges::find(model_.objects, object.root, &ObjectPattern::root);
      if (same != model_.objects.end()) ++same->support;
      else model_.objects.push_back(std::move(object));
    }
    std::ranges::stable_sort(model_.objects, std::ranges::greater{}, &ObjectPattern::support);
    if (model_.objects.size() > kMaxObjectPatterns) model_.objects.resize(kMaxObjectPatterns);
  }

 private:
  // By attribute: a value's place to the windows that find it.
  using Found = std::vector<std::map<std::pair<uint32_t, uint32_t>, std::vector<uint32_t>>>;

  std::vector<Found> find_values() const {
    Scanner scanner(model_.patterns, model_.attributes.size());
    std::vector<Found> found(pages_.size(), Found(model_.attributes.size()));
    Occurrences occurrences;
    for (uint32_t p = 0; p < pages_.size(); ++p) {
      Budget free;
      scanner.scan(pages_[p].document->text(), 0, occurrences, free);
      for (uint32_t a = 0; a < model_.attributes.size(); ++a)
        for (const Occurrence& o : occurrences.of[a])
          for (uint32_t i = 0; i < o.count && !model_.patterns[o.pattern].loose; ++i) {
            const Span value = occurrences.values[o.first + i];
            found[p][a][{value.begin, value.end}].push_back(o.pattern);
          }
    }
    return found;
  }

  // Components of `shape` (the node's own, or a record inside it) in page order. False when a value is not
  // found again.
  bool make_components(const ExampleNode& node, uint32_t shape, Component& into, const Found& found) {
    struct Placed {
      uint32_t begin;
      Component component;
    };
    std::vector<Placed> placed;
    for (uint32_t child : model_.shapes[shape].children) {
      Component component;
      component.name = model_.shapes[child].name;
      component.shape = child;
      component.list = model_.shapes[child].list;
      const std::optional<uint32_t> begin = fill(node, child, component, found);
      if (!begin) return false;
      if (*begin == kNowhere) continue;
      sort_unique(component.patterns);
      placed.push_back({*begin, std::move(component)});
    }
    std::ranges::stable_sort(placed, {}, &Placed::begin);
    for (Placed& one : placed) into.children.push_back(std::move(one.component));
    return true;
  }

  // Fills one component and says where it begins: kNowhere if the example does not show it, nothing if a
  // value is not found again.
  std::optional<uint32_t> fill(const ExampleNode& node, uint32_t child, Component& component,
                               const Found& found) {
    if (model_.leaf(child)) return fill_atom(node, child, component, found);
    if (component.list) return fill_list(node, child, component, found);
    if (!make_components(node, child, component, found)) return std::nullopt;
    uint32_t begin = kNowhere;
    for (const ExampleValue& value : node.values)
      if (below(model_.attributes[value.attribute].shape, child)) begin = std::min(begin, value.span.begin);
    return begin;
  }

  std::optional<uint32_t> fill_atom(const ExampleNode& node, uint32_t child, Component& component,
                                    const Found& found) {
    component.atom = true;
    component.attribute = model_.shapes[child].attribute;
    uint32_t begin = kNowhere;
    for (const ExampleValue& value : node.values) {
      if (value.attribute != component.attribute) continue;
      begin = std::min(begin, value.span.begin);
      auto at = found[value.attribute].find({value.span.begin, value.span.end});
      if (at == found[value.attribute].end()) return std::nullopt;
      component.patterns.push_back(at->second.front());
      component.optional |= component.list && !model_.patterns[at->second.front()].separators.empty();
    }
    return begin;
  }

  std::optional<uint32_t> fill_list(const ExampleNode& node, uint32_t child, Component& component,
                                    const Found& found) {
    const ExampleNode* usual = usual_element(node, child);
    if (!usual) return kNowhere;
    if (!make_components(*usual, child, component, found)) return std::nullopt;
    uint32_t begin = usual->extent.begin;
    for (const ExampleNode& element : node.elements) {  // what the other elements of this form show
      if (element.shape != child) continue;
      begin = std::min(begin, element.extent.begin);
      Component other;
      if (&element != usual && make_components(element, child, other, found)) unite(component, other);
    }
    return begin;
  }

  bool below(uint32_t shape, uint32_t ancestor) const {
    for (; shape != 0; shape = model_.shapes[shape].parent)
      if (shape == ancestor) return true;
    return false;
  }

  // The element with the most components; of those the most frequent form.
  const ExampleNode* usual_element(const ExampleNode& node, uint32_t shape) const {
    std::map<std::vector<uint32_t>, uint32_t> forms;
    auto form_of = [](const ExampleNode& element) {
      std::vector<uint32_t> form;
      for (const ExampleValue& value : element.values)
        if (form.empty() || form.back() != value.attribute) form.push_back(value.attribute);
      for (const ExampleNode& inner : element.elements)
        if (form.empty() || form.back() != (0x80000000u | inner.shape))
          form.push_back(0x80000000u | inner.shape);
      return form;
    };
    for (const ExampleNode& element : node.elements)
      if (element.shape == shape) ++forms[form_of(element)];
    const ExampleNode* best = nullptr;
    std::pair<size_t, uint32_t> most{0, 0};
    for (const ExampleNode& element : node.elements) {
      if (element.shape != shape) continue;
      const auto form = form_of(element);
      const std::pair<size_t, uint32_t> rank{form.size(), forms[form]};
      if (rank > most) most = rank, best = &element;
    }
    return best;
  }

  // Takes in another element whose components come in the same order: its patterns are added, what it lacks
  // becomes optional.
  static void unite(Component& into, const Component& other) {
    size_t next = 0;
    std::vector<const Component*> partner(into.children.size(), nullptr);
    for (size_t i = 0; i < into.children.size() && next < other.children.size(); ++i)
      if (into.children[i].shape == other.children[next].shape) partner[i] = &other.children[next++];
    if (next < other.children.size()) return;  // another order
    for (size_t i = 0; i < into.children.size(); ++i) {
      Component& mine = into.children[i];
      if (!partner[i]) {
        mine.optional = !mine.list;
        continue;
      }
      mine.optional |= partner[i]->optional;
      mine.patterns.insert(mine.patterns.end(), partner[i]->patterns.begin(), partner[i]->patterns.end());
      sort_unique(mine.patterns);
      if (!mine.atom) unite(mine, *partner[i]);
    }
  }

  const std::vector<JudgedPage>& pages_;
  const Examples& examples_;
  Model& model_;
};

}  // namespace

void learn_objects(const std::vector<JudgedPage>& pages, const Examples& examples, Model& model) {
  ObjectLearner(pages, examples, model).run();
}

}  // namespace gleaner::byexample
