// See xpath_eval.h. Axes, conditions, operators, functions: sections 2, 3 and 4 of the recommendation.
#include "html/xpath_eval.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "base/text.h"

namespace gleaner::html::xpath {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

Value of_text(std::string text) { return {.type = Type::text, .text = std::move(text)}; }
Value of_number(double number) { return {.type = Type::number, .number = number}; }
Value of_boolean(bool boolean) { return {.type = Type::boolean, .boolean = boolean}; }

// Digits with a point in plain notation, white space around; anything else is no number.
double number_of(std::string_view text) {
  text = trim(text);
  std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
  const bool fine = !digits.empty() && digits != "." &&
                    digits.find_first_not_of("0123456789.") == std::string_view::npos &&
                    std::ranges::count(digits, '.') <= 1;
  if (!fine) return kNaN;
  double number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return text.starts_with('-') ? -number : number;
}

std::string text_of_number(double number) {
  if (std::isnan(number)) return "NaN";
  if (std::isinf(number)) return number > 0 ? "Infinity" : "-Infinity";
  if (number == 0) return "0";
  if (number == std::trunc(number) && std::fabs(number) < 1e15) return fmt::format("{:.0f}", number);
  std::string text = fmt::format("{:.15g}", number);
  if (text.find('e') == std::string::npos) return text;
  text = fmt::format("{:.20f}", number);  // no exponents in XPath
  while (text.ends_with('0')) text.pop_back();
  if (text.ends_with('.')) text.pop_back();
  return text;
}

bool compare_numbers(Kind kind, double a, double b) {
  switch (kind) {
    case Kind::equal: return a == b;
    case Kind::unequal: return a != b;
    case Kind::less: return a < b;
    case Kind::less_equal: return a <= b;
    case Kind::greater: return a > b;
    default: return a >= b;
  }
}

Kind mirrored(Kind kind) {
  switch (kind) {
    case Kind::less: return Kind::greater;
    case Kind::less_equal: return Kind::greater_equal;
    case Kind::greater: return Kind::less;
    case Kind::greater_equal: return Kind::less_equal;
    default: return kind;
  }
}

bool is_equality(Kind kind) { return kind == Kind::equal || kind == Kind::unequal; }

void in_order(std::vector<Item>& items) {
  if (!std::ranges::is_sorted(items)) std::ranges::sort(items);
  items.erase(std::unique(items.begin(), items.end()), items.end());
}

double round_half_up(double x) { return std::isfinite(x) ? std::floor(x + 0.5) : x; }

// Characters, not bytes: positions count from 1.
std::string substring(std::string_view text, double from, double length) {
  const double begin = round_half_up(from), end = begin + round_half_up(length);
  std::string out;
  double position = 1;
  for (size_t at = 0; at < text.size(); ++position) {
    const size_t bytes = code_point_at(text, at).length;
    if (position >= begin && position < end) out += text.substr(at, bytes);
    at += bytes;
  }
  return out;
}

std::string translate(std::string_view text, std::string_view from, std::string_view to) {
  auto characters = [](std::string_view all) {
    std::vector<std::string_view> out;
    for (size_t at = 0; at < all.size();) {
      out.push_back(all.substr(at, code_point_at(all, at).length));
      at += out.back().size();
    }
    return out;
  };
  const auto old = characters(from), fresh = characters(to);
  std::string out;
  for (std::string_view c : characters(text)) {
    const size_t at = size_t(std::ranges::find(old, c) - old.begin());
    if (at == old.size()) out += c;
    else if (at < fresh.size()) out += fresh[at];
  }
  return out;
}

std::string normalized(std::string_view text) {
  std::string out;
  for (char c : trim(text)) {
    const bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!space) out += c;
    else if (!out.empty() && out.back() != ' ') out += ' ';
  }
  return out;
}

}  // namespace

std::vector<Item> Evaluator::nodes(const Expression& expression, NodeId context) {
  Context at;
  at.item.node = context;
  return evaluate(expression, at).nodes;
}

std::string Evaluator::attribute_name(Item item) const {
  return item.attribute ? std::string(attributes(item.node)[item.attribute - 1].name) : "";
}

const std::vector<Attribute>& Evaluator::attributes(NodeId n) const {
  if (attributes_of_ != n) tree_.attributes_of(n, attributes_), attributes_of_ = n;
  return attributes_;
}

// --- axes

