// See fit.h.
#include "lines/fit.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/text.h"
#include "lines/grammar_text.h"
#include "lines/line_words.h"
#include "lines/rule_reader.h"
#include "lines/weights.h"

namespace gleaner::lines {
namespace {

using Lines = std::vector<std::string_view>;

// One word of a date or time; the marks are added. Letters only as in 2024-01-02T10:00:00Z.
bool add_marks(std::string_view word, std::string& marks, size_t& groups) {
  for (size_t i = 0; i < word.size(); ++i) {
    const char c = word[i];
    if (is_digit(c)) {
      groups += i == 0 || !is_digit(word[i - 1]);
      continue;
    }
    const bool letter = (c == 'T' && i > 0 && is_digit(word[i - 1])) || (c == 'Z' && i + 1 == word.size());
    if (!letter && std::string_view(":.,/-+").find(c) == std::string_view::npos) return false;
    if (marks.find(c) == std::string::npos) marks += c;
  }
  return true;
}

double share(const Pattern& pattern, const Lines& page) {
  return pattern.failed() ? -1 : share_read(pattern.production(), page);
}

// "From: ..." in blocks of lines that each begin with their name: all labelled lines begin so, and on the
// page no two that follow each other do. Of a log's lines many of one level do.
bool begin_with_name(const std::vector<Example>& examples, const Lines& page) {
  constexpr size_t kBlocks = 3;
  const std::string_view line = examples[0].line;
  const size_t colon = line.find(':');
  if (colon == std::string_view::npos || !std::ranges::all_of(line.substr(0, colon), is_letter_byte))
    return false;
  const std::string_view name = line.substr(0, colon + 1);
  for (const Example& example : examples)
    if (!example.line.starts_with(name) || example.places.empty() ||
        example.line.find_first_not_of(" \t", name.size()) != example.places[0].span.begin)
      return false;
  size_t count = 0;
  for (size_t i = 0; i < page.size(); ++i) {
    if (!page[i].starts_with(name)) continue;
    if (i > 0 && page[i - 1].starts_with(name)) return false;
    ++count;
  }
  return count >= kBlocks && count < page.size();
}

// Blanks that may be missing, then separators of which only the ends are kept, as
// long as more of the page is read.
Pattern loosen(const std::vector<Example>& examples, const std::vector<std::string>& names,
               const Lines& page) {
  Pattern best(examples, names);
  double read = share(best, page);
  auto try_one = [&](PatternOptions options, double gain = kLoosenGain) {
    Pattern other(examples, names, std::move(options));
    const double more = share(other, page);
    if (more < read + (read < 0 ? 0 : gain)) return false;
    // what reads more lines and the labelled ones wrong is no gain
    if (best.reads_examples() && !other.reads_examples()) return false;
    best = std::move(other);
    read = more;
    return true;
  };
  PatternOptions air;
  air.air = true;
  if (read < kReadsMost) try_one(air);
  PatternOptions dashes = best.options();
  dashes.dashes = true;
  if (read < 1) try_one(dashes, kDashGain);
  const bool named = begin_with_name(examples, page);
  while (read < kReadsMost && !best.wordy().empty()) {
    bool better = false;
    for (size_t separator : std::vector<size_t>(best.wordy())) {
      if (separator == 0 && named) continue;
      PatternOptions options = best.options();
      options.loose.insert(separator);
      better |= try_one(std::move(options));
    }
    if (!better) break;
  }
  return best;
}

// A pattern of all lines of the page, or of those that say the same: if loosening does not read nearly all of
// the page, the words between the fields are what tells these lines from the others.
Pattern choose_words(const std::vector<Example>& examples, const std::vector<std::string>& names,
                     const Lines& page) {
  Pattern wide = loosen(examples, names, page);
  PatternOptions options;
  options.message = true;
  Pattern said(examples, names, options);
  if (said.failed()) return wide;
  if (wide.failed()) return said;
  const double read = share(wide, page), same = share(said, page);
  if (read >= kReadsHeader) return said.has_phrase() && same >= read / 2 ? said : wide;
  return said.has_phrase() || same >= kReadsHeader * read ? said : wide;
}

// Values of each item on the lines that are read, the labelled ones included.
std::vector<std::vector<std::string>> values_on(const Pattern& pattern, const Lines& page) {
  std::vector<std::vector<std::string>> values(pattern.items.size());
  for (size_t i = 0; i < values.size(); ++i) values[i] = pattern.items[i].values;
  RuleReader reader(pattern.production(0, true));
  std::vector<size_t> item_of;
  for (const std::string& name : reader.names()) {
    size_t found = values.size();
    for (size_t i = 0; i < pattern.items.size(); ++i) {
      const Item& item = pattern.items[i];
      if (item.kind == Item::Kind::field ? pattern.name(item.field) == name : name == fmt::format("w_{}_", i))
        found = i;
    }
    item_of.push_back(found);
  }
  for (std::string_view line : page)
    if (const auto found = reader.read(line))
      for (const Found& one : *found)
        if (item_of[one.variable] < values.size())
          values[item_of[one.variable]].emplace_back(one.span.of(line));
  return values;
}

bool is_constant(const std::vector<std::string>& values) {
  return std::ranges::all_of(values, [&](const std::string& v) { return v == values[0]; });
}

// A key of a value: uid= before any value; host: before a field, where it follows a comma
// as one of several, or "host": .
bool is_key(const std::vector<Item>& items, size_t at) {
  const auto mark = [&](size_t i, char c) { return i < items.size() && items[i].is_mark(c); };
  if (mark(at + 1, '=')) return at + 2 < items.size() && items[at + 2].is_text();
  const bool quoted = at > 0 && mark(at - 1, '"') && mark(at + 1, '"');
  size_t before = at - quoted, behind = at + 1 + quoted;  // before: of the item behind it
  if (!mark(behind++, ':')) return false;
  const auto blank = [&](size_t i) { return i < items.size() && items[i].kind == Item::Kind::blank; };
  if (before > 0 && blank(before - 1)) --before;
  const bool one_of_several = before > 0 && (mark(before - 1, ',') || mark(before - 1, ';'));
  if (blank(behind)) ++behind;
  if (mark(behind, '"')) ++behind;
  return (quoted || one_of_several) && behind < items.size() && items[behind].kind == Item::Kind::field;
}

// Four numbers between dots; another line may have a name or an address of another make there.
bool is_address(std::string_view value) {
  return std::ranges::count(value, '.') == 3 &&
         value.find_first_not_of("0123456789.:") == std::string_view::npos;
}

// Values that have the form of the labelled ones, if those are dates: others are of lines of another kind.
std::string firm_class(const Item& item, const std::vector<std::string>& values) {
  if (date_class(item.values).empty() || std::ranges::all_of(item.values, is_address)) return {};
  std::vector<std::string> dates;
  for (const std::string& value : values)
    if (!date_class({value}).empty()) dates.push_back(value);
  return dates.size() * 2 > values.size() ? date_class(dates) : "";
}

bool all_are_digits(const std::vector<std::string>& values) {
  return std::ranges::all_of(values, [](const std::string& v) { return is_all_digits(v); });
}

void narrow_word(Pattern& pattern, size_t i, const std::vector<std::string>& values, bool named) {
  Item& item = pattern.items[i];
  const bool labelled_alike = is_constant(item.values);
  if (const std::string made = firm_class(item, values); !made.empty()) item.levels = {made};
  else if (labelled_alike && ((i == 0 && named) || is_key(pattern.items, i)))
    item.levels = {literal(item.values[0])};
  else if (labelled_alike && is_constant(values) && item.levels[0] != literal(values[0]))
    item.levels.insert(item.levels.begin(), literal(values[0]));
  else if (all_are_digits(values)) item.levels.insert(item.levels.begin(), "[0-9]+");
}

// Some value opens a bracket that it does not close: blanks inside brackets belong to it.
bool opens_bracket(const std::vector<std::string>& values) {
  return std::ranges::any_of(values, [](const std::string& v) {
    return !v.empty() && ((v[0] == '[' && v.find(']') == std::string::npos) ||
                          (v[0] == '"' && v.find('"', 1) == std::string::npos) ||
                          (v[0] == '(' && v.find(')') == std::string::npos));
  });
}

void narrow_field(Pattern& pattern, size_t i, const std::vector<std::string>& values) {
  Item& item = pattern.items[i];
  if (const std::string made = firm_class(item, values); !made.empty()) {
    item.levels = {made};
  } else if (all_are_digits(values)) {
    if (item.levels[0] != "[0-9]+") item.levels.insert(item.levels.begin(), "[0-9]+");
  } else if (pattern.items[i + 1].kind == Item::Kind::blank && opens_bracket(values)) {
    item.levels.insert(item.levels.begin(), {"'[' " + none_of("]") + "* ']'", "'(' " + none_of(")") + "* ')'",
                                             "'\"' " + none_of("\"") + "* '\"'"});
  }
}

// The marks among digits, if the value is a number of some form.
bool is_number(std::string_view value, std::string* marks = nullptr) {
  for (char c : value) {
    if (is_digit(c)) continue;
    if (std::string_view(".,:/%+-").find(c) == std::string_view::npos) return false;
    if (marks && marks->find(c) == std::string::npos) *marks += c;
  }
  return std::ranges::any_of(value, is_digit);
}

// Lines of another kind that happen to have as many words: where the labelled lines have numbers in several
// fields, and every line of the page has them in all or in none of these fields, those of none are no
// records. Such fields are read as numbers and nothing else.
void tell_apart(Pattern& pattern, const Lines& page) {
  std::map<std::string, size_t> numeric;  // variable -> item
  for (size_t i = 0; i + 1 < pattern.items.size(); ++i) {
    const Item& item = pattern.items[i];
    if (item.kind == Item::Kind::field &&
        std::ranges::all_of(item.values, [](const std::string& v) { return is_number(v); }))
      numeric[pattern.name(item.field)] = i;
  }
  if (numeric.size() < 2) return;
  RuleReader reader(pattern.production());
  std::map<size_t, std::string> marks;
  size_t all = 0, none = 0;
  for (std::string_view line : page) {
    const auto found = reader.read(line);
    if (!found) continue;
    size_t numbers = 0, seen = 0;
    std::map<size_t, std::string> here = marks;
    for (const Found& one : *found)
      if (const auto known = numeric.find(reader.names()[one.variable]); known != numeric.end()) {
        ++seen;
        numbers += is_number(one.span.of(line), &here[known->second]);
      }
    if (numbers == seen && seen == numeric.size()) ++all, marks = std::move(here);
    else if (numbers == 0) ++none;
    else return;
  }
  if (none == 0 || all < none) return;
  for (const auto& [name, i] : numeric) {
    std::ranges::sort(marks[i]);
    const std::vector<std::string> before = pattern.items[i].levels;
    pattern.items[i].levels = {digits_and(marks[i]) + "+"};
    if (!pattern.reads_examples()) pattern.items[i].levels = before;
  }
}

// Narrow productions first, where the page's values are all of one form.
void narrow(Pattern& pattern, const Lines& page, bool named) {
  const auto values = values_on(pattern, page);
  for (size_t i = 0; i < pattern.items.size(); ++i) {
    Item& item = pattern.items[i];
    if (!item.is_text() || i + 1 == pattern.items.size()) continue;
    const std::vector<std::string> before = item.levels;
    if (item.kind == Item::Kind::word) narrow_word(pattern, i, values[i], named);
    else narrow_field(pattern, i, values[i]);
    if (item.levels != before && !pattern.reads_examples()) item.levels = before;
  }
}

// Where one more bracketed part may stand: behind a text or a mark, before a mark or a blank.
std::vector<size_t> slots_of(const std::vector<Item>& items) {
  std::vector<size_t> out;
  bool field = false;
  for (size_t i = 1; i < items.size(); ++i) {
    field |= items[i - 1].kind == Item::Kind::field;
    if (!field || items[i - 1].kind == Item::Kind::blank || !items[i].extra.empty()) continue;
    const bool blank = items[i].kind == Item::Kind::blank;
    const bool mark = items[i].kind == Item::Kind::mark &&
                      std::string_view("[]({<>})\"'").find(items[i].text[0]) == std::string_view::npos;
    if (blank || mark) out.push_back(i);
  }
  return out;
}

struct Brackets {
  char open, close;
};
constexpr Brackets kBrackets[] = {{'[', ']'}, {'(', ')'}, {'{', '}'}, {'<', '>'}};

std::string bracketed(const Brackets& b, const std::string& name) {
  const std::string inner = (name.empty() ? "" : name + "=") + none_of(std::string(1, b.close)) + "*";
  return fmt::format("{} {} {}", literal(std::string(1, b.open)), inner, literal(std::string(1, b.close)));
}

// The one column that the labels name and no line has, between the fields around a
// slot; empty: none or several.
std::string lost_column(const Pattern& pattern, size_t slot, const std::vector<std::string>& names) {
  uint32_t left = 0, right = uint32_t(names.size());
  for (size_t i = 0; i < pattern.items.size(); ++i) {
    if (pattern.items[i].kind != Item::Kind::field) continue;
    if (i < slot) left = pattern.items[i].field + 1;
    else right = std::min(right, pattern.items[i].field);
  }
  std::string out;
  for (uint32_t f = left; f < right; ++f) {
    const bool has = std::ranges::any_of(pattern.items, [&](const Item& item) {
      return (item.kind == Item::Kind::field && item.field == f) ||
             item.extra.find(names[f] + "=") != std::string::npos;
    });
    if (has) continue;
    if (!out.empty()) return {};
    out = names[f];
  }
  return out;
}

bool set_extra(Pattern& pattern, size_t slot, std::string extra) {
  pattern.items[slot].extra = std::move(extra);
  if (pattern.reads_examples()) return true;
  pattern.items[slot].extra.clear();
  return false;
}

// Optional bracketed parts that lines of the page need.
void add_extras(Pattern& pattern, const std::vector<std::string>& names, const Lines& page) {
  for (int round = 0; round < 3; ++round) {
    Lines unread;
    RuleReader reader(pattern.production(0, false, false));
    for (std::string_view line : page)
      if (!reader.reads(line)) unread.push_back(line);
    if (unread.empty()) return;
    double best = 0;
    size_t best_slot = 0;
    std::string best_extra;
    for (size_t slot : slots_of(pattern.items))
      for (const Brackets& b : kBrackets) {
        const std::string extra = fmt::format("(' '* {})?", bracketed(b, lost_column(pattern, slot, names)));
        if (!set_extra(pattern, slot, extra)) continue;
        const double more = share_read(pattern.production(0, false, false), unread);
        pattern.items[slot].extra.clear();
        if (more <= best) continue;
        best = more;
        best_slot = slot;
        best_extra = extra;
      }
    if (best == 0) return;
    pattern.items[best_slot].extra = best_extra;
  }
}

// ... and those that only the labels tell of: a column that is named and empty.
void add_lost_columns(Pattern& pattern, const std::vector<std::string>& names) {
  for (size_t slot : slots_of(pattern.items)) {
    const std::string name = lost_column(pattern, slot, names);
    if (name.empty()) continue;
    set_extra(pattern, slot,
              fmt::format("(' '* ({} | {}))?", bracketed(kBrackets[0], name), bracketed(kBrackets[1], name)));
  }
}

}  // namespace

std::string date_class(const std::vector<std::string>& values) {
  std::vector<std::string> marks;  // by word
  size_t least = 100;
  for (const std::string& value : values) {
    const std::vector<std::string_view> parts = words(value);
    if (parts.empty() || (!marks.empty() && marks.size() != parts.size())) return {};
    marks.resize(parts.size());
    size_t groups = 0;
    for (size_t i = 0; i < parts.size(); ++i)
      if (!add_marks(parts[i], marks[i], groups)) return {};
    least = std::min(least, groups);
  }
  if (least < 3) return {};  // 3.5 is a number
  std::string out;
  for (std::string& one : marks) {
    if (one.size() > kMostClass) return {};
    std::ranges::sort(one);
    out += (out.empty() ? "" : " ' '+ ") + digits_and(one) + "+";
  }
  return out;
}

double share_read(const std::string& production, const Lines& page, const std::string& helpers) {
  RuleReader reader(production, helpers);
  if (!reader.ok() || page.empty()) return 0;
  size_t read = 0;
  for (std::string_view line : page) read += reader.reads(line);
  return double(read) / double(page.size());
}

Pattern fit(const std::vector<Example>& examples, const std::vector<std::string>& names, const Lines& page) {
  Pattern pattern = choose_words(examples, names, page);
  if (pattern.failed()) return pattern;
  if (!pattern.reads_examples()) pattern.drop_groups();
  add_extras(pattern, names, page);
  add_lost_columns(pattern, names);
  tell_apart(pattern, page);
  narrow(pattern, page, begin_with_name(examples, page));
  return pattern;
}

}  // namespace gleaner::lines
