// See separators.h.
#include "lines/separators.h"

#include <algorithm>
#include <cstddef>
#include <set>

#include "base/text.h"

namespace gleaner::lines {
namespace {

void add_mark(std::vector<Item>& out, char c) {
  out.push_back({.kind = Item::Kind::mark, .text = std::string(1, c)});
}

void add_word(std::vector<Item>& out, std::string_view text, uint32_t at) {
  Item word{.kind = Item::Kind::word, .text = std::string(text)};
  word.values = {word.text};
  word.starts = {at};
  out.push_back(std::move(word));
}

// A mark that is never part of a word.
bool is_hard(char c) { return c == '[' || c == ']' || c == '|' || c == ';' || c == '\n'; }

// Text without blanks: marks, a word, marks.
void add_run(std::vector<Item>& out, std::string_view run, uint32_t at) {
  size_t a = 0, b = run.size();
  while (a < b && !is_word_byte(run[a])) ++a;
  while (b > a && !is_word_byte(run[b - 1])) --b;
  for (size_t i = 0; i < a; ++i) add_mark(out, run[i]);
  if (b > a) add_word(out, run.substr(a, b - a), uint32_t(at + a));
  for (size_t i = b; i < run.size(); ++i) add_mark(out, run[i]);
}

// The same for a dash that stands for a word, "-" included; false if the run is none.
bool add_dash(std::vector<Item>& out, std::string_view run, uint32_t at) {
  if (run != "-" && run != "\"-\"") return false;
  if (run.size() > 1) add_mark(out, '"');
  add_word(out, "-", at + uint32_t(run.size() / 2));
  if (run.size() > 1) add_mark(out, '"');
  return true;
}

// The end of a bracketed part that begins at `at` and holds a word; 0 if there is none before `to`.
uint32_t bracket_end(std::string_view line, uint32_t at, uint32_t to) {
  const char open = line[at], close = closer_of(open);
  int depth = 0;
  bool word = false;
  for (uint32_t i = at; i < to && line[i] != '\n'; ++i) {
    word |= is_word_byte(line[i]);
    if (line[i] == open && (open != close || i == at)) ++depth;
    else if (line[i] == close && --depth == 0) return word ? i + 1 : 0;
  }
  return 0;
}

// "W" for a word, so that lines with other words are written alike.
std::string sign(const Item& item) {
  if (item.kind == Item::Kind::blank) return " ";
  if (item.kind == Item::Kind::mark) return item.text;
  return "W";
}

// Where blanks stand among the items that are none: before which of those.
std::set<size_t> blanks_of(const std::vector<Item>& items) {
  std::set<size_t> out;
  size_t n = 0;
  for (const Item& item : items) {
    if (item.kind == Item::Kind::blank) out.insert(n);
    else ++n;
  }
  return out;
}

}  // namespace

bool Item::has_values_with(char c) const {
  return std::ranges::any_of(values, [&](const std::string& v) { return v.find(c) != std::string::npos; });
}

char closer_of(char c) {
  constexpr std::string_view kOpen = "[({<\"'", kClose = "])}>\"'";
  const size_t at = kOpen.find(c);
  return at == std::string_view::npos ? 0 : kClose[at];
}

std::vector<Item> cut_separator(std::string_view line, uint32_t from, uint32_t to, bool dashes) {
  std::vector<Item> out;
  for (uint32_t at = from; at < to;) {
    uint32_t end = at;
    const char c = line[at];
    auto blank = [&](uint32_t i) { return line[i] == ' ' || line[i] == '\t'; };
    if (blank(at)) {
      bool tab = false;
      while (end < to && blank(end)) tab |= line[end++] == '\t';
      if (tab) out.push_back({.kind = Item::Kind::mark, .text = "\t"});
      else out.push_back({.kind = Item::Kind::blank, .text = std::string(line.substr(at, end - at))});
    } else if (const bool opens =
                   c == '[' || ((c == '(' || c == '{') && (at == from || blank(at - 1))) ||
                   (c == '"' && (at == 0 || blank(at - 1)));  // right behind a field a quote closes
               opens && bracket_end(line, at, to)) {          // what stands in brackets is one word
      end = bracket_end(line, at, to);
      add_mark(out, c);
      add_word(out, line.substr(at + 1, end - at - 2), at + 1);
      add_mark(out, line[end - 1]);
    } else if (is_hard(c)) {
      add_mark(out, c);
      ++end;
    } else {
      while (end < to && !blank(end) && !is_hard(line[end])) ++end;
      const std::string_view run = line.substr(at, end - at);
      if (!dashes || !add_dash(out, run, at)) add_run(out, run, at);
    }
    at = end;
  }
  return out;
}

std::string sign(const std::vector<Item>& items) {
  std::string out;
  for (const Item& item : items) out += sign(item);
  return out;
}

std::string separator_sign(std::string_view line, uint32_t from, uint32_t to) {
  return sign(cut_separator(line, from, to));
}

bool has_words(const std::vector<Item>& items) {
  return std::ranges::any_of(items, [](const Item& i) { return i.kind == Item::Kind::word; });
}

void align_blanks(std::vector<std::vector<Item>>& cuts) {
  std::vector<std::vector<Item>> solid;
  for (const auto& cut : cuts) {
    solid.emplace_back();
    for (const Item& item : cut)
      if (item.kind != Item::Kind::blank) solid.back().push_back(item);
    if (sign(solid.back()) != sign(solid.front())) return;
  }
  std::set<size_t> every = blanks_of(cuts[0]), some = every;
  for (const auto& cut : cuts) {
    const std::set<size_t> here = blanks_of(cut);
    std::erase_if(every, [&](size_t n) { return !here.contains(n); });
    some.insert(here.begin(), here.end());
  }
  for (size_t c = 0; c < cuts.size(); ++c) {
    std::vector<Item> made;
    for (size_t n = 0; n <= solid[c].size(); ++n) {
      if (some.contains(n))
        made.push_back({.kind = Item::Kind::blank, .text = " ", .maybe = !every.contains(n)});
      if (n < solid[c].size()) made.push_back(solid[c][n]);
    }
    cuts[c] = std::move(made);
  }
}

void take_values(Item& item, const std::vector<std::vector<Item>>& cuts, size_t i) {
  for (size_t c = 1; c < cuts.size() && item.kind == Item::Kind::word; ++c) {
    item.values.push_back(cuts[c][i].values[0]);
    item.starts.push_back(cuts[c][i].starts[0]);
  }
}

std::vector<Item> loosened(const std::vector<std::vector<Item>>& cuts, bool last) {
  size_t n = cuts[0].size();
  for (const auto& cut : cuts) n = std::min(n, cut.size());
  const std::vector<Item>& one = cuts[0];
  auto in_brackets = [&](size_t i) {  // in every cut
    return i > 0 && std::ranges::all_of(cuts, [&](const auto& cut) {
             return i + 1 < cut.size() && cut[i].kind == Item::Kind::word &&
                    cut[i - 1].kind == Item::Kind::mark && cut[i + 1].kind == Item::Kind::mark &&
                    closer_of(cut[i - 1].text[0]) == cut[i + 1].text[0];
           });
  };
  auto same = [&](size_t from_front, size_t from_back) {
    const auto item = [&](const std::vector<Item>& cut) -> const Item& {
      return from_back ? cut[cut.size() - from_back] : cut[from_front];
    };
    if (item(one).kind == Item::Kind::word) return !from_back && in_brackets(from_front);
    return std::ranges::all_of(cuts, [&](const auto& cut) { return sign(item(cut)) == sign(item(one)); });
  };
  auto blank = [&](size_t i) { return one[i].kind == Item::Kind::blank; };
  size_t h = 0, t = 0;
  while (h < n && same(h, 0) && !(h > 0 && blank(h - 1))) ++h;  // no further than the first blank
  size_t g = h;
  while (h > 0 && blank(h - 1) && g < n && same(g, 0) && one[g].kind == Item::Kind::mark) ++g;
  if (h < g && g < n && same(g, 0)) h = g + 1;  // ... or a word of marks behind it
  while (!last && t < n - h && same(0, t + 1) && !(t > 0 && blank(one.size() - t))) ++t;
  std::vector<Item> out(one.begin(), one.begin() + ptrdiff_t(h));
  for (size_t i = 0; i < h; ++i) take_values(out[i], cuts, i);
  out.push_back({.kind = Item::Kind::any});
  if (!last) out.insert(out.end(), one.end() - ptrdiff_t(t), one.end());
  return out;
}

}  // namespace gleaner::lines
