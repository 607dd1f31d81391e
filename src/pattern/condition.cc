// See condition.h. The table of tests, and conditions printed, read, hashed and put into words.
#include "pattern/condition.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/json.h"
#include "base/lists.h"
#include "base/nearest.h"
#include "base/text.h"
#include "base/unicode.h"
#include "pattern/forms.h"
#include "pattern/weights.h"

namespace gleaner::pattern {
namespace {

using namespace weights;

constexpr double L = -1;  // list weight as the weight

// In the order of the enumeration.
const std::array<TestInfo, kTests> kTable = {{
    {Test::own_id, "is", "N", kBest, L, false, true, true, 2},
    {Test::own_idm, "is", "N", kUnknown, L, false, true, false, 4},
    {Test::own_sem, "is", "N", kBest, L, false, true, false, 4},
    {Test::own_class, "is", "N", kBest, L, false, true, true, 6},
    {Test::own_word, "is", "N", kBest, L, false, true, true, 6},
    {Test::own_tag, "is", "N", kBest, L, false, false, false, 4},
    {Test::in_id, "in", "N", kGood, L, false, true, true, 80},
    {Test::in_idm, "in", "N", kFair, L, false, true, false, 80},
    {Test::in_sem, "in", "N", kGood, L, false, true, false, 80},
    {Test::in_class, "in", "N", kGood, L, false, true, true, 80},
    {Test::in_word, "in", "N", kGood, L, false, true, true, 80},
    {Test::in_tag, "in", "N", kBest, L, false, false, false, 80},
    {Test::under_id, "under", "NP", kGood, L, false, true, true, 10},
    {Test::under_idm, "under", "NP", kFair, L, false, true, true, 10},
    {Test::under_sem, "under", "NP", kGood, L, false, true, true, 10},
    {Test::under_class, "under", "NP", kGood, L, false, true, true, 10},
    {Test::under_word, "under", "NP", kGood, L, false, true, true, 10},
    {Test::under_tag, "under", "NP", kBest, L, false, false, true, 10},
    {Test::below_id, "below", "NI", kFair, L, false, true, false, 5},
    {Test::below_idm, "below", "NI", kFair, L, false, true, false, 5},
    {Test::below_sem, "below", "NI", kFair, L, false, true, false, 5},
    {Test::below_class, "below", "NI", kFair, L, false, true, false, 5},
    {Test::below_word, "below", "NI", kFair, L, false, true, false, 5},
    {Test::below_tag, "below", "NI", kGood, L, false, false, false, 5},
    {Test::path1, "path", "P", kFair, L, false, false, true, 100},
    {Test::path2, "path", "P", kFair, L, false, false, true, 100},
    {Test::path3, "path", "P", kFair, L, false, false, true, 30},
    {Test::path4, "path", "P", kFair, L, false, false, true, 30},
    {Test::path_all, "path", "P", kFair, L, false, false, true, 20},
    {Test::place1, "place", "I", kWeak, L, false, false, false, 100},
    {Test::place2, "place", "I", kFair, L, false, false, false, 16},
    {Test::place3, "place", "I", kFair, L, false, false, false, 8},
    {Test::place4, "place", "I", kFair, L, false, false, false, 6},
    {Test::place_all, "place", "I", kWeak, L, false, false, false, 3},
    {Test::classes1, "classes", "C", kGood, L, false, true, true, 12},
    {Test::classes2, "classes", "C", kGood, L, false, true, true, 8},
    {Test::classes3, "classes", "C", kGood, L, false, false, true, 6},
    {Test::classes4, "classes", "C", kGood, L, false, false, true, 6},
    {Test::nth0, "nth", "Gn", kWeak, L, false, false, false, 100},
    {Test::nth1, "nth-up1", "Gn", kWeak, L, false, false, false, 100},
    {Test::nth2, "nth-up2", "Gn", kWeak, kListTrap, false, false, false, 100},
    {Test::nth3, "nth-up3", "Gn", kWeak, kListTrap, false, false, false, 100},
    {Test::last0, "last", "Gn", kWeak, kListTrap, false, false, false, 100},
    {Test::last1, "last-up1", "Gn", kWeak, kListTrap, false, false, false, 100},
    {Test::last2, "last-up2", "Gn", kWeak, kListTrap, false, false, false, 100},
    {Test::last3, "last-up3", "Gn", kWeak, kListTrap, false, false, false, 100},
    {Test::text_number, "text-number", "n", kFair, L, false, false, false, 100},
    {Test::text_from_end, "text-from-end", "n", kFair, L, false, false, false, 100},
    {Test::text_count, "texts", "n", kFair, L, false, false, false, 100},
    {Test::child_count, "children", "n", kFair, L, false, false, false, 100},
    {Test::after1, "after", "T", kGood, kListTrap, true, true, false, 2},
    {Test::after2, "after2", "T", kTrap, kListTrap, true, false, false, 3},
    {Test::after3, "after3", "T", kTrap, kListTrap, true, false, false, 3},
    {Test::before, "before", "T", kWeak, kListTrap, true, false, false, 2},
    {Test::label, "label", "T", kGood, L, true, true, false, 3},
    {Test::label_off, "label-at", "Tn", kGood, kListTrap, true, true, false, 2},
    {Test::block, "block", "GT", kGood, L, true, true, false, 12},
    {Test::block_off, "block-at", "GTn", kWeak, L, true, true, false, 12},
    {Test::block_up, "block-up", "Tnn", kWeak, L, true, true, false, 12},
    {Test::sibling, "sibling", "GT", kWeak, kListTrap, true, true, false, 12},
    {Test::sibling_path, "sibling-at", "TP", kTrap, kListTrap, true, false, false, 12},
    {Test::row, "row", "T", kBest, L, true, true, false, 4},
    {Test::row_off, "row-at", "Tn", kBest, L, true, true, false, 4},
    {Test::column, "column", "T", kTrap, L, true, false, false, 20},
    {Test::heading, "heading", "GT", kTrap, kListHeading, true, true, false, 40},
    {Test::section, "section", "GT", kTrap, kListHeading, true, true, false, 40},
    {Test::shape, "shape", "T", kWeak, kListTrap, false, false, false, 40},
    {Test::kind, "kind", "T", kFair, kListTrap, false, false, false, 100},
    {Test::length, "length", "n", kTrap, kListTrap, false, false, false, 100},
    {Test::starts, "starts", "T", kFair, kListTrap, false, false, false, 15},
    {Test::own_label, "own-label", "T", kBest, L, false, true, false, 6},
    {Test::no_own_label, "no-own-label", "", kFair, L, false, false, false, 100},
    {Test::in_title, "in-title", "T", kFair, kListTrap, false, false, false, 300},
    {Test::link, "link", "T", kWeak, L, false, false, false, 100},
    {Test::link_query, "link-query", "T", kFair, L, false, false, false, 100},
    {Test::data_path, "data", "T", kBest, L, false, true, true, 1},
    {Test::data_place, "data-at", "T", kFair, L, false, false, false, 1},
    {Test::data_key, "key", "T", kGood, L, false, true, true, 1},
    {Test::data_keys, "keys", "T", kGood, L, false, false, true, 1},
    {Test::attr, "has", "N", kFair, L, false, true, false, 100},
    {Test::attr_in, "within", "N", kWeak, L, false, true, false, 100},
    {Test::no_attr, "has-not", "N", kWeak, L, false, false, false, 1000},
    {Test::is_not, "is-not", "N", kWeak, L, false, false, false, 1000},
    {Test::not_in, "not-in", "N", kWeak, L, false, false, false, 1000},
    {Test::header, "header", "T", kBest, L, true, true, false, 20},
}};

size_t steps_of(std::string_view path) { return size_t(std::ranges::count(path, '/')) + 1; }

// Which of id, idm, sem, class, word, tag a printed name is: 0..5.
int name_class(std::string_view name) {
  if (name.starts_with("#~")) return 1;
  if (name.starts_with("#")) return 0;
  if (name.starts_with("@")) return 2;
  if (name.starts_with(".")) return 4;
  return name.find('.') != std::string_view::npos ? 3 : 5;
}

// "@bgcolor=red": its name and its value.
std::pair<std::string_view, std::string_view> attribute_parts(std::string_view name) {
  const size_t equal = name.find('=');
  if (equal == std::string_view::npos) return {name.substr(1), {}};
  return {name.substr(1, equal - 1), name.substr(equal + 1)};
}

// "td.a.b": tag and classes.
uint64_t hash_class_step_printed(std::string_view step) {
  size_t dot = step.find('.');
  uint64_t h = mix(kNameStart, hash_text(step.substr(0, dot)));
  while (dot != std::string_view::npos) {
    size_t next = step.find('.', dot + 1);
    h = mix(h, hash_text(unescape_name(
                   step.substr(dot + 1, next == std::string_view::npos ? next : next - dot - 1))));
    dot = next;
  }
  return h;
}

template <class Step>
uint64_t fold_up(std::string_view path, Step&& step) {
  uint64_t h = kPathStart;
  while (true) {
    size_t slash = path.rfind('/');
    h = mix(h, step(path.substr(slash == std::string_view::npos ? 0 : slash + 1)));
    if (slash == std::string_view::npos) return h;
    path = path.substr(0, slash);
  }
}

uint64_t hash_place_step(std::string_view step) {
  size_t bracket = step.find('[');
  uint64_t tag = hash_text(step.substr(0, bracket));
  if (bracket == std::string_view::npos) return tag;
  uint32_t index = 0;
  std::from_chars(step.data() + bracket + 1, step.data() + step.size(), index);
  return mix(tag, index);
}

// Whole paths begin with '/' and are folded from the top, as the page side does it in one pass.
template <class Step>
uint64_t fold_down(std::string_view path, Step&& step) {
  uint64_t h = kPathStart;
  size_t from = 1;
  while (from <= path.size()) {
    size_t slash = path.find('/', from);
    if (slash == std::string_view::npos) slash = path.size();
    h = mix(h, step(path.substr(from, slash - from)));
    from = slash + 1;
  }
  return h;
}

const TestInfo* find_word(std::string_view word) { return find_by(kTable, &TestInfo::word, word); }

Diagnostic unknown_condition(std::string_view word) {
  std::vector<std::string> known;
  for (const TestInfo& row : kTable) known.emplace_back(row.word);
  const auto near = nearest(word, known);
  return error(Code::bad_input, fmt::format("no condition is called \"{}\"{}", word,
                                            near ? ", did you mean " + *near + "?" : ""));
}

// Tests that share a word differ by the form of their arguments.
Test settle(Test base, const Condition& c) {
  switch (base) {
    case Test::own_id:
    case Test::in_id:
    case Test::under_id:
    case Test::below_id: return Test(int(base) + name_class(c.a));
    case Test::path1:
      return c.a.starts_with("/") ? Test::path_all
                                  : Test(int(base) + int(std::min<size_t>(steps_of(c.a), 4)) - 1);
    case Test::place1:
      return c.a.starts_with("/") ? Test::place_all
                                  : Test(int(base) + int(std::min<size_t>(steps_of(c.a), 4)) - 1);
    case Test::classes1: return Test(int(base) + int(std::min<size_t>(steps_of(c.a), 4)) - 1);
    default: return base;
  }
}

}  // namespace

const TestInfo& info(Test test) { return kTable[size_t(test)]; }

uint64_t hash_form(std::string_view form) { return hash_text(form); }

uint64_t hash_name(std::string_view name) {
  switch (name_class(name)) {
    case 0: return mix(kNameStart + 1, hash_text(name.substr(1)));
    case 1: return mix(kNameStart + 2, hash_text(name.substr(2)));
    case 2: {
      const auto [attribute, value] = attribute_parts(name);
      return mix(mix(kNameStart + 3, hash_text(attribute)), hash_text(value));
    }
    case 3: return hash_class_step_printed(name);
    case 4: return mix(kNameStart + 4, hash_text(unescape_name(name.substr(1))));
    default: return mix(kNameStart + 5, hash_text(name));
  }
}

uint64_t hash_path(std::string_view path) {
  auto step = [](std::string_view s) { return hash_text(s); };
  return path.starts_with("/") ? fold_down(path, step) : fold_up(path, step);
}
uint64_t hash_place(std::string_view path) {
  return path.starts_with("/") ? fold_down(path, hash_place_step) : fold_up(path, hash_place_step);
}
uint64_t hash_class_path(std::string_view path) { return fold_up(path, hash_class_step_printed); }

uint64_t hash_class_step(uint64_t tag, std::string_view classes) {
  uint64_t h = mix(kNameStart, tag);
  for_each_word(classes, [&](std::string_view word) { h = mix(h, hash_text(word)); });
  return h;
}

uint64_t hash_test(Test test, uint64_t form, uint64_t payload) {
  return mix(mix(form, uint64_t(test) + 1), payload);
}

std::string escape_name(std::string_view word) {
  if (word.find_first_of("./%") == std::string_view::npos) return std::string(word);
  std::string out;
  for (char c : word) {
    if (c == '.') out += "%2E";
    else if (c == '/') out += "%2F";
    else if (c == '%') out += "%25";
    else out += c;
  }
  return out;
}

std::string unescape_name(std::string_view word) {
  std::string out;
  for (size_t i = 0; i < word.size(); ++i) {
    if (word[i] == '%' && i + 2 < word.size()) {
      std::string_view code = word.substr(i + 1, 2);
      char c = code == "2E" ? '.' : code == "2F" ? '/' : code == "25" ? '%' : 0;
      if (c) {
        out += c;
        i += 2;
        continue;
      }
    }
    out += word[i];
  }
  return out;
}

uint64_t Condition::hash(uint64_t form) const {
  uint64_t payload = 0;
  int texts = 0, numbers = 0;
  for (const char* c = info(test).arguments; *c; ++c) {
    const std::string& text = texts == 0 ? a : b;
    if (*c == 'n') {
      payload = mix(payload, uint64_t(int64_t(numbers == 0 ? n : m)));
      ++numbers;
      continue;
    }
    ++texts;
    uint64_t piece = *c == 'N'   ? hash_name(text)
                     : *c == 'P' ? hash_path(text)
                     : *c == 'I' ? hash_place(text)
                     : *c == 'C' ? hash_class_path(text)
                                 : hash_text(text);
    payload = mix(payload, piece);
  }
  return hash_test(test, form, payload);
}

std::string Condition::print() const {
  if (test == Test::attr || test == Test::no_attr) {
    const auto [name, value] = attribute_parts(a);
    std::string out = fmt::format("@{} {} ", name, test == Test::attr ? "=" : "!=");
    json::append_string(out, value);
    return out;
  }
  std::string out = info(test).word;
  int texts = 0, numbers = 0;
  for (const char* c = info(test).arguments; *c; ++c) {
    out += ' ';
    if (*c == 'n') out += std::to_string(numbers++ == 0 ? n : m);
    else json::append_string(out, texts++ == 0 ? a : b);
  }
  return out;
}

Result<std::string> quoted_text(std::string_view text, size_t& at, std::string_view word) {
  if (at >= text.size() || text[at] != '"')
    return error(Code::bad_input, fmt::format("condition \"{}\" needs a text in double quotes", word));
  size_t end = at + 1;
  while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
  if (end >= text.size())
    return error(Code::bad_input, fmt::format("condition \"{}\": the quote does not end", word));
  auto parsed = json::parse(text.substr(at, end + 1 - at));
  if (!parsed.ok()) return parsed.error();
  at = end + 1;
  return std::string(parsed->root.text);
}

namespace {

// @bgcolor = "red", @bgcolor != "red"
Result<Condition> parse_attribute(std::string_view text, size_t& at) {
  const size_t from = at;
  auto ends_name = [](char c) { return is_space(c) || c == '=' || c == '!' || c == '"'; };
  while (at < text.size() && !ends_name(text[at])) ++at;
  const std::string name(text.substr(from, at - from));
  while (at < text.size() && is_space(text[at])) ++at;
  const bool negative = text.substr(at).starts_with("!=");
  if (name.size() < 2 || (!negative && !text.substr(at).starts_with("=")))
    return error(Code::bad_input,
                 fmt::format("expected = or != and a text in double quotes behind \"{}\"", name));
  at += negative ? 2 : 1;
  while (at < text.size() && is_space(text[at])) ++at;
  GLEANER_TRY(const std::string value, quoted_text(text, at, name));
  return Condition{negative ? Test::no_attr : Test::attr, name + "=" + value, {}};
}

}  // namespace

Result<Condition> parse_condition(std::string_view text, size_t& at) {
  auto blank = [&] {
    while (at < text.size() && is_space(text[at])) ++at;
  };
  blank();
  if (at < text.size() && text[at] == '@') return parse_attribute(text, at);
  size_t from = at;
  while (at < text.size() && !is_space(text[at]) && text[at] != '"') ++at;
  std::string_view word = text.substr(from, at - from);
  const TestInfo* row = find_word(word);
  if (!row) return unknown_condition(word);
  Condition out;
  int texts = 0, numbers = 0;
  for (const char* c = row->arguments; *c; ++c) {
    blank();
    if (*c == 'n') {
      int32_t value = 0;
      auto [end, bad] = std::from_chars(text.data() + at, text.data() + text.size(), value);
      if (bad != std::errc{})
        return error(Code::bad_input, fmt::format("condition \"{}\" needs a number", row->word));
      at = size_t(end - text.data());
      (numbers++ == 0 ? out.n : out.m) = value;
      continue;
    }
    GLEANER_TRY((texts++ == 0 ? out.a : out.b), quoted_text(text, at, row->word));
  }
  out.test = settle(row->test, out);
  if (row->quotes) {  // a person writes "Our price:", pages are compared by the label form
    std::string& quoted = row->arguments[0] == 'G' ? out.b : out.a;
    bool as_is = std::ranges::all_of(quoted, [](char c) { return c == ' ' || (c >= 'a' && c <= 'z'); });
    if (!as_is && lower_text(quoted) != quoted) quoted = plain(quoted);
    else if (!as_is && quoted.ends_with(':')) quoted = plain(quoted);
  }
  return out;
}

std::string Condition::place_words() const {
  const int at = int(test);
  if (test <= Test::own_tag) return fmt::format("is {}", a);
  if (test <= Test::in_tag) return fmt::format("inside {}", a);
  if (test <= Test::below_tag) return fmt::format("at {} below {}", b, a);
  if (test <= Test::path4) return fmt::format("at the end of {}", a);
  if (test == Test::path_all || test == Test::place_all) return fmt::format("at {}", a);
  if (test <= Test::classes4) return fmt::format("at the end of {}", a);
  if (test <= Test::nth3)
    return at == int(Test::nth0) ? fmt::format("the {} {}", ordinal(n), a)
                                 : fmt::format("in the {} {}, {} up", ordinal(n), a, at - int(Test::nth0));
  return at == int(Test::last0)
             ? fmt::format("the {} {} from the end", ordinal(n + 1), a)
             : fmt::format("in the {} {} from the end, {} up", ordinal(n + 1), a, at - int(Test::last0));
}

std::string Condition::words() const {
  if (test <= Test::last3) return place_words();
  switch (test) {
    case Test::text_number: return fmt::format("the {} text of its element", ordinal(n + 1));
    case Test::text_from_end: return fmt::format("the {} text of its element from the end", ordinal(n + 1));
    case Test::text_count: return fmt::format("one of {} texts of its element", n);
    case Test::child_count: return fmt::format("an element with {} children", n);
    case Test::after1: return fmt::format("right after \"{}\"", a);
    case Test::after2: return fmt::format("two texts after \"{}\"", a);
    case Test::after3: return fmt::format("three texts after \"{}\"", a);
    case Test::before: return fmt::format("right before \"{}\"", a);
    case Test::label: return fmt::format("after the label \"{}\"", a);
    case Test::label_off: return fmt::format("{} after the label \"{}\"", n, a);
    case Test::block: return fmt::format("in the {} that begins with \"{}\"", a, b);
    case Test::block_off: return fmt::format("{} after \"{}\", which begins its {}", n, b, a);
    case Test::block_up: return fmt::format("{} after \"{}\", which begins its block {} up", n, a, m);
    case Test::sibling: return fmt::format("in the {} after \"{}\"", a, b);
    case Test::sibling_path: return fmt::format("at {} after \"{}\"", b.empty() ? "the node" : b, a);
    case Test::row: return fmt::format("in the row \"{}\"", a);
    case Test::row_off: return fmt::format("{} cells after the row head \"{}\"", n, a);
    case Test::column: return fmt::format("in the column \"{}\"", a);
    case Test::section: return fmt::format("in the section \"{}\"", b);
    case Test::heading: return fmt::format("under the heading \"{}\"", b);
    case Test::shape: return fmt::format("of the shape {}", a);
    case Test::kind: return fmt::format("of the kind {}", a);
    case Test::length:
      return n >= 6 ? "of 90 bytes or more" : fmt::format("of {} to {} bytes", n * 15, n * 15 + 14);
    case Test::starts: return a.empty() ? "beginning with a word" : fmt::format("beginning with \"{}\"", a);
    case Test::own_label: return fmt::format("labelled \"{}:\" in itself", a);
    case Test::no_own_label: return "without a label in itself";
    case Test::in_title:
      return a == "eq"   ? "the page's title"
             : a == "in" ? "part of the page's title"
                         : "not in the page's title";
    case Test::link: return fmt::format("in a link to {}/...", a);
    case Test::link_query: return a.empty() ? "in a link without query" : fmt::format("in a link with {}", a);
    case Test::attr:
    case Test::no_attr: {
      const auto [name, value] = attribute_parts(a);
      return fmt::format("whose {} is {}\"{}\"", name, test == Test::attr ? "" : "not ", value);
    }
    case Test::attr_in: return fmt::format("within {}", a);
    case Test::is_not: return fmt::format("is not {}", a);
    case Test::not_in: return fmt::format("not inside {}", a);
    case Test::header: return fmt::format("in the column headed \"{}\"", a);
    case Test::data_path:
    case Test::data_place: return fmt::format("at {}", a);
    case Test::data_key:
    case Test::data_keys: return fmt::format("with the key {}", a);
    default: return print();
  }
}

}  // namespace gleaner::pattern
