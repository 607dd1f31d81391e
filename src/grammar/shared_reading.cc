// See shared_reading.h: what is found out once for a program, then the three passes in their order.
#include "grammar/shared_reading.h"

#include <algorithm>
#include <numeric>

#include "base/hash.h"
#include "base/lists.h"

namespace gleaner::grammar {
namespace {

constexpr uint32_t kEnd = 0;  // the number of "the source ends here" in sets of ends
// ... and of "somewhere behind which whatever follows is accepted". Without it, a call that may end anywhere
// would have as many ends as the source has characters.
constexpr uint32_t kAnywhere = 1;
constexpr uint32_t kPositions = 2;       // numbers from here on are positions
constexpr uint64_t kPerRow = 4;          // bytes
constexpr uint64_t kCheckEvery = 1024;   // positions between looks at the budget's memory
constexpr uint32_t kMostLeaves = 8'000;  // rules that end at one place: each is a few calls deep on our stack
enum : uint8_t { kNew = 0, kOpen = 1, kDone = 2 };

uint64_t pair(uint32_t a, uint32_t b) { return uint64_t(a) << 32 | b; }

uint64_t hash_of(const uint32_t* first, size_t count) {
  uint64_t h = count;
  for (size_t i = 0; i < count; ++i) h = mix(h, first[i]);
  return h;
}

}  // namespace

// ---------------------------------------------------------------- the program

bool SharedReading::can_read(const Program& program) {
  if (!program.has_calls || program.has_tests) return false;
  return std::ranges::none_of(program.edges, [](const Edge& e) { return e.prune; });
}

SharedReading::SharedReading(const Program& program) : program_(program) { find_returns(); }

std::vector<uint32_t> SharedReading::pushes_of(const Edge& edge) const {
  return mapped(program_.stack_ops[edge.stack], &StackOp::argument);
}

// For each edge that calls: what it enters returns to the innermost return point,
// that one's rule to the next.
void SharedReading::find_returns() {
  returns_.resize(program_.points.size());
  kind_.resize(program_.points.size());
  std::iota(kind_.begin(), kind_.end(), 0u);
  for (const Edge& edge : program_.edges) {
    const std::vector<uint32_t> pushes = pushes_of(edge);
    uint32_t root = edge.target;
    for (size_t i = pushes.size(); i-- > 0; root = pushes[i]) {
      uint32_t first = kNone;
      for (uint32_t point : leaves_of(root)) {
        std::vector<uint32_t>& all = returns_[point];
        add_new(all, pushes[i]);
        if (first == kNone) first = find_kind(point);
        kind_[find_kind(point)] = first;
      }
    }
  }
}

// Points from which the same calls can be left are of one kind: ends are numbered kind by kind, so that the
// ends of one call are few runs of numbers.
uint32_t SharedReading::find_kind(uint32_t point) const {
  while (kind_[point] != point) point = kind_[point];
  return point;
}

uint32_t SharedReading::kind_of_call(uint32_t root) {
  const std::vector<uint32_t>& leaves = leaves_of(root);
  return leaves.empty() ? 0 : find_kind(leaves.front());
}

// The points from which a call that `root` lies in can be left.
const std::vector<uint32_t>& SharedReading::leaves_of(uint32_t root) {
  auto [known, fresh] = leaves_.try_emplace(root);
  if (!fresh) return known->second;
  std::vector<bool> seen(program_.points.size());
  std::vector<uint32_t> open{root};
  seen[root] = true;
  while (!open.empty()) {
    const uint32_t at = open.back();
    open.pop_back();
    const Point& p = program_.points[at];
    for (const Edge& edge : program_.edges_of(p)) {
      if (edge.kind == Edge::Kind::accept) continue;
      if (edge.kind == Edge::Kind::leave) {
        if (known->second.empty() || known->second.back() != at) known->second.push_back(at);
        continue;
      }
      const auto& ops = program_.stack_ops[edge.stack];
      const uint32_t next = ops.empty() ? edge.target : ops.front().argument;
      if (seen[next]) continue;
      seen[next] = true;
      open.push_back(next);
    }
  }
  return known->second;
}

// A point between characters lets the rest of a character pass.
bool SharedReading::waits(uint32_t point, uint64_t position) const {
  return program_.continuation[class_at(position)] && !program_.points[point].inside_character;
}

// ---------------------------------------------------------------- pass 1: points

// `point` and all that can be stood on without reading more.
void SharedReading::stand_on(uint32_t point, std::vector<uint32_t>& points) {
  if (contains(points, point)) return;
  points.push_back(point);
  const Point& p = program_.points[point];
  for (const Edge& edge : program_.edges_of(p)) {
    if (edge.kind == Edge::Kind::jump) stand_on(edge.target, points);
    if (edge.kind == Edge::Kind::leave)
      for (uint32_t behind : returns_[point]) stand_on(behind, points);
  }
}

uint32_t SharedReading::state_of(std::vector<uint32_t> points) {
  std::ranges::sort(points);
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
    for (const Edge& edge : program_.edges_of(p)) {
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
  end_positions_.assign(program_.points.size(), {});
  filled_ = false;
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
      circular_ = changed_ = false;
      mark_.assign(points.size(), kNew);
      for (const uint32_t point : points) ends_of(point);
      again = circular_ && changed_;
    }
  }
  return filled_ = true;
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
    for (const Edge& edge : program_.edges_of(program_.points[point]))
      all = sets_.unite(all, ends_of_edge(point, edge));
  }
  changed_ |= ends_[row] != all;
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
  uint32_t inner = edge.target;
  for (size_t i = ops.size(); i-- > 0 && ends; inner = ops[i].argument)
    ends = behind_call(ends, kind_of_call(inner), ops[i].argument);
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
  std::vector<uint64_t>& positions = end_positions_[find_kind(point)];
  if (positions.empty() || positions.back() != position_) positions.push_back(position_);
  return sets_.unite(ends, sets_.with(uint32_t(kPositions + positions.size() - 1)));
}

