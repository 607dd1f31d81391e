// A program as a text and as a graph, for people who want to see what became of their grammar: `gleaner debug
// automaton`.
#include <algorithm>

#include <fmt/format.h>

#include "base/json.h"
#include "grammar/program.h"

namespace gleaner::grammar {
namespace {

// The bytes of an edge as a set would be written: 'a', [a-z0-9], any.
std::string bytes_of(const Program& p, const Edge& edge) {
  const std::bitset<256>& classes = p.classes[edge.classes];
  auto accepts = [&](uint32_t b) { return b < 256 && classes[p.class_of[b]]; };
  uint32_t count = 0, first = 256, outside = 0;
  for (uint32_t b = 0; b < 256; ++b) {
    if (b < 0x80 || b >= 0xC2) outside += !accepts(b);
    if (!accepts(b)) continue;
    ++count;
    first = std::min(first, b);
  }
  auto shown = [](uint32_t b) -> std::string {
    if (b == '\n') return "\\n";
    if (b == '\t') return "\\t";
    if (b == '\r') return "\\r";
    if (b >= 0x20 && b < 0x7F) return std::string(1, char(b));
    return fmt::format("\\x{:02x}", b);
  };
  if (outside == 0) return "any";
  if (count == 1) return "'" + shown(first) + "'";
  const bool inverted = count > 128;
  std::string out = inverted ? "[^" : "[";
  for (uint32_t b = 0; b < 256; ++b) {
    if (accepts(b) == inverted || (inverted && b >= 0x80)) continue;
    uint32_t last = b;
    while (last + 1 < 256 && accepts(last + 1) != inverted && (!inverted || last + 1 < 0x80)) ++last;
    out += shown(b);
    if (last > b + 1) out += "-";
    if (last > b) out += shown(last);
    b = last;
  }
  return out + "]";
}

std::string action_words(const Program& p, const Action& a) {
  auto rule = [&](uint32_t r) { return p.grammar->rules[r].name; };
  auto variable = [&](uint32_t binding) {
    const Binding& b = p.bindings[binding];
    return p.grammar->rules[b.rule].variables[b.variable].name + (b.append ? "+" : "");
  };
  switch (a.op) {
    case Op::enter: return "enter " + rule(a.argument);
    case Op::exit: return "leave " + rule(a.argument);
    case Op::begin: return variable(a.argument) + "{";
    case Op::end: return "}" + variable(a.argument);
    case Op::code: return fmt::format("code {}", a.argument);
    case Op::skip_begin: return "skip{";
    case Op::skip_end: return "}skip";
    case Op::tail_call: return "tail call";
  }
  return "";
}

std::string stack_words(const StackOp& op) {
  switch (op.kind) {
    case StackOp::Kind::push: return fmt::format("push {}", op.argument);
    case StackOp::Kind::begin_test: return "test{";
    case StackOp::Kind::end_test: return fmt::format("}}test {}", op.argument);
    case StackOp::Kind::empty_test: return fmt::format("test {} of nothing", op.argument);
  }
  return "";
}

// What a path does on the edge, then what it reads and pays.
std::string edge_words(const Program& p, const Edge& edge) {
  std::string out;
  for (const Action& a : p.actions[edge.actions]) out += action_words(p, a) + "  ";
  for (const StackOp& s : p.stack_ops[edge.stack]) out += stack_words(s) + "  ";
  switch (edge.kind) {
    case Edge::Kind::character: {
      const bool rest = edge.cost == 0;  // a byte inside a character
      out += bytes_of(p, edge) + (edge.skips ? " fallback" : rest ? "" : fmt::format(" cost {}", edge.cost));
      break;
    }
    case Edge::Kind::leave: out += "return"; break;
    case Edge::Kind::accept: out += "accept"; break;
    case Edge::Kind::jump: out += "on"; break;
  }
  return out + (edge.prune ? "  prune" : "");
}

bool leads_on(const Edge& edge) {
  return edge.kind == Edge::Kind::character || edge.kind == Edge::Kind::jump;
}

}  // namespace

std::string Program::to_string() const {
  std::string out = fmt::format("rule {} as the entry: {} points, {} edges, {} byte classes; begins at {}\n",
                                grammar->rules[entry].name, points.size(), edges.size(), class_count, start);
  for (size_t i = 0; i < points.size(); ++i) {
    const Point& point = points[i];
    out += fmt::format("{}", i);
    if (point.rule != kNone)
      out += fmt::format("  {}, line {}", grammar->rules[point.rule].name, grammar->line_of(point.offset));
    if (point.accepts_all) out += "  accepts whatever follows";
    if (point.inside_character) out += "  inside a character";
    out += '\n';
    for (const Edge& edge : edges_of(point))
      out += "    " + edge_words(*this, edge) + (leads_on(edge) ? fmt::format(" -> {}", edge.target) : "") +
             "\n";
  }
  return out;
}

std::string Program::to_dot() const {
  std::string out =
      "digraph automaton {\n  rankdir=LR;\n  node [shape=circle];\n  edge [fontname=monospace];\n  accept "
      "[shape=doublecircle];\n";
  out += fmt::format("  begin [shape=point];\n  begin -> {};\n", start);
  for (size_t i = 0; i < points.size(); ++i) {
    const Point& point = points[i];
    const std::string rule = point.rule == kNone ? "" : grammar->rules[point.rule].name;
    out +=
        fmt::format("  {} [tooltip={}{}];\n", i, json::quote(rule), point.accepts_all ? " style=bold" : "");
    for (const Edge& edge : edges_of(point)) {
      const std::string target = leads_on(edge)                    ? std::to_string(edge.target)
                                 : edge.kind == Edge::Kind::accept ? "accept"
                                                                   : "return";
      out += fmt::format("  {} -> {} [label={}{}];\n", i, target, json::quote(edge_words(*this, edge)),
                         edge.skips ? " style=dashed" : "");
    }
  }
  return out + "}\n";
}

}  // namespace gleaner::grammar
