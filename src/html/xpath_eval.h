// Evaluating XPath over a Tree, under the thread's budget. Internal to html.
//
// A node is its number; an attribute is the number of its element and its own place. So document order is the
// order of pairs, axes are ranges and links of the flat tree, and nothing is copied (pugixml, which did this
// before, wanted the page a second time and could not be stopped). Every node that an axis visits beats a
// Pulse: where the budget ends, what was found by then is given.
// Cost: nodes visited; conditions that look at siblings or at the rest of the page from every node are
// quadratic, as the language is.
#pragma once

#include <compare>
#include <string>
#include <vector>

#include "base/budget.h"
#include "html/tree.h"
#include "html/xpath_syntax.h"

namespace gleaner::html::xpath {

struct Item {
  NodeId node = kNoNode;
  uint32_t attribute = 0;  // 0: the node itself; k: its k-th attribute
  auto operator<=>(const Item&) const = default;
};

struct Value {
  Type type = Type::nodes;
  std::vector<Item> nodes = {};  // in document order, each once
  std::string text = {};
  double number = 0;
  bool boolean = false;
};

class Evaluator {
 public:
  explicit Evaluator(const Tree& tree) : tree_(tree), pulse_(Budget::current()) {}
  // REQUIRES: the expression gives nodes.
  std::vector<Item> nodes(const Expression& expression, NodeId context);
  std::string attribute_name(Item item) const;

 private:
  struct Context {
    Item item;
    size_t position = 1, size = 1;
  };
  Value evaluate(const Expression& e, const Context& at);
  bool holds(const Expression& e, const Context& at);
  Value path(const Expression& e, const Context& at, bool any);  // any: one node is enough
  Value call(const Expression& e, const Context& at);
  bool compare(Kind kind, const Value& a, const Value& b);
  void step(const Step& step, const std::vector<Item>& from, std::vector<Item>& into, bool any);
  template <class Visit>
  void visit(Axis axis, Item from, Visit&& visit);
  bool passes(const Step& step, Item item) const;
  void keep(const std::vector<ExpressionPtr>& predicates, size_t first, std::vector<Item>& items);
  const std::vector<Attribute>& attributes(NodeId n) const;

  std::string text_of(Item item);
  std::string to_text(const Value& value);
  double to_number(const Value& value);
  bool to_boolean(const Value& value);
  std::string argument_text(const Expression& e, size_t i, const Context& at);
  std::string name_text(const Expression& e, const Context& at);
  bool is_in_language(NodeId node, const std::string& wanted) const;

  const Tree& tree_;
  Pulse pulse_;
  mutable std::vector<Attribute> attributes_;
  mutable NodeId attributes_of_ = kNoNode;
};

}  // namespace gleaner::html::xpath
