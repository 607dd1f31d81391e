// See url_shapes.h.
#include "crawl/url_shapes.h"

#include <algorithm>
#include <utility>

#include "base/hash.h"
#include "base/text.h"
#include "crawl/weights.h"
#include "page/url.h"

namespace gleaner::crawl {
namespace {

constexpr size_t kMostSteps = 24;
constexpr size_t kLongWord = 24;  // longer ones are values from the start
constexpr size_t
    kLongNumber = 3,
    kWordLetters =
        3;  // digits, and letters of each of two words, that make a value from the start: "amber-vale-4711"
constexpr size_t kLongHead = 12;  // letters of a first word that may be the name of a kind
constexpr size_t kMostHeads = 1 << 16;
constexpr float kMostMisled = 6;  // so that a site which turns out otherwise is believed again

uint64_t child_key(ShapeId parent, std::string_view step) {
  return mix(mix(0, parent + 1), stable_hash(step));
}

// What was seen, and what is known before as kStrength visits.
double share_of(double seen, uint32_t visits, double before) {
  return (seen + kStrength * before) / (visits + kStrength);
}

bool is_letter(char c) { return is_letter_byte(c) || c == '%'; }

}  // namespace

UrlShapes::UrlShapes() : nodes_(1), endings_(1) {}

// "item-k1043.html": numbers as "#", the ending kept; as a value "*.html".
UrlShapes::Step UrlShapes::step_of(std::string_view prefix, std::string_view text, bool last) {
  Step out;
  size_t dot = last ? text.rfind('.') : std::string_view::npos;
  if (dot != std::string_view::npos && (text.size() - dot > 6 || dot == 0)) dot = std::string_view::npos;
  const std::string_view name = text.substr(0, dot),
                         ending = dot == std::string_view::npos ? std::string_view() : text.substr(dot);
  std::string shown;
  size_t parts = 0, long_words = 0, digits = 0, letters = 0, in_this = 0;
  bool in_number = false, in_word = false;
  for (const char c : name) {
    if (is_digit(c)) {
      if (!in_number) shown += '#';
      ++digits;
      in_number = true, in_word = false;
      continue;
    }
    in_number = false;
    shown += to_lower(c);
    if (!is_letter(c)) {
      in_word = false;
      continue;
    }
    ++letters;
    if (!in_word) ++parts, in_this = 0;
    if (++in_this == kWordLetters) ++long_words;
    in_word = true;
  }
  out.text = std::string(prefix) + shown + lower_ascii(ending);
  if (letters == 0) return out;  // a number, a date: as it is
  out.look = parts > 1 ? 1 : 0;
  out.value = std::string(prefix) + (digits ? "*#" : "*") + lower_ascii(ending);
  const size_t first = shown.find_first_of("-_+.~");
  if (first != std::string::npos && first > 0 && first <= kLongHead && shown[0] != '#')
    out.head = std::string(prefix) + shown.substr(0, first + 1) + (digits ? "*#" : "*") + lower_ascii(ending);
  if (name.size() > kLongWord || (digits && parts > 3) || (digits >= kLongNumber && long_words > 1)) {
    out.text = out.value;  // no name of a part of a site
    out.look = -1;
  }
  return out;
}

std::vector<UrlShapes::Step> UrlShapes::steps_of(std::string_view url) {
  const UrlParts parts = split_url(url);
  std::vector<Step> out;
  std::string_view path = parts.path;
  if (path.starts_with('/')) path.remove_prefix(1);
  const auto segments = split(path, '/');
  for (size_t i = 0; i < segments.size() && out.size() < kMostSteps; ++i)
    out.push_back(step_of("/", segments[i], i + 1 == segments.size()));
  if (!parts.has_query) return out;
  auto pairs = split(parts.query, '&');
  std::stable_sort(pairs.begin(), pairs.end());
  std::string last;
  for (const std::string_view pair : pairs) {
    if (pair.empty() || out.size() >= kMostSteps) continue;
    const size_t equals = std::min(pair.find('='), pair.size());
    const std::string key = "?" + std::string(pair.substr(0, equals)) + "=";
    if (std::exchange(last, key) == key) continue;  // the same filter again makes no other kind of address
    out.push_back(step_of(key, pair.substr(std::min(equals + 1, pair.size())), false));
  }
  return out;
}

// Of the path.
UrlShapes::Step UrlShapes::last_step(std::string_view url) {
  std::string_view path = url.substr(0, url.find_first_of("?#"));
  if (path.ends_with('/')) path.remove_suffix(1);
  return step_of("", path.substr(path.rfind('/') + 1), true);
}

uint32_t UrlShapes::head_of(std::string_view url) {
  const std::string head = last_step(url).head;
  return head.empty() ? 0 : uint32_t(stable_hash(head)) | 1;
}

uint32_t UrlShapes::make_of(std::string_view url) {
  const Step step = last_step(url);
  return uint32_t(mix(stable_hash(step.value.empty() ? step.text : step.value), step.head.empty()));
}

ShapeId UrlShapes::child(ShapeId parent, std::string_view step) const {
  const auto at = children_.find(child_key(parent, step));
  return at == children_.end() ? kAnyShape : at->second;
}

ShapeId UrlShapes::make_child(ShapeId parent, std::string step) {
  if (nodes_.size() >= kMostShapes) return kAnyShape;
  const ShapeId made = ShapeId(nodes_.size());
  children_.emplace(child_key(parent, step), made);
  Node& node = nodes_.emplace_back();
  node.parent = parent;
  node.step = std::move(step);
  node.depth = uint16_t(nodes_[parent].depth + 1);
  const uint64_t key = mix(child_key(node.depth, node.step), stable_hash(nodes_[parent].step));
  const auto [at, fresh] = ending_index_.try_emplace(key, uint32_t(endings_.size()));
  if (fresh) endings_.emplace_back();
  node.ending = at->second;
  return made;
}

// The shape below a value's that its first word makes, once so many values begin with it.
ShapeId UrlShapes::refined(ShapeId value, const Step& step) {
  ++nodes_[value].values;
  if (step.head.empty()) return value;
  const uint64_t key = child_key(value, step.head);
  if (const auto known = children_.find(key); known != children_.end()) return known->second;
  if (heads_.size() >= kMostHeads && !heads_.count(key)) return value;
  if (const uint32_t same = ++heads_[key]; same < kHeads || same < kHeadShare * nodes_[value].values)
    return value;
  const ShapeId made = make_child(value, step.head);
  if (!made) return value;
  nodes_[made].refines = true;
  return made;
}

// The first names of a place turn out to be values as well: what came of them is what came of values.
void UrlShapes::adopt(ShapeId above, ShapeId value, const std::string& step) {
  const auto names = names_.find(child_key(above, step));
  if (names == names_.end()) return;
  for (const ShapeId name : names->second) {
    nodes_[name].parent = value;
    nodes_[name].refines = true;
    nodes_[value].visits += nodes_[name].visits;
    nodes_[value].candidates += nodes_[name].candidates;
    nodes_[value].yield += nodes_[name].yield;
  }
  names_.erase(names);
}

ShapeId UrlShapes::take(std::string_view url) {
  ShapeId at = kAnyShape;
  for (Step& step : steps_of(url)) {
    ShapeId next = child(at, step.text);
    const bool is_name = !next && step.look >= 0 && nodes_[at].words[step.look] < kFan,
               is_one_more = !next && step.look >= 0 && !is_name;
    if (is_name) ++nodes_[at].words[step.look];
    if (is_one_more) next = child(at, step.text = step.value);
    if (!next) next = make_child(at, step.text);
    if (!next) return at;
    if (is_name) names_[child_key(at, step.value)].push_back(next);
    if (is_one_more) adopt(at, next, step.value);
    at = is_value(step) ? refined(next, step) : next;
  }
  return at;
}

ShapeId UrlShapes::find(std::string_view url) const {
  ShapeId at = kAnyShape;
  for (const Step& step : steps_of(url)) {
    ShapeId next = child(at, step.text);
    if (!next && step.look >= 0) next = child(at, step.value);
    if (!next) return at;
    const ShapeId closer = step.head.empty() ? kAnyShape : child(next, step.head);
    at = closer ? closer : next;
  }
  return at;
}

std::string UrlShapes::text(ShapeId shape) const {
  std::vector<std::string_view> steps;
  for (ShapeId at = shape; at != kAnyShape; at = nodes_[at].parent) {
    steps.push_back(nodes_[at].step);
    if (nodes_[at].refines) at = nodes_[at].parent;
  }
  std::string out;
  bool query = false;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    const bool key = step->starts_with('?');
    if (key && query) out.append("&").append(step->substr(1));
    else out += *step;
    query |= key;
  }
  return out.empty() ? "/" : out;
}