// Where a call can end that goes on at `point` after a call inside it that ends at one of
// `ends`. Sets grow by their largest number from column to column, so the answer for the rest of
// the set is nearly always known.
uint32_t SharedReading::behind_call(uint32_t ends, uint32_t kind, uint32_t point) {
  if (program_.points[point].accepts_all) return sets_.holds(ends, kAnywhere) ? sets_.with(kEnd) : 0;
  const std::vector<uint64_t>& positions = end_positions_[kind];
  std::unordered_map<uint64_t, uint32_t>& behind = behind_[pair(kind, point)];
  std::vector<std::pair<uint32_t, uint32_t>> open;  // sets, with the number each has more than the next
  uint32_t all = 0;
  for (; ends; ends = sets_.without_largest(ends)) {
    const uint32_t end = sets_.largest(ends);
    if (end < kPositions) break;
    if (const auto known = behind.find(ends); known != behind.end()) {
      all = known->second;
      break;
    }
    open.push_back({ends, end});
  }
  for (size_t i = open.size(); i-- > 0;) {
    const auto [set, end] = open[i];
    const uint64_t position = positions[end - kPositions];
    const bool here = !filled_ && position == position_;
    all = sets_.unite(all, here ? ends_of(point) : ends_at(point, position));
    if (!here) behind[set] = all;
  }
  return all;
}

// ---------------------------------------------------------------- pass 3: the path

uint32_t SharedReading::path_step(uint32_t previous, uint32_t actions) {
  if (actions == 0) return previous;
  paths_.push_back({previous, 0, position_, actions});
  return uint32_t(paths_.size() - 1);
}

// What stands behind a call of a kind that goes on at `point`, by the number of its
// end: runs of the same set.
const std::vector<SharedReading::Stretch>& SharedReading::stretches_of(uint32_t kind, uint32_t point) {
  auto [at, fresh] = stretches_.try_emplace(pair(kind, point));
  if (!fresh) return at->second;
  const std::vector<uint64_t>& positions = end_positions_[kind];
  for (uint32_t i = 0; i < positions.size(); ++i) {
    const uint32_t set = ends_at(point, positions[i]);
    if (at->second.empty() || at->second.back().set != set) at->second.push_back({kPositions + i, set});
  }
  return at->second;
}

