// See forms.h.
#include "lines/forms.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "lines/fit.h"
#include "lines/grammar_text.h"
#include "lines/line_grammar.h"
#include "lines/rule_reader.h"

namespace gleaner::lines {
namespace {

// --- delimited
std::string cell_production(const std::string& name, char delimiter, bool quotes) {
  const std::string plain = none_of(std::string(1, delimiter)) + "*";
  const std::string assign = name.empty() ? "" : name + "=";
  if (!quotes) return assign + plain;
  return fmt::format("('\"' {}([^\"\\n] | '\"\"')* '\"' | {}{})", assign, assign, plain);
}

std::optional<Form> delimited_by(char delimiter, const std::vector<Example>& examples,
                                 const std::vector<std::string>& names,
                                 const std::vector<std::string_view>& page) {
  std::map<size_t, uint32_t> field_of;  // column -> field
  size_t columns = 0;
  for (const Example& example : examples) {
    const std::vector<CellSpan> cells = cells_of(example.line, delimiter);
    if (cells.size() < 2 || (columns && columns != cells.size())) return std::nullopt;
    columns = cells.size();
    for (const FieldSpan& place : example.places) {
      size_t at = 0;
      while (at < cells.size() && trim(cells[at].inner.of(example.line)) != trim(place.span.of(example.line)))
        ++at;
      while (at < cells.size() && !cells[at].inner.contains(place.span)) ++at;
      if (at == cells.size()) return std::nullopt;
      auto [known, fresh] = field_of.try_emplace(at, place.field);
      if (!fresh && known->second != place.field) return std::nullopt;
    }
  }
  std::set<size_t> quoted;
  for (std::string_view line : page) {
    const std::vector<CellSpan> cells = cells_of(line, delimiter);
    for (size_t c = 0; c < cells.size() && cells.size() == columns; ++c)
      if (cells[c].quoted) quoted.insert(c);
  }
  if (quoted.empty()) return std::nullopt;  // nothing that a plain pattern cannot say
  Form form;
  for (size_t c = 0; c < columns; ++c) {
    if (c) form.production += " " + literal(std::string(1, delimiter)) + " ";
    const auto field = field_of.find(c);
    form.production +=
        cell_production(field == field_of.end() ? "" : names[field->second], delimiter, quoted.contains(c));
  }
  return form;
}

// --- keyed
bool in_key(char c) { return is_word_byte(c) || c == '_' || c == '.' || c == '-'; }

struct Key {
  std::string text;    // with its mark and the quote or blank before the value: `uid=`, `msg="`, `From: `
  std::string suffix;  // behind the value: `"`, `ms`
  bool quoted = false;
};

constexpr std::string_view kBetween = " ,;&|\t";

// `key=` right before the value, beginning a word of the line.
std::optional<Key> key_in_line(const Example& example, const FieldSpan& place) {
  const std::string_view line = example.line;
  size_t at = place.span.begin;
  Key key;
  if (at > 0 && (line[at - 1] == '"' || line[at - 1] == '\'')) key.quoted = true, --at;
  if (at > 1 && line[at - 1] == ' ' && line[at - 2] == ':') --at;
  if (at < 2 || (line[at - 1] != '=' && line[at - 1] != ':')) return std::nullopt;
  size_t begin = at - 1;
  while (begin > 0 && in_key(line[begin - 1])) --begin;
  if (begin == at - 1 || !is_alpha(line[begin])) return std::nullopt;
  if (begin > 0 && kBetween.find(line[begin - 1]) == std::string_view::npos) return std::nullopt;
  key.text = std::string(line.substr(begin, place.span.begin - begin));
  size_t end = place.span.end;
  while (end < line.size() && kBetween.find(line[end]) == std::string_view::npos) ++end;
  key.suffix = std::string(line.substr(place.span.end, end - place.span.end));
  return key;
}

// What stands before the value on its line of a block: `Subject: `.
std::optional<Key> key_in_block(const Example& example, const FieldSpan& place) {
  const std::string_view line = example.line;
  size_t begin = place.span.begin, end = place.span.end;
  while (begin > 0 && line[begin - 1] != '\n') --begin;
  while (end < line.size() && line[end] != '\n') ++end;
  Key key;
  key.text = std::string(line.substr(begin, place.span.begin - begin));
  const std::string_view mark = trim(key.text);
  if (mark.size() < 2 || !is_alpha(mark[0]) ||
      std::string_view(":=.>").find(mark.back()) == std::string_view::npos)
    return std::nullopt;
  key.suffix = std::string(line.substr(place.span.end, end - place.span.end));
  if (key.suffix.size() > 8) return std::nullopt;
  return key;
}

struct Keys {
  std::map<uint32_t, Key> of;  // field -> its key, the same in all examples
  std::vector<uint32_t> order;
};

template <class Find>
std::optional<Keys> keys_of(const std::vector<Example>& examples, Find&& find) {
  Keys keys;
  for (const Example& example : examples)
    for (const FieldSpan& place : example.places) {
      std::optional<Key> key = find(example, place);
      if (!key) return std::nullopt;
      auto [known, fresh] = keys.of.try_emplace(place.field, *key);
      if (!fresh && known->second.text != key->text) return std::nullopt;
      if (fresh) keys.order.push_back(place.field);
    }
  return keys;
}

// Blanks of a key are any number of blanks: `From: ` is 'From:' ' '*.
std::string key_literal(std::string_view key) {
  const size_t end = key.find_last_not_of(" \t");
  const std::string_view solid = key.substr(0, end + 1);
  return literal(solid) + (solid.size() < key.size() ? " ' '*" : "");
}

std::string pair_production(const Key& key, const std::string& name, const std::string& value) {
  if (key.quoted) {
    const std::string quote = key.text.substr(key.text.size() - 1);
    const std::string bare = key_literal(std::string_view(key.text).substr(0, key.text.size() - 1));
    return fmt::format("{} ({} {}=({}) {} | {}={})", bare, literal(quote), name, quoted_text(quote[0]),
                       literal(quote), name, value);
  }
  if (key.suffix.empty()) return fmt::format("{} {}={}", key_literal(key.text), name, value);
  return fmt::format("{} {}={} {}?", key_literal(key.text), name, value, literal(key.suffix));
}

std::optional<Form> keyed_lines(const std::vector<Example>& examples, const std::vector<std::string>& names) {
  const auto keys = keys_of(examples, key_in_line);
  if (!keys || keys->of.size() < 2) return std::nullopt;
  // what stands between pairs, and what comes before the first
  std::string between;
  for (const Example& example : examples)
    for (char c : example.line)
      if (kBetween.find(c) != std::string_view::npos && between.find(c) == std::string::npos &&
          std::ranges::none_of(example.places, [&](const FieldSpan& p) {
            return p.span.of(example.line).find(c) != std::string_view::npos;
          }))
        between += c;
  if (between.empty()) between = " ";
  Form form;
  std::string parts;
  for (uint32_t field : keys->order)
    parts += pair_production(keys->of.at(field), names[field], none_of(between) + "*") + " | ";
  const std::string other = fmt::format("{}+ ('\"' {} '\"')?", none_of(between + "\""), quoted_text('"'));
  form.helpers = rule_text("part", parts + other);
  const std::string gap = between.size() == 1 ? literal(between) + "+" : one_of(between) + "+";
  form.production = fmt::format("part() ({0} part())* ({0})?", gap);
  return form;
}

std::optional<Form> keyed_blocks(const std::vector<Example>& examples,
                                 const std::vector<std::string>& names) {
  const auto keys = keys_of(examples, key_in_block);
  if (!keys) return std::nullopt;
  bool continued = false;
  std::set<uint32_t> first;
  for (const Example& example : examples) {
    first.insert(example.places[0].field);
    for (const FieldSpan& place : example.places)
      continued |= place.span.of(example.line).find('\n') != std::string_view::npos;
  }
  const std::string value = continued ? "([^\\n]* ('\\n' [ \\t]+ [^\\n]+)*)" : "[^\\n]*";
  Form form;
  std::string begin, parts;
  for (uint32_t field : keys->order) {
    const std::string pair = pair_production(keys->of.at(field), names[field], value);
    // a record begins where its first key comes again
    if (first.contains(field)) begin += (begin.empty() ? "" : " | ") + pair;
    if (!first.contains(field) || first.size() > 1) parts += pair + " | ";
  }
  form.helpers = rule_text("part", parts + "[^\\n]+");
  form.production = fmt::format("{} ('\\n' part())*", first.size() > 1 ? "(" + begin + ")" : begin);
  return form;
}

}  // namespace

std::vector<CellSpan> cells_of(std::string_view line, char delimiter) {
  std::vector<CellSpan> out;
  for (size_t at = 0;;) {
    CellSpan cell;
    size_t end;
    const size_t close = at < line.size() && line[at] == '"' ? [&] {
      size_t i = at + 1;
      while (i < line.size() && (line[i] != '"' || (i + 1 < line.size() && line[i + 1] == '"')))
        i += line[i] == '"' ? 2 : 1;
      return i;
    }()
                                                             : line.size();
    cell.quoted = close < line.size() && (close + 1 == line.size() || line[close + 1] == delimiter);
    if (cell.quoted) {
      cell.inner = {uint32_t(at + 1), uint32_t(close)};
      end = close + 1;
    } else {
      end = std::min(line.find(delimiter, at), line.size());
      cell.inner = {uint32_t(at), uint32_t(end)};
    }
    out.push_back(cell);
    if (end >= line.size()) return out;
    at = end + 1;
  }
}

bool reads_as_labelled(const Form& form, const std::vector<Example>& examples,
                       const std::vector<std::string>& names) {
  RuleReader reader(form.production, form.helpers);
  for (const Example& example : examples) {
    const auto found = reader.read(example.line);
    if (!found) return false;
    std::map<std::string, std::string> got;
    for (const Found& one : *found)
      if (std::string text = collapse(one.span.of(example.line)); !text.empty())
        got[reader.names()[one.variable]] = std::move(text);
    const std::vector<FieldSpan> values = example.values();
    if (got.size() != values.size()) return false;
    for (const FieldSpan& place : values)
      if (got[names[place.field]] != collapse(place.span.of(example.line))) return false;
  }
  return reader.ok();
}

std::optional<Form> delimited_form(const std::vector<Example>& examples,
                                   const std::vector<std::string>& names,
                                   const std::vector<std::string_view>& page) {
  for (char delimiter : {',', ';', '\t', '|'}) {
    std::optional<Form> form = delimited_by(delimiter, examples, names, page);
    if (!form || !reads_as_labelled(*form, examples, names)) continue;
    form->read = share_read(form->production, page, form->helpers);
    return form;
  }
  return std::nullopt;
}

std::optional<Form> keyed_form(const std::vector<Example>& examples, const std::vector<std::string>& names,
                               const std::vector<std::string_view>& page) {
  const bool blocks = std::ranges::any_of(
      examples, [](const Example& e) { return e.line.find('\n') != std::string_view::npos; });
  std::optional<Form> form = blocks ? keyed_blocks(examples, names) : keyed_lines(examples, names);
  if (!form || !reads_as_labelled(*form, examples, names)) return std::nullopt;
  form->read = blocks ? 1 : share_read(form->production, page, form->helpers);
  return form;
}

}  // namespace gleaner::lines
