// See cut.h.
#include "rows/cut.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "base/contains.h"
#include "base/text.h"
#include "base/unicode.h"

namespace gleaner::rows {
namespace {

constexpr size_t kLongest = 30;  // bytes a cut may quote
constexpr size_t kFewestLetters = 2, kMostLetters = 15;
constexpr size_t kWordsCounted = 4;  // that a cut counts

bool is_wordy(uint32_t c) { return is_letter_or_digit(c) || c == '_'; }

// Does a word go on over this place?
bool is_inside_word(std::string_view text, size_t at) {
  if (at == 0 || at >= text.size()) return false;
  size_t before = at - 1;
  while (before > 0 && is_utf8_tail(text[before])) --before;
  return is_wordy(code_point_at(text, before).value) && is_wordy(code_point_at(text, at).value);
}

// Where the words of `wanted` stand in the text from `at` on, any white space between them, whole words.
std::optional<Cut::Part> find_words(std::string_view text, std::string_view wanted, size_t at) {
  const std::vector<std::string_view> parts = words(wanted);
  if (parts.empty()) return std::nullopt;
  for (size_t from = text.find(parts[0], at); from != std::string_view::npos;
       from = text.find(parts[0], from + 1)) {
    if (is_inside_word(text, from)) continue;
    size_t to = from + parts[0].size();
    bool fits = true;
    for (size_t i = 1; i < parts.size() && fits; ++i) {
      while (to < text.size() && is_space(text[to])) ++to;
      fits = text.substr(to).starts_with(parts[i]);
      to += parts[i].size();
    }
    if (!fits || is_inside_word(text, to)) continue;
    return Cut::Part{from, to};
  }
  return std::nullopt;
}

std::vector<Cut::Part> numbers_of(std::string_view text) {
  std::vector<Cut::Part> out;
  for (size_t at = 0; at < text.size(); ++at) {
    if (!is_digit(text[at])) continue;
    size_t end = at;
    while (end < text.size() && (is_digit(text[end]) || text[end] == '.' || text[end] == ',')) ++end;
    while (!is_digit(text[end - 1])) --end;  // "1987, 12.00": the comma parts two numbers
    out.push_back({at, end});
    at = end;
  }
  return out;
}

// What stands between white space.
std::vector<Cut::Part> words_of(std::string_view text, size_t from, size_t to) {
  std::vector<Cut::Part> out;
  while (from < to) {
    while (from < to && is_space(text[from])) ++from;
    size_t end = from;
    while (end < to && !is_space(text[end])) ++end;
    if (end > from) out.push_back({from, end});
    from = end;
  }
  return out;
}

// Where the value with these letters stands in the text, at bounds of words.
std::optional<Cut::Part> stands_at(const std::vector<Word>& words, std::string_view letters) {
  for (size_t first = 0; first < words.size(); ++first) {
    std::string_view rest = letters;
    for (size_t last = first; last < words.size() && rest.starts_with(words[last].folded); ++last) {
      rest.remove_prefix(words[last].folded.size());
      if (rest.empty()) return Cut::Part{words[first].begin, words[last].end};
    }
  }
  return std::nullopt;
}

struct Edge {
  std::string text;
  bool inside = false;
  bool operator==(const Edge&) const = default;
};

void add(std::vector<Edge>& edges, std::string_view text, bool inside = false) {
  Edge edge{std::string(trim(text)), inside};
  if (edge.text.size() < kLongest && !contains(edges, edge)) edges.push_back(std::move(edge));
}

bool is_plain_word(const Word& word, std::string_view text) {
  const std::string_view written = text.substr(word.begin, word.end - word.begin);
  return written.size() >= kFewestLetters && written.size() <= kMostLetters &&
         std::ranges::none_of(written, is_digit);
}

// The value is the first words behind where it may begin, or the last words of all, and
// others follow or stand before.
void add_word_counts(std::string_view text, const Cut::Part& part, const std::vector<Edge>& begins,
                     std::vector<Cut>& out) {
  const std::vector<Cut::Part> all = words_of(text, 0, text.size());
  size_t first = all.size(), last = 0;
  for (size_t i = 0; i < all.size(); ++i) {
    if (all[i].from == part.from) first = i;
    if (all[i].to == part.to) last = i + 1;
  }
  if (first >= last || last - first > kWordsCounted) return;
  if (last < all.size())
    for (const Edge& begin : begins) {
      if (begin.inside) continue;
      Cut& cut = out.emplace_back();
      cut.begin = begin.text;
      cut.words_long = int(last - first);
    }
  if (last == all.size() && first > 0) out.emplace_back().words_long = -int(last - first);
}

}  // namespace

std::optional<Cut::Part> Cut::apply(std::string_view text) const {
  if (number > 0) {
    const std::vector<Part> all = numbers_of(text);
    if (size_t(number) > all.size()) return std::nullopt;
    return all[size_t(number) - 1];
  }
  size_t from = 0, to = text.size();
  if (!strip_begin.empty() && text.starts_with(strip_begin)) from = strip_begin.size();
  if (!strip_end.empty() && text.substr(from).ends_with(strip_end)) to -= strip_end.size();
  if (!begin.empty()) {
    auto at = find_words(text, begin, 0);
    if (!at) return std::nullopt;
    from = with_begin ? at->from : at->to;
  }
  if (!end.empty()) {
    auto at = find_words(text, end, from);
    if (!at) return std::nullopt;
    to = with_end ? at->to : at->from;
  }
  trim_range(text, from, to);
  if (words_long != 0) {
    const std::vector<Part> all = words_of(text, from, to);
    const size_t count = size_t(std::abs(words_long));
    if (all.size() < count) return std::nullopt;
    from = words_long > 0 ? all[0].from : all[all.size() - count].from;
    to = words_long > 0 ? all[count - 1].to : all.back().to;
    // the sign that parts the value from what follows is not its own: "Cedar Meadow, $526.62"
    if (words_long > 0 && to > from + 1 &&
        std::string_view(",;:").find(text[to - 1]) != std::string_view::npos)
      --to;
  }
  if (from >= to) return std::nullopt;
  return Part{from, to};
}

bool Cut::quotes_digit() const {
  auto digit = [](const std::string& s) { return std::ranges::any_of(s, is_digit); };
  return digit(begin) || digit(end);
}

bool Cut::quotes_word() const { return !letters_of(begin + end).empty(); }

std::string Cut::words() const {
  if (number > 0) return fmt::format("number {} of it", number);
  std::string out;
  if (!strip_begin.empty() || !strip_end.empty())
    out = fmt::format("without \"{}{}{}\"", strip_begin,
                      strip_begin.empty() || strip_end.empty() ? "" : "...", strip_end);
  if (!begin.empty()) out += fmt::format("{} \"{}\"", with_begin ? "from" : "after", begin);
  if (!end.empty())
    out += fmt::format("{}{} \"{}\"", out.empty() ? "" : ", ", with_end ? "through" : "before", end);
  if (words_long != 0) {
    const int count = std::abs(words_long);
    out += fmt::format("{}{} {}", out.empty() ? "" : ", ", words_long > 0 ? "the first" : "the last",
                       count == 1 ? "word" : fmt::format("{} words", count));
  }
  return out;
}

std::optional<Cut> signs_around(std::string_view text, std::string_view written) {
  const size_t at = text.find(written);
  if (at == std::string_view::npos || written.empty() || written.size() == text.size()) return std::nullopt;
  Cut cut;
  cut.strip_begin = text.substr(0, at);
  cut.strip_end = text.substr(at + written.size());
  return cut;
}

std::string word_before(std::string_view text, size_t at) {
  const std::vector<Word> all = letter_words(text.substr(0, at));
  if (all.empty() || std::ranges::any_of(all.back().folded, is_digit)) return {};
  return all.back().folded;
}

std::string word_after(std::string_view text, size_t at) {
  const std::vector<Word> all = letter_words(text.substr(at));
  if (all.empty() || std::ranges::any_of(all.front().folded, is_digit)) return {};
  return all.front().folded;
}

std::vector<Cut> cuts_for(std::string_view text, std::string_view letters, std::string_view written) {
  std::vector<Cut> out;
  const std::vector<Word> all = letter_words(text);
  auto part = stands_at(all, letters);
  if (auto exact = find_words(text, written, 0); exact && part)
    part = exact;                                                     // with its signs: "$12", "(new)"
  if (!part && text.starts_with('0') && text.substr(1) == written) {  // "2/24/2017" for "02/24/2017"
    out.emplace_back().strip_begin = "0";
    return out;
  }
  if (!part) return out;
  std::vector<Edge> begins, ends;
  const Word* before = nullptr;
  const Word* after = nullptr;
  const Word *first = nullptr, *last = nullptr;
  size_t inside = 0;
  for (const Word& word : all) {
    if (word.end <= part->from) before = &word;
    else if (word.begin >= part->to) after = after ? after : &word;
    else first = first ? first : &word, last = &word, ++inside;
  }
  const std::string_view pre = text.substr(0, part->from), post = text.substr(part->to);
  if (!before) {
    begins.push_back({});
    if (auto signs = trim(pre); !signs.empty()) add(begins, signs);  // "(new"
  } else {
    if (auto signs = trim(pre.substr(before->end)); !signs.empty()) add(begins, signs);
    add(begins, pre.substr(before->begin));
    if (pre.size() < kLongest) add(begins, pre);
    if (inside > 1 && is_plain_word(*first, text))
      add(begins, text.substr(first->begin, first->end - first->begin), true);
  }
  if (!after) {
    ends.push_back({});
    if (auto signs = trim(post); !signs.empty()) add(ends, signs);
  } else {
    if (auto signs = trim(post.substr(0, after->begin - part->to)); !signs.empty()) add(ends, signs);
    add(ends, post.substr(0, after->end - part->to));
    if (inside > 1 && is_plain_word(*last, text))
      add(ends, text.substr(last->begin, last->end - last->begin), true);
  }
  for (const Edge& b : begins)
    for (const Edge& e : ends)
      if (!b.text.empty() || !e.text.empty()) {
        Cut& cut = out.emplace_back();
        cut.begin = b.text, cut.end = e.text, cut.with_begin = b.inside, cut.with_end = e.inside;
      }
  add_word_counts(text, *part, begins, out);
  const std::vector<Cut::Part> numbers = numbers_of(text);
  for (size_t i = 0; i < numbers.size(); ++i)
    if (numbers[i].from <= part->from && part->to <= numbers[i].to) out.emplace_back().number = int(i) + 1;
  return out;
}

}  // namespace gleaner::rows
