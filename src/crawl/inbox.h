// Inbox: answers on their way from the fetcher's thread to the one that works on them.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>

namespace gleaner::crawl {

template <class Item>
class Inbox {
 public:
  void put(Item item) {
    const std::lock_guard lock(mutex_);
    items_.push_back(std::move(item));
    come_.notify_one();
  }
  // Nothing if none comes in that time.
  std::optional<Item> take(std::chrono::milliseconds wait) {
    std::unique_lock lock(mutex_);
    come_.wait_for(lock, wait, [&] { return !items_.empty(); });
    if (items_.empty()) return {};
    Item item = std::move(items_.front());
    items_.pop_front();
    return item;
  }

 private:
  std::mutex mutex_;
  std::condition_variable come_;
  std::deque<Item> items_;
};

}  // namespace gleaner::crawl
