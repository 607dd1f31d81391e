// See line_words.h.
#include "lines/line_words.h"

#include <algorithm>
#include <string>

#include "base/text.h"
#include "value/calendar_words.h"
#include "value/log.h"
#include "wrap/types.h"

namespace gleaner::lines {
namespace {

char closing(char c) { return c == '[' ? ']' : c == '(' ? ')' : c == '<' ? '>' : c == '"' ? '"' : 0; }

// Groups of digits, and the marks between them as one text: "2015-10-18" has 3 and "--".
bool is_groups(std::string_view text, std::vector<size_t>& groups, std::string& marks) {
  for (size_t i = 0; i < text.size();) {
    if (!is_digit(text[i])) return false;
    size_t n = 0;
    while (i < text.size() && is_digit(text[i])) ++i, ++n;
    groups.push_back(n);
    if (i == text.size()) return true;
    const char c = text[i++];
    const bool mark =
        std::string_view(":.,/-_T+").find(c) != std::string_view::npos || (c == 'Z' && i == text.size());
    if (!mark) return false;
    marks += c;
    if (c == 'Z') return true;
  }
  return false;
}

// Types that are told by letters: 12ms, 4 KB, /var/log, fe80::1.
Kind kind_of_word(std::string_view text) {
  if (text.size() > 1 && text[0] == '/' && text[1] != '/') return Kind::path;
  if (text.find("://") != std::string_view::npos) return Kind::url;
  if (std::ranges::count(text, ':') >= 2 && wrap::read_as(wrap::Type::ip, text)) return Kind::ip;
  if (is_digit(text[0]) && text.find(' ') != std::string_view::npos &&
      wrap::read_as(wrap::Type::timestamp, text))
    return Kind::stamp;
  if (!is_digit(text[0]) || !is_alpha(text.back())) return Kind::word;
  if (wrap::read_as(wrap::Type::duration, text)) return Kind::duration;
  return wrap::read_as(wrap::Type::size, text) ? Kind::size : Kind::word;
}

}  // namespace

bool is_month(std::string_view word) { return value::english_month(word) != 0; }
bool is_weekday(std::string_view word) { return value::is_english_weekday(word); }
bool is_level(std::string_view word) { return word.size() > 1 && !value::read_level(word).empty(); }

std::vector<Word> words_of(std::string_view line, size_t most) {
  std::vector<Word> out;
  auto blank = [&](size_t i) { return line[i] == ' ' || line[i] == '\t'; };
  for (size_t at = 0; at < line.size() && out.size() < most;) {
    if (blank(at)) {
      ++at;
      continue;
    }
    size_t end = at;
    if (line[at] == '"') {
      end = line.find('"', at + 1);
      end = end == std::string_view::npos ? at : end + 1;
    } else if (closing(line[at])) {
      int depth = 0;
      for (end = at; end < line.size(); ++end) {
        if (line[end] == line[at]) ++depth;
        if (line[end] == closing(line[at]) && --depth == 0) break;
      }
      end = end < line.size() ? end + 1 : at;
    }
    Word word;
    word.bracketed = end > at && (end == line.size() || blank(end) || line[end] == ':' || line[end] == ',');
    if (!word.bracketed) end = at;
    while (end < line.size() && !blank(end)) ++end;
    word.span = {uint32_t(at), uint32_t(end)};
    word.value = word.span;
    if (word.value.size() > 1 && (line[end - 1] == ',' || line[end - 1] == ':')) {
      word.end = line[end - 1];
      --word.value.end;
    }
    if (word.bracketed) ++word.value.begin, --word.value.end;
    while (!word.value.empty() && blank(word.value.begin)) ++word.value.begin;
    while (!word.value.empty() && blank(word.value.end - 1)) --word.value.end;
    out.push_back(word);
    at = end;
  }
  return out;
}

Kind kind_of(std::string_view text) {
  if (text == "-") return Kind::dash;
  if (text.empty() || text.size() > 40) return Kind::word;
  if (is_all_digits(text)) return text.size() == 10 && text[0] == '1' ? Kind::stamp : Kind::number;
  if (is_month(text)) return Kind::month;
  if (is_weekday(text)) return Kind::weekday;
  if (is_level(text)) return Kind::level;
  if (text.starts_with("0x")) return Kind::hex;
  std::vector<size_t> groups;
  std::string marks;
  if (!is_groups(text, groups, marks)) return kind_of_word(text);
  const auto count = [&](char c) { return std::ranges::count(marks, c); };
  if (groups.size() == 4 && count('.') == 3) return Kind::ip;
  if (groups.size() >= 5 && (count('-') >= 1 || count('T') || count('_') || count('/'))) return Kind::stamp;
  if (groups.size() >= 4 && groups[0] == 8 && count(':') >= 2) return Kind::stamp;
  if (count(':') >= 1 && groups.size() >= 2 && groups[0] <= 2) return Kind::time;
  if (groups.size() == 3 && (count('-') == 2 || count('.') == 2 || count('/') == 2)) return Kind::date;
  if (groups.size() == 2 && (count('-') == 1 || count('/') == 1 || count('.') == 1) && groups[0] <= 2 &&
      groups[1] == 2)
    return count('.') ? Kind::number : Kind::date;
  if (groups.size() == 2 && count('.') == 1) return Kind::number;
  // 1,234,567.89
  const size_t thousands = size_t(count(','));
  const bool grouped = thousands > 0 && groups[0] <= 3 && marks.size() == thousands + size_t(count('.')) &&
                       (count('.') == 0 || (count('.') == 1 && marks.back() == '.')) &&
                       std::all_of(groups.begin() + 1, groups.begin() + 1 + ptrdiff_t(thousands),
                                   [](size_t n) { return n == 3; });
  return grouped ? Kind::number : Kind::word;
}

std::string_view name_of(Kind kind) {
  static constexpr std::string_view kNames[] = {"word",    "date",   "time",  "timestamp", "month",
                                                "weekday", "number", "level", "ip",        "hex",
                                                "label",   "path",   "url",   "duration",  "size"};
  return kNames[size_t(kind)];
}

Span pid_of(std::string_view line, Span word) {
  const std::string_view text = word.of(line);
  if (!text.ends_with(']')) return {};
  const size_t open = text.rfind('[');
  if (open == std::string_view::npos || open == 0 ||
      !is_all_digits(text.substr(open + 1, text.size() - open - 2)))
    return {};
  return {uint32_t(word.begin + open + 1), uint32_t(word.end - 1)};
}

bool source_of(std::string_view line, Span part, Span& before, Span& name, Span& number) {
  const std::string_view text = part.of(line);
  const size_t at = text.find_last_not_of("0123456789");
  if (at == std::string_view::npos || at + 1 == text.size() || at == 0 ||
      (text[at] != '@' && text[at] != ':'))
    return false;
  number = {uint32_t(part.begin + at + 1), part.end};
  const size_t colon = text.rfind(':', at - 1);
  name = {uint32_t(part.begin + (colon == std::string_view::npos ? 0 : colon + 1)),
          uint32_t(part.begin + at)};
  before = {part.begin, uint32_t(part.begin + (colon == std::string_view::npos ? 0 : colon))};
  return !name.empty() && !is_digit(line[name.begin]);
}

}  // namespace gleaner::lines
