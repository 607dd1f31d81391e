// Fields and methods of values: what `a.b` and `a.m(..)` mean.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "html/css.h"
#include "html/visible.h"
#include "html/xpath.h"
#include "regex/regex.h"
#include "script/compare.h"
#include "script/interpreter.h"
#include "script/numbers.h"
#include "script/xml.h"
#include "wrap/readings.h"

namespace gleaner::script {
namespace {

using Arguments = std::vector<Value>;
using Method = Value (*)(Interpreter&, const Value& self, Arguments& arguments);

constexpr double kMaxRepeated = 64e6;  // bytes

// ---------------------------------------------------------------- texts

size_t byte_of(std::string_view s, double character) {  // where the n-th character begins
  size_t at = 0;
  for (double i = 0; i < character && at < s.size(); ++i) at += code_point_at(s, at).length;
  return at;
}

Value part(const Value& self, size_t begin, size_t end) {  // a piece of a text keeps its place in the source
  const Text& t = self.as_text();
  Value out = Value::text(t.string.substr(begin, end - begin));
  if (t.span && t.span->size() == t.string.size()) {
    out.as_text().span = Span{t.span->begin + uint32_t(begin), t.span->begin + uint32_t(end)};
    out.as_text().page = t.page;
  }
  return out;
}

Value text_trim(Interpreter&, const Value& self, Arguments&) {
  const std::string_view s = self.view(), inner = trim(s);
  const size_t begin = inner.empty() ? 0 : size_t(inner.data() - s.data());
  return part(self, begin, begin + inner.size());
}

Value text_slice(Interpreter&, const Value& self, Arguments& a) {
  const std::string_view s = self.view();
  const double length = double(count_code_points(s));
  double from = a.empty() ? 0 : to_number(a[0]).value_or(0),
         to = a.size() < 2 ? length : to_number(a[1]).value_or(length);
  if (from < 0) from = std::max(0.0, from + length);
  if (to < 0) to += length;
  const size_t begin = byte_of(s, from), end = std::max(begin, byte_of(s, to));
  return part(self, begin, end);
}

Value text_split(Interpreter& in, const Value& self, Arguments& a) {
  std::vector<Value> out;
  const std::string_view s = self.view();
  if (a.empty()) {
    for (std::string_view word : words(s)) {
      in.step();
      const size_t begin = size_t(word.data() - s.data());
      out.push_back(part(self, begin, begin + word.size()));
    }
    return Value::list(std::move(out));
  }
  const std::string separator = to_text(a[0]);
  if (separator.empty()) in.fail("split needs a separator that is not empty");
  size_t from = 0;
  for (size_t at; (at = s.find(separator, from)) != std::string_view::npos; from = at + separator.size()) {
    in.step();
    out.push_back(part(self, from, at));
  }
  out.push_back(part(self, from, s.size()));
  return Value::list(std::move(out));
}

Value text_replace(Interpreter& in, const Value& self, Arguments& a) {
  if (a.size() != 2) in.fail("replace takes what to replace and by what");
  const std::string what = to_text(a[0]), by = to_text(a[1]);
  if (what.empty()) return self;
  const std::string_view s = self.view();
  size_t size = s.size();
  for (size_t at = 0; (at = s.find(what, at)) != std::string_view::npos; at += what.size())
    size += by.size() - what.size();
  if (size > kMaxText) in.too_large();
  in.need_room(size);
  std::string out;
  out.reserve(size);
  size_t from = 0;
  for (size_t at; (at = s.find(what, from)) != std::string_view::npos; from = at + what.size()) {
    out += s.substr(from, at - from);
    out += by;
  }
  out += s.substr(from);
  return Value::text(std::move(out));
}

// matches(rule): does the whole text match?
Value text_matches(Interpreter& in, const Value& self, Arguments& a) {
  if (a.size() != 1 || !a[0].is(Kind::function) || a[0].as_function().rule == grammar::kNone)
    in.fail("matches takes a rule, as in text.matches(date)");
  grammar::Scanner scanner(in.program(a[0].as_function().rule));
  struct Nothing : grammar::EventSink {
    void take(const grammar::Event*, size_t) override {}
  } nothing;
  const std::string_view s = self.view();
  scanner.set_test([&](uint32_t code, uint64_t b, uint64_t e) {
    return in.test_code(code, Value::text(std::string(s.substr(b, e - b))));
  });
  scanner.feed(s, nothing, in.budget());
  return Value(scanner.finish(nothing, in.budget()).kind == grammar::Outcome::Kind::matched);
}

regex::Regex regex_of(Interpreter& in, const Arguments& a, size_t count) {
  if (a.size() != count)
    in.fail(count == 1 ? "this takes a regular expression: find(\"[0-9]+\")"
                       : "replace_all takes a regular expression and what to put in its place");
  auto re = regex::Regex::compile(to_text(a[0]));
  if (!re.ok()) in.fail(fmt::format("{} is no regular expression: {}", to_text(a[0]), re.error().message));
  return std::move(*re);
}

size_t after_match(std::string_view text, const regex::Match& match) {
  if (match.span.end > match.span.begin) return match.span.end;
  return match.span.end < text.size() ? match.span.end + code_point_at(text, match.span.end).length
                                      : text.size() + 1;
}

// The matched text; named groups are its fields, m.groups the list of all.
Value match_value(const Value& self, const regex::Regex& re, const regex::Match& match) {
  Value out = part(self, match.span.begin, match.span.end);
  std::vector<Value> groups;
  for (size_t g = 1; g < match.groups.size(); ++g) {
    groups.push_back(match.groups[g] ? part(self, match.groups[g]->begin, match.groups[g]->end) : Value());
    if (!re.group_names()[g].empty()) out.as_text().fields.emplace_back(re.group_names()[g], groups.back());
  }
  if (!groups.empty()) out.as_text().fields.emplace_back("groups", Value::list(std::move(groups)));
  return out;
}

Value text_replace_all(Interpreter& in, const Value& self, Arguments& a) {
  const regex::Regex re = regex_of(in, a, 2);
  const std::string by = to_text(a[1]);
  const std::string_view s = self.view();
  std::string out;
  regex::Match match;
  size_t from = 0;
  for (size_t at = 0; at <= s.size() && re.find(s, at, match); at = after_match(s, match)) {
    in.step();
    if (out.size() > kMaxText) in.too_large();
    out += s.substr(from, match.span.begin - from);
    for (size_t i = 0; i < by.size(); ++i) {
      const size_t g =
          by[i] == '$' && i + 1 < by.size() && is_digit(by[i + 1]) ? size_t(by[i + 1] - '0') : SIZE_MAX;
      if (g == SIZE_MAX) out += by[i];
      else if (++i; g < match.groups.size() && match.groups[g]) out += match.groups[g]->of(s);
    }
    from = match.span.end;
  }
  out += s.substr(from);
  return Value::text(std::move(out));
}

std::string change_case(std::string_view s, bool upper) {
  std::string out(s);
  for (char& c : out) {
    if (upper && c >= 'a' && c <= 'z') c = char(c - 32);
    if (!upper) c = to_lower(c);
  }
  return out;
}

Value text_lines(Interpreter& in, const Value& self, Arguments&) {
  Arguments newline{Value::text("\n")};
  Value out = text_split(in, self, newline);
  auto& items = out.as_list().items;
  if (!items.empty() && items.back().view().empty()) items.pop_back();
  return out;
}

Value text_find(Interpreter& in, const Value& self, Arguments& a) {
  const regex::Regex re = regex_of(in, a, 1);
  regex::Match match;
  return re.find(self.view(), 0, match) ? match_value(self, re, match) : Value();
}

Value text_find_all(Interpreter& in, const Value& self, Arguments& a) {
  const regex::Regex re = regex_of(in, a, 1);
  std::vector<Value> out;
  regex::Match match;
  for (size_t at = 0; at <= self.view().size() && re.find(self.view(), at, match);) {
    in.step();
    out.push_back(match_value(self, re, match));
    at = after_match(self.view(), match);
  }
  return Value::list(std::move(out));
}

Value text_index_of(Interpreter&, const Value& self, Arguments& a) {
  const size_t at = a.empty() ? std::string_view::npos : self.view().find(to_text(a[0]));
  return Value(at == std::string_view::npos ? -1.0 : double(count_code_points(self.view().substr(0, at))));
}

Value text_repeat(Interpreter& in, const Value& self, Arguments& a) {
  const double n = a.empty() || self.view().empty() ? 0 : to_number(a[0]).value_or(0);
  const double size = std::ceil(n) * double(self.view().size());
  if (size > kMaxRepeated) in.too_large();
  in.need_room(uint64_t(std::max(0.0, size)));
  std::string out;
  out.reserve(size_t(std::max(0.0, size)));
  for (double i = 0; i < n; ++i) out += self.view();
  return Value::text(std::move(out));
}

const std::map<std::string_view, Method>& text_methods() {
  static const std::map<std::string_view, Method> kAll{
      {"trim", text_trim},
      {"slice", text_slice},
      {"split", text_split},
      {"replace", text_replace},
      {"matches", text_matches},
      {"lines", text_lines},
      // find(/re/): the first match, its groups as a list behind it; find_all: all of them; replace_all(re, by): $1 is a group
      {"find", text_find},
      {"find_all", text_find_all},
      {"replace_all", text_replace_all},
      {"upper", [](Interpreter&, const Value& self,
                   Arguments&) { return Value::text(change_case(self.view(), true)); }},
      {"lower", [](Interpreter&, const Value& self,
                   Arguments&) { return Value::text(change_case(self.view(), false)); }},
      {"collapse",
       [](Interpreter&, const Value& self, Arguments&) { return Value::text(collapse(self.view())); }},
      {"number",
       [](Interpreter&, const Value& self, Arguments&) { return as_number(self).value_or(Value()); }},
      {"contains",
       [](Interpreter&, const Value& self, Arguments& a) {
         return Value(!a.empty() && self.view().find(to_text(a[0])) != std::string_view::npos);
       }},
      {"starts_with",
       [](Interpreter&, const Value& self, Arguments& a) {
         return Value(!a.empty() && self.view().starts_with(to_text(a[0])));
       }},
      {"ends_with", [](Interpreter&, const Value& self,
                       Arguments& a) { return Value(!a.empty() && self.view().ends_with(to_text(a[0]))); }},
      {"index_of", text_index_of},
      {"repeat", text_repeat},
  };
  return kAll;
}

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
  std::vector<Value> out;
  for (const Value& v : copied(in, self)) out.push_back(call1(in, a[0], v));
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
  std::stable_sort(keyed.begin(), keyed.end(),
                   [](const auto& x, const auto& y) { return compare(x.first, y.first) < 0; });
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

Value html_value(const DocumentPtr& page, html::NodeId node) {
  HtmlNode* out = new HtmlNode();
  out->page = page;
  out->node = node;
  return Value(out);
}

Value html_css(Interpreter& in, const Value& self, Arguments& a) {
  if (a.size() != 1) in.fail("css takes a selector");
  auto css = html::Css::compile(to_text(a[0]));
  if (!css.ok()) in.fail(css.error().message);
  const HtmlNode& h = self.as_html();
  std::vector<Value> out;
  for (html::NodeId n : css->select(h.page->view<html::Tree>(), h.node)) out.push_back(html_value(h.page, n));
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
           Value node = html_value(h.page, hit.node);
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
    return parent == html::kNoNode ? Value() : html_value(h.page, parent);
  }
  if (name == "children") {
    std::vector<Value> out;
    for (html::NodeId c = tree.first_child(h.node); c != html::kNoNode; c = tree.next_sibling(c))
      if (tree.is_element(c)) out.push_back(html_value(h.page, c));
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
