// Lines and chunks: words that stand on one line, and the parts of it between wide gaps. Internal to layout.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "layout/page.h"

namespace gleaner::layout {

using Words = std::vector<const Word*>;

// Words of a line without a wide gap between them: what may be a cell, or a line of one.
struct Chunk {
  Chunk() = default;
  explicit Chunk(Words words);
  Words words;
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0, size = 0, base = 0;
  std::string text;
  bool number = false;
  double center_x() const { return (x0 + x1) / 2; }
  Box box() const { return {x0, y0, x1, y1}; }
};

// The runs of a chunk's words between those that `parts(a, b)` says are parted; to add(words).
template <class Parts, class Add>
void cut_chunk(const Chunk& chunk, Parts&& parts, Add&& add) {
  Words current = {chunk.words[0]};
  for (size_t i = 1; i < chunk.words.size(); ++i) {
    if (parts(*chunk.words[i - 1], *chunk.words[i])) add(std::exchange(current, {}));
    current.push_back(chunk.words[i]);
  }
  add(std::move(current));
}

// Why a line belongs to no table.
enum class Stop : uint8_t { none, caption, note, prose };

struct Line {
  Line() = default;
  Line(Words words, const Settings& settings);
  Words words;  // from left to right
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0, size = 0, base = 0;
  bool bold = false;
  std::vector<Chunk> chunks;
  Stop stop = Stop::none;
  bool wordy = false, prose = false;
  std::string text() const;
  Box box() const { return {x0, y0, x1, y1}; }
};

// A vertical overlap of more than half of the smaller height is one line. In order of baselines.
std::vector<Line> lines_of(const Words& words, const Settings& settings);
std::string text_of(const Words& words, const Settings& settings);  // line by line
// Are most of the words read from right to left? Numbers are of no direction.
bool is_leftward(const Words& words);
// From left to right into reading order.
Words in_reading_order(const Words& line);

// Sets stop, wordy, prose: captions, notes and what continues them, running text. `width` of the column.
void mark_stops(std::vector<Line>& lines, double width, const Settings& settings);

bool opens_caption(const std::string& text, const Settings& settings);  // "Table 3"
bool is_data_line(const Line& line);    // several chunks, a figure behind the first
bool is_header_like(const Line& line);  // no figures but years behind the first chunk

// The middle value; `fallback` of none.
double median(std::vector<double> values, double fallback = 0);

}  // namespace gleaner::layout