uint64_t UrlShapes::last(ShapeId shape) const {
  return mix(nodes_[shape].depth, stable_hash(nodes_[shape].step));
}

// The first page of a shape shows which of both knew better: what ends alike elsewhere, or what stands above.
void UrlShapes::compare_ending(ShapeId shape, bool candidate) {
  const Node& node = nodes_[shape];
  Ending& alike = endings_[node.ending];
  if (shape == kAnyShape || node.visits || !alike.visits) return;
  const double above = candidates_estimate(node.parent),
               by_ending = share_of(alike.candidates, alike.visits, above);
  const auto likelihood = [&](double share) { return std::log(candidate ? share : 1 - share); };
  alike.misled =
      std::clamp(alike.misled + float(likelihood(above) - likelihood(by_ending)), -kMostMisled, kMostMisled);
}

void UrlShapes::count(ShapeId shape, bool candidate) {
  compare_ending(shape, candidate);
  ++endings_[nodes_[shape].ending].visits;
  endings_[nodes_[shape].ending].candidates += candidate;
  for (ShapeId at = shape;; at = nodes_[at].parent) {
    Node& node = nodes_[at];
    ++node.visits;
    node.candidates += candidate;
    if (at == kAnyShape) return;
  }
}

void UrlShapes::count_candidate(ShapeId shape, int candidates) {
  endings_[nodes_[shape].ending].candidates += uint32_t(candidates);
  for (ShapeId at = shape;; at = nodes_[at].parent) {
    nodes_[at].candidates += uint32_t(candidates);
    if (at == kAnyShape) return;
  }
}

