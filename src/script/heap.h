// Heap: the objects of an interpreter that can hold values, so that objects which hold
// themselves are found and freed.
//
// Values are counted, and in a circle a count never comes to zero. So every such object is linked into a list
// of its heap. collect() deletes on trial: it takes the references from within the heap away from the count
// of each object. If some are left, the object is held from outside (a variable, an answer, the machine's
// stack). What such objects reach is alive. The rest holds only itself and is emptied.
//
// Cost: four words for each object, two links for making and freeing it. A collection is linear in what there
// is and comes when that has doubled. Threads: rounds of a `parallel for` make and free objects at the same
// time, so each thread uses one of several lists, each with a lock.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>

namespace gleaner::script {

class Value;
struct Container;

class Heap {
 public:
  Heap() = default;
  // Frees what only holds itself; what is held from outside is free to outlive the heap. REQUIRES:
  // nobody else works with its values.
  ~Heap();
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;

  void add(Container& object);
  void adopt(const Value& value);  // what it holds that belongs to no heap
  bool is_due() const { return objects_.load(std::memory_order_relaxed) > due_; }
  void collect();  // REQUIRES: nobody else works with its values

  struct Shard {
    Heap* heap = nullptr;
    Container* first = nullptr;
    std::atomic_flag taken;
    void lock();
    void unlock() { taken.clear(std::memory_order_release); }
  };
  static void remove(Container& object);  // REQUIRES: it belongs to a heap

 private:
  static constexpr size_t kShards = 16, kFirst = 10'000;  // objects before the first collection
  template <class Work>
  void for_all(Work work);

  std::array<Shard, kShards> shards_;
  std::atomic<size_t> objects_{0};
  size_t due_ = kFirst;
};

}  // namespace gleaner::script
