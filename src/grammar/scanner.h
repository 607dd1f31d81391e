// Scanner: runs a Program over a source and delivers what happens on the best path, in source order.
//
// The paper explores all paths breadth-first, keeps one best path for each (state, stack), and sorts them by
// rank (section 4.2). Here the sorting is done once. The points that survive, in rank order and in groups of
// equal rank, *are* a state of a deterministic automaton, which is built while the source is read and kept in
// a table. A cell of the table knows the next state, and for each survivor of it the survivor it came from
// and the actions on the way. So reading forward is one look-up for each byte. What is remembered is the cell
// (4 bytes), or one cell and a count for a run of bytes on which a state comes back to itself. A walk
// backwards over these cells gives the path that won.
//
// Two facts make prefixes final early. They keep memory flat and let results stream,
// which the paper could not:
//
//  - If every continuation that succeeds from a lower survivor also succeeds from a higher one (cover.h;
//    accepts_all is the extreme case), the higher one beats the lower for ever, and the lower is dropped.
//  - When one survivor is left, or all survivors came from the same one, the path up to there is decided.
//
// Stacks are hash-consed: equal stacks are equal numbers. Predicates need positions, which no finite
// automaton has. While a path is inside a predicate or enters one, steps are made one by one and not kept; a
// span is tested once. When rules that call themselves make too many readings, the rest of the source is
// gathered and read by shared_reading.h. Cost: one table look-up for each byte forward; survivors x edges for
// each new cell. Oracle: reference_test.cc.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/budget.h"
#include "grammar/cover.h"
#include "grammar/program.h"
#include "grammar/shared_reading.h"

namespace gleaner::grammar {

// Something that happened on the best path, between the bytes position-1 and position.
struct Event {
  Op op;
  uint32_t argument;
  uint64_t position;
  bool operator==(const Event&) const = default;
};

class EventSink {
 public:
  virtual ~EventSink() = default;
  virtual void take(const Event* events, size_t count) = 0;
};

struct ScannerOptions {
  // Deliver what no later input can change, even if the source as a whole may still fail to match (a strict
  // grammar). Otherwise events come only when it is certain that the whole source matches.
  bool eager = false;
  size_t cache_bytes = 64u << 20;  // the table; past this it is made anew
  // Readings kept side by side before rules that call themselves are read by
  // shared_reading.h, at the source's end
  size_t most_readings = 64;
  size_t cover_work = 300'000;  // what finding readings to drop may cost, see cover.h; 0: none is dropped
};

struct Outcome {
  enum class Kind : uint8_t { matched, failed, out_of_budget } kind = Kind::matched;
  // failed: how far the reading that got farthest came, and where in the grammar it stood.
  uint64_t reached = 0;
  uint32_t rule = kNone;
  uint32_t offset = 0;
};

// A vector of numbers that does not clear what it grows by.
class TraceBuffer {
 public:
  uint32_t* data() { return data_.get(); }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  uint32_t& operator[](size_t i) { return data_[i]; }
  uint32_t operator[](size_t i) const { return data_[i]; }
  uint32_t* begin() { return data_.get(); }
  uint32_t* end() { return data_.get() + size_; }
  void clear() { size_ = 0; }
  void set_size(size_t n) { size_ = n; }  // REQUIRES: n <= capacity
  void reserve(size_t n) {
    if (n <= capacity_) return;
    capacity_ = std::max(n, capacity_ * 3 / 2);
    std::unique_ptr<uint32_t[]> more(new uint32_t[capacity_]);
    std::copy(data_.get(), data_.get() + size_, more.get());
    data_ = std::move(more);
  }
  void push_back(uint32_t v) {
    reserve(size_ + 1);
    data_[size_++] = v;
  }
  void drop_front(size_t n) {
    std::copy(data_.get() + n, data_.get() + size_, data_.get());
    size_ -= n;
  }

 private:
  std::unique_ptr<uint32_t[]> data_;
  size_t size_ = 0, capacity_ = 0;
};

class Scanner {
 public:
  // Is code `code` true for the text [begin, end)?
  using Test = std::function<bool(uint32_t code, uint64_t begin, uint64_t end)>;

  Scanner(std::shared_ptr<const Program> program, ScannerOptions options = {});
  ~Scanner();

  void reset();  // for the next source; the table is kept
  void set_test(Test test) { test_ = std::move(test); }

  // Reads more of the source. False when no path is left or the budget is exhausted: finish() then says so.
  bool feed(std::string_view bytes, EventSink& sink, Budget& budget);
  // The source has ended. A last line without line end is a line: where a better reading than the others
  // wants a line end there, and nothing but a line end, it is read as if it stood there.
  Outcome finish(EventSink& sink, Budget& budget);

  // Bytes before this are needed for no test and no event that is still to come.
  uint64_t keep_from() const;

  struct Statistics {
    size_t states = 0, cells = 0, flushes = 0, loose_steps = 0, tests = 0, most_trace = 0, cache_bytes = 0,
           commits = 0;
  };
  const Statistics& statistics() const { return statistics_; }
  size_t working_bytes() const;  // trace and loose steps now