template <class Visit>
void Evaluator::visit(Axis axis, Item from, Visit&& take) {
  const NodeId n = from.node;
  auto go = [&](NodeId to) {
    return pulse_.beat() && (tree_.kind(to) == NodeKind::doctype || take(Item{to, 0}));
  };
  const bool of_attribute = from.attribute != 0;
  switch (axis) {
    case Axis::self: take(from); return;
    case Axis::child:
      if (of_attribute) return;
      for (NodeId c = tree_.first_child(n); c != kNoNode; c = tree_.next_sibling(c))
        if (!go(c)) return;
      return;
    case Axis::descendant_or_self:
      if (!take(from)) return;
      [[fallthrough]];
    case Axis::descendant:
      if (of_attribute) return;
      for (NodeId c = n + 1; c < tree_.subtree_end(n); ++c)
        if (!go(c)) return;
      return;
    case Axis::parent:
      if (of_attribute) go(n);
      else if (tree_.parent(n) != kNoNode) go(tree_.parent(n));
      return;
    case Axis::ancestor_or_self:
      if (!take(from)) return;
      [[fallthrough]];
    case Axis::ancestor:
      for (NodeId c = of_attribute ? n : tree_.parent(n); c != kNoNode; c = tree_.parent(c))
        if (!go(c)) return;
      return;
    case Axis::following_sibling:
      if (of_attribute) return;
      for (NodeId c = tree_.next_sibling(n); c != kNoNode; c = tree_.next_sibling(c))
        if (!go(c)) return;
      return;
    case Axis::preceding_sibling:
      if (of_attribute) return;
      for (NodeId c = tree_.previous_sibling(n); c != kNoNode; c = tree_.previous_sibling(c))
        if (!go(c)) return;
      return;
    case Axis::following:
      for (NodeId c = of_attribute ? n + 1 : tree_.subtree_end(n); c < tree_.size(); ++c)
        if (!go(c)) return;
      return;
    case Axis::preceding:
      for (NodeId c = n; c-- > 1;)
        if (!tree_.contains(c, n) && !go(c)) return;
      return;
    case Axis::attribute:
      if (of_attribute) return;
      for (uint32_t k = 1, all = uint32_t(attributes(n).size()); k <= all; ++k)
        if (!pulse_.beat() || !take(Item{n, k})) return;
      return;
    case Axis::name_space: return;
  }
}

bool Evaluator::passes(const Step& step, Item item) const {
  const NodeKind kind = tree_.kind(item.node);
  const bool named = item.attribute
                         ? step.axis == Axis::attribute || step.axis == Axis::self ||
                               step.axis == Axis::descendant_or_self || step.axis == Axis::ancestor_or_self
                         : kind == NodeKind::element && step.axis != Axis::attribute;
  auto name = [&] {
    return item.attribute ? attributes(item.node)[item.attribute - 1].name : tree_.name(item.node);
  };
  // the principal kind of the attribute axis alone is attributes
  const bool principal = named && (item.attribute == 0 || step.axis == Axis::attribute);
  switch (step.test) {
    case NodeTest::node: return true;
    case NodeTest::any_name: return principal;
    case NodeTest::name: return principal && name() == step.name;
    case NodeTest::prefix: return principal && name().starts_with(step.name);
    case NodeTest::text: return !item.attribute && kind == NodeKind::text;
    case NodeTest::comment: return !item.attribute && kind == NodeKind::comment;
    case NodeTest::instruction: return false;
  }
  return false;
}

void Evaluator::step(const Step& step, const std::vector<Item>& from, std::vector<Item>& into, bool any) {
  std::vector<Item> found;
  // "[3]" first: no need to go on behind the third.
  const Expression* first = step.predicates.empty() ? nullptr : step.predicates.front().get();
  const double only = first && first->kind == Kind::number ? first->number : 0;
  for (const Item& item : from) {
    found.clear();
    double seen = 0;
    visit(step.axis, item, [&](Item to) {
      if (!passes(step, to)) return true;
      if (only == 0) return found.push_back(to), !any || !step.predicates.empty();
      if (++seen == only) found.push_back(to);
      return seen < only;
    });
    if (!pulse_.alive()) break;
    keep(step.predicates, only == 0 ? 0 : 1, found);
    into.insert(into.end(), found.begin(), found.end());
    if (any && !into.empty()) return;
  }
  in_order(into);
}

// Items are in the order of their axis; positions count along it.
void Evaluator::keep(const std::vector<ExpressionPtr>& predicates, size_t first, std::vector<Item>& items) {
  for (size_t p = first; p < predicates.size() && !items.empty(); ++p) {
    std::vector<Item> kept;
    for (size_t i = 0; i < items.size() && pulse_.beat(); ++i) {
      const Context at{items[i], i + 1, items.size()};
      const Value value = predicates[p]->type == Type::number ? evaluate(*predicates[p], at)
                                                              : of_boolean(holds(*predicates[p], at));
      if (value.type == Type::number ? value.number == double(i + 1) : to_boolean(value))
        kept.push_back(items[i]);
    }
    items = std::move(kept);
  }
}

