// See xml.h.
#include "script/xml.h"

#include <algorithm>
#include <map>

#include "base/lists.h"
#include "base/text.h"

namespace gleaner::script {

using html::Xml;

namespace {

bool has_elements(const Xml& xml, Xml::Node n) {
  for (Xml::Node k = n + 1; k < xml.end(n); ++k)
    if (xml.is_element(k)) return true;
  return false;
}

Value text_value(const std::shared_ptr<const Xml>& xml, Xml::Node n) {
  std::string text(trim(xml->text(n)));
  if (text.empty()) return Value();
  return Value::text(std::move(text), xml->text_span(n), xml->document());
}

// What a child is to those who ask for it by name.
Value child_value(const std::shared_ptr<const Xml>& xml, Xml::Node n) {
  const bool plain = !has_elements(*xml, n) && xml->attributes(n).empty();
  return plain ? text_value(xml, n) : element_of(xml, n);
}

Value attribute_value(const std::shared_ptr<const Xml>& xml, const Xml::Attribute& a) {
  return Value::text(a.value, a.span, xml->document());
}

std::vector<Xml::Node> element_children(const Xml& xml, Xml::Node n) {
  std::vector<Xml::Node> out;
  for (Xml::Node k = n + 1; k < xml.end(n); k = xml.end(k))
    if (xml.is_element(k)) out.push_back(k);
  return out;
}

}  // namespace

Value element_of(const std::shared_ptr<const Xml>& xml, Xml::Node node) {
  // Parents before children, so that no depth is too deep for it.
  std::map<Xml::Node, Element*> made;
  Element* top = new Element();
  Value out(top);
  for (Xml::Node n = node; n < xml->end(node); ++n) {
    if (!xml->is_element(n)) {
      if (n != node)
        made[xml->parent(n)]->children.push_back(Value::text(xml->text(n), xml->span(n), xml->document()));
      continue;
    }
    Element* e = n == node ? top : new Element();
    e->name = xml->name(n);
    e->xml = xml;
    e->node = n;
    for (const Xml::Attribute& a : xml->attributes(n)) e->attributes.emplace_back(a.name, a.value);
    made[n] = e;
    if (n != node) made[xml->parent(n)]->children.push_back(Value(e));
  }
  return out;
}

Result<Value> read_xml(DocumentPtr document) {
  GLEANER_TRY(auto xml, Xml::parse(std::move(document)));
  for (Xml::Node n = 1; n < xml->size(); ++n)
    if (xml->is_element(n)) return element_of(xml, n);
  return error(gleaner::Code::bad_input, "there is no element in this XML",
               {xml->document()->name(), 0, 0, {}});
}

Value xml_member(const Element& e, const std::string& name) {
  const Xml& xml = *e.xml;
  for (const Xml::Attribute& a : xml.attributes(e.node))
    if (a.name == name) return attribute_value(e.xml, a);
  std::vector<Value> found;
  for (const Xml::Node k : element_children(xml, e.node))
    if (xml.name(k) == name) found.push_back(child_value(e.xml, k));
  if (found.size() == 1) return found[0];
  if (!found.empty()) return Value::list(std::move(found));
  if (name == "name") return Value::text(e.name);
  if (name == "local") return Value::text(std::string(xml.local_name(e.node)));
  if (name == "namespace") return Value::text(xml.namespace_of(e.node));
  if (name == "children") return Value::list(e.children);
  if (name == "text") return Value::text(xml.text(e.node), xml.text_span(e.node), xml.document());
  if (name == "begin") return Value(double(xml.span(e.node).begin));
  if (name == "end") return Value(double(xml.span(e.node).end));
  return Value();
}

Result<Value> xml_select(const Element& e, const std::string& expression) {
  GLEANER_TRY(const auto hits, e.xml->xpath(expression, e.node));
  std::vector<Value> out;
  for (const Xml::Hit& hit : hits) {
    if (hit.attribute.empty()) {
      out.push_back(e.xml->is_text(hit.node)
                        ? Value::text(e.xml->text(hit.node), e.xml->span(hit.node), e.xml->document())
                        : element_of(e.xml, hit.node));
      continue;
    }
    for (const Xml::Attribute& a : e.xml->attributes(hit.node))
      if (a.name == hit.attribute) out.push_back(attribute_value(e.xml, a));
  }
  return Value::list(std::move(out));
}

Result<Value> read_xml_table(std::string text, const std::string& file) {
  DocumentOptions options;
  options.name = file;
  options.media_type = MediaType::text;
  GLEANER_TRY(DocumentPtr document, Document::from_bytes(std::move(text), std::move(options)));
  GLEANER_TRY(auto xml, Xml::parse(document));
  // Down from the root while there is only one child: <feed><entries><entry/><entry/></entries></feed>.
  Xml::Node at = 0;
  std::vector<Xml::Node> rows = element_children(*xml, at);
  while (rows.size() == 1 && has_elements(*xml, rows[0])) {
    const std::vector<Xml::Node> below = element_children(*xml, rows[0]);
    // The root is no row; a single row whose children are texts is one.
    if (at != 0 && std::ranges::none_of(below, [&](Xml::Node k) { return has_elements(*xml, k); })) break;
    at = rows[0];
    rows = below;
  }
  std::vector<Value> out;
  std::vector<std::string> columns;
  for (const Xml::Node n : rows) {
    Value row = Value::record();
    Record& record = row.as_record();
    auto add = [&](const std::string& name, Value value) {
      add_new(columns, name);
      const Value* before = record.find(name);
      if (!before) return record.set(name, std::move(value));
      Value all = before->is(Kind::list) ? *before : Value::list({*before});
      all.as_list().items.push_back(std::move(value));
      record.set(name, std::move(all));
    };
    for (const Xml::Attribute& a : xml->attributes(n)) add(a.name, attribute_value(xml, a));
    for (const Xml::Node k : element_children(*xml, n)) add(xml->name(k), child_value(xml, k));
    if (!has_elements(*xml, n)) add("text", text_value(xml, n));
    out.push_back(std::move(row));
  }
  Value list = Value::list(std::move(out));
  list.as_list().columns = std::move(columns);
  return list;
}

}  // namespace gleaner::script
