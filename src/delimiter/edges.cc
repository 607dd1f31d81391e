// See edges.h.
#include "delimiter/edges.h"

#include <algorithm>

namespace gleaner::delimiter {

std::string with_edges(std::string_view text) {
  std::string out;
  out.reserve(text.size() + 3);
  out += kLineEnd;
  out += text;
  if (out.back() != kLineEnd) out += kLineEnd;
  out += kTextEnd;
  return out;
}

Span without_edges(Span span, size_t size) {
  auto moved = [&](uint32_t at) { return std::min(uint32_t(size), at - std::min(at, 1u)); };
  return {moved(span.begin), moved(span.end)};
}

bool touches_edge(const std::vector<Example>& pages) {
  return std::ranges::any_of(pages, [](const Example& page) {
    if (page.text.find(kLineEnd) == std::string_view::npos) return false;
    return std::ranges::any_of(page.items, [&](const Item& item) {
      return item.span.begin == 0 || item.span.end == page.text.size();
    });
  });
}

std::vector<Example> with_edges(const std::vector<Example>& pages, std::vector<std::string>& texts) {
  std::vector<Example> out = pages;
  texts.clear();
  texts.reserve(pages.size());  // views of short strings must stay
  for (Example& page : out) {
    page.text = texts.emplace_back(with_edges(page.text));
    for (Item& item : page.items) item.span = {item.span.begin + 1, item.span.end + 1};
  }
  return out;
}

}  // namespace gleaner::delimiter
