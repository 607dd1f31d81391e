// See value.h. Making, destroying, comparing and printing values.
#include "script/value.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "base/json.h"
#include "base/text.h"
#include "html/visible.h"
#include "script/numbers.h"

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

namespace {

constexpr uint32_t kWalk = 1024;  // values between two payments

struct Work {
  uint64_t round = 0;
  Payer* payer = nullptr;
  Heap* heap = nullptr;
  uint32_t walked = 0;
};
thread_local Work work;

inline void walk() {
  if (++work.walked % kWalk == 0 && work.payer) work.payer->pay();
}

// Whether a text has grown so large that no more is added. Without anybody to tell, it ends there.
bool is_full(const std::string& out) {
  if (out.size() <= kMaxText) return false;
  if (work.payer) work.payer->too_large();
  return true;
}

// What is being walked, from the outermost on.
using Path = std::vector<const Object*>;
bool within(const Path& path, const Object* object) {
  return path.size() > size_t(kMaxNesting) || std::find(path.begin(), path.end(), object) != path.end();
}

}  // namespace

Object::Object(Kind k) : kind(k), owner(work.round) {}

Container::Container(Kind k, bool holds) : Object(k) {
  if (holds && work.heap) work.heap->add(*this);
}

void Text::add_field(const std::string& name, Value value) {
  fields.emplace_back(name, std::move(value));
  if (!shard && work.heap) work.heap->add(*this);
}

AtWork::AtWork(uint64_t round, Payer* payer, Heap* heap) : round_(work.round), payer_(work.payer), heap_(work.heap) {
  work.round = round;
  work.payer = payer;
  work.heap = heap;
}

