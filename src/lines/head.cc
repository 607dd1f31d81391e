// See head.h.
#include "lines/head.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "lines/forms.h"
#include "lines/line_words.h"
#include "lines/weights.h"

namespace gleaner::lines {
namespace {

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
    const bool typed = std::ranges::any_of(
        head_.columns, [](const HeadColumn& c) { return c.type != "word" && c.type != "text"; });
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
  bool mostly(size_t place, auto&& test) const { return share(place, test) >= kHeaderShare; }
  Kind kind_at(size_t line, const Word& word) const { return kind_of(word.value.of(lines_[line])); }

  // The type that nearly all lines have in this place; a number is one of its kinds, too.
  bool typed(size_t place, Kind& out) const {
    for (Kind kind : {Kind::date, Kind::time, Kind::stamp, Kind::month, Kind::weekday, Kind::level, Kind::ip,
                      Kind::hex, Kind::number}) {
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
    return mostly(place, [](size_t, const Word& w) { return w.bracketed; });
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
  // Few different words: stdout, F; some more if they are no words of a sentence: RAS, KERNEL.
  bool few(size_t place) const {
    std::set<std::string_view> seen;
    bool codes = true;
    for (size_t i = 0; i < lines_.size(); ++i) {
      if (place >= words_[i].size()) return false;
      const std::string_view value = words_[i][place].value.of(lines_[i]);
      codes = codes && std::ranges::any_of(value, [](char c) { return c < 'a' || c > 'z'; }) &&
              !(value.size() > 1 && is_lower_word(value.substr(1)));
      seen.insert(value);
    }
    return lines_.size() >= kFewLines && seen.size() <= (codes ? kFewWords : kVeryFewWords);
  }
  static bool is_lower_word(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return c >= 'a' && c <= 'z'; });
  }
  // `main.cc:424]`, as glog writes it.
  bool source_end(size_t place) const {
    return mostly(place, [&](size_t i, const Word& w) {
      const std::string_view text = w.span.of(lines_[i]);
      Span before, name, number;
      return text.ends_with(']') && !w.bracketed &&
             source_of(lines_[i], {w.span.begin, w.span.end - 1}, before, name, number) && before.empty();
    });
  }

  void add(size_t place, Kind kind, std::string name, std::string type) {
    places_.push_back({place, kind});
    head_.columns.push_back({unique(std::move(name)), std::move(type)});
  }

  std::string unique(std::string name) const {
    const std::string base = name;
    for (int n = 2; std::ranges::any_of(head_.columns, [&](const HeadColumn& c) { return c.name == name; });)
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
    if (source_end(place)) {
      add(place, Kind::word, "component", "word");
      add(place, Kind::number, "line", "number");
      source_ends_.insert(place);
      ended_ = true;
      return true;
    }
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
    if (name_later || few(place)) {
      // syslog: Dec 10 06:55:46 box sshd[7]:
      const bool host = name_later && head_.columns.size() == 3 && head_.columns[0].type == "month";
      add(place, Kind::word, host ? "host" : "word", "word");
      return true;
    }
    return false;
  }

