// See head.h.
#include "lines/head.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "lines/vocabulary.h"
#include "lines/weights.h"

namespace gleaner::lines {
namespace {

enum class Kind : uint8_t { word, date, time, stamp, month, weekday, number, level, ip, hex, dash };

struct Word {
  Span span;            // as it stands
  Span value;           // without a comma or colon at its end, without brackets around
  bool bracketed = false;
  char end = 0;         // the , or : at its end
};

char closing(char c) { return c == '[' ? ']' : c == '(' ? ')' : c == '<' ? '>' : c == '"' ? '"' : 0; }

// Words of a line; what begins with a bracket ends with its partner, blanks or not.
std::vector<Word> words_of(std::string_view line, size_t most) {
  std::vector<Word> out;
  auto blank = [&](size_t i) { return line[i] == ' ' || line[i] == '\t'; };
  for (size_t at = 0; at < line.size() && out.size() < most;) {
    if (blank(at)) {
      ++at;
      continue;
    }
    size_t end = at;
    if (closing(line[at]) && line[at] != '"') {
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
    out.push_back(word);
    at = end;
  }
  return out;
}

bool is_number(std::string_view text) { return !text.empty() && std::all_of(text.begin(), text.end(), is_digit); }

// Groups of digits, and the marks between them as one text: "2015-10-18" has 3 and "--".
bool is_groups(std::string_view text, std::vector<size_t>& groups, std::string& marks) {
  for (size_t i = 0; i < text.size();) {
    if (!is_digit(text[i])) return false;
    size_t n = 0;
    while (i < text.size() && is_digit(text[i])) ++i, ++n;
    groups.push_back(n);
    if (i == text.size()) return true;
    const char c = text[i++];
    const bool mark = std::string_view(":.,/-_T+").find(c) != std::string_view::npos || (c == 'Z' && i == text.size());
    if (!mark) return false;
    marks += c;
    if (c == 'Z') return true;
  }
  return false;
}

Kind kind_of(std::string_view text) {
  if (text == "-") return Kind::dash;
  if (text.empty() || text.size() > 40) return Kind::word;
  if (is_number(text)) return text.size() == 10 && text[0] == '1' ? Kind::stamp : Kind::number;
  if (is_month(text)) return Kind::month;
  if (is_weekday(text)) return Kind::weekday;
  if (is_level(text)) return Kind::level;
  if (text.starts_with("0x")) return Kind::hex;
  std::vector<size_t> groups;
  std::string marks;
  if (!is_groups(text, groups, marks)) return Kind::word;
  const auto count = [&](char c) { return std::count(marks.begin(), marks.end(), c); };
  if (groups.size() == 4 && count('.') == 3) return Kind::ip;
  if (groups.size() >= 5 && (count('-') >= 1 || count('T') || count('_') || count('/'))) return Kind::stamp;
  if (groups.size() >= 4 && groups[0] == 8 && count(':') >= 2) return Kind::stamp;
  if (count(':') >= 1 && groups.size() >= 2 && groups[0] <= 2) return Kind::time;
  if (groups.size() == 3 && (count('-') == 2 || count('.') == 2 || count('/') == 2)) return Kind::date;
  if (groups.size() == 2 && (count('-') == 1 || count('/') == 1 || count('.') == 1) && groups[0] <= 2 && groups[1] == 2)
    return count('.') ? Kind::number : Kind::date;
  return groups.size() == 2 && count('.') == 1 ? Kind::number : Kind::word;
}

std::string_view name_of(Kind kind) {
  static constexpr std::string_view kNames[] = {"word",  "date",   "time",  "timestamp", "month", "weekday",
                                                "number", "level", "ip",    "hex",       "label"};
  return kNames[size_t(kind)];
}

// A program's name with what may stand in brackets behind it: `sshd(pam_unix)[4711]`. The number, if there is one.
Span pid_of(std::string_view line, Span word) {
  const std::string_view text = word.of(line);
  if (!text.ends_with(']')) return {};
  const size_t open = text.rfind('[');
  if (open == std::string_view::npos || open == 0 || !is_number(text.substr(open + 1, text.size() - open - 2))) return {};
  return {uint32_t(word.begin + open + 1), uint32_t(word.end - 1)};
}

// `Class@774`, `file.cc:12` at the end of a bracketed part: the name and the number.
bool source_of(std::string_view line, Span part, Span& before, Span& name, Span& number) {
  const std::string_view text = part.of(line);
  const size_t at = text.find_last_not_of("0123456789");
  if (at == std::string_view::npos || at + 1 == text.size() || at == 0 || (text[at] != '@' && text[at] != ':')) return false;
  number = {uint32_t(part.begin + at + 1), part.end};
  const size_t colon = text.rfind(':', at - 1);
  name = {uint32_t(part.begin + (colon == std::string_view::npos ? 0 : colon + 1)), uint32_t(part.begin + at)};
  before = {part.begin, uint32_t(part.begin + (colon == std::string_view::npos ? 0 : colon))};
  return !name.empty() && !is_digit(line[name.begin]);
}

class HeadFinder {
 public:
  explicit HeadFinder(const std::vector<std::string_view>& lines) : lines_(lines) {
    for (std::string_view line : lines) words_.push_back(words_of(line, kMostColumns + 4));
  }

  Head run() {
    if (keyed()) return std::move(head_);
    if (delimited()) return std::move(head_);
    for (size_t place = 0; place < kMostColumns && !ended_; ++place)
      if (!take(place)) break;
    const bool typed = std::any_of(head_.columns.begin(), head_.columns.end(),
                                   [](const HeadColumn& c) { return c.type != "word" && c.type != "text"; });
    if (head_.columns.empty() || (!typed && !ended_)) return {};
    choose_examples();
    return std::move(head_);
  }

 private:
  double share(size_t place, auto&& test) const {
    size_t has = 0;
    for (size_t i = 0; i < lines_.size(); ++i) has += place < words_[i].size() && test(i, words_[i][place]);
    return double(has) / double(lines_.size());
  }
  Kind kind_at(size_t line, const Word& word) const { return kind_of(word.value.of(lines_[line])); }

  // The type that nearly all lines have in this place; a number is one of its kinds, too.
  bool typed(size_t place, Kind& out) const {
    for (Kind kind : {Kind::date, Kind::time, Kind::stamp, Kind::month, Kind::weekday, Kind::level, Kind::ip, Kind::hex, Kind::number}) {
      const double has = share(place, [&](size_t i, const Word& w) {
        if (w.bracketed) return false;
        const Kind here = kind_at(i, w);
        return here == kind || (kind == Kind::number && here == Kind::stamp);
      });
      if (has < kHeaderShare + 0.05) continue;
      out = kind;
      return true;
    }
    return false;
  }

  bool bracketed(size_t place) const {
    return share(place, [](size_t, const Word& w) { return w.bracketed; }) >= kHeaderShare;
  }
  // The word ends with a colon that a blank follows.
  bool named(size_t place) const {
    return share(place, [&](size_t, const Word& w) { return w.end == ':'; }) >= kNamedShare;
  }
  bool dash(size_t place) const {
    return share(place, [&](size_t i, const Word& w) { return kind_at(i, w) == Kind::dash; }) >= kNamedShare;
  }
  // ` - ` behind a name, in which some lines have a blank.
  bool dash_follows(size_t place) const {
    size_t next = 0, near = 0;
    for (size_t i = 0; i < lines_.size(); ++i) {
      auto is = [&](size_t p) { return p < words_[i].size() && kind_at(i, words_[i][p]) == Kind::dash; };
      next += is(place + 1);
      near += is(place + 1) || is(place + 2);
    }
    return double(near) >= kHeaderShare * double(lines_.size()) && next * 2 >= lines_.size();
  }
  bool few(size_t place) const {
    std::set<std::string_view> seen;
    for (size_t i = 0; i < lines_.size(); ++i) {
      if (place >= words_[i].size()) return false;
      seen.insert(words_[i][place].value.of(lines_[i]));
    }
    return lines_.size() >= kFewLines && seen.size() <= kFewWords;
  }

  void add(size_t place, Kind kind, std::string name, std::string type) {
    places_.push_back({place, kind});
    head_.columns.push_back({unique(std::move(name)), std::move(type)});
  }

  std::string unique(std::string name) const {
    const std::string base = name;
    for (int n = 2; std::any_of(head_.columns.begin(), head_.columns.end(), [&](const HeadColumn& c) { return c.name == name; });)
      name = fmt::format("{}{}", base, n++);
    return name;
  }

  bool take(size_t place) {
    Kind kind;
    if (typed(place, kind)) {
      const bool day = kind == Kind::number && !head_.columns.empty() && head_.columns.back().type == "month";
      add(place, kind, day ? "day" : std::string(name_of(kind)), std::string(name_of(kind)));
      if (named(place) && kind == Kind::level) ended_ = true;
      return true;
    }
    if (dash(place) && place > 0) return true;  // only separates
    bool later = false, name_later = false;
    for (size_t p = place + 1; p <= place + 4 && !later; ++p) later = typed(p, kind);
    if (bracketed(place)) {
      add_bracketed(place);
      return true;
    }
    if (later) {
      add(place, Kind::word, place == 0 ? "label" : "word", "word");
      return true;
    }
    if (named(place)) {
      program_ = place;
      ended_ = true;
      return true;
    }
    for (size_t p = place + 1; p <= place + 2 && !name_later; ++p) name_later = named(p);
    if (dash_follows(place)) {
      program_ = place;
      dashed_ = ended_ = true;
      return true;
    }
    if (name_later || (few(place) && !few_taken_)) {
      few_taken_ |= !name_later;
      add(place, Kind::word, "word", "word");
      return true;
    }
    return false;
  }

  void add_bracketed(size_t place) {
    size_t sourced = 0;
    for (size_t i = 0; i < lines_.size(); ++i) {
      Span before, name, number;
      sourced += place < words_[i].size() && source_of(lines_[i], words_[i][place].value, before, name, number);
    }
    std::map<Kind, size_t> kinds;
    for (size_t i = 0; i < lines_.size(); ++i)
      if (place < words_[i].size()) ++kinds[kind_at(i, words_[i][place])];
    Kind most = Kind::word;
    for (const auto& [kind, count] : kinds)
      if (double(count) >= kHeaderShare * double(lines_.size())) most = kind;
    std::string name = most == Kind::number ? "pid" : std::string(name_of(most));
    if (double(sourced) >= kHeaderShare * double(lines_.size())) {
      add(place, Kind::word, "thread", "text");
      add(place, Kind::word, "component", "word");
      add(place, Kind::number, "line", "number");
      sources_.insert(place);
      return;
    }
    if (most == Kind::word) name = looks_like_time(place) ? "time" : "thread";
    add(place, most, name, most == Kind::word ? (name == "time" ? "time" : "text") : std::string(name_of(most)));
  }

  bool looks_like_time(size_t place) const {
    return share(place, [&](size_t i, const Word& w) {
             const std::string_view text = w.value.of(lines_[i]);
             return std::count(text.begin(), text.end(), ':') >= 2 && std::count_if(text.begin(), text.end(), is_digit) >= 6;
           }) >= kHeaderShare;
  }

  // Spans of the columns in a line; empty if it does not show all of them.
  std::vector<Span> values_of(size_t i) const {
    std::vector<Span> out;
    const std::string_view line = lines_[i];
    uint32_t end = 0;
    for (size_t c = 0; c < places_.size(); ++c) {
      const size_t place = places_[c].first;
      if (place >= words_[i].size()) return {};
      const Word& word = words_[i][place];
      end = word.span.end;
      if (sources_.contains(place)) {
        Span before, name, number;
        if (!word.bracketed || !source_of(line, word.value, before, name, number) || before.empty()) return {};
        out.insert(out.end(), {before, name, number});
        c += 2;
        continue;
      }
      const Kind wanted = places_[c].second;
      if (wanted != Kind::word && kind_of(word.value.of(line)) != wanted) return {};
      out.push_back(word.value);
    }
    if (program_ != kNone) {
      if (program_ + dashed_ >= words_[i].size()) return {};
      const Word& word = words_[i][program_];
      Span name = word.value;
      if (dashed_ ? words_[i][program_ + 1].value.of(line) != "-" : word.end != ':') return {};
      const Span pid = pid_of(line, name);
      if (!pid.empty()) name.end = pid.begin - 1;
      if (name.empty()) return {};
      out.push_back(name);
      if (has_pid_) out.push_back(pid);
      end = dashed_ ? words_[i][program_ + 1].span.end : word.span.end;
    }
    while (end < line.size() && std::string_view(" \t-:|,").find(line[end]) != std::string_view::npos) ++end;
    uint32_t stop = uint32_t(line.size());
    while (stop > end && is_space(line[stop - 1])) --stop;
    if (stop <= end) return {};
    out.push_back({end, stop});
    return out;
  }

  void choose_examples() {
    if (program_ != kNone) {
      head_.columns.push_back({unique(dashed_ ? "program" : "component"), "word"});
      size_t pids = 0;
      for (size_t i = 0; i < lines_.size(); ++i)
        pids += program_ < words_[i].size() && !pid_of(lines_[i], words_[i][program_].value).empty();
      has_pid_ = pids > 0;
      if (has_pid_) head_.columns.push_back({unique("pid"), "number"});
    }
    head_.columns.push_back({unique("message"), "text"});
    // lines that have everything come first; of those the ones that are spread over the page
    std::vector<HeadLine> full, part;
    for (size_t i = 0; i < lines_.size(); ++i) {
      std::vector<Span> values = values_of(i);
      if (values.size() != head_.columns.size()) continue;
      const bool all = std::none_of(values.begin(), values.end(), [](Span s) { return s.empty(); });
      (all ? full : part).push_back({uint32_t(i), std::move(values)});
    }
    if (full.empty()) full = std::move(part);
    const size_t step = std::max<size_t>(1, full.size() / kHeadExamples);
    for (size_t i = 0; i < full.size() && head_.examples.size() < kHeadExamples; i += step)
      head_.examples.push_back(full[i]);
    if (head_.examples.empty()) head_ = {};
  }

  // a|b|c: the same mark in every line, at least twice.
  bool delimited() {
    for (char mark : {'|', '\t', ';'}) {
      size_t least = 100;
      for (std::string_view line : lines_) least = std::min(least, size_t(std::count(line.begin(), line.end(), mark)));
      if (least < 2 || least > kMostColumns) continue;
      std::vector<std::vector<Span>> cells(lines_.size());
      for (size_t i = 0; i < lines_.size(); ++i)
        for (size_t c = 0, at = 0; c <= least; ++c) {
          const size_t end = c < least ? lines_[i].find(mark, at) : lines_[i].size();
          cells[i].push_back({uint32_t(at), uint32_t(end)});
          at = end + 1;
        }
      name_cells(cells, least + 1);
      return true;
    }
    return false;
  }

  void name_cells(const std::vector<std::vector<Span>>& cells, size_t columns) {
    for (size_t c = 0; c < columns; ++c) {
      std::map<Kind, size_t> kinds;
      for (size_t i = 0; i < lines_.size(); ++i) ++kinds[kind_of(trim(cells[i][c].of(lines_[i])))];
      Kind most = Kind::word;
      for (const auto& [kind, count] : kinds)
        if (double(count) >= kHeaderShare * double(lines_.size())) most = kind;
      const bool last = c + 1 == columns;
      head_.columns.push_back({unique(last && most == Kind::word ? "message" : std::string(name_of(most))),
                               last && most == Kind::word ? "text" : std::string(name_of(most))});
    }
    for (size_t i = 0; i < lines_.size() && head_.examples.size() < kHeadExamples; ++i)
      if (std::none_of(cells[i].begin(), cells[i].end(), [&](Span s) { return trim(s.of(lines_[i])).empty(); }))
        head_.examples.push_back({uint32_t(i), cells[i]});
    if (head_.examples.empty()) head_ = {};
  }

  // Lines of key=value words from their beginning on.
  bool keyed() {
    std::map<std::string, size_t> keys;
    std::vector<std::string> order;
    size_t lines = 0;
    auto key_of = [](std::string_view word) {
      const size_t mark = word.find('=');
      if (mark == std::string_view::npos || mark == 0 || mark + 1 == word.size() || !is_alpha(word[0])) return std::string_view();
      for (char c : word.substr(0, mark))
        if (!is_alpha(c) && !is_digit(c) && c != '_' && c != '.' && c != '-') return std::string_view();
      return word.substr(0, mark);
    };
    for (size_t i = 0; i < lines_.size(); ++i) {
      lines += !words_[i].empty() && !key_of(words_[i][0].span.of(lines_[i])).empty();
      for (const Word& word : words_[i])
        if (const std::string_view key = key_of(word.span.of(lines_[i])); !key.empty())
          if (keys[std::string(key)]++ == 0) order.emplace_back(key);
    }
    if (double(lines) < kHeaderShare * double(lines_.size())) return false;
    std::erase_if(order, [&](const std::string& key) { return double(keys[key]) < kKeyShare * double(lines_.size()); });
    if (order.size() < 2) return false;
    for (const std::string& key : order) head_.columns.push_back({key, "text"});
    for (size_t i = 0; i < lines_.size() && head_.examples.size() < kHeadExamples; ++i) {
      HeadLine one{uint32_t(i), {}};
      for (const std::string& key : order) one.values.push_back(value_of(lines_[i], key));
      if (std::none_of(one.values.begin(), one.values.end(), [](Span s) { return s.empty(); }))
        head_.examples.push_back(std::move(one));
    }
    if (head_.examples.empty()) head_ = {};
    return !head_.columns.empty();
  }

  static Span value_of(std::string_view line, const std::string& key) {
    for (size_t at = line.find(key + "="); at != std::string_view::npos; at = line.find(key + "=", at + 1)) {
      if (at > 0 && line[at - 1] != ' ' && line[at - 1] != ',') continue;
      size_t begin = at + key.size() + 1;
      const bool quoted = begin < line.size() && line[begin] == '"';
      begin += quoted;
      size_t end = line.find_first_of(quoted ? "\"" : " ,", begin);
      if (end == std::string_view::npos) end = line.size();
      return {uint32_t(begin), uint32_t(end)};
    }
    return {};
  }

  static constexpr size_t kNone = size_t(-1);
  const std::vector<std::string_view>& lines_;
  std::vector<std::vector<Word>> words_;
  Head head_;
  std::vector<std::pair<size_t, Kind>> places_;  // by column: its place
  std::set<size_t> sources_;                     // bracketed places that hold name and number of a source
  size_t program_ = kNone;
  bool dashed_ = false, ended_ = false, has_pid_ = false, few_taken_ = false;
};

}  // namespace

Head find_head(const std::vector<std::string_view>& lines) {
  if (lines.empty()) return {};
  return HeadFinder(lines).run();
}

}  // namespace gleaner::lines