// Of the ends of a call, those from which the caller, going on at `point`, ends where `outer` allows it.
uint32_t SharedReading::viable_ends(uint32_t ends, uint32_t kind, uint32_t point, uint32_t outer) {
  if (program_.points[point].accepts_all)
    return sets_.holds(ends, kAnywhere) && sets_.holds(outer, kEnd) ? sets_.with(kAnywhere) : 0;
  const std::vector<Stretch>& all = stretches_of(kind, point);
  std::vector<NumberSets::Run> runs;
  for (const NumberSets::Run& run : sets_.runs(ends)) {
    auto at = std::upper_bound(all.begin(), all.end(), run.first,
                               [](uint32_t n, const Stretch& s) { return n < s.first; });
    for (at = at == all.begin() ? at : at - 1; at != all.end() && at->first <= run.last; ++at) {
      ++looks_;
      if (!sets_.meet(at->set, outer)) continue;
      const uint32_t last = at + 1 == all.end() ? run.last : std::min(run.last, (at + 1)->first - 1);
      const uint32_t first = std::max(run.first, at->first);
      if (first > last) continue;
      if (!runs.empty() && runs.back().last + 1 == first) runs.back().last = last;
      else runs.push_back({first, last});
    }
  }
  return sets_.keep(runs);
}

// Where leaving a frame leads to the end of the source. Found when it is first asked for: until then callers
// may be added. Callers' frames come first.
uint32_t SharedReading::viable_ends_of(uint32_t frame) {
  std::vector<uint32_t> open{frame};
  while (!open.empty()) {
    Frame& f = frames_[open.back()];
    if (f.viable != kNone) {
      open.pop_back();
      continue;
    }
    const size_t before = open.size();
    for (const Caller& caller : f.callers)
      if (frames_[caller.frame].viable == kNone) open.push_back(caller.frame);
    if (open.size() > before) continue;
    uint32_t all = 0;
    for (const Caller& caller : f.callers)
      all = sets_.unite(all, viable_ends(f.ends, f.kind, caller.point, frames_[caller.frame].viable));
    f.viable = all;
    open.pop_back();
  }
  return frames_[frame].viable;
}

bool SharedReading::viable(const Item& item) {
  if (!foresight_) return true;
  return sets_.meet(ends_at(item.point, position_ + 1), viable_ends_of(item.frame));
}

// Enters what an edge calls; false: it was entered before in this step and now has one caller more.
bool SharedReading::call(const Item& item, const Edge& edge, uint32_t path, uint32_t& frame) {
  const std::vector<uint32_t> pushes = pushes_of(edge);
  uint64_t key = mix(mix(mix(1, uint64_t(edge.kind)), edge.target), edge.cost);
  for (size_t i = 1; i < pushes.size(); ++i) key = mix(key, pushes[i]);
  const uint32_t first = uint32_t(frames_.size());
  auto [at, fresh] = called_.try_emplace(key, first);
  if (!fresh) {
    const Caller caller{pushes[0], item.frame, path};
    frames_[at->second].callers.push_back(caller);
    const std::vector<uint32_t> left = left_[at->second];  // without reading anything
    for (uint32_t inner : left) go_back(caller, inner);
    return false;
  }
  for (size_t i = 0; i < pushes.size(); ++i)
    frames_.push_back({{{pushes[i], i == 0 ? item.frame : first + uint32_t(i) - 1, i == 0 ? path : 0}}});
  frame = uint32_t(frames_.size() - 1);
  uint32_t ends = ends_at(edge.target, position_ + (edge.kind == Edge::Kind::character));
  uint32_t inner = edge.target;
  for (size_t i = pushes.size(); i-- > 0; inner = pushes[i]) {
    frames_[first + i].ends = ends;
    frames_[first + i].kind = kind_of_call(inner);
    if (i > 0) ends = behind_call(ends, frames_[first + i].kind, pushes[i]);
  }
  return true;
}

// Of what can be done next, the cheapest that leads (or may lead) to the end of the source; with it stays
// what costs the same, though it may lead nowhere: to find that out is left to the steps that follow.
void SharedReading::choose(std::vector<Item>& items) {
  items.clear();
  std::ranges::stable_sort(candidates_, {}, &Reached::cost);
  for (size_t i = 0; i < candidates_.size() && items.empty();) {
    size_t j = i;
    bool leads = false;
    for (; j < candidates_.size() && candidates_[j].cost == candidates_[i].cost; ++j)
      leads = leads || viable(candidates_[j].item);
    passed_.clear();
    for (size_t k = i; k < j && leads; ++k)
      if (passed_.emplace(pair(candidates_[k].item.point, candidates_[k].item.frame), true).second)
        items.push_back(candidates_[k].item);
    i = j;
  }
}

void SharedReading::leave(const Item& item) {
  left_[item.frame].push_back(item.path);
  for (size_t i = 0; i < frames_[item.frame].callers.size(); ++i)
    go_back(Caller(frames_[item.frame].callers[i]), item.path);
}

