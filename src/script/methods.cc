// Fields and methods of values: what `a.b` and `a.m(..)` mean.
#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/lists.h"
#include "base/text.h"
#include "html/css.h"
#include "html/visible.h"
#include "html/xpath.h"
#include "script/compare.h"
#include "script/interpreter.h"
#include "script/text_methods.h"
#include "script/xml.h"
#include "wrap/readings.h"

namespace gleaner::script {
namespace {

using Arguments = std::vector<Value>;

// ---------------------------------------------------------------- lists

Value call1(Interpreter& in, const Value& function, const Value& x) {
  Arguments one{x};
  in.step();
  return in.call_value(function, one, in.here);
}

// The elements as they are now. A function that is called for each may change the list.
std::vector<Value> copied(Interpreter& in, const Value& list) {
  in.need_room(list.as_list().items.size() * sizeof(Value));
  return list.as_list().items;
}

Value list_add(Interpreter& in, const Value& self, Arguments& a) {
  in.check_owner(self);
  auto& items = self.as_list().items;
  if (items.size() + a.size() > items.capacity()) in.need_room(2 * items.capacity() * sizeof(Value));
  for (Value& v : a) items.push_back(std::move(v));
  return self;
}

Value list_join(Interpreter& in, const Value& self, Arguments& a) {
  const std::string between = a.empty() ? "" : to_text(a[0]);
  std::string out;
  for (const Value& v : self.as_list().items) {
    in.step();
    if (out.size() > kMaxText) in.too_large();
    if (&v != &self.as_list().items[0]) out += between;
    out += to_text(v);
  }
  return Value::text(std::move(out));
}

Value list_map(Interpreter& in, const Value& self, Arguments& a) {
  if (a.size() != 1) in.fail("map takes a function");
  std::vector<Value> out = mapped(copied(in, self), [&](const Value& v) { return call1(in, a[0], v); });
  return Value::list(std::move(out));
}

Value list_filter(Interpreter& in, const Value& self, Arguments& a) {
  if (a.size() != 1) in.fail("filter takes a function");
  std::vector<Value> out;
  for (const Value& v : copied(in, self))
    if (truth(call1(in, a[0], v))) out.push_back(v);
  return Value::list(std::move(out));
}

Value list_sort(Interpreter& in, const Value& self, Arguments& a) {
  std::vector<std::pair<Value, Value>> keyed;
  for (const Value& v : copied(in, self)) keyed.emplace_back(a.empty() ? v : call1(in, a[0], v), v);
  std::ranges::stable_sort(keyed, [](const auto& x, const auto& y) { return compare(x.first, y.first) < 0; });
  std::vector<Value> out;
  for (auto& [key, value] : keyed) out.push_back(std::move(value));
  return Value::list(std::move(out));
}

Value list_reverse(Interpreter& in, const Value& self, Arguments&) {
  in.need_room(self.as_list().items.size() * sizeof(Value));
  std::vector<Value> out(self.as_list().items.rbegin(), self.as_list().items.rend());
  return Value::list(std::move(out));
}

Value list_unique(Interpreter&, const Value& self, Arguments&) {
  std::vector<Value> out;
  std::set<std::string> seen;
  for (const Value& v : self.as_list().items)
    if (seen.insert(group_key(v)).second) out.push_back(v);
  return Value::list(std::move(out));
}

Value list_slice(Interpreter&, const Value& self, Arguments& a) {
  const auto& items = self.as_list().items;
  const double n = double(items.size());
  double from = a.empty() ? 0 : to_number(a[0]).value_or(0),
         to = a.size() < 2 ? n : to_number(a[1]).value_or(n);
  if (from < 0) from += n;
  if (to < 0) to += n;
  from = std::clamp(from, 0.0, n), to = std::clamp(to, from, n);
  return Value::list({items.begin() + ptrdiff_t(from), items.begin() + ptrdiff_t(to)});
}

Value list_contains(Interpreter&, const Value& self, Arguments& a) {
  for (const Value& v : self.as_list().items)
    if (!a.empty() && equal(v, a[0])) return Value(true);
  return Value(false);
}

Value list_remove(Interpreter& in, const Value& self, Arguments& a) {
  in.check_owner(self);
  auto& items = self.as_list().items;
  const double i = a.empty() ? -1 : to_number(a[0]).value_or(-1);
  if (!(i >= 0 && i < double(items.size())))
    in.fail(fmt::format("there is no such element in a list of {}", items.size()));
  Value out = items[size_t(i)];
  items.erase(items.begin() + ptrdiff_t(i));
  return out;
}

const std::map<std::string_view, Method>& list_methods() {
  static const std::map<std::string_view, Method> kAll{
      {"add", list_add},
      {"join", list_join},
      {"map", list_map},
      {"filter", list_filter},
      // by what a function gives, if one is given
      {"sort", list_sort},
      {"reverse", list_reverse},
      {"unique", list_unique},
      {"slice", list_slice},
      {"contains", list_contains},
      {"remove", list_remove},
  };
  return kAll;
}

// ---------------------------------------------------------------- records, elements, pages

void add_child(Interpreter& in, Element& parent, const Value& child, int depth = 0) {
  in.step();
  if (child.is_null()) return;
  if (!child.is(Kind::list)) return parent.children.push_back(child);
  if (depth > kMaxNesting) in.fail("this list is nested too deeply, or in itself");
  for (const Value& item : child.as_list().items) add_child(in, parent, item, depth + 1);
}

const std::map<std::string_view, Method>& element_methods() {
  static const std::map<std::string_view, Method> kAll{
      {"addChild",
       [](Interpreter& in, const Value& self, Arguments& a) {
         in.check_owner(self);
         for (const Value& child : a) add_child(in, self.as_element(), child);
         return self;
       }},
      {"setAttribute",
       [](Interpreter& in, const Value& self, Arguments& a) {
         if (a.size() != 2) in.fail("setAttribute takes a name and a value");
         in.check_owner(self);
         self.as_element().attributes.emplace_back(to_text(a[0]), to_text(a[1]));
         return self;
       }},
      {"prettyPrint",
       [](Interpreter& in, const Value& self, Arguments&) {
         std::string out;
         write_xml(out, self.as_element(), 0);
         in.write(out + "\n");
         return Value();
       }},
      {"xpath",
       [](Interpreter& in, const Value& self, Arguments& a) {
         if (a.size() != 1) in.fail("xpath takes an expression");
         if (!self.as_element().xml) in.fail("xpath works on XML that was read: xml(file)");
         auto found = xml_select(self.as_element(), to_text(a[0]));
         if (!found.ok()) in.fail(found.error().message);
         return std::move(*found);
       }},
      {"xml",
       [](Interpreter&, const Value& self, Arguments&) {
         std::string out;
         write_xml(out, self.as_element(), -1);
         return Value::text(std::move(out));
       }},
  };
  return kAll;
}

Value html_css(Interpreter& in, const Value& self, Arguments& a) {
  if (a.size() != 1) in.fail("css takes a selector");
  auto css = html::Css::compile(to_text(a[0]));
  if (!css.ok()) in.fail(css.error().message);
  const HtmlNode& h = self.as_html();
  std::vector<Value> out = mapped(css->select(h.page->view<html::Tree>(), h.node),
                                  [&](html::NodeId n) { return Value(new HtmlNode(h.page, n)); });
  return Value::list(std::move(out));
}

Value html_attribute(const HtmlNode& h, const std::string& name) {
  const html::Tree& tree = h.page->view<html::Tree>();
  auto value = tree.attribute(h.node, name);
  if (!value) return Value();
  Value out = Value::text(std::string(*value));
  if (auto span = tree.attribute_span(h.node, name)) {
    out.as_text().span = *span;
    out.as_text().page = h.page;
  }
  return out;
}

Value html_text(const HtmlNode& h) {
  html::VisibleText text(h.page->view<html::Tree>(), h.node);
  return Value::text(text.text(), text.span(), h.page);
}

const std::map<std::string_view, Method>& html_methods() {
  static const std::map<std::string_view, Method> kAll{
      {"css", html_css},
      {"first",
       [](Interpreter& in, const Value& self, Arguments& a) {
         Value all = html_css(in, self, a);
         return all.as_list().items.empty() ? Value() : all.as_list().items[0];
       }},
      {"xpath",
       [](Interpreter& in, const Value& self, Arguments& a) {
         if (a.size() != 1) in.fail("xpath takes an expression");
         auto path = html::XPath::compile(to_text(a[0]));
         if (!path.ok()) in.fail(path.error().message);
         const HtmlNode& h = self.as_html();
         std::vector<Value> out;
         for (const html::XPathHit& hit : path->select(h.page->view<html::Tree>(), h.node)) {
           Value node = Value(new HtmlNode(h.page, hit.node));
           out.push_back(hit.attribute.empty() ? node : html_attribute(node.as_html(), hit.attribute));
         }
         return Value::list(std::move(out));
       }},
      {"attr",
       [](Interpreter& in, const Value& self, Arguments& a) {
         if (a.size() != 1) in.fail("attr takes the name of an attribute");
         return html_attribute(self.as_html(), to_text(a[0]));
       }},
  };
  return kAll;
}

const std::map<std::string_view, Method>* methods_of(Kind kind) {
  switch (kind) {
    case Kind::text: return &text_methods();
    case Kind::list: return &list_methods();
    case Kind::element: return &element_methods();
    case Kind::html: return &html_methods();
    default: return nullptr;
  }
}

}  // namespace

Value Interpreter::call_method(const Value& self, const std::string& name, std::vector<Value>& arguments) {
  if (self.is(Kind::record) && self.as_record().type) {
    const ObjectType& type = *self.as_record().type;
    if (auto at = type.methods.find(name); at != type.methods.end()) {
      std::vector<Value> all{self};
      all.insert(all.end(), arguments.begin(), arguments.end());
      const uint32_t offset = here;
      if (all.size() != at->second->parameters)
        fail(fmt::format("{}.{} takes {} argument{}, not {}", type.name, name, at->second->parameters - 1,
                         at->second->parameters == 2 ? "" : "s", arguments.size()));
      return call_unit(*at->second, {}, all, offset);
    }
  }
  if (self.is(Kind::record)) {
    if (const Value* field = self.as_record().find(name); field && field->is(Kind::function))
      return call_value(*field, arguments, here);
    if (name == "has")
      return Value(!arguments.empty() && self.as_record().find(to_text(arguments[0])) != nullptr);
    if (name == "get") {
      const Value* field = arguments.empty() ? nullptr : self.as_record().find(to_text(arguments[0]));
      return field ? *field : arguments.size() > 1 ? arguments[1] : Value();
    }
    if (name == "set" && arguments.size() == 2) {
      check_owner(self);
      self.as_record().set(to_text(arguments[0]), arguments[1]);
      return self;
    }
  }
  if (const auto* all = methods_of(self.kind())) {
    auto at = all->find(name);
    if (at != all->end()) return at->second(*this, self, arguments);
  }
  if (name == "json") return Value::text(to_json(self));
  if (name == "text" || name == "toString") return Value::text(to_text(self));
  if (name == "length" && arguments.empty()) return member(self, "length");
  std::string known;
  if (const auto* all = methods_of(self.kind()))
    for (const auto& [word, method] : *all) known += (known.empty() ? "known: " : ", ") + std::string(word);
  const std::string kind(self.is(Kind::record) && self.as_record().type ? self.as_record().type->name
                                                                        : name_of(self.kind()));
  if (self.is(Kind::record) && self.as_record().type)
    for (const auto& [word, method] : self.as_record().type->methods)
      known += (known.empty() ? "known: " : ", ") + word;
  fail(fmt::format("{} has no method {}", kind, name), known);
}

namespace {

// What a reading of a text consists of: date("June 29, 2010").year, money("EUR 5").value.
Value typed_member(const wrap::Typed& typed, const std::string& name) {
  if (typed.type == wrap::Type::date || typed.type == wrap::Type::timestamp) {
    int year = 0, month = 0, day = 0;
    std::sscanf(typed.normal.c_str(), "%d-%d-%d", &year, &month, &day);
    if (name == "year") return Value(double(year));
    if (name == "month") return month ? Value(double(month)) : Value();
    if (name == "day") return day ? Value(double(day)) : Value();
  }
  if (name == "value") return wrap::is_numeric(typed.type) ? Value(typed.number) : Value::text(typed.normal);
  if (name == wrap::second_part(typed.type) && !typed.normal.empty())
    return typed.type == wrap::Type::money ? Value::text(typed.normal)
                                           : read_number(typed.normal).value_or(Value());
  return Value();
}

// Nothing: a text without fields has no such member.
std::optional<Value> text_member(const Value& self, const std::string& name) {
  const Text& text = self.as_text();
  for (const auto& [key, value] : text.fields)
    if (key == name) return value;
  if (name == "length") return Value(double(count_code_points(self.view())));
  if (name == "begin" && text.span) return Value(double(text.span->begin));
  if (name == "end" && text.span) return Value(double(text.span->end));
  if (name == "text") return Value::text(text.string);
  if (text.typed) return typed_member(*text.typed, name);
  return text.fields.empty() ? std::nullopt : std::optional(Value());
}

Value element_member(const Element& e, const std::string& name) {
  if (e.xml) return xml_member(e, name);
  if (name == "name") return Value::text(e.name);
  if (name == "children") return Value::list(e.children);
  for (const auto& [key, value] : e.attributes)
    if (key == name) return Value::text(value);
  if (name == "text") return Value::text(text_of(e));
  std::vector<Value> found;
  for (const Value& child : e.children)
    if (child.is(Kind::element) && child.as_element().name == name) found.push_back(child);
  return found.empty() ? Value() : found.size() == 1 ? found[0] : Value::list(std::move(found));
}

Value html_title(Interpreter& in, const Value& self) {
  std::vector<Value> selector{Value::text("title")};
  const Value titles = html_css(in, self, selector);
  if (titles.as_list().items.empty()) return Value();
  const HtmlNode& title = titles.as_list().items[0].as_html();
  const html::Tree& tree = title.page->view<html::Tree>();
  const html::NodeId text = tree.first_child(title.node);
  if (text == html::kNoNode) return Value::text("");
  return Value::text(collapse(tree.text(text)), tree.text_span(text), title.page);
}

Value html_member(Interpreter& in, const Value& self, const std::string& name) {
  const HtmlNode& h = self.as_html();
  const html::Tree& tree = h.page->view<html::Tree>();
  if (name == "text") return html_text(h);
  if (name == "name") return Value::text(std::string(tree.name(h.node)));
  if (name == "url") return Value::text(h.page->url());
  if (name == "title" && h.node == html::kDocument) return html_title(in, self);
  if (name == "source")
    return Value::text(std::string(h.page->text(tree.span(h.node))), tree.span(h.node), h.page);
  if (name == "parent") {
    const html::NodeId parent = tree.parent(h.node);
    return parent == html::kNoNode ? Value() : Value(new HtmlNode(h.page, parent));
  }
  if (name == "children") {
    std::vector<Value> out;
    for (html::NodeId c = tree.first_child(h.node); c != html::kNoNode; c = tree.next_sibling(c))
      if (tree.is_element(c)) out.push_back(Value(new HtmlNode(h.page, c)));
    return Value::list(std::move(out));
  }
  return html_attribute(h, name);
}

}  // namespace

Value Interpreter::member(const Value& self, const std::string& name) {
  switch (self.kind()) {
    case Kind::record:
      if (const Value* field = self.as_record().find(name)) return *field;
      if (name == "length") return Value(double(self.as_record().fields.size()));
      return Value();
    case Kind::text:
      if (auto found = text_member(self, name)) return std::move(*found);
      break;
    case Kind::list:
      if (name == "length") return Value(double(self.as_list().items.size()));
      if (name == "first") return self.as_list().items.empty() ? Value() : self.as_list().items.front();
      if (name == "last") return self.as_list().items.empty() ? Value() : self.as_list().items.back();
      break;
    case Kind::element: return element_member(self.as_element(), name);
    case Kind::html: return html_member(*this, self, name);
    case Kind::null:
      fail(fmt::format("null has no field {}", name), "what came before the dot is missing here");
    default: break;
  }
  fail(fmt::format("{} has no field {}", name_of(self.kind()), name));
}

}  // namespace gleaner::script
