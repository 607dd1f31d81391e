// See value.h. Making, destroying, comparing and printing values.
#include "script/value.h"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "base/json.h"
#include "base/text.h"
#include "html/visible.h"

namespace gleaner::script {

std::string_view name_of(Kind kind) {
  switch (kind) {
    case Kind::null: return "null";
    case Kind::boolean: return "boolean";
    case Kind::number: return "number";
    case Kind::text: return "text";
    case Kind::list: return "list";
    case Kind::record: return "record";
    case Kind::element: return "element";
    case Kind::html: return "html";
    case Kind::function: return "function";
  }
  return "?";
}

// Deleting an object releases what it holds. What is released while something is being deleted waits in a
// list instead.
void Value::destroy(Object* object) {
  thread_local std::vector<Object*>* waiting = nullptr;
  if (waiting) {
    waiting->push_back(object);
    return;
  }
  std::vector<Object*> all{object};
  waiting = &all;
  while (!all.empty()) {
    Object* next = all.back();
    all.pop_back();
    delete next;
  }
  waiting = nullptr;
}

Value Value::text(std::string s) { return Value(new Text(std::move(s))); }

Value Value::text(std::string s, Span span, DocumentPtr page) {
  Text* text = new Text(std::move(s));
  text->span = span;
  text->page = std::move(page);
  return Value(text);
}

Value Value::list(std::vector<Value> items) {
  List* list = new List();
  list->items = std::move(items);
  return Value(list);
}

Value Value::record() { return Value(new Record()); }

const Value* Record::find(std::string_view name) const {
  for (const auto& [key, value] : fields)
    if (key == name) return &value;
  return nullptr;
}

void Record::set(std::string_view name, Value value) {
  for (auto& [key, old] : fields) {
    if (key != name) continue;
    old = std::move(value);
    return;
  }
  fields.emplace_back(std::string(name), std::move(value));
}

bool truth(const Value& v) {
  switch (v.kind()) {
    case Kind::null: return false;
    case Kind::boolean: return v.boolean();
    case Kind::number: return v.number() != 0;
    case Kind::text: return !v.view().empty();
    case Kind::list: return !v.as_list().items.empty();
    default: return true;
  }
}

std::string format_number(double n) {
  if (n == std::floor(n) && std::fabs(n) < 1e15) return fmt::format("{:.0f}", n == 0 ? 0.0 : n);
  if (std::isnan(n)) return "nan";
  if (std::isinf(n)) return n > 0 ? "infinity" : "-infinity";
  return fmt::format("{}", n);
}

std::optional<double> to_number(const Value& v) {
  if (v.is_number()) return v.number();
  if (v.is(Kind::boolean)) return v.boolean() ? 1 : 0;
  if (!v.is_text()) return std::nullopt;
  const std::string_view s = trim(v.view());
  double n = 0;
  auto [end, failed] = std::from_chars(s.data(), s.data() + s.size(), n);
  if (s.empty() || failed != std::errc() || end != s.data() + s.size()) return std::nullopt;
  return n;
}

std::string to_text(const Value& v) {
  switch (v.kind()) {
    case Kind::null: return "null";
    case Kind::boolean: return v.boolean() ? "true" : "false";
    case Kind::number: return format_number(v.number());
    case Kind::text: return v.as_text().string;
    case Kind::html: return html::visible_text(v.as_html().page->view<html::Tree>(), v.as_html().node);
    case Kind::element: {
      std::string out;
      write_xml(out, v.as_element(), -1);
      return out;
    }
    case Kind::function: return "function";
    default: return to_json(v);
  }
}

namespace {

void append_json(std::string& out, const Value& v, int depth) {
  if (depth > kMaxNesting) {
    out += "\"...\"";
    return;
  }
  auto fields = [&](const Fields& all) {
    out += '{';
    for (size_t i = 0; i < all.size(); ++i) {
      if (i) out += ", ";
      json::append_string(out, all[i].first);
      out += ": ";
      append_json(out, all[i].second, depth + 1);
    }
    out += '}';
  };
  switch (v.kind()) {
    case Kind::null: out += "null"; return;
    case Kind::boolean: out += v.boolean() ? "true" : "false"; return;
    case Kind::number: json::append_number(out, v.number()); return;
    case Kind::text:
      if (!v.as_text().fields.empty()) return fields(v.as_text().fields);
      if (v.as_text().whole_number) out += v.view();
      else json::append_string(out, v.view());
      return;
    case Kind::list:
      out += '[';
      for (size_t i = 0; i < v.as_list().items.size(); ++i) {
        if (i) out += ", ";
        append_json(out, v.as_list().items[i], depth + 1);
      }
      out += ']';
      return;
    case Kind::record: return fields(v.as_record().fields);
    default: json::append_string(out, to_text(v)); return;
  }
}

void escape_xml(std::string& out, std::string_view text, bool attribute) {
  for (char c : text) {
    if (c == '<') out += "&lt;";
    else if (c == '>') out += "&gt;";
    else if (c == '&') out += "&amp;";
    else if (c == '"' && attribute) out += "&quot;";
    else out += c;
  }
}

}  // namespace

std::string to_json(const Value& v) {
  std::string out;
  append_json(out, v, 0);
  return out;
}

namespace {

bool equal_to(const Value& a, const Value& b, int depth) {
  if (a.kind() != b.kind()) {
    if ((a.is_number() && b.is_text()) || (a.is_text() && b.is_number())) {
      auto x = to_number(a), y = to_number(b);
      return x && y && *x == *y;
    }
    return false;
  }
  if (depth > kMaxNesting && a.kind() > Kind::text) return a.object() == b.object();
  switch (a.kind()) {
    case Kind::null: return true;
    case Kind::boolean: return a.boolean() == b.boolean();
    case Kind::number: return a.number() == b.number();
    case Kind::text: return a.view() == b.view();
    case Kind::list: {
      const auto &x = a.as_list().items, &y = b.as_list().items;
      if (x.size() != y.size()) return false;
      for (size_t i = 0; i < x.size(); ++i)
        if (!equal_to(x[i], y[i], depth + 1)) return false;
      return true;
    }
    case Kind::record: {
      const Fields& x = a.as_record().fields;
      const Record& y = b.as_record();
      if (x.size() != y.fields.size()) return false;
      for (const auto& [name, value] : x) {
        const Value* other = y.find(name);
        if (!other || !equal_to(value, *other, depth + 1)) return false;
      }
      return true;
    }
    case Kind::html: return a.as_html().page == b.as_html().page && a.as_html().node == b.as_html().node;
    default: return a.object() == b.object();
  }
}

int compare_to(const Value& a, const Value& b, int depth) {
  if (!a.is_null() && !b.is_null()) {
    auto x = to_number(a), y = to_number(b);
    if (x && y) return *x < *y ? -1 : *x > *y ? 1 : 0;
  }
  if (a.kind() != b.kind()) return a.kind() < b.kind() ? -1 : 1;
  if (a.is_text()) {
    int c = a.view().compare(b.view());
    return c < 0 ? -1 : c > 0;
  }
  if (a.is(Kind::list) && depth <= kMaxNesting) {
    const auto &x = a.as_list().items, &y = b.as_list().items;
    for (size_t i = 0; i < std::min(x.size(), y.size()); ++i)
      if (int c = compare_to(x[i], y[i], depth + 1)) return c;
    return x.size() < y.size() ? -1 : x.size() > y.size();
  }
  if (a.is_null() || depth > kMaxNesting || equal(a, b)) return 0;
  int c = to_text(a).compare(to_text(b));
  return c < 0 ? -1 : c > 0;
}

}  // namespace

bool equal(const Value& a, const Value& b) { return equal_to(a, b, 0); }
int compare(const Value& a, const Value& b) { return compare_to(a, b, 0); }

std::string group_key(const Value& v) {
  if (auto n = to_number(v); n && !v.is(Kind::boolean)) return "n" + format_number(*n);
  return std::string(name_of(v.kind())) + ":" + to_text(v);
}

void write_xml(std::string& out, const Element& e, int indent, int depth) {
  if (depth > kMaxNesting) {
    out += "...";
    return;
  }
  const bool pretty = indent >= 0;
  if (pretty) out.append(size_t(indent) * 2, ' ');
  out += '<' + e.name;
  for (const auto& [name, value] : e.attributes) {
    out += ' ' + name + "=\"";
    escape_xml(out, value, true);
    out += '"';
  }
  if (e.children.empty()) {
    out += "/>";
  } else {
    out += '>';
    bool nested = false;
    for (const Value& child : e.children) nested |= child.is(Kind::element);
    for (const Value& child : e.children) {
      if (pretty && nested) out += '\n';
      if (child.is(Kind::element)) {
        write_xml(out, child.as_element(), pretty ? indent + 1 : -1, depth + 1);
      } else {
        if (pretty && nested) out.append(size_t(indent + 1) * 2, ' ');
        escape_xml(out, to_text(child), false);
      }
    }
    if (pretty && nested) {
      out += '\n';
      out.append(size_t(indent) * 2, ' ');
    }
    out += "</" + e.name + '>';
  }
}

namespace {

void append_text(std::string& out, const Element& e, int depth) {
  for (const Value& child : e.children) {
    if (!child.is(Kind::element)) out += to_text(child);
    else if (depth < kMaxNesting) append_text(out, child.as_element(), depth + 1);
  }
}

}  // namespace

std::string text_of(const Element& e) {
  std::string out;
  append_text(out, e, 0);
  return out;
}

}  // namespace gleaner::script
