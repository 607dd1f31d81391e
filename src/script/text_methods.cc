// Methods of texts. A piece of a text keeps its place in the page.
#include "script/text_methods.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"
#include "regex/regex.h"
#include "script/interpreter.h"
#include "script/numbers.h"

namespace gleaner::script {
namespace {

using Arguments = std::vector<Value>;

constexpr double kMaxRepeated = 64e6;  // bytes

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

}  // namespace

const std::map<std::string_view, Method>& text_methods() {
  static const std::map<std::string_view, Method> kAll{
      {"trim", text_trim},
      {"slice", text_slice},
      {"split", text_split},
      {"replace", text_replace},
      {"matches", text_matches},
      {"lines", text_lines},
      // find(/re/): the first match, its groups as a list behind it; find_all: all of them;
      // replace_all(re, by): $1 is a group
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

}  // namespace gleaner::script
