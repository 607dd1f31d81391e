// Small questions about a Model.
#include "byexample/model.h"

namespace gleaner::byexample {

std::string_view name_of(Strategy strategy) {
  switch (strategy) {
    case Strategy::both: return "both";
    case Strategy::top_down: return "top-down";
    case Strategy::bottom_up: return "bottom-up";
  }
  return "both";
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
      wrap::FieldSchema field;
      field.name = shapes[child].name;
      field.list = shapes[child].list;
      field.fields = self(self, child);
      fields.push_back(std::move(field));
    }
    return fields;
  };
  wrap::Schema schema;
  schema.fields = fields_of(fields_of, 0);
  return schema;
}

}  // namespace gleaner::byexample
