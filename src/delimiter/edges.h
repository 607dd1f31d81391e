// Start and end of the text as delimiters.
//
// A value that begins with the text or ends with it has nothing on that side that could delimit it: the first
// and the last line of a list. A wrapper with `edges` reads the text as if a line end stood before it, and
// behind it a line end and a mark of the end, which may be a tail; learners try that where a labelled value
// touches an edge and nothing else fits.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "delimiter/example.h"

namespace gleaner::delimiter {

inline constexpr char kLineEnd = '\n';
inline constexpr char kTextEnd = '\x03';  // ETX

std::string with_edges(std::string_view text);
// From the text with edges to the text itself, of so many bytes.
Span without_edges(Span span, size_t size);

// Does a value of a page of several lines begin or end with its text?
bool touches_edge(const std::vector<Example>& pages);

// Examples on texts with edges; `texts` holds those.
std::vector<Example> with_edges(const std::vector<Example>& pages, std::vector<std::string>& texts);

}  // namespace gleaner::delimiter
