// Labels into example objects; see example.h.
#include "byexample/example.h"

#include <algorithm>

#include <fmt/format.h>

#include "byexample/costs.h"

namespace gleaner::byexample {
namespace {

using wrap::Value;

class Builder {
 public:
  Builder(const std::vector<wrap::LabelledPage>& pages, Model& model) : pages_(pages), model_(model) {}

  Result<Examples> build() {
    model_.shapes.assign(1, Shape{});
    model_.attributes.clear();
    for (const auto& page : pages_)
      for (const auto& record : page.label.records) GLEANER_CHECK(grow(0, record.fields, page, 0));
    if (model_.attributes.empty())
      return error(Code::cannot_learn, "no value is labelled", {},
                   "label at least one record with one value");
    for (Attribute& attribute : model_.attributes) attribute.level = model_.level_of(attribute.shape);
    Examples examples;
    for (uint32_t p = 0; p < pages_.size(); ++p) add_page(p, examples);
    set_ranks(examples);
    return examples;
  }

 private:
  // Extends the structure by what a record shows.
  Status grow(uint32_t shape, const std::vector<wrap::Field>& fields, const wrap::LabelledPage& page,
              uint32_t depth) {
    if (depth > kMaxDepth)
      return error(Code::cannot_learn, fmt::format("records are nested deeper than {}", kMaxDepth),
                   {page.label.page, 0, 0, {}});
    for (const wrap::Field& field : fields) {
      if (field.value.kind == Value::Kind::absent || field.value.kind == Value::Kind::null) continue;
      const bool list = field.value.is_list();
      const std::vector<Value> one = list ? std::vector<Value>{} : std::vector<Value>{field.value};
      for (const Value& value : list ? field.value.items : one) {
        if (!value.is_text() && !value.is_record()) continue;
        GLEANER_TRY(const uint32_t child, child_of(shape, field.name, value.is_text(), page));
        model_.shapes[child].list |= list;
        if (value.is_record()) GLEANER_CHECK(grow(child, value.fields, page, depth + 1));
      }
    }
    return {};
  }

  Result<uint32_t> child_of(uint32_t shape, const std::string& name, bool text,
                            const wrap::LabelledPage& page) {
    for (uint32_t child : model_.shapes[shape].children) {
      if (model_.shapes[child].name != name) continue;
      if (text == model_.leaf(child)) return child;
      return error(Code::cannot_learn,
                   fmt::format("field \"{}\" is a text in one record and a record in another", name),
                   {page.label.page, 0, 0, {}}, "label it the same way everywhere");
    }
    const uint32_t child = uint32_t(model_.shapes.size());
    model_.shapes[shape].children.push_back(child);
    Shape made;
    made.name = name;
    made.parent = shape;
    if (text) {
      made.attribute = uint32_t(model_.attributes.size());
      Attribute attribute;
      attribute.path = path_of(shape, name);
      attribute.shape = child;
      model_.attributes.push_back(std::move(attribute));
    }
    model_.shapes.push_back(std::move(made));
    return child;
  }

  std::string path_of(uint32_t shape, std::string path) const {
    for (; shape != 0; shape = model_.shapes[shape].parent) path = model_.shapes[shape].name + "." + path;
    return path;
  }

  void add_page(uint32_t page, Examples& examples) {
    const wrap::Label& label = pages_[page].label;
    std::vector<ExampleValue> values;
    for (uint32_t r = 0; r < label.records.size(); ++r) {
      Example example;
      example.page = page;
      example.name = fmt::format("{} record {}", short_name(label.page), r + 1);
      add_fields(0, label.records[r].fields, example.root);
      finish(example.root);
      if (example.root.extent.empty()) continue;
      Examples::collect(example.root, values);
      examples.all.push_back(std::move(example));
    }
    auto& spans = examples.labelled.emplace_back();
    for (const ExampleValue& value : values) spans.push_back(value.span);
    std::ranges::sort(spans);
  }

  static std::string short_name(const std::string& page) {
    const size_t slash = page.rfind('/');
    return slash == std::string::npos ? page : page.substr(slash + 1);
  }

