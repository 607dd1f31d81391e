// See places.h.
#include "places.h"

#include <algorithm>

#include "base/text.h"
#include "html/slice_text.h"
#include "html/visible.h"

namespace gleaner::studio {
namespace {

using html::kNoNode;
using html::NodeId;
using html::Tree;

uint32_t utf16_length(std::string_view text) {
  uint32_t length = 0;
  for (size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    length += point.value > 0xffff ? 2 : 1;
    at += point.length;
  }
  return length;
}

// The byte at which UTF-16 unit `units` of the text begins.
size_t byte_of(std::string_view text, uint32_t units) {
  size_t at = 0;
  for (uint32_t seen = 0; at < text.size() && seen < units;) {
    const CodePoint point = code_point_at(text, at);
    seen += point.value > 0xffff ? 2 : 1;
    at += point.length;
  }
  return at;
}

uint32_t index_among_siblings(const Tree& tree, NodeId n) {
  uint32_t index = 0;
  for (NodeId before = tree.previous_sibling(n); before != kNoNode; before = tree.previous_sibling(before))
    ++index;
  return index;
}

// The first decoded byte of the text node whose source reaches beyond `offset`.
size_t first_beyond(const Tree& tree, NodeId n, uint32_t offset) {
  size_t low = 0, high = tree.text(n).size();
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (tree.text_span(n, middle, middle + 1).end > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

std::optional<TextPlace> place_in(const Tree& tree, NodeId n, Span span) {
  const std::string_view text = tree.text(n);
  const Span whole = tree.text_span(n);
  if (!whole.overlaps(span)) return std::nullopt;
  size_t from = 0, to = text.size();
  if (span.begin > whole.begin) from = first_beyond(tree, n, span.begin);
  if (span.end < whole.end) to = first_beyond(tree, n, span.end - 1) + 1;
  while (to < text.size() && is_utf8_tail(text[to])) ++to;
  if (from >= to) return std::nullopt;
  const uint32_t begin = utf16_length(text.substr(0, from));
  return TextPlace{tree.parent(n), index_among_siblings(tree, n), begin,
                   begin + utf16_length(text.substr(from, to - from))};
}

// A span in a start tag: the attribute that it is the value of, or a part of it.
void find_attribute(const Tree& tree, NodeId n, Span span, Places& out) {
  std::vector<html::Attribute> scratch;
  for (const html::Attribute& attribute : tree.attributes_of(n, scratch)) {
    const auto value = tree.attribute_span(n, attribute.name);
    if (!value || !value->contains(span)) continue;
    out.element = n;
    out.attribute = attribute.name;
    return;
  }
}

Places in_lines(const Document& page, Span span) {
  Places out;
  const LineColumn at = page.line_column(span.begin);
  const std::string_view line = page.line(span.begin);
  const uint32_t line_begin = uint32_t(line.data() - page.text().data());
  const uint32_t from = utf16_length(page.text({line_begin, span.begin}));
  out.texts.push_back({at.line, 0, from, from + utf16_length(page.text(span))});
  return out;
}

NodeId child_at(const Tree& tree, NodeId element, uint32_t index) {
  if (element >= tree.size()) return kNoNode;
  NodeId child = tree.first_child(element);
  while (child != kNoNode && index--) child = tree.next_sibling(child);
  return child;
}

Result<Picked> nothing_there() { return error(Code::not_found, "there is no text at that place"); }

Picked of_text(const Tree& tree, NodeId n, size_t from, size_t to) {
  const std::string_view text = tree.text(n);
  while (from < to && (is_space(text[from]) || text.substr(from).starts_with("\u00a0")))
    from += is_space(text[from]) ? 1 : 2;
  while (to > from && (is_space(text[to - 1]) || text.substr(0, to).ends_with("\u00a0")))
    to -= is_space(text[to - 1]) ? 1 : 2;
  return {collapse(text.substr(from, to - from)), tree.text_span(n, from, to)};
}

struct Point {
  uint32_t element = 0, child = 0, offset = 0;
};
std::optional<Point> point_of(const json::Value* value) {
  if (!value || value->items.size() != 3) return std::nullopt;
  for (const json::Value& item : value->items)
    if (!item.is_number() || item.number < 0 || item.number > 4e9) return std::nullopt;
  return Point{uint32_t(value->items[0].number), uint32_t(value->items[1].number),
               uint32_t(value->items[2].number)};
}

Result<Picked> pick_range(const Tree& tree, const json::Value& pick) {
  const auto from = point_of(pick.find("from")), to = point_of(pick.find("to"));
  if (!from || !to) return nothing_there();
  const NodeId first = child_at(tree, from->element, from->child),
               last = child_at(tree, to->element, to->child);
  if (first == kNoNode || last == kNoNode || !tree.is_text(first) || !tree.is_text(last))
    return nothing_there();
  const size_t begin = byte_of(tree.text(first), from->offset), end = byte_of(tree.text(last), to->offset);
  if (first == last) {
    const Picked picked = of_text(tree, first, std::min(begin, end), std::max(begin, end));
    return picked.text.empty() ? nothing_there() : Result<Picked>(picked);
  }
  const Picked head = of_text(tree, first, begin, tree.text(first).size()),
               tail = of_text(tree, last, 0, end);
  const Span span =
      (head.text.empty() ? tail.span : head.span).hull(tail.text.empty() ? head.span : tail.span);
  const std::string text = html::slice_text(tree.document(), span);
  return text.empty() ? nothing_there() : Result<Picked>(Picked{text, span});
}

// Of a text that is no HTML: lines counted from 1, UTF-16 columns.
Result<Picked> pick_in_lines(const Document& page, const json::Value& pick) {
  const auto from = point_of(pick.find("from")), to = point_of(pick.find("to"));
  if (!from || !to || from->element == 0) return nothing_there();
  auto offset_of = [&](const Point& point) -> size_t {
    size_t begin = 0;
    for (uint32_t line = 1; line < point.element; ++line) {
      begin = page.text().find('\n', begin);
      if (begin == std::string_view::npos) return page.text().size();
      ++begin;
    }
    const std::string_view rest = page.text().substr(begin);
    return begin + byte_of(rest.substr(0, rest.find('\n')), point.offset);
  };
  size_t begin = offset_of(*from), end = offset_of(*to);
  if (end < begin) std::swap(begin, end);
  while (begin < end && is_space(page.text()[begin])) ++begin;
  while (end > begin && is_space(page.text()[end - 1])) --end;
  if (begin == end) return nothing_there();
  const Span span{uint32_t(begin), uint32_t(end)};
  return Picked{collapse(page.text(span)), span};
}

Result<Picked> pick_span(const Document& page, const json::Value& pick) {
  const json::Value* given = pick.find("span");
  if (!given || given->items.size() != 2) return nothing_there();
  const double begin = given->items[0].number, end = given->items[1].number;
  if (!(begin >= 0 && begin < end && end <= double(page.bytes().size()))) return nothing_there();
  const Span span = page.to_text({uint32_t(begin), uint32_t(end)});
  return Picked{html::slice_text(page, span), span};
}

}  // namespace

Places places_of(const Document& page, Span span) {
  if (!page.is_html()) return in_lines(page, span);
  Places out;
  const Tree& tree = page.view<Tree>();
  NodeId n = tree.node_at(span.begin);
  if (n == kNoNode) return out;
  if (tree.is_element(n) && tree.start_tag(n).contains(span)) {
    find_attribute(tree, n, span, out);
    if (out.element) return out;
  }
  for (; n < tree.size() && tree.span(n).begin < span.end; ++n)
    if (tree.is_text(n))
      if (const auto place = place_in(tree, n, span)) out.texts.push_back(*place);
  return out;
}

void write_places(JsonOut& out, const Places& places) {
  if (places.element) {
    out.key("attribute").object().member("element", *places.element).member("name", places.attribute).end();
    return;
  }
  out.key("places").array();
  for (const TextPlace& place : places.texts)
    out.array().number(place.element).number(place.child).number(place.from).number(place.to).end();
  out.end();
}

Result<Picked> read_pick(const json::Value& pick, const Document& page) {
  const std::string kind = text_of(pick, "kind");
  if (kind == "span") return pick_span(page, pick);
  if (!page.is_html()) return pick_in_lines(page, pick);
  const Tree& tree = page.view<Tree>();
  const double number = number_of(pick, "element", -1);
  if (kind == "range") return pick_range(tree, pick);
  if (!(number >= 0 && number < tree.size())) return nothing_there();
  const NodeId n = NodeId(number);
  Picked picked;
  if (kind == "text") {
    const NodeId child = child_at(tree, n, uint32_t(std::max(0.0, number_of(pick, "child"))));
    if (child != kNoNode && tree.is_text(child)) picked = of_text(tree, child, 0, tree.text(child).size());
  } else if (kind == "element") {
    const html::VisibleText visible(tree, n);
    picked = {visible.text(), visible.span()};
  } else if (kind == "attribute") {
    const std::string name = text_of(pick, "name");
    const auto value = tree.attribute(n, name);
    const auto span = tree.attribute_span(n, name);
    if (value && span) picked = {collapse(*value), *span};
  }
  return picked.text.empty() || picked.span.empty() ? nothing_there() : Result<Picked>(picked);
}

}  // namespace gleaner::studio
