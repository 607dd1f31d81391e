// See dashes.h.
#include "lines/dashes.h"

#include <algorithm>
#include <optional>

#include "base/text.h"

namespace gleaner::lines {
namespace {

size_t index_of(const Example& example, uint32_t field) {
  const auto has = [&](const FieldSpan& place) { return place.field == field; };
  return size_t(std::ranges::find_if(example.places, has) - example.places.begin());
}

bool is_lone_dash(std::string_view line, uint32_t at) {
  const auto parts = [](char c) { return !is_word_byte(c) && c != '-' && c != '.' && c != '/' && c != ':'; };
  return line[at] == '-' && (at == 0 || parts(line[at - 1])) &&
         (at + 1 == line.size() || parts(line[at + 1]));
}

// What stands between a place and the field before or behind it, as a line's end is.
struct Side {
  uint32_t field;  // UINT32_MAX: the end of the line
  std::string sign;
};

Side before(const Example& example, size_t next, uint32_t at) {
  const bool begins = next == 0;
  return {begins ? UINT32_MAX : example.places[next - 1].field,
          separator_sign(example.line, begins ? 0 : example.places[next - 1].span.end, at)};
}

Side behind(const Example& example, size_t next, uint32_t at) {
  const bool ends = next == example.places.size();
  return {ends ? UINT32_MAX : example.places[next].field,
          separator_sign(example.line, at,
                         ends ? uint32_t(example.line.size()) : example.places[next].span.begin)};
}

bool same(const Side& a, const Side& b) { return a.field == b.field && a.sign == b.sign; }

// What touches the place is written alike: a blank, a quote.
bool touches(const Side& a, const Side& b, bool at_end) {
  if (a.sign.empty() || b.sign.empty()) return a.sign.empty() == b.sign.empty();
  return at_end ? a.sign.back() == b.sign.back() : a.sign.front() == b.sign.front();
}

// The place of the dash in `example` that stands as `field` does in `other`: written alike on both
// sides, and on one of them all the way to the same field. (Other fields may be missing beside it.)
// Nothing if none or several do.
std::optional<FieldSpan> dash_for(const Example& example, const Example& other, uint32_t field) {
  const size_t k = index_of(other, field);
  if (k == other.places.size() || other.places[k].dash) return std::nullopt;
  const Side left = before(other, k, other.places[k].span.begin);
  const Side right = behind(other, k + 1, other.places[k].span.end);
  std::optional<FieldSpan> found;
  for (size_t next = 0; next <= example.places.size(); ++next) {
    const uint32_t from = next ? example.places[next - 1].span.end : 0;
    const uint32_t to =
        next < example.places.size() ? example.places[next].span.begin : uint32_t(example.line.size());
    for (uint32_t at = from; at < to; ++at) {
      if (!is_lone_dash(example.line, at)) continue;
      const Side here_left = before(example, next, at), here_right = behind(example, next, at + 1);
      if (!touches(here_left, left, true) || !touches(here_right, right, false)) continue;
      if (!same(here_left, left) && !same(here_right, right)) continue;
      if (found) return std::nullopt;
      found = FieldSpan{field, {at, at + 1}, true};
    }
  }
  return found;
}

bool add_one(Example& example, const std::vector<Example>& examples) {
  for (const Example& other : examples)
    for (const FieldSpan& place : other.places) {
      if (index_of(example, place.field) < example.places.size()) continue;
      const std::optional<FieldSpan> dash = dash_for(example, other, place.field);
      if (!dash) continue;
      const auto behind = [&](const FieldSpan& p) { return p.span.begin > dash->span.begin; };
      example.places.insert(std::ranges::find_if(example.places, behind), *dash);
      return true;
    }
  return false;
}

}  // namespace

void add_dashes(std::vector<Example>& examples) {
  for (bool more = true; more;) {  // one that is found may be what another stands beside
    more = false;
    for (Example& example : examples) more |= add_one(example, examples);
  }
}

}  // namespace gleaner::lines
