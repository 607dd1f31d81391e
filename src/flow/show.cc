// The graph of a flow: for the terminal by layers, as a page as a picture. See explain.h.
#include <algorithm>

#include <fmt/format.h>

#include "base/shorten.h"
#include "base/text.h"
#include "flow/explain.h"
#include "flow/report.h"

namespace gleaner::flow {
namespace {

constexpr int kBoxWidth = 190, kBoxHeight = 58, kGapX = 70, kGapY = 22, kMargin = 20;

struct GraphNode {
  std::string name, kind, note;
  std::vector<std::string> inputs;
  int layer = 0, place = 0;
  bool delivery = false;
};

std::vector<GraphNode> graph_nodes(const Flow& flow) {
  std::vector<GraphNode> nodes;
  const auto layer_of = [&](const std::string& name) {
    for (const GraphNode& node : nodes)
      if (node.name == name && !node.delivery) return node.layer;
    return 0;
  };
  for (const Step& step : flow.steps) {
    GraphNode node{step.name, std::string(name_of(step.kind)), step.note, step.inputs, 0, 0, false};
    for (const std::string& input : step.inputs) node.layer = std::max(node.layer, layer_of(input) + 1);
    nodes.push_back(std::move(node));
  }
  for (const Delivery& to : flow.deliveries)
    nodes.push_back(
        {to.name, std::string(name_of(to.kind)), to.note, {to.from}, layer_of(to.from) + 1, 0, true});
  std::map<int, int> filled_places;
  for (GraphNode& node : nodes) node.place = filled_places[node.layer]++;
  return nodes;
}

std::string words_of(const NodeWords& words, const GraphNode& node) {
  const auto found = words.find(node.delivery ? "deliver " + node.name : node.name);
  return found == words.end() ? "" : found->second;
}

}  // namespace

std::string graph_text(const Flow& flow, const NodeWords& words) {
  std::string out;
  size_t width = 4;
  const std::vector<GraphNode> nodes = graph_nodes(flow);
  for (const GraphNode& node : nodes) width = std::max(width, node.name.size());
  for (const GraphNode& node : nodes) {
    std::string line = fmt::format("{:<{}}  {:<10}", node.name, width, node.kind);
    if (!node.inputs.empty()) line += fmt::format(" <- {}", fmt::join(node.inputs, ", "));
    if (const std::string said = words_of(words, node); !said.empty()) line += fmt::format("   {}", said);
    out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    if (!node.note.empty()) out += fmt::format("{:<{}}  # {}\n", "", width, node.note);
  }
  return out;
}

std::string graph_svg(const Flow& flow, const NodeWords& words) {
  const std::vector<GraphNode> nodes = graph_nodes(flow);
  int layers = 0, places = 0;
  for (const GraphNode& node : nodes)
    layers = std::max(layers, node.layer + 1), places = std::max(places, node.place + 1);
  const auto x_of = [](const GraphNode& node) { return kMargin + node.layer * (kBoxWidth + kGapX); };
  const auto y_of = [](const GraphNode& node) { return kMargin + node.place * (kBoxHeight + kGapY); };
  std::string out = fmt::format(
      "<svg class=graph width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" role=\"img\" aria-label=\"the "
      "steps of {2}\">\n",
      2 * kMargin + layers * (kBoxWidth + kGapX) - kGapX, 2 * kMargin + places * (kBoxHeight + kGapY) - kGapY,
      escape_html(flow.name));
  out +=
      "<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" "
      "markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0 8 4 0 8z\"/></marker></defs>\n";
  for (const GraphNode& node : nodes)
    for (const std::string& input : node.inputs)
      for (const GraphNode& before : nodes)
        if (before.name == input && !before.delivery) {
          const int x1 = x_of(before) + kBoxWidth, y1 = y_of(before) + kBoxHeight / 2, x2 = x_of(node),
                    y2 = y_of(node) + kBoxHeight / 2, bend = kGapX / 2;
          out +=
              fmt::format("<path class=\"edge\" d=\"M{} {}C{} {} {} {} {} {}\" marker-end=\"url(#tip)\"/>\n",
                          x1, y1, x1 + bend, y1, x2 - bend, y2, x2, y2);
        }
  for (const GraphNode& node : nodes) {
    const std::string kind = node.delivery ? "deliver" : node.inputs.empty() ? "source" : "step";
    out += fmt::format(
        "<g class=\"{}\"><title>{}</title><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"6\"/>",
        kind, escape_html(node.note), x_of(node), y_of(node), kBoxWidth, kBoxHeight);
    out += fmt::format("<text class=\"name\" x=\"{}\" y=\"{}\">{}</text>", x_of(node) + 10, y_of(node) + 20,
                       escape_html(shortened(node.name, 24)));
    out += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>", x_of(node) + 10, y_of(node) + 35,
                       escape_html(node.kind));
    out += fmt::format("<text x=\"{}\" y=\"{}\">{}</text></g>\n", x_of(node) + 10, y_of(node) + 50,
                       escape_html(shortened(words_of(words, node), 30)));
  }
  return out + "</svg>\n";
}

std::string graph_html(const Flow& flow, const NodeWords& words) {
  return page_head(flow.name) + "<h1>" + escape_html(flow.name) + "</h1>\n" +
         (flow.schedule.empty() ? "" : "<p>" + escape_html(flow.schedule) + "</p>\n") +
         graph_svg(flow, words) + "</body></html>\n";
}

}  // namespace gleaner::flow
