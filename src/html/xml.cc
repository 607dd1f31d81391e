// See xml.h. Two walks: one over what pugixml read, for nodes, places and decoded values; then every value is
// put back into pugixml's tree, so that XPath compares what people see.
#include "html/xml.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include <fmt/format.h>
#include <pugixml.hpp>

#include "base/text.h"

namespace gleaner::html {
namespace {

constexpr size_t kMaxExpansion = 8u << 20;  // bytes that entities of a document may add
constexpr int kMaxEntityDepth = 16;
constexpr unsigned kFlags = pugi::parse_cdata | pugi::parse_ws_pcdata;  // nothing is decoded or moved

Where place_of(const Document& document, size_t offset) {
  const LineColumn at = document.line_column(uint32_t(offset));
  return {document.name(), at.line, at.column, {}};
}

}  // namespace

struct Xml::Engine {
  pugi::xml_document document;
  std::vector<pugi::xml_node> nodes;
  std::unordered_map<const void*, Node> numbers;  // by pugixml's node
};

Xml::Xml() : engine_(std::make_unique<Engine>()) {}
Xml::~Xml() = default;

class XmlReader {
 public:
  explicit XmlReader(Xml& xml) : xml_(xml), text_(xml.document_->text()) {}

  Status read() {
    pugi::xml_document& document = xml_.engine_->document;
    const pugi::xml_parse_result done =
        document.load_buffer(text_.data(), text_.size(), kFlags, pugi::encoding_utf8);
    if (!done)
      return error(Code::bad_input, fmt::format("this is not well-formed XML: {}", done.description()),
                   place_of(*xml_.document_, size_t(std::max<ptrdiff_t>(0, done.offset))));
    read_entities();
    add(document, Xml::kNone);
    if (too_large_)
      return error(Code::bad_input, "the entities of this XML blow up", {xml_.document_->name()});
    for (size_t i = 1; i < xml_.nodes_.size(); ++i) put_back(i);
    return {};
  }

 private:
  // Depth first, without recursion: an element's end is known when the walk leaves it.
  void add(pugi::xml_node root, Xml::Node) {
    append(root, Xml::kNone);
    xml_.nodes_[0].span = {0, uint32_t(text_.size())};
    pugi::xml_node at = root.first_child();
    std::vector<Xml::Node> open{0};
    while (at) {
      const bool kept =
          at.type() == pugi::node_element || at.type() == pugi::node_pcdata || at.type() == pugi::node_cdata;
      if (kept) append(at, open.back());
      if (at.type() == pugi::node_element && at.first_child()) {
        open.push_back(Xml::Node(xml_.nodes_.size() - 1));
        at = at.first_child();
        continue;
      }
      if (kept) close(Xml::Node(xml_.nodes_.size() - 1));
      while (at && !at.next_sibling() && open.size() > 1) {
        at = at.parent();
        close(open.back());
        open.pop_back();
      }
      at = at.next_sibling();
    }
    xml_.nodes_[0].end = Xml::Node(xml_.nodes_.size());
  }

  void append(pugi::xml_node node, Xml::Node parent) {
    Xml::Made made;
    made.parent = parent;
    made.element = node.type() == pugi::node_element;
    const size_t at = node.offset_debug() < 0 ? 0 : size_t(node.offset_debug());
    if (made.element) {
      made.name = node.name();
      made.span.begin = uint32_t(at - 1);
      for (pugi::xml_attribute a : node.attributes()) {
        Xml::Attribute one{a.name(), decoded(a.value()), {}};
        // pugixml keeps no offsets of attributes: they stand behind the name, in order.
        const size_t from = attribute_at(
            made.attributes.empty() ? at + made.name.size() : made.attributes.back().span.end + 1, one.name);
        one.span = {uint32_t(from), uint32_t(from + std::string_view(a.value()).size())};
        made.attributes.push_back(std::move(one));
      }
    } else if (parent != Xml::kNone) {
      const std::string_view value = node.value();
      const bool raw = node.type() == pugi::node_cdata;
      made.span = {uint32_t(at), uint32_t(at + value.size())};
      made.text = raw ? std::string(value) : decoded(value);
    }
    xml_.engine_->numbers[node.internal_object()] = Xml::Node(xml_.nodes_.size());
    xml_.engine_->nodes.push_back(node);
    xml_.nodes_.push_back(std::move(made));
  }