  // `node` is the object or list element that the fields of `shape` belong to.
  void add_fields(uint32_t shape, const std::vector<wrap::Field>& fields, ExampleNode& node) {
    for (const wrap::Field& field : fields) {
      const uint32_t child = model_.child_of(shape, field.name);
      if (child == kNoIndex) continue;
      if (!field.value.is_list()) add_value(child, field.value, 0, node);
      for (uint32_t i = 0; i < field.value.items.size(); ++i) add_value(child, field.value.items[i], i, node);
    }
  }

  void add_value(uint32_t shape, const Value& value, uint32_t element, ExampleNode& node) {
    if (value.is_text() && value.span) {
      model_.attributes[model_.shapes[shape].attribute].list |= model_.shapes[shape].list;
      node.values.push_back({model_.shapes[shape].attribute, *value.span, element});
    } else if (value.is_record()) {
      if (!model_.shapes[shape].list) return add_fields(shape, value.fields, node);
      ExampleNode& made = node.elements.emplace_back();
      made.shape = shape;
      add_fields(shape, value.fields, made);
    }
  }

  // Page order, extents, no empty elements.
  static void finish(ExampleNode& node) {
    for (ExampleNode& element : node.elements) finish(element);
    std::erase_if(node.elements, [](const ExampleNode& element) { return element.extent.empty(); });
    std::ranges::stable_sort(node.values, [](const ExampleValue& a, const ExampleValue& b) {
      return a.span.begin < b.span.begin;
    });
    std::ranges::stable_sort(node.elements, [](const ExampleNode& a, const ExampleNode& b) {
      return a.extent.begin < b.extent.begin;
    });
    Span extent{kNowhere, 0};
    for (const ExampleValue& value : node.values) extent = extent.hull(value.span);
    for (const ExampleNode& element : node.elements) extent = extent.hull(element.extent);
    node.extent = extent.begin == kNowhere ? Span{} : extent;
  }

  // Usual order and what may be missing, over all elements of each level.
  void set_ranks(const Examples& examples) {
    std::vector<double> place(model_.attributes.size(), 0);
    std::vector<uint32_t> placed(model_.attributes.size(), 0);
    std::vector<uint32_t> seen(model_.attributes.size(), 0), levels(model_.shapes.size(), 0);
    auto visit = [&](auto&& self, const ExampleNode& node) -> void {
      ++levels[node.shape];
      std::vector<ExampleValue> values;
      Examples::collect(node, values);
      std::vector<bool> met(model_.attributes.size(), false);
      for (uint32_t i = 0; i < values.size(); ++i) {
        const uint32_t a = values[i].attribute;
        if (met[a]) continue;
        met[a] = true;
        if (model_.attributes[a].level == node.shape) ++seen[a];
        if (node.shape != 0) continue;
        place[a] += double(i) / double(values.size());
        ++placed[a];
      }
      for (const ExampleNode& element : node.elements) self(self, element);
    };
    for (const Example& example : examples.all) visit(visit, example.root);
    std::vector<uint32_t> order(model_.attributes.size());
    for (uint32_t a = 0; a < order.size(); ++a) {
      order[a] = a;
      model_.attributes[a].optional = seen[a] < levels[model_.attributes[a].level];
      if (placed[a]) place[a] /= double(placed[a]);
    }
    std::ranges::stable_sort(order, [&](uint32_t x, uint32_t y) { return place[x] < place[y]; });
    for (uint32_t i = 0; i < order.size(); ++i) model_.attributes[order[i]].rank = i;
  }

  const std::vector<wrap::LabelledPage>& pages_;
  Model& model_;
};

}  // namespace

void Examples::collect(const ExampleNode& node, std::vector<ExampleValue>& out) {
  const size_t from = out.size();
  out.insert(out.end(), node.values.begin(), node.values.end());
  for (const ExampleNode& element : node.elements) collect(element, out);
  std::stable_sort(out.begin() + long(from), out.end(),
                   [](const ExampleValue& a, const ExampleValue& b) { return a.span.begin < b.span.begin; });
}

Result<Examples> make_examples(const std::vector<wrap::LabelledPage>& pages, Model& model) {
  return Builder(pages, model).build();
}

}  // namespace gleaner::byexample