AtWork::~AtWork() {
  work.round = round_;
  work.payer = payer_;
  work.heap = heap_;
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
    case Kind::number: return v.is_whole() ? fmt::format("{}", v.whole()) : format_number(v.number());
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

void append_json(std::string& out, const Value& v, Path& path) {
  walk();
  const bool holds = v.is(Kind::list) || v.is(Kind::record) || (v.is_text() && !v.as_text().fields.empty());
  if (is_full(out) || (holds && within(path, v.object()))) {
    out += "\"...\"";
    return;
  }
  if (holds) path.push_back(v.object());
  auto fields = [&](const Fields& all) {
    out += '{';
    for (size_t i = 0; i < all.size(); ++i) {
      if (i) out += ", ";
      json::append_string(out, all[i].first);
      out += ": ";
      append_json(out, all[i].second, path);
    }
    out += '}';
  };
  switch (v.kind()) {
    case Kind::null: out += "null"; break;
    case Kind::boolean: out += v.boolean() ? "true" : "false"; break;
    case Kind::number:
      if (v.is_whole()) out += to_text(v);
      else json::append_number(out, v.number());
      break;
    case Kind::text:
      if (holds) fields(v.as_text().fields);
      else if (v.as_text().whole_number) out += v.view();
      else json::append_string(out, v.view());
      break;
    case Kind::list:
      out += '[';
      for (size_t i = 0; i < v.as_list().items.size(); ++i) {
        if (i) out += ", ";
        append_json(out, v.as_list().items[i], path);
      }
      out += ']';
      break;
    case Kind::record: fields(v.as_record().fields); break;
    default: json::append_string(out, to_text(v)); break;
  }
  if (holds) path.pop_back();
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
  Path path;
  append_json(out, v, path);
  return out;
}

namespace {

// Two values that are being compared further out are equal as far as this goes.
using Pairs = std::vector<std::pair<const Object*, const Object*>>;
bool comparing(const Pairs& path, const Value& a, const Value& b) {
  return a.object() == b.object() ||
         std::find(path.begin(), path.end(), std::pair<const Object*, const Object*>(a.object(), b.object())) != path.end();
}

bool equal_to(const Value& a, const Value& b, Pairs& path) {
  walk();
  if (a.kind() != b.kind()) {
    if ((a.is_number() && b.is_text()) || (a.is_text() && b.is_number())) {
      auto x = to_number(a), y = to_number(b);
      return x && y && compare_numbers(a, *x, b, *y) == 0;
    }
    return false;
  }
  if (a.is(Kind::list) || a.is(Kind::record)) {
    if (comparing(path, a, b)) return true;
    if (path.size() > size_t(kMaxNesting)) return false;
  }
  switch (a.kind()) {
    case Kind::null: return true;
    case Kind::boolean: return a.boolean() == b.boolean();
    case Kind::number: return a.number() == b.number() && compare_numbers(a, a.number(), b, b.number()) == 0;
    case Kind::text: return a.view() == b.view();
    case Kind::list: {
      const auto &x = a.as_list().items, &y = b.as_list().items;
      if (x.size() != y.size()) return false;
      path.emplace_back(a.object(), b.object());
      bool same = true;
      for (size_t i = 0; same && i < x.size(); ++i) same = equal_to(x[i], y[i], path);
      path.pop_back();
      return same;
    }
    case Kind::record: {
      const Fields& x = a.as_record().fields;
      const Record& y = b.as_record();
      if (x.size() != y.fields.size()) return false;
      path.emplace_back(a.object(), b.object());
      bool same = true;
      for (size_t i = 0; same && i < x.size(); ++i) {
        const Value* other = y.find(x[i].first);
        same = other && equal_to(x[i].second, *other, path);
      }
      path.pop_back();
      return same;
    }
    case Kind::html: return a.as_html().page == b.as_html().page && a.as_html().node == b.as_html().node;
    default: return a.object() == b.object();
  }
}

int compare_to(const Value& a, const Value& b, Pairs& path) {
  walk();
  if (!a.is_null() && !b.is_null()) {
    auto x = to_number(a), y = to_number(b);
    if (x && y) return compare_numbers(a, *x, b, *y);
  }
  if (a.kind() != b.kind()) return a.kind() < b.kind() ? -1 : 1;
  if (a.is_text()) {
    int c = a.view().compare(b.view());
    return c < 0 ? -1 : c > 0;
  }
  if (a.is(Kind::list)) {
    if (comparing(path, a, b) || path.size() > size_t(kMaxNesting)) return 0;
    const auto &x = a.as_list().items, &y = b.as_list().items;
    path.emplace_back(a.object(), b.object());
    int c = 0;
    for (size_t i = 0; c == 0 && i < std::min(x.size(), y.size()); ++i) c = compare_to(x[i], y[i], path);
    path.pop_back();
    if (c) return c;
    return x.size() < y.size() ? -1 : x.size() > y.size();
  }
  if (a.is_null() || equal(a, b)) return 0;
  int c = to_text(a).compare(to_text(b));
  return c < 0 ? -1 : c > 0;
}

}  // namespace

bool equal(const Value& a, const Value& b) {
  Pairs path;
  return equal_to(a, b, path);
}

int compare(const Value& a, const Value& b) {
  Pairs path;
  return compare_to(a, b, path);
}

std::string group_key(const Value& v) {
  if (auto n = to_number(v); n && !v.is(Kind::boolean)) return number_key(v, *n);
  return std::string(name_of(v.kind())) + ":" + to_text(v);
}

namespace {

void append_xml(std::string& out, const Element& e, int indent, Path& path) {
  walk();
  if (is_full(out) || within(path, &e)) {
    out += "...";
    return;
  }
  path.push_back(&e);
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
        append_xml(out, child.as_element(), pretty ? indent + 1 : -1, path);
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
  path.pop_back();
}

void append_text(std::string& out, const Element& e, Path& path) {
  walk();
  if (is_full(out) || within(path, &e)) return;
  path.push_back(&e);
  for (const Value& child : e.children) {
    if (child.is(Kind::element)) append_text(out, child.as_element(), path);
    else out += to_text(child);
  }
  path.pop_back();
}

}  // namespace

void write_xml(std::string& out, const Element& e, int indent) {
  Path path;
  append_xml(out, e, indent, path);
}

std::string text_of(const Element& e) {
  std::string out;
  Path path;
  append_text(out, e, path);
  return out;
}

}  // namespace gleaner::script
