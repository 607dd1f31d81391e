// See value.h. Making, destroying and printing values. compare.cc compares them.
#include "script/value.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "base/json.h"
#include "base/lists.h"
#include "base/text.h"
#include "html/visible.h"
#include "script/compare.h"
#include "script/numbers.h"
#include "wrap/readings.h"

namespace gleaner::script {

std::string_view name_of(Kind kind) {
  constexpr std::string_view kNames[] = {"null",   "boolean", "number", "text",    "number", "list",
                                         "record", "element", "html",   "function"};  // in the order of Kind
  return kNames[size_t(kind)];
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

// Whether a text has grown so large that no more is added. Without anybody to tell, it ends there.
bool is_full(const std::string& out) {
  if (out.size() <= kMaxText) return false;
  if (work.payer) work.payer->too_large();
  return true;
}

// What is being walked, from the outermost on.
using Path = std::vector<const Object*>;
bool within(const Path& path, const Object* object) {
  return path.size() > size_t(kMaxNesting) || contains(path, object);
}

}  // namespace

void walk() {
  if (++work.walked % kWalk == 0 && work.payer) work.payer->pay();
}

Object::Object(Kind k) : kind(k), owner(work.round) {}

Container::Container(Kind k, bool holds) : Object(k) {
  if (holds && work.heap) work.heap->add(*this);
}

void Text::add_field(const std::string& name, Value value) {
  fields.emplace_back(name, std::move(value));
  if (!shard && work.heap) work.heap->add(*this);
}

AtWork::AtWork(uint64_t round, Payer* payer, Heap* heap)
    : round_(std::exchange(work.round, round)),
      payer_(std::exchange(work.payer, payer)),
      heap_(std::exchange(work.heap, heap)) {}

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
  text->untyped = true;
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

std::string Record::free_name(const std::string& name) const {
  std::string out = name;
  for (int n = 2; find(out); ++n) out = fmt::format("{}{}", name, n);
  return out;
}

void Record::set(std::string_view name, Value value) {
  for (auto& [key, old] : fields) {
    if (key != name) continue;
    old = std::move(value);
    return;
  }
  fields.emplace_back(std::string(name), std::move(value));
}

const Fields* fields_in(const Value& v) {
  if (v.is(Kind::record)) return &v.as_record().fields;
  return v.is_text() && !v.as_text().fields.empty() ? &v.as_text().fields : nullptr;
}

bool truth(const Value& v) {
  switch (v.kind()) {
    case Kind::null: return false;
    case Kind::boolean: return v.boolean();
    case Kind::number: return v.number() != 0;
    case Kind::exact: return to_number(v).value_or(1) != 0;
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
  const bool typed = v.is_text() && v.as_text().typed && wrap::is_numeric(v.as_text().typed->type);
  if (typed) return v.as_text().typed->number;
  const std::string_view s = v.is_text()         ? trim(v.view())
                             : v.is(Kind::exact) ? std::string_view(v.as_exact().digits)
                                                 : std::string_view();
  if (s.empty() || !(is_digit(s.back()) || s.back() == '.')) return std::nullopt;  // nor "nan", "infinity"
  double n = 0;
  auto [end, failed] = std::from_chars(s.data(), s.data() + s.size(), n);
  if (end != s.data() + s.size()) return std::nullopt;
  if (failed == std::errc::result_out_of_range) return std::strtod(std::string(s).c_str(), nullptr);
  return failed == std::errc() ? std::optional(n) : std::nullopt;
}

// What a reading is in answers: the amount, the date, the address.
static Value reading_of(const wrap::Typed& typed, const std::string& text) {
  if (typed.type == wrap::Type::boolean) return Value(typed.number != 0);
  if (wrap::is_numeric(typed.type)) return Value(typed.number);
  return Value::text(typed.normal.empty() ? text : typed.normal);
}

std::string to_text(const Value& v) {
  switch (v.kind()) {
    case Kind::null: return "null";
    case Kind::boolean: return v.boolean() ? "true" : "false";
    case Kind::number: return v.is_whole() ? fmt::format("{}", v.whole()) : format_number(v.number());
    case Kind::text:
      if (v.as_text().typed) return to_text(reading_of(*v.as_text().typed, v.as_text().string));
      return v.as_text().string;
    case Kind::exact: return v.as_exact().digits;
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

static void append_json(std::string& out, const Value& v, Path& path) {
  walk();
  const bool holds = v.is(Kind::list) || fields_in(v);
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
      else if (v.as_text().typed) append_json(out, reading_of(*v.as_text().typed, v.as_text().string), path);
      else json::append_string(out, v.view());
      break;
    case Kind::exact: out += v.as_exact().digits; break;
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

static void escape_xml(std::string& out, std::string_view text, bool attribute) {
  for (char c : text) {
    if (c == '<') out += "&lt;";
    else if (c == '>') out += "&gt;";
    else if (c == '&') out += "&amp;";
    else if (c == '"' && attribute) out += "&quot;";
    else out += c;
  }
}

std::string to_json(const Value& v) {
  std::string out;
  Path path;
  append_json(out, v, path);
  return out;
}

static void append_xml(std::string& out, const Element& e, int indent, Path& path) {
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

static void append_text(std::string& out, const Element& e, Path& path) {
  walk();
  if (is_full(out) || within(path, &e)) return;
  path.push_back(&e);
  for (const Value& child : e.children) {
    if (child.is(Kind::element)) append_text(out, child.as_element(), path);
    else out += to_text(child);
  }
  path.pop_back();
}

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

Value from_wrapped(const wrap::Value& v, const DocumentPtr& page) {
  switch (v.kind) {
    case wrap::Value::Kind::absent:
    case wrap::Value::Kind::null: return Value();
    case wrap::Value::Kind::text: {
      Value out = v.span ? Value::text(v.text, *v.span, page) : Value::text(v.text);
      out.as_text().untyped = true;
      if (v.typed) out.as_text().typed = std::make_shared<const wrap::Typed>(*v.typed);
      return out;
    }
    case wrap::Value::Kind::list: {
      std::vector<Value> items;
      for (const wrap::Value& item : v.items) items.push_back(from_wrapped(item, page));
      return Value::list(std::move(items));
    }
    case wrap::Value::Kind::record: {
      Value record = Value::record();
      for (const wrap::Field& field : v.fields)
        record.as_record().fields.emplace_back(field.name, from_wrapped(field.value, page));
      return record;
    }
  }
  return Value();
}

}  // namespace gleaner::script
