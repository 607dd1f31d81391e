// Data in attributes: microdata, RDFa Lite, OpenGraph. See embedded.h.
//
// Microdata and RDFa are the same walk: an element that begins an item (itemscope, typeof), properties below
// it (itemprop, property) that belong to the nearest item around them, an item that is itself a property.
#include <map>

#include "base/text.h"
#include "embedded/embedded.h"
#include "html/visible.h"
#include "page/url.h"

namespace gleaner::embedded {
namespace {

using html::NodeId;
using html::Tree;
using wrap::Value;

std::optional<Value> of_attribute(const Tree& tree, NodeId n, const char* name) {
  const auto value = tree.attribute(n, name);
  if (!value) return std::nullopt;
  const auto span = tree.attribute_span(n, name);
  Value made = Value::make_text(std::string(trim(*value)), span.value_or(Span{}));
  if (!span) made.span.reset();
  return made;
}

Value link(Value value, const std::string& base) {
  std::string absolute = resolve_url(value.text, base);
  if (!absolute.empty() && looks_like_url(absolute)) value.typed = wrap::Typed{wrap::Type::url, 0, absolute};
  return value;
}

// The attribute that holds the value of an element of this name, if one does (HTML, section 5.2.4).
const char* value_attribute(std::string_view tag) {
  static const std::map<std::string_view, const char*> kAttributes = {
      {"meta", "content"}, {"audio", "src"},   {"embed", "src"},  {"iframe", "src"},  {"img", "src"},
      {"source", "src"},   {"track", "src"},   {"video", "src"},  {"a", "href"},      {"area", "href"},
      {"link", "href"},    {"object", "data"}, {"data", "value"}, {"meter", "value"}, {"time", "datetime"}};
  const auto found = kAttributes.find(tag);
  return found == kAttributes.end() ? nullptr : found->second;
}

// `left`: bytes of text that may still be read; properties inside each other repeat theirs.
std::optional<Value> property_value(const Tree& tree, NodeId n, const std::string& base, size_t& left) {
  if (auto content = of_attribute(tree, n, "content")) return content;
  if (const char* name = value_attribute(tree.name(n)))
    if (auto value = of_attribute(tree, n, name)) {
      const std::string_view attribute = name;
      return attribute == "href" || attribute == "src" || attribute == "data" ? link(std::move(*value), base)
                                                                              : value;
    }
  const size_t cost = tree.subtree_end(n) - n + tree.content(n).size();
  if (cost > left) return std::nullopt;
  left -= cost;
  const html::VisibleText seen(tree, n);
  if (seen.text().empty()) return std::nullopt;
  return Value::make_text(seen.text(), seen.span());
}

struct Words {
  const char *scope, *type, *property;
};
constexpr Words kMicrodata = {"itemscope", "itemtype", "itemprop"};
constexpr Words kRdfa = {"typeof", "typeof", "property"};

class Walk {
 public:
  Walk(const Tree& tree, const std::string& base, Words words, Syntax syntax)
      : tree_(tree), base_(base), words_(words), syntax_(syntax) {
    constexpr size_t kRead = 16;  // times the page
    left_ = kRead * tree.document().text().size() + 1024;
  }

  void run(std::vector<Item>& into) {
    std::vector<bool> inside(tree_.size(), false);  // an item
    for (NodeId n = 0; n < tree_.size(); ++n) {
      const NodeId above = tree_.parent(n);
      const bool within = above != html::kNoNode && inside[above];
      const bool scope = tree_.may_have_attributes(n) && tree_.attribute(n, words_.scope).has_value();
      inside[n] = within || scope;
      // an item that is a property of another comes with that one
      if (!scope || (within && tree_.attribute(n, words_.property))) continue;
      Item item;
      item.syntax = syntax_;
      item.type = std::string(trim(tree_.attribute(n, words_.type).value_or("")));
      item.record.fields = properties(n, 0);
      item.record.span = tree_.span(n);
      into.push_back(std::move(item));
    }
  }

 private:
  std::vector<wrap::Field> properties(NodeId item, uint32_t depth) {
    constexpr uint32_t kDeepest = 64;
    wrap::Record record;
    if (const auto id = of_attribute(tree_, item, syntax_ == Syntax::rdfa ? "resource" : "itemid"))
      record.add("@id", *id);
    for (NodeId n = item + 1; n < tree_.subtree_end(item);) {
      const bool element = tree_.may_have_attributes(n);
      const auto names = element ? tree_.attribute(n, words_.property) : std::nullopt;
      const bool scope = element && tree_.attribute(n, words_.scope).has_value();
      if (names && !trim(*names).empty()) {
        std::optional<Value> value;
        if (!scope) {
          value = property_value(tree_, n, base_, left_);
        } else if (depth < kDeepest) {
          value = Value::make_record(properties(n, depth + 1));
          value->span = tree_.span(n);
          if (const auto type = of_attribute(tree_, n, words_.type))
            value->fields.insert(value->fields.begin(), wrap::Field{"@type", *type});
        }
        if (value)
          for (std::string_view name : words(*names)) record.add(name, *value);
      }
      n = scope ? tree_.subtree_end(n) : n + 1;  // what is below belongs to that item
    }
    return record.fields;
  }

  const Tree& tree_;
  const std::string& base_;
  Words words_;
  Syntax syntax_;
  size_t left_;
};

}  // namespace

void add_microdata(const Document& document, const std::string& base, std::vector<Item>& into) {
  Walk(document.view<Tree>(), base, kMicrodata, Syntax::microdata).run(into);
}

void add_rdfa(const Document& document, const std::string& base, std::vector<Item>& into) {
  Walk(document.view<Tree>(), base, kRdfa, Syntax::rdfa).run(into);
}

// <meta property="og:title" content="...">, also article:, product:, twitter: and the like, as one item.
void add_opengraph(const Document& document, std::vector<Item>& into) {
  const Tree& tree = document.view<Tree>();
  const html::TagId meta = html::tag_id("meta");
  Item item;
  item.syntax = Syntax::opengraph;
  for (NodeId n = 0; n < tree.size(); ++n) {
    if (tree.tag(n) != meta) continue;
    auto name = tree.attribute(n, "property");
    if (!name) name = tree.attribute(n, "name");
    if (!name) continue;
    const std::string lower = lower_ascii(trim(*name));
    const size_t colon = lower.find(':');
    if (colon == std::string::npos || tree.attribute(n, "itemprop")) continue;
    bool known = false;
    for (std::string_view prefix :
         {"og", "article", "product", "book", "profile", "video", "music", "twitter", "fb", "place"})
      known |= std::string_view(lower).substr(0, colon) == prefix;
    auto value = known ? of_attribute(tree, n, "content") : std::nullopt;
    if (!value || value->text.empty()) continue;
    if (lower == "og:type") item.type = value->text;
    item.record.add(lower, std::move(*value));
  }
  if (!item.record.fields.empty()) into.push_back(std::move(item));
}

}  // namespace gleaner::embedded
