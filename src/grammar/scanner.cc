// Reading forward: making the table's cells and walking over them. The way back is in scanner_path.cc.
#include "grammar/scanner.h"

#include <algorithm>
#include <utility>

#include "base/lists.h"
#include "grammar/scanner_internal.h"

#include "base/hash.h"

namespace gleaner::grammar {

constexpr size_t kBlock = 4096;              // bytes between checks of the trace's capacity
constexpr size_t kConvergeAfter = 1u << 17;  // ... before all survivors are traced back to a common point
constexpr size_t kCoverLooks = 64;           // better readings that are asked whether they cover one

Scanner::Scanner(std::shared_ptr<const Program> program, ScannerOptions options)
    : program_(std::move(program)), options_(options), cover_(*program_, options.cover_work) {
  loop_ = program_->class_count;
  stride_ = (program_->class_count + 1 + 3) & ~3u;
  frames_.push_back({0, kNone, 0, 0, false});
  can_share_ = SharedReading::can_read(*program_);
  reset();
}

Scanner::~Scanner() = default;

void Scanner::reset() {
  trace_.clear();
  loose_cells_.clear();
  loose_slots_.clear();
  loose_items_.clear();
  loose_ = dead_ = spent_ = false;
  position_ = base_ = run_ = 0;
  commit_at_ = kCommitEvery;
  already_ = depth_ = 0;
  pending_.clear();
  tested_.clear();
  last_byte_ = 0;
  kept_.clear();
  kept_from_ = 0;
  gathering_ = false;
  base_item_ = {program_->start, 0, 0};
  if (start_ == kNone) start_ = intern({Item{program_->start, 0, 0}});
  state_ = start_;
}

// ---------------------------------------------------------------- building cells

uint32_t Scanner::push(uint32_t parent, uint32_t point, uint64_t position) {
  const uint64_t hash = mix(mix(mix(1, parent), point), position);
  auto [at, end] = frame_numbers_.equal_range(hash);
  for (; at != end; ++at) {
    const Frame& f = frames_[at->second];
    if (f.parent == parent && f.point == point && f.position == position) return at->second;
  }
  frames_.push_back(
      {parent, point, position, frames_[parent].depth + 1, point == kNone || frames_[parent].has_test});
  const uint32_t number = uint32_t(frames_.size() - 1);
  frame_numbers_.emplace(hash, number);
  return number;
}

const Actions& Scanner::actions_of(uint32_t number) const {
  const size_t own = program_->actions.size();
  return number < own ? program_->actions[number] : joined_[number - own];
}

uint32_t Scanner::join(uint32_t first, uint32_t second) {
  if (first == 0) return second;
  if (second == 0) return first;
  auto [at, fresh] = joined_numbers_.try_emplace(uint64_t(first) << 32 | second, 0);
  if (!fresh) return at->second;
  Actions both = actions_of(first);
  const Actions& more = actions_of(second);
  both.insert(both.end(), more.begin(), more.end());
  joined_.push_back(std::move(both));
  return at->second = uint32_t(program_->actions.size() + joined_.size() - 1);
}

bool Scanner::test(uint32_t code, uint64_t begin, uint64_t end) {
  // 64 bits of hash: a false meeting is not a concern
  const uint64_t key = mix(mix(mix(7, code), begin), end);
  auto [at, fresh] = tested_.try_emplace(key, false);
  if (fresh) {
    ++statistics_.tests;
    at->second = test_ && test_(code, begin, end);
  }
  return at->second;
}

bool Scanner::apply(uint32_t ops, uint32_t& stack) {
  if (ops == 0) return true;
  for (const StackOp& op : program_->stack_ops[ops]) {
    switch (op.kind) {
      case StackOp::Kind::push: stack = push(stack, op.argument, 0); break;
      case StackOp::Kind::begin_test:
        step_tests_ = true;
        stack = push(stack, kNone, step_position_);
        break;
      case StackOp::Kind::end_test: {
        step_tests_ = true;
        const Frame frame = frames_[stack];
        stack = frame.parent;
        if (!test(op.argument, frame.position, step_position_)) return false;
        break;
      }
      case StackOp::Kind::empty_test:
        step_tests_ = true;
        if (!test(op.argument, step_position_, step_position_)) return false;
        break;
    }
  }
  return true;
}

void Scanner::expand(uint32_t point, uint32_t stack, uint32_t actions, uint32_t previous, bool prune,
                     uint32_t depth) {
  const Point& p = program_->points[point];
  for (const Edge& edge : program_->edges_of(p)) {
    if (edge.kind == Edge::Kind::accept) continue;
    if (edge.kind == Edge::Kind::character &&
        (!program_->classes[edge.classes][step_class_] || edge.cost > step_most_))
      continue;
    uint32_t after = stack;
    if (!apply(edge.stack, after)) continue;
    const bool prunes = prune || edge.prune;
    const uint32_t all = join(actions, edge.actions);
    if (edge.kind == Edge::Kind::character) {
      candidates_.push_back({edge.cost, edge.target, after, previous, all, prunes});
      continue;
    }
    // Where the path goes on without consuming: behind the call it returns from, or at a shared point.
    uint32_t onward = edge.target;
    if (edge.kind == Edge::Kind::leave) onward = frames_[after].point, after = frames_[after].parent;
    const std::pair<uint64_t, bool> key{uint64_t(onward) << 32 | after, prunes};
    if (contains(left_, key)) continue;
    left_.push_back(key);
    if (depth >= kMaxLeaves) {
      step_too_deep_ = true;
      return;
    }
    expand(onward, after, all, previous, prunes, depth + 1);
  }
}

bool Scanner::place(const Reached& c, uint32_t group) {
  for (size_t i = 0; i < std::min(next_items_.size(), kCoverLooks); ++i) {
    const Item& item = next_items_[i];
    if (item.group >= group) break;
    if (item.stack == c.stack && cover_.covers(item.point, c.point)) return false;
  }
  const uint64_t key = uint64_t(c.point) << 32 | c.stack;
  if (next_items_.size() < 24) {
    for (const Item& item : next_items_)
      if (item.point == c.point && item.stack == c.stack) return false;
    if (next_items_.size() == 23)
      for (const Item& item : next_items_) placed_.emplace(uint64_t(item.point) << 32 | item.stack, 0);
    if (next_items_.size() == 23) placed_.emplace(key, 0);
  } else if (!placed_.emplace(key, 0).second) {
    return false;
  }
  next_items_.push_back({c.point, c.stack, group});
  next_slots_.push_back({c.previous, c.actions});
  return true;
}

// The survivors after one byte, in rank order: within a group of equals the cheaper edges come first, and of
// those the ones preferred as written; what reaches a place that a better path has reached is dropped.
void Scanner::step(const Item* items, size_t count, uint32_t byte_class, uint64_t position) {
  next_items_.clear();
  next_slots_.clear();
  placed_.clear();
  step_class_ = byte_class;
  step_position_ = position;
  step_tests_ = false;
  const bool continuation = program_->continuation[byte_class];
  uint32_t group = 0;
  bool cut = false;
  for (size_t i = 0; i < count && !cut;) {
    candidates_.clear();
    size_t j = i;
    for (; j < count && items[j].group == items[i].group; ++j) {
      const Item item = items[j];
      if (continuation && !program_->points[item.point].inside_character) {
        candidates_.push_back({0, item.point, item.stack, uint32_t(j), 0, false});
        continue;
      }
      left_.clear();
      expand(item.point, item.stack, 0, uint32_t(j), false, 0);
    }
    i = j;
    std::ranges::stable_sort(candidates_, {}, &Reached::cost);
    for (size_t k = 0; k < candidates_.size() && !cut;) {
      const uint32_t cost = candidates_[k].cost;
      bool any = false;
      for (; k < candidates_.size() && candidates_[k].cost == cost; ++k) {
        const Reached& c = candidates_[k];
        cut |= c.prune;
        if (!place(c, group)) continue;
        any = true;
        cut |= c.stack == 0 && program_->points[c.point].accepts_all;
      }
      group += any;
    }
  }
  step_too_many_ = can_share_ && next_items_.size() > options_.most_readings;
}

uint32_t Scanner::intern(const std::vector<Item>& items) {
  uint64_t hash = items.size();
  for (const Item& item : items) hash = mix(mix(mix(hash, item.point), item.stack), item.group);
  auto [at, end] = state_numbers_.equal_range(hash);
  for (; at != end; ++at) {
    const State& s = states_[at->second];
    if (s.count == items.size() && std::equal(items.begin(), items.end(), items_.begin() + s.first))
      return at->second * stride_;
  }
  State state{uint32_t(items_.size()), uint32_t(items.size()), false};
  for (const Item& item : items) state.certain |= item.stack == 0 && program_->points[item.point].accepts_all;
  items_.insert(items_.end(), items.begin(), items.end());
  states_.push_back(state);
  const uint32_t number = uint32_t(states_.size() - 1);
  state_numbers_.emplace(hash, number);
  table_.resize(table_.size() + stride_, kUnknown);
  cells_.resize(table_.size(), 0);
  statistics_.states = std::max(statistics_.states, states_.size());
  return number * stride_;
}

// Makes a cell of the table; gives its content.
uint32_t Scanner::fill(uint32_t base, uint32_t byte_class, uint64_t position) {
  const State state = states_[base / stride_];
  const std::vector<Item> items(items_.begin() + state.first, items_.begin() + state.first + state.count);
  step(items.data(), items.size(), byte_class, position);
  const uint32_t at = base + byte_class;
  if (step_tests_) return table_[at] = kLoose;
  if (next_items_.empty()) return table_[at] = kDead;
  uint32_t next = intern(next_items_);
  const State& target = states_[next / stride_];
  cells_[at] = uint32_t(slots_.size());
  slots_.insert(slots_.end(), next_slots_.begin(), next_slots_.end());
  if (next == base && joins_loop(at)) next |= kPlain;
  if (target.count == 1 && (options_.eager || target.certain)) next |= kSingle;
  ++statistics_.cells;
  return table_[at] = next;
}

// Is the cell `at`, which stays in its state, the loop of that state? The first such cell becomes it.
bool Scanner::joins_loop(uint32_t at) {
  uint32_t& loop = table_[at / stride_ * stride_ + loop_];
  bool identity = true;
  for (size_t i = 0; i < next_slots_.size() && identity; ++i)
    identity = next_slots_[i].previous == i && next_slots_[i].actions == 0;
  if (loop == kUnknown) loop = identity ? kIdentity : at;
  if (identity || loop == kIdentity) return identity && loop == kIdentity;
  return std::equal(next_slots_.begin(), next_slots_.end(), slots_.begin() + cells_[loop]);
}

// ---------------------------------------------------------------- reading forward

bool Scanner::feed(std::string_view bytes, EventSink& sink, Budget& budget) {
  if (dead_ || spent_) return false;
  if (can_share_) kept_.append(bytes);
  const uint8_t* at = reinterpret_cast<const uint8_t*>(bytes.data());
  const uint8_t* const end = at + bytes.size();
  if (gathering_) {
    position_ += bytes.size();
    spent_ = !budget.spend_bytes(bytes.size()) || !budget.spend_memory(bytes.size());
    return !spent_;
  }
  while (at < end) {
    const uint8_t* block = at + std::min<size_t>(kBlock, size_t(end - at));
    if (!budget.spend_bytes(uint64_t(block - at)) || !budget.spend_steps() || !account(budget)) {
      spent_ = true;
      return false;
    }
    while (at < block) {
      if (loose_) {
        if (!step_loose(*at++, sink, budget)) return false;
        continue;
      }
      if (!run_cached(at, block, sink, budget)) return false;
      if (gathering_) return true;
    }
    if (trace_.size() >= kConvergeAfter && trace_.size() >= commit_at_) converge(sink);
  }
  if (options_.eager && !loose_ && states_[state_ / stride_].count == 1) commit(0, sink);
  if (!options_.eager && !loose_ && states_[state_ / stride_].count == 1 && states_[state_ / stride_].certain)
    commit(0, sink);
  return !dead_;
}

bool Scanner::account(Budget& budget) {
  const size_t now = working_bytes() + statistics_.cache_bytes;
  if (now > accounted_ + (1u << 16)) {
    const size_t more = now - accounted_;
    accounted_ = now;
    return budget.spend_memory(more);
  }
  if (accounted_ > now + (1u << 20)) {
    budget.return_memory(accounted_ - now);
    accounted_ = now;
  }
  return true;
}

// `length` bytes on which a state looped.
static uint32_t* put_run(uint32_t* out, uint32_t loop, uint64_t length) {
  if (loop == kIdentity) {
    *out++ = kRunTag | uint32_t(length);
  } else {
    *out++ = loop;
    if (length > 1) *out++ = kRepeatTag | uint32_t(length);
  }
  return out;
}

bool Scanner::run_cached(const uint8_t*& from, const uint8_t* end, EventSink& sink, Budget& budget) {
  const uint8_t* const classes = program_->class_of.data();
  const uint8_t* at = from;
  const uint8_t* const first = at;
  const uint64_t base_position = position_;
  const uint32_t* table = table_.data();
  uint32_t state = state_;
  // Two entries a byte at most: a run's and a cell.
  const size_t size = trace_.size();
  trace_.reserve(size + 2 * size_t(end - at) + 4);
  uint32_t* out = trace_.data() + size;
  // Past the buffer when the trace is far from being delivered.
  const ptrdiff_t commit_after = ptrdiff_t(commit_at_) - ptrdiff_t(size);
  uint32_t* const begin_out = out;
  const uint8_t* run = at;
  uint64_t carried = position_ - run_;  // of a run that began in an earlier block
  bool stop = false;
  while (at < end) {
    const uint32_t index = state + classes[*at];
    const uint32_t next = table[index];
    if (next & kPlain) {
      ++at;
      continue;
    }
    if (next >= kSpecial) {
      stop = true;
      break;
    }
    if (at != run || carried) {
      out = put_run(out, table[state + loop_], uint64_t(at - run) + carried);
      carried = 0;
    }
    *out++ = index;
    run = ++at;
    state = next & ~kFlags;
    if ((next & kSingle) && out - begin_out >= commit_after) break;
  }
  const bool single = !stop && at > first && out - begin_out >= commit_after;
  trace_.set_size(size_t(out - trace_.data()));
  position_ = base_position + uint64_t(at - first);
  run_ = position_ - uint64_t(at - run) - carried;
  state_ = state;
  if (at > first) last_byte_ = at[-1];
  if (position_ - run_ > kValue / 2) end_run(position_);
  from = at;
  statistics_.most_trace = std::max(statistics_.most_trace, trace_.size());
  if (single && states_[state_ / stride_].count == 1 &&
      (options_.eager || states_[state_ / stride_].certain)) {
    commit(0, sink);
    return true;
  }
  return !stop || enter_unknown(classes[*at], budget);
}

// A cell that is no transition yet: it is made, or the scanner ends or works without the table.
bool Scanner::enter_unknown(uint8_t byte_class, Budget& budget) {
  const uint32_t known = table_[state_ + byte_class];
  if (known == kDead) {
    dead_ = true;
    return false;
  }
  if (known == kLoose) {
    const State& s = states_[state_ / stride_];
    loose_items_.assign(items_.begin() + s.first, items_.begin() + s.first + s.count);
    loose_ = true;
    return true;
  }
  if (!budget.spend_steps(states_[state_ / stride_].count)) {
    spent_ = true;
    return false;
  }
  statistics_.cache_bytes = table_.size() * 8 + slots_.size() * sizeof(Trail) + items_.size() * sizeof(Item) +
                            states_.size() * 64 + frames_.size() * 80;
  if (statistics_.cache_bytes > options_.cache_bytes) flush();
  fill(state_, byte_class, position_);
  if (step_too_deep_) {
    spent_ = true;
    return false;
  }
  if (step_too_many_) gather();
  return true;
}

// Too many readings: from the last decided place on, the source is read by
// shared_reading.h when it has ended.
void Scanner::gather() {
  gathering_ = true;
  trace_.clear();
  loose_cells_.clear();
  loose_slots_.clear();
  position_ = run_ = kept_from_ + kept_.size();
}

// The path is decided up to base_, where it stands at `item`.
void Scanner::set_base(const Item& item) {
  if (!can_share_) return;
  base_item_ = item;
  if (base_ - kept_from_ < kept_.size() / 2 + 1) return;  // rarely moved, so that moving costs little
  kept_.erase(0, base_ - kept_from_);
  kept_from_ = base_;
}

void Scanner::end_run(uint64_t position) {
  if (position > run_) {
    trace_.reserve(trace_.size() + 2);
    const uint32_t* end = put_run(trace_.end(), table_[state_ + loop_], position - run_);
    trace_.set_size(size_t(end - trace_.data()));
  }
  run_ = position;
}

bool Scanner::step_loose(uint8_t byte, EventSink& sink, Budget& budget) {
  end_run(position_);
  if (!budget.spend_steps(loose_items_.size() + 1)) {
    spent_ = true;
    return false;
  }
  step(loose_items_.data(), loose_items_.size(), program_->class_of[byte], position_);
  ++statistics_.loose_steps;
  if (next_items_.empty()) {
    dead_ = true;
    return false;
  }
  loose_cells_.push_back(uint32_t(loose_slots_.size()));
  loose_slots_.insert(loose_slots_.end(), next_slots_.begin(), next_slots_.end());
  trace_.push_back(kLooseTag | uint32_t(loose_cells_.size() - 1));
  loose_items_.swap(next_items_);
  run_ = ++position_;
  last_byte_ = byte;
  if (step_too_deep_) {
    spent_ = true;
    return false;
  }
  settle();
  if (loose_ && loose_items_.size() == 1 && trace_.size() >= commit_at_ && options_.eager) commit(0, sink);
  if (frames_.size() > (options_.cache_bytes / 80)) flush();
  return true;
}

void Scanner::settle() {
  for (const Item& item : loose_items_)
    if (frames_[item.stack].has_test) return;
  state_ = intern(loose_items_);
  loose_ = false;
}

// Drops the table and the stacks that no survivor needs. A trace that is not decided yet keeps its cells.
void Scanner::flush() {
  ++statistics_.flushes;
  if (!loose_) end_run(position_);
  relocate_trace();
  size_t count = 0;
  const Item* from = live(count);
  std::vector<Item> keep(from, from + count);
  keep.push_back(base_item_);
  std::vector<Frame> old = std::move(frames_);
  frames_.clear();
  frames_.push_back({0, kNone, 0, 0, false});
  frame_numbers_.clear();
  std::unordered_map<uint32_t, uint32_t> moved{{0, 0}};
  for (Item& item : keep) {
    std::vector<uint32_t> chain;
    uint32_t at = item.stack;
    for (; !moved.count(at); at = old[at].parent) chain.push_back(at);
    uint32_t parent = moved[at];
    for (size_t i = chain.size(); i-- > 0;) {
      const Frame& f = old[chain[i]];
      parent = moved[chain[i]] = push(parent, f.point, f.position);
    }
    item.stack = parent;
  }
  base_item_ = keep.back();
  keep.pop_back();
  table_.clear();
  cells_.clear();
  states_.clear();
  items_.clear();
  slots_.clear();
  state_numbers_.clear();
  if (trace_.empty()) {
    joined_.clear();
    joined_numbers_.clear();
  }
  start_ = intern({Item{program_->start, 0, 0}});
  if (loose_) loose_items_ = std::move(keep);
  else state_ = intern(keep);
}

void Scanner::relocate_trace() {
  std::unordered_map<uint32_t, uint32_t> moved;
  for (uint32_t& entry : trace_) {
    if (entry & kTag) continue;
    auto [at, fresh] = moved.try_emplace(entry, 0);
    if (fresh) {
      const State& target = states_[(table_[entry] & ~kFlags) / stride_];
      at->second = kLooseTag | uint32_t(loose_cells_.size());
      loose_cells_.push_back(uint32_t(loose_slots_.size()));
      loose_slots_.insert(loose_slots_.end(), slots_.begin() + cells_[entry],
                          slots_.begin() + cells_[entry] + target.count);
    }
    entry = at->second;
  }
}

}  // namespace gleaner::grammar
