// See wrapping.h.
#include "layout/wrapping.h"

#include <algorithm>

#include "layout/kinds.h"

namespace gleaner::layout {
namespace {

constexpr double kSpace = 0.25;  // em, between words
constexpr double kFits = -1.2, kSurelyFull = 0.45, kPerhapsFull = 0.2;
constexpr double kSmallLetter = 1.5, kOpenEnd = 1, kCapital = -0.5, kNewLabel = -0.5, kNoLabel = 0.6;

const Chunk* chunk_in(const TextLine& line, int column) {
  for (const Piece& p : line.pieces)
    if (p.first == column && p.last == column) return &p.chunk;
  return nullptr;
}

}  // namespace

Wrapping::Wrapping(const std::vector<TextLine>& lines, int columns, const std::vector<double>& borders)
    : columns_(size_t(columns)) {
  for (size_t c = 0; c < columns_.size() && c + 1 < borders.size(); ++c)
    columns_[c].room = borders[c + 1] - borders[c];
  for (const TextLine& line : lines)
    for (const Piece& p : line.pieces) {
      if (p.first != p.last) continue;
      Column& column = columns_[size_t(p.first)];
      column.widest = std::max(column.widest, p.chunk.x1 - p.chunk.x0);
      column.several |= p.chunk.words.size() > 1 && !p.chunk.number;
    }
}

double Wrapping::vote(int c, const Chunk& above, const Chunk& below) const {
  const Column& column = columns_[size_t(c)];
  double vote = begins_lower(below.text, false) ? kSmallLetter : kCapital;
  if (ends_open(above.text)) vote += kOpenEnd;
  if (!column.several) return vote;
  const Word& first = *below.words.front();
  const double together = above.x1 - above.x0 + kSpace * above.size + first.x1 - first.x0;
  return vote + (together <= column.widest ? kFits : together > column.room ? kSurelyFull : kPerhapsFull);
}

std::optional<bool> Wrapping::continues(const TextLine& above, const TextLine& below) const {
  double sum = 0;
  bool texts = false, stacked = false;
  for (const Piece& p : below.pieces) {
    if (p.first != p.last) continue;
    const Chunk* over = chunk_in(above, p.first);
    if (!over) continue;
    if (over->number && p.chunk.number) {
      stacked |= !is_bracketed(p.chunk.text);  // the same in another unit may stand below
      continue;
    }
    if (over->number || p.chunk.number) {
      sum += kCapital;
      continue;
    }
    sum += vote(p.first, *over, p.chunk);
    texts |= p.first > 0;
  }
  const Chunk *label = chunk_in(below, 0), *over = chunk_in(above, 0);
  if (over && !label) sum += kNoLabel;
  if (label && !begins_lower(label->text, true)) sum += kNewLabel;
  if (!texts || (sum == 0 && !stacked)) return std::nullopt;
  return sum > 0 && !stacked;
}

}  // namespace gleaner::layout
