// See struck.h.
#include "html/struck.h"

#include <algorithm>

#include "base/text.h"
#include "html/tags.h"

namespace gleaner::html {

namespace {

constexpr std::string_view kLook = "line-through";
constexpr std::string_view kNamesOfLook[] = {"strikethrough", "strike-through"};

// "text-decoration-line-through", but not "hover:line-through", which holds for some states only.
bool names_look(std::string_view word) {
  if (word.find(':') != std::string_view::npos || word.starts_with("no-")) return false;
  return word.ends_with(kLook) ||
         std::ranges::any_of(kNamesOfLook, [&](std::string_view look) { return word.ends_with(look); });
}

}  // namespace

bool strikes(const Tree& tree, NodeId element) {
  if (!tree.is_element(element)) return false;
  const Tags& tags = Tags::all();
  const TagId tag = tree.tag(element);
  if (tag == tags.s || tag == tags.strike || tag == tags.del) return true;
  if (!tree.may_have_attributes(element)) return false;
  if (const auto style = tree.attribute(element, "style");
      style && style->find(kLook) != std::string_view::npos)
    return true;
  const auto classes = tree.attribute(element, "class");
  return classes && std::ranges::any_of(words(*classes), names_look);
}

bool is_struck(const Tree& tree, NodeId node) {
  for (; node != kNoNode; node = tree.parent(node))
    if (strikes(tree, node)) return true;
  return false;
}

bool may_strike(std::string_view page) {
  for (size_t at = page.find('<'); at != std::string_view::npos; at = page.find('<', at + 1)) {
    const std::string_view tag = page.substr(at + 1, 7);
    if (tag.size() < 2) return false;
    const char first = to_lower(tag[0]), second = to_lower(tag[1]);
    if (first == 's' && (second == '>' || is_space(second))) return true;
    if (equals_ignoring_case(tag.substr(0, 3), "del") || equals_ignoring_case(tag.substr(0, 6), "strike"))
      return true;
  }
  auto has = [&](std::string_view look) { return page.find(look) != std::string_view::npos; };
  return has(kLook) || std::ranges::any_of(kNamesOfLook, has);
}

}  // namespace gleaner::html
