// The way back: which path won, what happened on it, and what to say when none did. See scanner.h.
#include <algorithm>
#include <utility>

#include "base/lists.h"
#include "grammar/scanner.h"
#include "grammar/scanner_internal.h"

namespace gleaner::grammar {

constexpr size_t kDeliver = 4096;  // events handed over at once

const Scanner::Item* Scanner::live(size_t& count) const {
  if (loose_) {
    count = loose_items_.size();
    return loose_items_.data();
  }
  const State& s = states_[state_ / stride_];
  count = s.count;
  return items_.data() + s.first;
}

const Scanner::Trail* Scanner::cell(uint32_t entry) const {
  if ((entry & kTag) == kLooseTag) return loose_slots_.data() + loose_cells_[entry & kValue];
  return slots_.data() + cells_[entry];
}

// Follows the path that ends at `slot` and `position` back over trace_[from, to); its marks stand in marks_,
// last first.
uint32_t Scanner::walk_back(size_t from, size_t to, uint32_t slot, uint64_t position) {
  marks_.clear();
  for (size_t i = to; i-- > from;) {
    const uint32_t entry = trace_[i];
    const uint32_t tag = entry & kTag;
    if (tag == kRunTag) {
      position -= entry & kValue;
      continue;
    }
    uint32_t times = 1;
    const Trail* slots = cell(tag == kRepeatTag ? trace_[--i] : entry);
    if (tag == kRepeatTag) times = entry & kValue;
    for (; times > 0; --times) {
      const Trail s = slots[slot];
      if (s.previous == slot && s.actions == 0) break;  // from itself, all the way
      --position;
      if (s.actions) marks_.push_back({position, s.actions});
      slot = s.previous;
    }
    position -= times;
  }
  return slot;
}

void Scanner::play(const Actions& actions, size_t skip, uint64_t position) {
  for (size_t i = skip; i < actions.size(); ++i) {
    const Action a = actions[i];
    if (a.op == Op::tail_call) {
      pending_.push_back({depth_, a.argument});
      continue;
    }
    events_.push_back({a.op, a.argument, position});
    if (a.op == Op::enter) ++depth_;
    if (a.op != Op::exit) continue;
    --depth_;
    while (!pending_.empty() && pending_.back().first == depth_) {
      const uint32_t left = pending_.back().second;
      pending_.pop_back();
      // The actions left end with the exit of the caller, which may itself have been called last: the loop
      // goes on there.
      for (const Action& b : actions_of(left)) {
        events_.push_back({b.op, b.argument, position});
        if (b.op == Op::exit) --depth_;
        if (b.op == Op::enter) ++depth_;
      }
    }
  }
}

void Scanner::deliver(EventSink& sink) {
  for (size_t i = marks_.size(); i-- > 0;) {
    play(actions_of(marks_[i].actions), already_, marks_[i].position);
    already_ = 0;
    if (events_.size() >= kDeliver) {
      sink.take(events_.data(), events_.size());
      events_.clear();
    }
  }
  marks_.clear();
  if (!events_.empty()) sink.take(events_.data(), events_.size());
  events_.clear();
}

// One survivor is left (or chosen): its path is delivered and forgotten.
void Scanner::commit(uint32_t slot, EventSink& sink) {
  end_run(position_);
  ++statistics_.commits;
  walk_back(0, trace_.size(), slot, position_);
  trace_.clear();
  loose_cells_.clear();
  loose_slots_.clear();
  tested_.clear();
  size_t count = 0;
  const Item item = live(count)[slot];
  const Point& point = program_->points[item.point];
  deliver(sink);
  if (already_ == 0 && point.sure_actions && last_byte_ < 0x80) {
    const Actions& first = program_->actions[program_->edges[point.first_edge].actions];
    const Actions sure(first.begin(), first.begin() + point.sure_actions);
    play(sure, 0, position_);
    sink.take(events_.data(), events_.size());
    events_.clear();
    already_ = point.sure_actions;
  }
  base_ = position_;
  set_base(item);
  commit_at_ = kCommitEvery;
}

// Finds the last place where all survivors' paths meet, and delivers up to there.
void Scanner::converge(EventSink& sink) {
  commit_at_ = trace_.size() * 2;
  size_t count = 0;
  const Item* items = live(count);
  bool certain = options_.eager;
  for (size_t i = 0; i < count; ++i)
    certain |= items[i].stack == 0 && program_->points[items[i].point].accepts_all;
  if (!certain) return;
  end_run(position_);
  std::vector<uint32_t> slots(count);
  for (uint32_t i = 0; i < count; ++i) slots[i] = i;
  uint64_t position = position_;
  size_t at = trace_.size();
  while (at > 0 && slots.size() > 1) {
    const uint32_t entry = trace_[--at];
    if ((entry & kTag) == kRunTag) {
      position -= entry & kValue;
      continue;
    }
    const bool repeated = (entry & kTag) == kRepeatTag;
    const uint32_t times = repeated ? entry & kValue : 1;
    const Trail* from = cell(repeated ? trace_[--at] : entry);
    position -= times;
    for (uint32_t round = 0; round < times; ++round) {
      bool moved = false;
      for (uint32_t& slot : slots) moved |= std::exchange(slot, from[slot].previous) != slot;
      if (!moved) break;
    }
    sort_unique(slots);
  }
  if (at == 0) return;
  if (can_share_) {
    if (trace_[at] & kTag)
      return;  // of a table that was dropped: where this reading stood is not known any more
    set_base(items_[states_[trace_[at] / stride_].first + slots[0]]);
  }
  walk_back(0, at, slots[0], position);
  trace_.drop_front(at);
  deliver(sink);
  base_ = position;
  commit_at_ = std::max(kCommitEvery, trace_.size() * 2);
}

bool Scanner::find_accept(uint32_t point, uint32_t stack, uint32_t actions, uint32_t depth, uint32_t& out) {
  const Point& p = program_->points[point];
  if (p.inside_character || depth > kMaxLeaves) return false;
  for (const Edge& edge : program_->edges_of(p)) {
    if (edge.kind == Edge::Kind::character) continue;
    uint32_t after = stack;
    if (!apply(edge.stack, after)) continue;
    const uint32_t all = join(actions, edge.actions);
    if (edge.kind == Edge::Kind::accept) {
      out = all;
      return true;
    }
    uint32_t onward = edge.target;
    if (edge.kind == Edge::Kind::leave) onward = frames_[after].point, after = frames_[after].parent;
    if (find_accept(onward, after, all, depth + 1, out)) return true;
  }
  return false;
}

// The path that ends at `slot`, then `before`, then `last`: what happens on it is delivered.
void Scanner::deliver_end(uint32_t slot, uint32_t before, uint32_t last, EventSink& sink) {
  end_run(position_);
  walk_back(0, trace_.size(), slot, position_);
  deliver(sink);
  for (uint32_t actions : {before, last}) {
    if (!actions) continue;
    play(actions_of(actions), already_, position_);
    already_ = 0;
  }
  if (!events_.empty()) sink.take(events_.data(), events_.size());
  events_.clear();
}

// Is there a reading better than the `accepting` one that needs a line end to be complete?
bool Scanner::end_line(const std::vector<Item>& items, uint32_t accepting, EventSink& sink) {
  const uint32_t group = accepting < items.size() ? items[accepting].group : kNone;
  step_most_ = 1;  // '\n' itself: a dot reads no line end that is not there
  step(items.data(), items.size(), program_->class_of['\n'], position_);
  step_most_ = kNone;
  const std::vector<Item> ends = next_items_;
  const std::vector<Trail> slots = next_slots_;
  for (size_t i = 0; i < ends.size(); ++i) {
    uint32_t last = 0;
    if (items[slots[i].previous].group >= group) continue;
    if (!find_accept(ends[i].point, ends[i].stack, 0, 0, last)) continue;
    deliver_end(slots[i].previous, slots[i].actions, last, sink);
    return true;
  }
  return false;
}

Outcome Scanner::finish(EventSink& sink, Budget& budget) {
  if (!dead_ && !spent_ && budget.exhausted()) spent_ = true;
  if (gathering_ && !spent_) return read_shared(sink, budget);
  step_position_ = position_;
  size_t count = 0;
  const std::vector<Item> items = [&] {
    const Item* first = live(count);
    return std::vector<Item>(first, first + count);
  }();
  uint32_t accepting = uint32_t(count), last = 0;
  if (!dead_ && !spent_)
    for (accepting = 0; accepting < count; ++accepting)
      if (find_accept(items[accepting].point, items[accepting].stack, 0, 0, last)) break;
  if (!dead_ && !spent_ && position_ > 0 && last_byte_ != '\n' && end_line(items, accepting, sink)) return {};
  if (accepting < count) {
    deliver_end(accepting, 0, last, sink);
    return {};
  }
  if (spent_) {
    if (count) commit(0, sink);  // the best so far
    Outcome outcome;
    outcome.kind = Outcome::Kind::out_of_budget;
    outcome.reached = position_;
    return outcome;
  }
  return failure();
}

Outcome Scanner::read_shared(EventSink& sink, Budget& budget) {
  std::vector<uint32_t> returns;
  for (uint32_t at = base_item_.stack; at != 0; at = frames_[at].parent) returns.push_back(frames_[at].point);
  std::ranges::reverse(returns);
  SharedReading shared(*program_);
  const SharedReading::Reading reading =
      shared.read(std::string_view(kept_).substr(base_ - kept_from_), base_item_.point, returns, budget);
  Outcome outcome;
  if (reading.kind != SharedReading::Kind::matched) {
    const bool failed = reading.kind == SharedReading::Kind::failed;
    outcome.kind = failed ? Outcome::Kind::failed : Outcome::Kind::out_of_budget;
    outcome.reached = base_ + reading.reached;
    outcome.rule = program_->points[reading.point].rule;
    outcome.offset = program_->points[reading.point].offset;
    return outcome;
  }
  marks_.clear();
  for (const SharedReading::Step& step : reading.steps) {
    if (marks_.empty() || marks_.back().position != base_ + step.position)
      marks_.push_back({base_ + step.position, step.actions});
    else marks_.back().actions = join(marks_.back().actions, step.actions);
  }
  std::ranges::reverse(marks_);
  deliver(sink);
  already_ = 0;
  return outcome;
}

// Of all readings that were alive at the end, the one that matched farthest before it could only skip.
Outcome Scanner::failure() {
  Outcome outcome;
  outcome.kind = Outcome::Kind::failed;
  size_t count = 0;
  const Item* items = live(count);
  end_run(position_);
  constexpr size_t kLooked = 64;
  for (uint32_t i = 0; i < std::min(count, kLooked); ++i) {
    walk_back(0, trace_.size(), i, position_);
    uint64_t reached = position_;
    bool skipping = false;
    for (size_t m = 0; m < marks_.size() && !skipping; ++m) {
      const Actions& actions = actions_of(marks_[m].actions);
      for (size_t a = actions.size(); a-- > 0 && reached == position_;) {
        if (actions[a].op == Op::skip_begin) reached = marks_[m].position, skipping = true;
        if (actions[a].op == Op::skip_end) a = 0, skipping = true;
      }
    }
    const Point& point = program_->points[items[i].point];
    if (i == 0 || reached > outcome.reached) {
      outcome.reached = reached;
      outcome.rule = point.rule;
      outcome.offset = point.offset;
    }
  }
  return outcome;
}

uint64_t Scanner::keep_from() const {
  uint64_t from = base_;
  if (!loose_) return from;
  for (const Item& item : loose_items_)
    for (uint32_t at = item.stack; at != 0 && frames_[at].has_test; at = frames_[at].parent)
      if (frames_[at].point == kNone) from = std::min(from, frames_[at].position);
  return from;
}

size_t Scanner::working_bytes() const {
  return trace_.size() * 4 + loose_slots_.size() * sizeof(Trail) + loose_cells_.size() * 4;
}

}  // namespace gleaner::grammar
