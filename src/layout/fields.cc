// See fields.h.
#include "layout/fields.h"

#include <algorithm>
#include <set>
#include <utility>

namespace gleaner::layout {
namespace {

constexpr double kFarAside = 20;    // em, from a name to the field at its right: forms align their fields
constexpr double kNearBox = 3;      // em, from a check box to its name
constexpr double kNameAbove = 1.2;  // em, from a name to the field below
constexpr double kSameLine = 0.4;   // of the lower height
constexpr double kTouch = 2;        // points that a name may reach into its field

bool in_line(const Box& field, const Chunk& chunk) {
  const double common = std::min(field.y1, chunk.y1) - std::max(field.y0, chunk.y0);
  return common > kSameLine * std::min(field.height(), chunk.y1 - chunk.y0);
}

// How far a chunk is from the field that it may name; negative: it does not.
double distance_of_name(const Box& field, const Chunk& chunk, bool small) {
  if (in_line(field, chunk)) {
    const double right_of = chunk.x0 - field.x1, left_of = field.x0 - chunk.x1;
    if (small && right_of > -kTouch && right_of < kNearBox * chunk.size) return std::max(0.0, right_of);
    if (left_of > -kTouch && left_of < (small ? kNearBox : kFarAside) * chunk.size)
      return std::max(0.0, left_of) + (small ? kNearBox * chunk.size : 0);
    return -1;
  }
  const double above = field.y0 - chunk.y1;
  if (small || above < -kTouch || above > kNameAbove * chunk.size || chunk.x0 > field.x1 ||
      chunk.x0 < field.x0 - chunk.size)
    return -1;
  return kFarAside * chunk.size + std::max(0.0, above);
}

}  // namespace

void cut_at_fields(std::vector<Line>& lines, const std::vector<Box>& fields) {
  for (Line& line : lines) {
    std::vector<Chunk> out;
    for (const Chunk& chunk : line.chunks) {
      const auto parted = [&](const Word& a, const Word& b) {
        return std::ranges::any_of(fields, [&](const Box& f) {
          return in_line(f, chunk) && a.x1 - kTouch < f.center_x() && f.center_x() < b.x0 + kTouch;
        });
      };
      cut_chunk(chunk, parted, [&](Words words) { out.emplace_back(std::move(words)); });
    }
    line.chunks = std::move(out);
  }
}

std::vector<FieldName> name_fields(const std::vector<Line>& lines, const std::vector<Box>& boxes,
                                   const std::vector<FormField>& fields) {
  struct Choice {
    double away;
    size_t field;
    FieldName name;
  };
  std::vector<Choice> choices;
  for (size_t f = 0; f < fields.size(); ++f) {
    const bool small = fields[f].kind == "checkbox" || fields[f].kind == "radio";
    for (size_t l = 0; l < lines.size(); ++l)
      for (size_t c = 0; c < lines[l].chunks.size(); ++c)
        if (const double away = distance_of_name(boxes[f], lines[l].chunks[c], small); away >= 0)
          choices.push_back({away, f, {l, c}});
  }
  std::ranges::stable_sort(choices, {}, &Choice::away);
  std::vector<FieldName> out(fields.size());
  std::set<std::pair<size_t, size_t>> taken;
  for (const Choice& choice : choices)
    if (out[choice.field].line == kNoName && taken.insert({choice.name.line, choice.name.chunk}).second)
      out[choice.field] = choice.name;
  return out;
}

}  // namespace gleaner::layout
