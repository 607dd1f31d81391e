// See field_rule.h.
#include "rows/field_rule.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "base/sorted.h"
#include "base/text.h"
#include "base/unicode.h"
#include "records/names.h"
#include "rows/weights.h"

namespace gleaner::rows {
namespace {

constexpr size_t kFewWords = 3, kMostWords = 12;
constexpr size_t kUnitLetters = 3;  // bytes of "min", "km", "PS"

std::string place_words(int nth) {
  if (nth == -1) return "last";
  return nth < 0 ? ordinal(-nth) + " last" : ordinal(nth + 1);
}

// An old price and a new one are not one price.
bool has_two_prices(const std::vector<std::string_view>& all) {
  return std::ranges::count_if(
             all, [](std::string_view word) { return records::kind_of_value(word) == "price"; }) > 1;
}

bool is_mostly_digits(std::string_view text) {
  const std::string letters = letters_of(text);
  return 2 * std::ranges::count_if(letters, is_digit) > ptrdiff_t(letters.size());
}

// "69 PS", "3 h 20 min": figures with their units, however many digits they have.
bool is_measure(const std::vector<std::string_view>& all) {
  bool number = false, unit = false;
  for (std::string_view word : all) {
    const bool digits = is_digit(word[0]);
    if (!digits && (!number || letters_of(word).size() > kUnitLetters ||
                    std::ranges::none_of(word, is_letter_byte) || std::ranges::any_of(word, is_digit)))
      return false;
    unit |= !digits;
    number = digits;
  }
  return unit;
}

}  // namespace

std::string kind_of(std::string_view text) {
  const std::vector<std::string_view> all = words(text);
  if (all.size() <= kMostWords) {
    if (std::string_view kind = records::kind_of_value(text); !kind.empty())
      return kind == "price" && has_two_prices(all) ? "prices" : std::string(kind);
    if (is_mostly_digits(text) || is_measure(all)) return "figures";
  }
  return all.size() <= kFewWords ? "short" : all.size() <= kMostWords ? "words" : "long";
}

std::string shape_of(std::string_view text) {
  std::string out;
  if (words(text).size() > kFewWords + 1) return out;
  for (char c : collapse(text)) {
    const char kind = is_digit(c) ? '9' : is_letter_byte(c) ? 'w' : c;
    if (out.empty() || kind != out.back() || (kind != '9' && kind != 'w')) out += kind;
  }
  while (!out.empty() && (out.back() == ',' || out.back() == ';')) out.pop_back();  // of a list's items
  return out;
}

double alike(std::string_view a, std::string_view b) {
  if (a == b) return 1;
  auto size = [](std::string_view k) { return k == "short" ? 1 : k == "words" ? 2 : k == "long" ? 3 : 0; };
  if (a.empty()) return size(b) ? 0.8 : 0;  // texts of any length
  if (a.starts_with("price") && b.starts_with("price")) return 0.3;
  if (!size(a) || !size(b)) return 0;
  return std::abs(size(a) - size(b)) == 1 ? 0.6 : 0.1;
}

std::string first_word(std::string_view text) {
  const std::vector<Word> all = letter_words(text);
  if (all.empty()) return {};
  std::string letters;
  for (char c : all[0].folded)
    if (is_digit(c)) break;
    else letters += c;
  return letters;
}

Slots::Slots(std::vector<Place> places) : places_(std::move(places)) {
  for (const Place& place : places_) paths_.push_back(hashes_of(place.paths));
}

double Slots::likeness(size_t place, const Page& page, const Unit& unit, const std::string& text) const {
  const Place& wanted = places_[place];
  if (!wanted.known) return -1;
  double sum =
      2 * alike(wanted.kind, kind_of(text)) + jaccard(paths_[place], page.leaf_paths(unit.node)) - 1.2;
  if (!wanted.word.empty()) sum += first_word(text) == wanted.word ? 2 : -2;
  if (!wanted.shape.empty()) sum += shape_of(text) == wanted.shape ? kShapeWeight : -kShapeWeight;
  return sum;
}

std::vector<int32_t> Slots::align(const Page& page, const Member& member,
                                  std::span<const Member::Entry> entries) const {
  const size_t n = entries.size(), m = places_.size();
  std::vector<std::vector<double>> best(n + 1, std::vector<double>(m + 1, 0));
  std::vector<std::vector<uint8_t>> step(n + 1,
                                         std::vector<uint8_t>(m + 1, 0));  // 1: skip unit, 2: skip place
  std::vector<std::string> texts;
  for (const Member::Entry& entry : entries) {
    const Unit& unit = member.unit(entry);
    texts.push_back(page.text(unit));
  }
  for (size_t i = 0; i <= n; ++i)
    for (size_t j = 0; j <= m; ++j) {
      if (i == 0 && j == 0) continue;
      double most = -1e9;
      auto offer = [&](double value, uint8_t how) {
        if (value > most || (value == most && how > step[i][j])) most = value, step[i][j] = how;
      };
      if (j) offer(best[i][j - 1], 0);
      if (i) offer(best[i - 1][j], 1);
      if (i && j && !member.unit(entries[i - 1]).empty())
        offer(best[i - 1][j - 1] + likeness(j - 1, page, member.unit(entries[i - 1]), texts[i - 1]) +
                  (i == j ? 0.1 : 0),
              2);
      best[i][j] = most;
    }
  std::vector<int32_t> out(m, -1);
  for (size_t i = n, j = m; i || j;) {
    if (step[i][j] == 2) out[j - 1] = int32_t(i - 1), --i, --j;
    else if (step[i][j] == 1) --i;
    else --j;
  }
  return out;
}

std::span<const Member::Entry> FieldRule::entries(const Page& page, const Member& member,
                                                  std::vector<Member::Entry>& scratch) const {
  const auto units = member.at(key);
  if (!without) return units;
  const auto marks = member.at(without_key);
  if (marks.empty()) return units;
  scratch.clear();
  for (const Member::Entry& entry : units) {
    const uint32_t from = member.unit(entry).node, to = page.outline()[from].end;
    if (std::ranges::none_of(marks, [&](const Member::Entry& mark) {
          const uint32_t node = member.unit(mark).node;
          return from <= node && node < to;
        }))
      scratch.push_back(entry);
  }
  return scratch;
}

const Unit* FieldRule::unit(const Page& page, const Member& member) const {
  std::vector<Member::Entry> scratch;
  const auto entries = this->entries(page, member, scratch);
  if (entries.empty()) return nullptr;
  if (slots && entries.size() < slots->size() && nth >= 0) {
    auto& known = member.alignments();
    auto at = known.find(slots.get());
    if (at == known.end()) at = known.emplace(slots.get(), slots->align(page, member, entries)).first;
    if (size_t(nth) >= at->second.size() || at->second[size_t(nth)] < 0) return nullptr;
    return &member.unit(entries[size_t(at->second[size_t(nth)])]);
  }
  const size_t index = nth >= 0 ? size_t(nth) : entries.size() - size_t(-nth);
  if (nth < 0 && size_t(-nth) > entries.size()) return nullptr;
  return index < entries.size() ? &member.unit(entries[index]) : nullptr;
}

namespace {

std::optional<Found> found_in(const Page& page, const Unit& unit, const std::optional<Cut>& cut) {
  const std::string_view letters = page.letters(unit);
  if (letters.empty()) return std::nullopt;
  Found found{unit, 0, std::string::npos, {}};
  if (!cut) {
    found.letters = letters;
    return found;
  }
  const std::string& text = page.text(unit);
  const auto part = cut->apply(text);
  if (!part) return std::nullopt;
  found.from = part->from, found.to = part->to;
  found.letters = letters_of(std::string_view(text).substr(part->from, part->to - part->from));
  if (found.letters.empty()) return std::nullopt;
  return found;
}

}  // namespace

std::optional<Found> FieldRule::value(const Page& page, const Member& member) const {
  const Unit* at = unit(page, member);
  return at ? found_in(page, *at, cut) : std::nullopt;
}

std::vector<Found> FieldRule::values(const Page& page, const Member& member) const {
  std::vector<Found> out;
  if (all) {
    std::vector<Member::Entry> scratch;
    for (const Member::Entry& entry : entries(page, member, scratch))
      if (auto found = found_in(page, member.unit(entry), cut)) out.push_back(std::move(*found));
    return out;
  }
  auto one = value(page, member);
  if (!one) return out;
  if (split.empty()) {
    out.push_back(std::move(*one));
    return out;
  }
  const std::string& text = page.text(one->unit);
  for (size_t from = 0; from <= text.size();) {
    const size_t end = std::min(text.find(split, from), text.size());
    size_t begin = from, to = end;
    trim_range(text, begin, to);
    std::string letters = letters_of(std::string_view(text).substr(begin, to - begin));
    if (!letters.empty()) out.push_back({one->unit, begin, to, std::move(letters)});
    from = end + split.size();
  }
  return out;
}

std::string FieldRule::words() const {
  std::string out = all ? "every " : nth == 0 ? "" : place_words(nth) + " ";
  switch (kind) {
    case KeyKind::property: out += fmt::format("itemprop {}", of); break;
    case KeyKind::after:
    case KeyKind::before:
    case KeyKind::begins:
    case KeyKind::ends: {
      const size_t blank = of.rfind(' ');
      const std::string_view tag = std::string_view(of).substr(blank + 1);
      const std::string_view how = kind == KeyKind::after    ? "after"
                                   : kind == KeyKind::before ? "before"
                                   : kind == KeyKind::begins ? "that begins with"
                                                             : "that ends with";
      out += fmt::format("{} {} \"{}\"", tag == "#" ? "text" : tag, how, of.substr(0, blank));
      break;
    }
    case KeyKind::run:
    case KeyKind::run_classes: out += fmt::format("line of {}", of); break;
    case KeyKind::header: {
      const size_t blank = of.find(' ');
      out += fmt::format("cell below \"{}\"", of.substr(0, blank));
      if (blank != std::string::npos) out += ": " + of.substr(blank + 1);
      break;
    }
    case KeyKind::pair:
      if (of.ends_with("...")) out += fmt::format("text with its hits in {}", of.substr(0, of.size() - 4));
      else out += fmt::format("text and element at {}", of);
      break;
    default: out += of;
  }
  if (without) {
    FieldRule other;
    other.kind = without->kind, other.of = without->of;
    out += fmt::format(", but none that is or has {}", other.words());
  }
  if (cut) out += ", " + cut->words();
  if (unheaded) out += ", where no column is headed so";
  if (!split.empty()) out += fmt::format(", divided at \"{}\"", split);
  return out;
}

std::string text_of(const Page& page, const Found& found) {
  const std::string& text = page.text(found.unit);
  return found.to == std::string::npos ? text : text.substr(found.from, found.to - found.from);
}

Span span_of(const Page& page, const Found& found) { return page.span(found.unit, found.from, found.to); }

}  // namespace gleaner::rows