void UrlShapes::add_yield(ShapeId shape, double yield) {
  endings_[nodes_[shape].ending].yield += float(yield);
  for (ShapeId at = shape;; at = nodes_[at].parent) {
    nodes_[at].yield += float(yield);
    if (at == kAnyShape) return;
  }
}

// From the root down: each node's own visits, and before them those of addresses that end alike and those of
// the ones above it, as far as each of both has foretold well.
double UrlShapes::candidates_estimate(ShapeId shape) const {
  const Node& node = nodes_[shape];
  const Ending& alike = endings_[node.ending];
  const double above = shape == kAnyShape ? kPrior : candidates_estimate(node.parent);
  const double by_ending = share_of(alike.candidates, alike.visits, above), trust = alike.trust();
  return share_of(node.candidates, node.visits, trust * by_ending + (1 - trust) * above);
}

double UrlShapes::yield_estimate(ShapeId shape) const {
  const Node& node = nodes_[shape];
  const Ending& alike = endings_[node.ending];
  const double above = shape == kAnyShape ? 0 : yield_estimate(node.parent);
  const double by_ending = share_of(double(alike.yield), alike.visits, above), trust = alike.trust();
  return share_of(double(node.yield), node.visits, trust * by_ending + (1 - trust) * above);
}

}  // namespace gleaner::crawl
