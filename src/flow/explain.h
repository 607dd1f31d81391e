// Explain: from a cell of any step back through every step to the bytes of the page. And the graph of a flow,
// for the terminal and as a page.
#pragma once

#include <string>
#include <vector>

#include "flow/engine.h"

namespace gleaner::flow {

struct ExplainLine {
  int depth = 0;
  std::string step, kind, words;
};

struct ExplainQuestion {
  std::vector<std::string> row;  // texts that name it: values of its key, in any order
  std::string column, step;      // step "": the first delivered one that has the row
  int64_t run = 0;               // 0: the last
};

// The tables of a run, those that a question needs.
Result<std::vector<ExplainLine>> explain(const Flow& flow, const Environment& environment,
                                         const ExplainQuestion& question);

// What the graph shows of a node: "412 rows, 1.2 s"; empty: nothing is known yet.
using NodeWords = std::map<std::string, std::string>;
std::string graph_text(const Flow& flow, const NodeWords& words);
std::string graph_html(const Flow& flow, const NodeWords& words);
// The same as an SVG picture, for pages that show more.
std::string graph_svg(const Flow& flow, const NodeWords& words);

}  // namespace gleaner::flow