  void add_bracketed(size_t place) {
    size_t sourced = 0;
    for (size_t i = 0; i < lines_.size(); ++i) {
      Span before, name, number;
      sourced +=
          place < words_[i].size() && source_of(lines_[i], words_[i][place].value, before, name, number);
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
    if (most == Kind::word)
      name = looks_like_time(place) ? "time" : is_quoted(place) ? name_of_quoted(place) : "thread";
    if (most == Kind::number && is_decimal(place)) name = "time";  // seconds since the machine was started
    add(place, most, name,
        most == Kind::word ? (name == "time" ? "time" : "text") : std::string(name_of(most)));
  }

  bool is_quoted(size_t place) const {
    return mostly(place, [&](size_t i, const Word& w) { return lines_[i][w.span.begin] == '"'; });
  }
  bool is_decimal(size_t place) const {
    return mostly(place, [&](size_t i, const Word& w) {
      return w.value.of(lines_[i]).find('.') != std::string_view::npos;
    });
  }
  // What web servers write in quotes.
  std::string name_of_quoted(size_t place) const {
    auto most = [&](auto&& test) {
      return mostly(place, [&](size_t i, const Word& w) { return test(w.value.of(lines_[i])); });
    };
    if (most([](std::string_view v) { return v.find(" HTTP/") != std::string_view::npos || v == "-"; }))
      return "request";
    if (most([](std::string_view v) { return v == "-" || v.find("://") != std::string_view::npos; }))
      return "referrer";
    if (most([](std::string_view v) { return v == "-" || v.find('/') != std::string_view::npos; }))
      return "agent";
    return "text";
  }

  bool looks_like_time(size_t place) const {
    return mostly(place, [&](size_t i, const Word& w) {
      const std::string_view text = w.value.of(lines_[i]);
      return std::ranges::count(text, ':') >= 2 && std::ranges::count_if(text, is_digit) >= 6;
    });
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
        if (!word.bracketed || !source_of(line, word.value, before, name, number) || before.empty())
          return {};
        out.insert(out.end(), {before, name, number});
        c += 2;
        continue;
      }
      if (source_ends_.contains(place)) {
        Span before, name, number;
        if (!line.substr(word.span.begin, word.span.size()).ends_with(']') ||
            !source_of(line, {word.span.begin, word.span.end - 1}, before, name, number))
          return {};
        out.insert(out.end(), {name, number});
        ++c;
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
    if ((stop > end) != has_message_) return {};
    if (has_message_) out.push_back({end, stop});
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
    size_t messages = 0;
    for (size_t i = 0; i < lines_.size(); ++i) messages += !values_of(i).empty();
    has_message_ = messages > 0;  // or the columns are all of the line
    if (has_message_) head_.columns.push_back({unique("message"), "text"});
    // lines that have everything come first; of those the ones that are spread over the page
    std::vector<HeadLine> full, part;
    for (size_t i = 0; i < lines_.size(); ++i) {
      std::vector<Span> values = values_of(i);
      if (values.size() != head_.columns.size()) continue;
      const bool all = std::ranges::none_of(values, [](Span s) { return s.empty(); });
      (all ? full : part).push_back({uint32_t(i), std::move(values)});
    }
    if (full.empty()) full = std::move(part);
    const size_t step = std::max<size_t>(1, full.size() / kHeadExamples);
    for (size_t i = 0; i < full.size() && head_.examples.size() < kHeadExamples; i += step)
      head_.examples.push_back(full[i]);
    if (head_.examples.empty()) head_ = {};
  }

  // a|b|c: the same mark in every line, at least twice; commas as often in every line.
  bool delimited() {
    for (char mark : {'|', '\t', ';', ','}) {
      std::vector<std::vector<Span>> cells(lines_.size());
      size_t least = 100, most = 0;
      for (size_t i = 0; i < lines_.size(); ++i) {
        for (const CellSpan& cell : cells_of(lines_[i], mark)) cells[i].push_back(cell.inner);
        least = std::min(least, cells[i].size());
        most = std::max(most, cells[i].size());
      }
      if (least < 3 || least > kMostColumns + 1 || (mark == ',' && least != most)) continue;
      for (std::vector<Span>& row : cells) {  // the last cell is the rest of the line
        const uint32_t end = row.back().end;
        row.resize(least);
        if (most > least) row.back().end = end;
      }
      name_cells(cells, least);
      return !head_.columns.empty();
    }
    return false;
  }

  // The first line names the columns: words, above something that is none.
  bool names_first(const std::vector<std::vector<Span>>& cells, size_t columns) const {
    bool other = false;
    for (size_t c = 0; c < columns; ++c) {
      const std::string_view name = trim(cells[0][c].of(lines_[0]));
      if (name.empty() || !std::ranges::any_of(name, is_alpha) || kind_of(name) != Kind::word) return false;
      for (size_t i = 1; i < lines_.size(); ++i) {
        const std::string_view value = trim(cells[i][c].of(lines_[i]));
        if (value == name) return false;
        other |= kind_of(value) != Kind::word;
      }
    }
    return other && lines_.size() > 2;
  }

  void name_cells(const std::vector<std::vector<Span>>& cells, size_t columns) {
    head_.named = names_first(cells, columns);
    const size_t first = head_.named;
    for (size_t c = 0; c < columns; ++c) {
      std::vector<std::string_view> values;
      for (size_t i = first; i < lines_.size(); ++i)
        if (const std::string_view value = trim(cells[i][c].of(lines_[i])); !value.empty())
          values.push_back(value);
      std::string type = common_type(values);
      const bool last = c + 1 == columns;
      std::string name = type != "text" ? type : last ? "message" : "word";
      if (head_.named) name = lower_ascii(collapse(cells[0][c].of(lines_[0])));
      head_.columns.push_back({unique(name), type == "text" && !last ? "word" : type});
    }
    for (size_t i = first; i < lines_.size() && head_.examples.size() < kHeadExamples; ++i)
      if (std::ranges::none_of(cells[i], [&](Span s) { return trim(s.of(lines_[i])).empty(); }))
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
      if (mark == std::string_view::npos || mark == 0 || mark + 1 == word.size() || !is_alpha(word[0]))
        return std::string_view();
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
    std::erase_if(
        order, [&](const std::string& key) { return double(keys[key]) < kKeyShare * double(lines_.size()); });
    if (order.size() < 2) return false;
    for (const std::string& key : order) {
      std::vector<std::string_view> values;
      for (std::string_view line : lines_)
        if (const Span value = value_of(line, key); !value.empty()) values.push_back(value.of(line));
      head_.columns.push_back({key, common_type(values)});
    }
    for (size_t i = 0; i < lines_.size() && head_.examples.size() < kHeadExamples; ++i) {
      HeadLine one{uint32_t(i), {}};
      for (const std::string& key : order) one.values.push_back(value_of(lines_[i], key));
      if (std::ranges::none_of(one.values, [](Span s) { return s.empty(); }))
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
      while (quoted && end != line.npos && line[end - 1] == '\\') end = line.find('"', end + 1);
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
  std::set<size_t> source_ends_;                 // places that hold them and a bracket
  size_t program_ = kNone;
  bool dashed_ = false, ended_ = false, has_pid_ = false, has_message_ = true;
};

}  // namespace

std::string common_type(const std::vector<std::string_view>& values) {
  std::map<Kind, size_t> kinds;
  for (std::string_view value : values) ++kinds[kind_of(value)];
  for (const auto& [kind, count] : kinds)
    if (double(count) >= kHeaderShare * double(values.size()) && kind != Kind::word && kind != Kind::dash)
      return std::string(name_of(kind));
  return "text";
}

Head find_head(const std::vector<std::string_view>& lines) {
  if (lines.empty()) return {};
  return HeadFinder(lines).run();
}

}  // namespace gleaner::lines
