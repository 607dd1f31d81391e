// Example objects: labels as trees of values with places, and the structure they show.
//
// An example is a labelled record. Its values stand in page order whatever the order of the labels; the
// structure (Model::shapes, attributes) is the union of all examples, in the order of the labels.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "byexample/model.h"
#include "wrap/label.h"

namespace gleaner::byexample {

struct ExampleValue {
  uint32_t attribute = 0;
  Span span;
  uint32_t element = 0;  // position in its list of plain values
};

// An object or an element of a list of records.
struct ExampleNode {
  uint32_t shape = 0;
  // own values, those of records inside that are no lists included; in page order
  std::vector<ExampleValue> values;
  std::vector<ExampleNode> elements;  // of lists of records, in page order
  Span extent;
};

struct Example {
  uint32_t page = 0;
  std::string name;  // "page1.html record 1"
  ExampleNode root;
};

// What the learner works on.
struct Examples {
  std::vector<Example> all;
  std::vector<std::vector<Span>> labelled;  // by page: all labelled values, in page order

  // All values below a node, in page order.
  static void collect(const ExampleNode& node, std::vector<ExampleValue>& out);
  // visit(example, value) for each value of an attribute.
  template <class Visit>
  void for_each(uint32_t attribute, Visit&& visit) const {
    for (const Example& example : all) {
      std::vector<ExampleValue> values;
      collect(example.root, values);
      for (const ExampleValue& value : values)
        if (value.attribute == attribute) visit(example, value);
    }
  }
};

// Fills shapes and attributes of the model. Values without span must have been placed before.
// Errors: a field that is a text in one record and a record in another, nothing labelled, nesting too deep.
Result<Examples> make_examples(const std::vector<wrap::LabelledPage>& pages, Model& model);

}  // namespace gleaner::byexample
