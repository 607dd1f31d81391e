// See pairs.h.
#include "layout/pairs.h"

#include <algorithm>
#include <cmath>

namespace gleaner::layout {
namespace {

constexpr size_t kMostNameWords = 4, kMostValueWords = 6;
constexpr double kMostGap = 14;   // em, between name and value
constexpr double kAligned = 0.5;  // em: ends nearer than this are aligned
constexpr double kNear = 3;       // em: pairs farther from each other than this tell nothing of each other

bool is_bold(const Chunk& chunk) {
  return std::ranges::all_of(chunk.words, [](const Word* word) { return word->bold; });
}

struct Pair {
  size_t line, chunk;
};

bool may_be_pair(const Chunk& name, const Chunk& value, double size) {
  if (name.number || name.words.size() > kMostNameWords || value.words.size() > kMostValueWords) return false;
  if (value.x0 - name.x1 > kMostGap * size || value.text.ends_with(':')) return false;
  return name.text.ends_with(':') || (is_bold(name) && !is_bold(value));
}

bool aligned(const Chunk& a, const Chunk& b) {
  const double near = kAligned * std::max(a.size, b.size);
  return std::abs(a.x0 - b.x0) < near || std::abs(a.x1 - b.x1) < near;
}

}  // namespace

std::vector<std::vector<size_t>> find_pairs(const std::vector<Line>& lines) {
  std::vector<Pair> candidates;  // from the top
  for (size_t i = 0; i < lines.size(); ++i)
    for (size_t c = 0; c + 1 < lines[i].chunks.size(); ++c)
      if (may_be_pair(lines[i].chunks[c], lines[i].chunks[c + 1], lines[i].size))
        candidates.push_back({i, c});
  std::vector<bool> sure(candidates.size(), false);
  for (size_t a = 0; a < candidates.size(); ++a)
    for (size_t b = a + 1; b < candidates.size(); ++b) {
      const Chunk *p = &lines[candidates[a].line].chunks[candidates[a].chunk],
                  *q = &lines[candidates[b].line].chunks[candidates[b].chunk];
      if (q->base - p->base > kNear * std::max(p->size, q->size)) break;
      if (candidates[a].line != candidates[b].line && aligned(p[0], q[0]) && aligned(p[1], q[1]))
        sure[a] = sure[b] = true;
    }
  std::vector<std::vector<size_t>> out(lines.size());
  for (size_t a = 0; a < candidates.size(); ++a)
    if (sure[a]) out[candidates[a].line].push_back(candidates[a].chunk);
  return out;
}

}  // namespace gleaner::layout
