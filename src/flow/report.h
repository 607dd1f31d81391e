// A page that shows a flow to people: the graph, the last run, delivered tables, and how numbers of keyed
// rows went over time. One file without anything from elsewhere.
#pragma once

#include <string>

#include "flow/engine.h"

namespace gleaner::flow {

Result<std::string> report_html(const Flow& flow);
// The head and styles that all pages of a flow share.
std::string page_head(const std::string& title);

}  // namespace gleaner::flow