// --- expressions

Value Evaluator::evaluate(const Expression& e, const Context& at) {
  auto operand = [&](size_t i) { return evaluate(*e.operands[i], at); };
  auto number = [&](size_t i) { return to_number(operand(i)); };
  if (!pulse_.alive()) return Value{};
  switch (e.kind) {
    case Kind::or_: return of_boolean(holds(*e.operands[0], at) || holds(*e.operands[1], at));
    case Kind::and_: return of_boolean(holds(*e.operands[0], at) && holds(*e.operands[1], at));
    case Kind::equal:
    case Kind::unequal:
    case Kind::less:
    case Kind::less_equal:
    case Kind::greater:
    case Kind::greater_equal: return of_boolean(compare(e.kind, operand(0), operand(1)));
    case Kind::add: return of_number(number(0) + number(1));
    case Kind::subtract: return of_number(number(0) - number(1));
    case Kind::multiply: return of_number(number(0) * number(1));
    case Kind::divide: return of_number(number(0) / number(1));
    case Kind::modulo: return of_number(std::fmod(number(0), number(1)));
    case Kind::negate: return of_number(-number(0));
    case Kind::union_: {
      Value all = operand(0);
      const Value more = operand(1);
      all.nodes.insert(all.nodes.end(), more.nodes.begin(), more.nodes.end());
      in_order(all.nodes);
      return all;
    }
    case Kind::path: return path(e, at, false);
    case Kind::filter: {
      Value kept = operand(0);
      keep(e.operands, 1, kept.nodes);
      return kept;
    }
    case Kind::literal: return of_text(e.text);
    case Kind::number: return of_number(e.number);
    case Kind::function: return call(e, at);
  }
  return Value{};
}

// Of nodes it matters only whether there are any.
bool Evaluator::holds(const Expression& e, const Context& at) {
  return to_boolean(e.kind == Kind::path ? path(e, at, true) : evaluate(e, at));
}

Value Evaluator::path(const Expression& e, const Context& at, bool any) {
  Value value;
  if (!e.operands.empty()) value = evaluate(*e.operands[0], at);
  else value.nodes = {e.absolute ? Item{kDocument, 0} : at.item};
  for (const Step& one : e.steps) {
    std::vector<Item> next;
    step(one, value.nodes, next, any && &one == &e.steps.back());
    value.nodes = std::move(next);
  }
  return value;
}

bool Evaluator::compare(Kind kind, const Value& a, const Value& b) {
  if (b.type == Type::nodes && a.type != Type::nodes) return compare(mirrored(kind), b, a);
  if (a.type == Type::nodes && b.type == Type::nodes) {
    std::vector<std::string> others;
    for (const Item& item : b.nodes) others.push_back(text_of(item));
    for (const Item& item : a.nodes) {
      const std::string text = text_of(item);
      for (const std::string& other : others) {
        if (!pulse_.beat()) return false;
        const bool holds = is_equality(kind) ? (text == other) == (kind == Kind::equal)
                                             : compare_numbers(kind, number_of(text), number_of(other));
        if (holds) return true;
      }
    }
    return false;
  }
  if (a.type == Type::nodes && b.type != Type::boolean) {
    for (const Item& item : a.nodes) {
      const std::string text = text_of(item);
      const bool holds = is_equality(kind) && b.type == Type::text
                             ? (text == b.text) == (kind == Kind::equal)
                             : compare_numbers(kind, number_of(text), to_number(b));
      if (holds) return true;
    }
    return false;
  }
  if (!is_equality(kind)) return compare_numbers(kind, to_number(a), to_number(b));
  const bool equal = a.type == Type::boolean || b.type == Type::boolean ? to_boolean(a) == to_boolean(b)
                     : a.type == Type::number || b.type == Type::number ? to_number(a) == to_number(b)
                                                                        : to_text(a) == to_text(b);
  return equal == (kind == Kind::equal);
}

// --- functions

std::string Evaluator::argument_text(const Expression& e, size_t i, const Context& at) {
  return i < e.operands.size() ? to_text(evaluate(*e.operands[i], at)) : text_of(at.item);
}

std::string Evaluator::name_text(const Expression& e, const Context& at) {
  Item item = at.item;
  if (!e.operands.empty()) {
    const Value given = evaluate(*e.operands[0], at);
    if (given.nodes.empty()) return "";
    item = given.nodes.front();
  }
  if (!item.attribute && tree_.kind(item.node) != NodeKind::element) return "";
  std::string name = item.attribute ? attribute_name(item) : std::string(tree_.name(item.node));
  if (e.function == Function::local_name) name.erase(0, name.find(':') + 1);
  return name;
}

