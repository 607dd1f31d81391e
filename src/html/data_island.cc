// See data_island.h. Finds the scripts that hold JSON and names every leaf by its path.
#include "html/data_island.h"

#include "base/text.h"
#include "html/char_refs.h"

namespace gleaner::html {
namespace {

// Values are often HTML themselves: tags out, references decoded, blanks collapsed.
std::string readable(std::string_view text) {
  std::string out;
  bool in_tag = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (!in_tag && c == '<' && i + 1 < text.size() &&
        (is_alpha(text[i + 1]) || text[i + 1] == '/' || text[i + 1] == '!')) {
      in_tag = true;
      out += ' ';
    } else if (in_tag) {
      in_tag = c != '>';
    } else {
      out += c;
    }
  }
  return collapse(decode_text(out));
}

class Walker {
 public:
  Walker(std::vector<IslandLeaf>& leaves, uint32_t island) : leaves_(leaves), island_(island) {}

  // The reader bounds nesting, so this recursion is bounded too.
  void walk(const json::Value& value, const std::string& path, const std::string& indexed) {
    switch (value.kind) {
      case json::Value::Kind::object: walk_object(value, path, indexed); break;
      case json::Value::Kind::array:
        for (size_t i = 0; i < value.items.size(); ++i)
          walk(value.items[i], join(path, "*"), join(indexed, std::to_string(i)));
        break;
      case json::Value::Kind::string:
        add(value, path, indexed, {value.span.begin + 1, value.span.end - 1});
        break;
      case json::Value::Kind::number: add(value, path, indexed, value.span); break;
      default: break;
    }
  }

 private:
  static std::string join(const std::string& path, std::string_view key) {
    std::string out = path;
    if (!out.empty()) out += '.';
    out += key;
    return out;
  }

  void walk_object(const json::Value& object, const std::string& path, const std::string& indexed) {
    // A named object starts its path anew: where it hangs differs from page to page, what it is does not.
    std::string_view type = type_of(object);
    std::string base = type.empty() ? path : std::string(type);
    std::string indexed_base = type.empty() ? indexed : join(indexed, type);
    for (const json::Member& member : object.members) {
      std::string key_path = type.empty() || path.empty() ? join(base, member.key)
                                                          : join(join(last_key(path), base), member.key);
      walk(member.value, key_path, join(indexed_base, member.key));
    }
  }

  // The key under which a nested named object hangs keeps author.Person.name apart from
  // publisher.Person.name.
  static std::string last_key(const std::string& path) {
    size_t end = path.size();
    while (end > 1 && path[end - 1] == '*' && path[end - 2] == '.') end -= 2;
    if (end == 1 && path[0] == '*') return {};
    size_t dot = path.rfind('.', end - 1);
    std::string key =
        path.substr(dot == std::string::npos ? 0 : dot + 1, end - (dot == std::string::npos ? 0 : dot + 1));
    return key == "@graph" ? std::string{} : key;
  }

  void add(const json::Value& value, const std::string& path, const std::string& indexed, Span span) {
    IslandLeaf leaf{path, indexed, readable(value.text), span, &value, island_};
    if (!leaf.text.empty()) leaves_.push_back(std::move(leaf));
  }

  std::vector<IslandLeaf>& leaves_;
  uint32_t island_;
};

}  // namespace

std::string_view type_of(const json::Value& object) {
  const json::Value* type = object.find("@type");
  if (type && type->is_array() && !type->items.empty()) type = &type->items.front();
  return type && type->is_string() ? type->text : std::string_view{};
}

DataIslands::DataIslands(const Document& document) {
  if (!document.is_html()) return;
  const Tree& tree = document.view<Tree>();
  const TagId script = tag_id("script");
  std::vector<NodeId> scripts;
  for (NodeId n = 0; n < tree.size(); ++n) {
    if (tree.tag(n) != script) continue;
    auto type = tree.attribute(n, "type");
    NodeId text = tree.first_child(n);
    if (!type || lower_ascii(*type).find("json") == std::string::npos || text == kNoNode) continue;
    Span span = tree.text_span(text);
    json::ReadOptions options;
    options.control_characters = true;
    options.base = span.begin;
    auto parsed = json::parse(document.text(span), options);
    if (!parsed.ok()) continue;  // damaged data is no data; the page itself still counts
    islands_.push_back({n, document.text(span), span.begin, std::move(parsed).value()});
  }
  // Leaves point into the values, so islands_ must not grow any more.
  for (uint32_t i = 0; i < islands_.size(); ++i) Walker(leaves_, i).walk(islands_[i].parsed.root, "", "");
}

}  // namespace gleaner::html
