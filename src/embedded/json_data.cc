// JSON in scripts: JSON-LD, other *json* scripts, and objects that a script assigns
// to a variable. See embedded.h.
//
// Of a script that is a program only `NAME = {...}` and `NAME = [...]` are read, where what stands behind the
// sign is JSON to its closing bracket; the program itself is not understood.
#include "base/json.h"
#include "base/text.h"
#include "embedded/embedded.h"
#include "html/data_island.h"
#include "html/tree.h"
#include "wrap/literal.h"

namespace gleaner::embedded {
namespace {

using wrap::Value;

Value value_of(const json::Value& from) {
  Value value;
  switch (from.kind) {
    case json::Value::Kind::null: return Value::make_null();
    case json::Value::Kind::boolean:
    case json::Value::Kind::number:
      value = Value::make_text(from.is_number() ? std::string(from.text)
                               : from.boolean   ? "true"
                                                : "false",
                               from.span);
      wrap::make_literal(value);
      return value;
    case json::Value::Kind::string:
      return Value::make_text(std::string(from.text), {from.span.begin + 1, from.span.end - 1});
    case json::Value::Kind::array:
      value = Value::make_list({});
      for (const json::Value& item : from.items) value.items.push_back(value_of(item));
      return value;
    case json::Value::Kind::object: break;
  }
  value = Value::make_record({});
  value.span = from.span;
  for (const json::Member& member : from.members)
    value.fields.push_back({std::string(member.key), value_of(member.value)});
  return value;
}

void add_object(const json::Value& object, Syntax syntax, const std::string& name, std::vector<Item>& into) {
  Item item;
  item.syntax = syntax;
  item.type = syntax == Syntax::json_ld ? std::string(html::type_of(object)) : name;
  item.record.fields = value_of(object).fields;
  item.record.span = object.span;
  into.push_back(std::move(item));
}

// Objects at the top, of a list, or of a @graph.
void add_root(const json::Value& root, Syntax syntax, const std::string& name, std::vector<Item>& into) {
  if (root.is_array()) {
    for (const json::Value& one : root.items)
      if (one.is_object()) add_root(one, syntax, name, into);
    return;
  }
  if (!root.is_object()) return;
  const json::Value* graph = syntax == Syntax::json_ld ? root.find("@graph") : nullptr;
  if (graph && graph->is_array() && html::type_of(root).empty()) return add_root(*graph, syntax, name, into);
  add_object(root, syntax, name, into);
}

// The end of the JSON value that begins at `at`; npos: it does not end.
size_t end_of_value(std::string_view text, size_t at) {
  size_t depth = 0;
  for (bool in_string = false; at < text.size(); ++at) {
    const char c = text[at];
    if (in_string) {
      if (c == '\\') ++at;
      else if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if (c == '}' || c == ']') {
      if (--depth == 0) return at + 1;
    }
  }
  return std::string_view::npos;
}

bool is_name_byte(char c) { return is_alnum(c) || c == '_' || c == '$' || c == '.'; }

// The name before an equals sign at `at`: window.__STATE__
std::string_view name_before(std::string_view text, size_t at) {
  while (at > 0 && is_space(text[at - 1])) --at;
  size_t begin = at;
  while (begin > 0 && is_name_byte(text[begin - 1])) --begin;
  return text.substr(begin, at - begin);
}

void add_assigned(const Document& document, Span span, std::vector<Item>& into) {
  constexpr size_t kSmallest = 40;  // bytes; less is an option or a default, not data
  // times the script's length that is read in search of JSON, against hostile ones
  constexpr size_t kRead = 8;
  size_t left = kRead * span.size() + 1024;
  const std::string_view text = document.text(span);
  for (size_t at = text.find('='); at != std::string_view::npos; at = text.find('=', at + 1)) {
    const std::string_view name = name_before(text, at);
    size_t begin = at + 1;
    while (begin < text.size() && is_space(text[begin])) ++begin;
    if (name.empty() || begin + 1 >= text.size() || (text[begin] != '{' && text[begin] != '[')) continue;
    const size_t end = end_of_value(text, begin);
    if (end == std::string_view::npos || end - begin > left) return;
    left -= end - begin;
    if (end - begin < kSmallest) continue;
    json::ReadOptions options;
    options.control_characters = true;
    options.base = span.begin + uint32_t(begin);
    auto parsed = json::parse(text.substr(begin, end - begin), options);
    if (!parsed.ok()) continue;
    add_root(parsed->root, Syntax::state, std::string(name), into);
    at = end - 1;
  }
}

}  // namespace

void add_json(const Document& document, std::vector<Item>& into) {
  const html::Tree& tree = document.view<html::Tree>();
  const auto& islands = document.view<html::DataIslands>().islands();
  for (const html::Island& island : islands) {
    const std::string type = lower_ascii(tree.attribute(island.script, "type").value_or(""));
    const bool linked = type.find("ld+json") != std::string::npos;
    add_root(island.parsed.root, linked ? Syntax::json_ld : Syntax::state,
             std::string(tree.attribute(island.script, "id").value_or("")), into);
  }
  const html::TagId script = html::tag_id("script");
  for (html::NodeId n = 0; n < tree.size(); ++n) {
    if (tree.tag(n) != script || tree.first_child(n) == html::kNoNode) continue;
    const std::string type = lower_ascii(tree.attribute(n, "type").value_or(""));
    if (type.empty() || type.find("javascript") != std::string::npos || type == "module")
      add_assigned(document, tree.text_span(tree.first_child(n)), into);
  }
}

}  // namespace gleaner::embedded
