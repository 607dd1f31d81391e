// Small questions about a Model.
#include "byexample/model.h"

namespace gleaner::byexample {

std::string_view name_of(Strategy strategy) {
  constexpr std::string_view kNames[] = {"both", "top-down", "bottom-up"};  // in the order of Strategy
  return kNames[size_t(strategy)];
}

std::optional<Strategy> strategy_of_name(std::string_view name) {
  for (const Strategy one : {Strategy::both, Strategy::top_down, Strategy::bottom_up})
    if (name == name_of(one)) return one;
  return std::nullopt;
}

uint32_t Model::child_of(uint32_t shape, std::string_view name) const {
  for (const uint32_t child : shapes[shape].children)
    if (shapes[child].name == name) return child;
  return kNoIndex;
}

uint32_t Model::level_of(uint32_t shape) const {
  if (shape == 0) return 0;
  for (uint32_t at = leaf(shape) ? shapes[shape].parent : shape;; at = shapes[at].parent)
    if (at == 0 || shapes[at].list) return at;
}

wrap::Schema Model::schema() const {
  auto fields_of = [&](auto&& self, uint32_t shape) -> std::vector<wrap::FieldSchema> {
    std::vector<wrap::FieldSchema> fields;
    for (uint32_t child : shapes[shape].children) {
      fields.push_back({shapes[child].name, wrap::Type::text, shapes[child].list, self(self, child)});
    }
    return fields;
  };
  return {fields_of(fields_of, 0)};
}

}  // namespace gleaner::byexample