bool Evaluator::is_in_language(NodeId node, const std::string& wanted) const {
  for (NodeId n = node; n != kNoNode; n = tree_.parent(n))
    if (const auto is = tree_.attribute(n, "xml:lang")) {
      const std::string lang = lower_ascii(*is);
      return lang == wanted || lang.starts_with(wanted + "-");
    }
  return false;
}

Value Evaluator::call(const Expression& e, const Context& at) {
  auto text = [&](size_t i) { return argument_text(e, i, at); };
  auto value = [&](size_t i) { return evaluate(*e.operands[i], at); };
  auto number = [&](size_t i) { return to_number(value(i)); };
  switch (e.function) {
    case Function::last: return of_number(double(at.size));
    case Function::position: return of_number(double(at.position));
    case Function::count: return of_number(double(value(0).nodes.size()));
    case Function::id: return Value{};  // needs a document type
    case Function::local_name:
    case Function::name: return of_text(name_text(e, at));
    case Function::namespace_uri: return of_text("");
    case Function::string: return of_text(text(0));
    case Function::concat: {
      std::string all;
      for (size_t i = 0; i < e.operands.size(); ++i) all += text(i);
      return of_text(std::move(all));
    }
    case Function::starts_with: return of_boolean(text(0).starts_with(text(1)));
    case Function::contains: return of_boolean(text(0).find(text(1)) != std::string::npos);
    case Function::substring_before: {
      const std::string whole = text(0);
      const size_t found = whole.find(text(1));
      return of_text(found == std::string::npos ? "" : whole.substr(0, found));
    }
    case Function::substring_after: {
      const std::string whole = text(0), part = text(1);
      const size_t found = whole.find(part);
      return of_text(found == std::string::npos ? "" : whole.substr(found + part.size()));
    }
    case Function::substring:
      return of_text(substring(text(0), number(1), e.operands.size() > 2 ? number(2) : INFINITY));
    case Function::string_length: return of_number(double(count_code_points(text(0))));
    case Function::normalize_space: return of_text(normalized(text(0)));
    case Function::translate: return of_text(translate(text(0), text(1), text(2)));
    case Function::boolean: return of_boolean(holds(*e.operands[0], at));
    case Function::not_: return of_boolean(!holds(*e.operands[0], at));
    case Function::true_: return of_boolean(true);
    case Function::false_: return of_boolean(false);
    case Function::lang: return of_boolean(is_in_language(at.item.node, lower_ascii(text(0))));
    case Function::number: return of_number(e.operands.empty() ? number_of(text_of(at.item)) : number(0));
    case Function::sum: {
      double total = 0;
      for (const Item& item : value(0).nodes) total += number_of(text_of(item));
      return of_number(total);
    }
    case Function::floor: return of_number(std::floor(number(0)));
    case Function::ceiling: return of_number(std::ceil(number(0)));
    case Function::round: return of_number(round_half_up(number(0)));
  }
  return Value{};
}

// --- conversions

std::string Evaluator::text_of(Item item) {
  if (item.attribute) return std::string(attributes(item.node)[item.attribute - 1].value);
  if (tree_.kind(item.node) == NodeKind::text || tree_.kind(item.node) == NodeKind::comment)
    return std::string(tree_.text(item.node));
  std::string all;
  for (NodeId n = item.node + 1; n < tree_.subtree_end(item.node) && pulse_.beat(); ++n)
    if (tree_.is_text(n)) all += tree_.text(n);
  return all;
}

std::string Evaluator::to_text(const Value& value) {
  switch (value.type) {
    case Type::nodes: return value.nodes.empty() ? "" : text_of(value.nodes.front());
    case Type::text: return value.text;
    case Type::number: return text_of_number(value.number);
    case Type::boolean: return value.boolean ? "true" : "false";
  }
  return "";
}

double Evaluator::to_number(const Value& value) {
  switch (value.type) {
    case Type::number: return value.number;
    case Type::boolean: return value.boolean;
    default: return number_of(to_text(value));
  }
}

bool Evaluator::to_boolean(const Value& value) {
  switch (value.type) {
    case Type::nodes: return !value.nodes.empty();
    case Type::text: return !value.text.empty();
    case Type::number: return value.number != 0 && !std::isnan(value.number);
    case Type::boolean: return value.boolean;
  }
  return false;
}

}  // namespace gleaner::html::xpath
