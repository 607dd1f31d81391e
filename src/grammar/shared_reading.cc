#include "grammar/shared_reading.h"

#include <algorithm>

namespace gleaner::grammar {
namespace {

constexpr uint32_t kEnd = 0;         // the number of "the source ends here" in sets of ends
// ... and of "somewhere behind which whatever follows is accepted". Without it, a call that may end anywhere would
// have as many ends as the source has characters.
constexpr uint32_t kAnywhere = 1;
constexpr uint32_t kPositions = 2;   // numbers from here on are positions
constexpr uint64_t kPerRow = 4;      // bytes
constexpr uint64_t kCheckEvery = 1024;  // positions between looks at the budget's memory
constexpr uint32_t kMostLeaves = 8'000;  // rules that end at one place: each is a few calls deep on our stack
enum : uint8_t { kNew = 0, kOpen = 1, kDone = 2 };

uint64_t mix(uint64_t h, uint64_t v) {
  h ^= v + 0x9e3779b97f4a7c15ull + (h << 6) + (h >> 2);
  return h * 0xff51afd7ed558ccdull;
}

uint64_t pair(uint32_t a, uint32_t b) { return uint64_t(a) << 32 | b; }

uint64_t hash_of(const uint32_t* first, size_t count) {
  uint64_t h = count;
  for (size_t i = 0; i < count; ++i) h = mix(h, first[i]);
  return h;
}

}  // namespace

// ---------------------------------------------------------------- sets

NumberSets::NumberSets() { keep({}); }

uint32_t NumberSets::keep(const std::vector<Run>& runs) {
  uint64_t hash = runs.size();
  for (const Run& r : runs) hash = mix(mix(hash, r.first), r.last);
  auto [at, end] = numbers_.equal_range(hash);
  for (; at != end; ++at) {
    const Place& place = places_[at->second];
    if (place.count == runs.size() && std::equal(runs.begin(), runs.end(), runs_.begin() + ptrdiff_t(place.first)))
      return at->second;
  }
  const uint32_t number = uint32_t(places_.size());
  places_.push_back({runs_.size(), uint32_t(runs.size())});
  runs_.insert(runs_.end(), runs.begin(), runs.end());
  numbers_.emplace(hash, number);
  return number;
}

uint32_t NumberSets::with(uint32_t number) { return keep({{number, number}}); }

uint32_t NumberSets::unite(uint32_t a, uint32_t b) {
  if (a == b || b == 0) return a;
  if (a == 0) return b;
  if (a > b) std::swap(a, b);
  auto [at, fresh] = united_.try_emplace(pair(a, b), 0);
  if (!fresh) return at->second;
  std::vector<Run> runs;
  const Run *x = begin(a), *y = begin(b), *const x_end = end(a), *const y_end = end(b);
  while (x != x_end || y != y_end) {
    const Run next = y == y_end || (x != x_end && x->first < y->first) ? *x++ : *y++;
    if (!runs.empty() && next.first <= uint64_t(runs.back().last) + 1) runs.back().last = std::max(runs.back().last, next.last);
    else runs.push_back(next);
  }
  return united_[pair(a, b)] = keep(runs);
}

uint32_t NumberSets::without_largest(uint32_t set) {
  std::vector<Run> runs(begin(set), end(set));
  if (runs.back().first == runs.back().last) runs.pop_back();
  else --runs.back().last;
  return keep(runs);
}

bool NumberSets::holds(uint32_t set, uint32_t number) const {
  for (const Run* r = begin(set); r != end(set) && r->first <= number; ++r)
    if (number <= r->last) return true;
  return false;
}

// ---------------------------------------------------------------- the program

bool SharedReading::can_read(const Program& program) {
  if (!program.has_calls || program.has_tests) return false;
  return std::none_of(program.edges.begin(), program.edges.end(), [](const Edge& e) { return e.prune; });
}

SharedReading::SharedReading(const Program& program) : program_(program) { find_returns(); }

std::vector<uint32_t> SharedReading::pushes_of(const Edge& edge) const {
  std::vector<uint32_t> out;
  for (const StackOp& op : program_.stack_ops[edge.stack]) out.push_back(op.argument);
  return out;
}

// For each edge that calls: what it enters returns to the innermost return point, that one's rule to the next.
void SharedReading::find_returns() {
  returns_.resize(program_.points.size());
  std::unordered_map<uint64_t, bool> looked;
  for (const Edge& edge : program_.edges) {
    const std::vector<uint32_t> pushes = pushes_of(edge);
    uint32_t root = edge.target;
    for (size_t i = pushes.size(); i-- > 0; root = pushes[i]) {
      if (!looked.emplace(pair(root, pushes[i]), true).second) continue;
      std::vector<bool> seen(program_.points.size());
      find_level(root, pushes[i], seen);
    }
  }
}

// All points of the call that `root` lies in; those that may leave it go on at `behind`.
void SharedReading::find_level(uint32_t root, uint32_t behind, std::vector<bool>& seen) {
  std::vector<uint32_t> open{root};
  seen[root] = true;
  while (!open.empty()) {
    const uint32_t at = open.back();
    open.pop_back();
    const Point& p = program_.points[at];
    for (uint32_t e = p.first_edge; e < p.first_edge + p.edges; ++e) {
      const Edge& edge = program_.edges[e];
      if (edge.kind == Edge::Kind::accept) continue;
      if (edge.kind == Edge::Kind::leave) {
        std::vector<uint32_t>& all = returns_[at];
        if (std::find(all.begin(), all.end(), behind) == all.end()) all.push_back(behind);
        continue;
      }
      const auto& ops = program_.stack_ops[edge.stack];
      const uint32_t next = ops.empty() ? edge.target : ops.front().argument;
      if (seen[next]) continue;
      seen[next] = true;
      open.push_back(next);
    }
  }
}

// A point between characters lets the rest of a character pass.
bool SharedReading::waits(uint32_t point, uint64_t position) const {
  return program_.continuation[class_at(position)] && !program_.points[point].inside_character;
}

// ---------------------------------------------------------------- pass 1: points

// `point` and all that can be stood on without reading more.
void SharedReading::stand_on(uint32_t point, std::vector<uint32_t>& points) {
  if (std::find(points.begin(), points.end(), point) != points.end()) return;
  points.push_back(point);
  const Point& p = program_.points[point];
  for (uint32_t e = p.first_edge; e < p.first_edge + p.edges; ++e) {
    const Edge& edge = program_.edges[e];
    if (edge.kind == Edge::Kind::jump) stand_on(edge.target, points);
    if (edge.kind == Edge::Kind::leave)
      for (uint32_t behind : returns_[point]) stand_on(behind, points);
  }
}

uint32_t SharedReading::state_of(std::vector<uint32_t> points) {
  std::sort(points.begin(), points.end());
  std::vector<uint32_t>& same = state_numbers_[hash_of(points.data(), points.size())];
  for (uint32_t number : same)
    if (states_[number] == points) return number;
  same.push_back(uint32_t(states_.size()));
  states_.push_back(std::move(points));
  return uint32_t(states_.size() - 1);
}

uint32_t SharedReading::next_state(uint32_t state, uint32_t byte_class) {
  auto [at, fresh] = moves_.try_emplace(pair(state, byte_class), 0);
  if (!fresh) return at->second;
  std::vector<uint32_t> next;
  const std::vector<uint32_t> points = states_[state];
  for (uint32_t point : points) {
    const Point& p = program_.points[point];
    if (program_.continuation[byte_class] && !p.inside_character) {
      stand_on(point, next);
      continue;
    }
    for (uint32_t e = p.first_edge; e < p.first_edge + p.edges; ++e) {
      const Edge& edge = program_.edges[e];
      if (edge.kind == Edge::Kind::character && program_.classes[edge.classes][byte_class])
        stand_on(edge.target, next);
    }
  }
  const uint32_t number = state_of(std::move(next));
  return moves_[pair(state, byte_class)] = number;
}

bool SharedReading::find_points(uint32_t start, Budget& budget, Reading& reading) {
  std::vector<uint32_t> first;
  stand_on(start, first);
  state_at_.assign(1, state_of(std::move(first)));
  first_row_.assign(1, 0);
  for (uint64_t i = 0; i < source_.size(); ++i) {
    if (!budget.spend_steps()) return false;
    const uint32_t state = state_at_.back();
    const uint32_t next = next_state(state, class_at(i));
    if (states_[next].empty()) {
      reading.reached = i;
      reading.point = states_[state].front();
      return false;
    }
    first_row_.push_back(first_row_.back() + states_[state].size());
    state_at_.push_back(next);
  }
  first_row_.push_back(first_row_.back() + states_[state_at_.back()].size());
  reading.reached = source_.size();
  reading.point = states_[state_at_.back()].front();
  return true;
}

// ---------------------------------------------------------------- pass 2: ends of calls

size_t SharedReading::row_of(uint32_t point, uint64_t position) const {
  const std::vector<uint32_t>& points = states_[state_at_[position]];
  const auto at = std::lower_bound(points.begin(), points.end(), point);
  if (at == points.end() || *at != point) return SIZE_MAX;
  return size_t(first_row_[position]) + size_t(at - points.begin());
}

uint32_t SharedReading::ends_at(uint32_t point, uint64_t position) const {
  const size_t row = row_of(point, position);
  return row == SIZE_MAX ? 0 : ends_[row];
}

bool SharedReading::find_ends(Budget& budget) {
  if (!budget.spend_memory(first_row_.back() * kPerRow)) return false;
  ends_.assign(size_t(first_row_.back()), 0);
  end_positions_.assign(kPositions, source_.size());
  uint64_t accounted = 0;
  for (uint64_t i = source_.size() + 1; i-- > 0;) {
    position_ = i;
    const std::vector<uint32_t>& points = states_[state_at_[i]];
    if (!budget.spend_steps(points.size())) return false;
    if (i % kCheckEvery == 0 && sets_.bytes() > accounted) {
      if (!budget.spend_memory(sets_.bytes() - accounted)) return false;
      accounted = sets_.bytes();
    }
    for (bool again = true; again;) {  // a second time only where empty calls go round in a circle
      circular_ = again = false;
      mark_.assign(points.size(), kNew);
      for (size_t k = 0; k < points.size(); ++k) {
        const uint32_t before = ends_[size_t(first_row_[i]) + k];
        again |= ends_of(points[k]) != before;
      }
      again &= circular_;
    }
  }
  return true;
}

uint32_t SharedReading::ends_of(uint32_t point) {
  const size_t row = row_of(point, position_);
  if (row == SIZE_MAX) return 0;
  uint8_t& mark = mark_[row - size_t(first_row_[position_])];
  circular_ |= mark == kOpen;
  if (mark != kNew) return ends_[row];
  mark = kOpen;
  uint32_t all = ends_[row];
  if (position_ < source_.size() && waits(point, position_)) {
    all = ends_at(point, position_ + 1);
  } else {
    const Point& p = program_.points[point];
    for (uint32_t e = p.first_edge; e < p.first_edge + p.edges; ++e)
      all = sets_.unite(all, ends_of_edge(point, program_.edges[e]));
  }
  ends_[row] = all;
  mark_[row - size_t(first_row_[position_])] = kDone;
  return all;
}

uint32_t SharedReading::ends_of_edge(uint32_t point, const Edge& edge) {
  uint32_t ends = 0;
  switch (edge.kind) {
    case Edge::Kind::character:
      if (position_ == source_.size() || !program_.classes[edge.classes][class_at(position_)]) return 0;
      ends = ends_at(edge.target, position_ + 1);
      break;
    case Edge::Kind::jump: ends = ends_of(edge.target); break;
    case Edge::Kind::accept: return position_ == source_.size() ? sets_.with(kEnd) : 0;
    case Edge::Kind::leave: return end_here(point);
  }
  const auto& ops = program_.stack_ops[edge.stack];
  for (size_t i = ops.size(); i-- > 0 && ends;) ends = behind_call(ends, ops[i].argument);
  return ends;
}

// The ends of a call that is left at this point and position: none if no caller can go on.
uint32_t SharedReading::end_here(uint32_t point) {
  uint32_t ends = 0;
  bool position = false;
  for (uint32_t behind : returns_[point]) {
    if (program_.points[behind].accepts_all) ends = sets_.with(kAnywhere);
    else position = position || ends_of(behind) != 0;
  }
  if (!position) return ends;
  if (end_positions_.size() == kPositions || end_positions_.back() != position_) end_positions_.push_back(position_);
  return sets_.unite(ends, sets_.with(uint32_t(end_positions_.size() - 1)));
}

// Where a call can end that goes on at `point` after a call inside it that ends at one of `ends`. Sets grow by
// their largest number from column to column, so the answer for the rest of the set is nearly always known.
uint32_t SharedReading::behind_call(uint32_t ends, uint32_t point) {
  if (program_.points[point].accepts_all) return sets_.holds(ends, kAnywhere) ? sets_.with(kEnd) : 0;
  std::vector<std::pair<uint32_t, uint32_t>> open;  // sets, with the number each has more than the next
  uint32_t all = 0;
  for (; ends; ends = sets_.without_largest(ends)) {
    const uint32_t end = sets_.largest(ends);
    if (end < kPositions) break;
    if (const auto known = behind_.find(pair(ends, point)); known != behind_.end()) {
      all = known->second;
      break;
    }
    open.push_back({ends, end});
  }
  for (size_t i = open.size(); i-- > 0;) {
    const auto [set, end] = open[i];
    const bool here = end_positions_[end] == position_;
    all = sets_.unite(all, here ? ends_of(point) : ends_at(point, end_positions_[end]));
    if (!here) behind_[pair(set, point)] = all;
  }
  return all;
}

// ---------------------------------------------------------------- pass 3: the path

uint32_t SharedReading::path_step(uint32_t previous, uint32_t actions) {
  if (actions == 0) return previous;
  paths_.push_back({previous, 0, position_, actions});
  return uint32_t(paths_.size() - 1);
}

// Can a reading at this point and position of a frame reach the end of the source?
bool SharedReading::viable(uint32_t point, uint32_t frame, uint64_t position, uint32_t depth) {
  const uint32_t ends = ends_at(point, position);
  if (frame == 0) return sets_.holds(ends, kEnd);
  bool found = false;
  sets_.each(ends, [&](uint32_t end) {
    if (end == kEnd) return false;
    found = end == kAnywhere ? frames_[frame].surely : can_leave(frame, end, depth);
    return !found;
  });
  return found;
}

// Does leaving the frame at this end lead to the end of the source? Each is found out once.
bool SharedReading::can_leave(uint32_t frame, uint32_t end, uint32_t depth) {
  const auto [at, fresh] = leaves_.try_emplace(pair(frames_[frame].looks, end), false);
  if (!fresh) return at->second;
  if (depth >= kMostLeaves) {
    too_deep_ = true;
    return false;
  }
  ++looks_;
  for (const Caller& caller : frames_[frame].callers)
    if (viable(caller.point, caller.frame, end_positions_[end], depth + 1)) return leaves_[pair(frames_[frame].looks, end)] = true;
  return false;
}

void SharedReading::new_frame() {
  frames_.push_back({});
  frames_.back().looks = new_looks_++;
}

void SharedReading::add_caller(uint32_t frame, const Caller& caller) {
  frames_[frame].callers.push_back(caller);
  frames_[frame].surely |= caller.frame == 0 && program_.points[caller.point].accepts_all;
}

// Enters what an edge calls; false: it leads nowhere, or it was entered before in this step and now has one
// caller more.
bool SharedReading::call(const Item& item, const Edge& edge, uint32_t path, uint32_t& frame) {
  const std::vector<uint32_t> pushes = pushes_of(edge);
  const uint32_t first = uint32_t(frames_.size());
  for (size_t i = 0; i < pushes.size(); ++i) {
    new_frame();
    add_caller(first + uint32_t(i), i == 0 ? Caller{pushes[0], item.frame, path} : Caller{pushes[i], first + uint32_t(i) - 1, 0});
  }
  frame = uint32_t(frames_.size() - 1);
  const bool reads = edge.kind == Edge::Kind::character;
  if (!viable(edge.target, frame, position_ + reads, 0)) {
    frames_.resize(first);
    return false;
  }
  // Only calls that go straight to a character are shared: behind a jump, what one caller may do another may not.
  if (!reads) return true;
  uint64_t key = mix(mix(1, edge.target), edge.cost);
  for (size_t i = 1; i < pushes.size(); ++i) key = mix(key, pushes[i]);
  auto [at, fresh] = called_.try_emplace(key, first);
  if (fresh) return true;
  frames_.resize(first);
  // Ends that the first caller could not leave at are looked at again with this one in mind.
  for (size_t i = 0; i < pushes.size(); ++i) frames_[at->second + i].looks = new_looks_++;
  add_caller(at->second, {pushes[0], item.frame, path});
  return false;
}

void SharedReading::add(const Item& item, uint32_t cost) {
  if (!candidates_.empty() && cost > candidates_.front().cost) return;
  if (!viable(item.point, item.frame, position_ + 1, 0)) return;
  if (!candidates_.empty() && cost < candidates_.front().cost) candidates_.clear();
  candidates_.push_back({item, cost});
}

void SharedReading::leave(const Item& item) {
  for (size_t i = 0; i < frames_[item.frame].callers.size(); ++i) {
    const Caller caller = frames_[item.frame].callers[i];
    paths_.push_back({caller.path, item.path, 0, 0});
    expand({caller.point, caller.frame, uint32_t(paths_.size() - 1)});
  }
}

void SharedReading::expand_edge(const Item& item, const Edge& edge) {
  if (edge.kind == Edge::Kind::accept) return;
  if (edge.kind == Edge::Kind::character && !program_.classes[edge.classes][class_at(position_)]) return;
  const uint32_t path = path_step(item.path, edge.actions);
  if (edge.kind == Edge::Kind::leave) return leave({item.point, item.frame, path});
  Item next{edge.target, item.frame, path};
  if (edge.stack) {
    if (!call(item, edge, path, next.frame)) return;
    next.path = 0;
  }
  if (edge.kind == Edge::Kind::character) add(next, edge.cost);
  else expand(next);
}

// What a reading that stands at a point may do next; only what leads to the end of the source.
void SharedReading::expand(const Item& item) {
  if (depth_ >= kMostLeaves) {
    too_deep_ = true;
    return;
  }
  if (!passed_.emplace(pair(item.point, item.frame), true).second) return;
  if (!viable(item.point, item.frame, position_, 0)) return;
  const Point& p = program_.points[item.point];
  ++depth_;
  for (uint32_t e = p.first_edge; e < p.first_edge + p.edges; ++e) expand_edge(item, program_.edges[e]);
  --depth_;
}

bool SharedReading::find_accept(const Item& item, Item& end, uint32_t depth) {
  if (depth >= kMostLeaves) too_deep_ = true;
  if (too_deep_ || !passed_.emplace(pair(item.point, item.frame), true).second) return false;
  const Point& p = program_.points[item.point];
  for (uint32_t e = p.first_edge; e < p.first_edge + p.edges; ++e) {
    const Edge& edge = program_.edges[e];
    if (edge.kind == Edge::Kind::character) continue;
    const uint32_t path = path_step(item.path, edge.actions);
    end = {edge.target, item.frame, path};
    if (edge.kind == Edge::Kind::accept) return true;
    if (edge.kind == Edge::Kind::leave) {
      for (size_t i = 0; i < frames_[item.frame].callers.size(); ++i) {
        const Caller caller = frames_[item.frame].callers[i];
        paths_.push_back({caller.path, path, 0, 0});
        if (find_accept({caller.point, caller.frame, uint32_t(paths_.size() - 1)}, end, depth + 1)) return true;
      }
      continue;
    }
    if (edge.stack && !call(item, edge, path, end.frame)) continue;
    if (edge.stack) end.path = 0;
    if (find_accept(Item(end), end, depth + 1)) return true;
  }
  return false;
}

bool SharedReading::follow(Budget& budget, Reading& reading) {
  std::vector<Item> items{{reading.point, uint32_t(frames_.size() - 1), 0}};
  uint64_t accounted = 0;
  for (position_ = 0; position_ < source_.size(); ++position_) {
    if (!budget.spend_steps(items.size())) return false;
    if (position_ % kCheckEvery == 0) {
      const uint64_t now = frames_.size() * 64 + paths_.size() * sizeof(Path) + leaves_.size() * 40 + sets_.bytes();
      if (now > accounted && !budget.spend_memory(now - accounted)) return false;
      accounted = std::max(accounted, now);
    }
    candidates_.clear();
    passed_.clear();
    called_.clear();
    if (!budget.spend_steps(looks_)) return false;
    looks_ = 0;
    for (const Item& item : items) {
      if (waits(item.point, position_)) add(item, 0);
      else expand(item);
    }
    items.clear();
    passed_.clear();
    for (const Candidate& c : candidates_)
      if (passed_.emplace(pair(c.item.point, c.item.frame), true).second) items.push_back(c.item);
    if (items.empty() || too_deep_) return false;
  }
  passed_.clear();
  called_.clear();
  for (const Item& item : items) {
    Item end{};
    if (!find_accept(item, end, 0)) continue;
    collect(end.path, reading.steps);
    return true;
  }
  return false;
}

void SharedReading::collect(uint32_t path, std::vector<Step>& steps) const {
  std::vector<uint32_t> open{path};
  while (!open.empty()) {
    const uint32_t at = open.back();
    open.pop_back();
    if (at == 0) continue;
    const Path& p = paths_[at];
    open.push_back(p.previous);
    if (p.actions) steps.push_back({p.position, p.actions});
    else open.push_back(p.inner);
  }
  std::reverse(steps.begin(), steps.end());
}

SharedReading::Reading SharedReading::read(std::string_view source, uint32_t point,
                                           const std::vector<uint32_t>& returns, Budget& budget) {
  Reading reading;
  source_ = source;
  sets_ = NumberSets();
  behind_.clear();
  frames_.clear();
  paths_.assign(1, {});
  too_deep_ = false;
  leaves_.clear();
  if (find_points(point, budget, reading) && find_ends(budget)) {
    new_frame();
    for (uint32_t behind : returns) {
      const uint32_t outer = uint32_t(frames_.size() - 1);
      new_frame();
      add_caller(outer + 1, {behind, outer, 0});
    }
    reading.point = point;
    if (follow(budget, reading)) reading.kind = Kind::matched;
  }
  if (reading.kind != Kind::matched && (budget.exhausted() || too_deep_)) reading.kind = Kind::out_of_budget;
  return reading;
}

}  // namespace gleaner::grammar