 private:
  struct Item {
    uint32_t point, stack, group;
    bool operator==(const Item&) const = default;
  };
  struct State {
    uint32_t first, count;
    bool certain;  // some survivor accepts whatever follows
  };
  struct Trail {
    uint32_t previous, actions;
    bool operator==(const Trail&) const = default;
  };
  struct Frame {  // of a stack; number 0 is the empty stack
    uint32_t parent;
    uint32_t point;  // where to return to; kNone: a test began at `position`
    uint64_t position;
    uint32_t depth;
    bool has_test;
  };
  struct Reached {
    uint32_t cost, point, stack, previous, actions;
    bool prune;
  };
  struct Mark {
    uint64_t position;
    uint32_t actions;
  };

  // --- building cells
  void step(const Item* items, size_t count, uint32_t byte_class, uint64_t position);
  void expand(uint32_t point, uint32_t stack, uint32_t actions, uint32_t previous, bool prune,
              uint32_t depth);
  bool apply(uint32_t ops, uint32_t& stack);
  bool test(uint32_t code, uint64_t begin, uint64_t end);
  uint32_t push(uint32_t parent, uint32_t point, uint64_t position);
  uint32_t join(uint32_t first, uint32_t second);
  const Actions& actions_of(uint32_t number) const;
  uint32_t intern(const std::vector<Item>& items);
  uint32_t fill(uint32_t state, uint32_t byte_class, uint64_t position);
  bool joins_loop(uint32_t at);
  bool place(const Reached& candidate, uint32_t group);

  // --- running
  bool run_cached(const uint8_t*& at, const uint8_t* end, EventSink& sink, Budget& budget);
  bool enter_unknown(uint8_t byte_class, Budget& budget);
  bool step_loose(uint8_t byte, EventSink& sink, Budget& budget);
  void gather();
  void set_base(const Item& item);
  Outcome read_shared(EventSink& sink, Budget& budget);
  void settle();  // leave loose steps when no test is open
  void flush();
  void relocate_trace();
  void commit(uint32_t slot, EventSink& sink);
  void converge(EventSink& sink);
  void end_run(uint64_t position);
  uint32_t walk_back(size_t from, size_t to, uint32_t slot, uint64_t position);
  void deliver(EventSink& sink);
  void play(const Actions& actions, size_t skip, uint64_t position);
  const Trail* cell(uint32_t entry) const;
  bool end_line(const std::vector<Item>& items, uint32_t accepting, EventSink& sink);
  void deliver_end(uint32_t slot, uint32_t before, uint32_t last, EventSink& sink);
  bool find_accept(uint32_t point, uint32_t stack, uint32_t actions, uint32_t depth, uint32_t& out);
  Outcome failure();
  const Item* live(size_t& count) const;
  bool account(Budget& budget);

  std::shared_ptr<const Program> program_;
  ScannerOptions options_;
  Cover cover_;
  Test test_;

  // the table
  uint32_t stride_ = 0;
  uint32_t loop_ = 0;            // column of a row that tells how its state loops
  std::vector<uint32_t> table_;  // state base + class -> next state base, flags
  std::vector<uint32_t> cells_;  // ... -> first slot
  std::vector<State> states_;
  std::vector<Item> items_;
  std::vector<Trail> slots_;
  std::unordered_multimap<uint64_t, uint32_t> state_numbers_;
  std::vector<Frame> frames_;
  std::unordered_multimap<uint64_t, uint32_t> frame_numbers_;
  std::vector<Actions> joined_;
  std::unordered_map<uint64_t, uint32_t> joined_numbers_;
  uint32_t start_ = kNone;

  // the source being read
  uint32_t state_ = 0;  // base in the table
  bool loose_ = false;  // the survivors are loose_items_ instead
  bool dead_ = false, spent_ = false;
  uint64_t position_ = 0;  // bytes read
  uint64_t base_ = 0;      // the path is decided up to here
  Item base_item_{};       // ... where this reading stands
  std::string kept_;       // of a source that may have to be read again: the bytes from kept_from_ on
  uint64_t kept_from_ = 0;
  bool can_share_ = false, gathering_ = false;
  uint64_t run_ = 0;  // where the open run of unrecorded bytes begins
  TraceBuffer trace_;
  std::vector<uint32_t> loose_cells_;  // number -> first slot in loose_slots_
  std::vector<Trail> loose_slots_;
  std::vector<Item> loose_items_;
  size_t commit_at_ = 0;
  size_t accounted_ = 0;
  uint32_t already_ = 0;                                // actions of the next edge that were delivered ahead
  uint32_t depth_ = 0;                                  // rules open in the events
  std::vector<std::pair<uint32_t, uint32_t>> pending_;  // tail calls: depth, actions left to do
  std::unordered_map<uint64_t, bool> tested_;
  uint8_t last_byte_ = 0;

  // scratch of step()
  std::vector<Reached> candidates_;
  std::vector<Item> next_items_;
  std::vector<Trail> next_slots_;
  std::vector<std::pair<uint64_t, bool>> left_;  // returns followed for this item
  std::unordered_map<uint64_t, uint32_t> placed_;
  uint32_t step_class_ = 0;
  uint32_t step_most_ = kNone;  // edges that cost more are left out
  uint64_t step_position_ = 0;
  bool step_tests_ = false, step_too_deep_ = false, step_too_many_ = false;
  std::vector<Mark> marks_;
  std::vector<Event> events_;
  Statistics statistics_;
};

}  // namespace gleaner::grammar
