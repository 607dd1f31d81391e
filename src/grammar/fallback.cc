// See fallback.h. Gives a rule back with its fallbacks put in.
#include "grammar/fallback.h"

namespace gleaner::grammar {
namespace {

using Kind = Node::Kind;

bool is_one_character(const Node& node) {
  if (node.kind == Kind::optional && node.children[0].counted)
    return is_one_character(node.children[0].children[0]);
  return node.kind == Kind::set || (node.kind == Kind::literal && node.text.size() == 1);
}

Node fallback_at(uint32_t offset) {
  Node node;
  node.kind = Kind::fallback;
  node.offset = offset;
  return node;
}

struct Adder {
  const Grammar& grammar;
  bool strict;

  // `covered`: a fallback stands directly before the node already.
  Node add(const Node& node, bool covered) const {
    if (node.kind == Kind::call) return call(node, covered);
    if (node.kind == Kind::sequence && node.counted && is_one_character(node.children[0])) return node;
    if (node.kind == Kind::sequence) return sequence(node, covered);
    if (node.kind == Kind::assign && node.children[0].kind == Kind::call) return assigned_call(node, covered);
    Node out = node;
    const bool repeats = node.kind == Kind::star || node.kind == Kind::plus;
    if (repeats && is_one_character(node.children[0])) return out;
    for (Node& child : out.children) child = add(child, covered);
    if (repeats) out.between = !strict;
    // star = optional plus, so that the first round has no second fallback
    if (node.kind == Kind::star && out.between) {
      out.kind = Kind::plus;
      Node optional;
      optional.kind = Kind::optional;
      optional.offset = node.offset;
      optional.children.push_back(std::move(out));
      return optional;
    }
    return out;
  }

  // A rule that is not strict brings its fallback to a strict caller.
  Node call(const Node& node, bool covered) const {
    if (covered || !grammar.rules[node.target].skips) return node;
    Node out;
    out.offset = node.offset;
    out.children.push_back(fallback_at(node.offset));
    out.children.push_back(node);
    return out;
  }

  Node assigned_call(const Node& node, bool covered) const {
    Node inner = call(node.children[0], covered);
    if (inner.kind == Kind::call) return node;
    inner.children[1] = node;
    return inner;
  }

  Node sequence(const Node& node, bool covered) const {
    Node out = node;
    out.children.clear();
    for (const Node& child : node.children) {
      if (child.kind == Kind::code || child.kind == Kind::prune) {
        out.children.push_back(child);
        continue;
      }
      if (!covered && !strict) {
        out.children.push_back(fallback_at(child.offset));
        covered = true;
      }
      out.children.push_back(add(child, covered));
      covered = false;
    }
    return out;
  }
};

}  // namespace

Node add_fallbacks(const Grammar& grammar, uint32_t index) {
  const Rule& rule = grammar.rules[index];
  return Adder{grammar, !rule.skips}.add(rule.body, rule.skips);
}

}  // namespace gleaner::grammar
