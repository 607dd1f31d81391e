// See lines.h.
#include "layout/lines.h"

#include <algorithm>
#include <cmath>

#include "base/sorted.h"
#include "base/text.h"
#include "layout/kinds.h"
#include "regex/regex.h"

namespace gleaner::layout {

double median(std::vector<double> values, double fallback) {
  return values.empty() ? fallback : upper_median(std::move(values));
}

Chunk::Chunk(Words from) : words(std::move(from)) {
  x0 = words[0]->x0;
  x1 = words[0]->x1, y0 = words[0]->y0, y1 = words[0]->y1;
  std::vector<double> bases;
  for (const Word* word : words) {
    x1 = std::max(x1, word->x1);
    y0 = std::min(y0, word->y0);
    y1 = std::max(y1, word->y1);
    size = std::max(size, word->size);
    bases.push_back(word->base);
    if (!text.empty()) text += ' ';
    text += word->text;
  }
  base = median(std::move(bases));
  number = words.size() == 1 ? words[0]->number : is_number(text);
}

namespace {

std::vector<Chunk> chunks_of(const Words& words, const Settings& s) {
  std::vector<Chunk> out;
  Words current = {words[0]};
  double right = words[0]->x1;
  for (size_t i = 1; i < words.size(); ++i) {
    const Word &a = *words[i - 1], &b = *words[i];
    double limit = std::max(4.0 * s.chunk_gap, parting_gap(a, b, s.chunk_gap));
    if (b.number && a.number) {
      limit = parting_gap(a, b, s.number_gap);  // two numbers side by side need less
    } else if (b.number && words.size() > 2) {
      const bool alone = i + 1 == words.size() || words[i + 1]->x0 - b.x1 > 0.8 * b.size;
      if (alone) limit = std::max(s.number_gap * b.size, parting_gap(a, b, 0));
    }
    if (b.x0 - right > limit) {
      out.emplace_back(std::move(current));
      current = {&b};
      right = b.x1;
    } else {
      current.push_back(&b);
      right = std::max(right, b.x1);
    }
  }
  out.emplace_back(std::move(current));
  return out;
}

}  // namespace

Line::Line(Words from, const Settings& settings) : words(std::move(from)) {
  std::ranges::stable_sort(words, [](const Word* a, const Word* b) { return a->x0 < b->x0; });
  double largest = 0;
  size_t letters = 0, bold_letters = 0;
  x0 = words[0]->x0, x1 = words[0]->x1;
  for (const Word* word : words) {
    largest = std::max(largest, word->size);
    x0 = std::min(x0, word->x0);
    x1 = std::max(x1, word->x1);
    letters += word->text.size();
    if (word->bold) bold_letters += word->text.size();
  }
  std::vector<double> sizes, bases;
  bool any = false;
  for (const Word* word : words) {
    if (word->size <= 0.75 * largest && largest > 0) continue;
    sizes.push_back(word->size);
    bases.push_back(word->base);
    y0 = any ? std::min(y0, word->y0) : word->y0;
    y1 = any ? std::max(y1, word->y1) : word->y1;
    any = true;
  }
  size = median(std::move(sizes));
  base = median(std::move(bases));
  bold = double(bold_letters) > 0.6 * double(letters);
  chunks = chunks_of(words, settings);
}

std::string Line::text() const {
  std::string out;
  for (const Word* word : words) {
    if (!out.empty()) out += ' ';
    out += word->text;
  }
  return out;
}

std::vector<Line> lines_of(const Words& given, const Settings& settings) {
  constexpr size_t kLookBack = 6;
  constexpr double kOverlap = 0.55;
  struct Open {
    double y0, y1, size;
    Words words;
  };
  Words words = given;
  std::ranges::stable_sort(words, [](const Word* a, const Word* b) {
    return a->center_y() != b->center_y() ? a->center_y() < b->center_y() : a->x0 < b->x0;
  });
  std::vector<Open> open;
  for (const Word* word : words) {
    Open* best = nullptr;
    double most = 0;
    for (size_t i = open.size() > kLookBack ? open.size() - kLookBack : 0; i < open.size(); ++i) {
      const double overlap = std::min(open[i].y1, word->y1) - std::max(open[i].y0, word->y0);
      const double smaller = std::min(open[i].y1 - open[i].y0, word->y1 - word->y0);
      if (overlap > kOverlap * smaller && (!best || overlap > most)) best = &open[i], most = overlap;
    }
    if (!best) {
      open.push_back({word->y0, word->y1, word->size, {word}});
      continue;
    }
    best->words.push_back(word);
    if (word->size > best->size) best->y0 = word->y0, best->y1 = word->y1, best->size = word->size;
  }
  std::vector<Line> out;
  for (Open& line : open) out.emplace_back(std::move(line.words), settings);
  std::ranges::stable_sort(out, [](const Line& a, const Line& b) { return a.base < b.base; });
  return out;
}

std::string text_of(const Words& words, const Settings& settings) {
  if (words.empty()) return {};
  std::string out;
  for (const Line& line : lines_of(words, settings)) {
    if (!out.empty()) out += ' ';
    out += line.text();
  }
  return out;
}

bool is_leftward(const Words& words) {
  int balance = 0;
  for (const Word* word : words)
    if (!word->number) balance += word->leftward ? 1 : -1;
  return balance > 0;
}

Words in_reading_order(const Words& line) {
  const bool leftward = is_leftward(line);
  const auto any = [](const Word* word) { return word->leftward; };
  if (std::ranges::none_of(line, any)) return line;
  Words out = line;
  if (leftward) std::ranges::reverse(out);
  for (size_t from = 0; from < out.size();) {  // runs of the other direction
    size_t to = from + 1;
    while (to < out.size() && out[to]->leftward == out[from]->leftward) ++to;
    if (out[from]->leftward != leftward) std::reverse(out.begin() + int64_t(from), out.begin() + int64_t(to));
    from = to;
  }
  return out;
}

bool is_data_line(const Line& line) {
  for (size_t i = 1; i < line.chunks.size(); ++i)
    if (line.chunks[i].number) return true;
  return false;
}

bool is_header_like(const Line& line) {
  for (size_t i = 1; i < line.chunks.size(); ++i)
    if (line.chunks[i].number && !is_year_alone(line.chunks[i].text)) return false;
  return true;
}

namespace {

// One chunk, many words, mostly letters; then wide, with a neighbour alike.
void mark_prose(std::vector<Line>& lines, double width) {
  for (Line& line : lines) {
    line.prose = line.wordy = false;
    if (line.words.size() < 6 || line.chunks.size() != 1) continue;
    size_t letters = 0, all = 0;
    for (const Word* word : line.words)
      for (size_t i = 0; i < word->text.size();) {
        const CodePoint c = code_point_at(word->text, i);
        letters += (c.value >= 0xc0 && !(c.value >= 0x2000 && c.value < 0x2c00)) ||
                   is_alpha(char(c.value < 0x80 ? c.value : ' '));
        ++all;
        i += c.length;
      }
    line.wordy = double(letters) > 0.6 * double(all);
  }
  for (size_t i = 0; i < lines.size(); ++i) {
    Line& line = lines[i];
    if (!line.wordy) continue;
    int alike = 0;
    for (size_t j : {i - 1, i + 1})
      alike += j < lines.size() && lines[j].wordy && std::abs(lines[j].base - line.base) < 2.6 * line.size &&
               std::abs(lines[j].x0 - line.x0) < 3 * line.size;
    if (alike && line.x1 - line.x0 > (alike == 1 ? 0.7 : 0.45) * width) line.prose = true;
  }
  for (size_t i = 1; i < lines.size(); ++i) {  // the last, short line of a paragraph
    const Line& a = lines[i - 1];
    Line& b = lines[i];
    if (a.prose && !b.prose && b.chunks.size() == 1 && b.words.size() > 2 && std::abs(a.x0 - b.x0) < 1.5 &&
        b.base - a.base < 1.6 * a.size && b.words.front()->font == a.words.back()->font)
      b.prose = true;
  }
}

const regex::Regex* expression(const std::string& source) {
  thread_local std::string last[2];
  thread_local std::optional<regex::Regex> compiled[2];
  for (int i = 0; i < 2; ++i)
    if (compiled[i] && last[i] == source) return &*compiled[i];
  auto made = regex::Regex::compile(source, {.ignore_case = true});
  if (!made.ok()) return nullptr;  // settings are checked when they are read
  std::swap(compiled[0], compiled[1]);
  std::swap(last[0], last[1]);
  compiled[0] = std::move(*made);
  last[0] = source;
  return &*compiled[0];
}

bool opens_note(const Line& line, const std::string& text, const Settings& settings) {
  const regex::Regex* note = expression(settings.note);
  if (note && note->find(text)) return true;
  const std::string& first = line.words[0]->text;
  if (first.empty() || (first.back() != ':' && first.back() != '.')) return false;
  std::string_view word = first;
  while (!word.empty() && (word.back() == ':' || word.back() == '.')) word.remove_suffix(1);
  const std::string lower = lower_ascii(word);
  return lower == "source" || lower == "sources" || lower == "note" || lower == "notes" || lower == "nb";
}

}  // namespace

bool opens_caption(const std::string& text, const Settings& settings) {
  const regex::Regex* caption = expression(settings.caption);
  return caption && caption->find(text);
}

void mark_stops(std::vector<Line>& lines, double width, const Settings& settings) {
  mark_prose(lines, width);
  for (Line& line : lines) {
    const std::string text = line.text();
    line.stop = opens_caption(text, settings)      ? Stop::caption
                : opens_note(line, text, settings) ? Stop::note
                : line.prose                       ? Stop::prose
                                                   : Stop::none;
  }
  for (size_t i = 1; i < lines.size(); ++i) {
    Line& line = lines[i];
    const Line& before = lines[i - 1];
    if ((before.stop != Stop::caption && before.stop != Stop::note) || line.stop != Stop::none) continue;
    if (line.base - before.base >= 1.5 * std::max(line.size, before.size) || line.chunks.size() != 1)
      continue;
    const bool same =
        line.words.front()->font == before.words.back()->font && std::abs(line.size - before.size) < 0.6;
    double nearest = 1e9;
    for (const Chunk& chunk : before.chunks) nearest = std::min(nearest, std::abs(line.x0 - chunk.x0));
    const bool aligned = nearest < 4 || std::abs((line.x0 + line.x1) - (before.x0 + before.x1)) < 12;
    if (same && aligned && (before.stop == Stop::caption || line.words.size() > 3)) line.stop = before.stop;
  }
}

}  // namespace gleaner::layout
