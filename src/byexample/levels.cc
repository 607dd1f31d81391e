// See levels.h.
#include "byexample/levels.h"

#include <algorithm>
#include <map>

#include "base/lists.h"
#include "byexample/window.h"

namespace gleaner::byexample {

static Assembled assembled_of(const ExampleNode& node) {
  Assembled out;
  out.shape = node.shape;
  out.extent = node.extent;
  for (const ExampleValue& value : node.values) out.cells.push_back({value.attribute, value.span, 0});
  for (const ExampleNode& element : node.elements) out.elements.push_back(assembled_of(element));
  return out;
}

std::vector<Assembled> assembled_on(const Examples& examples, uint32_t page) {
  std::vector<Assembled> out;
  for (const Example& example : examples.all)
    if (example.page == page) out.push_back(assembled_of(example.root));
  return out;
}

void LevelFacts::add_level(std::string_view text, const std::vector<Assembled>& elements) {
  std::map<uint32_t, const Assembled*> before;  // by list
  for (const Assembled& element : elements) {
    add_inside(text, element);
    Level& level = levels_[element.shape];
    if (const Assembled* last = before[element.shape]; last && last->extent.end <= element.extent.begin) {
      auto here = boundaries_in(text, {last->extent.end, element.extent.begin}, model_.html);
      if (level.between++ == 0) level.always = std::move(here);
      else std::erase_if(level.always, [&](const std::string& b) { return !contains(here, b); });
    }
    before[element.shape] = &element;
  }
}

// Tags that wrap a value ("<b><a>..</a></b>") go with it wherever it stands: they are no boundary.
void LevelFacts::add_wrappers(std::string_view text, const Assembled& element) {
  Level& level = levels_[element.shape];
  for (const FoundValue& cell : element.cells) {
    if (level.looked >= kLookedAt) return;
    ++level.looked;
    const auto left = terms_before(text, 0, cell.span.begin, kAcross);
    const auto right = terms_after(text, cell.span.end, uint32_t(text.size()), kAcross);
    for (size_t i = 0; i < left.size() && i < right.size(); ++i) {
      if (left[i].kind != Term::Kind::tag || right[i].kind != Term::Kind::tag ||
          right[i].text != "/" + left[i].text)
        break;
      for (const std::string& name : {left[i].text, right[i].text}) add_new(level.inside, name);
    }
  }
}

void LevelFacts::add_inside(std::string_view text, const Assembled& element) {
  Level& level = levels_[element.shape];
  const uint32_t filled = components(element);
  level.least = level.least == 0 ? filled : std::min(level.least, filled);
  add_wrappers(text, element);
  std::vector<Span> own = mapped(element.cells, &FoundValue::span);
  for (const Assembled& inner : element.elements) own.push_back(inner.extent);
  std::ranges::sort(own);
  for (size_t i = 1; i < own.size(); ++i) {
    if (own[i].begin < own[i - 1].end) continue;
    const Span gap{own[i - 1].end, own[i].begin};
    level.gap = std::max(level.gap, gap.size());
    for (std::string& boundary : boundaries_in(text, gap, model_.html))
      add_new(level.inside, std::move(boundary));
  }
  add_level(text, element.elements);
}

void LevelFacts::write(Model& model) const {
  for (uint32_t s = 0; s < model.shapes.size(); ++s) {
    const Level& level = levels_[s];
    if (level.least == 0) continue;
    Shape& shape = model.shapes[s];
    shape.boundaries = level.always;
    std::erase_if(shape.boundaries, [&](const std::string& b) { return contains(level.inside, b); });
    shape.max_gap = level.gap * 4 + 400;
    shape.least = (level.least + 1) / 2;
  }
}

}  // namespace gleaner::byexample