void SharedReading::go_back(const Caller& caller, uint32_t inner) {
  paths_.push_back({caller.path, inner, 0, 0});
  expand({caller.point, caller.frame, uint32_t(paths_.size() - 1)});
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
  if (edge.kind == Edge::Kind::jump) return expand(next);
  if (ends_at(next.point, position_ + 1)) candidates_.push_back({next, edge.cost});
}

// What a reading that stands at a point may do next; only what leads to the end of the source.
void SharedReading::expand(const Item& item) {
  if (depth_ >= kMostLeaves) {
    too_deep_ = true;
    return;
  }
  if (!passed_.emplace(pair(item.point, item.frame), true).second) return;
  if (!ends_at(item.point, position_)) return;
  const Point& p = program_.points[item.point];
  ++depth_;
  for (const Edge& edge : program_.edges_of(p)) expand_edge(item, edge);
  --depth_;
}

bool SharedReading::find_accept(const Item& item, Item& end, uint32_t depth) {
  if (depth >= kMostLeaves) too_deep_ = true;
  if (too_deep_ || !passed_.emplace(pair(item.point, item.frame), true).second) return false;
  const Point& p = program_.points[item.point];
  for (const Edge& edge : program_.edges_of(p)) {
    if (edge.kind == Edge::Kind::character) continue;
    const uint32_t path = path_step(item.path, edge.actions);
    end = {edge.target, item.frame, path};
    if (edge.kind == Edge::Kind::accept) return true;
    if (edge.kind == Edge::Kind::leave) {
      for (size_t i = 0; i < frames_[item.frame].callers.size(); ++i) {
        const Caller caller = frames_[item.frame].callers[i];
        paths_.push_back({caller.path, path, 0, 0});
        if (find_accept({caller.point, caller.frame, uint32_t(paths_.size() - 1)}, end, depth + 1))
          return true;
      }
      continue;
    }
    called_.clear();  // each for itself: what it calls ends here, too
    if (edge.stack) call(item, edge, path, end.frame), end.path = 0;
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
      const uint64_t now = frames_.size() * 64 + paths_.size() * sizeof(Path) + sets_.bytes();
      if (now > accounted && !budget.spend_memory(now - accounted)) return false;
      accounted = std::max(accounted, now);
    }
    candidates_.clear();
    passed_.clear();
    called_.clear();
    left_.clear();
    if (!budget.spend_steps(looks_)) return false;
    looks_ = 0;
    for (const Item& item : items) {
      if (waits(item.point, position_)) candidates_.push_back({item, 0});
      else expand(item);
    }
    choose(items);
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
  std::ranges::reverse(steps);
}

// The frames at the beginning: `point` lies in the innermost call.
void SharedReading::enter(uint32_t point, const std::vector<uint32_t>& returns) {
  frames_.clear();
  paths_.assign(1, {});
  frames_.push_back({{}, 0, 0, sets_.with(kEnd)});
  for (size_t i = 0; i < returns.size(); ++i) {
    const uint32_t kind = kind_of_call(i + 1 < returns.size() ? returns[i + 1] : point);
    const uint32_t ends = sets_.keep({{kAnywhere, uint32_t(kAnywhere + end_positions_[kind].size())}});
    frames_.push_back({{{returns[i], uint32_t(frames_.size() - 1), 0}}, ends, kind});
  }
}

SharedReading::Reading SharedReading::read(std::string_view source, uint32_t point,
                                           const std::vector<uint32_t>& returns, Budget& budget) {
  Reading reading;
  source_ = source;
  sets_ = NumberSets();
  behind_.clear();
  too_deep_ = false;
  stretches_.clear();
  if (find_points(point, budget, reading) && find_ends(budget)) {
    reading.point = point;
    // Most sources are as they should be: the cheapest way is the right one, and
    // foresight need not be paid for.
    for (foresight_ = false; reading.kind != Kind::matched; foresight_ = true) {
      enter(point, returns);
      if (follow(budget, reading)) reading.kind = Kind::matched;
      if (foresight_ || budget.exhausted() || too_deep_) break;
    }
  }
  if (reading.kind != Kind::matched && (budget.exhausted() || too_deep_)) reading.kind = Kind::out_of_budget;
  return reading;
}

}  // namespace gleaner::grammar
