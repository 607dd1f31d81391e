// See heap.h.
#include "script/heap.h"

#include <algorithm>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "script/interpreter.h"
#include "script/value.h"

namespace gleaner::script {
namespace {

// What an object holds: one vector of values, or the values of fields.
template <class Work>
void for_held(Container& object, Work work) {
  switch (object.kind) {
    case Kind::list:
      for (Value& value : static_cast<List&>(object).items) work(value);
      break;
    case Kind::record:
      for (auto& [name, value] : static_cast<Record&>(object).fields) work(value);
      break;
    case Kind::text:
      for (auto& [name, value] : static_cast<Text&>(object).fields) work(value);
      break;
    case Kind::element:
      for (Value& value : static_cast<Element&>(object).children) work(value);
      break;
    case Kind::function:
      for (Value& value : static_cast<Function&>(object).captured) work(value);
      break;
    default: break;
  }
}

Container* container_of(const Value& value) {
  switch (value.kind()) {
    case Kind::list:
    case Kind::record:
    case Kind::text:
    case Kind::element:
    case Kind::function: return static_cast<Container*>(value.object());
    default: return nullptr;
  }
}

}  // namespace

void Heap::Shard::lock() {
  while (taken.test_and_set(std::memory_order_acquire)) std::this_thread::yield();
}

void Heap::add(Container& object) {
  thread_local const size_t mine = std::hash<std::thread::id>()(std::this_thread::get_id());
  Shard& shard = shards_[mine % kShards];
  const std::lock_guard lock(shard);
  shard.heap = this;
  object.shard = &shard;
  object.after = shard.first;
  if (shard.first) shard.first->before = &object;
  shard.first = &object;
  objects_.fetch_add(1, std::memory_order_relaxed);
}

void Heap::remove(Container& object) {
  Shard& shard = *object.shard;
  const std::lock_guard lock(shard);
  (object.before ? object.before->after : shard.first) = object.after;
  if (object.after) object.after->before = object.before;
  object.before = object.after = nullptr;
  object.shard = nullptr;
  shard.heap->objects_.fetch_sub(1, std::memory_order_relaxed);
}

void Heap::adopt(const Value& value) {
  std::vector<Container*> open;
  const auto look = [&](const Value& v) {
    Container* object = container_of(v);
    if (!object || object->shard) return;
    add(*object);
    open.push_back(object);
  };
  look(value);
  while (!open.empty()) {
    Container* object = open.back();
    open.pop_back();
    for_held(*object, look);
  }
}

template <class Work>
void Heap::for_all(Work work) {
  for (Shard& shard : shards_)
    for (Container* object = shard.first; object; object = object->after) work(*object);
}

void Heap::collect() {
  const auto inside = [&](const Value& v) {
    Container* object = container_of(v);
    return object && object->shard && object->shard->heap == this ? object : nullptr;
  };
  for_all([](Container& object) { object.outside = object.count.load(std::memory_order_relaxed); });
  for_all([&](Container& object) {
    for_held(object, [&](const Value& v) {
      if (Container* held = inside(v)) --held->outside;
    });
  });
  std::vector<Container*> open;
  for_all([&](Container& object) {
    if (object.outside) open.push_back(&object);
  });
  while (!open.empty()) {
    Container* object = open.back();
    open.pop_back();
    for_held(*object, [&](const Value& v) {
      Container* held = inside(v);
      if (!held || held->outside) return;
      held->outside = 1;
      open.push_back(held);
    });
  }
  std::vector<Value> dead;  // held until all of them are empty
  for_all([&](Container& object) {
    if (!object.outside) dead.emplace_back(&object);
  });
  for (const Value& value : dead) for_held(*container_of(value), [](Value& held) { held = Value(); });
  dead.clear();
  due_ = std::max(kFirst, 2 * objects_.load(std::memory_order_relaxed));
}

Heap::~Heap() {
  collect();
  for (Shard& shard : shards_)
    while (shard.first) remove(*shard.first);
}

}  // namespace gleaner::script
