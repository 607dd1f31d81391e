// See recognise.h. Figures by their digits, texts by their words; with the unit that belongs to a figure.
#include "learn/recognise.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/text.h"
#include "html/locate.h"
#include "html/struck.h"
#include "html/visible.h"
#include "learn/weights.h"
#include "wrap/types.h"

namespace gleaner::learn {
namespace {

using wrap::Value;

constexpr std::string_view kBetweenDigits = "., '";

std::string digits_of(std::string_view text) {
  std::string out;
  for (char c : text)
    if (is_digit(c)) out += c;
  return out;
}

// Digits with at most a unit beside them: "$1,250.00", "1 250 USD", "(415) 555-1234".
bool is_figure(std::string_view text) {
  size_t letters = size_t(std::ranges::count_if(text, [](char c) { return is_alpha(c); }));
  return digits_of(text).size() >= kFigureDigits && letters <= kUnitLetters;
}

// What a figure says, the same for all its forms: the amount where it reads as a number, else its digits.
std::string meaning_of(std::string_view text) {
  if (auto date = wrap::read_as(wrap::Type::date, text)) return "date " + date->normal;
  if (!is_figure(text)) return {};
  std::string number;
  for (char c : text)
    if (is_digit(c) || c == '.' || c == ',') number += c;
  while (!number.empty() && !is_digit(number.back())) number.pop_back();
  if (auto read = wrap::read_as(wrap::Type::number, number)) return fmt::format("{}", read->number);
  return digits_of(text);
}

// text[at, ...) writes exactly these digits, separators between them; gives the end, or nothing.
std::optional<size_t> same_digits_at(std::string_view text, size_t at, std::string_view digits) {
  if (at && is_digit(text[at - 1])) return std::nullopt;
  size_t done = 0, i = at;
  while (i < text.size() && done < digits.size()) {
    if (text[i] == digits[done]) ++done, ++i;
    else if (done && kBetweenDigits.find(text[i]) != std::string_view::npos && i + 1 < text.size() &&
             is_digit(text[i + 1]))
      ++i;
    else return std::nullopt;
  }
  if (done < digits.size() || (i < text.size() && is_digit(text[i]))) return std::nullopt;
  return i;
}

// Takes in the unit beside a figure: a currency sign, or a word in capitals ("USD") next to it.
std::pair<size_t, size_t> with_unit(std::string_view text, size_t from, size_t to) {
  auto unit_sign = [](char c) { return c == '$' || c == '%' || uint8_t(c) >= 0x80; };
  auto is_upper = [](char c) { return c >= 'A' && c <= 'Z'; };
  size_t end = to;
  if (end < text.size() && text[end] == ' ') ++end;
  size_t word = end;
  while (word < text.size() && is_upper(text[word])) ++word;
  if (word - end >= 2 && word - end <= kUnitLetters && (word == text.size() || !is_alpha(text[word])))
    return {from, word};
  while (end < text.size() && unit_sign(text[end])) ++end;
  if (unit_sign(text[end - 1])) return {from, end};
  size_t begin = from;
  if (begin && text[begin - 1] == ' ') --begin;
  word = begin;
  while (word && is_upper(text[word - 1])) --word;
  if (begin - word >= 2 && begin - word <= kUnitLetters && (!word || !is_alpha(text[word - 1])))
    return {word, to};
  while (begin && unit_sign(text[begin - 1])) --begin;
  return {begin < from && unit_sign(text[begin]) ? begin : from, to};
}

// Where the page shows the figure in another form. All places must write it alike: else there is no telling
// which is meant.
bool in_another_form(Value& value, const Document& page, bool struck) {
  if (!page.is_html() || !is_figure(value.text)) return false;
  const std::string digits = digits_of(value.text);
  const html::Tree& tree = page.view<html::Tree>();
  html::VisibleText shown(tree, 0);
  const std::string& text = shown.text();
  std::string form;
  std::vector<Span> places;
  for (size_t i = text.find(digits[0]); i != std::string::npos; i = text.find(digits[0], i + 1)) {
    auto end = same_digits_at(text, i, digits);
    if (!end) continue;
    auto [from, to] = with_unit(text, i, *end);
    std::string_view here = std::string_view(text).substr(from, to - from);
    if (!says_the_same(here, value.text)) continue;
    if (!struck && html::is_struck(tree, shown.node_at(from))) continue;
    if (!form.empty() && form != here) return false;
    form = here;
    places.push_back(shown.span(from, to));
  }
  if (places.empty()) return false;
  value.text = form;
  value.places = std::move(places);
  return true;
}

bool stands_struck(const Document& page, const std::optional<Span>& span) {
  if (!span || !page.is_html()) return false;
  const html::Tree& tree = page.view<html::Tree>();
  return html::is_struck(tree, tree.node_at(span->begin));
}

bool any_shown(const std::vector<html::Place>& places) {
  return std::ranges::any_of(places, [](const html::Place& p) { return p.kind == html::Place::Kind::text; });
}

// Visible texts of the page in order, with the nodes they are.
std::vector<std::pair<html::NodeId, std::string>> shown_texts(const html::Tree& tree) {
  std::vector<std::pair<html::NodeId, std::string>> out;
  for (html::NodeId n = 0; n < tree.size(); ++n) {
    if (!tree.is_text(n) || html::is_invisible(tree.tag(tree.parent(n)))) continue;
    if (std::string text = collapse(tree.text(n)); !text.empty()) out.emplace_back(n, std::move(text));
  }
  return out;
}

}  // namespace

bool says_the_same(std::string_view a, std::string_view b) {
  if (collapse(a) == collapse(b)) return true;
  std::string meaning = meaning_of(a);
  return !meaning.empty() && meaning == meaning_of(b);
}

bool recognise_on(Value& value, const Document& old_page, const Document& page) {
  const bool struck = stands_struck(old_page, value.span);
  std::vector<html::Place> places = html::locate(page, value.text);
  if (!struck)
    std::erase_if(places, [&](const html::Place& place) { return stands_struck(page, place.span); });
  value.span.reset();
  value.places.clear();
  value.rule = 0;
  const bool hidden = !any_shown(places);
  if (hidden && any_shown(html::locate(old_page, value.text)) && in_another_form(value, page, struck))
    places.clear();
  for (const html::Place& place : places) value.places.push_back(place.span);
  if (value.places.size() == 1) value.span = value.places.front();
  return !value.places.empty();
}

void LabelTexts::add(const Document& page, const std::vector<wrap::Record>& records) {
  if (!page.is_html()) return;
  const html::Tree& tree = page.view<html::Tree>();
  auto texts = shown_texts(tree);
  wrap::for_each_leaf(records, [&](const std::string& field, const Value& value) {
    Seen& seen = fields_[field];
    ++seen.values;
    if (!value.span) return;
    for (size_t i = 1; i < texts.size(); ++i)
      if (tree.span(texts[i].first).contains(*value.span)) {
        if (texts[i].second == collapse(value.text)) ++seen.before[texts[i - 1].second];
        break;
      }
  });
}

Value LabelTexts::find(const Document& page, const FieldProfile& field) const {
  auto it = fields_.find(field.field);
  if (it == fields_.end() || !page.is_html()) return {};
  const html::Tree& tree = page.view<html::Tree>();
  auto texts = shown_texts(tree);
  Value found;
  for (const auto& [label, n] : it->second.before) {
    if (n < kLabelTextValues || n < kLabelTextShare * it->second.values) continue;
    for (size_t i = 1; i < texts.size(); ++i) {
      if (texts[i - 1].second != label || strangeness(field, texts[i].second) > 0) continue;
      if (html::is_struck(tree, texts[i].first)) continue;
      if (!found.is_absent()) return {};
      found = Value::make_text(texts[i].second, html::VisibleText(tree, texts[i].first).span());
    }
  }
  return found;
}

bool LabelTexts::stands_before(const Document& page, const std::string& field, const Value& value) const {
  auto it = fields_.find(field);
  if (it == fields_.end() || !page.is_html() || !value.span) return false;
  const html::Tree& tree = page.view<html::Tree>();
  const auto texts = shown_texts(tree);
  for (size_t i = 1; i < texts.size(); ++i) {
    if (!tree.span(texts[i].first).contains(*value.span)) continue;
    auto label = it->second.before.find(texts[i - 1].second);
    return label != it->second.before.end() && label->second >= kLabelTextValues &&
           label->second >= kLabelTextShare * it->second.values;
  }
  return false;
}

}  // namespace gleaner::learn