  size_t attribute_at(size_t from, const std::string& name) const {
    const size_t found = text_.find(name, from);
    const size_t equals = found == std::string_view::npos ? found : text_.find('=', found + name.size());
    const size_t quote = equals == std::string_view::npos ? equals : text_.find_first_of("\"'", equals);
    return quote == std::string_view::npos ? from : quote + 1;
  }

  void close(Xml::Node n) {
    Xml::Made& made = xml_.nodes_[n];
    made.end = Xml::Node(xml_.nodes_.size());
    if (!made.element) return;
    size_t at;  // behind what is inside
    if (made.end == n + 1) {
      at = made.attributes.empty() ? made.span.begin + 1 + made.name.size()
                                   : made.attributes.back().span.end + 1;
      at = text_.find('>', at);
      if (at == std::string_view::npos) at = text_.size() - 1;
      if (text_[at - 1] == '/') {
        made.span.end = uint32_t(at + 1);
        return;
      }
    } else {
      Xml::Node last = n + 1;  // its last child
      while (xml_.nodes_[last].end < made.end) last = xml_.nodes_[last].end;
      at = xml_.nodes_[last].span.end;
    }
    at = text_.find("</" + made.name, at);
    const size_t end = at == std::string_view::npos ? at : text_.find('>', at);
    made.span.end = uint32_t(end == std::string_view::npos ? text_.size() : end + 1);
  }

  // <!ENTITY c "Co&amp;"> in the document's own DTD.
  void read_entities() {
    const size_t doctype = text_.find("<!DOCTYPE");
    if (doctype == std::string_view::npos) return;
    const size_t end = text_.find("]", doctype);
    for (size_t at = doctype; (at = text_.find("<!ENTITY", at)) != std::string_view::npos && at < end; ++at) {
      const std::string_view rest = text_.substr(at + 8, text_.find('>', at) - at - 8);
      const auto words_ = words(rest);
      const size_t quote = rest.find_first_of("\"'");
      if (words_.empty() || words_[0] == "%" || quote == std::string_view::npos) continue;
      const size_t close = rest.find(rest[quote], quote + 1);
      if (close == std::string_view::npos ||
          (words_.size() > 1 && (words_[1] == "SYSTEM" || words_[1] == "PUBLIC")))
        continue;
      entities_.emplace(std::string(words_[0]), std::string(rest.substr(quote + 1, close - quote - 1)));
    }
  }

  std::string decoded(std::string_view text, int depth = 0) {
    std::string out;
    for (size_t at = 0; at < text.size() && !too_large_;) {
      const size_t amp = text.find('&', at);
      out += text.substr(at, amp == std::string_view::npos ? amp : amp - at);
      if (amp == std::string_view::npos) break;
      const size_t semicolon = text.find(';', amp);
      const std::string_view name =
          semicolon == std::string_view::npos ? "" : text.substr(amp + 1, semicolon - amp - 1);
      if (!append_entity(out, name, depth)) {
        out += '&';
        at = amp + 1;
        continue;
      }
      at = semicolon + 1;
    }
    return out;
  }

