// See pattern.h. From labelled lines to items, and from items to the text of a production.
#include "lines/pattern.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/contains.h"
#include "base/text.h"
#include "lines/grammar_text.h"
#include "lines/line_words.h"
#include "lines/rule_reader.h"

namespace gleaner::lines {
namespace {

const std::string kUntil = "[^\\n]+";  // up to what follows, wherever that is
const std::string kSpaced =
    "[^ \\n]+ (' ' [^ \\n]+)*";  // words with one blank between them: two blanks end it

}  // namespace

std::vector<FieldSpan> Example::values() const {
  std::vector<FieldSpan> out;
  for (const FieldSpan& place : places)
    if (!place.dash) out.push_back(place);
  return out;
}

std::string signature(const Example& example) {
  std::string out;
  uint32_t at = 0;
  for (const FieldSpan& place : example.places) {
    out += separator_sign(example.line, at, place.span.begin) + '\1';
    at = place.span.end;
  }
  return out + separator_sign(example.line, at, uint32_t(example.line.size()));
}

Pattern::Pattern(std::vector<Example> examples, const std::vector<std::string>& names, PatternOptions options)
    : examples_(std::move(examples)), names_(names), options_(std::move(options)) {
  const size_t fields = examples_[0].places.size();
  for (size_t j = 0; j <= fields; ++j) {
    std::vector<std::vector<Item>> cuts;
    for (const Example& example : examples_) {
      std::string_view line = example.line;
      while (!line.empty() && is_space(line.back())) line.remove_suffix(1);
      const uint32_t from = j ? example.places[j - 1].span.end : 0;
      const uint32_t to = j < fields ? example.places[j].span.begin : uint32_t(line.size());
      cuts.push_back(from < to ? cut_separator(line, from, to, options_.dashes) : std::vector<Item>());
    }
    add_separator(j, std::move(cuts), j == fields);
    if (j == fields) break;
    Item field{.kind = Item::Kind::field, .field = examples_[0].places[j].field};
    // a value for the lines that have none: what it may look like is known from the others
    std::string shown;
    for (const Example& example : examples_)
      if (shown.empty() && !example.places[j].dash) shown = example.places[j].span.of(example.line);
    for (const Example& example : examples_) {
      const FieldSpan& place = example.places[j];
      field.starts.push_back(place.span.begin);
      field.values.emplace_back(place.dash ? shown : place.span.of(example.line));
      field.dash |= place.dash;
    }
    items.push_back(std::move(field));
  }
  spread_dashes();
  for (size_t i = 0; i < items.size(); ++i) {
    if (items[i].kind != Item::Kind::blank) continue;
    const bool beside_mark = (i > 0 && items[i - 1].kind == Item::Kind::mark) ||
                             (i + 1 < items.size() && items[i + 1].kind == Item::Kind::mark);
    if (options_.air && beside_mark) items[i].maybe = true;
    if (i == 0) items[i].maybe = true;
    // an empty last field may lack the blank before it
    if (i + 2 == items.size() && i > 0 && items[i - 1].kind == Item::Kind::mark) items[i].maybe = true;
  }
  if (options_.air && items[0].is_text())
    items.insert(items.begin(), {.kind = Item::Kind::blank, .text = " ", .maybe = true});
  find_groups();
  choose_levels();
}

// Where one field shows by a dash that there is no value, the others do, too, unless
// a dash is labelled as one.
void Pattern::spread_dashes() {
  const auto dash = [](const Item& item) { return item.dash; };
  if (std::ranges::none_of(items, dash)) return;
  for (Item& item : items)
    if (item.kind == Item::Kind::field) item.dash = !contains(item.values, "-");
}

void Pattern::add_separator(size_t index, std::vector<std::vector<Item>> cuts, bool last) {
  auto alike = [&] {
    return std::ranges::all_of(cuts, [&](const auto& cut) { return sign(cut) == sign(cuts[0]); });
  };
  if (!alike()) align_blanks(cuts);
  const bool several =
      std::ranges::any_of(cuts[0], [](const Item& item) { return item.kind == Item::Kind::blank; });
  const bool words = std::ranges::any_of(cuts, [](const auto& cut) { return has_words(cut); });
  const bool free_end =
      last && has_words(cuts[0]) && several;  // nobody asked for what stands behind the last field
  if (!alike() || (options_.loose.contains(index) && words) || free_end) {
    for (Item& item : loosened(cuts, last)) items.push_back(std::move(item));
    return;
  }
  if (words) wordy_.push_back(index);
  for (size_t i = 0; i < cuts[0].size(); ++i) {
    Item item = cuts[0][i];
    take_values(item, cuts, i);
    for (const auto& cut : cuts) item.maybe |= cut[i].maybe;
    items.push_back(std::move(item));
  }
}

// A mark that stands alone between texts again and again, as in a|b|c.
bool Pattern::is_delimiter(char c) const {
  size_t alone = 0;
  for (size_t i = 1; i + 1 < items.size(); ++i)
    if (items[i].is_mark(c) && (items[i - 1].is_text() || items[i - 1].is_mark(c)) &&
        (items[i + 1].is_text() || items[i + 1].is_mark(c)))
      ++alone;
  return alone >= 2 && std::string_view("|;,\t").find(c) != std::string_view::npos;
}

// Is there a column between the field i and the next that no labelled line has?
bool Pattern::misses_column(size_t i) const {
  if (items[i].kind != Item::Kind::field) return false;
  const auto is_field = [](const Item& item) { return item.kind == Item::Kind::field; };
  const auto next = std::find_if(items.begin() + ptrdiff_t(i) + 1, items.end(), is_field);
  if (next == items.end()) return false;
  for (uint32_t f = items[i].field + 1; f < next->field; ++f)
    if (std::ranges::none_of(items, [&](const Item& other) { return is_field(other) && other.field == f; }))
      return true;
  return false;
}

// As many words as every value has, if it is more than one.
std::optional<std::string> Pattern::several_words(const Item& item) const {
  const size_t count = words(item.values[0]).size();
  if (count < 2 ||
      !std::ranges::all_of(item.values, [&](const std::string& v) { return words(v).size() == count; }))
    return std::nullopt;
  std::string out = none_of(" ") + "+";
  for (size_t n = 1; n < count; ++n) out += " ' '+ " + none_of(" ") + "+";
  return out;
}

// Productions for the text of item i, the one a person would write first.
std::vector<std::string> Pattern::candidates(size_t i) const {
  const Item& item = items[i];
  const Item* next = i + 1 < items.size() ? &items[i + 1] : nullptr;
  if (!next) {
    // a line that is read as a record of its own ends it: that reading costs less
    if (!item.has_values_with('\n')) return {"[^\\n]*"};
    return {examples_[0].indented ? "([^\\n]* ('\\n' [ \\t] [^\\n]+)*)" : "([^\\n]* ('\\n' [^\\n]+)*)"};
  }
  const char stop = next->kind == Item::Kind::mark ? next->text[0] : 0;
  const char before = i > 0 && items[i - 1].kind == Item::Kind::mark ? items[i - 1].text[0] : 0;
  const std::string stops = stop ? std::string(1, stop) : "";
  // a bracket that ends a value is no part of it; a column that no labelled line has
  // stands in brackets, if anywhere
  std::string opens = misses_column(i) ? "[({" : "";
  if (stop == '[' || stop == '(') opens += "[(";
  std::erase_if(opens, [&](char c) { return item.has_values_with(c); });
  std::vector<std::string> out;
  auto add = [&](std::string production) { out.push_back(std::move(production)); };
  if (next->is_text()) {
    add("[0-9]+");
    add("[A-Za-z]+");
  }
  if (stop && is_delimiter(stop)) add(none_of(stops) + "*");
  if (before == '\t' && !stop) add(none_of("\t") + "*");
  const bool enclosed = before && stop && closer_of(before) == stop;
  if (enclosed) add(stop == '"' ? quoted_text(stop) : none_of(stops) + "*");
  if (enclosed && before != stop) {
    const std::string inner = none_of(std::string{before, stop});
    add(fmt::format("({} | {} {}* {})*", inner, literal(std::string(1, before)), inner, literal(stops)));
  }
  const std::string marks = " " + stops + opens;
  add(none_of(marks + (before && before != ' ' ? std::string(1, before) : "")) + "+");
  if (before) add(none_of(marks) + "+");
  add(none_of(" ") + "+");
  if (next->kind == Item::Kind::blank) {
    if (next->text.size() > 1) add(kSpaced);
    add(fmt::format("('[' {}* ']' | '\"' {}* '\"' | {}+)", none_of("]"), none_of("\""), none_of(" ")));
  }
  // a mark ends it, or a word that every line has
  const bool mark_near = stop || (i + 2 < items.size() && (items[i + 2].kind == Item::Kind::mark ||
                                                           (options_.message && is_said(i + 2))));
  if (mark_near) add(kUntil);
  if (auto several = several_words(item)) add(std::move(*several));
  add(kUntil);
  return out;
}

// Does the engine, beginning at item i, read all examples as labelled?
bool Pattern::reads_from(size_t i) const {
  RuleReader reader(production(i, true));
  if (!reader.ok()) return false;
  for (size_t e = 0; e < examples_.size(); ++e) {
    const uint32_t from = items[i].starts[e];
    const auto found = reader.read(examples_[e].line.substr(from));
    if (found && items[i].kind == Item::Kind::field && is_dash(e, items[i].field)) {
      if (!found->empty() && reader.names()[found->front().variable] == name(items[i].field)) return false;
      continue;
    }
    if (!found || found->empty() || found->front().span.begin != 0) return false;
    const std::string_view got = found->front().span.of(examples_[e].line.substr(from));
    if (collapse(got) != collapse(items[i].values[e])) return false;
  }
  return true;
}

bool Pattern::is_dash(size_t example, uint32_t field) const {
  const std::vector<FieldSpan>& places = examples_[example].places;
  return std::ranges::any_of(places,
                             [&](const FieldSpan& place) { return place.field == field && place.dash; });
}

// A word that all labelled lines have in this place, and that names no month, day or level.
bool Pattern::is_said(size_t i) const {
  const Item& item = items[i];
  if (item.kind != Item::Kind::word) return false;
  const std::string& word = item.values[0];
  return std::ranges::all_of(word, is_letter_byte) &&
         std::ranges::all_of(item.values, [&](const std::string& v) { return v == word; }) &&
         !is_month(word) && !is_weekday(word) && !is_level(word);
}

bool Pattern::has_phrase() const {
  size_t run = 0;
  for (size_t i = 0; i < items.size(); ++i) {
    if (items[i].kind == Item::Kind::blank && items[i].text.size() == 1) continue;
    run = is_said(i) ? run + 1 : 0;
    if (run >= 3) return true;
  }
  return false;
}

bool Pattern::choose_level(size_t i) {
  for (const std::string& candidate : candidates(i)) {
    items[i].levels = {candidate};
    if (reads_from(i)) return true;
  }
  return false;
}

// What follows takes whatever stands before its mark, and so more than it should: [a:b:name@7] is cut at the
// first colon if the name may hold one. Without such levels behind item i.
bool Pattern::drop_until(size_t i) {
  bool dropped = false;
  for (size_t k = i + 1; k < items.size(); ++k)
    if (items[k].levels.size() > 1 && items[k].levels.back() == kUntil) {
      items[k].levels.pop_back();
      dropped = true;
    }
  return dropped;
}

// From right to left, so that what follows is known: the first production of which the
// labelled lines come out as labelled.
void Pattern::choose_levels() {
  for (size_t i = items.size(); i-- > 0;) {
    Item& item = items[i];
    if (!item.is_text()) continue;
    if (options_.message && is_said(i)) {
      item.levels = {literal(item.values[0])};
      continue;
    }
    bool fits = choose_level(i);
    if (!fits && item.kind == Item::Kind::field && drop_until(i)) fits = choose_level(i);
    if (!fits && item.kind == Item::Kind::field) {
      failed_ = true;
      failed_field_ = item.field;
      return;
    }
    const bool mark_ends = i + 1 < items.size() &&
                           (items[i + 1].kind == Item::Kind::mark ||
                            (i + 2 < items.size() && (items[i + 2].kind == Item::Kind::mark ||
                                                      (options_.message && is_said(i + 2) && has_phrase()))));
    const bool delimited =
        i + 1 < items.size() && items[i + 1].kind == Item::Kind::mark && is_delimiter(items[i + 1].text[0]);
    // what goes on behind a closing quote is another value
    const bool quoted = mark_ends && i > 0 && items[i - 1].is_mark('"') && items[i + 1].is_mark('"');
    if (!mark_ends || delimited || quoted || item.levels[0] == kUntil) continue;
    item.levels.push_back(kUntil);
    if (!reads_from(i)) item.levels.pop_back();
  }
}

// Does the last field begin a line of its own?
bool Pattern::begins_last_lines() const {
  return items.size() > 2 && items.back().kind == Item::Kind::field && items[items.size() - 2].is_mark('\n');
}

void Pattern::find_groups() {
  groups_.clear();
  for (size_t i = 1; i + 1 < items.size(); ++i) {
    if (!items[i].is_text() || items[i - 1].kind != Item::Kind::mark || items[i + 1].kind != Item::Kind::mark)
      continue;
    const char open = items[i - 1].text[0];
    if (closer_of(open) != items[i + 1].text[0] || open == '"' || open == '\'') continue;
    const bool first = i == 1 || (i == 2 && items[0].kind == Item::Kind::blank);
    if (first) continue;
    const bool between_blanks = items[i - 2].kind == Item::Kind::blank && i + 2 < items.size() &&
                                items[i + 2].kind == Item::Kind::blank && !items[i + 2].maybe;
    groups_[i - 1] = between_blanks ? i + 2 : i + 1;
  }
  if (examples_[0].lone_heads && begins_last_lines()) groups_[items.size() - 2] = items.size() - 1;
  find_quotes();
}

// A quoted text of several words, with fields among them, is one part of the line: the next line
// may have another text there ("-" where no request came). Where all fields stand in quotes,
// such a line would have nothing.
void Pattern::find_quotes() {
  quotes_.clear();
  size_t inside = 0, fields = 0;
  for (const Item& item : items) fields += item.kind == Item::Kind::field;
  for (size_t open = 0; open < items.size(); ++open) {
    if (!items[open].is_mark('"')) continue;
    size_t close = open + 1, held = 0;
    bool blank = false;
    for (; close < items.size() && !items[close].is_mark('"'); ++close) {
      held += items[close].kind == Item::Kind::field;
      blank |= items[close].kind == Item::Kind::blank;
    }
    if (close == items.size()) return;
    const auto group = groups_.lower_bound(open);
    const bool crossed = group != groups_.end() && group->first < close;
    if (held && blank && !crossed && inside + held < fields) quotes_[open] = close, inside += held;
    open = close;
  }
}

// Behind a value that holds single blanks one blank is no end: a row that lacks a column would be shifted.
std::string Pattern::blank_production(size_t i) const {
  const bool spaced = i > 0 && items[i - 1].is_text() && !items[i - 1].levels.empty() &&
                      items[i - 1].levels[0] == kSpaced && items[i - 1].has_values_with(' ');
  return items[i].maybe ? "' '*" : spaced ? "' ' ' '+" : "' '+";
}

// Of a word or field.
std::string Pattern::text_production(size_t i, bool words, bool until) const {
  const Item& item = items[i];
  std::vector<std::string> levels = item.levels;
  if (!until && levels.size() > 1 && levels.back() == kUntil) levels.pop_back();
  std::string body = fmt::format("{}", fmt::join(levels, " | "));
  const bool one = levels.size() == 1 && body.find(' ') == std::string::npos;
  const bool set = levels.size() == 1 && body.starts_with('[') && body.find("] ") == std::string::npos &&
                   body.find("+ ") == std::string::npos;
  const bool closed = levels.size() == 1 && body.starts_with('(') && body.ends_with(')');
  if (!one && !set && !closed) body = "(" + body + ")";
  if (item.kind == Item::Kind::field) body = name(item.field) + "=" + body;
  if (item.dash) return "('-' | " + body + ")";
  return words ? fmt::format("w_{}_={}", i, body) : body;
}

std::string Pattern::production(size_t from, bool words, bool until) const {
  std::string out, text;
  size_t group_end = 0, quote_end = 0;
  bool in_group = false, in_quotes = false;
  auto put = [&](const std::string& part) {
    if (!out.empty() && out.back() != '(') out += ' ';
    out += part;
  };
  auto flush = [&] {
    if (!text.empty()) put(literal(text));
    text.clear();
  };
  for (size_t i = from; i < items.size(); ++i) {
    const Item& item = items[i];
    if (!item.extra.empty()) flush(), put(item.extra);
    if (auto group = groups_.find(i); group != groups_.end()) {
      flush();
      put("(");
      group_end = group->second;
      in_group = true;
    }
    if (quotes_.contains(i)) flush(), put("("), quote_end = quotes_.at(i), in_quotes = true;
    switch (item.kind) {
      case Item::Kind::mark: text += item.text; break;
      case Item::Kind::blank: flush(), put(blank_production(i)); break;
      case Item::Kind::any: flush(), put("[^\\n]*"); break;
      case Item::Kind::word:
      case Item::Kind::field: {
        const bool constant = item.levels.size() == 1 && item.levels[0].starts_with('\'') && !words;
        if (constant && item.kind == Item::Kind::word) {
          text += item.values[0];
          break;
        }
        flush();
        put(text_production(i, words, until));
        break;
      }
    }
    if (in_group && i == group_end) {
      flush();
      out += ")?";
      in_group = false;
    }
    if (in_quotes && i == quote_end) {
      flush();
      out += fmt::format(" | '\"' {} '\"')", quoted_text('"'));
      in_quotes = false;
    }
  }
  flush();
  return out;
}

bool Pattern::reads_examples() const {
  RuleReader reader(production());
  if (!reader.ok()) return false;
  for (const Example& example : examples_) {
    const auto found = reader.read(example.line);
    const std::vector<FieldSpan> values = example.values();
    if (!found || found->size() != values.size()) return false;
    for (size_t p = 0; p < found->size(); ++p) {
      const FieldSpan& place = values[p];
      if (reader.names()[(*found)[p].variable] != name(place.field) ||
          collapse((*found)[p].span.of(example.line)) != collapse(place.span.of(example.line)))
        return false;
    }
  }
  return true;
}

}  // namespace gleaner::lines
