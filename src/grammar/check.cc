// See check.h. Each of the three conditions is a walk over the rules; errors show the place.
#include "grammar/check.h"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "base/nearest.h"

namespace gleaner::grammar {
namespace {

using Kind = Node::Kind;

// Names that are close to what was written, for the hint: at most a third of the letters differ.
std::string nearest_rule(const Grammar& grammar, std::string_view word) {
  std::vector<std::string> names;
  for (const Rule& rule : grammar.rules) names.push_back(rule.name);
  const auto near = nearest(word, names);
  return near ? fmt::format("did you mean {}()?", *near) : std::string();
}

Status resolve(Grammar& grammar, Rule& rule, Node& node) {
  if (node.kind == Kind::call) {
    node.target = grammar.index_of(node.name);
    if (node.target == kNone)
      return syntax_error(grammar, node.offset, fmt::format("there is no rule {}", node.name),
                          nearest_rule(grammar, node.name));
  }
  for (Node& child : node.children) GLEANER_CHECK(resolve(grammar, rule, child));
  if (node.kind == Kind::assign && node.children[0].kind == Kind::call)
    rule.variables[node.variable].rule = node.children[0].target;
  return {};
}

// The calls that can happen before a character is consumed. Gives whether the node can match nothing.
bool first_calls(const Node& node, const std::vector<bool>& rules, std::vector<const Node*>& out) {
  switch (node.kind) {
    case Kind::set: return false;
    case Kind::literal: return node.text.empty();
    case Kind::call: out.push_back(&node); return rules[node.target];
    case Kind::code:
    case Kind::prune:
    case Kind::fallback: return true;
    case Kind::sequence:
      for (const Node& child : node.children)
        if (!first_calls(child, rules, out)) return false;
      return true;
    case Kind::choice: {
      bool any = false;
      for (const Node& child : node.children) any |= first_calls(child, rules, out);
      return any;
    }
    case Kind::optional:
    case Kind::star: first_calls(node.children[0], rules, out); return true;
    case Kind::plus:
    case Kind::assign:
    case Kind::accept: return first_calls(node.children[0], rules, out);
  }
  return true;
}

bool nullable(const Node& node, const std::vector<bool>& rules) {
  std::vector<const Node*> calls;
  return first_calls(node, rules, calls);
}

Status check_repetition(const Grammar& grammar, const Node& node, const std::vector<bool>& rules) {
  if ((node.kind == Kind::star || node.kind == Kind::plus) && nullable(node.children[0], rules))
    return syntax_error(grammar, node.offset,
                        "what is repeated here can match nothing, so it could go on for ever",
                        "leave out a ? or * inside, or make one part of it necessary");
  for (const Node& child : node.children) GLEANER_CHECK(check_repetition(grammar, child, rules));
  return {};
}

Status check_left_recursion(const Grammar& grammar, const std::vector<bool>& rules) {
  std::vector<std::vector<const Node*>> first(grammar.rules.size());
  for (size_t i = 0; i < grammar.rules.size(); ++i) first_calls(grammar.rules[i].body, rules, first[i]);
  // Depth-first over "may call before consuming"; `path` is the chain that is open.
  std::vector<uint8_t> colour(grammar.rules.size(), 0);
  struct Open {
    uint32_t rule;
    size_t next;
  };
  for (uint32_t root = 0; root < grammar.rules.size(); ++root) {
    if (colour[root]) continue;
    std::vector<Open> path{{root, 0}};
    colour[root] = 1;
    while (!path.empty()) {
      Open& top = path.back();
      if (top.next == first[top.rule].size()) {
        colour[top.rule] = 2;
        path.pop_back();
        continue;
      }
      const Node* call = first[top.rule][top.next++];
      if (colour[call->target] == 2) continue;
      if (colour[call->target] == 0) {
        colour[call->target] = 1;
        path.push_back({call->target, 0});
        continue;
      }
      std::string chain;
      bool on = false;
      for (const Open& open : path) {
        on |= open.rule == call->target;
        if (on) chain += grammar.rules[open.rule].name + " -> ";
      }
      return syntax_error(
          grammar, call->offset,
          fmt::format("left recursion: {}{} before any character is consumed", chain, call->name),
          "write a list as `item() (',' item())*`, or call the rule after something that must match");
    }
  }
  return {};
}

// The rules whose bodies do something, given that the rules they call do: from none, until no more come.
template <class Does>
std::vector<bool> least_rules(const Grammar& grammar, const Does& does) {
  std::vector<bool> rules(grammar.rules.size(), false);
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < rules.size(); ++i)
      if (!rules[i] && does(grammar.rules[i].body, rules)) rules[i] = changed = true;
  }
  return rules;
}

// Reads any single character.
bool reads_any_character(const Node& node) {
  switch (node.kind) {
    case Kind::set: return node.set.size() == CodeSet::kAll;
    case Kind::choice: return std::ranges::any_of(node.children, reads_any_character);
    case Kind::assign: return reads_any_character(node.children[0]);
    default: return false;
  }
}

// Reads any text by itself (but the empty one, where it is `+`). May say no where it could be yes.
bool reads_any_text(const Node& node, const std::vector<bool>& rules, const std::vector<bool>& empty) {
  auto inner = [&](const Node& child) { return reads_any_text(child, rules, empty); };
  switch (node.kind) {
    case Kind::star:
    case Kind::plus: return reads_any_character(node.children[0]);
    case Kind::optional:
    case Kind::assign: return inner(node.children[0]);
    case Kind::call: return rules[node.target];
    case Kind::choice: return std::ranges::any_of(node.children, inner);
    case Kind::sequence: {
      const size_t needed = size_t(
          std::ranges::count_if(node.children, [&](const Node& child) { return !nullable(child, empty); }));
      return std::ranges::any_of(node.children, [&](const Node& child) {
        return inner(child) && needed == size_t(!nullable(child, empty));
      });
    }
    default: return false;
  }
}

// For each rule: can it match the empty text? (Fallbacks do not count: they skip at least one character.)
std::vector<bool> nullable_rules(const Grammar& grammar) { return least_rules(grammar, nullable); }

// For each rule: does it read any text by itself, as `x() | .*` does?
std::vector<bool> rules_of_any_text(const Grammar& grammar) {
  const std::vector<bool> empty = nullable_rules(grammar);
  return least_rules(grammar, [&](const Node& body, const std::vector<bool>& rules) {
    return reads_any_text(body, rules, empty);
  });
}

}  // namespace

Status check_grammar(Grammar& grammar) {
  for (Rule& rule : grammar.rules) GLEANER_CHECK(resolve(grammar, rule, rule.body));
  const std::vector<bool> rules = nullable_rules(grammar);
  for (const Rule& rule : grammar.rules) GLEANER_CHECK(check_repetition(grammar, rule.body, rules));
  GLEANER_CHECK(check_left_recursion(grammar, rules));
  const std::vector<bool> any = rules_of_any_text(grammar);
  for (size_t i = 0; i < any.size(); ++i) grammar.rules[i].skips = !grammar.rules[i].strict && !any[i];
  return {};
}

}  // namespace gleaner::grammar