  bool append_entity(std::string& out, std::string_view name, int depth) {
    static const std::map<std::string_view, char> kOwn{
        {"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}};
    if (auto at = kOwn.find(name); at != kOwn.end()) return out += at->second, true;
    if (name.starts_with('#')) {
      const bool hex = name.starts_with("#x");
      const std::string digits(name.substr(hex ? 2 : 1));
      char* end = nullptr;
      const unsigned long code = std::strtoul(digits.c_str(), &end, hex ? 16 : 10);
      if (digits.empty() || *end || code == 0 || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000))
        return false;
      append_utf8(out, uint32_t(code));
      return true;
    }
    const auto at = entities_.find(name);
    if (at == entities_.end()) return false;
    if (depth >= kMaxEntityDepth) return too_large_ = true;
    const std::string value = decoded(at->second, depth + 1);
    expanded_ += value.size();
    if (expanded_ > kMaxExpansion) too_large_ = true;
    out += value;
    return true;
  }

  void put_back(size_t i) {
    pugi::xml_node node = xml_.engine_->nodes[i];
    const Xml::Made& made = xml_.nodes_[i];
    if (!made.element) {
      if (made.text != node.value()) node.set_value(made.text.c_str());
      return;
    }
    size_t k = 0;
    for (pugi::xml_attribute a : node.attributes()) {
      if (made.attributes[k].value != a.value()) a.set_value(made.attributes[k].value.c_str());
      ++k;
    }
  }

  Xml& xml_;
  std::string_view text_;
  std::map<std::string, std::string, std::less<>> entities_;
  size_t expanded_ = 0;
  bool too_large_ = false;
};

Result<std::shared_ptr<const Xml>> Xml::parse(DocumentPtr document) {
  std::shared_ptr<Xml> made(new Xml);
  made->document_ = std::move(document);
  GLEANER_CHECK(XmlReader(*made).read());
  return std::shared_ptr<const Xml>(std::move(made));
}

std::string_view Xml::local_name(Node n) const {
  const std::string_view whole = name(n);
  const size_t colon = whole.find(':');
  return colon == std::string_view::npos ? whole : whole.substr(colon + 1);
}

std::string Xml::namespace_of(Node n) const {
  const size_t colon = name(n).find(':');
  const std::string wanted = colon == std::string::npos ? "xmlns" : "xmlns:" + name(n).substr(0, colon);
  for (Node at = n; at != kNone && at != 0; at = parent(at))
    for (const Attribute& a : attributes(at))
      if (a.name == wanted) return a.value;
  return "";
}

std::string Xml::text(Node n) const {
  if (is_text(n)) return nodes_[n].text;
  std::string out;
  for (Node k = n + 1; k < nodes_[n].end; ++k)
    if (is_text(k)) out += nodes_[k].text;
  return out;
}

Span Xml::text_span(Node n) const {
  if (is_text(n)) return nodes_[n].span;
  Span out;
  bool any = false;
  for (Node k = n + 1; k < nodes_[n].end; ++k)
    if (is_text(k)) out = any ? out.hull(nodes_[k].span) : nodes_[k].span, any = true;
  return any ? out : Span{nodes_[n].span.end, nodes_[n].span.end};
}

Result<std::vector<Xml::Hit>> Xml::xpath(const std::string& expression, Node context) const {
  std::vector<Hit> out;
  try {
    pugi::xpath_query query(expression.c_str());
    if (!query || query.return_type() != pugi::xpath_type_node_set)
      return error(Code::usage, fmt::format("{} is no XPath of nodes", expression));
    pugi::xpath_node_set found = query.evaluate_node_set(engine_->nodes[context]);
    found.sort();
    for (const pugi::xpath_node& hit : found) {
      const pugi::xml_node node = hit.attribute() ? hit.parent() : hit.node();
      const auto at = engine_->numbers.find(node.internal_object());
      if (at != engine_->numbers.end())
        out.push_back({at->second, hit.attribute() ? hit.attribute().name() : ""});
    }
  } catch (const pugi::xpath_exception& why) {
    return error(Code::usage, fmt::format("{} is no XPath: {}", expression, why.what()));
  }
  return out;
}

bool looks_like_xml(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  if (!text.starts_with("<?xml")) return false;
  const std::string head = lower_ascii(text.substr(0, 2000));
  return head.find("<html") == std::string::npos && head.find("<!doctype html") == std::string::npos;
}

}  // namespace gleaner::html
